//! Scores variants of a pair: with one text replaced, or with other settings.

use rayon::prelude::*;

use crate::embeddings::texts_of;
use crate::pairing::Pairing;
use crate::{Analysis, Analyzer, Settings, Side};
use bertscope_encoder::{KeptLayers, Layer};
use bertscope_metric::{DocumentFrequencies, Pair};
use bertscope_models::ModelError;

/// A text that replaces one side of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variant<'a> {
    /// The side that it replaces.
    pub side: Side,
    /// The text.
    pub text: &'a str,
}

impl Analyzer {
    /// Scores a pair with each variant in turn, at the layer and with the settings of `analysis`, and maps the analyses with
    /// `each`, in order. The variants share passes and are not cached. `None` if a variant cannot be
    /// tokenized or encoded, or if the program refuses the pair with it.
    ///
    /// [`super::Idf::References`] counts over the reference of each pair, which may be the variant, unless `references` has
    /// the document frequencies over more texts, as in [`Self::analyze_with_frequencies`].
    ///
    /// # Errors
    /// [`ModelError`] when one of the pair's own texts cannot be tokenized or encoded.
    pub fn analyze_variants<T: Send>(
        &mut self,
        analysis: &Analysis,
        variants: &[Variant<'_>],
        references: Option<&DocumentFrequencies>,
        each: impl Fn(&Analysis) -> T + Sync,
    ) -> Result<Vec<Option<T>>, ModelError> {
        let layer = analysis.layer;
        let conventions = analysis.conventions();
        let [candidate, reference] = &self.embedded(analysis, layer)?;
        let texts: Vec<_> = variants
            .iter()
            .map(|variant| (conventions, variant.text))
            .collect();
        // Only this layer, which saves most of the memory: nothing else is asked of a variant.
        let embedded = self.embeddings.embed(&texts, KeptLayers::Only(layer));
        let scoring = &self.scoring;
        let scored = variants
            .par_iter()
            .zip(embedded)
            .map(|(variant, embedded)| {
                let embedded = embedded.ok()?;
                let (candidate, reference) = match variant.side {
                    Side::Candidate => (&embedded, reference),
                    Side::Reference => (candidate, &embedded),
                };
                let texts = Pair {
                    reference: &*reference.tokenized.text,
                    candidate: &*candidate.tokenized.text,
                };
                if scoring.model.refusal(conventions, texts).is_some() {
                    return None;
                }
                let refusal = analysis.refusal().map(str::to_owned);
                let pairing = Pairing::compare(layer, candidate, reference).ok()?;
                let pairing = pairing.with_refusal(refusal);
                let variant = scoring
                    .analyze(pairing, analysis.settings, references)
                    .ok()?;
                Some(each(&variant))
            });
        Ok(scored.collect())
    }

    /// Scores a pair of texts under several settings of one program, in their order. Each layer is compared once, and the
    /// texts are cached. `references` as in [`Self::analyze_with_frequencies`].
    ///
    /// # Errors
    /// [`ModelError`] when a text cannot be tokenized or encoded.
    pub fn analyze_with_settings(
        &mut self,
        texts: Pair<&str>,
        settings: &[Settings],
        references: Option<&DocumentFrequencies>,
    ) -> Result<Vec<Analysis>, ModelError> {
        let Some(first) = settings.first() else {
            return Ok(Vec::new());
        };
        let last = Layer(self.model().encoder.layer_count());
        // Settings differ in weights and rescaling too, and neither changes the matrix of a layer.
        let mut layers: Vec<Layer> = settings.iter().map(|each| each.layer.min(last)).collect();
        layers.sort_unstable();
        layers.dedup();
        let (conventions, refusal) = self.scoring.resolve(first.conventions, texts);
        let texts = texts_of(conventions, texts);
        let [candidate, reference] = &self.embeddings.get_up_to(&texts, last)?;
        let pairings: Vec<Pairing> = layers
            .par_iter()
            .map(|layer| {
                let pairing = Pairing::compare(*layer, candidate, reference)?;
                Ok(pairing.with_refusal(refusal.clone()))
            })
            .collect::<Result<_, ModelError>>()?;
        let mut analyses = Vec::with_capacity(settings.len());
        for settings in settings {
            let layer = settings.layer.min(last);
            let index = layers.partition_point(|other| *other < layer);
            let settings = Settings { layer, ..*settings };
            let pairing = pairings[index].clone();
            analyses.push(self.scoring.analyze(pairing, settings, references)?);
        }
        Ok(analyses)
    }

    /// Whether there is a table of document frequencies.
    pub fn has_frequencies(&self) -> bool {
        self.scoring.table().is_some()
    }
}
