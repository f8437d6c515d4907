#![doc = include_str!("../README.md")]

pub mod bleu;
pub mod chrf;
mod matched;
mod metric;
mod ngrams;
pub mod rouge;
mod scores;
mod script;
mod word;

pub use bleu::BleuCounts;
pub use chrf::ChrfCounts;
pub use matched::{MatchedNgrams, NGram};
pub use metric::Metric;
pub use rouge::{Rouge, RougeScore};
pub use scores::{CorpusCounts, Overlap, PairCounts, notes};
pub use word::Word;
