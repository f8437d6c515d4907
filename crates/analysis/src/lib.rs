//! Floor 3: a pair of texts and settings → everything there is to see about its score.
//!
//! One [`Analysis`] feeds every panel of the screen and every report, so that they can not disagree.

pub mod analyzer;
pub mod conclusion;
pub mod cosine;
pub mod elsewhere;
pub mod embedded;
pub mod many;
pub mod note;
pub mod otherwise;
pub mod scorer;
pub mod scoring;
pub mod settings;
pub mod signature;
pub mod variants;

use std::sync::Arc;

use bertscope_encoder::{Layer, TokenizedText};
use bertscope_metric::{BaselineRow, DocumentFrequencies, GreedyMatches, Match, Score, Similarity, Weights};
use bertscope_models::{BaselineSource, Identity};

pub use analyzer::Analyzer;
pub use cosine::Cosine;
pub use many::{Job, Wanted};
pub use note::Note;
pub use scorer::Scorer;
pub use settings::{Idf, Settings, Side};
pub use variants::Variant;

/// One text of the pair, with the weight of each of its tokens.
#[derive(Debug, Clone, PartialEq)]
pub struct WeighedText {
    /// The text and its tokens, special ones included.
    pub tokenized: Arc<TokenizedText>,
    /// One weight for each token.
    pub weights: Weights,
}

/// How an IDF weight came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdfSource {
    /// Where the texts are from.
    pub name: String,
    /// N, how many texts there were.
    pub documents: u64,
    /// N and df of the tokens of the pair.
    pub frequencies: DocumentFrequencies,
}

/// A score after rescaling, and with what.
#[derive(Debug, Clone, PartialEq)]
pub struct Rescaled {
    /// P, R and F1, each stretched with its own baseline.
    pub score: Score,
    /// The baseline row of the layer.
    pub baseline: BaselineRow,
    /// Name of the table that the row stands in.
    pub table: String,
    /// Where that table came from.
    pub source: BaselineSource,
    /// The language of a published one.
    pub language: Option<String>,
}

/// A pair, scored, with all that led to the score.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// The model.
    pub model: Arc<Identity>,
    /// What was asked for.
    pub settings: Settings,
    /// The candidate: the rows of the matrix.
    pub candidate: WeighedText,
    /// The reference: the columns of the matrix.
    pub reference: WeighedText,
    /// Layer whose hidden states were compared.
    pub layer: Layer,
    /// Cosines, candidate × reference, special tokens included, never rescaled.
    pub similarity: Arc<Similarity>,
    /// Each token's best partner, both ways.
    pub matches: GreedyMatches,
    /// The score before rescaling.
    pub raw: Score,
    /// The score after rescaling, whenever there is a baseline for the layer, so that both can stand side by side.
    pub rescaled: Option<Rescaled>,
    /// Where the IDF weights are from, when they are on.
    pub idf: Option<IdfSource>,
    /// What a reader must know to read the numbers right.
    pub notes: Vec<Note>,
    /// What makes the numbers reproducible, in `bert_score`'s form.
    pub signature: String,
}

impl Analysis {
    /// What the numbers that were asked for are rescaled with; `None` when they are raw.
    #[must_use]
    pub fn rescaling(&self) -> Option<&Rescaled> {
        self.rescaled.as_ref().filter(|_| self.settings.rescale)
    }

    /// The score that was asked for: rescaled if so, otherwise raw.
    #[must_use]
    pub fn score(&self) -> Score {
        self.rescaling().map_or(self.raw, |r| r.score)
    }

    /// A cell of the matrix as the picture shows it: rescaled with the F1 baseline when the score is.
    #[must_use]
    pub fn cell(&self, candidate: usize, reference: usize) -> f32 {
        self.shown(self.similarity.get(candidate, reference))
    }

    /// A similarity as the picture shows it.
    #[must_use]
    pub fn shown(&self, similarity: f32) -> f32 {
        self.rescaling().map_or(similarity, |r| r.baseline.rescale_cell(similarity))
    }

    /// One side of the pair.
    #[must_use]
    pub fn side(&self, side: Side) -> &WeighedText {
        match side {
            Side::Reference => &self.reference,
            Side::Candidate => &self.candidate,
        }
    }

    /// The best partner of each token of a side.
    #[must_use]
    pub fn matches_of(&self, side: Side) -> &[Match] {
        match side {
            Side::Reference => &self.matches.reference,
            Side::Candidate => &self.matches.candidate,
        }
    }

    /// Σ w·s over a side's tokens, the numerator of its mean.
    #[must_use]
    pub fn weighted_sum(&self, side: Side) -> f64 {
        self.side(side).weights.weighted_sum(self.matches_of(side))
    }

    /// The mean of a side before rescaling: P of the candidate, R of the reference.
    #[must_use]
    pub fn mean_of(&self, side: Side) -> Option<f64> {
        match side {
            Side::Reference => self.raw.recall,
            Side::Candidate => self.raw.precision,
        }
    }

    /// The words of a side whose best partner is a special token, each with that partner.
    pub fn words_to_special(&self, side: Side) -> impl Iterator<Item = (usize, &Match)> {
        let (own, others) = (&self.side(side).tokenized.tokens, &self.side(side.other()).tokenized.tokens);
        let matches = self.matches_of(side).iter().enumerate();
        matches.filter(|(i, found)| !own[*i].special && others[found.token].special)
    }
}
