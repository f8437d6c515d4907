//! The summary of all pairs: means, signature, agreement with human scores.

use std::io::{self, Write};

use serde::Serialize;

use super::group_means::{self, GroupMeansJson, GroupSums, MeansJson, ScoreSums};
use super::human::{self, AgreementRow};
use super::judged_pairs::{self as agreement, Coefficients, Correlations, Group, JudgedPairs};
use super::remarks::{NoteCounts, Repeated, RepeatedTextsBuilder};
use crate::findings::rows::text::{numbers, numbers_of_bert_score, overlap};
use crate::json_parts::write_line;
use crate::number::{pluralized, with_thousands_separators};
#[cfg(doc)]
use bertscope_analysis::Note;
use bertscope_analysis::VERSION_NOTE;
use bertscope_encoder::Layer;
use bertscope_metric::Score;
use bertscope_metric::correlation::Correlation;
use bertscope_overlap::{CorpusCounts, Metric, Overlap, PairCounts};
use bertscope_sheet::{Block, Cell, Sheet, Table};
use bertscope_systems::Measure;

/// The running totals of a run. Its size grows only with the number of judged pairs, and with that of groups.
#[derive(Debug, Default)]
pub struct Summary {
    layers: Vec<LayerSums>,
    chosen: usize,
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
    /// Word overlap, if it is counted.
    overlap: Option<CorpusCounts>,
    /// By number of the pair, from 1.
    notes: NoteCounts<u64>,
    /// The scored pairs whose texts repeat.
    pub repeated_texts: RepeatedTextsBuilder,
}

#[derive(Debug)]
struct LayerSums {
    layer: Layer,
    scores: ScoreSums,
}

impl Summary {
    /// A summary of no pairs yet, at these layers; the one at index `chosen` counts. `human` names the human scores, if
    /// there are any.
    pub fn new(layers: &[Layer], chosen: usize, human: Option<String>) -> Self {
        Self {
            layers: layers.iter().copied().map(LayerSums::new).collect(),
            chosen,
            human,
            ..Self::default()
        }
    }

    /// The same with word overlap, which each pair must then have.
    #[must_use]
    pub fn with_overlap(self) -> Self {
        Self {
            overlap: Some(CorpusCounts::default()),
            ..self
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
        if let (Some(all), Some(pair)) = (&mut self.overlap, overlap) {
            *all += pair;
        }
        for (layer, score) in self.layers.iter_mut().zip(scores) {
            layer.scores.add(*score);
        }
        if let Some(group) = group {
            let sums = self.groups.entry(group.to_owned()).or_default();
            sums.add(scores[self.chosen]);
        }
        if let Some(human) = human {
            self.judged.add(
                scores,
                overlap.map(PairCounts::scores),
                human,
                group.unwrap_or_default(),
            );
        }
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
        self.layers[self.chosen].scores.means()
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
            let judged = with_thousands_separators(self.judged.pairs() as u64);
            let pairs = pluralized(self.pairs, "pair");
            sheet.heading(format!(
                "Agreement with {human}, {judged} of {pairs} judged"
            ));
            // Without a judged pair the table would have no row.
            if self.judged.pairs() > 0 {
                sheet.push(self.agreement());
            }
            if self.overlap.is_some() && self.judged.pairs() > 0 {
                sheet.push(self.overlap_agreement());
            }
        }
        sheet.blocks
    }

