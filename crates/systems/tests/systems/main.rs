//! Comparisons of made-up systems, held against numpy and sacrebleu.

mod coverage;
mod drivers;
mod edge_cases;
mod golden;
