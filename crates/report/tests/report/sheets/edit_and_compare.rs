//! The sheets of an edit and of compared texts against the numbers that they explain.

use std::sync::Arc;

use bertscope_analysis::{Analysis, Idf, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::{Explanation, Question, Topic, explain_whole};
use bertscope_metric::Pair;
use bertscope_report::explanation::{Controls, SheetSettings};
use bertscope_report::topics;
use bertscope_sheet::{Block, Cell, Row, Sheet, Subject, Table, columns};

use crate::explain::support::analyzer;

const REFERENCE: &str = "the ferry to the island leaves at noon";
const CANDIDATES: [&str; 3] = [
    "a boat departs for the islands, unhurriedly, at midday",
    "a boat departs for the island at midday",
    "nobody eats snow",
];

fn settings() -> Settings {
    Settings {
        idf: Idf::Table,
        rescale: true,
        ..Settings::plain(Layer(6))
    }
}

fn analysis(reference: &str, candidate: &str, settings: Settings) -> Arc<Analysis> {
    let pair = Pair {
        reference,
        candidate,
    };
    Arc::new(analyzer().analyze(pair, settings).unwrap())
}

fn answer(question: &Question, analysis: &Arc<Analysis>) -> Explanation {
    explain_whole(&mut analyzer(), analysis, question)
        .unwrap()
        .unwrap()
}

fn sheet_of(question: &Question, analysis: &Arc<Analysis>) -> Sheet {
    topics::sheet(
        &answer(question, analysis),
        analysis,
        &SheetSettings::default(),
    )
}

fn edit(before: &Arc<Analysis>, after: &Arc<Analysis>) -> Sheet {
    let question = Question {
        before: Some(Arc::clone(before)),
        ..Question::new(Topic::Edit)
    };
    sheet_of(&question, after)
}

fn comparison(candidates: &[&str], references: &[&str]) -> Question {
    Question {
        candidates: candidates.iter().copied().map(Arc::from).collect(),
        references: references.iter().copied().map(Arc::from).collect(),
        ..Question::new(Topic::Compare)
    }
}

/// The table whose first column has this name.
fn table<'a>(sheet: &'a Sheet, name: &str) -> &'a Table {
    let mut tables = sheet.blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    tables.find(|table| table.columns[0].name == name).unwrap()
}

fn texts(row: &Row) -> Vec<String> {
    row.cells.iter().map(Cell::text).collect()
}

fn sum(rows: &[Row], column: usize) -> f64 {
    rows.iter()
        .filter_map(|row| row.cells[column].value())
        .sum()
}

#[test]
fn the_causes_of_an_edit_sum_to_its_effect_and_its_words_to_their_causes() {
    let before = analysis(REFERENCE, CANDIDATES[1], settings());
    let after = analysis(REFERENCE, CANDIDATES[0], settings());
    let sheet = edit(&before, &after);
    let scores = table(&sheet, "");
    let causes = table(&sheet, "cause");
    // The causes are F1, P and R, the scores P, R and F1.
    for (number, column) in [(0, 2), (1, 3), (2, 1)] {
        let change = scores.rows[number].cells[3].value().unwrap();
        let parts = sum(&causes.rows, column);
        // Causes below half of the last printed digit are left out.
        assert!((parts - change).abs() < 5e-4, "{number}: {parts} {change}");
    }
    let words = sheet.blocks.iter().filter_map(|block| match block {
        Block::Table(table) if table.columns[0].name == "word" => Some(sum(&table.rows, 1)),
        _ => None,
    });
    let shares = causes
        .rows
        .iter()
        .filter(|row| row.cells[0].text().starts_with("re-weighting"));
    let shares: f64 = shares.filter_map(|row| row.cells[1].value()).sum();
    let parts = words.sum::<f64>() + shares;
    assert!((parts - sum(&causes.rows, 1)).abs() < 5e-4, "{parts}");
}

#[test]
fn a_word_in_pieces_opens_to_its_tokens_and_other_settings_leave_the_scores() {
    let before = analysis(REFERENCE, CANDIDATES[1], settings());
    let after = analysis(REFERENCE, CANDIDATES[0], settings());
    let closed = edit(&before, &after);
    let word = closed.rows().find(|row| row.cells.len() == 3).unwrap();
    assert_eq!(
        [texts(word)[0].as_str(), &texts(word)[2]],
        ["+ unhurriedly", "in pieces"]
    );
    let Some(Subject::Word(side, token)) = word.subject else {
        panic!("{word:?}")
    };
    let question = Question {
        before: Some(Arc::clone(&before)),
        ..Question::new(Topic::Edit)
    };
    let choices = SheetSettings {
        open: [(side, token)].into(),
        ..SheetSettings::default()
    };
    let open = topics::sheet(&answer(&question, &after), &after, &choices);
    let tokens: Vec<Row> = open.rows().filter(|row| row.depth == 1).cloned().collect();
    assert!(tokens.len() > 1 && open.rows().count() == closed.rows().count() + tokens.len());
    assert!((sum(&tokens, 1) - word.cells[1].value().unwrap()).abs() < 1e-9);

    let other = analysis(REFERENCE, CANDIDATES[0], Settings::plain(Layer(4)));
    let sheet = edit(&other, &after);
    assert!(
        sheet
            .lead
            .starts_with("Settings changed (layer 4 → 6, IDF off → on"),
        "{}",
        sheet.lead
    );
    assert_eq!(sheet.rows().count(), 3);
}

