//! The answer about a score: its numbers, picture, derivations and link.

use bertscope_analysis::{Analysis, VERSION_NOTE};
use bertscope_explain::ruler::Ruler;
use bertscope_metric::Score;
use bertscope_printable::printable;
use bertscope_report::export::link::PairView;
use bertscope_report::export::picture::html::parts;
use bertscope_report::topics;
use bertscope_sheet::Step;
use serde_json::{Value, json};

use crate::story;

/// The answer; with several references, `best` has the highest of each number over all of them.
pub fn answer(
    analysis: &Analysis,
    view: &PairView,
    dark: bool,
    best: Option<Score>,
    ruler: &Ruler,
) -> Value {
    let options = view.options(dark);
    let parts = parts(analysis, &options);
    json!({
        "score": best.unwrap_or(analysis.score()),
        "shown": analysis.score(),
        "references": view.other_references.len() + 1,
        "story": story::answer(analysis),
        "raw": analysis.raw,
        "ruler": ruler,
        "rescaled": analysis.rescaling().is_some(),
        "matrix": parts.matrix,
        "warnings": parts.warnings,
        "remarks": parts.remarks,
        "data": parts.data,
        "steps": step_lines(&topics::score(analysis)),
        "signature": [printable(&analysis.signature), VERSION_NOTE.to_owned()],
    })
}

/// A derivation as the page shows it under the scores and the picture: each step as a line.
pub fn step_lines(derivation: &[Step]) -> Vec<String> {
    derivation.iter().map(Step::to_string).collect()
}
