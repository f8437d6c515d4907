//! Lessons in the inspector: steps, guessing first, and the way back to one's own text.

use std::sync::Arc;

use super::parts::Part::{Cells, Footer, Lesson, Panel};
use super::support::{Inspector, assert_decent};
use bertscope::analysis::{Idf, Side};
use bertscope::explain::Topic;
use bertscope::lessons::{bundled, parse};
use bertscope::testing::{Focus, Message, Session};

const OWN: (&str, &str) = ("My own reference.", "My own candidate.");

/// A lesson that was begun from the keyboard.
fn inspector_in_lesson(number: u8) -> Inspector {
    let mut inspector = Inspector::with_texts(OWN.0, OWN.1);
    inspector.press(&format!("Alt-l {number}"));
    inspector
}

#[test]
fn a_lesson_starts_with_its_first_pair_and_restores_the_users_texts_at_its_end() {
    let mut inspector = Inspector::with_texts(OWN.0, OWN.1);
    inspector.press("F2 F3 Alt-6 Alt-l 1");
    assert_eq!(
        inspector.state.inspection().reference.text(),
        "The doctor told him to stop smoking."
    );
    assert_eq!(
        (
            inspector.state.inspection().idf,
            inspector.state.display().rescale
        ),
        (Idf::Off, false),
        "as the lesson has it"
    );
    assert_eq!(
        inspector.state.panel().topic,
        Topic::Compare,
        "the step has a control beside its pair"
    );
    inspector.press("Alt-. Alt-. Alt-Enter Alt-Enter Alt-l Enter");
    assert!(inspector.state.stack.lesson().is_none());
    assert_eq!(
        (
            inspector.state.inspection().reference.text(),
            inspector.state.inspection().candidate.text()
        ),
        OWN
    );
    assert_eq!(
        (
            inspector.state.inspection().idf,
            inspector.state.display().rescale
        ),
        (Idf::Table, true)
    );
    assert_eq!(inspector.state.panel().topic, Topic::Layers);
    let analysis = inspector.state.results.analysis.as_ref().unwrap();
    assert_eq!(
        &*analysis.candidate.tokenized.text, OWN.1,
        "and it is scored again"
    );
}

#[test]
fn that_claims_do_not_hold_is_said_of_the_lesson_that_is_open_only() {
    let mut inspector = inspector_in_lesson(2);
    let open = Arc::clone(&inspector.state.stack.lesson().unwrap().lesson);
    let other = Arc::new(bundled::find("gallery").unwrap());
    let warning = "The notes of this lesson may be wrong here";
    inspector.send(Message::LessonChecked(other, warning.to_owned()));
    assert!(!inspector.screen(100, 30).contains(warning));
    inspector.send(Message::LessonChecked(open, warning.to_owned()));
    assert!(inspector.screen(100, 30).contains(warning));
}

#[test]
fn what_is_to_be_guessed_is_nowhere_on_the_screen_until_it_is_shown() {
    let mut inspector = inspector_in_lesson(1);
    inspector.press("Alt-. Alt-.");
    let (candidate, other) = (
        "You can walk over the bridge without danger.",
        "The bridge is not safe to cross.",
    );
    for (width, height) in [(80, 24), (120, 36), (100, 30)] {
        let hidden = inspector.screen(width, height);
        assert!(
            hidden.contains("Which of the two candidates scores higher?") && hidden.contains(other),
            "{hidden}"
        );
        assert!(
            !hidden.contains("P   ") && !hidden.contains('◆') && !hidden.contains("rescaled"),
            "{hidden}"
        );
        assert!(!hidden.contains("B, which says the opposite"), "{hidden}");
    }
    inspector.press("Alt-Enter Alt-Enter");
    let shown = inspector.screen(120, 36);
    assert!(
        shown.contains("B, which says the opposite")
            && shown.contains('◆')
            && shown.contains("Side by side"),
        "{shown}"
    );
    // The picture is that of the candidate that the note is about; the other is a key away, each with its letter.
    for (shown, kept, shown_at) in [
        (other, candidate, 1),
        (candidate, other, 0),
        (other, candidate, 1),
    ] {
        let inspection = inspector.state.inspection();
        assert_eq!(
            (
                inspection.candidate.text(),
                inspection.panel.candidates.shown_at()
            ),
            (shown, shown_at)
        );
        assert_eq!(inspection.panel.candidates[..], [Arc::from(kept)]);
        inspector.press("Alt-v");
    }
}

