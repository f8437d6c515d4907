//! Explanations against the numbers that they explain, and everything that is written of an analysis.

mod corpus;
mod explain;
mod lenses;
mod picture;
mod reports;
mod what_if;
