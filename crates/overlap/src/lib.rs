#![doc = include_str!("../README.md")]

pub mod bleu;
pub mod chrf;
mod corpus;
mod matched;
mod metric;
mod ngrams;
pub mod rouge;
mod word;

pub use bleu::BleuCounts;
pub use chrf::ChrfCounts;
pub use corpus::CorpusCounts;
pub use matched::{MatchedNgrams, NGram};
pub use metric::Metric;
pub use rouge::{Rouge, RougeScore};
pub use word::Word;

/// The scores of one pair or of a corpus, each on its package's own scale.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Overlap {
    /// BLEU, 0 to 100.
    pub bleu: f64,
    /// chrF, 0 to 100.
    pub chrf: f64,
    /// F1 of ROUGE-1, 0 to 1.
    pub rouge1: f64,
    /// F1 of ROUGE-2, 0 to 1.
    pub rouge2: f64,
    /// F1 of ROUGE-L, 0 to 1.
    #[serde(rename = "rougeL")]
    pub rouge_l: f64,
}

/// The counts of all metrics for one pair.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PairCounts {
    /// For BLEU.
    pub bleu: BleuCounts,
    /// For chrF.
    pub chrf: ChrfCounts,
    /// ROUGE, whose corpus score is a mean of scores, not a score of summed counts.
    pub rouge: Rouge,
}

impl Overlap {
    /// Scores a candidate against its references; BLEU counts matches in any of them, chrF and each ROUGE use the best
    /// one. Without references every score is 0.
    pub fn score(candidate: &str, references: &[&str]) -> Self {
        PairCounts::count(candidate, references).scores()
    }
}

impl PairCounts {
    /// Counts a candidate against its references.
    pub fn count(candidate: &str, references: &[&str]) -> Self {
        Self {
            bleu: BleuCounts::count(candidate, references),
            chrf: ChrfCounts::count(candidate, references),
            rouge: Rouge::score(candidate, references),
        }
    }

    /// The scores of the pair.
    pub fn scores(&self) -> Overlap {
        Overlap {
            bleu: self.bleu.sentence().score,
            chrf: self.chrf.score().score,
            rouge1: self.rouge.rouge1.f1,
            rouge2: self.rouge.rouge2.f1,
            rouge_l: self.rouge.rouge_l.f1,
        }
    }
}
