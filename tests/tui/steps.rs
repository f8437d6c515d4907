//! The steps of the lessons and of the walk: one of each kind as a snapshot, and what holds for every one of them.

use bertscope::metric::Pair;

use super::drawn::{assert_frames, assert_large_numbers, assert_matrix, assert_panel, flat};
use super::parts::Part::{self, Cells, Lesson, Panel};
use super::support::{Inspector, light_lines, mask_decimals, model, text};
use bertscope::analysis::{Analyzer, Settings};
use bertscope::encoder::Layer;
use bertscope::explain::Topic;
use bertscope::lessons::bundled::BUNDLED;
use bertscope::report::explanation::walkthrough::Stage;
use bertscope::testing::{CellMode, Command, Focus};

/// A shipped lesson, by its place among them; `keys` are pressed before it begins.
fn start_lesson(lesson: usize, keys: &str) -> Inspector {
    let mut inspector = Inspector::with_texts("My own reference.", "My own candidate.");
    inspector
        .press(keys)
        .press(&format!("Alt-l {}", lesson + 1));
    inspector
}

fn steps(inspector: &Inspector) -> usize {
    inspector.state.stack.lesson().unwrap().lesson.steps.len()
}

/// A bundled lesson at a step, counted from 1, after the reveal.
fn at_step(name: &str, step: usize, keys: &str) -> Inspector {
    let mut inspector = start_lesson(
        BUNDLED
            .iter()
            .position(|(bundled, _)| *bundled == name)
            .unwrap(),
        keys,
    );
    for _ in 1..step {
        inspector.press("Alt-.");
    }
    inspector.press("Alt-Enter Alt-Enter");
    inspector
}

/// Every step of every bundled lesson, after the reveal.
fn at_every_step(keys: &str, mut each: impl FnMut(&mut Inspector)) {
    for lesson in 0..BUNDLED.len() {
        let mut inspector = start_lesson(lesson, keys);
        for _ in 0..steps(&inspector) {
            inspector.press("Alt-Enter Alt-Enter");
            each(&mut inspector);
            inspector.press("Alt-.");
        }
    }
}

// The properties below hold for every step. The question before the reveal is in `lesson.rs`, at three sizes.
#[test]
fn each_kind_of_step_has_its_picture_and_its_panel() {
    let size = (80, 24);
    let steps: [(&str, usize, Part, &str); 8] = [
        ("first-steps", 2, Panel, "reference: noon −.06"),
        ("first-steps", 5, Cells, "leaves .19 .41 .33 ▼.96"),
        ("gallery", 8, Cells, "The ▼83 51 42"),
        ("gallery", 11, Cells, "Our −.05 −.08▼−.07"),
        ("gallery", 16, Cells, "keeper █ .31 .25 ▶.37"),
        ("gallery", 17, Cells, "▀▀▀▀▀▀▀▀"),
        (
            "context",
            3,
            Panel,
            "↑ “match”: static vectors, then each layer layer cosine static",
        ),
        (
            "weights-and-scales",
            7,
            Panel,
            "this pair’s, .132##, is marked",
        ),
    ];
    for (lesson, step, part, expected) in steps {
        at_step(lesson, step, "").assert_shows(part, size, &[expected]);
    }
    assert!(
        at_step("first-steps", 5, "")
            .part(Panel, 80, 24)
            .contains("gave way"),
        "the matrix needs all the room"
    );
}

#[test]
fn the_teachers_note_is_below_the_step_and_its_rest_can_be_reached() {
    let mut inspector = at_step("hour", 1, "");
    inspector.state.look.teacher_notes = true;
    let end = "step 7 returns to layers.";
    inspector.assert_shows(
        Lesson,
        (80, 24),
        &["Teacher, 4 minutes (4 of 60): Take a show", end],
    );
    assert!(!inspector.words_of(Lesson, 60, 16).contains(end));
    inspector
        .press("Alt-PageDown")
        .assert_shows(Lesson, (60, 16), &[end]);
}

#[test]
fn one_step_of_each_kind_of_the_walk_has_its_picture_on_a_projector() {
    let mut inspector = Inspector::pair();
    inspector.press("Alt-p Alt-w");
    let stages = [
        (Stage::Vectors, Panel, "token → 384 numbers"),
        (Stage::Cosine, Cells, "33°"),
        (Stage::Recall, Panel, "Recall"),
    ];
    for (stage, part, expected) in stages {
        while inspector.state.staged.as_ref().unwrap().stage < stage {
            inspector.press("Alt-.");
        }
        inspector.assert_shows(part, (100, 30), &[expected]);
    }
}

#[test]
fn every_matrix_of_a_step_has_the_numbers_symbols_and_tokens_of_its_analysis() {
    let mut modes = Vec::new();
    for (keys, sizes) in [
        ("", &[(80, 24), (100, 30), (120, 36)][..]),
        ("Alt-p", &[(80, 24), (100, 30)]),
    ] {
        at_every_step(keys, |inspector| {
            for &size in sizes {
                modes.push(assert_matrix(inspector, size).expect("every step has a matrix"));
            }
        });
    }
    let all = [CellMode::Digits, CellMode::Colour, CellMode::Overview];
    assert!(
        all.iter().all(|mode| modes.contains(mode)),
        "every way of drawing a matrix occurs"
    );
}