#[test]
fn an_answered_question_stays_answered_when_its_step_comes_back() {
    let mut inspector = inspector_in_lesson(1);
    inspector.press("Alt-. Alt-. Alt-Enter Alt-, Alt-.");
    assert!(inspector.state.hides_scores(), "half an answer is none");
    inspector.press("Alt-Enter Alt-Enter Alt-, Alt-.");
    let shown = inspector.screen(120, 36);
    assert!(
        shown.contains("B, which says the opposite") && shown.contains("Side by side"),
        "{shown}"
    );
    inspector.press("Alt-h");
    assert!(inspector.state.hides_scores(), "it can be asked again");
}

#[test]
fn a_step_that_is_left_before_its_scores_were_shown_is_named() {
    let mut inspector = inspector_in_lesson(1);
    inspector.press("Alt-.");
    assert!(inspector.state.hides_scores());
    inspector.screen(80, 24);
    inspector.press(".");
    assert!(
        inspector
            .screen(80, 24)
            .contains("The scores of step 2 were not shown: , goes back to it.")
    );
    inspector.press(", Space Space .");
    assert!(!inspector.screen(80, 24).contains("not shown"));
    inspector.press("Q Q");
    assert!(
        inspector
            .screen(80, 24)
            .contains("No lesson is running; L starts one.")
    );
}

#[test]
fn steps_go_forward_and_back_and_stop_at_both_ends() {
    let mut inspector = inspector_in_lesson(4);
    inspector.press("Alt-,");
    assert_eq!(inspector.state.stack.lesson().unwrap().step, 0);
    let last = bundled::find("weights-and-scales").unwrap().steps.len() - 1;
    for _ in 0..last + 3 {
        inspector.press("Alt-.");
    }
    assert_eq!(inspector.state.stack.lesson().unwrap().step, last);
    assert!(inspector.screen(80, 24).contains("Q ends the lesson"));
    inspector.press("Alt-,");
    assert_eq!(inspector.state.stack.lesson().unwrap().step, last - 1);
}

#[test]
fn a_learner_may_edit_and_the_next_step_is_as_the_file_has_it() {
    let mut inspector = inspector_in_lesson(2);
    inspector.press("e").type_text(" Indeed");
    assert!(
        inspector
            .state
            .inspection()
            .candidate
            .text()
            .ends_with("Indeed")
    );
    inspector.press("Alt-. Alt-,");
    assert_eq!(
        inspector.state.inspection().candidate.text(),
        "The ferry leaves at noon."
    );
    assert_eq!(inspector.state.focus, Focus::Text(Side::Candidate));
}

#[test]
fn an_exercise_is_checked_while_the_candidate_is_typed() {
    let lesson = parse(
        "title = \"x\"\n[[step]]\nreference = \"The ferry leaves at noon.\"\ncandidate = \"The ferry leaves at\"\n\
         exercise = { above = 0.9, words = [[\"noon\", \"midday\"]] }\n",
        "x",
    )
    .unwrap();
    let mut inspector = Inspector::with_texts(OWN.0, OWN.1);
    inspector.open_lesson(Arc::new(lesson));
    inspector.assert_shows(
        Lesson,
        (100, 30),
        &[
            "✗ F1 is above .900: it is .",
            "✗ The candidate says “noon”, or another word for it",
        ],
    );
    inspector.press("e").type_text(" midday.");
    inspector.assert_shows(
        Lesson,
        (100, 30),
        &[
            "✓ F1 is above .900: it is .",
            "✓ The candidate says “midday”",
        ],
    );
}

