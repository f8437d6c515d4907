//! Computes an [`Analysis`] of two compared texts with the tables in use. Nothing is cached, so many pairs can be scored in
//! parallel.

use std::sync::Arc;

use crate::pairing::Pairing;
use crate::rescaling::Baseline;
use crate::score_pair::{ComparedTexts, score_pair};
use crate::{Analysis, Idf, IdfSource, Settings};
use bertscope_encoder::{Conventions, Layer, TokenizedText};
use bertscope_kinds::WordList;
use bertscope_metric::{DocumentFrequencies, Pair, TokenWeights};
use bertscope_models::{
    BaselineTable, Distribution, FrequencyTable, Model, ModelError, ModelIdentity,
};

/// A model and the tables that its scores are computed with.
#[derive(Clone)]
pub struct ScoringContext {
    /// The model.
    pub model: Arc<Model>,
    /// Its name, revision and checksums.
    pub identity: Arc<ModelIdentity>,
    /// Document frequencies for [`Idf::Table`], instead of the model's own.
    pub frequencies: Option<Arc<FrequencyTable>>,
    /// Baselines for rescaling.
    pub baselines: Option<Arc<BaselineTable>>,
    /// The distribution of scores, if it is not the bundled one.
    pub distribution: Option<Arc<Distribution>>,
    /// The words of the language among which words to look at are found.
    pub kind_words: Arc<WordList>,
}

impl ScoringContext {
    /// A model with its own tables.
    pub fn new(model: Arc<Model>) -> Self {
        Self {
            identity: Arc::new(ModelIdentity::from_model(&model)),
            frequencies: None,
            baselines: model.baselines.clone().map(Arc::new),
            distribution: None,
            kind_words: WordList::english(),
            model,
        }
    }

    /// The table for [`Idf::Table`].
    pub fn table(&self) -> Option<&FrequencyTable> {
        self.frequencies
            .as_deref()
            .or_else(|| self.model.frequencies.as_deref())
    }

    /// The baseline of a layer; `None` if there is none.
    pub fn baseline(&self, layer: Layer) -> Option<Baseline> {
        let table = self.baselines.as_ref()?;
        Some(Baseline {
            row: table.row(layer)?,
            table: table.name.clone(),
            source: table.source,
            language: table.language.clone(),
        })
    }

    /// The conventions that a pair is scored with: the default ones if the program refuses the pair, with the reason.
    pub fn resolve(
        &self,
        conventions: Conventions,
        texts: Pair<&str>,
    ) -> (Conventions, Option<String>) {
        match self.model.refusal(conventions, texts) {
            None => (conventions, None),
            refusal => (Conventions::default(), refusal),
        }
    }

    /// Scores a pair. `references` are the document frequencies of [`Idf::References`]; without them, those of the reference
    /// alone.
    ///
    /// # Errors
    /// [`ModelError::Metric`] if the weights are invalid, or a token has none.
    pub fn analyze(
        &self,
        pairing: Pairing,
        settings: Settings,
        references: Option<&DocumentFrequencies>,
    ) -> Result<Analysis, ModelError> {
        let texts = Pair {
            reference: &*pairing.reference.tokenized,
            candidate: &*pairing.candidate.tokenized,
        };
        let idf = self.idf_source(settings.idf, texts, references);
        let baseline = self.baseline(pairing.layer);
        let compared = ComparedTexts {
            model: Arc::clone(&self.identity),
            layer: pairing.layer,
            candidate: Arc::clone(&pairing.candidate.tokenized),
            reference: Arc::clone(&pairing.reference.tokenized),
            similarity: pairing.similarity,
            matches: pairing.matches,
            refusal: pairing.refusal,
            kind_words: Arc::clone(&self.kind_words),
        };
        score_pair(compared, settings, idf, baseline)
    }

    /// The weights of the tokens of a reference and a candidate; `references` as in [`Self::analyze`].
    pub(super) fn idf_source(
        &self,
        idf: Idf,
        texts: Pair<&TokenizedText>,
        references: Option<&DocumentFrequencies>,
    ) -> Option<IdfSource> {
        // A table has weights for a whole vocabulary; the analysis keeps those of its own tokens.
        let ids = [texts.reference, texts.candidate]
            .into_iter()
            .flat_map(TokenizedText::ids);
        let (name, weights) = match (idf, references) {
            (Idf::Off, _) => return None,
            (Idf::Table, _) => {
                let table = self.table()?;
                (table.source.as_str(), table.weights.restricted(ids))
            }
            (Idf::References, Some(all)) => {
                let counted = TokenWeights::Counted(all.restricted(ids));
                ("the references", counted)
            }
            (Idf::References, None) => {
                let counted = DocumentFrequencies::count([texts.reference.ids()]);
                let counted = TokenWeights::Counted(counted.restricted(ids));
                ("this reference", counted)
            }
        };
        Some(IdfSource {
            name: name.to_owned(),
            weights,
        })
    }
}