#[test]
fn every_panel_of_a_step_has_rows_of_its_answer_and_says_where_there_are_more() {
    let mut panels = 0;
    for (keys, sizes) in [
        ("", &[(80, 24), (100, 30), (120, 36)][..]),
        ("Alt-p", &[(80, 24), (100, 30)]),
    ] {
        at_every_step(keys, |inspector| {
            for &size in sizes {
                assert_frames(inspector, size);
                panels += usize::from(assert_panel(inspector, size));
            }
        });
    }
    assert!(panels > 150, "{panels}");
}

#[test]
fn every_step_on_a_projector_has_its_numbers_in_large_digits() {
    at_every_step("Alt-p", |inspector| {
        let count = assert_large_numbers(inspector, (100, 30));
        assert!(count > 0, "{}", text(&inspector.cells(100, 30)));
    });
}

#[test]
fn every_question_and_every_note_is_wholly_visible() {
    for lesson in 0..BUNDLED.len() {
        for (keys, sizes) in [
            ("", &[(80, 24), (100, 30), (120, 36)][..]),
            ("Alt-p", &[(80, 24), (100, 30)]),
        ] {
            let mut inspector = start_lesson(lesson, keys);
            let steps = steps(&inspector);
            for number in 1..=steps {
                let step = inspector
                    .state
                    .stack
                    .lesson()
                    .unwrap()
                    .current_step()
                    .clone();
                for shown in [step.question.as_deref(), Some(&step.note)]
                    .into_iter()
                    .flatten()
                {
                    for &(width, height) in sizes {
                        let screen = flat(&text(&inspector.cells(width, height)));
                        let shown = inspector.state.with_keys(shown);
                        assert!(
                            screen.contains(&flat(&shown)),
                            "{width}×{height} {keys}: {shown}\n{screen}"
                        );
                        let head = inspector
                            .part(Lesson, width, height)
                            .lines()
                            .next()
                            .unwrap()
                            .to_owned();
                        assert!(
                            head.contains(&format!(" {number}/{steps} {}", step.title)),
                            "{head}"
                        );
                        let offers: &[&str] = if inspector.state.hides_scores() {
                            &["reveals the "]
                        } else {
                            &[". next", ", back", "Q end"]
                        };
                        assert!(offers.iter().all(|key| head.contains(key)), "{head}");
                        assert!(
                            !inspector
                                .part(Lesson, width, height)
                                .contains(['{', '}', '…']),
                            "{screen}"
                        );
                    }
                    inspector.press("Alt-Enter Alt-Enter");
                }
                inspector.press("Alt-.");
            }
        }
    }
}

#[test]
fn every_note_of_a_teacher_is_visible_or_a_key_away() {
    let scroll = Command::NoteDown;
    let mut scrolled = 0;
    for keys in ["", "Alt-p"] {
        at_every_step(keys, |inspector| {
            inspector.state.look.teacher_notes = true;
            let step = inspector
                .state
                .stack
                .lesson()
                .unwrap()
                .current_step()
                .clone();
            let notes = [Some(&*step.note), step.teacher_note.as_deref()]
                .into_iter()
                .flatten();
            let words = flat(
                &notes
                    .map(|note| inspector.state.with_keys(note))
                    .collect::<Vec<_>>()
                    .join(" "),
            );
            for (width, height) in [(60, 16), (80, 24), (100, 30), (120, 36)] {
                let mut seen: Vec<String> = Vec::new();
                loop {
                    let strip = inspector.part(Lesson, width, height);
                    let mut lines: Vec<String> = strip.lines().skip(1).map(flat).collect();
                    let more = lines.pop_if(|last| last.ends_with('…')).is_some();
                    // The last page repeats lines of the one before.
                    let repeated = (0..=lines.len())
                        .rev()
                        .find(|n| seen.ends_with(&lines[..*n]))
                        .unwrap();
                    assert!(!more || repeated < lines.len(), "nothing new\n{strip}");
                    seen.extend_from_slice(&lines[repeated..]);
                    if !more {
                        break;
                    }
                    let key = inspector.state.key_label(scroll).key;
                    inspector.press(&key.to_string());
                    scrolled += 1;
                }
                let seen = flat(&seen.join(" "));
                for sentence in mask_decimals(&words)
                    .split_inclusive(['.', '?'])
                    .map(str::trim)
                {
                    assert!(
                        seen.contains(sentence),
                        "{width}×{height} {keys}: {sentence}\n{seen}"
                    );
                }
                inspector.press(&"Alt-PageUp ".repeat(10));
            }
            inspector.state.look.teacher_notes = false;
        });
    }
    assert!(scrolled > 0, "on a small screen, some are too long");
}