#[test]
fn undo_in_a_step_never_brings_up_the_text_of_another_step_or_ones_own() {
    let mut inspector = inspector_in_lesson(2);
    inspector.press("e Alt-u");
    assert_eq!(
        inspector.state.inspection().candidate.text(),
        "The ferry leaves at noon."
    );
    inspector.press("Alt-. Alt-Enter Alt-Enter");
    let second = inspector.state.inspection().candidate.text().to_owned();
    inspector.press("Alt-u Alt-u");
    assert_eq!(inspector.state.inspection().candidate.text(), second);
}

#[test]
fn the_cell_of_a_step_is_found_in_each_candidate_that_comes_on_the_screen() {
    let step = "[[step]]\nreference = \"The bank was steep.\"\npanel = \"layers\"\ncell = [\"bank\", \"bank\"]\n\
                candidates = [\"The bank was high.\", \"After a while the bank was high.\"]\nnote = \"n\"\n";
    let lesson = parse(&format!("title = \"x\"\n{step}"), "x").unwrap();
    let mut inspector = Inspector::with_texts(OWN.0, OWN.1);
    inspector.open_lesson(Arc::new(lesson));
    let here = |inspector: &Inspector| {
        let (analysis, cell) = (
            inspector.state.results.analysis.clone().unwrap(),
            inspector.state.display().cell,
        );
        let token = |side: Side, i: usize| analysis.side(side).tokenized.tokens[i].text.clone();
        (
            cell.candidate,
            token(Side::Candidate, cell.candidate),
            token(Side::Reference, cell.reference),
        )
    };
    inspector.press("Alt-v Alt-v");
    for row in [2, 5, 2] {
        assert_eq!(here(&inspector), (row, "bank".into(), "bank".into()));
        inspector.press("Alt-v");
    }
    inspector.press("Alt-v Esc Up F3");
    assert_eq!(
        here(&inspector).0,
        1,
        "within a candidate the crosshair is the user's"
    );
}

#[test]
fn the_session_keeps_the_users_texts_not_the_lessons() {
    let mut inspector = inspector_in_lesson(1);
    inspector.press("Alt-. Alt-.");
    let session = Session::from_state(&inspector.state);
    assert_eq!((&*session.view.reference, &*session.view.candidate), OWN);
    assert!(session.view.others.is_empty());
}

#[test]
fn a_lesson_that_starts_before_the_model_is_ready_has_its_layer() {
    let lesson = parse(
        "title = \"x\"\n[[step]]\nreference = \"a b c\"\ncandidate = \"a b d\"\nlayer = 3\n",
        "x",
    )
    .unwrap();
    let mut inspector = Inspector::loading(OWN.0, OWN.1);
    inspector.open_lesson(Arc::new(lesson));
    let mut inspector = inspector.ready();
    assert_eq!(
        inspector.state.results.analysis.as_ref().unwrap().layer.0,
        3
    );
    inspector.press("Alt-l Enter");
    assert_eq!(
        inspector.state.results.analysis.as_ref().unwrap().layer.0,
        6,
        "the model's own"
    );
}

#[test]
fn every_step_of_every_lesson_is_decent_at_every_size() {
    for number in 1..=6 {
        let mut inspector = inspector_in_lesson(number);
        let steps = inspector.state.stack.lesson().unwrap().lesson.steps.len();
        for step in 0..steps {
            for reveal in [false, true] {
                for (width, height) in [(36, 12), (80, 24), (100, 30)] {
                    assert_decent(&inspector.cells(width, height));
                }
                if !reveal {
                    inspector.press("Alt-Enter Alt-Enter");
                }
            }
            let title = inspector
                .state
                .stack
                .lesson()
                .unwrap()
                .current_step()
                .title
                .clone();
            let screen = inspector.screen(80, 24);
            assert!(
                screen.contains(&title) && screen.contains(&format!("{}/{steps}", step + 1)),
                "{screen}"
            );
            inspector.press("Alt-.");
        }
    }
}

