//! `update` as a function: what happens to the state when something happened.

use std::time::Duration;

use super::support::{Inspector, analyzed, info, words};
use bertscope::analysis::{Idf, Side};
use bertscope::testing::{
    AnalysisJob, AnalysisOutcome, CellMode, CellPosition, CommandPalette, Editor, Effect, Focus,
    HeatmapGeometry, Hit, MatchDirection, Message, Screen, TerminalEvent, Zoom, hit, inside,
    lay_out,
};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

const REFERENCE: &str = "The ferry leaves at noon.";
const CANDIDATE: &str = "The boat departs at midday.";

fn inspector() -> Inspector {
    Inspector::with_texts(REFERENCE, CANDIDATE)
}

fn job(effects: &[Effect]) -> &AnalysisJob {
    match effects {
        [Effect::Analyze(job)] => job,
        other => panic!("{other:?} is no job"),
    }
}

fn character(c: char) -> Message {
    Message::Terminal(TerminalEvent::Key(KeyEvent::new(
        KeyCode::Char(c),
        KeyModifiers::NONE,
    )))
}

fn click(x: u16, y: u16) -> Message {
    let kind = MouseEventKind::Down(MouseButton::Left);
    Message::Terminal(TerminalEvent::Mouse(MouseEvent {
        kind,
        column: x,
        row: y,
        modifiers: KeyModifiers::NONE,
    }))
}

#[test]
fn every_letter_asks_for_an_analysis_of_the_text_as_it_is_then() {
    let mut inspector = inspector();
    let first = job(&inspector.only(character('!'))).clone();
    let second = job(&inspector.only(character('?'))).clone();
    assert_eq!(
        (first.candidate.as_str(), second.candidate.as_str()),
        (&*format!("{CANDIDATE}!"), &*format!("{CANDIDATE}!?"))
    );
    assert!(second.number > first.number);
}

#[test]
fn an_older_outcome_never_replaces_a_newer_one() {
    let mut inspector = inspector();
    let first = job(&inspector.only(character('!'))).clone();
    let second = job(&inspector.only(character('?'))).clone();
    inspector.only(analyzed(&second));
    assert_eq!(inspector.state.results.stale_since, None);
    inspector.only(analyzed(&first));
    inspector.only(Message::Analyzed(AnalysisOutcome {
        job: first.number,
        result: Err("late".into()),
        cosine: None,
        elapsed: Some(Duration::ZERO),
    }));
    let analysis = inspector.state.results.analysis.as_ref().unwrap();
    assert_eq!(&*analysis.candidate.tokenized.text, second.candidate);
    assert_eq!(inspector.state.results.error, None);
}

#[test]
fn what_is_typed_while_the_model_loads_is_analysed_when_it_is_there() {
    let mut inspector = Inspector::loading(REFERENCE, "");
    inspector.press("F3 F7 F7 F5");
    inspector.type_text("Early.");
    assert_eq!(inspector.effects, []);
    let effects = inspector.only(Message::Opened(1, info()));
    assert_eq!(effects[0], Effect::UseModel(1));
    assert_eq!(job(&effects[1..]).candidate, "Early.");
    assert!(job(&effects[1..]).settings.rescale);
}

#[test]
fn settings_of_the_score_ask_for_an_analysis_and_settings_of_the_picture_do_not() {
    let mut inspector = inspector();
    for (key, asks) in [
        ("F2", true),
        ("F3", true),
        ("F4", true),
        ("F5", true),
        ("Ctrl-t", true),
    ]
    .into_iter()
    .chain(["F6", "F7", "F8", "F9", "F10", "F11", "F1"].map(|key| (key, false)))
    {
        inspector.effects.clear();
        inspector.press(key);
        assert_eq!(inspector.effects.len(), usize::from(asks), "{key}");
    }
    let state = &inspector.state;
    assert_eq!(
        (
            state.inspection().idf,
            state.display().rescale,
            state.display().direction
        ),
        (Idf::Table, true, MatchDirection::Precision)
    );
    assert!(
        !state.display().show_special
            && state.look.zoom == Zoom::Digits
            && state.look.theme.light
            && state.stack.palette().is_some_and(CommandPalette::explains)
    );
}

