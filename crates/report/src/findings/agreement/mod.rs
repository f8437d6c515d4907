//! The agreement of the scores of a file with its human scores: within groups and over all, and the order of systems.

mod json;
mod ranking;

use std::ops::ControlFlow;

use crate::findings::cells::interval_cell;
use crate::findings::group_name;
use crate::findings::human::{self, ALL_GROUPS, AgreementRow, groups_name};
use crate::number::{pluralized, with_thousands_separators};
use bertscope_encoder::Layer;
use bertscope_overlap::Metric;
use bertscope_sheet::{Block, Cell, Column, Sheet, Table};
use bertscope_systems::agreement::{
    Coefficient, Coefficients, JudgedPairs, MAX_COMPARISONS, MeanAgreement, ScoreAgreement,
    ScoreSource, SystemLevel,
};
use bertscope_systems::{Measure, Resampling};

pub use json::{AgreementJson, CoefficientsJson};
pub use ranking::{LayerSetting, RankingRequest, SettingsRanking};

const SYSTEM_SCORE_NOTE: &str =
    "The score of a system is the mean over its segments, also for BLEU and chrF.";

/// What to compute of the judged pairs.
#[derive(Debug, Clone, Default)]
pub struct AgreementRequest {
    /// The layers, in the order of the settings of the pairs.
    pub layers: Vec<Layer>,
    /// The index of the layer that counts.
    pub chosen: usize,
    /// Whether the means at every layer are listed.
    pub lists_layers: bool,
    /// Whether word overlap is compared, too.
    pub with_overlap: bool,
    /// Ranks every setting. The scores of a pair are then those at each layer, followed by those at each layer with the
    /// opposite weights.
    pub ranking: Option<RankingRequest>,
}

/// The agreement, computed once for the text and the JSON.
#[derive(Debug)]
pub struct Agreement {
    request: AgreementRequest,
    groups: Vec<GroupPairs>,
    /// P, R and F1, then the metrics of word overlap.
    scores: Vec<NamedAgreement>,
    layers: Vec<[MeanAgreement; 3]>,
    ranking: Option<SettingsRanking>,
}

#[derive(Debug)]
struct GroupPairs {
    name: String,
    pairs: usize,
}

#[derive(Debug)]
struct NamedAgreement {
    source: ScoreSource,
    agreement: ScoreAgreement,
    /// Over all groups together, if there are several.
    pooled: Option<Coefficients>,
    system_level: Option<SystemLevel>,
}

impl AgreementRequest {
    /// P, R and F1 at the layer that counts, and word overlap.
    fn sources(&self) -> Vec<ScoreSource> {
        let mut sources = ScoreSource::of_setting(self.chosen).to_vec();
        if self.with_overlap {
            sources.extend(Metric::ALL.map(ScoreSource::Overlap));
        }
        sources
    }

    /// Number of scores that are compared with the human scores, those that are ranked included.
    pub fn score_count(&self) -> usize {
        let ranked = match self.ranking {
            Some(_) => SettingsRanking::score_count(self.layers.len()),
            None => 0,
        };
        self.sources().len() + ranked
    }
}

impl Agreement {
    /// `watch` is called after each of [`AgreementRequest::score_count`].
    pub fn compute(
        judged: &JudgedPairs,
        request: AgreementRequest,
        watch: &mut dyn FnMut(),
    ) -> Self {
        let names = judged.group_names();
        let has_groups = names.len() > 1;
        let mut scores = Vec::new();
        for source in request.sources() {
            scores.push(NamedAgreement {
                source,
                agreement: judged.agreement(source, Some(Resampling::default())),
                pooled: has_groups.then(|| judged.pooled(source)),
                system_level: judged.system_level(source),
            });
            watch();
        }
        let groups = names.iter().enumerate().map(|(group, name)| GroupPairs {
            name: match &**name {
                "" if !has_groups => "all".to_owned(),
                name => group_name(name).to_owned(),
            },
            pairs: judged.group_len(group),
        });
        let mut layers = Vec::new();
        if request.lists_layers {
            for setting in 0..request.layers.len() {
                let sources = ScoreSource::of_setting(setting);
                layers.push(sources.map(|source| judged.agreement(source, None).mean));
            }
        }
        let mut ranking = None;
        if let Some(of) = request.ranking
            && !judged.is_empty()
        {
            let layers = request.layers.clone();
            ranking = SettingsRanking::compute(judged, layers, request.chosen, of, &mut || {
                watch();
                ControlFlow::Continue(())
            });
        }
        Self {
            groups: groups.collect(),
            scores,
            layers,
            ranking,
            request,
        }
    }

    /// The tables; without a judged pair they would have no row.
    pub fn sheet(&self) -> Vec<Block> {
        let mut sheet = Sheet::default();
        if self.groups.is_empty() {
            return sheet.blocks;
        }
        sheet.push(self.table());
        let mut means = self.scores.iter().map(|score| score.agreement.mean);
        if means.any(|mean| mean.groups > 0) {
            sheet.push(self.intervals());
        }
        sheet.notes(self.without_accuracy());
        self.add_order_of_systems(&mut sheet);
        sheet.extend(self.ranking.iter().flat_map(SettingsRanking::blocks));
        sheet.blocks
    }

