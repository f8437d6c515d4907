//! The baselines that `bert_score` publishes: 72 tables, each for a model and a language.
//!
//! `assets/baselines/README.md` has the source and the format. The text is searched for each requested table, which
//! takes a few microseconds; nothing is cached.

use std::fmt::Write;

use crate::{BaselineSource, BaselineTable, known};

static TABLES: &str = include_str!("../../../assets/baselines/published.tsv");

pub const DEFAULT_LANGUAGE: &str = "en";

/// The published table of a model for a language; `None` if there is none.
///
/// The name is `bert_score`'s or the current one on the hub; `bert_score` looks for a file
/// `rescale_baseline/LANGUAGE/MODEL.tsv`, so a model in a folder has no published table.
pub fn baseline(model: &str, language: &str) -> Option<BaselineTable> {
    let model = published_name(model);
    let language = language.to_lowercase();
    let mut lines = TABLES
        .lines()
        .skip_while(|line| title(line) != Some((language.as_str(), model)));
    // The title itself; without it there is no such table.
    lines.next()?;
    let mut text = String::from("LAYER,P,R,F\n");
    // The bundled rows leave out the number of their layer, because they are in order from 0.
    for (layer, row) in lines.take_while(|line| !line.starts_with('@')).enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{layer},{row}");
    }
    let name = format!("bert_score's {language} baseline");
    let mut table = BaselineTable::parse(&text, name, BaselineSource::Published).ok()?;
    table.language = Some(language);
    Some(table)
}

/// The languages with a published table for a model, in alphabetical order.
pub fn languages(model: &str) -> Vec<&'static str> {
    let model = published_name(model);
    TABLES
        .lines()
        .filter_map(title)
        .filter(|(_, named)| *named == model)
        .map(|(language, _)| language)
        .collect()
}

fn published_name(model: &str) -> &str {
    known::find(model).map_or(model, |known| known.name)
}

/// Parses the line that starts a table: language and model.
fn title(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("@ ")?.split_once(' ')
}

#[cfg(test)]
mod tests {
    use super::*;
    use bertscope_encoder::Layer;
    use bertscope_metric::BaselineRow;

    /// Asserts that a row has exactly these numbers.
    fn is(model: &str, language: &str, layer: usize, [p, r, f]: [f64; 3]) {
        let row = baseline(model, language).unwrap().row(Layer(layer));
        assert_eq!(
            row,
            Some(BaselineRow::new(p, r, f).unwrap()),
            "{language} {model} {layer}"
        );
    }

    #[test]
    fn figures_are_those_of_the_package_to_the_last_digit() {
        // Copied from bert_score/rescale_baseline of bert-score 0.3.13.
        is(
            "roberta-large",
            "en",
            0,
            [0.371_289_1, 0.371_322_13, 0.368_267_15],
        );
        is(
            "roberta-large",
            "en",
            17,
            [0.831_505_84, 0.831_494_1, 0.831_225_75],
        );
        is(
            "bert-base-chinese",
            "zh",
            0,
            [0.278_698_2, 0.278_587_8, 0.274_940_37],
        );
        is(
            "allenai/scibert_scivocab_uncased",
            "en-sci",
            1,
            [0.347_010_17, 0.347_061_87, 0.344_079],
        );
        is(
            "microsoft/deberta-xlarge-mnli",
            "en",
            40,
            [0.516_906_6, 0.517_028_8, 0.515_019_2],
        );
        is(
            "bert-base-multilingual-cased",
            "de",
            12,
            [0.365_725_46, 0.365_720_27, 0.365_010_65],
        );
        is(
            "xlm-roberta-large",
            "pt",
            24,
            [0.979_641_14, 0.979_647_7, 0.979_639],
        );
    }

    #[test]
    fn every_table_can_be_read_and_ends_with_the_last_layer_of_its_model() {
        let titles: Vec<_> = TABLES.lines().filter_map(title).collect();
        assert_eq!(titles.len(), 72);
        let mut rows = 0;
        for (language, model) in titles {
            let table = baseline(model, language).unwrap();
            assert_eq!(table.source, BaselineSource::Published);
            let last = known::find(model).and_then(|known| known.layers).unwrap();
            assert!(
                (0..=last).all(|layer| table.row(Layer(layer)).is_some()),
                "{language} {model}"
            );
            assert!(table.row(Layer(last + 1)).is_none(), "{language} {model}");
            rows += last + 1;
        }
        assert_eq!(rows, 1268, "every row of the package");
    }

    #[test]
    fn todays_names_and_capitals_in_the_language_find_the_same_table() {
        let table = baseline("roberta-large", "en").unwrap();
        assert_eq!(table.name, "bert_score's en baseline");
        assert_eq!(baseline("FacebookAI/roberta-large", "EN").unwrap(), table);
    }

    #[test]
    fn where_nothing_is_published_there_is_none() {
        for (model, language) in [
            ("roberta-large", "de"),
            ("roberta-larg", "en"),
            ("", ""),
            ("tests/fixtures/bert", "en"),
        ] {
            assert_eq!(baseline(model, language), None, "{model} {language}");
        }
        assert_eq!(languages("microsoft/deberta-v3-base"), Vec::<&str>::new());
    }

    #[test]
    fn languages_are_listed_in_order() {
        assert_eq!(languages("FacebookAI/roberta-large"), ["en"]);
        let many = [
            "cs", "de", "en", "es", "et", "fi", "fr", "it", "lv", "pt", "zh",
        ];
        assert_eq!(languages("bert-base-multilingual-cased"), many);
    }

    #[test]
    fn the_table_is_what_the_generator_wrote() {
        use sha2::{Digest, Sha256};
        let sum = format!("{:x}", Sha256::digest(TABLES));
        assert!(
            include_str!("../../../assets/baselines/README.md").contains(&sum),
            "{sum} is not in the README"
        );
    }
}
