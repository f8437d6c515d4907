//! Explanations against the numbers that they explain.

mod figures;
mod ledger;
mod support;
