//! Header, footer and score, in every state that changes their words.

use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

use super::parts::Part::{Footer, Header, Score};
use super::support::{BY_ONE_REFERENCE, Inspector, other_info};
use bertscope::testing::{FilePair, Message, PairsList, PairsMessage, Scope};

const WIDTHS: [u16; 5] = [36, 50, 80, 110, 160];

fn inspector() -> Inspector {
    Inspector::with_texts("The ferry leaves at noon.", "The boat departs at midday.")
}

fn with_pairs() -> Inspector {
    let mut inspector = inspector();
    inspector.state.open_pairs(PairsList::new(
        "/home/user/pairs.tsv".into(),
        Vec::new(),
        false,
    ));
    let (references, candidate) = (vec!["A house.".to_owned()], "A home.".to_owned());
    let pair = FilePair {
        id: "a".into(),
        references,
        candidate,
        scores: None,
        looks_quoted: false,
        other_candidates: Vec::new(),
    };
    inspector.send(Message::Pairs(PairsMessage::Rows(vec![Ok(Arc::new(pair))])));
    inspector.send(Message::Pairs(PairsMessage::Read(Ok(()))));
    inspector
}

#[test]
fn the_header_names_model_settings_and_time_as_far_as_there_is_room() {
    let other = || {
        let mut inspector = inspector();
        inspector.press("Ctrl-o").type_text("large").press("Enter");
        inspector.send(Message::Opened(2, other_info("roberta-large")));
        inspector
    };
    let mut shown = String::new();
    for (name, begin, keys) in [
        ("loading", &Inspector::example as &dyn Fn() -> Inspector, ""),
        ("ready", &inspector, ""),
        ("IDF and rescaling", &inspector, "F2 F3"),
        (
            "IDF of one reference, precision",
            &inspector,
            "Esc 7 Tab Down Down Enter F6",
        ),
        (
            "special tokens hidden, recall, colours",
            &inspector,
            "F7 F6 F6 F10 F10",
        ),
        ("another layer", &inspector, "F4"),
        ("another model", &other, ""),
    ] {
        let mut inspector = begin();
        inspector.press(keys);
        writeln!(shown, "-- {name}").unwrap();
        for width in WIDTHS {
            shown += &inspector.part(Header, width, 24);
        }
    }
    insta::assert_snapshot!("header", shown);
}

#[test]
fn the_footer_names_the_keys_of_every_place_as_far_as_there_is_room() {
    let mut shown = String::new();
    for (scope, begin, keys) in [
        (Scope::Text, &inspector as &dyn Fn() -> Inspector, ""),
        (Scope::Matrix, &inspector, "Esc"),
        (Scope::Panel, &inspector, "Esc Tab"),
        (Scope::Picker, &inspector, "Ctrl-o"),
        (Scope::Export, &inspector, "Ctrl-s"),
        (Scope::Copy, &inspector, "Ctrl-y"),
        (Scope::Pairs, &with_pairs, ""),
        (Scope::Summary, &with_pairs, "S"),
        (Scope::Note, &with_pairs, "Alt-n"),
        // In a walkthrough, in a lesson, and in projector mode.
        (Scope::StepText, &inspector, "Alt-w"),
        (Scope::StepText, &inspector, "Alt-w . . . . ."),
        (Scope::Step, &inspector, "Alt-l 1"),
        (Scope::Text, &inspector, "Alt-p"),
    ] {
        let mut inspector = begin();
        inspector.press(keys);
        assert_eq!(inspector.state.scope(), scope);
        writeln!(shown, "-- {scope:?} {keys}").unwrap();
        for width in WIDTHS {
            shown += &inspector.part(Footer, width, 24);
        }
    }
    insta::assert_snapshot!("footer", shown);
}

#[test]
fn the_score_says_what_it_is_made_of_and_why_a_number_is_missing() {
    let edited = || {
        let mut inspector = inspector();
        inspector
            .wait(std::time::Duration::from_secs(2))
            .type_text(" today");
        inspector
    };
    let mut shown = String::new();
    for (name, begin, keys) in [
        ("raw", &inspector as &dyn Fn() -> Inspector, ""),
        ("IDF and rescaled", &inspector, "F2 F3"),
        ("IDF of one reference", &inspector, BY_ONE_REFERENCE),
        ("recall alone", &inspector, "F6 F6"),
        (
            "the same text twice, rescaled",
            &|| Inspector::with_texts("The gate is open.", "The gate is open."),
            "F3",
        ),
        (
            "no candidate",
            &|| Inspector::with_texts("The gate is open.", ""),
            "",
        ),
        ("no texts", &|| Inspector::with_texts("", ""), ""),
        (
            "a hidden match",
            &|| Inspector::with_texts("Yes!", "Quantum chromodynamics, obviously; nobody asked."),
            "F7",
        ),
        ("after an edit", &edited, ""),
        ("in a walkthrough", &inspector, "Alt-w"),
    ] {
        let mut inspector = begin();
        inspector.press(keys);
        writeln!(shown, "== {name}").unwrap();
        shown += &inspector.show(&[Score], &[(50, 24), (80, 24), (160, 50)]);
    }
    insta::assert_snapshot!("score", shown);
}

#[test]
fn an_answer_without_a_pass_of_the_model_is_called_cached() {
    let mut inspector = inspector();
    let mut header = |elapsed| {
        inspector.state.results.elapsed = elapsed;
        inspector.part(Header, 80, 24)
    };
    assert!(header(Some(Duration::from_micros(12_300))).contains("12.3 ms"));
    let cached = header(None);
    assert!(
        cached.contains("cached") && !cached.contains("ms"),
        "{cached}"
    );
}
