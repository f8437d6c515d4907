//! From two embedded texts to an [`Analysis`]: the metric, with `bert_score`'s conventions. Nothing is remembered, so many
//! pairs can be scored side by side.

use std::sync::Arc;

use super::embedded::Embedded;
use super::signature::signature;
use super::{Analysis, Idf, IdfSource, Note, Rescaled, Settings, Side, WeighedText};
use crate::encoder::{Layer, TokenizedText};
use crate::metric::{DocumentFrequencies, GreedyMatches, Score, Similarity, Undefined, Weights};
use crate::models::{BaselineTable, FrequencyTable, Model, ModelError};

/// Tokens of a text that has none of its own: `bert_score` takes exactly two for "empty", whatever they are.
const EMPTY: usize = 2;

/// A model and the figures that its scores are made with.
#[derive(Clone)]
pub struct Scoring {
    /// The model.
    pub model: Arc<Model>,
    /// Document frequencies for [`Idf::Table`].
    pub frequencies: Option<Arc<FrequencyTable>>,
    /// What scores are rescaled with.
    pub baselines: Option<Arc<BaselineTable>>,
}

/// Two embedded texts and what they have in common at a layer.
#[derive(Clone)]
pub struct Compared {
    /// The rows.
    pub candidate: Arc<Embedded>,
    /// The columns.
    pub reference: Arc<Embedded>,
    /// Cosines.
    pub similarity: Arc<Similarity>,
    /// Each token's best partner.
    pub matches: GreedyMatches,
    /// The layer.
    pub layer: Layer,
}

impl Compared {
    /// Compares two texts at a layer.
    ///
    /// # Errors
    /// [`ModelError::Metric`] when the model overflowed.
    pub fn at(layer: Layer, candidate: &Arc<Embedded>, reference: &Arc<Embedded>) -> Result<Self, ModelError> {
        let cosines = Similarity::cosine(candidate.hidden.at(layer)?, reference.hidden.at(layer)?)?;
        Ok(Self {
            candidate: Arc::clone(candidate),
            reference: Arc::clone(reference),
            matches: GreedyMatches::of(&cosines),
            similarity: Arc::new(cosines),
            layer,
        })
    }
}

impl Scoring {
    /// With the figures that came with a model.
    #[must_use]
    pub fn new(model: Arc<Model>) -> Self {
        Self {
            frequencies: model.frequencies.clone().map(Arc::new),
            baselines: model.baselines.clone().map(Arc::new),
            model,
        }
    }

    /// Scores a pair. `references` is what [`Idf::References`] stands for; without it that is the reference alone.
    ///
    /// # Errors
    /// [`ModelError::Metric`] for weights that can not be.
    pub fn analyze(
        &self,
        compared: Compared,
        settings: Settings,
        references: Option<&DocumentFrequencies>,
    ) -> Result<Analysis, ModelError> {
        let Compared { candidate, reference, similarity, matches, layer } = compared;
        let mut notes = Vec::new();
        let counted;
        let (frequencies, idf) = match settings.idf {
            Idf::Off => (None, None),
            Idf::Table => match &self.frequencies {
                Some(table) => (Some(&table.frequencies), Some(table.source.clone())),
                None => {
                    notes.push(Note::NoFrequencies);
                    (None, None)
                }
            },
            Idf::References => {
                counted = DocumentFrequencies::count([reference.tokenized.ids()]);
                let name = if references.is_some() { "the references" } else { "this reference" };
                (Some(references.unwrap_or(&counted)), Some(name.to_owned()))
            }
        };
        let candidate = weigh(&candidate.tokenized, frequencies)?;
        let reference = weigh(&reference.tokenized, frequencies)?;
        let idf = frequencies.zip(idf).map(|(table, name)| IdfSource { name, documents: table.documents() });

        let raw = raw_score(&candidate, &reference, &matches, idf.as_ref(), &mut notes)?;
        let baseline = self.baselines.as_ref().and_then(|t| Some((t.row(layer)?, t)));
        let rescaled = baseline.map(|(row, table)| Rescaled {
            score: raw.rescaled(&row),
            baseline: row,
            table: table.name.clone(),
        });
        if settings.rescale && rescaled.is_none() {
            notes.push(Note::NoBaseline { model: self.model.name.clone(), layer });
        }
        let rescaled_with = baseline.filter(|_| settings.rescale).map(|(_, table)| table.source);
        Ok(Analysis {
            settings,
            signature: signature(&self.model.name, layer, idf.is_some(), rescaled_with),
            candidate,
            reference,
            layer,
            similarity,
            matches,
            raw,
            rescaled,
            idf,
            notes,
        })
    }
}

fn weigh(tokenized: &Arc<TokenizedText>, frequencies: Option<&DocumentFrequencies>) -> Result<WeighedText, ModelError> {
    let weights = match frequencies {
        Some(table) => table.weights(tokenized.tokens.iter().map(|t| t.id))?,
        None => Weights::without_special(tokenized.tokens.iter().map(|t| t.weightless)),
    };
    Ok(WeighedText { tokenized: Arc::clone(tokenized), weights })
}

/// The score before rescaling, with `bert_score`'s conventions for empty and weightless sides.
fn raw_score(
    candidate: &WeighedText,
    reference: &WeighedText,
    matches: &GreedyMatches,
    idf: Option<&IdfSource>,
    notes: &mut Vec<Note>,
) -> Result<Score, ModelError> {
    let sides = [(Side::Reference, reference), (Side::Candidate, candidate)];
    for (side, weighed) in sides {
        if let Some(cut) = weighed.tokenized.truncated {
            notes.push(Note::Truncated { side, cut });
        }
    }
    let empty = |weighed: &WeighedText| weighed.tokenized.tokens.len() == EMPTY;
    if sides.iter().any(|(_, weighed)| empty(weighed)) {
        notes.extend(sides.iter().filter(|(_, weighed)| empty(weighed)).map(|(side, weighed)| {
            if weighed.tokenized.words() == 0 { Note::Empty(*side) } else { Note::TwoTokens(*side) }
        }));
        // F1 is computed before the convention is applied; it is 0 where the weights are, and only T5's are not.
        let f1 = Score::of_matches(matches, &candidate.weights, &reference.weights)?.f1;
        return Ok(Score { f1, ..Score::ZERO });
    }
    let score = Score::of_matches(matches, &candidate.weights, &reference.weights)?;
    let documents = idf.map_or(0, |source| source.documents);
    notes.extend(score.undefined().into_iter().map(|undefined| Note::NoWeight {
        side: match undefined {
            Undefined::CandidateWeights => Side::Candidate,
            Undefined::ReferenceWeights => Side::Reference,
        },
        documents,
    }));
    Ok(score)
}
