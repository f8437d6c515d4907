//! Every topic as a sheet: as text in three widths, as Markdown and as a page.

#[path = "sheets/edit_and_compare.rs"]
mod edit_and_compare;
mod figures;
mod kinds;
mod matches_and_costs;
mod overlap;
mod pooled;
mod support;
mod walkthrough;

use std::sync::Arc;

use bertscope_analysis::{Analysis, Idf, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::{Question, Topic, explain_whole};
use bertscope_metric::Pair;
use bertscope_report::explanation::SheetSettings;
use bertscope_report::topics;
use bertscope_sheet::{Sheet, columns, markdown};

use crate::explain::support::analyzer;

/// The question about a pair of ordinary sentences, rescaled and with IDF weights, and about what it was before.
fn question(topic: Topic) -> (Question, Arc<Analysis>) {
    let settings = Settings {
        idf: Idf::Table,
        rescale: true,
        ..Settings::plain(Layer(6))
    };
    let reference =
        "The central bank raised interest rates by half a percentage point on Thursday.";
    let mut analyzer = analyzer();
    let mut analyze = |candidate: &str| {
        let pair = Pair {
            reference,
            candidate,
        };
        Arc::new(analyzer.analyze(pair, settings).unwrap())
    };
    let before = analyze("On Thursday the central bank left interest rates unchanged.");
    let analysis = analyze("On Thursday the central bank cut interest rates by 50 basis points.");
    let mut question = Question {
        before: (topic == Topic::Edit).then_some(before),
        ..Question::new(topic)
    };
    if topic == Topic::Compare {
        question
            .candidates
            .add(["On Thursday the bank raised rates by half a point.".into()]);
    }
    (question, analysis)
}

fn sheet(topic: Topic) -> Sheet {
    let (question, analysis) = question(topic);
    let answer = explain_whole(&mut analyzer(), &analysis, &question)
        .unwrap()
        .unwrap();
    let choices = SheetSettings {
        sides: vec![Side::Candidate, Side::Reference],
        all_open: true,
        has_texts: true,
        ..SheetSettings::default()
    };
    topics::sheet(&answer, &analysis, &choices)
}

/// The sheet in 100, 60 and 38 columns, then as Markdown, then its derivations.
fn shown(topic: Topic) -> String {
    let sheet = sheet(topic);
    support::assert_complete(&sheet);
    let mut out = Vec::new();
    for width in [100, 60, 38] {
        out.push(format!("━━━ {width} columns"));
        out.extend(columns::sheet_text(&sheet, width));
    }
    out.push("━━━ Markdown".to_owned());
    out.push(markdown::sheet(&sheet));
    out.push("━━━ Derivations".to_owned());
    for row in sheet.rows().filter(|row| !row.derivation.is_empty()) {
        out.push(format!("{}:", row.cells[0].text()));
        out.extend(row.derivation.iter().map(|step| format!("  {step}")));
    }
    out.join("\n")
}

#[test]
fn the_sheet_of_sentences() {
    insta::assert_snapshot!(shown(Topic::Sentences));
}

#[test]
fn the_sheet_of_matches() {
    insta::assert_snapshot!(shown(Topic::Matches));
}

#[test]
fn the_sheet_of_costs() {
    insta::assert_snapshot!(shown(Topic::Ledger));
}

#[test]
fn the_sheet_of_omissions() {
    insta::assert_snapshot!(shown(Topic::Drop));
}

#[test]
fn the_sheet_of_an_edit() {
    insta::assert_snapshot!(shown(Topic::Edit));
}

#[test]
fn the_sheet_of_compared_texts() {
    insta::assert_snapshot!(shown(Topic::Compare));
}

#[test]
fn the_sheet_of_layers() {
    insta::assert_snapshot!(shown(Topic::Layers));
}

#[test]
fn the_sheet_of_idf() {
    insta::assert_snapshot!(shown(Topic::Idf));
}

#[test]
fn the_sheet_of_ruler() {
    insta::assert_snapshot!(shown(Topic::Ruler));
}

#[test]
fn the_sheet_of_lens() {
    insta::assert_snapshot!(shown(Topic::Lenses));
}

#[test]
fn the_sheet_of_word_overlap() {
    insta::assert_snapshot!(shown(Topic::Overlap));
}

#[test]
fn the_sheet_of_words_to_look_at() {
    insta::assert_snapshot!(shown(Topic::Kinds));
}

#[test]
fn the_sheet_of_sentence_vectors() {
    insta::assert_snapshot!(shown(Topic::Pooled));
}
