//! The sheet of sentence vectors.

use std::collections::BTreeMap;
use std::sync::Arc;

use bertscope_analysis::{Analyzer, Idf, Settings};
use bertscope_encoder::Layer;
use bertscope_models::{Model, bundled};
use bertscope_report::explanation::SheetSettings;
use bertscope_report::topics;
use bertscope_sheet::{Sheet, Table, columns};

use super::support::{assert_complete, tables};
use crate::explain::pooled::{FERRY, analyze, answer, golden, small};

fn sheet(model: Arc<Model>, texts: [&str; 2], settings: Settings) -> Sheet {
    let mut analyzer = Analyzer::new(model);
    let analysis = analyze(&mut analyzer, texts, settings);
    let (answer, _) = answer(&mut analyzer, &analysis);
    topics::sheet(&answer, &analysis, &SheetSettings::default())
}

fn bundled_sheet(texts: [&str; 2], settings: Settings) -> Sheet {
    sheet(Arc::new(bundled::model().unwrap()), texts, settings)
}

/// The sheet of a small model with these further files.
fn small_sheet(files: &BTreeMap<String, String>) -> Sheet {
    let settings = Settings::plain(Layer(4));
    sheet(small("bert", files), FERRY, settings)
}

fn text(sheet: &Sheet) -> String {
    columns::sheet_text(sheet, 160).join("\n")
}

fn sum(table: &Table, column: usize) -> f64 {
    let numbers = table.rows.iter().map(|row| row.cells[column].value());
    numbers.flatten().sum()
}

#[test]
fn the_words_of_each_side_add_up_to_the_cosine_and_their_shares_to_p_and_r() {
    let settings = Settings::plain(Layer(6));
    let sheet = bundled_sheet(FERRY, settings);
    let tables = tables(&sheet);
    let cosine = tables[0].rows[0].cells[1].value().unwrap();
    let mut analyzer = Analyzer::new(Arc::new(bundled::model().unwrap()));
    let analysis = analyze(&mut analyzer, FERRY, settings);
    let means = [analysis.raw.precision, analysis.raw.recall];
    for (table, mean) in tables[1..=2].iter().zip(means) {
        assert!((sum(table, 1) - cosine).abs() < 1e-9, "{table:?}");
        assert!((sum(table, 3) - mean.unwrap()).abs() < 1e-6, "{table:?}");
    }
    assert_eq!(
        tables[0].rows[1].cells[2].text(),
        "34% from pairs with special tokens"
    );
    assert_complete(&sheet);
}

#[test]
fn the_sheet_says_what_distinguishes_the_cosine_from_the_score() {
    let with_idf = Settings {
        idf: Idf::Table,
        rescale: true,
        ..Settings::plain(Layer(3))
    };
    let shown = text(&bundled_sheet(FERRY, with_idf));
    for part in [
        "of the last layer, 6:",
        "IDF weights do not enter",
        "rescaled, of the best matches",
    ] {
        assert!(shown.contains(part), "{shown}");
    }
    let long = "one more word and ".repeat(80);
    let shown = text(&bundled_sheet([&long, "a short text"], with_idf));
    assert!(
        shown.starts_with("The cosine of the sentence vectors is 0."),
        "{shown}"
    );
    assert!(
        shown.contains("! sentence-transformers truncates texts to 256 tokens"),
        "{shown}"
    );
}

#[test]
fn a_pooling_that_is_no_sum_of_tokens_has_only_the_cosine_and_f1() {
    let golden = golden();
    for (mode, reason) in [
        ("max", "not a sum over pairs"),
        ("cls", "one pair of tokens makes the cosine."),
    ] {
        let sheet = small_sheet(&golden.files[mode]);
        assert!(sheet.lead.contains(reason), "{}", sheet.lead);
        assert_eq!(sheet.rows().count(), 2);
    }
}

#[test]
fn a_model_that_computes_its_vector_otherwise_has_a_reason_and_no_number() {
    let modules =
        golden().files["mean"]["modules.json"].replace("normalize.Normalize", "dense.Dense");
    let sheet = small_sheet(&BTreeMap::from([("modules.json".to_owned(), modules)]));
    let reason = "The model applies the module Dense, which bertscope does not compute.";
    assert_eq!(sheet, Sheet::new(reason));
}

#[test]
fn a_model_without_modules_says_that_its_vector_is_the_mean() {
    let shown = text(&small_sheet(&BTreeMap::new()));
    for part in [
        "A vector is the mean hidden state of the last layer, 4:",
        "The model has no modules.json, so the vector is the mean.",
    ] {
        assert!(shown.contains(part), "{shown}");
    }
}
