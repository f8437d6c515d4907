//! The agreement of the scores of a file with its human scores: within groups and over all, the order of systems, and every
//! setting.

use std::collections::BTreeMap;

use serde::Serialize;

use super::group_name;
use super::human::{self, ALL_GROUPS, AgreementRow, groups_name};
use crate::findings::cells::{interval_cell, number_cell};
use crate::number::{
    SIGNIFICANCE_LEVEL, decimals, p_value, pluralized, signed, with_thousands_separators,
};
use bertscope_encoder::Layer;
use bertscope_overlap::Metric;
use bertscope_sheet::{Block, Cell, Column, Emphasis, Row, Table};
use bertscope_systems::agreement::{
    Coefficient, Coefficients, JudgedPairs, MAX_COMPARISONS, MeanAgreement, RankedSetting,
    ScoreAgreement, ScoreSource, SystemLevel,
};
use bertscope_systems::{Interval, Measure, Resampling};

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
    /// Ranks every setting.
    pub settings: Option<SettingsRequest>,
}

/// How to rank every setting.
#[derive(Debug, Clone, Copy)]
pub struct SettingsRequest {
    pub by: Coefficient,
    /// Whether the run weights tokens by IDF; the settings after those of its layers do the opposite.
    pub idf: bool,
}

/// The agreement, computed once for the text and the JSON.
#[derive(Debug)]
pub struct Agreement {
    request: AgreementRequest,
    groups: Vec<GroupPairs>,
    /// P, R and F1, then the metrics of word overlap.
    scores: Vec<NamedAgreement>,
    /// Those over all groups together, if there are several.
    pooled: Option<Vec<Coefficients>>,
    layers: Vec<[MeanAgreement; 3]>,
    settings: Vec<RankedSetting>,
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
    system_level: Option<SystemLevel>,
}

