//! A question about a score: its topic, what it compares with, and how the answer arrives.

use std::ops::ControlFlow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use super::kept::KeptTexts;
use bertscope_analysis::Analysis;
use bertscope_metric::DocumentFrequencies;

/// A topic: one of the explanations of a score, one panel each.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Default,
    Serialize,
    Deserialize,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Topic {
    /// The matches, and other alignments.
    #[default]
    Matches,
    /// Each token's share of the score, and its cost.
    Ledger,
    /// What the score would be without each token and word.
    Drop,
    /// What the last edit changed, and where.
    Edit,
    /// Several candidates, or several references.
    Compare,
    /// The score at every layer.
    Layers,
    /// The weight of each token, and its source.
    Idf,
    /// The score among those of random pairs and human-judged pairs.
    Ruler,
    /// The scores of other programs and conventions.
    Lenses,
    /// BLEU, chrF and ROUGE beside BERTScore.
    Overlap,
    /// Numbers, negation, modality, names, units and dates that differ.
    Kinds,
    /// What each sentence costs, and what covers it best.
    Sentences,
    /// The cosine of the sentence vectors, as a sum over pairs of tokens.
    Pooled,
}

impl Topic {
    /// All of them as declared, in the order in which the inspector shows them.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Its name for `--explain`.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// The title of its panel.
    pub fn title(self) -> &'static str {
        match self {
            Self::Matches => "Matches",
            Self::Ledger => "Why not 1.0?",
            Self::Drop => "What if I drop it?",
            Self::Edit => "What did my edit do?",
            Self::Compare => "Side by side",
            Self::Layers => "Every layer",
            Self::Idf => "IDF weights",
            Self::Ruler => "Ruler",
            Self::Lenses => "Lenses",
            Self::Overlap => "What would BLEU say?",
            Self::Kinds => "Words to look at",
            Self::Sentences => "Sentence by sentence",
            Self::Pooled => "The sentence vector",
        }
    }

    /// The next topic, or the previous one; the last is followed by the first.
    #[must_use]
    pub fn next(self, forward: bool) -> Self {
        let step = if forward { 1 } else { Self::ALL.len() - 1 };
        Self::ALL[(self as usize + step) % Self::ALL.len()]
    }
}

/// A question about the pair on screen.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Question {
    /// The explanation that is requested.
    pub topic: Topic,
    /// The pair as it was before the current edit.
    pub before: Option<Arc<Analysis>>,
    /// Kept candidates, to compare with.
    pub candidates: KeptTexts,
    /// Kept references, to compare with.
    pub references: KeptTexts,
    /// The document frequencies of [`Idf::References`](bertscope_analysis::Idf::References) over more references than those
    /// of the pair; `None` counts over each reference alone.
    pub frequencies: Option<DocumentFrequencies>,
}

impl Question {
    /// A question about the pair alone.
    pub fn new(topic: Topic) -> Self {
        Self {
            topic,
            ..Self::default()
        }
    }
}

/// Callback for partial answers; each replaces the previous one. Return `Break` to cancel the rest.
pub type OnPartial<'a, T> = dyn FnMut(T) -> ControlFlow<()> + 'a;
