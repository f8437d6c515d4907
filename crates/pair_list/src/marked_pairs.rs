//! The pairs with a mark or an annotation, as a file of their own that is scored again.

use std::sync::Arc;

use crate::{FilePair, PairsList};
use bertscope_analysis::{Analysis, Analyzer, BulkPair, BulkSettings, Settings};
use bertscope_encoder::{KeptLayers, Layer};
use bertscope_models::FrequencyTable;
use bertscope_report::export::palette::Palette;
use bertscope_report::findings::handout::{
    Handout, HandoutFormat, HandoutOutput, HandoutPair, HandoutSystem,
};
use bertscope_report::{PairOrigin, ScoredCandidate};

/// Number of pairs scored together.
const BATCH_PAIRS: usize = 64;

#[derive(Debug, Clone, PartialEq)]
pub struct MarkedPair {
    pub pair: Arc<FilePair>,
    /// The human score of each candidate.
    pub human: Vec<Option<f64>>,
    /// Its row, mark and annotation.
    pub origin: PairOrigin,
}

/// Marked pairs, and how they are scored and shown.
#[derive(Debug, Clone, PartialEq)]
pub struct MarkedPairs {
    /// Name of the file of pairs.
    pub name: String,
    /// The systems; one without a name if the file has only one.
    pub systems: Vec<HandoutSystem>,
    pub pairs: Vec<MarkedPair>,
    pub settings: Settings,
    /// Document frequencies that replace the model's.
    pub table: Option<Arc<FrequencyTable>>,
    pub palette: Palette,
    /// Whether special tokens have rows and columns.
    pub special: bool,
}

impl PairsList {
    /// The pairs with a mark or an annotation, in file order, as in the file and without edits.
    pub fn marked_pairs(&self) -> Vec<MarkedPair> {
        let marked = self.tags.keys();
        marked
            .filter_map(|index| self.marked_pair(*index))
            .collect()
    }

    fn marked_pair(&self, index: usize) -> Option<MarkedPair> {
        let pair = Arc::clone(self.pair(index)?);
        let systems = 0..=pair.other_candidates.len();
        Some(MarkedPair {
            human: systems
                .map(|system| self.human_score(index, system))
                .collect(),
            origin: self.origin(index)?,
            pair,
        })
    }

    /// The systems, with the columns of their human scores.
    pub fn handout_systems(&self) -> Vec<HandoutSystem> {
        let mut systems = Vec::new();
        for (at, name) in self.system_names().into_iter().enumerate() {
            let human = self.human_columns().get(at);
            systems.push(HandoutSystem {
                name,
                human: human.filter(|column| !column.is_empty()).cloned(),
            });
        }
        systems
    }
}

impl MarkedPairs {
    /// Scores the pairs and writes them in a format.
    pub fn render(&self, format: HandoutFormat, analyzer: &Analyzer) -> Vec<u8> {
        let last_layer = Layer(analyzer.model().encoder.layer_count());
        let layer = self.settings.layer.min(last_layer);
        let settings = Settings {
            layer,
            ..self.settings
        };
        let frequencies = self.table.clone().or(analyzer.frequencies());
        let mut analyzer = analyzer.clone_for_many(KeptLayers::Only(layer));
        analyzer.set_frequencies(frequencies);
        let mut pairs = Vec::with_capacity(self.pairs.len());
        for batch in self.pairs.chunks(BATCH_PAIRS) {
            add_scored(batch, &mut analyzer, settings, &mut pairs);
        }
        let title = match pairs.len() {
            1 => format!("1 marked pair from {}", self.name),
            n => format!("{n} marked pairs from {}", self.name),
        };
        let handout = Handout {
            title,
            systems: self.systems.clone(),
            pairs,
            palette: self.palette,
            special: self.special,
        };
        handout.render(format).into_bytes()
    }
}

/// Scores pairs together, and adds them with their scores.
fn add_scored(
    batch: &[MarkedPair],
    analyzer: &mut Analyzer,
    settings: Settings,
    pairs: &mut Vec<HandoutPair>,
) {
    let marked_pairs = batch.iter().map(|marked| &marked.pair);
    let jobs: Vec<BulkPair<'_>> = marked_pairs.flat_map(|pair| pair.bulk_pairs()).collect();
    let wanted = BulkSettings {
        settings,
        layers: &[settings.layer],
        references: None,
    };
    let mut scored = analyzer
        .analyze_many(&jobs, wanted, |_, analyses| scored_candidate(analyses))
        .into_iter();
    for marked in batch {
        let candidates = marked.pair.candidates().zip(&marked.human);
        let mut outputs = Vec::new();
        // The scores are in the order of the jobs, so each pair takes the next ones.
        for ((candidate, human), scored) in candidates.zip(scored.by_ref()) {
            outputs.push(HandoutOutput {
                candidate: candidate.clone(),
                human: *human,
                scored,
            });
        }
        pairs.push(HandoutPair {
            origin: marked.origin.clone(),
            references: marked.pair.references.clone(),
            outputs,
        });
    }
}

/// A candidate from its analyses at the one layer that was scored.
fn scored_candidate(
    analyses: Result<Vec<Vec<Analysis>>, String>,
) -> Result<ScoredCandidate, String> {
    let analyses = analyses?.pop().unwrap_or_default();
    if analyses.is_empty() {
        return Err("the pair has no reference".to_owned());
    }
    Ok(ScoredCandidate::new(analyses))
}