#[test]
fn a_step_its_question_and_its_answer() {
    let mut inspector = inspector_in_lesson(1);
    inspector.press("Alt-. Alt-.");
    let question = "Which of the two candidates scores higher?";
    for size in [(80, 24), (100, 30), (120, 36)] {
        inspector.assert_shows(
            Cells,
            size,
            &[
                "A You can walk over the bridge without danger.",
                "B The bridge is not safe",
                question,
            ],
        );
        inspector.assert_shows(
            Lesson,
            size,
            &["Gallery 3/18 The bridge Space reveals the matrix", question],
        );
    }
    inspector.press("Alt-Enter");
    inspector.assert_shows(Cells, (100, 30), &["bridge", "safe", "◆"]);
    inspector.press("Alt-Enter");
    inspector.assert_shows(
        Panel,
        (80, 24),
        &["A .591# .700# .641#", "B here .819#▴ .892#▴ .854#▴"],
    );
    inspector.assert_shows(Panel, (100, 40), &["7 of 7 layers holds"]);
    inspector.assert_shows(
        Lesson,
        (80, 24),
        &[". next , back Q end", "B, which says the opposite."],
    );
}

#[test]
fn lessons_are_chosen_by_digits_arrows_or_letters_also_during_a_lesson_and_esc_says_how_to_leave() {
    let mut inspector = Inspector::with_texts(OWN.0, OWN.1);
    let title = |inspector: &Inspector| {
        inspector
            .state
            .stack
            .lesson()
            .map(|active| active.lesson.title.clone())
    };
    inspector.press("Esc L").type_text("misses").press("Enter");
    assert_eq!(title(&inspector).as_deref(), Some("What the metric misses"));
    let topic = inspector.state.panel().topic;
    inspector.press("L 2");
    assert_eq!(
        title(&inspector).as_deref(),
        Some("First steps"),
        "not the end of the lesson and a question"
    );
    assert_eq!(inspector.state.panel().topic, topic);
    inspector.press("L Down Down Enter");
    assert_eq!(
        title(&inspector).as_deref(),
        Some("First steps"),
        "the second after the way out"
    );
    inspector.press("Esc");
    assert!(inspector.screen(80, 24).contains("Q ends the lesson."));
    inspector.press("L Enter");
    assert_eq!(title(&inspector), None, "the first entry is the way out");
    inspector.press("L 1 Q");
    assert_eq!(
        (
            title(&inspector),
            inspector.state.inspection().candidate.text()
        ),
        (None, OWN.1)
    );
    inspector.press("W Esc Esc");
    assert!(inspector.screen(80, 24).contains("W ends the walkthrough."));
}

#[test]
fn enter_goes_on_in_a_lesson_as_in_a_walkthrough_and_another_key_finds_the_best_match() {
    let mut inspector = Inspector::pair();
    inspector.press("Alt-l 3 Enter");
    let step = |inspector: &Inspector| inspector.state.stack.lesson().unwrap().step;
    let matrix = inspector.screen(100, 30);
    assert!(matrix.contains("Space reveals the scores"), "{matrix}");
    inspector.press("Enter");
    assert!(!inspector.state.hides_scores());
    let footer = inspector.words_of(Footer, 120, 36);
    assert!(!footer.contains("best"), "Enter goes on here: {footer}");
    let mut presses = 0;
    while step(&inspector) == 0 {
        inspector.press("Enter");
        presses += 1;
    }
    assert!(
        (1..5).contains(&presses),
        "after the rest of the note: {presses}"
    );

    let mut matrix = Inspector::pair();
    matrix.press("Esc B");
    let best = matrix.state.display().cell;
    matrix.press("Left Enter");
    assert_eq!(
        matrix.state.display().cell,
        best,
        "beside a lesson, both find it"
    );
}