#[test]
fn a_note_that_is_too_long_for_its_strip_says_that_there_is_more() {
    let note = "Every word of this note is one too many. ".repeat(40);
    let lesson = format!(
        "title = \"x\"\n[[step]]\nreference = \"a b\"\ncandidate = \"a c\"\nnote = \"{note}\"\n"
    );
    let lesson = bertscope::lessons::parse(&lesson, "x").unwrap();
    let mut inspector = Inspector::with_texts("One.", "Two.");
    inspector.open_lesson(lesson.into());
    let screen = text(&inspector.cells(80, 24));
    let strip: Vec<&str> = screen.lines().rev().skip(1).take(7).collect();
    assert!(
        strip[0].ends_with('…') && strip.iter().all(|line| line.contains("too many")),
        "{screen}"
    );
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
                    let (reference, candidate) = (
                        other.state.inspection().reference.text(),
                        other.state.inspection().candidate.text(),
                    );
                    let idf = other.state.inspection().idf;
                    let settings = Settings {
                        rescale: true,
                        idf,
                        layer: Layer(2),
                        conventions: bertscope::Conventions::default(),
                    };
                    let analysis = analyzer
                        .analyze(
                            Pair {
                                reference,
                                candidate,
                            },
                            settings,
                        )
                        .unwrap();
                    other.state.results.analysis = Some(analysis.into());
                    other.state.panel_mut().answer = None;
                    for (width, height) in [(36, 12), (80, 24), (120, 36), (100, 30)] {
                        let (own, others) =
                            (inspector.cells(width, height), other.cells(width, height));
                        assert!(own == others, "{keys}\n{}\n{}", text(&own), text(&others));
                    }
                }
                inspector.press("Alt-.");
            }
        }
    }
}

#[test]
fn on_a_projector_the_panel_is_there_when_the_step_speaks_of_it_and_both_candidates_have_large_figures()
 {
    let mut inspector = start_lesson(1, "Alt-p");
    let panel = |inspector: &mut Inspector| text(&inspector.cells(100, 30)).contains("/13 ┤");
    assert!(!panel(&mut inspector), "large figures alone");
    inspector.press("Alt-. Alt-.");
    let screen = light_lines(&text(&inspector.cells(100, 30)));
    assert!(
        screen.contains("┬ F1 · layer 6 ─") && screen.contains("Side by side"),
        "{screen}"
    );
    inspector.press("Esc Tab");
    assert_eq!(inspector.state.focus, Focus::Panel);
    inspector.press("Alt-.");
    assert_eq!(
        inspector.state.focus,
        Focus::Matrix,
        "the next step has no panel"
    );
    inspector.press("Alt-. Alt-.");
    assert!(panel(&mut inspector) && inspector.state.panel().topic == Topic::Ledger);
    assert!(
        text(&inspector.cells(100, 30)).contains("F1        ██"),
        "one large figure beside it"
    );
    inspector.press("Alt-.");
    assert!(!panel(&mut inspector), "it would give the answer away");
    inspector.press("Alt-Enter Alt-Enter");
    assert!(panel(&mut inspector) && inspector.state.panel().topic == Topic::Compare);
    inspector.press("Alt-l Enter");
    assert!(!panel(&mut inspector));
    inspector.press("Alt-l 2 Alt-Home Alt-. Alt-Enter Alt-Enter Ctrl-f");
    let screen = text(&inspector.cells(100, 30));
    assert!(
        screen.contains("P = mean of") && screen.contains("R = mean of"),
        "{screen}"
    );
}

#[test]
fn what_notes_say_of_keys_is_so() {
    // “At layer 0 (go down with {previous-layer}), both “bank” cells are 1.”
    let mut inspector = start_lesson(0, "");
    for _ in 1..10 {
        inspector.press("Alt-.");
    }
    assert_eq!(
        inspector.state.stack.lesson().unwrap().current_step().title,
        "One word, two meanings"
    );
    inspector.press("Alt-Enter Alt-Enter F4 F4 F4 F4 F4 F4");
    let analysis = inspector.state.results.analysis.clone().unwrap();
    let bank = |text: &bertscope::encoder::TokenizedText| {
        text.tokens.iter().position(|t| t.text == "bank").unwrap()
    };
    let cell = analysis.cell(
        bank(&analysis.candidate.tokenized),
        bank(&analysis.reference.tokenized),
    );
    assert!(analysis.layer == Layer(0) && cell > 0.9999, "{cell}");
    inspector.press("Alt-l Enter");
    assert!(
        inspector.state.models.layers.is_empty(),
        "the layer of a lesson is not the model's from then on"
    );

    // “Everything else becomes [UNK], the same unknown token.”
    let mut inspector = start_lesson(0, "");
    for _ in 1..18 {
        inspector.press("Alt-.");
    }
    let screen = text(&inspector.cells(80, 24));
    assert!(screen.contains("“[UNK] 爱” × “[UNK] 喜”"), "{screen}");
    inspector.press("Alt-w Alt-. Alt-.");
    let screen = flat(&text(&inspector.cells(120, 36)).replace(['│', '┃'], " "));
    assert!(
        screen.contains("all are the same [UNK], so their similarity means nothing."),
        "{screen}"
    );
}