    /// The groups and their mean at the chosen layer, then the means at all layers if there are several.
    fn table(&self) -> Table {
        let mut rows = Vec::new();
        for (position, group) in self.groups.iter().enumerate() {
            rows.push(AgreementRow {
                name: group.name.clone(),
                judged: Some(group.pairs),
                mean: None,
                coefficients: [0, 1, 2]
                    .map(|score| self.scores[score].agreement.groups[position].coefficients),
            });
        }
        rows.extend(human::mean_row(&rows));
        if let [Some(precision), Some(recall), Some(f1)] =
            [0, 1, 2].map(|score| self.scores[score].pooled)
        {
            rows.push(AgreementRow {
                name: ALL_GROUPS.to_owned(),
                judged: Some(self.judged()),
                mean: None,
                coefficients: [precision, recall, f1],
            });
        }
        for (layer, means) in self.request.layers.iter().zip(&self.layers) {
            let mut name = format!("layer {layer}");
            // At each layer, other groups may have no coefficient.
            if self.groups.len() > 1
                && let Some(mean) = human::mean_name(means)
            {
                name = format!("{name}, {mean}");
            }
            rows.push(AgreementRow {
                name,
                judged: None,
                mean: None,
                coefficients: means.map(|mean| mean.coefficients),
            });
        }
        human::table("", &rows)
    }

    fn judged(&self) -> usize {
        self.groups.iter().map(|group| group.pairs).sum()
    }

    /// The coefficients of each score with their intervals: those of the one group, or their means.
    fn intervals(&self) -> Table {
        let means = self.scores.iter().map(|score| score.agreement.mean);
        // A mean over no group is a dash, which says so itself.
        let mut known = means.filter(|mean| mean.groups > 0);
        let first = known.next();
        let is_common = known.all(|mean| Some(mean.groups) == first.map(|first| first.groups));
        let mut title = "With 95% intervals".to_owned();
        if let Some(first) = first
            && is_common
            && self.groups.len() > 1
        {
            title = format!("{title} ({})", groups_name(first.groups));
        }
        let mut columns = vec![Column::new("")];
        for (rank, coefficient) in (0..).zip(Coefficient::ALL) {
            columns.push(Column::new(coefficient.title()).ranked(2 * rank));
            columns.push(Column::new("95% interval").ranked(2 * rank + 1));
        }
        let mut rows = Vec::new();
        for score in &self.scores {
            let mean = score.agreement.mean;
            let mut name = score_title(score.source);
            if !is_common {
                name = format!("{name} ({})", groups_name(mean.groups));
            }
            let mut row = vec![Cell::named(name)];
            for (coefficient, interval) in Coefficient::ALL.into_iter().zip(mean.intervals) {
                row.push(Cell::coefficient(mean.coefficients.get(coefficient)));
                row.push(interval_cell(interval, 4, false));
            }
            rows.push(row);
        }
        Table::new(columns).titled(title).with_rows(rows)
    }

    /// Says why a group has no pairwise accuracy beside its other coefficients.
    fn without_accuracy(&self) -> Option<String> {
        let mut groups = self.scores.iter().flat_map(|score| &score.agreement.groups);
        if !groups.any(|group| group.groups > 0 && group.coefficients.accuracy.is_none()) {
            return None;
        }
        Some(format!(
            "acc*eq is a dash for a group without two candidates to compare, or with more than {} comparisons.",
            with_thousands_separators(MAX_COMPARISONS)
        ))
    }

    /// How often each score orders two systems as people do; nothing without systems.
    fn add_order_of_systems(&self, sheet: &mut Sheet) {
        let mut rows = Vec::new();
        let mut largest: Option<SystemLevel> = None;
        for score in &self.scores {
            let Some(level) = score.system_level else {
                continue;
            };
            rows.push(vec![
                Cell::named(score_title(score.source)),
                Cell::coefficient(Some(level.accuracy)),
                Cell::coefficient(Some(level.soft_accuracy)),
            ]);
            if largest.is_none_or(|largest| largest.comparisons < level.comparisons) {
                largest = Some(level);
            }
        }
        let Some(level) = largest else {
            return;
        };
        let pairs = pluralized(level.system_pairs, "pair");
        let table = Table::new(["", "Pairwise accuracy", "Soft"])
            .titled(format!("Order of {pairs} of systems"))
            .with_rows(rows);
        sheet.push(table);
        if self.request.with_overlap {
            sheet.note(SYSTEM_SCORE_NOTE);
        }
        if level.left_out > 0 {
            sheet.note(format!(
                "{} of {} of two systems on a segment left out: only one of them is judged there.",
                with_thousands_separators(level.left_out),
                pluralized(level.comparisons + level.left_out, "comparison"),
            ));
        }
    }
}

/// P, R or F1, or a metric of word overlap.
fn score_title(source: ScoreSource) -> String {
    match source {
        ScoreSource::Overlap(metric) => metric.title().to_owned(),
        ScoreSource::Score { number, .. } => Measure::MAIN[number].to_string(),
    }
}
