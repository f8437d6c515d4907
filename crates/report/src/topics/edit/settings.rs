//! The settings in which two scores differ, each before and after.

use bertscope_analysis::{Analysis, Idf};
use bertscope_explain::edit::ChangedSetting;

/// What the two scores were not made alike with: `layer 6 → 4`, `IDF off → on`.
pub fn setting_changes(before: &Analysis, after: &Analysis) -> Vec<String> {
    let changed = ChangedSetting::between(before, after);
    let mut changes = Vec::new();
    for setting in &changed {
        let both = [before, after];
        changes.push(match setting {
            ChangedSetting::Model => change("model", both.map(|pair| pair.model.name.clone())),
            ChangedSetting::Layer => change("layer", both.map(|pair| pair.layer.to_string())),
            ChangedSetting::Idf => change("IDF", both.map(idf_name)),
            ChangedSetting::Program => change(
                "program",
                both.map(|pair| pair.conventions().name().to_owned()),
            ),
            ChangedSetting::Rescaling => match both.map(|pair| pair.rescaling().is_some()) {
                [false, _] => "raw → rescaled".to_owned(),
                [_, false] => "rescaled → raw".to_owned(),
                // Each layer of each model has a baseline of its own, which need not be named too.
                _ if changed.contains(&ChangedSetting::Model)
                    || changed.contains(&ChangedSetting::Layer) =>
                {
                    continue;
                }
                _ => "other baseline".to_owned(),
            },
        });
    }
    changes
}

/// A setting before and after; what has the same name both times is another one all the same.
fn change(setting: &str, [before, after]: [String; 2]) -> String {
    if before == after {
        format!("other {setting}")
    } else {
        format!("{setting} {before} → {after}")
    }
}

fn idf_name(pair: &Analysis) -> String {
    match pair.settings.idf {
        Idf::Off => "off",
        Idf::Table => "on",
        Idf::References => "references",
    }
    .to_owned()
}
