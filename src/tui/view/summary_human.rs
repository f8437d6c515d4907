//! Agreement with human scores, in the summary of the listed pairs.

use bertscope_metric::correlation::Correlation;
use bertscope_printable::printable;
use bertscope_report::label::align_right;
use bertscope_report::number::{three_places, with_thousands_separators};
use bertscope_systems::{HumanAgreement, Measure, SystemComparison};

/// Width of a coefficient.
const WIDTH: u16 = 10;

/// A coefficient with its name.
type Coefficient = (&'static str, fn(&Correlation) -> Option<f64>);

/// The coefficients; if not all fit, the first ones are shown.
const ALL: [Coefficient; 3] = [("Pearson", |c| c.pearson), ("Spearman", |c| c.spearman), ("Kendall", |c| c.kendall)];

/// The coefficients that fit into a line.
pub(super) struct Coefficients<'a> {
    /// None if there are no human scores, or no room.
    agreement: Option<(&'a HumanAgreement, usize)>,
}

impl<'a> Coefficients<'a> {
    /// The coefficients that fit into this many columns.
    pub fn new(comparison: &'a SystemComparison, room: u16) -> Self {
        let fits = usize::from(room / WIDTH).min(ALL.len());
        Self { agreement: comparison.human.as_ref().map(|human| (human, fits)) }
    }

    /// The names of the coefficients.
    pub fn names(&self) -> String {
        let fits = self.agreement.map_or(0, |(_, fits)| fits);
        ALL[..fits].iter().map(|(name, _)| align_right(name, WIDTH)).collect()
    }

    /// The values for P, R or F1 of a system; a dash if undefined.
    pub fn values(&self, measure: Measure, system: usize) -> String {
        let Some((human, fits)) = self.agreement else { return String::new() };
        let Some(agreement) = human.systems.get(system) else { return String::new() };
        let correlation = match measure {
            Measure::Precision => &agreement.precision,
            Measure::Recall => &agreement.recall,
            _ => &agreement.f1,
        };
        let value = |of: fn(&Correlation) -> Option<f64>| of(correlation).map_or_else(|| "—".to_owned(), three_places);
        ALL[..fits].iter().map(|(_, of)| align_right(&value(*of), WIDTH)).collect()
    }
}

/// The number of pairs behind the coefficients; `None` without human scores.
pub(super) fn judged_text(comparison: &SystemComparison) -> Option<String> {
    let judged: Vec<usize> = comparison.human.as_ref()?.systems.iter().map(|system| system.judged).collect();
    let of = if judged.len() > 1 { " of F1" } else { "" };
    let each = judged.iter().zip(&comparison.systems);
    let over = if judged.windows(2).all(|two| two[0] == two[1]) {
        pairs(*judged.first()?)
    } else {
        each.map(|(n, name)| format!("{} of {}", pairs(*n), printable(name))).collect::<Vec<_>>().join(", ")
    };
    Some(format!("Correlation{of} with human scores, over {over}"))
}

/// The number of pairs in which people prefer one of two systems, and in which F1 prefers the same one; `None` if
/// people have no preference.
pub(super) fn preference_text(comparison: &SystemComparison, difference: usize) -> Option<String> {
    let of = comparison.human.as_ref()?.preferences.get(difference).filter(|of| of.preferred > 0)?;
    let (preferred, agreed) = (pairs(of.preferred), with_thousands_separators(of.agreed as u64));
    Some(format!("People prefer one of the two in {preferred}; F1 prefers the same one in {agreed}"))
}

/// `1 pair`, `2 pairs`.
fn pairs(n: usize) -> String {
    format!("{} {}", with_thousands_separators(n as u64), if n == 1 { "pair" } else { "pairs" })
}