#[test]
fn the_layer_stays_among_those_of_the_model() {
    let mut inspector = inspector();
    inspector.press("F5 F5");
    assert_eq!(inspector.state.inspection().layer, Some(6));
    inspector.press("F4 F4 F4 F4 F4 F4 F4 F4 F4");
    assert_eq!(inspector.state.inspection().layer, Some(0));
}

#[test]
fn swapping_exchanges_precision_and_recall() {
    let mut inspector = inspector();
    let before = inspector.state.results.analysis.clone().unwrap().raw;
    inspector.press("Ctrl-t");
    let after = inspector.state.results.analysis.clone().unwrap().raw;
    assert_eq!(inspector.state.inspection().reference.text(), CANDIDATE);
    let near = |a: Option<f64>, b: Option<f64>| (a.unwrap() - b.unwrap()).abs() < 1e-5;
    assert!(near(after.precision, before.recall) && near(after.recall, before.precision));
    inspector.press("Ctrl-t");
    assert_eq!(
        (
            inspector.state.inspection().reference.text(),
            inspector.state.inspection().candidate.text()
        ),
        (REFERENCE, CANDIDATE)
    );
}

#[test]
fn the_crosshair_stays_on_tokens_that_are_shown() {
    let mut inspector = inspector();
    inspector.press("Esc g Home");
    assert_eq!(
        (
            inspector.state.display().cell.candidate,
            inspector.state.display().cell.reference
        ),
        (0, 0)
    );
    inspector.press("s");
    for keys in [
        "",
        "g 0",
        "G End",
        "Up Left c Enter",
        "PageDown",
        "Tab Up PageUp g G",
    ] {
        inspector.press(keys);
        let (state, cell) = (&inspector.state, inspector.state.display().cell);
        assert!(
            state
                .shown_tokens(Side::Candidate)
                .contains(&cell.candidate),
            "{keys}"
        );
        assert!(
            state
                .shown_tokens(Side::Reference)
                .contains(&cell.reference),
            "{keys}"
        );
    }
}

#[test]
fn in_the_list_every_step_lands_on_a_pair() {
    let mut inspector = inspector();
    inspector.press("Tab Tab");
    assert_eq!(inspector.state.focus, Focus::Panel);
    for keys in ["g", "Down", "Down", "Up", "g", "d d g", "Down", "Down"] {
        inspector.press(keys);
        let (analysis, cell) = (
            inspector.state.results.analysis.as_ref().unwrap(),
            inspector.state.display().cell,
        );
        let of_row = analysis.matches.candidate[cell.candidate].token == cell.reference;
        let of_column = analysis.matches.reference[cell.reference].token == cell.candidate;
        assert!(
            if inspector.state.display().direction == MatchDirection::Recall {
                of_column
            } else {
                of_row
            },
            "{keys} {cell:?}"
        );
    }
}

#[test]
fn pasted_line_breaks_become_blanks() {
    let mut inspector = Inspector::with_texts("", "");
    inspector.send(Message::Terminal(TerminalEvent::Paste(
        "one\r\ntwo\rthree\nfour\tfive".into(),
    )));
    assert_eq!(
        inspector.state.inspection().candidate.text(),
        "one two three four\tfive"
    );
}

#[test]
fn one_undo_takes_back_a_clear_a_paste_over_a_selection_and_a_swap() {
    let mut inspector = inspector();
    inspector.press("Ctrl-u");
    assert_eq!(inspector.state.inspection().candidate.text(), "");
    inspector.press("Alt-u");
    assert_eq!(inspector.state.inspection().candidate.text(), CANDIDATE);
    inspector.press("Ctrl-r");
    assert_eq!(inspector.state.inspection().candidate.text(), "");
    inspector.press("Alt-u Ctrl-a");
    inspector.send(Message::Terminal(TerminalEvent::Paste(
        "Something else".into(),
    )));
    assert_eq!(
        inspector.state.inspection().candidate.text(),
        "Something else"
    );
    inspector.press("Alt-u");
    assert_eq!(inspector.state.inspection().candidate.text(), CANDIDATE);
    inspector.press("Ctrl-t Alt-u");
    assert_eq!(inspector.state.inspection().candidate.text(), CANDIDATE);
}

