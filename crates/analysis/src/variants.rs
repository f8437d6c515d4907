//! Scores variants of a pair: with one text replaced, or with other settings.

use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::pairing::Pairing;
use crate::{Analysis, Analyzer, Settings, Side};
use bertscope_encoder::{Conventions, KeptLayers, Layer};
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
        let embedded = self.embeddings.embed(&texts, KeptLayers::Only(layer));
        let scoring = &self.scoring;
        let score = |(variant, embedded): (&Variant<'_>, Result<_, ModelError>)| {
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
            let pairing = Pairing {
                refusal,
                ..Pairing::compare(layer, candidate, reference).ok()?
            };
            scoring
                .analyze(pairing, analysis.settings, references)
                .ok()
                .map(|analysis| each(&analysis))
        };
        Ok(variants.par_iter().zip(embedded).map(score).collect())
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
        let most = Layer(self.model().encoder.layer_count());
        let layers: BTreeSet<Layer> = settings
            .iter()
            .map(|settings| settings.layer.min(most))
            .collect();
        let layers: Vec<Layer> = layers.into_iter().collect();
        let asked = settings
            .first()
            .map_or_else(Conventions::default, |first| first.conventions);
        let (conventions, refusal) = self.scoring.resolve(asked, texts);
        let [candidate, reference] = &self.embeddings.get_up_to(
            &[
                (conventions, texts.candidate),
                (conventions, texts.reference),
            ],
            most,
        )?;
        let compare = |layer: &Layer| -> Result<_, ModelError> {
            Ok(Pairing {
                refusal: refusal.clone(),
                ..Pairing::compare(*layer, candidate, reference)?
            })
        };
        let pairings = layers.par_iter().map(compare);
        let pairings = pairings.collect::<Result<Vec<_>, _>>()?;
        let analyses = settings.iter().map(|settings| {
            let layer = settings.layer.min(most);
            let at = layers.partition_point(|known| *known < layer);
            self.scoring.analyze(
                pairings[at].clone(),
                Settings { layer, ..*settings },
                references,
            )
        });
        analyses.collect()
    }

    /// Whether there is a table of document frequencies.
    pub fn has_frequencies(&self) -> bool {
        self.scoring.table().is_some()
    }
}
