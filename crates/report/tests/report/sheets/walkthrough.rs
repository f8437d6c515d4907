//! Every step of the walkthrough as text, and its drawings as SVG.

use std::sync::Arc;

use super::{analyzer, question};
use bertscope_analysis::{Idf, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::{Question, Topic, explain_whole};
use bertscope_metric::Pair;
use bertscope_report::explanation::walkthrough::{self, Stage, Step};
use bertscope_report::explanation::{SheetSettings, costliest_word};
use bertscope_report::topics;
use bertscope_sheet::{Block, Sheet, columns, html};
use unicode_width::UnicodeWidthStr;

/// The sheets of all stages for a pair, each at its first step.
fn sheets(texts: Pair<&str>, settings: Settings, references: &[&str]) -> Vec<(Stage, Sheet)> {
    let mut analyzer = analyzer();
    let analysis = Arc::new(analyzer.analyze(texts, settings).unwrap());
    let mut sheets = Vec::new();
    for &stage in Stage::ALL {
        let step = Step::for_stage(stage, &analysis);
        let answer = stage.question().and_then(|topic| {
            let question = Question {
                references: references.iter().map(|text| (*text).into()).collect(),
                ..Question::new(topic)
            };
            explain_whole(&mut analyzer, &analysis, &question).unwrap()
        });
        // The answer may have analysed other pairs.
        analyzer.analyze(texts, settings).unwrap();
        let cosine = analyzer.cosine(step.cell.0, step.cell.1);
        let sheet = walkthrough::sheet(step, &analysis, cosine.as_ref(), answer.as_ref());
        sheets.push((stage, sheet));
    }
    sheets
}

fn text(sheets: &[(Stage, Sheet)], width: u16) -> String {
    let mut lines = Vec::new();
    for (stage, sheet) in sheets {
        lines.push(format!("━━━ {} {}", stage.number(), stage.title()));
        for line in columns::sheet_text(sheet, width) {
            assert!(line.width() <= usize::from(width), "{line}");
            lines.push(line);
        }
    }
    lines.join("\n")
}

#[test]
fn the_steps_of_a_short_pair() {
    let texts = Pair {
        reference: "The ferry leaves at noon.",
        candidate: "The boat departs at midday.",
    };
    let sheets = sheets(texts, Settings::plain(Layer(6)), &[]);
    insta::assert_snapshot!(text(&sheets, 60));
}

#[test]
fn the_steps_with_weights_a_baseline_and_two_references() {
    let (_, analysis) = question(Topic::Matches);
    let text_of = |side| analysis.side(side).tokenized.text.clone();
    let [reference, candidate] = [Side::Reference, Side::Candidate].map(text_of);
    let texts = Pair {
        reference: &*reference,
        candidate: &*candidate,
    };
    let other = "Rates were cut by half a point.";
    let sheets = sheets(texts, analysis.settings, &[other]);
    insta::assert_snapshot!(text(&sheets, 100));
}

#[test]
fn the_steps_of_an_empty_text_have_no_numbers_of_it() {
    let texts = Pair {
        reference: "The ferry leaves at noon.",
        candidate: "",
    };
    let sheets = sheets(texts, Settings::plain(Layer(6)), &[]);
    insta::assert_snapshot!(text(&sheets, 100));
}

#[test]
fn a_repeated_word_is_shared_as_often_as_both_texts_have_it() {
    let step = |reference, candidate| {
        let texts = Pair {
            reference,
            candidate,
        };
        let mut sheets = sheets(texts, Settings::plain(Layer(6)), &[]);
        let (_, sheet) = sheets.swap_remove(Stage::Words as usize);
        columns::sheet_text(&sheet, 100).join("\n")
    };
    let twice = step(
        "The ferry leaves at noon.",
        "The ferry leaves at noon, noon.",
    );
    assert!(
        twice.contains("Shared: 5 of the candidate’s 6 words"),
        "{twice}"
    );
    assert!(twice.contains("Not shared: “noon”"), "{twice}");
    assert!(!twice.contains("Both texts have the same words"), "{twice}");
    let moved = step("The dog bit the man.", "The man bit the dog.");
    assert!(moved.contains("Both texts have the same words"), "{moved}");
}

#[test]
fn identical_texts_without_weight_are_not_said_to_be_less_similar_than_random_pairs() {
    let ferry = Pair {
        reference: "The ferry leaves.",
        candidate: "The ferry leaves.",
    };
    let settings = Settings {
        idf: Idf::References,
        rescale: true,
        ..Settings::plain(Layer(6))
    };
    let steps = text(&sheets(ferry, settings, &[]), 100);
    assert!(
        steps.contains("F1 is 0 by convention, and rescaling moves 0 below 0."),
        "{steps}"
    );
    assert!(!steps.contains("less similar"), "{steps}");
    let mut analyzer = analyzer();
    let analysis = Arc::new(analyzer.analyze(ferry, settings).unwrap());
    let sentence = costliest_word(&analysis, &Side::BOTH, 80);
    assert_eq!(sentence.as_deref(), Some("No word has weight."));
    let ledger = explain_whole(&mut analyzer, &analysis, &Question::new(Topic::Ledger));
    let sheet = topics::sheet(
        &ledger.unwrap().unwrap(),
        &analysis,
        &SheetSettings::default(),
    );
    assert!(
        sheet
            .lead
            .ends_with("The costs of a side with weight sum to 1 − its score."),
        "{}",
        sheet.lead
    );
}

#[test]
fn a_page_draws_an_angle_and_the_numbers_of_vectors_for_those_who_do_not_see_them_too() {
    let texts = Pair {
        reference: "a <b> & c",
        candidate: "a <i> & d",
    };
    let sheets = sheets(texts, Settings::plain(Layer(6)), &[]);
    let (_, vectors) = &sheets[3];
    let page = html::sheet_in_file(vectors).into_string();
    assert_eq!(page.matches("<svg").count(), 2);
    assert_eq!(page.matches("<rect").count(), 48);
    let (_, cosine) = &sheets[4];
    let angle = cosine.blocks.iter().find_map(|block| match block {
        Block::Angle(angle) => Some(angle.clone()),
        _ => None,
    });
    let angle = angle.unwrap();
    let page = html::sheet_in_file(cosine).into_string();
    let label = " apart\"><path d=\"M220 120H120L";
    assert!(page.contains(label) && !page.contains("NaN"), "{page}");
    assert!((0.0..=180.0).contains(&angle.degrees));
    assert!(!page.contains(" style=") && !page.contains("<script"));
}
