//! The measures that systems are compared by: P, R, F1, F1 with other settings, and word overlap.

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
        /// The layer.
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

    /// Whether it is P, R or F1 with the settings of the run.
    pub fn is_main(self) -> bool {
        Self::MAIN.contains(&self)
    }
}
