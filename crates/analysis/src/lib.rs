//! Scores a pair of texts, with everything that led to the score: tokens, matrix, matches, weights, notes.
//!
//! One [`Analysis`] feeds every panel and every report, so that they cannot disagree. [`Scorer`] is the simple
//! entry point; [`Analyzer`] has every setting.

#![warn(missing_docs)]

mod all_pairs;
mod analyzer;
mod bulk;
mod cosine;
pub mod embeddings;
pub mod empty;
mod html_entities;
mod note;
pub mod pairing;
mod rematch;
pub mod rescaling;
mod rescore;
pub mod score_pair;
mod score_request;
mod scorer;
mod scoring;
mod settings;
mod settings_request;
mod signature;
mod unknown_language;
mod unknown_tokens;
mod variants;

use std::sync::Arc;

use embeddings::ProgramText;

pub use bertscope_encoder::{Conventions, LongTexts, Program};
use bertscope_encoder::{Layer, TokenizedText};
use bertscope_kinds::WordList;
use bertscope_metric::{GreedyMatches, Match, Score, Similarity, TokenWeights, Weights};
use bertscope_models::ModelIdentity;

pub use all_pairs::ListedText;
pub use analyzer::Analyzer;
pub use bulk::{BulkPair, BulkSettings};
pub use cosine::{Cosine, PREVIEW_DIMENSIONS};
pub use note::{Note, ReferenceChoice};
pub use rescaling::RescaledScore;
pub use score_request::ScoreRequest;
pub use scorer::Scorer;
pub use scoring::ScoringContext;
pub use settings::{Idf, Settings, Side};
pub use settings_request::SettingsRequest;
pub use signature::VERSION_NOTE;
pub use variants::Variant;

/// One text of the pair, with the weight of each of its tokens.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightedText {
    /// The text and its tokens, special ones included.
    pub tokenized: Arc<TokenizedText>,
    /// One weight for each token.
    pub weights: Weights,
}

/// The source of IDF weights: a corpus, or a file of weights.
#[derive(Debug, Clone, PartialEq)]
pub struct IdfSource {
    /// Its name.
    pub name: String,
    /// The weights of the tokens of the pair, with N and df if they were counted.
    pub weights: TokenWeights,
}

impl IdfSource {
    /// N, the number of texts; `None` for given weights.
    pub fn document_count(&self) -> Option<u64> {
        self.weights
            .counted()
            .map(bertscope_metric::DocumentFrequencies::document_count)
    }
}

/// A scored pair, with everything that the score was computed from.
#[derive(Debug, Clone, PartialEq)]
pub struct Analysis {
    /// The model.
    pub model: Arc<ModelIdentity>,
    /// The settings of the score.
    pub settings: Settings,
    /// The candidate: the rows of the matrix.
    pub candidate: WeightedText,
    /// The reference: the columns of the matrix.
    pub reference: WeightedText,
    /// Layer whose hidden states were compared.
    pub layer: Layer,
    /// Cosines, candidate × reference, special tokens included, never rescaled.
    pub similarity: Arc<Similarity>,
    /// Each token's best match, in both directions.
    pub matches: GreedyMatches,
    /// The score before rescaling.
    pub raw: Score,
    /// The rescaled score, if the layer has a baseline, even if the settings ask for raw scores.
    pub rescaled: Option<RescaledScore>,
    /// The source of the IDF weights; `None` if IDF is off.
    pub idf: Option<IdfSource>,
    /// The words of the language among which words to look at are found.
    pub kind_words: Arc<WordList>,
    /// Notes that a reader needs in order to interpret the score.
    pub notes: Vec<Note>,
    /// The line that makes the score reproducible, in `bert_score`'s form.
    pub signature: String,
}

impl Analysis {
    /// The conventions that the score follows: those of the settings, or the default ones if their program refuses the
    /// pair.
    pub fn conventions(&self) -> Conventions {
        if self.refusal().is_some() {
            Conventions::default()
        } else {
            self.settings.conventions
        }
    }

    /// Why the program of the settings computes no score for the pair, as a sentence.
    pub fn refusal(&self) -> Option<&str> {
        self.notes.iter().find_map(|note| match note {
            Note::Refused(_, reason) => Some(reason.as_str()),
            _ => None,
        })
    }

    /// Which of several references this analysis is of; `None` for a single one.
    pub fn reference_choice(&self) -> Option<ReferenceChoice> {
        self.notes.iter().find_map(|note| match note {
            Note::SeveralReferences(choice) => Some(*choice),
            _ => None,
        })
    }

    /// A note on this score as a sentence: a score that is 0 by convention is another number after rescaling.
    pub fn note_sentence(&self, note: &Note) -> String {
        match note {
            Note::Empty(side) if self.rescaling().is_some() => format!(
                "The {} has no words, so precision, recall and F1 are 0 by convention, before rescaling.",
                side.name()
            ),
            note => note.to_string(),
        }
    }

    /// The texts of the candidate and the reference, with the conventions that they were tokenized by.
    fn texts(&self) -> [ProgramText<&str>; 2] {
        [&self.candidate, &self.reference].map(|side| (self.conventions(), &*side.tokenized.text))
    }

    /// One side of the pair.
    pub fn side(&self, side: Side) -> &WeightedText {
        match side {
            Side::Reference => &self.reference,
            Side::Candidate => &self.candidate,
        }
    }

    /// The best match of each token of a side.
    pub fn matches_of(&self, side: Side) -> &[Match] {
        match side {
            Side::Reference => &self.matches.reference,
            Side::Candidate => &self.matches.candidate,
        }
    }

    /// Σ w·s over a side's tokens, the numerator of its mean.
    pub fn weighted_sum(&self, side: Side) -> f64 {
        self.side(side).weights.weighted_sum(self.matches_of(side))
    }

    /// Σ w·s and Σ w over a side's tokens, whose quotient is its mean.
    pub fn sums(&self, side: Side) -> (f64, f64) {
        (self.weighted_sum(side), self.side(side).weights.sum())
    }

    /// The mean of a side before rescaling: P of the candidate, R of the reference.
    pub fn mean_of(&self, side: Side) -> Option<f64> {
        match side {
            Side::Reference => self.raw.recall,
            Side::Candidate => self.raw.precision,
        }
    }

    /// Whether a text counts as empty ([`empty`]), so that the score is not computed from its tokens.
    pub fn has_empty_side(&self) -> bool {
        self.notes.iter().any(Note::is_about_empty_text)
    }

    /// The non-special tokens of a side whose best match is a special token, each with that match.
    pub fn matched_to_special(&self, side: Side) -> impl Iterator<Item = (usize, &Match)> {
        let tokens = &self.side(side).tokenized.tokens;
        let others = &self.side(side.other()).tokenized.tokens;
        let matches = self.matches_of(side).iter().enumerate();
        matches.filter(|(i, found)| !tokens[*i].special && others[found.token].special)
    }
}
