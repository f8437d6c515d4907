//! Renders explanations: one page each, for the inspector's panel, for `--explain` and for files.

mod alignments;
mod columns;
mod compare;
mod derivation;
mod edit;
mod idf;
mod kinds;
mod layers;
mod ledger;
mod lens;
mod names;
mod omission;
mod overlap;
mod page;
pub(crate) mod page_settings;
mod pooled;
mod ruler;
mod section;
mod sentences;
pub mod walkthrough;

pub use derivation::{cell, score};
pub use edit::setting_changes;
pub use ledger::{costliest_token, costliest_word};
pub use page::{Page, RowForm, Span, Target, Tone, text};
pub use page_settings::{Controls, PageSettings};
pub use section::{COLUMNS, Section, SectionRow};

use bertscope_analysis::Analysis;
use bertscope_explain::Explanation;

pub fn page<'a>(
    explanation: &'a Explanation,
    analysis: &'a Analysis,
    choices: &PageSettings,
) -> Page<'a> {
    match explanation {
        Explanation::Matches(matches) => alignments::page(matches, analysis, choices),
        Explanation::Ledger(ledger) => ledger::page(ledger, analysis, choices),
        Explanation::Layers(layers) => layers::page(layers, analysis, choices),
        Explanation::Idf(idf) => idf::page(idf, analysis),
        Explanation::Ruler(ruler) => ruler::page(ruler, analysis),
        Explanation::Drop(omissions) => omission::page(omissions, analysis, choices),
        Explanation::Edit(edit) => edit::page(edit, analysis, choices),
        Explanation::Compare(comparison) => compare::page(comparison, analysis, choices),
        Explanation::Lenses(lenses) => lens::page(lenses, analysis),
        Explanation::Overlap(overlap) => overlap::page(overlap, analysis, choices),
        Explanation::Kinds(kinds) => kinds::page(kinds, analysis),
        Explanation::Sentences(sentences) => sentences::page(sentences, analysis, choices),
        Explanation::Pooled(vectors) => pooled::page(vectors, analysis, choices),
    }
}
