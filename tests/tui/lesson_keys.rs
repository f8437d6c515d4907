//! The keys that lessons name in the inspector.

use super::support::Inspector;
use bertscope::analysis::Side;
use bertscope::lessons::bundled::{BUNDLED, find};
use bertscope::lessons::{TextAction, parse};
use bertscope::testing::{Focus, Key, Scope, text_command};

const FOCUSES: [Focus; 3] = [Focus::Text(Side::Candidate), Focus::Matrix, Focus::Panel];

/// The inspector in a part of the screen.
fn inspector(focus: Focus) -> Inspector {
    let mut inspector =
        Inspector::with_texts("The ferry leaves at noon.", "The boat departs at midday.");
    inspector.state.focus = focus;
    inspector
}

#[test]
fn every_action_of_a_text_is_named_by_a_key_that_does_it_there() {
    for focus in FOCUSES {
        let inspector = inspector(focus);
        for named in TextAction::all() {
            let name = named.name();
            let shown = inspector.state.with_keys(&format!("Use {{{name}}}"));
            let shown = shown.strip_prefix("Use ").unwrap();
            // `Esc v` leaves the text first.
            let (scope, plain) = match shown.strip_prefix("Esc ") {
                Some(plain) => (Scope::Matrix, plain),
                None => (
                    Scope::for_focus(focus),
                    shown.strip_prefix("key ").unwrap_or(shown),
                ),
            };
            let pressed = Key::parse(plain).unwrap_or_else(|| panic!("there is no key {plain}"));
            assert_eq!(
                inspector.state.config.keys.command(pressed, scope),
                Some(text_command(named)),
                "{name} at {focus:?}: {shown}"
            );
            assert!(
                plain.chars().count() > 1 || shown != plain,
                "a character alone is no word: {shown}"
            );
            assert!(!plain.contains("Alt-"), "{name} at {focus:?}: {shown}");
        }
    }
}

#[test]
fn every_placeholder_of_a_bundled_lesson_is_filled_in() {
    for focus in FOCUSES {
        let inspector = inspector(focus);
        for (name, _) in BUNDLED {
            let lesson = find(name).unwrap();
            let steps = lesson.steps.iter().flat_map(|step| {
                [
                    step.question.as_deref(),
                    Some(&*step.note),
                    step.teacher_note.as_deref(),
                ]
                .into_iter()
                .flatten()
            });
            for text in steps.chain([&*lesson.about]) {
                let filled = inspector.state.with_keys(text);
                assert!(!filled.contains(['{', '}']), "{name}: {filled}");
                // Nothing is left out, because there is a key for every action.
                assert!(
                    filled.matches(' ').count() >= text.matches(' ').count() || text.contains('\n'),
                    "{filled}"
                );
            }
        }
    }
}

#[test]
fn a_lesson_names_the_key_of_the_part_of_the_screen_that_has_the_focus() {
    let text = "title = \"Mine\"\nabout = \"About {swap}.\"\n[[step]]\nreference = \"a b\"\ncandidate = \"a c\"\n\
                note = \"Weights ({idf}); go down with {previous-layer}. Press Ctrl-o yourself.\"\n\
                teacher = \"Walk ({walkthrough}).\"\n";
    let mut inspector = Inspector::with_texts("One.", "Two.");
    inspector.state.look.teacher_notes = true;
    inspector.open_lesson(parse(text, "mine.toml").unwrap().into());
    let screen = inspector.screen(100, 30);
    assert!(
        screen.contains("Weights (key 7); go down with key [. Press Ctrl-o yourself."),
        "{screen}"
    );
    assert!(screen.contains("Teacher: Walk (key W)."), "{screen}");
    inspector.press("e");
    let screen = inspector.screen(100, 30);
    assert!(
        screen.contains("Weights (Esc 7); go down with Esc [. Press Ctrl-o yourself."),
        "{screen}"
    );
}

#[test]
fn a_question_names_its_key_on_a_projector_too() {
    let text = "title = \"Mine\"\n[[step]]\nreference = \"a b\"\ncandidate = \"a c\"\n\
                question = \"Who knows? Then use {reveal}.\"\n";
    let mut inspector = Inspector::with_texts("One.", "Two.");
    inspector.open_lesson(parse(text, "mine.toml").unwrap().into());
    for keys in ["", "Alt-p"] {
        let screen = inspector.press(keys).screen(80, 24);
        assert!(
            screen.contains("Who knows? Then use Space.") && !screen.contains("{reveal}"),
            "{screen}"
        );
    }
}
