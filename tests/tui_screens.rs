//! Whole screens, as a reader sees them.

#[path = "tui_support/mod.rs"]
mod tui_support;

use std::time::Duration;

use bertscope::tui::message::{Message, Outcome};
use insta::assert_snapshot;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tui_support::{Inspector, assert_decent, words};
use unicode_width::UnicodeWidthStr;

const REFERENCE: &str = "The ferry leaves at noon.";
const CANDIDATE: &str = "The boat departs at midday.";

/// A screen that was checked for what no screen may show.
fn screen(inspector: &mut Inspector, width: u16, height: u16) -> String {
    assert_decent(&inspector.cells(width, height));
    inspector.screen(width, height)
}

#[test]
fn the_first_example_fits_an_ordinary_terminal() {
    let mut inspector = Inspector::example().ready();
    assert_snapshot!("example_80x24", screen(&mut inspector, 80, 24));
    assert_snapshot!("example_110x34", screen(&mut inspector, 110, 34));
    assert_snapshot!("example_160x50", screen(&mut inspector, 160, 50));
}

#[test]
fn idf_and_rescaling_name_their_sources_and_show_every_weight() {
    let mut inspector = Inspector::on(REFERENCE, CANDIDATE);
    inspector.press("F2 F3 Esc");
    assert_snapshot!("idf_rescaled_110x34", screen(&mut inspector, 110, 34));
    assert_snapshot!("idf_rescaled_80x24", screen(&mut inspector, 80, 24));
}

#[test]
fn recall_alone_shows_only_the_columns_best() {
    let mut inspector = Inspector::on(REFERENCE, CANDIDATE);
    inspector.press("F6 F6");
    assert_snapshot!("recall_80x24", screen(&mut inspector, 80, 24));
}

#[test]
fn a_match_with_a_hidden_special_token_is_warned_of() {
    let mut inspector = Inspector::on("Yes!", "Quantum chromodynamics, obviously; nobody asked.");
    inspector.press("F7");
    let hidden = inspector.state.analysis.as_ref().unwrap();
    let special = |t: usize| hidden.reference.tokenized.tokens[t].special;
    let tokens = &hidden.candidate.tokenized.tokens;
    let lost = tokens.iter().zip(&hidden.matches.candidate).filter(|(t, m)| !t.special && special(m.token)).count();
    assert!(lost > 0, "choose a pair in which a word matches a special token");
    assert!(screen(&mut inspector, 110, 34).contains("to a special token that"));
    assert_snapshot!("special_hidden_110x34", screen(&mut inspector, 110, 34));
    inspector.press("F7");
    assert!(!screen(&mut inspector, 110, 34).contains("to a special token that"));
}

#[test]
fn the_trap_of_a_single_reference_is_explained_instead_of_a_nan() {
    let mut inspector = Inspector::on(REFERENCE, CANDIDATE);
    inspector.press("F2 F2");
    let shown = screen(&mut inspector, 80, 24);
    assert!(shown.contains('—') && shown.contains("IDF over a single"), "{shown}");
    assert_snapshot!("one_reference_idf_80x24", shown);
}

#[test]
fn empty_sides_score_zero_and_say_so() {
    assert_snapshot!("empty_candidate_80x24", screen(&mut Inspector::on(REFERENCE, ""), 80, 24));
    let mut both = Inspector::on("", "");
    assert_snapshot!("both_empty_80x24", screen(&mut both, 80, 24));
    both.press("F7");
    assert_snapshot!("both_empty_special_hidden_80x24", screen(&mut both, 80, 24));
}

#[test]
fn identical_texts_score_one() {
    let mut inspector = Inspector::on(REFERENCE, REFERENCE);
    inspector.press("F3");
    assert_snapshot!("identical_80x24", screen(&mut inspector, 80, 24));
}

#[test]
fn a_text_longer_than_the_model_takes_is_visibly_cut() {
    let mut inspector = Inspector::on(&words(40), &words(700));
    let shown = screen(&mut inspector, 110, 34);
    assert!(shown.contains("cut: 256 of 702 tokens") || shown.contains("cut: 512 of 702 tokens"), "{shown}");
    assert_snapshot!("too_long_110x34", shown);
}