impl Agreement {
    pub fn compute(judged: &JudgedPairs, request: AgreementRequest) -> Self {
        let resampling = Resampling::default();
        let mut sources = ScoreSource::of_setting(request.chosen).to_vec();
        if request.with_overlap {
            sources.extend(Metric::ALL.map(ScoreSource::Overlap));
        }
        let scores: Vec<NamedAgreement> = sources
            .iter()
            .map(|source| NamedAgreement {
                source: *source,
                agreement: judged.agreement(*source, Some(resampling)),
                system_level: judged.system_level(*source, resampling),
            })
            .collect();
        let names = judged.group_names();
        let groups = names.iter().enumerate().map(|(group, name)| GroupPairs {
            name: match &**name {
                "" if names.len() == 1 => "all".to_owned(),
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
        Self {
            groups: groups.collect(),
            pooled: (names.len() > 1).then(|| {
                sources
                    .iter()
                    .map(|source| judged.pooled(*source))
                    .collect()
            }),
            settings: match request.settings {
                Some(settings) if !judged.is_empty() => rank_settings(judged, &request, settings),
                _ => Vec::new(),
            },
            scores,
            layers,
            request,
        }
    }

    /// The tables; without a judged pair they would have no row.
    pub fn sheet(&self) -> Vec<Block> {
        if self.groups.is_empty() {
            return Vec::new();
        }
        let mut blocks = vec![Block::Table(self.table())];
        if self
            .scores
            .iter()
            .any(|score| score.agreement.mean.groups > 0)
        {
            blocks.push(Block::Table(self.intervals()));
        }
        blocks.extend(self.without_accuracy());
        blocks.extend(self.order_of_systems());
        blocks.extend(self.ranking());
        blocks
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
        if let Some(pooled) = &self.pooled {
            rows.push(AgreementRow {
                name: ALL_GROUPS.to_owned(),
                judged: Some(self.judged()),
                mean: None,
                coefficients: [pooled[0], pooled[1], pooled[2]],
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
        if let (Some(first), true) = (first, is_common && self.groups.len() > 1) {
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
            let mut name = self.title(score.source, false);
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
    fn without_accuracy(&self) -> Option<Block> {
        let mut groups = self.scores.iter().flat_map(|score| &score.agreement.groups);
        if !groups.any(|group| group.groups > 0 && group.coefficients.accuracy.is_none()) {
            return None;
        }
        Some(Block::Note(format!(
            "acc*eq is a dash for a group without two candidates to compare, or with more than {} comparisons.",
            with_thousands_separators(MAX_COMPARISONS as u64)
        )))
    }

    /// P, R or F1, with its layer and weights if asked, or a metric of word overlap.
    fn title(&self, source: ScoreSource, with_setting: bool) -> String {
        let (setting, number) = match source {
            ScoreSource::Overlap(metric) => return metric.title().to_owned(),
            ScoreSource::Score { setting, number } => (setting, number),
        };
        let measure = Measure::MAIN[number];
        if !with_setting {
            return measure.to_string();
        }
        let idf = if self.has_idf(setting) { " IDF" } else { "" };
        format!("{measure} layer {}{idf}", self.layer(setting))
    }

    fn layer(&self, setting: usize) -> Layer {
        self.request.layers[setting % self.request.layers.len()]
    }

    fn has_idf(&self, setting: usize) -> bool {
        let idf = self.request.settings.is_some_and(|settings| settings.idf);
        idf != (setting >= self.request.layers.len())
    }

    /// How often each score orders two systems as people do; nothing without systems.
    fn order_of_systems(&self) -> Vec<Block> {
        let mut rows = Vec::new();
        let mut largest: Option<SystemLevel> = None;
        for score in &self.scores {
            let Some(level) = score.system_level else {
                continue;
            };
            rows.push(vec![
                Cell::named(self.title(score.source, false)),
                Cell::coefficient(Some(level.accuracy)),
                Cell::coefficient(Some(level.soft_accuracy)),
            ]);
            if largest.is_none_or(|largest| largest.comparisons < level.comparisons) {
                largest = Some(level);
            }
        }
        let Some(level) = largest else {
            return Vec::new();
        };
        let pairs = pluralized(level.system_pairs as u64, "pair");
        let table = Table::new(["", "Pairwise accuracy", "Soft"].map(Column::new))
            .titled(format!("Order of {pairs} of systems"))
            .with_rows(rows);
        let mut blocks = vec![Block::Table(table)];
        if level.left_out > 0 {
            blocks.push(Block::Note(format!(
                "{} of {} of two systems on a segment left out: only one of them is judged there.",
                with_thousands_separators(level.left_out as u64),
                pluralized((level.comparisons + level.left_out) as u64, "comparison"),
            )));
        }
        blocks
    }

    /// Every setting, the best first; nothing unless asked.
    fn ranking(&self) -> Vec<Block> {
        let Some(request) = self.request.settings else {
            return Vec::new();
        };
        let columns = RankingColumns {
            by: request.by,
            williams: self.settings.iter().any(|of| of.p_williams.is_some()),
            systems: self.settings.iter().any(|of| of.system_level.is_some()),
        };
        let title = format!("Every setting, the highest {} first", request.by.title());
        let mut table = Table::new(columns.columns());
        for setting in &self.settings {
            let mut name = self.title(setting.source, true);
            let mut emphasis = Emphasis::None;
            if setting.is_default {
                name += " (default)";
                emphasis = Emphasis::Chosen;
            }
            let mut cells = vec![Cell::named(name)];
            cells.extend(columns.cells(setting));
            table.rows.push(Row {
                cells,
                emphasis,
                ..Row::default()
            });
        }
        let note = "p by PERM-BOTH, two-sided, of the difference from the default; p, Holm is corrected for the number of settings.";
        vec![
            Block::heading(title),
            Block::Text(self.verdict(request.by)),
            Block::Table(table),
            Block::Note(note.to_owned()),
        ]
    }

    /// Which setting agrees best, and whether that could be chance.
    fn verdict(&self, coefficient: Coefficient) -> String {
        let title = coefficient.title();
        let Some(best) = self.settings.first() else {
            return format!("No setting has a {title} coefficient.");
        };
        let name = self.title(best.source, true);
        let Some(value) = best.agreement.coefficients.get(coefficient) else {
            return format!("No setting has a {title} coefficient.");
        };
        let value = decimals(value, 4);
        let count = self.settings.len();
        if best.is_default {
            return format!(
                "Of {count} settings, the default, {name}, agrees best: {title} {value}."
            );
        }
        let lead = format!("Of {count} settings, {name} agrees best: {title} {value}");
        let (Some(difference), Some(p)) = (best.difference, best.p_holm) else {
            return format!("{lead}.");
        };
        let outcome = if p < SIGNIFICANCE_LEVEL {
            "the difference is statistically significant"
        } else {
            "the difference could be chance"
        };
        format!(
            "{lead}, {} from the default (p = {} by PERM-BOTH with Holm's correction); {outcome}.",
            signed(difference, 4),
            p_value(p)
        )
    }

    /// `column` names the human scores.
    pub fn json<'a>(&'a self, column: &'a str) -> AgreementJson<'a> {
        let scores = self.scores.iter();
        let sources = scores.clone().map(|score| score.source);
        let means = scores.clone().map(|score| score.agreement.mean);
        let pooled = self.pooled.as_ref().map(|pooled| {
            let pooled = pooled.iter().map(|of| MeanAgreement::new([*of]));
            coefficients_json(sources.clone().zip(pooled))
        });
        let mut groups = Vec::new();
        for (position, group) in self.groups.iter().enumerate() {
            let of_group = scores.clone().map(|of| of.agreement.groups[position]);
            groups.push(GroupJson {
                group: &group.name,
                pairs: group.pairs,
                agreement: coefficients_json(sources.clone().zip(of_group)),
            });
        }
        let mut system_level = BTreeMap::new();
        for score in &self.scores {
            if let Some(level) = score.system_level {
                system_level.insert(json_name(score.source), level);
            }
        }
        AgreementJson {
            column,
            judged: self.judged(),
            mean: coefficients_json(sources.zip(means)),
            all_groups: pooled,
            groups,
            system_level,
            ranked_by: self.request.settings.map(|settings| settings.by.name()),
            settings: self
                .settings
                .iter()
                .map(|of| self.setting_json(of))
                .collect(),
        }
    }

    /// The coefficients of P, R and F1 at a layer.
    pub fn layer_json(&self, layer: usize) -> Option<CoefficientsJson> {
        let means = self.layers.get(layer)?;
        let sources = ScoreSource::of_setting(layer).into_iter();
        Some(coefficients_json(sources.zip(*means)))
    }

    fn setting_json<'a>(&self, setting: &'a RankedSetting) -> SettingJson<'a> {
        let mut layer = None;
        let mut idf = None;
        if let ScoreSource::Score { setting, .. } = setting.source {
            layer = Some(self.layer(setting).0);
            idf = Some(self.has_idf(setting));
        }
        SettingJson {
            score: json_name(setting.source),
            layer,
            idf,
            setting,
        }
    }
}

/// The columns of the ranking of settings.
struct RankingColumns {
    by: Coefficient,
    /// Whether there are p-values by Williams' test.
    williams: bool,
    /// Whether the order of systems is known.
    systems: bool,
}

impl RankingColumns {
    fn columns(&self) -> Vec<Column> {
        let mut columns = vec![Column::new("Setting")];
        for (rank, coefficient) in (3..).zip(Coefficient::ALL) {
            // The coefficient that decides stays.
            let rank = if coefficient == self.by { 0 } else { rank };
            columns.push(Column::new(coefficient.title()).ranked(rank));
        }
        columns.push(Column::new("− default").ranked(1));
        columns.push(Column::new("p").ranked(2));
        columns.push(Column::new("p, Holm").ranked(1));
        if self.williams {
            columns.push(Column::new("p, Williams").ranked(3));
        }
        if self.systems {
            columns.push(Column::new("Systems").ranked(2));
            columns.push(Column::new("Soft").ranked(2));
        }
        columns
    }

    /// The cells of a setting after its name. The default setting, which has no difference, has none in place of the tests.
    fn cells(&self, setting: &RankedSetting) -> Vec<Cell> {
        let coefficients = setting.agreement.coefficients;
        let mut cells: Vec<Cell> = Coefficient::ALL
            .map(|coefficient| Cell::coefficient(coefficients.get(coefficient)))
            .to_vec();
        let tests = 3 + usize::from(self.williams);
        if setting.is_default {
            cells.extend(std::iter::repeat_n(Cell::Empty, tests));
        } else {
            cells.push(number_cell(setting.difference, 4, true));
            cells.push(Cell::PValue(setting.p_permutation));
            cells.push(Cell::PValue(setting.p_holm));
            if self.williams {
                cells.push(Cell::PValue(setting.p_williams));
            }
        }
        if self.systems {
            let level = setting.system_level;
            cells.push(Cell::coefficient(level.map(|level| level.accuracy)));
            cells.push(Cell::coefficient(level.map(|level| level.soft_accuracy)));
        }
        cells
    }
}

/// Every layer with the weights of the run and with the opposite ones, and word overlap.
fn rank_settings(
    judged: &JudgedPairs,
    request: &AgreementRequest,
    settings: SettingsRequest,
) -> Vec<RankedSetting> {
    let mut sources = Vec::new();
    for setting in 0..2 * request.layers.len() {
        sources.extend(ScoreSource::of_setting(setting));
    }
    let overlap = [Metric::Bleu, Metric::Chrf, Metric::RougeL];
    sources.extend(overlap.map(ScoreSource::Overlap));
    let default = ScoreSource::of_setting(request.chosen)[2];
    judged.rank_settings(&sources, default, settings.by, Resampling::default())
}

fn coefficients_json(
    scores: impl Iterator<Item = (ScoreSource, MeanAgreement)>,
) -> CoefficientsJson {
    let mut json = CoefficientsJson::default();
    for (source, mean) in scores {
        let name = json_name(source);
        let Coefficients {
            correlation,
            accuracy,
        } = mean.coefficients;
        json.pearson.insert(name, correlation.pearson);
        json.spearman.insert(name, correlation.spearman);
        json.kendall.insert(name, correlation.kendall);
        json.accuracy.insert(name, accuracy);
        for (coefficient, interval) in Coefficient::ALL.into_iter().zip(mean.intervals) {
            if let Some(interval) = interval {
                let intervals = json.intervals.entry(coefficient.name()).or_default();
                intervals.insert(name, interval);
            }
        }
    }
    json
}

/// The name of a score, whatever its setting.
fn json_name(source: ScoreSource) -> &'static str {
    match source {
        ScoreSource::Score { number, .. } => ["precision", "recall", "f1"][number],
        ScoreSource::Overlap(metric) => metric.name(),
    }
}

/// A number for each score, by its name.
type ByScore<T> = BTreeMap<&'static str, T>;

#[derive(Serialize)]
pub struct AgreementJson<'a> {
    column: &'a str,
    judged: usize,
    mean: CoefficientsJson,
    /// Over the pairs of all groups together; absent if there is only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    all_groups: Option<CoefficientsJson>,
    groups: Vec<GroupJson<'a>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    system_level: ByScore<SystemLevel>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ranked_by: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    settings: Vec<SettingJson<'a>>,
}

#[derive(Serialize)]
struct GroupJson<'a> {
    group: &'a str,
    pairs: usize,
    #[serde(flatten)]
    agreement: CoefficientsJson,
}

#[derive(Serialize)]
struct SettingJson<'a> {
    score: &'static str,
    layer: Option<usize>,
    idf: Option<bool>,
    #[serde(flatten)]
    setting: &'a RankedSetting,
}

#[derive(Default, Serialize)]
pub struct CoefficientsJson {
    pearson: ByScore<Option<f64>>,
    spearman: ByScore<Option<f64>>,
    kendall: ByScore<Option<f64>>,
    accuracy: ByScore<Option<f64>>,
    /// By name of the coefficient; those that exist.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    intervals: BTreeMap<&'static str, ByScore<Interval>>,
}
