//! Comparisons of made-up systems, compared with numpy and sacrebleu.

mod agreement;
mod coverage;
mod drivers;
mod edge_cases;
mod exact;
mod golden;
