//! Scores the candidates of all systems, with their drivers and their values for other measures. Each distinct text is
//! embedded once.

use color_eyre::eyre::Result;

use super::super::open_model;
use super::other_settings::OtherSettings;
use crate::request_files::with_tables;
use bertscope_analysis::{Analysis, Analyzer, BulkPair, BulkSettings, Idf, ScoreRequest, Settings};
use bertscope_encoder::{KeptLayers, Layer, Tokenizer};
use bertscope_metric::{DocumentFrequencies, TokenWeights};
use bertscope_models::device::DeviceName;
use bertscope_report::ScoredCandidate;
use bertscope_systems::{Measure, PairDrivers, SegmentScores};

/// The layers at which candidates are scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayerScope {
    /// Only the chosen layer, without other measures.
    Chosen,
    /// All layers up to the chosen one, with and without IDF, and word overlap.
    UpToChosen,
    /// The same, with all layers of the model.
    All,
}

/// A model with its settings.
pub struct SystemScorer {
    analyzer: Analyzer,
    settings: Settings,
    pub layers: Vec<Layer>,
    /// Weights counted over the references.
    counted: Option<TokenWeights>,
    /// Whether other settings and word overlap are computed besides the scores.
    compares: bool,
}

/// A candidate of a system.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<'a> {
    /// Its text.
    pub text: &'a str,
    /// Its references.
    pub references: &'a [String],
    /// Its human score.
    pub human: Option<f64>,
}

/// The result for one candidate.
#[derive(Debug, Clone)]
pub struct CandidateOutcome {
    /// Its scores, and its values for each of [`SystemScorer::measures`].
    pub scores: SegmentScores,
    /// The drivers of the scores.
    pub drivers: PairDrivers,
    /// The signature.
    pub signature: String,
    /// Remarks on the texts.
    pub notes: Vec<&'static str>,
}

impl SystemScorer {
    /// Opens the model. `count` counts the references, if their frequencies are needed.
    pub fn open(
        request: &ScoreRequest,
        device: Option<DeviceName>,
        extent: LayerScope,
        count: impl FnOnce(&Tokenizer) -> Result<DocumentFrequencies>,
    ) -> Result<Self> {
        let model = open_model(
            request.model_name(),
            &request.open_options(device, extent == LayerScope::All)?,
        )?;
        let settings = request.resolve(&model)?;
        let (layers, keep) = match extent {
            LayerScope::Chosen => (vec![settings.layer], KeptLayers::Only(settings.layer)),
            LayerScope::UpToChosen => (
                layers_up_to(settings.layer),
                KeptLayers::UpTo(settings.layer),
            ),
            LayerScope::All => {
                let last = Layer(model.encoder.layer_count());
                (layers_up_to(last), KeptLayers::UpTo(last))
            }
        };
        let analyzer = with_tables(request, Analyzer::for_many(model, keep))?;
        let compares = extent != LayerScope::Chosen;
        let counts = match settings.idf {
            Idf::References => true,
            Idf::Off => compares,
            Idf::Table => false,
        };
        let counted = counts
            .then(|| {
                count(analyzer.model().tokenizer_of(settings.conventions))
                    .map(TokenWeights::Counted)
            })
            .transpose()?;
        Ok(Self {
            analyzer,
            settings,
            layers,
            counted,
            compares,
        })
    }

    /// The measures besides P, R and F1.
    pub fn measures(&self) -> Vec<Measure> {
        if self.compares {
            self.other_settings().measures()
        } else {
            Vec::new()
        }
    }

    /// Scores candidates; an error is a sentence.
    pub fn score(&mut self, candidates: &[Candidate<'_>]) -> Vec<Result<CandidateOutcome, String>> {
        let Self {
            analyzer,
            settings,
            layers,
            counted,
            compares,
        } = self;
        let others = OtherSettings::new(*settings, layers, counted.as_ref());
        let chosen = layers
            .iter()
            .position(|layer| *layer == settings.layer)
            .unwrap_or(0);
        let wanted = BulkSettings {
            settings: *settings,
            layers,
            references: counted.as_ref().and_then(TokenWeights::counted),
        };
        let compares = *compares;
        analyzer.analyze_many(&bulk_pairs(candidates), wanted, |i, analyses| {
            let layers: Vec<ScoredCandidate> =
                analyses?.into_iter().map(ScoredCandidate::new).collect();
            let (
                scored,
                Candidate {
                    text,
                    references,
                    human,
                },
            ) = (&layers[chosen], candidates[i]);
            let best = &scored.analyses[scored.best_reference()];
            let score = scored.score();
            Ok(CandidateOutcome {
                drivers: PairDrivers::compute(best),
                signature: best.signature.clone(),
                notes: scored.note_kinds(),
                scores: SegmentScores {
                    scores: score.numbers(),
                    human,
                    others: if compares {
                        others.values(&layers, text, references)?
                    } else {
                        Vec::new()
                    },
                },
            })
        })
    }

    /// F1 of candidates, with the analyses of the best references; an error is a sentence.
    pub fn analyze(
        &mut self,
        candidates: &[Candidate<'_>],
    ) -> Vec<Result<(f64, Analysis), String>> {
        let Self {
            analyzer,
            settings,
            counted,
            ..
        } = self;
        let layers = [settings.layer];
        let wanted = BulkSettings {
            settings: *settings,
            layers: &layers,
            references: counted.as_ref().and_then(TokenWeights::counted),
        };
        analyzer.analyze_many(&bulk_pairs(candidates), wanted, |_, analyses| {
            let mut scored = ScoredCandidate::new(analyses?.pop().unwrap_or_default());
            let best = scored.best_reference();
            Ok((scored.score().f1, scored.analyses.swap_remove(best)))
        })
    }

    fn other_settings(&self) -> OtherSettings<'_> {
        OtherSettings::new(self.settings, &self.layers, self.counted.as_ref())
    }
}

/// All layers up to this one.
fn layers_up_to(last: Layer) -> Vec<Layer> {
    (0..=last.0).map(Layer).collect()
}

fn bulk_pairs<'a>(candidates: &[Candidate<'a>]) -> Vec<BulkPair<'a>> {
    candidates
        .iter()
        .map(|of| BulkPair {
            candidate: of.text,
            references: of.references,
        })
        .collect()
}
