//! Scores an analysis again, at other layers or with other weights. The result always equals that of
//! [`Analyzer::analyze`] with those settings.

use rayon::prelude::*;

use crate::pairing::Pairing;
use crate::score_pair::{ComparedTexts, score_pair};
use crate::{Analysis, Analyzer, Idf, Settings};
use bertscope_encoder::Layer;
use bertscope_metric::Pair;
use bertscope_models::ModelError;

impl Analyzer {
    /// Maps the analyses at layers 0 to `last` with `each`, with one pass of the model, or none if these layers
    /// are cached. `each` runs on all cores.
    ///
    /// # Errors
    /// [`ModelError`] when a text cannot be encoded.
    pub fn map_layers<T: Send>(
        &mut self,
        analysis: &Analysis,
        last: Layer,
        each: impl Fn(Analysis) -> T + Sync,
    ) -> Result<Vec<T>, ModelError> {
        let [candidate, reference] = &self.embeddings.get_up_to(&analysis.texts(), last)?;
        let scoring = &self.scoring;
        (0..=last.0)
            .into_par_iter()
            .map(|layer| {
                let layer = Layer(layer);
                let mut compared = ComparedTexts::from_analysis(analysis);
                // The analysis has the matrix of its own layer.
                if layer != analysis.layer {
                    let pairing = Pairing::compare(layer, candidate, reference)?;
                    compared.layer = layer;
                    compared.similarity = pairing.similarity;
                    compared.matches = pairing.matches;
                }
                let settings = Settings {
                    layer,
                    ..analysis.settings
                };
                // Weights are the same at every layer.
                let idf = analysis.idf.clone();
                score_pair(compared, settings, idf, scoring.baseline(layer)).map(&each)
            })
            .collect()
    }

    /// The same matrix with other weights. [`Idf::References`] counts over the reference alone, unless the analysis has
    /// document frequencies over more of them.
    ///
    /// # Errors
    /// [`ModelError::Metric`] if no weight is given for a token.
    pub fn reweight(&self, analysis: &Analysis, idf: Idf) -> Result<Analysis, ModelError> {
        let texts = Pair {
            reference: &*analysis.reference.tokenized,
            candidate: &*analysis.candidate.tokenized,
        };
        let source = match &analysis.idf {
            Some(source) if idf == analysis.settings.idf => Some(source.clone()),
            _ => self.scoring.idf_source(idf, texts, None),
        };
        let settings = Settings {
            idf,
            ..analysis.settings
        };
        let rescaled = analysis.rescaled.as_ref();
        let baseline = rescaled.map(|rescaled| rescaled.baseline.clone());
        let compared = ComparedTexts::from_analysis(analysis);
        score_pair(compared, settings, source, baseline)
    }
}
