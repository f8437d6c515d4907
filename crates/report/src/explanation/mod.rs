//! Renders explanations: one page each, for the inspector's panel, for `--explain` and for files.
//!
//! A page renders its rows only when needed: a text of 512 tokens has a thousand rows, and the screen shows twenty.

mod alignments;
mod columns;
mod compare;
mod data;
mod derivation;
mod edit;
mod idf;
mod layers;
mod ledger;
mod lens;
mod omission;
mod overlap;
mod page;
mod page_settings;
mod ruler;
mod section;
pub mod walkthrough;

pub use data::Data;
pub use derivation::{cell, score};
pub use page::{Page, Span, Target, Tone, text};
pub use page_settings::{Controls, PageSettings};
pub use section::{Section, SectionRow};

use bertscope_analysis::Analysis;
use bertscope_explain::Explanation;

/// The page of an explanation of `analysis`.
#[must_use]
pub fn page<'a>(explanation: &'a Explanation, analysis: &'a Analysis, choices: &'a PageSettings) -> Box<dyn Page + 'a> {
    match explanation {
        Explanation::Matches(matches) => Box::new(alignments::AlignmentsPage::new(matches, analysis, choices)),
        Explanation::Ledger(ledger) => Box::new(ledger::LedgerPage::new(ledger, analysis, choices)),
        Explanation::Layers(layers) => Box::new(layers::LayersPage::new(layers, analysis, choices)),
        Explanation::Idf(idf) => Box::new(idf::IdfPage::new(idf, analysis)),
        Explanation::Ruler(ruler) => Box::new(ruler::RulerPage::new(ruler, analysis)),
        Explanation::Drop(omissions) => Box::new(omission::OmissionPage::new(omissions, analysis, choices)),
        Explanation::Edit(edit) => Box::new(edit::EditPage::new(edit, analysis, choices)),
        Explanation::Compare(comparison) => Box::new(compare::ComparePage::new(comparison, analysis, choices)),
        Explanation::Lenses(lenses) => Box::new(lens::LensPage::new(lenses, analysis)),
        Explanation::Overlap(overlap) => Box::new(overlap::OverlapPage::new(overlap, analysis, choices)),
    }
}
