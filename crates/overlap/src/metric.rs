//! The word overlap metrics: names, scales and digits.

use crate::Overlap;

/// A word overlap metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Metric {
    /// BLEU.
    Bleu,
    /// chrF.
    Chrf,
    /// ROUGE-1.
    Rouge1,
    /// ROUGE-2.
    Rouge2,
    /// ROUGE-L.
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

    /// Its name in files and in sentences, the score of equal texts, and the usual number of decimals.
    fn properties(self) -> (&'static str, &'static str, f64, usize) {
        match self {
            Self::Bleu => ("bleu", "BLEU", 100.0, 2),
            Self::Chrf => ("chrf", "chrF", 100.0, 2),
            Self::Rouge1 => ("rouge1", "ROUGE-1", 1.0, 4),
            Self::Rouge2 => ("rouge2", "ROUGE-2", 1.0, 4),
            Self::RougeL => ("rougeL", "ROUGE-L", 1.0, 4),
        }
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        self.properties().0
    }

    /// Its name in sentences.
    pub fn title(self) -> &'static str {
        self.properties().1
    }

    /// The score of equal texts: 100 or 1.
    pub fn max_score(self) -> f64 {
        self.properties().2
    }

    /// Usual number of decimals of its scores: 2 for a scale up to 100, 4 for a scale up to 1.
    pub fn digits(self) -> usize {
        self.properties().3
    }
}

impl Overlap {
    /// The score of one metric.
    pub fn get(&self, metric: Metric) -> f64 {
        match metric {
            Metric::Bleu => self.bleu,
            Metric::Chrf => self.chrf,
            Metric::Rouge1 => self.rouge1,
            Metric::Rouge2 => self.rouge2,
            Metric::RougeL => self.rouge_l,
        }
    }
}
