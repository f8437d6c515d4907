//! Every step of every lesson and of the walk as a room sees it, and that nothing of them is cut off.

use bertscope::metric::Pair;
use std::fmt::Write;

use super::parts::Part::{self, Cells, Lesson, Panel, Score};
use super::support::{Inspector, model, text};
use bertscope::analysis::{Analyzer, Settings};
use bertscope::encoder::Layer;
use bertscope::explain::Topic;
use bertscope::lessons::bundled::BUNDLED;
use bertscope::report::explanation::walkthrough::Stage;
use bertscope::tui::state::Focus;

/// A shipped lesson, by its place among them; `keys` are pressed before it begins.
fn start_lesson(lesson: usize, keys: &str) -> Inspector {
    let mut inspector = Inspector::with_texts("My own reference.", "My own candidate.");
    inspector.press(keys).press(&format!("Alt-l {}", lesson + 1));
    inspector
}

fn steps(inspector: &Inspector) -> usize {
    inspector.state.lesson().unwrap().lesson.steps.len()
}

/// All steps of a lesson after the reveal, one below the other.
fn all_steps(mut inspector: Inspector, parts: &[Part], size: (u16, u16)) -> String {
    let mut all = String::new();
    for step in 1..=steps(&inspector) {
        inspector.press("Alt-Enter Alt-Enter");
        writeln!(all, "{} {step}", "=".repeat(8)).unwrap();
        all += &inspector.show(parts, &[size]);
        inspector.press("Alt-.");
    }
    all
}

#[test]
fn every_step_of_every_lesson_looks_so() {
    let (mut small, mut projector) = (String::new(), String::new());
    for (number, (name, _)) in BUNDLED.iter().enumerate() {
        for all in [&mut small, &mut projector] {
            writeln!(all, "== {name}").unwrap();
        }
        small += &all_steps(start_lesson(number, ""), &[Cells, Panel, Lesson], (80, 24));
        projector += &all_steps(start_lesson(number, "Alt-p"), &[Score, Lesson], (100, 30));
    }
    insta::assert_snapshot!("lessons", small);
    insta::assert_snapshot!("lessons_projector", projector);
}

#[test]
fn every_step_of_the_walk_looks_so_on_a_projector() {
    let mut inspector = Inspector::example().ready();
    inspector.press("Alt-p Alt-w");
    let mut all = String::new();
    for stage in Stage::ALL {
        writeln!(all, "{} {}", "=".repeat(8), stage.number()).unwrap();
        all += &inspector.show(&[Cells, Score, Panel], &[(100, 30)]);
        while inspector.state.walkthrough().unwrap().stage == stage && stage != Stage::Limits {
            inspector.press("Alt-.");
        }
    }
    insta::assert_snapshot!("walk_projector", all);
}

/// The words of a text, one blank between them.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_question_and_every_note_is_wholly_visible() {
    for lesson in 0..BUNDLED.len() {
        for (keys, sizes) in [("", &[(80, 24), (100, 30), (120, 36)][..]), ("Alt-p", &[(80, 24), (100, 30)])] {
            let mut inspector = start_lesson(lesson, keys);
            for _ in 0..steps(&inspector) {
                let step = inspector.state.lesson().unwrap().current_step().clone();
                for shown in [step.question.as_deref(), Some(&step.note)].into_iter().flatten() {
                    for &(width, height) in sizes {
                        let screen = flat(&text(&inspector.cells(width, height)));
                        let shown = inspector.state.with_keys(shown);
                        assert!(screen.contains(&flat(&shown)), "{width}×{height} {keys}: {shown}\n{screen}");
                    }
                    inspector.press("Alt-Enter Alt-Enter");
                }
                inspector.press("Alt-.");
            }
        }
    }
}

#[test]
fn a_note_that_is_too_long_for_its_strip_says_that_there_is_more() {
    let note = "Every word of this note is one too many. ".repeat(40);
    let lesson = format!("title = \"x\"\n[[step]]\nreference = \"a b\"\ncandidate = \"a c\"\nnote = \"{note}\"\n");
    let lesson = bertscope::lessons::parse(&lesson, "x").unwrap();
    let mut inspector = Inspector::with_texts("One.", "Two.");
    bertscope::tui::update::start_lesson(&mut inspector.state, lesson.into(), inspector.now);
    let screen = text(&inspector.cells(80, 24));
    let strip: Vec<&str> = screen.lines().rev().skip(1).take(7).collect();
    assert!(strip[0].ends_with('…') && strip.iter().all(|line| line.contains("too many")), "{screen}");
}