    /// The means, the counts of notes, the means at each of several layers, and those of word overlap.
    fn add_means(&self, sheet: &mut Sheet) {
        let mean = numbers(self.means());
        let pairs = pluralized(self.pairs, "pair");
        let of = if self.pairs > 1 { "mean of " } else { "" };
        let undefined = self.layers[self.chosen].counts_where_undefined(self.pairs);
        sheet.text(format!("{mean}  {of}{pairs}{undefined}"));
        sheet.notes(self.notes.lines(self.pairs, "pair"));
        let repeated = self.repeated_texts.found.as_ref();
        sheet.notes(repeated.map(|texts| texts.line("pair")));
        for of in self.several_layers() {
            let mean = numbers(of.scores.means());
            sheet.note(format!("{mean}  layer {}", of.layer));
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

    /// All layers if there are several; the numbers of a single one are those of the summary.
    fn several_layers(&self) -> &[LayerSums] {
        if self.layers.len() > 1 {
            &self.layers
        } else {
            &[]
        }
    }

    /// The groups and their mean at the chosen layer, then the means at all layers if there are several.
    fn agreement(&self) -> Table {
        let groups = self.judged.groups(self.chosen).into_iter();
        let mut rows: Vec<AgreementRow> = groups.map(group_row).collect();
        rows.extend(human::mean_row(&rows));
        rows.extend(self.judged.all_groups(self.chosen).map(group_row));
        for (at, of) in self.several_layers().iter().enumerate() {
            rows.push(self.agreement_at_layer(at, of.layer));
        }
        human::table("", &rows)
    }

    /// The coefficients at a layer: those of the one group, or their mean.
    fn agreement_at_layer(&self, at: usize, layer: Layer) -> AgreementRow {
        let groups = self.judged.groups(at);
        let rows: Vec<AgreementRow> = groups.into_iter().map(group_row).collect();
        let mean = human::mean_row(&rows);
        let mut name = format!("layer {layer}");
        if let Some(mean) = &mean {
            // At each layer, other groups may have no coefficient.
            name = format!("{name}, {}", mean.name);
        }
        AgreementRow {
            name,
            judged: None,
            mean: None,
            coefficients: mean.unwrap_or_else(|| rows[0].clone()).coefficients,
        }
    }

    /// F1 and the metrics of word overlap: the coefficients of the one group, or their means.
    fn overlap_agreement(&self) -> Table {
        let groups = self.judged.groups(self.chosen);
        let names = ["BERTScore F1"]
            .into_iter()
            .chain(Metric::ALL.map(Metric::title));
        // P and R come first, and are in the table above.
        let means = &agreement::means(&groups)[2..];
        // A mean over no group is a dash, which says so itself.
        let mut known = means.iter().filter(|mean| mean.groups > 0);
        let first = known.next();
        let is_common = known.all(|mean| Some(mean.groups) == first.map(|first| first.groups));
        let mut title = "F1 beside word overlap".to_owned();
        if let (Some(first), true) = (first, is_common && groups.len() > 1) {
            title = format!("{title} ({})", first.name());
        }
        let mut rows = Vec::new();
        for (name, mean) in names.zip(means) {
            let mut name = name.to_owned();
            if !is_common {
                name = format!("{name} ({})", mean.name());
            }
            rows.push(vec![
                Cell::named(name),
                Cell::coefficient(mean.correlation.pearson),
                Cell::coefficient(mean.correlation.spearman),
                Cell::coefficient(mean.correlation.kendall),
            ]);
        }
        Table::new(["", "Pearson", "Spearman", "Kendall"])
            .titled(title)
            .with_rows(rows)
    }

    /// One line of JSON.
    pub fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let layers = self.several_layers().iter().enumerate();
        let summary = SummaryJson {
            pairs: self.pairs,
            refused: self.refused,
            skipped: self.skipped,
            means: self.layers[self.chosen].scores.json(),
            signature: &self.signature,
            notes: &self.notes,
            repeated_texts: self.repeated_texts.found.as_ref(),
            groups: group_means::json(&self.groups),
            layers: layers.map(|(at, of)| self.layer_json(at, of)).collect(),
            overlap: self.corpus_overlap(),
            human: self.human.as_deref().map(|column| self.human_json(column)),
        };
        write_line(out, &summary)
    }

    fn layer_json(&self, at: usize, of: &LayerSums) -> LayerJson {
        let agreement = if self.human.is_some() {
            let correlations = agreement::mean_correlations(&self.judged.groups(at));
            Some(Coefficients::new(&correlations, false))
        } else {
            None
        };
        LayerJson {
            layer: of.layer.0,
            means: of.scores.json(),
            agreement,
        }
    }

    fn human_json<'a>(&self, column: &'a str) -> HumanJson<'a> {
        let groups = self.judged.groups(self.chosen);
        HumanJson {
            column,
            judged: self.judged.pairs(),
            mean: self.coefficients(&agreement::mean_correlations(&groups)),
            all_groups: self
                .judged
                .all_groups(self.chosen)
                .map(|all| self.coefficients(&all.correlations)),
            groups: groups.iter().map(|group| self.group_json(group)).collect(),
        }
    }

    /// The means of P, R and F1 at each layer.
    pub fn layer_means(&self) -> impl Iterator<Item = [Option<f64>; 3]> {
        self.layers.iter().map(|layer| layer.scores.means())
    }

    fn corpus_overlap(&self) -> Option<Overlap> {
        self.overlap.as_ref().and_then(CorpusCounts::scores)
    }

    fn group_json(&self, group: &Group) -> GroupJson {
        GroupJson {
            group: group.name.clone(),
            pairs: group.pairs,
            agreement: self.coefficients(&group.correlations),
        }
    }

    fn coefficients(&self, correlations: &Correlations) -> Coefficients {
        Coefficients::new(correlations, self.overlap.is_some())
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

fn group_row(group: Group) -> AgreementRow {
    AgreementRow {
        name: group.name,
        judged: Some(group.pairs),
        mean: None,
        coefficients: of_bert_score(group.correlations),
    }
}

/// The coefficients of P, R and F1, without those of word overlap.
fn of_bert_score([p, r, f1, ..]: Correlations) -> [Correlation; 3] {
    [p, r, f1]
}

impl LayerSums {
    fn new(layer: Layer) -> Self {
        Self {
            layer,
            scores: ScoreSums::default(),
        }
    }

    /// Over how many pairs a mean is that is not over all of these: ` (P of 2, R of 11)`.
    fn counts_where_undefined(&self, pairs: u64) -> String {
        let mut counts = Vec::new();
        for (measure, count) in Measure::MAIN.into_iter().zip(self.scores.counts) {
            // A mean over no pair is a dash, which says so itself.
            if count > 0 && count < pairs {
                counts.push(format!("{measure} of {}", with_thousands_separators(count)));
            }
        }
        if counts.is_empty() {
            return String::new();
        }
        format!(" ({})", counts.join(", "))
    }
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
    human: Option<HumanJson<'a>>,
}

#[derive(Serialize)]
struct LayerJson {
    layer: usize,
    #[serde(flatten)]
    means: MeansJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    agreement: Option<Coefficients>,
}

#[derive(Serialize)]
struct HumanJson<'a> {
    column: &'a str,
    judged: usize,
    mean: Coefficients,
    /// Over the pairs of all groups together; absent if there is only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    all_groups: Option<Coefficients>,
    groups: Vec<GroupJson>,
}

#[derive(Serialize)]
struct GroupJson {
    group: String,
    pairs: usize,
    #[serde(flatten)]
    agreement: Coefficients,
}
