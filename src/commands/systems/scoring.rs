//! Scores the candidates of all systems, with their drivers and their values for other measures. Each distinct text is
//! embedded once.

use color_eyre::eyre::Result;

use super::super::open_model;
use super::other_settings::OtherSettings;
use crate::request_files::with_tables_for;
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

#[derive(Debug, Clone, Copy)]
pub struct Candidate<'a> {
    pub text: &'a str,
    pub references: &'a [String],
    pub human: Option<f64>,
}

/// The result for one candidate.
#[derive(Debug, Clone)]
pub struct CandidateOutcome {
    /// Its scores, and its values for each of [`SystemScorer::measures`].
    pub scores: SegmentScores,
    pub drivers: PairDrivers,
    pub signature: String,
    /// Remarks on the texts.
    pub notes: Vec<&'static str>,
}

/// F1 of a candidate, with the analysis of the best reference.
pub struct BestAnalysis {
    pub f1: f64,
    pub analysis: Analysis,
}

impl SystemScorer {
    /// Opens the model. `count` counts the references, if their frequencies are needed.
    pub fn open(
        request: &ScoreRequest,
        device: Option<DeviceName>,
        scope: LayerScope,
        count: impl FnOnce(&Tokenizer) -> Result<DocumentFrequencies>,
    ) -> Result<Self> {
        let options = request.open_options(device, scope == LayerScope::All)?;
        let model = open_model(request.model_name(), &options)?;
        let settings = request.resolve(&model)?;
        let last = match scope {
            LayerScope::All => Layer(model.encoder.layer_count()),
            LayerScope::Chosen | LayerScope::UpToChosen => settings.layer,
        };
        let compares = scope != LayerScope::Chosen;
        let (layers, keep) = if compares {
            let layers = (0..=last.0).map(Layer).collect();
            (layers, KeptLayers::UpTo(last))
        } else {
            (vec![last], KeptLayers::Only(last))
        };
        // The other measures are raw, at every layer.
        let analyzer =
            with_tables_for(request, Analyzer::for_many(model, keep), &[settings.layer])?;
        let needs_counts = match settings.idf {
            Idf::References => true,
            // For the opposite weighting.
            Idf::Off => compares,
            Idf::Table => false,
        };
        let counted = if needs_counts {
            let counts = count(analyzer.model().tokenizer_of(settings.conventions))?;
            Some(TokenWeights::Counted(counts))
        } else {
            None
        };
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
        if !self.compares {
            return Vec::new();
        }
        OtherSettings::new(self.settings, &self.layers, self.counted.as_ref()).measures()
    }

    /// Scores candidates; an error is a sentence.
    pub fn score(&mut self, candidates: &[Candidate<'_>]) -> Vec<Result<CandidateOutcome, String>> {
        let others = OtherSettings::new(self.settings, &self.layers, self.counted.as_ref());
        let others = self.compares.then_some(others);
        let settings = BulkSettings {
            settings: self.settings,
            layers: &self.layers,
            references: self.counted.as_ref().and_then(TokenWeights::counted),
        };
        let chosen_layer = settings.chosen_layer();
        let pairs = bulk_pairs(candidates);
        self.analyzer.analyze_many(&pairs, settings, |i, analyses| {
            let scored: Vec<ScoredCandidate> =
                analyses?.into_iter().map(ScoredCandidate::new).collect();
            outcome(&candidates[i], &scored, chosen_layer, others)
        })
    }

    /// F1 of candidates, with the analyses of the best references; an error is a sentence.
    pub fn analyze(&mut self, candidates: &[Candidate<'_>]) -> Vec<Result<BestAnalysis, String>> {
        let settings = BulkSettings {
            settings: self.settings,
            layers: &[self.settings.layer],
            references: self.counted.as_ref().and_then(TokenWeights::counted),
        };
        let pairs = bulk_pairs(candidates);
        self.analyzer.analyze_many(&pairs, settings, |_, analyses| {
            let mut scored = ScoredCandidate::new(analyses?.pop().unwrap_or_default());
            let best = scored.best_reference();
            Ok(BestAnalysis {
                f1: scored.scaled.f1,
                analysis: scored.analyses.swap_remove(best),
            })
        })
    }
}

/// The outcome of a candidate from its scores at each layer.
fn outcome(
    candidate: &Candidate<'_>,
    scored: &[ScoredCandidate],
    chosen_layer: usize,
    others: Option<OtherSettings<'_>>,
) -> Result<CandidateOutcome, String> {
    let chosen = &scored[chosen_layer];
    let best = &chosen.analyses[chosen.best_reference()];
    let other_values = match others {
        Some(others) => others
            .values(scored, candidate.text, candidate.references)
            .map_err(|error| error.to_string())?,
        None => Vec::new(),
    };
    let mut notes = chosen.note_kinds();
    if others.is_some() {
        notes.extend(bertscope_overlap::notes(candidate.references));
    }
    Ok(CandidateOutcome {
        drivers: PairDrivers::compute(best),
        signature: best.signature.clone(),
        notes,
        scores: SegmentScores {
            scores: chosen.scaled.numbers(),
            human: candidate.human,
            others: other_values,
        },
    })
}

fn bulk_pairs<'a>(candidates: &[Candidate<'a>]) -> Vec<BulkPair<'a>> {
    candidates
        .iter()
        .map(|candidate| BulkPair {
            candidate: candidate.text,
            references: candidate.references,
        })
        .collect()
}