#[test]
fn the_words_of_a_difference_sum_to_it_and_every_row_but_a_text_has_a_derivation() {
    let analysis = analysis(REFERENCE, CANDIDATES[0], settings());
    let question = comparison(&CANDIDATES[1..], &["a boat leaves", "snow"]);
    let sheet = sheet_of(&question, &analysis);
    for name in [
        "B − A by word",
        "C − A by word",
        "2 − 1 by word",
        "3 − 1 by word",
    ] {
        let [total, words @ ..] = &*table(&sheet, name).rows else {
            panic!("{name}")
        };
        for column in 1..4 {
            let total = total.cells[column].value().unwrap();
            assert!((sum(words, column) - total).abs() < 2e-5, "{name} {column}");
        }
    }
    for row in sheet.rows() {
        let is_text = row.depth == 1;
        assert_eq!(row.subject.is_some(), !is_text, "{row:?}");
        assert_eq!(row.derivation.is_empty(), is_text, "{row:?}");
    }
    let grid = table(&sheet, "B on reference");
    let subjects: Vec<_> = grid.rows.iter().map(|row| row.subject.unwrap()).collect();
    let kept_pair = |reference| Subject::KeptPair {
        candidate: 0,
        reference,
    };
    assert_eq!(
        subjects,
        [
            Subject::KeptText(Side::Candidate, 0),
            kept_pair(0),
            kept_pair(1)
        ]
    );
}

#[test]
fn of_an_order_it_says_where_it_holds_and_where_another_one_is() {
    let analysis = analysis(REFERENCE, CANDIDATES[0], Settings::plain(Layer(6)));
    let mut explanation = answer(&comparison(&CANDIDATES[2..], &[]), &analysis);
    let Explanation::Compare(comparison) = &mut explanation else {
        panic!("{explanation:?}")
    };
    for order in &mut comparison.candidates.orders {
        if order.settings.layer == Layer(0) {
            order.agrees = false;
            order.order = vec![1, 0];
            order.f1 = vec![0.1, 0.2];
        }
    }
    let sheet = topics::sheet(&explanation, &analysis, &SheetSettings::default());
    assert!(
        sheet
            .blocks
            .contains(&Block::heading("A > B with other settings?"))
    );
    let orders: Vec<Vec<String>> = table(&sheet, "setting").rows.iter().map(texts).collect();
    assert_eq!(
        orders,
        [
            ["6 of 7 layers", "holds"],
            ["layer 0", "B > A"],
            ["IDF table", "holds"],
            ["rescaled", "holds"]
        ]
    );
}

#[test]
fn texts_with_a_long_common_start_are_cut_to_where_they_differ() {
    let start = "the ferry to the island in the north of the bay leaves the harbour at";
    let [first, second] = ["noon", "seven"].map(|time| format!("{start} {time}"));
    let analysis = analysis(REFERENCE, &first, Settings::plain(Layer(6)));
    let sheet = sheet_of(&comparison(&[&second], &[]), &analysis);
    let lines = columns::sheet_text(&sheet, 38);
    assert!(lines.contains(&" …noon".to_owned()), "{lines:?}");
    assert!(lines.contains(&" …seven".to_owned()), "{lines:?}");
    let wide = columns::sheet_text(&sheet, 100);
    assert!(wide.contains(&format!(" {second}")), "{wide:?}");
}

#[test]
fn nothing_kept_and_nothing_edited_say_what_to_do() {
    let analysis = analysis(REFERENCE, CANDIDATES[0], Settings::plain(Layer(6)));
    for (topic, controls, advice) in [
        (Topic::Compare, Controls::Keys, "Ctrl-p"),
        (Topic::Compare, Controls::Flags, "--against"),
        (Topic::Compare, Controls::Buttons, "Keep the candidate"),
        (Topic::Edit, Controls::Keys, "Change a word"),
        (Topic::Edit, Controls::Flags, "--before"),
        (Topic::Edit, Controls::Buttons, "Change a word"),
    ] {
        let choices = SheetSettings {
            controls,
            ..SheetSettings::default()
        };
        let explanation = answer(&Question::new(topic), &analysis);
        let sheet = topics::sheet(&explanation, &analysis, &choices);
        assert!(sheet.lead.contains(advice), "{}", sheet.lead);
        assert!(sheet.blocks.is_empty());
    }
}

#[test]
fn what_no_word_explains_says_whether_that_is_a_convention_or_the_jump_of_f1() {
    let jump = "F1 jumps where P + R is 0 or less";
    let plain = Settings::plain(Layer(6));
    let of = |candidate: &str| analysis("tax jump", candidate, plain);
    let lead = edit(&of("red"), &of("blue")).lead;
    assert!(
        lead.contains(jump) && !lead.contains("convention"),
        "{lead}"
    );
    let lead = edit(&of(""), &of("blue")).lead;
    assert!(
        lead.contains("undefined by convention") && !lead.contains(jump),
        "{lead}"
    );

    let sheet = sheet_of(&comparison(&["red"], &[]), &of("blue"));
    let steps = sheet.rows().flat_map(|row| &row.derivation);
    let steps: Vec<String> = steps.map(ToString::to_string).collect();
    assert!(
        steps
            .iter()
            .any(|step| step.starts_with("no word explains the difference") && step.contains(jump)),
        "{steps:?}"
    );
}
