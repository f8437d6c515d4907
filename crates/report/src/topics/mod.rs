//! The topics as sheets: each explanation in one file, its sentences beside its tables and derivations.

pub(crate) mod alignments;
pub(crate) mod compare;
pub(crate) mod derivation;
mod edit;
mod example_cell;
mod idf;
mod kinds;
mod layers;
pub(crate) mod ledger;
mod lens;
pub(crate) mod matched;
pub(crate) mod names;
mod omission;
mod overlap;
mod pooled;
mod ruler;
mod sentences;
mod sheet_settings;

pub use derivation::{cell, score, term};
pub use edit::setting_changes;
pub use example_cell::example_cell;
pub use names::quote_token;
pub use sheet_settings::{Controls, SheetSettings};

use bertscope_analysis::Analysis;
use bertscope_explain::Explanation;
use bertscope_sheet::Sheet;

/// An explanation of `analysis` as a document.
pub fn sheet(explanation: &Explanation, analysis: &Analysis, choices: &SheetSettings) -> Sheet {
    match explanation {
        Explanation::Matches(matches) => alignments::sheet(matches, analysis, choices),
        Explanation::Ledger(ledger) => ledger::sheet(ledger, analysis, choices),
        Explanation::Layers(layers) => layers::sheet(layers, analysis, choices),
        Explanation::Idf(idf) => idf::sheet(idf, analysis),
        Explanation::Ruler(ruler) => ruler::sheet(ruler, analysis),
        Explanation::Drop(omissions) => omission::sheet(omissions, analysis, choices),
        Explanation::Edit(edit) => edit::sheet(edit, analysis, choices),
        Explanation::Compare(comparison) => compare::sheet(comparison, analysis, choices),
        Explanation::Lenses(lenses) => lens::sheet(lenses, analysis),
        Explanation::Overlap(overlap) => overlap::sheet(overlap, analysis, choices),
        Explanation::Kinds(kinds) => kinds::sheet(kinds, analysis),
        Explanation::Sentences(sentences) => sentences::sheet(sentences, analysis, choices),
        Explanation::Pooled(vectors) => pooled::sheet(vectors, analysis, choices),
    }
}
