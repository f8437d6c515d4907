//! The agreement as JSON.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Agreement, NamedAgreement, SettingsRanking};
use bertscope_metric::Score;
use bertscope_systems::Interval;
use bertscope_systems::agreement::{
    Coefficient, MeanAgreement, RankedSetting, ScoreSource, SystemLevel,
};

impl Agreement {
    /// `column` names the human scores.
    pub fn json<'a>(&'a self, column: &'a str) -> AgreementJson<'a> {
        let mut groups = Vec::new();
        for (position, group) in self.groups.iter().enumerate() {
            groups.push(GroupJson {
                group: &group.name,
                pairs: group.pairs,
                agreement: self.coefficients(|score| score.agreement.groups[position]),
            });
        }
        let mut system_level = BTreeMap::new();
        for score in &self.scores {
            if let Some(level) = score.system_level {
                system_level.insert(json_name(score.source), level);
            }
        }
        let has_groups = self.groups.len() > 1;
        AgreementJson {
            column,
            judged: self.judged(),
            mean: self.coefficients(|score| score.agreement.mean),
            all_groups: has_groups
                .then(|| self.coefficients(|score| MeanAgreement::new(score.pooled))),
            groups,
            system_level,
            ranked_by: self.request.ranking.map(|ranking| ranking.by.name()),
            settings: self
                .ranking
                .iter()
                .flat_map(SettingsRanking::json)
                .collect(),
        }
    }

    /// One of the agreements of each score.
    fn coefficients(&self, of: impl Fn(&NamedAgreement) -> MeanAgreement) -> CoefficientsJson {
        coefficients_json(self.scores.iter().map(|score| (score.source, of(score))))
    }

    /// The coefficients of P, R and F1 at a layer.
    pub fn layer_json(&self, layer: usize) -> Option<CoefficientsJson> {
        let means = self.layers.get(layer)?;
        let sources = ScoreSource::of_setting(layer).into_iter();
        Some(coefficients_json(sources.zip(*means)))
    }
}

impl SettingsRanking {
    fn json(&self) -> impl Iterator<Item = SettingJson<'_>> {
        self.settings.iter().map(|setting| {
            let layer_setting = self.layer_setting(setting.source);
            SettingJson {
                score: json_name(setting.source),
                layer: layer_setting.map(|of| of.layer.0),
                idf: layer_setting.map(|of| of.idf),
                setting,
            }
        })
    }
}

fn coefficients_json(
    scores: impl Iterator<Item = (ScoreSource, MeanAgreement)>,
) -> CoefficientsJson {
    let mut json = CoefficientsJson::default();
    for (source, mean) in scores {
        let name = json_name(source);
        for (coefficient, interval) in Coefficient::ALL.into_iter().zip(mean.intervals) {
            let values = json.values.entry(coefficient).or_default();
            values.insert(name, mean.coefficients.get(coefficient));
            if let Some(interval) = interval {
                let intervals = json.intervals.entry(coefficient).or_default();
                intervals.insert(name, interval);
            }
        }
    }
    json
}

/// The name of a score, whatever its setting.
fn json_name(source: ScoreSource) -> &'static str {
    match source {
        ScoreSource::Score { number, .. } => Score::KEYS[number],
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
    /// By name of the coefficient.
    #[serde(flatten)]
    values: BTreeMap<Coefficient, ByScore<Option<f64>>>,
    /// By name of the coefficient; those that exist.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    intervals: BTreeMap<Coefficient, ByScore<Interval>>,
}
