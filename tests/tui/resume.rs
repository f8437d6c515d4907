//! Lessons that are taken up again, jumps in them, and notes that are longer than their place.

use std::sync::Arc;

use super::support::{Inspector, info, other_info};
use bertscope::lessons::{Lesson, parse};
use bertscope::testing::{ColorDepth, InspectorOptions, Message, Session, Theme, initial_state};

/// A lesson of three steps from a file.
fn mine(extra: &str) -> Arc<Lesson> {
    let step = "[[step]]\nreference = \"The ferry leaves.\"\ncandidate = \"The boat departs.\"\n";
    Arc::new(
        parse(
            &format!("title = \"My prices\"\n{step}{step}{step}{extra}\n"),
            "mine.toml",
        )
        .unwrap(),
    )
}

fn step(inspector: &Inspector) -> usize {
    inspector.state.stack.lesson().unwrap().step + 1
}

#[test]
fn a_lesson_resumes_where_it_was_left_and_keys_lead_to_its_ends() {
    let mut inspector = Inspector::with_texts("My own reference.", "My own candidate.");
    inspector.press("Alt-l 1 Alt-. Alt-. Alt-. Alt-l Enter");
    inspector.press("Alt-l 2 Alt-. Alt-l Enter");
    assert_eq!(
        inspector.state.inspection().candidate.text(),
        "My own candidate."
    );
    inspector.press("Alt-l 1");
    assert_eq!(step(&inspector), 4);
    assert!(
        inspector
            .screen(80, 24)
            .contains("Resumed at step 4 of 18; < goes to the first step.")
    );
    inspector.press("Alt-End");
    assert_eq!(step(&inspector), 18);
    assert_eq!(inspector.state.inspection().candidate.text(), "爱喝咖啡。");
    inspector.press("Alt-w Alt-Home");
    assert_eq!(
        step(&inspector),
        18,
        "during a walkthrough the keys are about its rows"
    );
    inspector.press("Alt-w Alt-Home");
    assert_eq!(step(&inspector), 1);
    inspector.press("Alt-l 2");
    assert_eq!(step(&inspector), 2);
    inspector.press("Alt-l Enter Alt-Home");
    assert!(
        inspector
            .screen(80, 24)
            .contains("No lesson is running; L starts one.")
    );
}

#[test]
fn a_lesson_from_a_file_is_offered_again_by_its_title() {
    let mut inspector = Inspector::with_texts("My own reference.", "My own candidate.");
    inspector.press("Alt-l");
    let choice = inspector.screen(80, 24);
    assert!(
        choice.contains("Lesson: Gallery ") && !choice.contains(" 0 "),
        "{choice}"
    );
    inspector.press("0");
    assert!(
        inspector.state.stack.lesson().is_none(),
        "there is no such lesson"
    );
    inspector.press("Esc");
    inspector.open_lesson(mine(""));
    inspector.press("Alt-. Alt-l");
    let choice = inspector.screen(80, 24);
    assert!(
        choice.contains("End the lesson") && choice.contains("Lesson: My prices "),
        "{choice}"
    );
    inspector.press("0");
    assert_eq!(
        (
            inspector
                .state
                .stack
                .lesson()
                .unwrap()
                .lesson
                .title
                .as_str(),
            step(&inspector)
        ),
        ("My prices", 2)
    );
}

#[test]
fn the_strip_names_the_lesson_where_there_is_room() {
    let mut inspector = Inspector::with_texts("a", "b");
    inspector.open_lesson(mine(""));
    assert!(inspector.screen(80, 24).contains(" My prices 1/3 Step 1 "));
    let narrow = inspector.screen(38, 24);
    assert!(
        narrow.contains(" 1/3 Step 1 ") && !narrow.contains("My prices"),
        "{narrow}"
    );
}

#[test]
fn a_note_that_is_longer_than_its_place_says_so_and_can_be_read_to_its_end() {
    let words: Vec<String> = (0..300).map(|i| format!("word{i}")).collect();
    let lesson = mine(&format!("note = \"{}\"", words.join(" ")));
    let mut inspector = Inspector::with_texts("a", "b");
    inspector.open_lesson(lesson);
    inspector.press("Alt-End");
    let mut seen = String::new();
    for _ in 0..60 {
        let screen = inspector.screen(80, 24);
        seen += &screen;
        if screen.contains("word299") {
            assert!(!screen.contains('…'), "{screen}");
            break;
        }
        assert!(screen.contains(" …\n"), "{screen}");
        inspector.press("Alt-PageDown");
    }
    for word in &words {
        assert!(seen.contains(word.as_str()), "{word} was never seen");
    }
    inspector.press("Alt-PageUp");
    assert!(!inspector.screen(80, 24).contains("word299"));
    for _ in 0..60 {
        inspector.press("Alt-PageUp");
    }
    assert!(inspector.screen(80, 24).contains("word0 "));
}

#[test]
fn a_layer_that_the_model_does_not_have_is_said_with_every_model() {
    let says = |inspector: &mut Inspector, last: usize| {
        let screen = inspector.screen(100, 30);
        let status = format!(
            "`layer` is 99, but this model has layers 0 to {last}; showing its last layer."
        );
        assert!(screen.contains(&status), "{screen}");
    };
    let mut inspector = Inspector::loading("a", "b");
    inspector.open_lesson(mine("layer = 99"));
    inspector.press("Alt-End");
    inspector.send(Message::Opened(1, info()));
    says(&mut inspector, 6);
    inspector.press("Alt-, Alt-.");
    says(&mut inspector, 6);
    inspector.press("Ctrl-o");
    inspector.type_text("roberta-large").press("Enter");
    inspector.send(Message::Opened(
        inspector.state.models.requests,
        other_info("roberta-large"),
    ));
    says(&mut inspector, 24);
    inspector.press("Alt-,");
    assert!(
        !inspector.screen(100, 30).contains("showing its last layer"),
        "no layer is asked for"
    );
}

#[test]
fn a_lesson_resumes_where_it_was_left_when_the_program_starts_again() {
    let mut inspector = Inspector::with_texts("a", "b");
    inspector.press("Alt-l 2 Alt-. Alt-. Alt-l 1 Alt-. Alt-. Alt-.");
    assert!(inspector.state.saving.unsaved, "it is saved at once");
    let file = Session::from_state(&inspector.state).to_bytes();

    let (session, problem) = Session::parse(&file);
    assert_eq!(problem, None);
    inspector.state = initial_state(
        &InspectorOptions::default(),
        &session,
        Theme::new(false, ColorDepth::True),
    );
    let mut inspector = inspector.ready();
    inspector.press("Alt-l 1");
    assert!(
        inspector
            .screen(80, 24)
            .contains("Resumed at step 4 of 18; < goes to the first step.")
    );
    inspector.press("Alt-l 2");
    assert_eq!(step(&inspector), 3);
    let mut kept = Session::from_state(&inspector.state).lessons;
    kept.reverse();
    assert_eq!(kept, session.lessons, "the lesson left last is the last");
}

#[test]
fn a_file_that_has_lost_steps_meanwhile_resumes_at_its_last() {
    let mut inspector = Inspector::with_texts("a", "b");
    inspector.open_lesson(mine(""));
    inspector.press("Alt-End Alt-l Enter");
    let mut shorter = (*mine("")).clone();
    shorter.steps.truncate(2);
    inspector.open_lesson(Arc::new(shorter));
    assert_eq!(step(&inspector), 2);
}
