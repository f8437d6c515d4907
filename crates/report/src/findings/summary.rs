//! The summary of all pairs: means, signature, agreement with human scores.

use std::io::{self, Write};

use serde::Serialize;

use super::agreement::{Agreement, AgreementJson, AgreementRequest, CoefficientsJson};
use super::group_means::{self, GroupMeansJson, GroupSums, MeansJson, ScoreSums};
use super::remarks::{NoteCounts, Repeated, RepeatedTextsBuilder};
use crate::findings::rows::text::{numbers, numbers_of_bert_score, overlap};
use crate::json_parts::write_line;
use crate::number::{pluralized, with_thousands_separators};
#[cfg(doc)]
use bertscope_analysis::Note;
use bertscope_analysis::VERSION_NOTE;
use bertscope_encoder::Layer;
use bertscope_metric::Score;
use bertscope_overlap::{CorpusCounts, Overlap, PairCounts};
use bertscope_pairs::PairRecord;
use bertscope_pairs::long_table::SegmentRows;
use bertscope_sheet::{Block, Sheet};
use bertscope_systems::agreement::{JudgedPair, JudgedPairs, SystemPlace};

/// The running totals of a run. Its size grows only with the number of judged pairs, and with that of groups.
#[derive(Debug, Default)]
pub struct Summary {
    request: AgreementRequest,
    /// At each layer of the request.
    layers: Vec<ScoreSums>,
    /// At the chosen layer, where pairs have groups.
    groups: GroupSums,
    /// Number of pairs scored.
    pub pairs: u64,
    /// Number of pairs that could not be scored.
    pub refused: u64,
    /// Number of pairs that were skipped because a text is missing.
    pub skipped: u64,
    signature: String,
    /// Name of the column with the human scores.
    human: Option<String>,
    judged: JudgedPairs,
    /// The system and the segment of each judged pair, if the file names systems.
    segments: SegmentRows,
    /// With the human scores, when all pairs are known.
    agreement: Option<Agreement>,
    /// Word overlap, if it is counted.
    overlap: Option<CorpusCounts>,
    /// By number of the pair, from 1.
    notes: NoteCounts<u64>,
    /// The scored pairs whose texts repeat.
    pub repeated_texts: RepeatedTextsBuilder,
}

impl Summary {
    /// A summary of no pairs yet. `human` names the human scores, if there are any. With word overlap, each pair must have it.
    pub fn new(request: AgreementRequest, human: Option<String>) -> Self {
        Self {
            layers: vec![ScoreSums::default(); request.layers.len()],
            overlap: request.with_overlap.then(CorpusCounts::default),
            request,
            human,
            ..Self::default()
        }
    }

    /// Adds a pair's scores, one for each layer, and its word overlap where that is counted.
    pub fn add(
        &mut self,
        scores: &[Score],
        overlap: Option<&PairCounts>,
        human: Option<f64>,
        group: Option<&str>,
    ) {
        self.pairs += 1;
        if let Some(all) = &mut self.overlap
            && let Some(pair) = overlap
        {
            *all += pair;
        }
        for (layer, score) in self.layers.iter_mut().zip(scores) {
            layer.add(*score);
        }
        if let Some(group) = group {
            let sums = self.groups.entry(group.to_owned()).or_default();
            sums.add(scores[self.request.chosen]);
        }
        if let Some(human) = human {
            let pair = JudgedPair::new(human, scores, overlap.map(PairCounts::scores));
            self.judged.add(pair, group.unwrap_or_default());
        }
    }

    /// Says which system wrote the candidate of a judged pair. It must be said of all of them, or of none. Returns how many
    /// systems there are so far.
    pub fn add_system(&mut self, system: String, pair: &PairRecord) -> usize {
        self.segments.add(system, pair)
    }

    /// Compares the scores with the human scores, if there are any, when all pairs are added. `watch` is called after each of
    /// [`AgreementRequest::score_count`].
    pub fn compare_with_human(&mut self, watch: &mut dyn FnMut()) {
        if self.human.is_none() {
            return;
        }
        let mut places = Vec::new();
        for place in self.segments.places() {
            places.push(SystemPlace {
                system: place.system,
                segment: place.segment,
            });
        }
        self.judged.set_places(places);
        self.agreement = Some(Agreement::compute(
            &self.judged,
            self.request.clone(),
            watch,
        ));
    }

