//! Explanations against the numbers that they explain.

mod alignments;
mod figures;
mod ledger;
pub mod pooled;
pub mod support;
