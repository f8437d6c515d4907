//! The sheets of layers, IDF weights, the ruler and lenses: what is in their cells, for ordinary pairs and for odd ones.

use std::sync::Arc;

use bertscope_analysis::{Analysis, Analyzer, Idf, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::{Question, Topic, explain_whole};
use bertscope_metric::Pair;
use bertscope_models::{OpenOptions, ProgressMonitor};
use bertscope_report::explanation::SheetSettings;
use bertscope_report::topics;
use bertscope_sheet::{Block, Cell, Chart, Emphasis, Sheet, Subject, Table, columns};
use unicode_width::UnicodeWidthStr;

use crate::explain::support::{analyzer, pairs, settings};

const TOPICS: [Topic; 4] = [Topic::Layers, Topic::Idf, Topic::Ruler, Topic::Lenses];

const PAIR: Pair<&str> = Pair {
    reference: "The ferry leaves the harbour at noon.",
    candidate: "At midday the old boat departs.",
};

fn analysis(analyzer: &mut Analyzer, pair: Pair<&str>, settings: Settings) -> Arc<Analysis> {
    Arc::new(analyzer.analyze(pair, settings).unwrap())
}

fn sheet(analyzer: &mut Analyzer, analysis: &Arc<Analysis>, topic: Topic) -> Sheet {
    sheet_of_cell(analyzer, analysis, topic, None)
}

fn sheet_of_cell(
    analyzer: &mut Analyzer,
    analysis: &Arc<Analysis>,
    topic: Topic,
    cell: Option<(usize, usize)>,
) -> Sheet {
    let answer = explain_whole(analyzer, analysis, &Question::new(topic))
        .unwrap()
        .unwrap();
    let choices = SheetSettings {
        cell,
        ..SheetSettings::default()
    };
    topics::sheet(&answer, analysis, &choices)
}

fn tables(sheet: &Sheet) -> Vec<&Table> {
    let mut tables = Vec::new();
    for block in &sheet.blocks {
        if let Block::Table(table) = block {
            tables.push(table);
        }
    }
    tables
}

/// The texts of a column.
fn texts(table: &Table, column: usize) -> Vec<String> {
    table
        .rows
        .iter()
        .map(|row| row.cells[column].text())
        .collect()
}

/// The numbers of a column.
fn numbers(table: &Table, column: usize) -> Vec<f64> {
    table
        .rows
        .iter()
        .filter_map(|row| row.cells[column].value())
        .collect()
}

fn assert_printable(text: &str) {
    assert!(!text.contains("NaN") && !text.contains("inf "), "{text}");
    assert!(!text.chars().any(char::is_control), "{text:?}");
}

fn assert_written(sheet: &Sheet, analysis: &Analysis) {
    assert!(!sheet.lead.is_empty());
    for row in sheet.rows() {
        let subject = row.subject.expect("each row can be selected");
        assert!(!row.derivation.is_empty(), "{row:?}");
        if let Subject::Token(side, token) = subject {
            assert!(token < analysis.side(side).tokenized.tokens.len());
        }
        for step in &row.derivation {
            assert_printable(&step.to_string());
        }
    }
    for width in [28, 38, 60, 100] {
        for line in columns::sheet_text(sheet, width) {
            assert!(line.width() <= usize::from(width), "{width}: {line}");
            assert_printable(&line);
        }
    }
}

#[test]
fn every_row_of_ordinary_and_odd_pairs_fits_and_says_how_it_was_computed() {
    let mut analyzer = analyzer();
    for (reference, candidate) in pairs() {
        for settings in settings() {
            let pair = Pair {
                reference: &*reference,
                candidate: &*candidate,
            };
            let analysis = analysis(&mut analyzer, pair, settings);
            for topic in TOPICS {
                let sheet = sheet(&mut analyzer, &analysis, topic);
                assert_written(&sheet, &analysis);
            }
        }
    }
}

#[test]
fn the_layer_that_is_scored_has_the_score_and_raw_scores_are_compared_with_random_pairs() {
    let mut analyzer = analyzer();
    let analysis = analysis(&mut analyzer, PAIR, Settings::plain(Layer(4)));
    let sheet = sheet(&mut analyzer, &analysis, Topic::Layers);
    let scores = tables(&sheet)[0];
    let chosen = scores
        .rows
        .iter()
        .find(|row| row.emphasis == Emphasis::Chosen)
        .unwrap();
    assert_eq!(chosen.subject, Some(Subject::Layer(Layer(4))));
    assert_eq!(chosen.cells[5].value(), Some(analysis.score().f1));
    assert!(scores.rows.iter().all(|row| matches!(
        row.cells[2],
        Cell::Chart(Chart::Point {
            value: Some(_),
            other: Some(_)
        })
    )));
}

#[test]
fn a_cell_is_followed_from_static_vectors_on_and_one_that_is_not_there_is_left_out() {
    let mut analyzer = analyzer();
    let text = "After the match she lit a match.";
    let pair = Pair {
        reference: text,
        candidate: text,
    };
    let analysis = analysis(&mut analyzer, pair, Settings::plain(Layer(6)));
    let followed = sheet_of_cell(&mut analyzer, &analysis, Topic::Layers, Some((3, 7)));
    let Block::Heading(heading) = &followed.blocks[1] else {
        panic!("the heading of the cell");
    };
    assert!(heading.text.contains("“match” and “match#2”"));
    let cosines = texts(tables(&followed)[1], 2);
    assert_eq!(cosines.len(), 8);
    assert_eq!(
        [&*cosines[0], &*cosines[1], &*cosines[7]],
        ["1.0000", ".9661", ".9287"]
    );
    let missing = sheet_of_cell(&mut analyzer, &analysis, Topic::Layers, Some((0, 99)));
    assert_eq!(tables(&missing).len(), tables(&followed).len() - 1);
}

#[test]
fn the_shares_of_all_tokens_are_the_whole_weight_and_a_single_reference_is_named_a_trap() {
    let mut analyzer = analyzer();
    let off = Settings::plain(Layer(6));
    let weighted = Settings {
        idf: Idf::Table,
        ..off
    };
    let analysis_with_table = analysis(&mut analyzer, PAIR, weighted);
    let weights = sheet(&mut analyzer, &analysis_with_table, Topic::Idf);
    for column in [6, 7] {
        let sum: f64 = numbers(tables(&weights)[1], column).iter().sum();
        assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    }
    let pair = Pair {
        reference: "Qoph waits.",
        candidate: "A zither waits.",
    };
    let analysis_without = analysis(&mut analyzer, pair, off);
    let listed = sheet(&mut analyzer, &analysis_without, Topic::Idf);
    assert!(listed.lead.contains("IDF is off") && listed.lead.contains("22,365"));
    let alone = Settings {
        idf: Idf::References,
        ..off
    };
    let analysis_alone = analysis(&mut analyzer, pair, alone);
    let trap = sheet(&mut analyzer, &analysis_alone, Topic::Idf);
    assert!(trap.lead.contains("ln(2 ÷ 2) = 0"));
    let [sources, tokens] = tables(&trap)[..] else {
        panic!("two tables");
    };
    assert_eq!(sources.rows[2].cells[2].text(), "—", "recall is undefined");
    assert_eq!(tokens.rows[0].emphasis, Emphasis::Warning, "unseen");
}

#[test]
fn a_distribution_holds_all_pairs_but_those_far_outside_and_its_axis_marks_f1() {
    let mut analyzer = analyzer();
    for rescale in [false, true] {
        let settings = Settings {
            rescale,
            ..Settings::plain(Layer(6))
        };
        let analysis = analysis(&mut analyzer, PAIR, settings);
        let sheet = sheet(&mut analyzer, &analysis, Topic::Ruler);
        let table = tables(&sheet)[0];
        let axis = table.columns[1].axis.as_ref().unwrap();
        assert_eq!(axis.mark, Some(analysis.score().f1));
        assert_eq!(table.rows.len(), 6);
        for row in &table.rows {
            let Cell::Chart(Chart::Distribution { counts, .. }) = &row.cells[1] else {
                panic!("a distribution");
            };
            let pairs: u64 = counts.iter().sum();
            assert!((985_000..=1_000_000).contains(&pairs), "{pairs}");
        }
    }
}

#[test]
fn what_cannot_be_told_is_said_in_the_lead() {
    let mut analyzer = analyzer();
    let pair = Pair {
        reference: "",
        candidate: "A boat.",
    };
    let empty = analysis(&mut analyzer, pair, Settings::plain(Layer(6)));
    for topic in [Topic::Layers, Topic::Ruler] {
        let lead = sheet(&mut analyzer, &empty, topic).lead;
        assert!(lead.contains("convention"), "{lead}");
    }
    let small = bertscope_models::open(
        Some(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/fixtures/bert"
        )),
        &OpenOptions::default(),
        &ProgressMonitor::silent(),
    );
    let mut unknown = Analyzer::new(Arc::new(small.unwrap()));
    let analysis = analysis(&mut unknown, PAIR, Settings::plain(Layer(2)));
    let ruler = sheet(&mut unknown, &analysis, Topic::Ruler);
    assert!(ruler.blocks.is_empty() && ruler.lead.contains("bertscope baseline"));
    // The weights of a model without a table are those of this reference.
    let weights = sheet(&mut unknown, &analysis, Topic::Idf);
    let [sources, tokens] = tables(&weights)[..] else {
        panic!("two tables");
    };
    assert_eq!(texts(sources, 0)[1], "no table");
    assert_eq!(sources.rows[1].subject, Some(Subject::Row));
    let first_side = matches!(
        tokens.rows[0].subject,
        Some(Subject::Token(Side::Candidate, _))
    );
    assert!(first_side, "only the candidate has unseen tokens");
}

#[test]
fn lenses_without_a_difference_share_a_row() {
    let mut analyzer = analyzer();
    let settings = Settings {
        idf: Idf::Table,
        rescale: true,
        ..Settings::plain(Layer(4))
    };
    let pair = Pair {
        reference: "The ferry leaves at noon.",
        candidate: "The boat departs at midday.",
    };
    let analysis = analysis(&mut analyzer, pair, settings);
    let sheet = sheet(&mut analyzer, &analysis, Topic::Lenses);
    let table = tables(&sheet)[0];
    assert_eq!(
        texts(table, 0),
        [
            "bert_score",
            "torchmetrics",
            "last layer",
            "no special",
            "IDF, this ref",
            "3 others"
        ]
    );
    assert_eq!(
        texts(table, 4),
        ["", "+.0428", "+.0428", "−.0023", "−1.197", "same"]
    );
    let names = "transformers 5, fast tokenizer, HF evaluate";
    assert_eq!(table.rows[5].cells[5].text(), names);
    assert!(sheet.lead.ends_with(&format!("No difference: {names}.")));
}
