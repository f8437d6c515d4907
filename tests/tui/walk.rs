//! The walkthrough: every step on the screen, its figures, and that nothing of it stays.

use std::fmt::Write;

use super::parts::Part::{Cells, Panel, Score};
use super::support::{BY_ONE_REFERENCE, Inspector, assert_decent, text, words};
use bertscope::analysis::Idf;
use bertscope::inspector_options::InspectorOptions;
use bertscope::report::explanation::walkthrough::{Part, Stage, stage};
use bertscope::tui::message::Message;
use bertscope::tui::session::Session;
use bertscope::tui::state::{Direction, Focus, State};
use bertscope::tui::theme::{ColorDepth, Theme};

fn walk() -> Inspector {
    let mut inspector = Inspector::example().ready();
    inspector.press("Alt-w");
    inspector
}

fn at(stage: Stage) -> Inspector {
    let mut inspector = walk();
    to(&mut inspector, stage);
    inspector
}

fn to(inspector: &mut Inspector, stage: Stage) {
    for _ in 1..stage.number() {
        inspector.press("Alt-.");
    }
    assert_eq!(inspector.state.walk().unwrap().stage, stage);
}

fn parts(state: &State) -> Vec<Part> {
    let cell = (state.picture().cell.candidate, state.picture().cell.reference);
    stage(state.walk().unwrap().stage, state.results.analysis.as_ref().unwrap(), cell, state.results.cosine.as_ref())
}

/// Everything a stage says, one part a line.
fn said(state: &State) -> String {
    parts(state)
        .into_iter()
        .filter_map(|part| match part {
            Part::Formula(text) | Part::Words(text) | Part::Figure(text) | Part::Watch(text) => Some(text + "\n"),
            Part::Strip { .. } => None,
        })
        .collect()
}

#[test]
fn every_step_has_its_screen() {
    let mut inspector = walk();
    let mut shown = String::new();
    for stage in Stage::ALL {
        writeln!(shown, "== {}", stage.number()).unwrap();
        shown += &inspector.show(&[Cells, Score, Panel], &[(80, 24)]);
        shown += &inspector.show(&[Panel], &[(120, 36)]);
        inspector.press("Alt-.");
    }
    insta::assert_snapshot!("walk", shown);
}

#[test]
fn every_step_fits_its_place_without_scrolling() {
    let mut inspector = walk();
    for stage in Stage::ALL {
        for (width, height) in [(80, 24), (120, 36), (100, 30)] {
            inspector.cells(width, height);
            assert_eq!(
                bertscope::tui::view::viewport::last_walk_line(&inspector.state),
                0,
                "{stage:?} at {width}×{height}"
            );
        }
        inspector.press("Alt-.");
    }
}

#[test]
fn the_figures_of_the_steps_are_those_of_the_analysis() {
    let five = |x: f64| format!("= {x:.5}");
    for (stage, pick) in [(Stage::Precision, 0), (Stage::Recall, 1), (Stage::F1, 2)] {
        let inspector = at(stage);
        let raw = inspector.state.results.analysis.as_ref().unwrap().raw;
        let expected = five([raw.precision.unwrap(), raw.recall.unwrap(), raw.f1][pick]);
        assert!(said(&inspector.state).contains(&expected), "{expected}: {}", said(&inspector.state));
    }
    let inspector = at(Stage::Rescaling);
    let score = inspector.state.results.analysis.as_ref().unwrap().rescaled.as_ref().unwrap().score;
    for x in [score.precision.unwrap(), score.recall.unwrap(), score.f1] {
        assert!(said(&inspector.state).contains(&five(x)));
    }
    let mut inspector = at(Stage::Cosine);
    inspector.press("Esc Right Down");
    let (state, cell) = (&inspector.state, inspector.state.picture().cell);
    let value = state.results.analysis.as_ref().unwrap().similarity.get(cell.candidate, cell.reference);
    let cosine = state.results.cosine.unwrap();
    assert!(said(state).contains(&five(value.into())), "the cell under the crosshair: {}", said(state));
    assert!((cosine.dot / (cosine.lengths[0] * cosine.lengths[1]) - f64::from(value)).abs() < 1e-5);
    assert!(cosine.first().iter().all(|numbers| numbers.len() == 24));
}