#[test]
fn each_kept_text_has_its_own_undo_which_is_there_again_when_it_comes_back() {
    let (a, b) = ("The bank of the river rose.", "The bank lent the money.");
    let mut inspector = Inspector::with_texts(a, a);
    for side in [Side::Candidate, Side::Reference] {
        let shown =
            |inspector: &Inspector| inspector.state.inspection().editor(side).text().to_owned();
        let kept =
            |inspector: &mut Inspector| inspector.state.panel_mut().kept_mut(side)[..].to_vec();
        inspector.state.focus = Focus::Text(side);
        inspector.press("Ctrl-p Ctrl-u").type_text(b);
        inspector.press("Esc Tab g Enter Esc e").state.focus = Focus::Text(side);
        assert_eq!(shown(&inspector), a);
        inspector.press("Ctrl-_ Ctrl-_ Ctrl-r");
        assert_eq!(
            (shown(&inspector), kept(&mut inspector)),
            (a.to_owned(), vec![b.into()]),
            "nothing to undo in A"
        );
        inspector.type_text(" Slowly").press("Ctrl-u Esc v");
        inspector.state.focus = Focus::Text(side);
        assert_eq!(
            (shown(&inspector), kept(&mut inspector)),
            (b.to_owned(), vec!["".into()])
        );
        inspector.press("Ctrl-_");
        assert_eq!(
            shown(&inspector),
            "The bank lent the ",
            "the last word of B"
        );
        inspector.press("Ctrl-r Alt-v Ctrl-_ Ctrl-_ Ctrl-_ Ctrl-_");
        assert_eq!(
            (shown(&inspector), kept(&mut inspector)),
            (a.to_owned(), vec![b.into()])
        );
        inspector.state.panel_mut().kept_mut(side).remove(0);
    }
}

#[test]
fn undo_goes_word_by_word_and_redo_comes_back() {
    let mut inspector = Inspector::with_texts("", "");
    inspector.type_text("one two");
    inspector.press("Left").type_text("w");
    let steps = ["one two", "one ", ""];
    inspector.press("Alt-u");
    assert_eq!(inspector.state.inspection().candidate.text(), steps[0]);
    inspector.press("Alt-u");
    assert_eq!(inspector.state.inspection().candidate.text(), steps[1]);
    inspector.press("Alt-u");
    assert_eq!(inspector.state.inspection().candidate.text(), steps[2]);
    inspector.press("Alt-u Alt-u");
    assert_eq!(inspector.state.inspection().candidate.text(), "");
    inspector.press("Ctrl-r Ctrl-r Ctrl-r Ctrl-r Ctrl-r");
    assert_eq!(inspector.state.inspection().candidate.text(), "one twwo");
    inspector.press("Ctrl-a Ctrl-x Ctrl-v Ctrl-v Alt-u");
    assert_eq!(inspector.state.inspection().candidate.text(), "one twwo");
}

#[test]
fn words_are_moved_over_and_removed_whole() {
    let mut inspector = Inspector::with_texts("", "one two three");
    inspector.press("Alt-b Alt-b Ctrl-w");
    assert_eq!(inspector.state.inspection().candidate.text(), "two three");
    inspector.press("Alt-d");
    assert_eq!(inspector.state.inspection().candidate.text(), " three");
    inspector.press("End Ctrl-Shift-Left Delete Ctrl-h");
    assert_eq!(inspector.state.inspection().candidate.text(), "");
}

#[test]
fn a_character_that_a_reader_sees_goes_and_moves_as_one() {
    for character in ["e\u{301}", "👩‍👩‍👧", "🇳🇵", "नि", "각"] {
        let mut inspector = Inspector::with_texts("", &format!("a{character}"));
        inspector.press("Left");
        assert_eq!(
            inspector.state.inspection().candidate.cursor(),
            1,
            "{character}"
        );
        inspector.press("Right Backspace");
        assert_eq!(inspector.state.inspection().candidate.text(), "a");
        inspector.press("Alt-u");
        assert_eq!(
            inspector.state.inspection().candidate.text(),
            format!("a{character}")
        );
        inspector.press("Home Right Delete");
        assert_eq!(inspector.state.inspection().candidate.text(), "a");
    }
}

#[test]
fn a_text_longer_than_a_screen_has_columns_of_any_kind_is_still_edited_at_its_end() {
    let mut inspector = Inspector::loading("", &"a".repeat(70_000));
    inspector.press("b c Left Backspace");
    let text = inspector.state.inspection().candidate.text();
    assert!(
        text.len() == 70_001 && text.ends_with("aac"),
        "{}",
        &text[text.len() - 9..]
    );
    assert_eq!(inspector.state.inspection().candidate.cursor(), 70_000);
}

