//! The explanations that are available for a score, one panel each.

/// A topic: one of the explanations of a score.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
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
    /// All of them as declared, in the order in which the inspector shows them, with their names for `--explain` and the
    /// titles of their panels.
    pub const ALL: [(Self, &'static str, &'static str); 13] = [
        (Self::Matches, "matches", "Matches"),
        (Self::Ledger, "ledger", "Why not 1.0?"),
        (Self::Drop, "drop", "What if I drop it?"),
        (Self::Edit, "edit", "What did my edit do?"),
        (Self::Compare, "compare", "Side by side"),
        (Self::Layers, "layers", "Every layer"),
        (Self::Idf, "idf", "IDF weights"),
        (Self::Ruler, "ruler", "Ruler"),
        (Self::Lenses, "lenses", "Lenses"),
        (Self::Overlap, "overlap", "What would BLEU say?"),
        (Self::Kinds, "kinds", "Differences in kind"),
        (Self::Sentences, "sentences", "Sentence by sentence"),
        (Self::Pooled, "pooled", "The sentence vector"),
    ];

    /// Its name for `--explain`.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The title of its panel.
    pub fn title(self) -> &'static str {
        Self::ALL[self as usize].2
    }

    /// The next topic, or the previous one; the last is followed by the first.
    #[must_use]
    pub fn next(self, forward: bool) -> Self {
        let step = if forward { 1 } else { Self::ALL.len() - 1 };
        Self::ALL[(self as usize + step) % Self::ALL.len()].0
    }
}
