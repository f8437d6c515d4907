//! The cells of matches, costs and omissions add up to the scores that they are about.

use bertscope_analysis::{Analysis, Idf, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::omission::{DeletionState, Omissions};
use bertscope_explain::{Alignments, Explanation, Ledger};
use bertscope_metric::Pair;
use bertscope_metric::alignment::AlignmentKind;
use bertscope_report::explanation::SheetSettings;
use bertscope_report::topics;
use bertscope_sheet::{Block, Cell, Row, Sheet, Subject, Table, columns};
use unicode_width::UnicodeWidthStr;

use crate::explain::support::{analyzer, pairs, settings};

const SIDES: [Side; 2] = [Side::Candidate, Side::Reference];

fn analyses() -> Vec<Analysis> {
    let mut all = Vec::new();
    for (reference, candidate) in pairs() {
        for settings in settings() {
            let pair = Pair {
                reference: reference.as_str(),
                candidate: candidate.as_str(),
            };
            all.push(analyzer().analyze(pair, settings).unwrap());
        }
    }
    all
}

fn analysis(reference: &str, candidate: &str) -> Analysis {
    let pair = Pair {
        reference,
        candidate,
    };
    let settings = Settings::plain(Layer(6));
    analyzer().analyze(pair, settings).unwrap()
}

fn all_open() -> SheetSettings {
    SheetSettings {
        all_open: true,
        ..SheetSettings::default()
    }
}

/// The table whose first column begins with a name.
fn table<'a>(sheet: &'a Sheet, first_column: &str) -> Option<&'a Table> {
    sheet.blocks.iter().find_map(|block| match block {
        Block::Table(table) if table.columns[0].name.starts_with(first_column) => Some(table),
        _ => None,
    })
}

fn table_of_side(sheet: &Sheet, side: Side) -> Option<&Table> {
    match side {
        Side::Candidate => table(sheet, "Candidate"),
        Side::Reference => table(sheet, "Reference"),
    }
}

fn cell<'a>(table: &Table, row: &'a Row, column: &str) -> &'a Cell {
    let at = table.columns.iter().position(|own| own.name == column);
    row.cells.get(at.unwrap()).unwrap_or(&Cell::Empty)
}

fn value(table: &Table, row: &Row, column: &str) -> Option<f64> {
    cell(table, row, column).value()
}

/// No line is wider than it may be, no NaN is printed, and a row that can be chosen says how its numbers were computed.
fn assert_written(sheet: &Sheet) {
    assert!(!sheet.lead.is_empty());
    for width in [38, 60, 100] {
        for line in columns::sheet_text(sheet, width) {
            assert!(line.width() <= usize::from(width), "{width}: {line:?}");
            assert!(!line.contains("NaN") && !line.contains("inf"), "{line:?}");
        }
    }
    for row in sheet.rows() {
        let name = row.cells[0].text();
        assert_eq!(row.subject.is_some(), !row.derivation.is_empty(), "{name}");
        for step in &row.derivation {
            let step = step.to_string();
            assert!(!step.contains("NaN") && !step.contains("inf "), "{step}");
        }
    }
}

fn matches_sheet(analysis: &Analysis, alignment: AlignmentKind) -> Sheet {
    let explanation = Explanation::Matches(Alignments::compute(analysis).unwrap());
    let choices = SheetSettings {
        alignment,
        ..SheetSettings::default()
    };
    topics::sheet(&explanation, analysis, &choices)
}

#[test]
fn the_pairs_of_each_alignment_average_to_its_precision_and_recall() {
    for analysis in analyses() {
        for kind in AlignmentKind::ALL {
            let sheet = matches_sheet(&analysis, kind);
            assert_written(&sheet);
            let scores = table(&sheet, "alignment").unwrap();
            let chosen = format!("▶ {}", kind.name());
            let row = scores.rows.iter().find(|row| row.cells[0].text() == chosen);
            let score = ["P", "R", "F1"].map(|name| value(scores, row.unwrap(), name));
            if kind == AlignmentKind::Greedy {
                assert_eq!(score, analysis.score().numbers());
            }
            // The cosines in the cells are rescaled with the baseline of F1.
            if analysis.has_empty_side() || analysis.rescaling().is_some() {
                continue;
            }
            for (side, mean) in SIDES.into_iter().zip(score) {
                let pairs = table_of_side(&sheet, side).unwrap();
                let mut sum = 0.0;
                let mut weights = 0.0;
                for row in &pairs.rows {
                    let weight = value(pairs, row, "weight").unwrap();
                    sum += weight * value(pairs, row, "similarity").unwrap_or(0.0);
                    weights += weight;
                }
                match mean {
                    Some(mean) => assert!((sum / weights - mean).abs() < 1e-9, "{kind:?}"),
                    None => assert!(weights == 0.0, "{weights}"),
                }
            }
        }
    }
}

