//! The other settings and metrics with which the ranking of the systems is checked.

use bertscope_analysis::{Idf, Settings};
use bertscope_encoder::Layer;
use bertscope_metric::{MetricError, Score, TokenWeights};
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
        let opposite = match settings.idf {
            Idf::Off => counted,
            Idf::Table | Idf::References => None,
        };
        Self {
            settings,
            layers,
            opposite,
        }
    }

    /// The measures besides P, R and F1.
    pub fn measures(&self) -> Vec<Measure> {
        let idf = self.settings.idf != Idf::Off;
        let mut measures = Vec::new();
        for layer in self.layers {
            // F1 of the run itself is no other measure.
            if *layer != self.settings.layer {
                measures.push(Measure::F1AtLayer {
                    layer: layer.0,
                    idf,
                });
            }
            measures.push(Measure::F1AtLayer {
                layer: layer.0,
                idf: !idf,
            });
        }
        measures.extend(Measure::OVERLAP);
        measures
    }

    /// The values of a candidate for each measure. `scored` are its scores at each layer.
    pub fn values(
        &self,
        scored: &[ScoredCandidate],
        candidate: &str,
        references: &[String],
    ) -> Result<Vec<SegmentValue>, MetricError> {
        let mut values = Vec::new();
        for (layer, scored) in self.layers.iter().zip(scored) {
            if *layer != self.settings.layer {
                values.push(f1(scored.raw));
            }
            values.push(f1(scored.raw_with(self.opposite)?));
        }
        values.extend(word_overlap(candidate, references));
        Ok(values)
    }
}

/// The values of a candidate for each measure of [`Measure::OVERLAP`].
pub fn word_overlap(candidate: &str, references: &[String]) -> [SegmentValue; 3] {
    let counts = PairCounts::count(candidate, references);
    let bleu = match counts.tokenizer {
        Some(_) => SegmentValue::Bleu(counts.bleu),
        None => SegmentValue::Number(None),
    };
    [
        bleu,
        SegmentValue::Chrf(counts.chrf),
        SegmentValue::Number(counts.rouge.map(|rouge| rouge.rouge_l.f1)),
    ]
}

/// F1, unless it is 0 because there are no weights.
fn f1(score: Score) -> SegmentValue {
    let is_defined = score.precision.is_some() && score.recall.is_some();
    SegmentValue::Number(is_defined.then_some(score.f1))
}
