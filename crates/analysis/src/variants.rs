//! Variants of a pair: with one of its texts replaced, and under several settings.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::pairing::Pairing;
use super::{Analysis, Analyzer, Settings, Side};
use bertscope_encoder::{Keep, Layer};
use bertscope_metric::DocumentFrequencies;
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
    /// `each`, in order. The variants share passes and are not cached. `None` where the tokenizer or the model refuses a
    /// variant.
    ///
    /// [`super::Idf::References`] counts over the reference of each pair, which may be the variant, unless `references` has
    /// the document frequencies over more texts, as in [`Self::analyze_among`].
    ///
    /// # Errors
    /// [`ModelError`] when the tokenizer or the model refuses one of the pair's own texts.
    pub fn analyze_variants<T: Send>(
        &mut self,
        analysis: &Analysis,
        variants: &[Variant<'_>],
        references: Option<&DocumentFrequencies>,
        each: impl Fn(&Analysis) -> T + Sync,
    ) -> Result<Vec<Option<T>>, ModelError> {
        let layer = analysis.layer;
        let own = [&*analysis.candidate.tokenized.text, &*analysis.reference.tokenized.text];
        let [candidate, reference] = &self.embeddings.get(&own, layer)?[..] else {
            unreachable!("two texts were asked for");
        };
        let texts: Vec<&str> = variants.iter().map(|variant| variant.text).collect();
        let embedded = self.embeddings.embed(&texts, Keep::Only(layer));
        let scoring = &self.scoring;
        let score = |(variant, embedded): (&Variant<'_>, Result<_, ModelError>)| {
            let embedded = embedded.ok()?;
            let (candidate, reference) = match variant.side {
                Side::Candidate => (&embedded, reference),
                Side::Reference => (candidate, &embedded),
            };
            let pairing = Pairing::at(layer, candidate, reference).ok()?;
            scoring.analyze(pairing, analysis.settings, references).ok().map(|analysis| each(&analysis))
        };
        Ok(variants.par_iter().zip(embedded).map(score).collect())
    }

    /// Scores several pairs of reference and candidate under several settings, \[pairs\]\[settings\]. Each text is embedded
    /// once, for all layers up to the last one in `settings`.
    ///
    /// # Errors
    /// [`ModelError`] when the tokenizer or the model refuses a text.
    pub fn analyze_under(
        &mut self,
        pairs: &[(&str, &str)],
        settings: &[Settings],
    ) -> Result<Vec<Vec<Analysis>>, ModelError> {
        let most = Layer(self.model().encoder.layers());
        let layer = |settings: &Settings| settings.layer.min(most);
        let last = settings.iter().map(layer).max().unwrap_or(Layer(0));
        let texts: Vec<&str> = pairs.iter().flat_map(|(reference, candidate)| [*reference, *candidate]).collect();
        let embedded = self.embeddings.get_through(&texts, last)?;
        let layers: Vec<Layer> = settings.iter().map(layer).collect::<BTreeSet<_>>().into_iter().collect();
        let places: Vec<_> =
            embedded.chunks_exact(2).flat_map(|texts| layers.iter().map(move |at| (texts, *at))).collect();
        let pairings = places.par_iter().map(|(texts, at)| Pairing::at(*at, &texts[1], &texts[0]));
        let pairings = pairings.collect::<Result<Vec<_>, _>>()?;
        let scoring = &self.scoring;
        let under = |pairings: &[Pairing]| {
            let analyses = settings.iter().map(|settings| {
                let layer = layer(settings);
                let at = layers.partition_point(|known| *known < layer);
                scoring.analyze(pairings[at].clone(), Settings { layer, ..*settings }, None)
            });
            analyses.collect()
        };
        pairings.chunks(layers.len().max(1)).map(under).collect()
    }

    /// Whether there is a table of document frequencies.
    #[must_use]
    pub fn has_frequencies(&self) -> bool {
        self.scoring.table().is_some()
    }
}