#[test]
fn an_edit_changes_the_step_that_is_shown() {
    let mut inspector = at(Stage::Precision);
    let before = said(&inspector.state);
    inspector.press("e").type_text(" Today.");
    assert_eq!(inspector.state.walk().unwrap().stage, Stage::Precision);
    let raw = inspector.state.results.analysis.as_ref().unwrap().raw;
    assert_ne!(said(&inspector.state), before);
    assert!(said(&inspector.state).contains(&format!("= {:.5}", raw.precision.unwrap())));
}

#[test]
fn leaving_restores_what_was_set_and_keeps_what_was_written() {
    let mut inspector = Inspector::example().ready();
    inspector.press("F3 F6 F6 F7");
    let before = inspector.state.clone();
    inspector.press("Alt-w");
    for _ in 0..20 {
        inspector.press("Alt-.");
        let kept = Session::of(&inspector.state);
        assert_eq!((kept.rescale, kept.direction, kept.hide_special), (true, Some(Direction::Recall), true));
    }
    assert_eq!(inspector.state.walk().unwrap().stage, Stage::Rescaling, "the last step is the last");
    inspector.press("e").type_text("!").press("Alt-w");
    let after = &inspector.state;
    assert!(after.walk().is_none() && after.own.candidate.text().ends_with("midday.!"));
    assert_eq!(after.picture(), before.picture());
    assert!(after.results.analysis.as_ref().unwrap().settings.rescale, "and the score is that of the settings");
}

#[test]
fn asking_something_else_ends_the_walk() {
    let mut inspector = Inspector::example().ready();
    inspector.press("F3 Alt-w Alt-. Alt-2");
    assert!(inspector.state.walk().is_none() && inspector.state.panel().current().is_some());
    assert!(inspector.state.results.analysis.as_ref().unwrap().settings.rescale);
    inspector.press("Alt-w Ctrl-n");
    assert!(inspector.state.walk().is_none() && inspector.state.picture().rescale);
    assert!(inspector.screen(100, 30).contains("Why not 1.0?"), "the question that was asked before the walk");
}

#[test]
fn steps_go_forward_and_back_while_typing_in_the_matrix_and_by_mouse() {
    use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
    let mut inspector = walk();
    inspector.press("Alt-. Alt-. Alt-,");
    assert_eq!(inspector.state.walk().unwrap().stage, Stage::Pieces);
    inspector.press("Esc . . ,");
    assert_eq!((inspector.state.walk().unwrap().stage, inspector.state.focus), (Stage::Vectors, Focus::Matrix));
    let line = text(&inspector.cells(110, 34));
    let footer = line.lines().last().unwrap().to_owned();
    assert!(footer.starts_with(" . next  , back  W end "), "{footer}");
    for (word, expected) in [("next", Some(Stage::Cosine)), ("back", Some(Stage::Vectors)), ("end", None)] {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let column = footer.find(word).unwrap() as u16;
        inspector.send(Message::Mouse(MouseEvent { kind, column, row: 33, modifiers: KeyModifiers::NONE }));
        assert_eq!(inspector.state.walk().map(|walking| walking.stage), expected, "{word}");
    }
}

#[test]
fn a_step_lights_only_what_it_speaks_of() {
    let mut inspector = at(Stage::Cosine);
    let plain = {
        let mut other = Inspector::example().ready();
        other.cells(110, 34)
    };
    // The colours of a cell with a number in it, by the number.
    let colour = |buffer: &ratatui::buffer::Buffer, number: &str| {
        let screen = text(buffer);
        let (y, line) = screen.lines().enumerate().find(|(_, line)| line.contains(number)).unwrap();
        let x = line[..line.find(number).unwrap()].chars().count();
        buffer[(x as u16, y as u16)].bg
    };
    let cosine = inspector.cells(110, 34);
    assert_eq!(colour(&cosine, ".73"), colour(&plain, ".73"), "the cell under the crosshair");
    assert_ne!(colour(&cosine, ".52"), colour(&plain, ".52"));
    inspector.press("Alt-. Alt-.");
    let rows = inspector.cells(110, 34);
    assert_eq!(colour(&rows, ".52"), colour(&plain, ".52"), "the best of its row");
    assert_ne!(colour(&rows, ".44"), colour(&plain, ".44"));
}