    /// Counts the notes of pair number `pair`, each by its [`Note::kind`].
    pub fn note(&mut self, pair: u64, kinds: &[&'static str]) {
        self.notes.add(&pair, kinds);
    }

    /// Keeps the signature of the scores.
    pub fn set_signature(&mut self, signature: &str) {
        if self.signature.is_empty() {
            signature.clone_into(&mut self.signature);
        }
    }

    /// The means of P, R and F1 at the chosen layer; each is `None` if no pair has it.
    pub fn means(&self) -> [Option<f64>; 3] {
        self.chosen().means()
    }

    fn chosen(&self) -> &ScoreSums {
        &self.layers[self.request.chosen]
    }

    /// The signature and the means, as the `bert-score` command prints them.
    pub fn as_bert_score(&self) -> String {
        let means = numbers_of_bert_score(self.means(), [" P: ", " R: ", " F1: "]);
        format!("{}{means}", self.signature)
    }

    /// The means and the counts of notes, the signature with a note on its version, the means in each group, and tables
    /// of agreement with the human scores. A single pair has its scores and notes in its row already, if `with_rows`.
    pub fn sheet(&self, with_rows: bool) -> Vec<Block> {
        let mut sheet = Sheet::default();
        if self.pairs > u64::from(with_rows) {
            self.add_means(&mut sheet);
        }
        if self.skipped > 0 {
            let skipped = with_thousands_separators(self.skipped);
            let all = pluralized(self.pairs + self.refused + self.skipped, "pair");
            sheet.note(format!(
                "{skipped} of {all} skipped, because a text is missing; no mean counts them"
            ));
        }
        if self.pairs > 0 {
            sheet.text(&self.signature);
            sheet.note(VERSION_NOTE);
        }
        if !self.groups.is_empty() {
            sheet.heading("Means in each group");
            sheet.push(group_means::table(&self.groups));
        }
        if let Some(human) = &self.human {
            let judged = with_thousands_separators(self.judged.len());
            let pairs = pluralized(self.pairs, "pair");
            sheet.heading(format!(
                "Agreement with {human}, {judged} of {pairs} judged"
            ));
            sheet.extend(self.agreement.iter().flat_map(Agreement::sheet));
        }
        sheet.blocks
    }

    /// The means, the counts of notes, the means at each of several layers, and those of word overlap.
    fn add_means(&self, sheet: &mut Sheet) {
        let mean = numbers(self.means());
        let pairs = pluralized(self.pairs, "pair");
        let of = if self.pairs > 1 { "mean of " } else { "" };
        let undefined = self.chosen().counts_where_undefined();
        sheet.text(format!("{mean}  {of}{pairs}{undefined}"));
        sheet.notes(self.notes.lines(self.pairs, "pair"));
        let repeated = self.repeated_texts.found.as_ref();
        sheet.notes(repeated.map(|texts| texts.line("pair")));
        for (layer, sums) in self.listed_layers() {
            let mean = numbers(sums.means());
            sheet.note(format!("{mean}  layer {layer}"));
        }
        if let Some(scores) = self.corpus_overlap() {
            sheet.text(format!(
                "{}  corpus BLEU and chrF, mean ROUGE",
                overlap(&scores)
            ));
        }
        if self
            .overlap
            .is_some_and(|counts| counts.has_several_tokenizers())
        {
            sheet.note(
                "corpus BLEU has tok:zh for Chinese and tok:13a for the rest; sacrebleu has one tokenizer for all pairs",
            );
        }
    }

    /// All layers, if they are listed.
    fn listed_layers(&self) -> impl Iterator<Item = (Layer, &ScoreSums)> {
        let listed = if self.request.lists_layers {
            self.layers.len()
        } else {
            0
        };
        let layers = self.request.layers.iter().copied();
        layers.zip(&self.layers).take(listed)
    }

    /// One line of JSON.
    pub fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let agreement = self.agreement.as_ref();
        let mut layers = Vec::new();
        for (position, (layer, sums)) in self.listed_layers().enumerate() {
            layers.push(LayerJson {
                layer: layer.0,
                means: sums.json(),
                agreement: agreement.and_then(|agreement| agreement.layer_json(position)),
            });
        }
        let summary = SummaryJson {
            pairs: self.pairs,
            refused: self.refused,
            skipped: self.skipped,
            means: self.chosen().json(),
            signature: &self.signature,
            notes: &self.notes,
            repeated_texts: self.repeated_texts.found.as_ref(),
            groups: group_means::json(&self.groups),
            layers,
            overlap: self.corpus_overlap(),
            human: agreement
                .zip(self.human.as_deref())
                .map(|(agreement, column)| agreement.json(column)),
        };
        write_line(out, &summary)
    }

    fn corpus_overlap(&self) -> Option<Overlap> {
        self.overlap.as_ref().and_then(CorpusCounts::scores)
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

#[derive(Serialize)]
struct SummaryJson<'a> {
    pairs: u64,
    refused: u64,
    #[serde(skip_serializing_if = "is_zero")]
    skipped: u64,
    #[serde(flatten)]
    means: MeansJson,
    signature: &'a str,
    #[serde(skip_serializing_if = "NoteCounts::is_empty")]
    notes: &'a NoteCounts<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeated_texts: Option<&'a Repeated>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<GroupMeansJson<'a>>,
    /// Corpus scores: BLEU and chrF over all n-grams, and the means of ROUGE.
    #[serde(skip_serializing_if = "Option::is_none")]
    overlap: Option<Overlap>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    layers: Vec<LayerJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    human: Option<AgreementJson<'a>>,
}

#[derive(Serialize)]
struct LayerJson {
    layer: usize,
    #[serde(flatten)]
    means: MeansJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    agreement: Option<CoefficientsJson>,
}
