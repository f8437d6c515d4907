//! The word overlap metrics: names, scales and digits.

use crate::Overlap;

/// A word overlap metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Metric {
    Bleu,
    Chrf,
    Rouge1,
    Rouge2,
    RougeL,
}

impl Metric {
    /// All metrics, in display order.
    pub const ALL: [Self; 5] = [
        Self::Bleu,
        Self::Chrf,
        Self::Rouge1,
        Self::Rouge2,
        Self::RougeL,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bleu => "bleu",
            Self::Chrf => "chrf",
            Self::Rouge1 => "rouge1",
            Self::Rouge2 => "rouge2",
            Self::RougeL => "rougeL",
        }
    }

    /// Its name in sentences.
    pub fn title(self) -> &'static str {
        match self {
            Self::Bleu => "BLEU",
            Self::Chrf => "chrF",
            Self::Rouge1 => "ROUGE-1",
            Self::Rouge2 => "ROUGE-2",
            Self::RougeL => "ROUGE-L",
        }
    }

    /// The score of equal texts.
    pub fn max_score(self) -> f64 {
        match self {
            Self::Bleu | Self::Chrf => 100.0,
            Self::Rouge1 | Self::Rouge2 | Self::RougeL => 1.0,
        }
    }

    /// Usual number of decimals of its scores.
    pub fn digits(self) -> usize {
        match self {
            Self::Bleu | Self::Chrf => 2,
            Self::Rouge1 | Self::Rouge2 | Self::RougeL => 4,
        }
    }
}

impl Overlap {
    /// The score of one metric; `None` if it is undefined.
    pub fn get(&self, metric: Metric) -> Option<f64> {
        match metric {
            Metric::Bleu => self.bleu,
            Metric::Chrf => Some(self.chrf),
            Metric::Rouge1 => self.rouge1,
            Metric::Rouge2 => self.rouge2,
            Metric::RougeL => self.rouge_l,
        }
    }
}
