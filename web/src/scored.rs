//! The answer about a score: its numbers, picture, derivations and link.

use bertscope_analysis::{Analysis, VERSION_NOTE};
use bertscope_printable::printable;
use bertscope_report::explanation;
use bertscope_report::export::link::PairView;
use bertscope_report::export::picture::html::parts;
use serde_json::{Value, json};

/// The answer.
pub fn answer(analysis: &Analysis, view: &PairView, dark: bool) -> Value {
    let parts = parts(analysis, &view.options(dark));
    json!({
        "score": analysis.score(),
        "raw": analysis.raw,
        "rescaled": analysis.rescaling().is_some(),
        "layer": analysis.layer.0,
        "matrix": parts.matrix,
        "links": parts.links,
        "warnings": parts.warnings,
        "remarks": parts.remarks,
        "data": parts.data,
        "steps": explanation::score(analysis),
        "signature": [printable(&analysis.signature), VERSION_NOTE.to_owned()],
        "best": analysis.matches.candidate.iter().map(|found| found.token).collect::<Vec<_>>(),
    })
}