#[test]
fn while_the_room_guesses_the_screen_is_the_same_whatever_the_numbers_are() {
    let mut analyzer = Analyzer::new(model());
    for lesson in 0..BUNDLED.len() {
        for keys in ["", "Alt-p", "F9", "Ctrl-f", "F10", "F10 F10 F10"] {
            let mut inspector = start_lesson(lesson, "");
            for _ in 0..steps(&inspector) {
                inspector.press(keys);
                if inspector.state.hides_scores() {
                    let mut other = Inspector::with_texts("", "");
                    other.state = inspector.state.clone();
                    let (reference, candidate) =
                        (other.state.inspection().reference.text(), other.state.inspection().candidate.text());
                    let idf = other.state.inspection().idf;
                    let settings = Settings { rescale: true, idf, layer: Layer(2) };
                    let analysis = analyzer.analyze(Pair { reference, candidate }, settings).unwrap();
                    other.state.results.analysis = Some(analysis.into());
                    other.state.panel_mut().answer = None;
                    for (width, height) in [(36, 12), (80, 24), (120, 36), (100, 30)] {
                        let (own, others) = (inspector.cells(width, height), other.cells(width, height));
                        assert!(own == others, "{keys}\n{}\n{}", text(&own), text(&others));
                    }
                }
                inspector.press("Alt-.");
            }
        }
    }
}

#[test]
fn on_a_projector_the_panel_is_there_when_the_step_speaks_of_it_and_both_candidates_have_large_figures() {
    let mut inspector = start_lesson(1, "Alt-p");
    let panel = |inspector: &mut Inspector| text(&inspector.cells(100, 30)).contains("/10 ┤");
    assert!(!panel(&mut inspector), "large figures alone");
    inspector.press("Alt-. Alt-.");
    let screen = text(&inspector.cells(100, 30));
    assert!(screen.contains("┬ F1 · layer 6 ─") && screen.contains("Side by side"), "{screen}");
    inspector.press("Esc Tab");
    assert_eq!(inspector.state.focus, Focus::Panel);
    inspector.press("Alt-.");
    assert_eq!(inspector.state.focus, Focus::Matrix, "the next step has no panel");
    inspector.press("Alt-. Alt-.");
    assert!(panel(&mut inspector) && inspector.state.panel().topic == Topic::Ledger);
    assert!(text(&inspector.cells(100, 30)).contains("F1        ██"), "one large figure beside it");
    inspector.press("Alt-.");
    assert!(!panel(&mut inspector), "it would give the answer away");
    inspector.press("Alt-Enter Alt-Enter");
    assert!(panel(&mut inspector) && inspector.state.panel().topic == Topic::Compare);
    inspector.press("Alt-l");
    assert!(!panel(&mut inspector));
    inspector.press("Alt-l 2 Alt-Home Alt-. Alt-Enter Alt-Enter Ctrl-f");
    let screen = text(&inspector.cells(100, 30));
    assert!(screen.contains("P = mean of") && screen.contains("R = mean of"), "{screen}");
}

#[test]
fn what_notes_say_of_keys_is_so() {
    // “At layer 0 (go down with {previous-layer}), both “bank” cells are 1.”
    let mut inspector = start_lesson(0, "");
    for _ in 1..10 {
        inspector.press("Alt-.");
    }
    assert_eq!(inspector.state.lesson().unwrap().current_step().title, "One word, two meanings");
    inspector.press("Alt-Enter Alt-Enter F4 F4 F4 F4 F4 F4");
    let analysis = inspector.state.results.analysis.clone().unwrap();
    let bank = |text: &bertscope::encoder::TokenizedText| text.tokens.iter().position(|t| t.text == "bank").unwrap();
    let cell = analysis.cell(bank(&analysis.candidate.tokenized), bank(&analysis.reference.tokenized));
    assert!(analysis.layer == Layer(0) && cell > 0.9999, "{cell}");
    inspector.press("Alt-l");
    assert!(inspector.state.models.layers.is_empty(), "the layer of a lesson is not the model's from then on");

    // “Everything else becomes [UNK], the same unknown token.”
    let mut inspector = start_lesson(0, "");
    for _ in 1..18 {
        inspector.press("Alt-.");
    }
    let screen = text(&inspector.cells(80, 24));
    assert!(screen.contains("“[UNK]” (爱) × “[UNK]” (喜)"), "{screen}");
    inspector.press("Alt-w Alt-. Alt-.");
    let screen = flat(&text(&inspector.cells(120, 36)).replace('│', " "));
    assert!(screen.contains("to the model, they are all the same token."), "{screen}");
}
