//! From two embedded texts to an [`Analysis`], with the figures that somebody chose. Nothing is remembered, so many pairs
//! can be scored side by side.

use std::sync::Arc;

use super::conclusion::{Baseline, Compared, conclude};
use super::embedded::Embedded;
use super::{Analysis, Idf, Settings};
use bertscope_encoder::Layer;
use bertscope_metric::{DocumentFrequencies, GreedyMatches, Similarity};
use bertscope_models::{BaselineTable, Distribution, FrequencyTable, Identity, Model, ModelError};

/// A model and the figures that its scores are made with.
#[derive(Clone)]
pub struct Scoring {
    /// The model.
    pub model: Arc<Model>,
    /// What is said of it.
    pub identity: Arc<Identity>,
    /// Document frequencies for [`Idf::Table`], in place of the model's own.
    pub frequencies: Option<Arc<FrequencyTable>>,
    /// What scores are rescaled with.
    pub baselines: Option<Arc<BaselineTable>>,
    /// How scores are spread, where that is known and not bundled.
    pub distribution: Option<Arc<Distribution>>,
}

/// Two embedded texts and what they have in common at a layer.
#[derive(Clone)]
pub struct Pairing {
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

impl Pairing {
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
            identity: Arc::new(Identity::of(&model)),
            frequencies: None,
            baselines: model.baselines.clone().map(Arc::new),
            distribution: None,
            model,
        }
    }

    /// The table that [`Idf::Table`] stands for.
    #[must_use]
    pub fn table(&self) -> Option<&FrequencyTable> {
        self.frequencies.as_deref().or_else(|| self.model.frequencies.as_deref())
    }

    /// What scores at a layer are rescaled with.
    #[must_use]
    pub fn baseline(&self, layer: Layer) -> Option<Baseline> {
        let table = self.baselines.as_ref()?;
        let (source, language) = (table.source, table.language.clone());
        Some(Baseline { row: table.row(layer)?, table: table.name.clone(), source, language })
    }

    /// Scores a pair. `references` is what [`Idf::References`] stands for; without it that is the reference alone.
    ///
    /// # Errors
    /// [`ModelError::Metric`] for weights that can not be.
    pub fn analyze(
        &self,
        pairing: Pairing,
        settings: Settings,
        references: Option<&DocumentFrequencies>,
    ) -> Result<Analysis, ModelError> {
        let Pairing { candidate, reference, similarity, matches, layer } = pairing;
        let counted;
        let frequencies = match settings.idf {
            Idf::Off => None,
            Idf::Table => self.table().map(|table| (&table.frequencies, table.source.clone())),
            Idf::References => {
                counted = DocumentFrequencies::count([reference.tokenized.ids()]);
                let name = if references.is_some() { "the references" } else { "this reference" };
                Some((references.unwrap_or(&counted), name.to_owned()))
            }
        };
        let baseline = self.baseline(layer);
        let compared = Compared {
            model: Arc::clone(&self.identity),
            layer,
            candidate: Arc::clone(&candidate.tokenized),
            reference: Arc::clone(&reference.tokenized),
            similarity,
            matches,
        };
        conclude(compared, settings, frequencies, baseline)
    }
}
