//! How numbers are printed, everywhere: each kind of number has one form and one rounding.
//!
//! Text and files have a zero before the point, `0.66916` ([`exact`], [`decimals`]); screens, pictures and tables have
//! none, `.66916` ([`five_places`], [`without_zero`]). A negative number has a minus sign, not a hyphen, and what rounds
//! to 0 has no sign. A number is formatted before it enters a sentence, so that nothing has to look for it there.

mod count;
mod decimal;
mod narrow;

pub use count::{
    SIGNIFICANCE_LEVEL, bounded_percent, idf_source, p_value, percent, percent_done, pluralized,
    signed_percent, with_thousands_separators,
};
pub use decimal::{
    MISSING, all_digits, decimals, degrees, exact, exact_change, exact_or_undefined, five_places,
    or_missing, printed_difference, printed_differences, rounded_difference, scientific, signed,
    subtrahend, three_places, trimmed, weight, without_zero,
};
pub use narrow::{decimal_places, narrow_change, narrow_score, rounded, short, shortest};