#[test]
fn a_letter_with_alt_is_never_typed_but_one_with_altgr_is() {
    for c in ('a'..='z').chain('0'..='9') {
        let mut inspector = inspector();
        inspector.state.inspection_mut().candidate = Editor::new("ab");
        let key = KeyEvent::new(KeyCode::Char(c), KeyModifiers::ALT);
        inspector.only(Message::Terminal(TerminalEvent::Key(key)));
        assert!(
            inspector.state.inspection().candidate.text().len() <= 2,
            "Alt-{c} typed something"
        );
    }
    let mut inspector = inspector();
    inspector.press("Ctrl-u");
    inspector.only(Message::Terminal(TerminalEvent::Key(KeyEvent::new(
        KeyCode::Char('€'),
        KeyModifiers::CONTROL | KeyModifiers::ALT,
    ))));
    assert_eq!(inspector.state.inspection().candidate.text(), "€");
}

/// From corner to corner, clicks mean later and later tokens, each of them where there is room for all.
fn assert_overview_can_be_clicked(inspector: &Inspector, geometry: &HeatmapGeometry) {
    let area = geometry.cells;
    let clicked = |x: u16, y: u16| match hit(&inspector.state, x, y) {
        Some(Hit::Cell(cell)) => cell,
        other => panic!("{other:?} at {x},{y}"),
    };
    let rows: Vec<usize> = (area.top()..area.bottom())
        .map(|y| clicked(area.x, y).candidate)
        .collect();
    let columns: Vec<usize> = (area.left()..area.right())
        .map(|x| clicked(x, area.y).reference)
        .collect();
    for (clicked, shown) in [(rows, &geometry.rows), (columns, &geometry.columns)] {
        assert!(clicked.is_sorted() && clicked.first() == shown.first());
        assert!(clicked.iter().all(|token| shown.contains(token)));
        let mut distinct = clicked.clone();
        distinct.dedup();
        assert_eq!(distinct.len(), clicked.len().min(shown.len()));
    }
}

#[test]
fn a_click_on_the_middle_of_any_cell_means_that_cell_in_every_zoom() {
    for (mut inspector, special) in [
        (inspector(), true),
        (Inspector::with_texts(&words(44), &words(30)), false),
    ] {
        inspector.state.display_mut().show_special = special;
        for size in [(80, 24), (110, 34), (200, 60), (50, 20), (36, 12)] {
            inspector.state.terminal.size = size;
            for zoom in [Zoom::Fit, Zoom::Digits, Zoom::Colour, Zoom::Overview] {
                inspector.state.look.zoom = zoom;
                lay_out(&mut inspector.state);
                let screen = inspector.state.frame.clone().unwrap();
                let Some(geometry) = &screen.heatmap else {
                    continue;
                };
                if geometry.mode == CellMode::Overview {
                    assert_overview_can_be_clicked(&inspector, geometry);
                    continue;
                }
                let (w, h) = geometry.cell;
                for (y, &candidate) in geometry.rows.iter().enumerate() {
                    for (x, &reference) in geometry.columns.iter().enumerate() {
                        let left = geometry.cells.x + x as u16 * w + w / 2;
                        let top = geometry.cells.y + y as u16 * h + h / 2;
                        let Some(Hit::Cell(found)) = hit(&inspector.state, left, top) else {
                            assert!(!geometry.cells.contains((left, top).into()));
                            continue;
                        };
                        let expected = CellPosition {
                            candidate,
                            reference,
                        };
                        assert_eq!(found, expected, "{zoom:?} {size:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_click_in_a_text_puts_the_cursor_there() {
    let mut inspector = inspector();
    let area = inside(
        Screen::compute(&inspector.state, Rect::new(0, 0, 110, 34))
            .unwrap()
            .reference,
    );
    inspector.send(click(area.x + 4, area.y));
    assert_eq!(inspector.state.focus, Focus::Text(Side::Reference));
    inspector.type_text("old ");
    assert_eq!(
        inspector.state.inspection().reference.text(),
        "The old ferry leaves at noon."
    );
}
