//! The way from texts to an [`Analysis`], with everything cached that can be.

use std::sync::Arc;

use super::embedded::{Embedded, Embeddings};
use super::signature::signature;
use super::{Analysis, Idf, IdfSource, Note, Rescaled, Settings, Side, WeighedText};
use crate::encoder::{Layer, TokenizedText};
use crate::metric::{DocumentFrequencies, GreedyMatches, Score, Similarity, Undefined, Weights};
use crate::models::{BaselineTable, FrequencyTable, Model, ModelError};

/// Tokens of a text that has none of its own: `bert_score` takes exactly two for "empty", whatever they are.
const EMPTY: usize = 2;

/// Scores pairs with one model.
pub struct Analyzer {
    model: Arc<Model>,
    embeddings: Embeddings,
    frequencies: Option<Arc<FrequencyTable>>,
    baselines: Option<Arc<BaselineTable>>,
    /// The matrix of the last pair, so that only a change of text or layer computes it anew.
    last: Option<LastMatrix>,
}

struct LastMatrix {
    candidate: Arc<Embedded>,
    reference: Arc<Embedded>,
    layer: Layer,
    similarity: Arc<Similarity>,
    matches: GreedyMatches,
}

impl Analyzer {
    /// Scores with `model` and the figures that came with it.
    #[must_use]
    pub fn new(model: Arc<Model>) -> Self {
        Self {
            embeddings: Embeddings::new(Arc::clone(&model)),
            frequencies: model.frequencies.clone().map(Arc::new),
            baselines: model.baselines.clone().map(Arc::new),
            last: None,
            model,
        }
    }

    /// Weighs by another table of document frequencies.
    #[must_use]
    pub fn with_frequencies(mut self, table: FrequencyTable) -> Self {
        self.frequencies = Some(Arc::new(table));
        self
    }

    /// Rescales with another table of baselines.
    #[must_use]
    pub fn with_baselines(mut self, table: BaselineTable) -> Self {
        self.baselines = Some(Arc::new(table));
        self
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Embeds texts ahead of time up to a layer, many in one pass.
    ///
    /// # Errors
    /// [`ModelError`] when the tokenizer or the model refuses a text.
    pub fn prepare(&mut self, texts: &[&str], layer: Layer) -> Result<(), ModelError> {
        self.embeddings.get(texts, layer).map(|_| ())
    }

    /// Scores one candidate against one reference. [`Idf::References`] counts over that reference alone.
    ///
    /// # Errors
    /// [`ModelError`] when the tokenizer or the model refuses a text.
    pub fn analyze(&mut self, reference: &str, candidate: &str, settings: Settings) -> Result<Analysis, ModelError> {
        self.analyze_among(reference, candidate, settings, None)
    }

    /// Like [`Self::analyze`], with the frequencies that [`Idf::References`] stands for, counted before.
    ///
    /// # Errors
    /// As [`Self::analyze`].
    pub fn analyze_among(
        &mut self,
        reference: &str,
        candidate: &str,
        settings: Settings,
        references: Option<&DocumentFrequencies>,
    ) -> Result<Analysis, ModelError> {
        let layer = settings.layer.min(Layer(self.model.encoder.layers()));
        let [candidate, reference] = &self.embeddings.get(&[candidate, reference], layer)?[..] else {
            unreachable!("two texts were asked for");
        };
        let (candidate, reference) = (Arc::clone(candidate), Arc::clone(reference));
        let (similarity, matches) = self.matrix(&candidate, &reference, layer)?;

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

    fn matrix(
        &mut self,
        candidate: &Arc<Embedded>,
        reference: &Arc<Embedded>,
        layer: Layer,
    ) -> Result<(Arc<Similarity>, GreedyMatches), ModelError> {
        if let Some(last) = &self.last
            && Arc::ptr_eq(&last.candidate, candidate)
            && Arc::ptr_eq(&last.reference, reference)
            && last.layer == layer
        {
            return Ok((Arc::clone(&last.similarity), last.matches.clone()));
        }
        let cosines = Similarity::cosine(candidate.hidden.at(layer)?, reference.hidden.at(layer)?)?;
        let similarity = Arc::new(cosines);
        let matches = GreedyMatches::of(&similarity);
        self.last = Some(LastMatrix {
            candidate: Arc::clone(candidate),
            reference: Arc::clone(reference),
            layer,
            similarity: Arc::clone(&similarity),
            matches: matches.clone(),
        });
        Ok((similarity, matches))
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
