//! The measures that systems are compared by: P, R, F1, F1 with other settings, and word overlap.

use std::cmp::Ordering;
use std::fmt;

use serde::Serialize;

/// A measure: one number for a system over a set of segments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case", tag = "name")]
pub enum Measure {
    /// Mean precision, with the settings of the run.
    Precision,
    /// Mean recall, with the settings of the run.
    Recall,
    /// Mean F1, with the settings of the run. It determines the ranking of the systems.
    F1,
    /// Mean F1 at another layer, or with other weights. Not rescaled, because rescaling never changes a ranking.
    #[serde(rename = "f1-at")]
    F1AtLayer {
        layer: usize,
        /// Whether tokens are weighted by IDF.
        idf: bool,
    },
    /// BLEU of the whole corpus.
    Bleu,
    /// chrF of the whole corpus.
    Chrf,
    /// Mean ROUGE-L.
    RougeL,
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Precision => f.write_str("P"),
            Self::Recall => f.write_str("R"),
            Self::F1 => f.write_str("F1"),
            Self::F1AtLayer { layer, idf: false } => write!(f, "F1 layer {layer}"),
            Self::F1AtLayer { layer, idf: true } => write!(f, "F1 layer {layer} IDF"),
            Self::Bleu => f.write_str("BLEU"),
            Self::Chrf => f.write_str("chrF"),
            Self::RougeL => f.write_str("ROUGE-L"),
        }
    }
}

impl Measure {
    /// P, R and F1 with the settings of the run.
    pub const MAIN: [Self; 3] = [Self::Precision, Self::Recall, Self::F1];

    /// Word overlap, for which no model is needed.
    pub const OVERLAP: [Self; 3] = [Self::Bleu, Self::Chrf, Self::RougeL];

    /// The decimals with which it is printed: BLEU and chrF go up to 100.
    pub fn decimals(self) -> usize {
        match self {
            Self::Bleu | Self::Chrf => 2,
            Self::Precision | Self::Recall | Self::F1 | Self::F1AtLayer { .. } | Self::RougeL => 5,
        }
    }

    /// Whether a difference of two values is above 0, below it, or prints as 0, so that the values count as equal. Wins,
    /// ties, reversed orders and whatever is said of a difference follow this rule.
    pub fn direction(self, difference: f64) -> Ordering {
        direction(difference, self.decimals())
    }

    /// Whether it is P, R or F1 with the settings of the run.
    pub fn is_main(self) -> bool {
        Self::MAIN.contains(&self)
    }
}

/// The same for a difference that is printed with so many decimals.
pub(crate) fn direction(difference: f64, decimals: usize) -> Ordering {
    let least = 5.0 / 10f64.powi(decimals as i32 + 1);
    if difference.abs() < least {
        Ordering::Equal
    } else {
        difference.total_cmp(&0.0)
    }
}