#[test]
fn any_script_keeps_its_width_and_nothing_steers_the_terminal() {
    let reference = "我喜欢吃苹果 👩‍👩‍👧 e\u{301}te\u{301} \u{1b}[31mred\u{7}";
    let mut inspector = Inspector::on(reference, "ฉันชอบ 🍎 \u{202e}live\u{202c} \u{9b}2J tab\there");
    let cells = inspector.cells(110, 34);
    for y in 0..34 {
        let width: usize = tui_support::text(&cells).lines().nth(y).unwrap().width();
        assert!(width <= 110, "line {y} is {width} columns wide");
    }
    for digits in ["", "F10", "F10", "F10"] {
        inspector.press(digits);
        assert_decent(&inspector.cells(110, 34));
    }
    inspector.press("F10");
    assert_snapshot!("any_script_110x34", screen(&mut inspector, 110, 34));
}

#[test]
fn each_zoom_shows_the_same_pair() {
    let mut inspector = Inspector::on(&words(30), &words(24));
    inspector.press("Esc");
    assert_snapshot!("zoom_fit_110x34", screen(&mut inspector, 110, 34));
    for zoom in ["digits", "colour", "overview"] {
        inspector.press("F10");
        assert_snapshot!(format!("zoom_{zoom}_80x24"), screen(&mut inspector, 80, 24));
    }
}

#[test]
fn a_narrow_screen_still_has_the_score_and_the_matrix() {
    let mut inspector = Inspector::on(REFERENCE, CANDIDATE);
    assert_snapshot!("narrow_50x20", screen(&mut inspector, 50, 20));
    let small = screen(&mut inspector, 40, 14);
    for score in ["P", "R", "F1"] {
        assert!(small.contains(&format!("{score} .")), "{score} is missing:\n{small}");
    }
    assert_snapshot!("narrow_40x14", small);
    inspector.press("Tab Tab");
    assert_snapshot!("narrow_pairs_50x20", screen(&mut inspector, 50, 20));
}

#[test]
fn a_screen_that_is_too_small_says_so_and_never_panics() {
    let mut inspector = Inspector::on(REFERENCE, CANDIDATE);
    assert_snapshot!("too_small_20x5", screen(&mut inspector, 20, 5));
    for (width, height) in [(0, 0), (1, 1), (2, 2), (1, 50), (200, 1), (0, 9), (9, 0), (35, 50), (200, 11)] {
        screen(&mut inspector, width, height);
    }
}

#[test]
fn the_help_scrolls_to_its_last_line_and_no_further() {
    let mut inspector = Inspector::on(REFERENCE, CANDIDATE);
    inspector.press("F1");
    assert_snapshot!("help_80x24", screen(&mut inspector, 80, 24));
    assert_snapshot!("help_160x50", screen(&mut inspector, 160, 50));
    inspector.screen(80, 24);
    inspector.press("PageDown PageDown PageDown PageDown PageDown PageDown PageDown PageDown PageDown PageDown");
    let end = screen(&mut inspector, 80, 24);
    assert_snapshot!("help_end_80x24", end);
    inspector.press("Up");
    assert_ne!(screen(&mut inspector, 80, 24), end, "one step back from the end must be seen");
}

#[test]
fn before_the_model_is_ready_the_texts_are_there() {
    assert_snapshot!("loading_80x24", screen(&mut Inspector::example(), 80, 24));
}

#[test]
fn a_failed_analysis_says_why_and_does_not_pass_the_old_score_off_as_new() {
    let failed =
        |job| Message::Analyzed(Outcome { job, result: Err("the tokenizer refused".into()), elapsed: Duration::ZERO });
    let mut first = Inspector::example();
    first.only(Message::Ready(tui_support::info()));
    first.only(failed(1));
    assert_snapshot!("failed_first_80x24", screen(&mut first, 80, 24));

    let mut later = Inspector::on(REFERENCE, CANDIDATE);
    later.only(Message::Paste("x".into()));
    later.only(failed(2));
    let shown = screen(&mut later, 80, 24);
    assert!(shown.contains("the tokenizer refused; what"), "{shown}");
    assert!(later.state.is_late(later.now), "the old picture is dimmed");
    assert_snapshot!("failed_later_80x24", shown);
}

#[test]
fn the_cursor_is_drawn_where_the_next_letter_goes() {
    let mut inspector = Inspector::on(REFERENCE, "我 e\u{301}");
    inspector.state.size = (80, 24);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| bertscope::tui::view::draw(frame, &inspector.state, inspector.now)).unwrap();
    // Two columns of frame, then two for the wide character, one for the blank and one for the accented letter.
    assert_eq!(terminal.backend().cursor_position(), (2 + 4, 4).into());
}
