//! Explanations against the numbers that they explain, and everything that is written of an analysis.

mod explain;
mod findings;
mod lenses;
mod picture;
mod reports;
mod sheets;
mod what_if;