#[test]
fn without_colours_signs_say_it_all() {
    for depth in [ColorDepth::None, ColorDepth::Ansi16] {
        let mut inspector = walk();
        inspector.state.look.theme = Theme::new(false, depth);
        let mut seen = String::new();
        for _ in Stage::ALL {
            seen += &text(&inspector.cells(120, 36));
            inspector.press("Alt-.");
        }
        for sign in ["▂█▂▆", "[◆.73]", "▶ candidate's best", "▼ reference's best", "! ", "Walk 7/12"] {
            assert!(seen.contains(sign), "{depth:?}: {sign}\n{seen}");
        }
    }
}

#[test]
fn what_surprises_is_said_where_it_is_true() {
    let step = |reference: &str, candidate: &str, keys: &str, stage: Stage| {
        let mut inspector = Inspector::on(reference, candidate);
        inspector.press(keys).press("Alt-w");
        to(&mut inspector, stage);
        said(&inspector.state)
    };
    let (ferry, boat) = ("The ferry leaves at noon.", "The boat departs at midday.");
    let cases = [
        (step(ferry, ferry, "F9", Stage::Texts), "Both texts are the same"),
        (step(ferry, "", "F9", Stage::Texts), "The candidate has no words"),
        (
            step(ferry, boat, "F9", Stage::Pieces),
            "The model adds [CLS] and [SEP]. They have zero weight, but can be matched.",
        ),
        (step(ferry, &words(600), "F9", Stage::Pieces), "The candidate was cut to "),
        (step(ferry, boat, "F9", Stage::RowBest), "“·s” and “at” both match “at”"),
        (
            step("Yes.", "Qwxz jkvq.", "F9", Stage::RowBest),
            "is matched with [SEP], a special token, and that match counts",
        ),
        (step(ferry, boat, BY_ONE_REFERENCE, Stage::Recall), "recall is 0/0 and undefined"),
        (step(ferry, boat, BY_ONE_REFERENCE, Stage::F1), "Without both of them there is no mean"),
        (step(ferry, boat, "F9", Stage::Rescaling), "it is not 2PR ÷ (P + R) of the rescaled P and R"),
    ];
    for (said, expected) in &cases {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    assert!(!step(ferry, ferry, "F9", Stage::Rescaling).contains('!'), "three times 1 is its own mean");
    assert!(!step(ferry, ferry, "F9", Stage::RowBest).contains("take "), "every piece finds itself");
}

#[test]
fn no_pair_breaks_a_step() {
    let long = words(700);
    let pairs = [
        ("", ""),
        ("", "a word"),
        ("one", ""),
        ("one", "two"),
        ("\u{1b}[31m\u{7}", "\u{200d}\u{feff}"),
        ("我喜欢吃苹果。", "👩‍👩‍👧 🇦🇹 e\u{301}"),
        ("short", &long),
        ("a", &"x".repeat(300)),
    ];
    for (reference, candidate) in pairs {
        let mut inspector = Inspector::on(reference, candidate);
        for idf in 0..3 {
            inspector.press("Alt-w");
            for _ in Stage::ALL {
                for (width, height) in [(36, 12), (80, 24), (100, 30)] {
                    assert_decent(&inspector.cells(width, height));
                }
                inspector.press("Alt-.");
            }
            inspector.press("Tab Down PageDown End Enter Up Home Alt-w F2");
            assert!(inspector.state.walk().is_none(), "{idf}");
        }
    }
    let mut loading = Inspector::loading("one text", "another");
    loading.press("Alt-w Alt-. Alt-. Alt-. Alt-,");
    assert_decent(&loading.cells(80, 24));
    assert_decent(&loading.ready().cells(80, 24));
}

#[test]
fn a_lesson_and_the_walk_do_not_lose_each_other() {
    let mut inspector = Inspector::with(&InspectorOptions::default()).ready();
    inspector.press("F6 Alt-w Alt-l 2");
    assert!(inspector.state.walk().is_none() && inspector.state.lesson().is_some(), "a lesson ends the walk");
    while inspector.state.hides() {
        inspector.press("Alt-w");
        assert!(inspector.state.walk().is_none(), "what is to be guessed is not given away");
        inspector.press("Alt-Enter");
    }
    inspector.press("Alt-w Alt-. Alt-.");
    assert_eq!(inspector.state.walk().unwrap().stage, Stage::Vectors);
    assert_eq!(inspector.state.lesson().unwrap().step, 0, "the keys are the walk's");
    inspector.press("Alt-l");
    assert!(inspector.state.walk().is_none() && inspector.state.lesson().is_none());
    assert_eq!(
        (inspector.state.picture().direction, inspector.state.inspection().idf),
        (Direction::Precision, Idf::Off)
    );
}
