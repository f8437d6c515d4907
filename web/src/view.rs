//! The view of a pair on the page.

use bertscope_analysis::{Analysis, Side};
use bertscope_lessons::check::find_cell;
use bertscope_report::export::link::{MAX_TEXT_CHARS, PairView};
use bertscope_report::number::with_thousands_separators;

use crate::failure::Failure;

/// Row and column of the cell of the lesson step, if the texts contain it.
pub fn cell_of(view: &PairView, analysis: &Analysis) -> Option<(usize, usize)> {
    find_cell(analysis, view.cell.as_ref()?).ok()
}

/// Refuses texts that are too long for any model, before any work is done.
pub fn check_lengths(view: &PairView) -> Result<(), Failure> {
    for (side, text) in [
        (Side::Reference, &view.reference),
        (Side::Candidate, &view.candidate),
    ] {
        let characters = text.chars().count();
        if characters > MAX_TEXT_CHARS {
            return Err(Failure(format!(
                "The {} has {} characters. Shorten it to {} or fewer; the model reads only about 400 words.",
                side.name(),
                with_thousands_separators(characters as u64),
                with_thousands_separators(MAX_TEXT_CHARS as u64)
            )));
        }
    }
    Ok(())
}
