//! The other settings and metrics with which the ranking of the systems is checked.

use bertscope_analysis::empty::score_with_convention;
use bertscope_analysis::score_pair::weight_tokens;
use bertscope_analysis::{Analysis, Idf, Settings, WeightedText};
use bertscope_encoder::Layer;
use bertscope_metric::{MetricError, Pair, Score, TokenWeights, Weights};
use bertscope_overlap::PairCounts;
use bertscope_report::ScoredCandidate;
use bertscope_systems::{Measure, SegmentValue};

/// Other layers, other weights, and word overlap.
#[derive(Clone, Copy)]
pub struct OtherSettings<'a> {
    settings: Settings,
    layers: &'a [Layer],
    /// The opposite weighting: counted over the references if the run has no IDF, otherwise none.
    opposite: Option<&'a TokenWeights>,
}

impl<'a> OtherSettings<'a> {
    /// For a run with these settings. `counted` are weights from the references.
    pub fn new(settings: Settings, layers: &'a [Layer], counted: Option<&'a TokenWeights>) -> Self {
        Self {
            settings,
            layers,
            opposite: counted.filter(|_| settings.idf == Idf::Off),
        }
    }

    /// The measures besides P, R and F1.
    pub fn measures(&self) -> Vec<Measure> {
        let idf = self.settings.idf != Idf::Off;
        let at = |layer: &Layer| {
            [idf, !idf].map(|idf| Measure::F1AtLayer {
                layer: layer.0,
                idf,
            })
        };
        let own = Measure::F1AtLayer {
            layer: self.settings.layer.0,
            idf,
        };
        let others = self
            .layers
            .iter()
            .flat_map(at)
            .filter(|measure| *measure != own);
        others.chain(Measure::OVERLAP).collect()
    }

    /// The values of a candidate for each measure. `layers` are its scores at each layer.
    pub fn values(
        &self,
        layers: &[ScoredCandidate],
        candidate: &str,
        references: &[String],
    ) -> Result<Vec<SegmentValue>, String> {
        let mut values = Vec::new();
        // Weights are the same at every layer.
        let first = layers.first().map_or(&[][..], |scored| &scored.analyses);
        let weights = first
            .iter()
            .map(|analysis| self.weights(analysis))
            .collect::<Result<Vec<_>, _>>();
        let weights = weights.map_err(|error| error.to_string())?;
        for (layer, scored) in self.layers.iter().zip(layers) {
            if *layer != self.settings.layer {
                values.push(f1(scored.raw));
            }
            let reweighed =
                scored
                    .analyses
                    .iter()
                    .zip(&weights)
                    .map(|(analysis, [reference, candidate])| {
                        let texts = Pair {
                            reference: &*analysis.reference.tokenized,
                            candidate: &*analysis.candidate.tokenized,
                        };
                        score_with_convention(
                            &analysis.matches,
                            Pair {
                                reference,
                                candidate,
                            },
                            texts,
                            analysis.conventions().program,
                        )
                    });
            let reweighed = reweighed
                .collect::<Result<Vec<_>, _>>()
                .map_err(|error| error.to_string())?;
            values.push(Score::max_each(reweighed).map_or(SegmentValue::Number(None), f1));
        }
        values.extend(word_overlap(candidate, references));
        Ok(values)
    }

    /// The weights of reference and candidate with the opposite weighting.
    fn weights(&self, analysis: &Analysis) -> Result<[Weights; 2], MetricError> {
        let of = |text: &WeightedText| {
            weight_tokens(
                &text.tokenized,
                self.opposite,
                analysis.conventions().program,
            )
        };
        Ok([of(&analysis.reference)?, of(&analysis.candidate)?])
    }
}

/// The values of a candidate for each measure of [`Measure::OVERLAP`].
pub fn word_overlap(candidate: &str, references: &[String]) -> [SegmentValue; 3] {
    let references: Vec<&str> = references.iter().map(String::as_str).collect();
    let PairCounts { bleu, chrf, rouge } = PairCounts::count(candidate, &references);
    [
        SegmentValue::Bleu(bleu),
        SegmentValue::Chrf(chrf),
        SegmentValue::Number(Some(rouge.rouge_l.f1)),
    ]
}

/// F1, unless it is 0 because there are no weights.
fn f1(score: Score) -> SegmentValue {
    SegmentValue::Number(
        Some(score.f1).filter(|_| score.precision.is_some() && score.recall.is_some()),
    )
}