#[test]
fn a_hub_token_names_those_that_share_it_and_one_to_one_leaves_it_to_one_of_them() {
    let analysis = analysis("the ferry", "the ferry the ferry the ferry");
    let greedy = matches_sheet(&analysis, AlignmentKind::Greedy);
    let hubs = table(&greedy, "hub token").unwrap();
    let ferry = hubs.rows.iter().find(|row| row.cells[0].text() == "ferry");
    let ferry = ferry.unwrap();
    let cells: Vec<String> = ferry.cells.iter().map(Cell::text).collect();
    assert_eq!(cells, ["ferry", "reference", "3", "ferry, ferry, ferry"]);
    assert_eq!(
        ferry.derivation[0].to_string(),
        "“ferry” is the best match of 3 candidate tokens"
    );
    assert!(matches!(
        ferry.subject,
        Some(Subject::Cell { reference: 2, .. })
    ));
    let one_to_one = matches_sheet(&analysis, AlignmentKind::OneToOne);
    let pairs = table(&one_to_one, "Candidate").unwrap();
    let mut matches = Vec::new();
    let mut instead = Vec::new();
    for row in pairs
        .rows
        .iter()
        .filter(|row| row.cells[0].text() == "ferry")
    {
        matches.push(cell(pairs, row, "one-to-one match").text());
        instead.push(cell(pairs, row, "best match").text());
    }
    matches.sort();
    instead.sort();
    assert_eq!(matches, ["[CLS] !", "ferry", "—"]);
    // Only those that lost it say what their best match would have been.
    assert_eq!(instead, ["", "ferry", "ferry"]);
}

#[test]
fn the_costs_of_tokens_sum_to_those_of_words_and_these_to_what_the_score_lacks_of_1() {
    for analysis in analyses() {
        let explanation = Explanation::Ledger(Ledger::compute(&analysis));
        let sheet = topics::sheet(&explanation, &analysis, &all_open());
        assert_written(&sheet);
        if analysis.has_empty_side() {
            assert!(sheet.blocks.is_empty());
            continue;
        }
        let score = analysis.score();
        for (side, mean) in SIDES.into_iter().zip([score.precision, score.recall]) {
            let (Some(costs), Some(mean)) = (table_of_side(&sheet, side), mean) else {
                // Nothing is lost, or nothing has weight.
                assert!(mean.is_none_or(|mean| mean > 0.999));
                continue;
            };
            let mut words = 0.0;
            let mut tokens = 0.0;
            for row in &costs.rows {
                let cost = value(costs, row, "cost").unwrap();
                match row.subject.unwrap() {
                    Subject::Row => assert!((cost - (1.0 - mean)).abs() < 1e-9),
                    Subject::Word(..) => words += cost,
                    _ if row.depth == 0 => {
                        words += cost;
                        tokens += cost;
                    }
                    _ => tokens += cost,
                }
            }
            assert!((words - (1.0 - mean)).abs() < 1e-9);
            assert!((tokens - words).abs() < 1e-9);
        }
    }
}

#[test]
fn a_word_without_a_match_is_flagged_and_tokens_without_weight_are_counted() {
    let sheet = |settings: Settings| {
        let pair = Pair {
            reference: "She unbuttoned her waterproof overcoat",
            candidate: "Überfahrt: 3 €, täglich!",
        };
        let analysis = analyzer().analyze(pair, settings).unwrap();
        let explanation = Explanation::Ledger(Ledger::compute(&analysis));
        topics::sheet(&explanation, &analysis, &all_open())
    };
    let plain = sheet(Settings::plain(Layer(6)));
    let text = columns::sheet_text(&plain, 100).join("\n");
    assert!(
        text.contains("[SEP] !") || text.contains("[CLS] !"),
        "{text}"
    );
    assert!(text.contains("in pieces: "), "{text}");
    assert!(text.contains("2 tokens with zero weight cost nothing"));
    let has_weights = |sheet: &Sheet| {
        let table = table(sheet, "Candidate").unwrap();
        table.columns.iter().any(|column| column.name == "weight")
    };
    assert!(!has_weights(&plain));
    assert!(has_weights(&sheet(Settings {
        idf: Idf::Table,
        ..Settings::plain(Layer(6))
    })));
}

#[test]
fn a_drift_is_the_difference_of_the_printed_changes_and_a_waiting_number_is_no_missing_one() {
    let analysis = analysis(
        "the ferry to the island leaves at noon",
        "a boat departs for the islands, unhurriedly, at midday",
    );
    let mut all = Omissions::compute(&analysis).unwrap();
    let mut without = analysis.raw;
    without.f1 = 0.5;
    let boat = all
        .words
        .iter_mut()
        .find(|word| word.word == "boat")
        .unwrap();
    boat.deletion = DeletionState::Scored {
        raw: without,
        empty: false,
    };
    let departs = all.words.iter_mut().find(|word| word.word == "departs");
    departs.unwrap().deletion = DeletionState::Skipped;
    let sheet = topics::sheet(&Explanation::Drop(all), &analysis, &all_open());
    assert_written(&sheet);
    assert!(sheet.lead.contains("so 1 shorter texts were not embedded"));
    let candidate = table(&sheet, "Candidate").unwrap();
    let row_of = |word: &str| {
        let mut rows = candidate.rows.iter();
        rows.find(|row| row.cells[0].text() == word).unwrap()
    };
    let text = |word: &str, column: &str| cell(candidate, row_of(word), column).text();
    let boat = row_of("boat");
    let [fixed, anew, drift] = ["fixed", "anew", "drift"].map(|name| {
        let value = value(candidate, boat, name).unwrap();
        (value * 10_000.0).round() as i64
    });
    assert_eq!(drift, anew - fixed);
    assert_eq!(text("departs", "anew"), "—");
    assert_eq!(text("midday", "anew"), "…");
    assert!(candidate.is_number(2));
    let how: Vec<String> = row_of("midday")
        .derivation
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(how.last().unwrap(), "anew: not embedded yet");
}

#[test]
fn of_a_pair_that_scores_0_by_convention_nothing_can_be_dropped() {
    let analysis = analysis("", "The boat departs at midday.");
    let all = Omissions::compute(&analysis).unwrap();
    let sheet = topics::sheet(&Explanation::Drop(all), &analysis, &all_open());
    assert!(sheet.blocks.is_empty());
    assert!(sheet.lead.starts_with("With an empty text"));
}
