//! The change beside the scores: between which numbers it leads, and what it names.

use std::time::Duration;

use super::support::{Inspector, analyzed, text_of};
use bertscope::testing::{EDIT_PAUSE, Effect, Message, Screen, TerminalEvent, inside, key};
use proptest::prelude::*;

/// F1, its change and the reason of the change, as printed.
#[derive(Debug)]
struct Printed {
    f1: f64,
    change: Option<f64>,
    reason: String,
}

fn number(text: &str) -> f64 {
    text.replace('−', "-").parse().unwrap()
}

/// What the table of the scores says.
fn printed(inspector: &mut Inspector) -> Printed {
    let cells = inspector.cells(160, 50);
    let screen = Screen::compute(&inspector.state, cells.area).unwrap();
    let shown = text_of(&cells, screen.score.map(inside).unwrap());
    let lines: Vec<&str> = shown.lines().collect();
    let columns: Vec<&str> = lines[3].split_whitespace().collect();
    let is_rescaled = inspector.state.display().rescale;
    let bar = columns
        .iter()
        .position(|part| part.contains(['━', '─', '╸']));
    let after_bar = columns.get(bar.unwrap() + 1);
    Printed {
        f1: number(columns[1 + usize::from(is_rescaled)]),
        change: after_bar.map(|change| number(change)),
        reason: lines[0]
            .split_once("rescaled")
            .map_or("", |(_, reason)| reason.trim())
            .to_owned(),
    }
}

/// The change on a narrow screen: in the title of the scores, or behind them on the frame of the matrix.
fn narrow_change(inspector: &mut Inspector) -> Option<f64> {
    let cells = inspector.cells(80, 24);
    let screen = Screen::compute(&inspector.state, cells.area).unwrap();
    let area = screen.score.unwrap();
    let shown = text_of(&cells, area);
    let (_, after_name) = shown.lines().next().unwrap().split_once("F1 ")?;
    let mut words = after_name.split_whitespace();
    if area.height == 1 {
        words.next();
    }
    words.next().map(number)
}

#[test]
fn an_edit_alone_has_a_signed_number_and_a_setting_its_name() {
    let mut inspector = Inspector::pair();
    inspector.wait(EDIT_PAUSE * 2).type_text(" Or");
    inspector.wait(EDIT_PAUSE / 2).type_text(" so");
    let edited = printed(&mut inspector);
    assert!(
        edited.change.is_some() && edited.reason == "raw",
        "{edited:?}"
    );
    inspector.press("F4");
    let reason = printed(&mut inspector).reason;
    assert_eq!(reason, "raw by edit, layer 6 → 5");
    for (key, reason) in [
        ("F4", "raw by layer 5 → 4"),
        ("F3", "by raw → rescaled"),
        // The baseline of the layer is not a change of its own.
        ("F5", "by layer 4 → 5"),
        ("F2", "by IDF off → on"),
        ("F3", "raw by rescaled → raw"),
    ] {
        inspector.wait(EDIT_PAUSE * 2).press(key);
        assert_eq!(printed(&mut inspector).reason, reason);
    }
}

#[test]
fn a_reason_that_does_not_fit_is_the_number_of_settings() {
    let mut inspector = Inspector::pair();
    inspector.wait(EDIT_PAUSE * 2).type_text(" Or");
    inspector.press("F4 F2 F3");
    let shown = printed(&mut inspector);
    assert_eq!(shown.reason, "by 4 changes");
    let narrow = narrow_change(&mut inspector).unwrap();
    assert!((narrow - shown.change.unwrap()).abs() < 1e-9);
    for (width, height) in [(80, 24), (100, 30)] {
        assert!(inspector.screen(width, height).contains(" by 4 changes"));
    }
    inspector.wait(EDIT_PAUSE * 2).press("F4 F2 F3");
    assert_eq!(printed(&mut inspector).reason, "raw by 3 settings");
}

#[test]
fn no_change_leads_from_one_pair_to_the_next() {
    let mut inspector = Inspector::with_pairs(3);
    inspector.press("Enter c").wait(EDIT_PAUSE * 2);
    let press = |inspector: &mut Inspector, name: &str| {
        inspector.only(Message::Terminal(TerminalEvent::Key(key(name).unwrap())))
    };
    // The next pair is edited before it is analysed: the screen still shows the first one.
    press(&mut inspector, "Alt-Down");
    inspector.wait(EDIT_PAUSE * 2);
    let effects = inspector.only(Message::Terminal(TerminalEvent::Paste(" More.".into())));
    let [.., Effect::Analyze(job)] = &effects[..] else {
        panic!("{effects:?}")
    };
    inspector.only(analyzed(job));
    assert!(
        job.candidate.ends_with("1 rooms. More."),
        "{}",
        job.candidate
    );
    assert!(inspector.state.results.change().is_none());
    inspector.wait(EDIT_PAUSE * 2).press("Backspace");
    assert!(inspector.state.results.change().is_some());
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Press(&'static str),
    Type(&'static str),
    Pause(Duration),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        2 => proptest::sample::select(vec!["F2", "F3", "F4", "F5", "Ctrl-t", "Alt-u", "Backspace"])
            .prop_map(Step::Press),
        1 => proptest::sample::select(vec![" again", ".", " the ferry", " 7"]).prop_map(Step::Type),
        1 => proptest::sample::select(vec![EDIT_PAUSE / 3, EDIT_PAUSE * 2]).prop_map(Step::Pause),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_change_is_the_difference_of_the_numbers_on_the_screen_and_names_the_layer(
        steps in proptest::collection::vec(step(), 1..14),
    ) {
        let mut inspector = Inspector::pair();
        inspector.cells(160, 50);
        let mut pauses = true;
        let mut waited = Duration::ZERO;
        let mut before = (printed(&mut inspector).f1, inspector.state.inspection().layer);
        for step in steps {
            let shown = (printed(&mut inspector).f1, inspector.state.inspection().layer);
            match step {
                Step::Pause(time) => {
                    waited += time;
                    pauses |= waited >= EDIT_PAUSE;
                    inspector.wait(time);
                    continue;
                }
                Step::Press(name) => { inspector.press(name); }
                // One edit, however many keys.
                Step::Type(text) => inspector.send(Message::Terminal(TerminalEvent::Paste(text.into()))),
            }
            if inspector.state.results.last_edit == Some(inspector.now) {
                if std::mem::take(&mut pauses) {
                    before = shown;
                }
                waited = Duration::ZERO;
            }
            let now = printed(&mut inspector);
            let difference = now.f1 - before.0;
            if let Some(change) = now.change {
                // The change has one decimal less.
                prop_assert!((change - difference).abs() < 5.1e-5, "{now:?} after {before:?}");
                let is_other_layer = inspector.state.inspection().layer != before.1;
                let is_counted = ["setting", "settings", "changes"].iter().any(|end| now.reason.ends_with(end));
                prop_assert!(is_counted || now.reason.contains("layer") == is_other_layer);
            } else {
                prop_assert!(difference.abs() < 5.1e-5, "{now:?} after {before:?}");
            }
            if let Some(narrow) = narrow_change(&mut inspector) {
                prop_assert!((narrow - difference).abs() < 5.1e-5, "{now:?} after {before:?}");
            }
        }
    }
}
