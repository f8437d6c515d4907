//! Explanations against the numbers that they explain.

mod ledger;
mod support;
