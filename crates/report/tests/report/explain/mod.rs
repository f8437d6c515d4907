//! Explanations against the numbers that they explain.

mod alignments;
mod figures;
mod ledger;
mod lenses;
mod overlap;
pub mod pooled;
pub mod support;
mod written;
