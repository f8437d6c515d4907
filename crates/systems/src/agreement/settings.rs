//! Settings ranked by how well their scores agree with people, each tested against the default one.

use std::ops::ControlFlow;

use serde::Serialize;

use bertscope_metric::correlation::pearson;

use super::{
    Coefficient, JudgedPairs, MeanAgreement, PairedSeries, ScoreSource, SystemLevel, p_both,
    williams_p,
};
use crate::Resampling;
use crate::significance::holm;

/// A setting with its agreement, and how it differs from the default setting. The default has no difference.
#[derive(Debug, Clone, Serialize)]
pub struct RankedSetting {
    #[serde(skip)]
    pub source: ScoreSource,
    #[serde(rename = "default")]
    pub is_default: bool,
    #[serde(flatten)]
    pub agreement: MeanAgreement,
    /// Its coefficient minus that of the default, over the pairs that both score.
    pub difference: Option<f64>,
    /// Two-sided p by PERM-BOTH.
    pub p_permutation: Option<f64>,
    /// The same with Holm's correction for the number of settings.
    pub p_holm: Option<f64>,
    /// Two-sided p by Williams' test, for Pearson in a single group.
    pub p_williams: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system_level: Option<SystemLevel>,
}

impl JudgedPairs {
    /// The settings by falling coefficient; those without one come last. `None` if `watch`, which is called after each of
    /// them, breaks off.
    pub fn rank_settings(
        &self,
        sources: &[ScoreSource],
        default: ScoreSource,
        coefficient: Coefficient,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Option<Vec<RankedSetting>> {
        let resampling = Resampling {
            resamples: Resampling::for_tests(sources.len()),
            ..Resampling::default()
        };
        let mut settings = Vec::with_capacity(sources.len());
        for source in sources {
            settings.push(self.tested_setting(*source, default, coefficient, resampling));
            if watch().is_break() {
                return None;
            }
        }
        let p_values: Vec<Option<f64>> = settings.iter().map(|of| of.p_permutation).collect();
        for (setting, p) in settings.iter_mut().zip(holm(&p_values)) {
            setting.p_holm = p;
        }
        settings.sort_by(|a, b| {
            let [a, b] = [a, b].map(|of| of.agreement.coefficients.get(coefficient));
            b.partial_cmp(&a).unwrap_or(std::cmp::Ordering::Equal)
        });
        Some(settings)
    }

    fn tested_setting(
        &self,
        source: ScoreSource,
        default: ScoreSource,
        coefficient: Coefficient,
        resampling: Resampling,
    ) -> RankedSetting {
        let mut setting = RankedSetting {
            source,
            is_default: source == default,
            agreement: self.agreement(source, None).mean,
            difference: None,
            p_permutation: None,
            p_holm: None,
            p_williams: None,
            system_level: self.system_level(source),
        };
        if setting.is_default {
            return setting;
        }
        let mut groups = Vec::new();
        let mut differences = Vec::new();
        for group in 0..self.group_names().len() {
            let [by_default, by_setting] = self.common_series(group, [default, source]);
            let paired = PairedSeries::new(&by_default, &by_setting, coefficient);
            let coefficients = [&by_default, &by_setting]
                .map(|series| coefficient.between(series.scores_for(coefficient), &series.human));
            if let (Some(paired), [Some(of_default), Some(of_setting)]) = (paired, coefficients) {
                differences.push(of_setting - of_default);
                groups.push(paired);
                if coefficient == Coefficient::Pearson && self.group_names().len() == 1 {
                    let between = pearson(&by_default.scores, &by_setting.scores);
                    setting.p_williams = between.and_then(|between| {
                        williams_p(of_default, of_setting, between, by_default.len())
                    });
                }
            }
        }
        setting.difference = crate::mean(differences.into_iter());
        setting.p_permutation = p_both(&groups, coefficient, resampling);
        setting
    }
}
