//! The mathematics of `BERTScore`: worked examples, properties of any matrix, alignments and correlation.

mod alignment;
mod correlation;
mod properties;
mod worked;
