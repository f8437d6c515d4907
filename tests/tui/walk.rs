//! The walkthrough: every step on the screen, what is not on it yet, its figures, and that nothing of it stays.

use std::time::Duration;

use super::drawn::{assert_frames, assert_large_numbers, assert_matrix, flat};
use super::parts::Part::{Cells, Footer, Header, Matrix, Panel, Score};
use super::support::{
    BY_ONE_REFERENCE, Inspector, assert_decent, mask_decimals, text, text_of, words,
};
use bertscope::analysis::Idf;
use bertscope::report::explanation::walkthrough::{Stage, StagePicture, sheet};
use bertscope::testing::{
    CellMode, ColorDepth, Effect, Focus, InspectorOptions, LetterSize, MatchDirection, Message,
    Screen, Session, StackLayer, State, TerminalEvent, Theme, inside, large_lines, last_line,
};
use bertscope_sheet::{Block, columns};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

const SIZES: [(u16, u16); 5] = [(36, 12), (80, 24), (100, 30), (120, 36), (160, 50)];

fn walk() -> Inspector {
    let mut inspector = Inspector::pair();
    inspector.press("Alt-w");
    inspector
}

fn at(stage: Stage) -> Inspector {
    let mut inspector = walk();
    to(&mut inspector, stage);
    inspector
}

fn here(inspector: &Inspector) -> Stage {
    inspector.state.staged.as_ref().unwrap().stage
}

fn to(inspector: &mut Inspector, stage: Stage) {
    while here(inspector) < stage {
        inspector.press("Alt-.");
    }
    assert_eq!(here(inspector), stage);
}

/// Goes through the walkthrough to its end, and does something at every step.
fn at_every_step(inspector: &mut Inspector, mut each: impl FnMut(&mut Inspector)) {
    loop {
        each(inspector);
        let before = inspector.state.staged.as_ref().unwrap().step();
        inspector.press("Alt-.");
        if inspector.state.staged.as_ref().unwrap().step() == before {
            return;
        }
    }
}

/// What a step says.
fn blocks(state: &State) -> Vec<Block> {
    let walk = state.staged.as_ref().unwrap();
    let analysis = state.results.analysis.as_ref().unwrap();
    let cosine = state.results.cosine.as_ref();
    sheet(walk.step(), analysis, cosine, walk.answer(analysis)).blocks
}

/// Everything a step says, one block a line.
fn walkthrough_text(state: &State) -> String {
    columns::text(&blocks(state))
}

#[test]
fn one_step_of_each_kind_has_its_screen() {
    let kinds: [(Stage, &[&str]); 8] = [
        (
            Stage::Texts,
            &["Two texts", "Step 1/17", "reference ⟷ candidate"],
        ),
        (
            Stage::Vectors,
            &[
                "Step 4/17",
                "token → 384 numbers",
                "The first 24 of 384 numbers",
            ],
        ),
        (Stage::Cosine, &["One cosine", "33° apart"]),
        (Stage::Rows, &["Row by row", "Step 6/17"]),
        (Stage::Precision, &["Precision"]),
        (Stage::Greedy, &["one-to-one"]),
        (Stage::Rescaling, &["Rescaling"]),
        (Stage::Limits, &["Step 17/17"]),
    ];
    let mut inspector = walk();
    for (stage, expected) in kinds {
        to(&mut inspector, stage);
        inspector.assert_shows(Panel, (80, 24), expected);
        if stage == Stage::Cosine {
            inspector.assert_shows(Cells, (80, 24), &["“midday”", "33°", "“noon”"]);
        }
    }
}

/// The lines of a step's blocks, as they stand on the screen; on a projector, notes may be left out.
fn words_of_step(state: &State) -> Vec<String> {
    let mut blocks = blocks(state);
    blocks.retain(|block| match block {
        Block::Note(_) => !state.look.projector,
        // A narrow screen leaves columns out.
        Block::Table(_) => false,
        _ => true,
    });
    let text = columns::text(&blocks);
    text.lines().map(|line| line.trim().to_owned()).collect()
}

/// The screen, and the area of the text.
fn panel_cells(inspector: &mut Inspector, (width, height): (u16, u16)) -> (Buffer, Rect) {
    let cells = inspector.cells(width, height);
    let panel = Screen::compute(&inspector.state, cells.area)
        .unwrap()
        .panel
        .unwrap();
    (cells, panel)
}

/// Whether a text of this width has these words, in letters of either size.
fn says(shown: &str, words: &str, width: u16) -> bool {
    let large = large_lines(words, width, LetterSize::Small).unwrap_or_default();
    let is_large = !large.is_empty() && large.iter().all(|line| shown.contains(line.trim_end()));
    is_large || flat(shown).contains(&flat(words))
}

#[test]
fn every_word_of_a_step_is_on_the_screen_below_its_title_and_its_number() {
    for (keys, sizes) in [("", &SIZES[1..]), ("Alt-p", &SIZES[2..])] {
        let mut inspector = Inspector::pair();
        inspector.press(keys).press("Alt-w");
        at_every_step(&mut inspector, |inspector| {
            let stage = here(inspector);
            for &(width, height) in sizes {
                assert_frames(inspector, (width, height));
                let (cells, panel) = panel_cells(inspector, (width, height));
                let title = text_of(&cells, Rect { height: 1, ..panel });
                let place = format!(" Step {}/17 ", stage.number());
                assert!(
                    title.contains(&format!(" {} ", stage.title())) && title.contains(&place),
                    "{title}"
                );
                let shown = text_of(&cells, inside(panel));
                for words in words_of_step(&inspector.state) {
                    let says = says(&shown, &words, inside(panel).width);
                    assert!(says, "{width}×{height} {keys}: {words}\n{shown}");
                }
                let strips = shown
                    .lines()
                    .filter(|line| line.contains(['▁', '▂', '▃', '▅', '▆', '▇']))
                    .count();
                assert_eq!(
                    strips,
                    if stage == Stage::Vectors { 2 } else { 0 },
                    "{shown}"
                );
            }
        });
    }
}

#[test]
fn the_matrix_is_there_with_the_cells_of_its_step() {
    for keys in ["", "F2", "Alt-p"] {
        let mut inspector = Inspector::pair();
        inspector.press(keys).press("Alt-w");
        at_every_step(&mut inspector, |inspector| {
            let stage = here(inspector);
            for (width, height) in SIZES.into_iter().skip(1) {
                let drawn = assert_matrix(inspector, (width, height));
                let expected =
                    (stage.picture() == StagePicture::Matrix).then_some(CellMode::Digits);
                assert_eq!(drawn, expected, "{stage:?} {keys} {width}×{height}");
                let area = Rect::new(0, 0, width, height);
                let beside = Screen::compute(&inspector.state, area)
                    .unwrap()
                    .matrix
                    .is_some();
                assert_eq!(
                    beside,
                    stage.picture() != StagePicture::None,
                    "{stage:?} {keys} {width}×{height}"
                );
            }
        });
    }
}

#[test]
fn the_score_has_each_number_from_its_step_on() {
    for keys in ["", "Alt-p"] {
        let mut inspector = Inspector::pair();
        inspector.press(keys).press("Alt-w");
        at_every_step(&mut inspector, |inspector| {
            let stage = here(inspector);
            let is_there = stage >= Stage::Precision && stage.picture() == StagePicture::Matrix;
            if !keys.is_empty() {
                assert_eq!(
                    assert_large_numbers(inspector, (100, 30)),
                    usize::from(is_there),
                    "{stage:?}"
                );
                return;
            }
            let score = inspector.state.results.analysis.as_ref().unwrap().score();
            let numbers = [
                ("P", Stage::Precision, score.precision.unwrap()),
                ("R", Stage::Recall, score.recall.unwrap()),
                ("F1", Stage::F1, score.f1),
            ];
            let made = numbers
                .into_iter()
                .filter(|(_, made, _)| is_there && stage >= *made);
            let made: Vec<String> = made
                .map(|(name, _, x)| format!("{name} {}", mask_decimals(&format!("{x:.5}")[1..])))
                .collect();
            let expected = if is_there {
                made.join(" ")
            } else {
                "(not there)".to_owned()
            };
            assert_eq!(flat(&inspector.part(Score, 80, 24)), expected, "{stage:?}");
        });
    }
}

#[test]
fn the_header_has_each_fact_from_the_step_that_uses_it() {
    let mut inspector = walk();
    at_every_step(&mut inspector, |inspector| {
        let stage = here(inspector);
        let header = inspector.part(Header, 120, 36);
        let sided = stage.direction() != MatchDirection::Both;
        let facts = [
            ("layer 6/6", true),
            ("9 × 8", stage >= Stage::Tokens),
            ("IDF off", stage >= Stage::Weights),
            (
                "precision",
                matches!(stage, Stage::RowBest | Stage::Precision),
            ),
            ("recall", matches!(stage, Stage::ColumnBest | Stage::Recall)),
            ("both ways", stage >= Stage::RowBest && !sided),
            ("raw", stage >= Stage::F1 && !stage.rescales()),
            ("rescaled", stage.rescales()),
        ];
        for (fact, expected) in facts {
            assert_eq!(
                header.contains(fact),
                expected,
                "{stage:?} {fact}: {header}"
            );
        }
    });
}

#[test]
fn it_begins_with_two_sentences_and_nothing_else() {
    for keys in ["", "F2", "F3", "F2 F3 F6", "F7", "Alt-p"] {
        let mut inspector = Inspector::pair();
        inspector.press(keys).press("Alt-w");
        for (width, height) in SIZES {
            let screen = text(&inspector.cells(width, height));
            for early in [
                "Similarity",
                "─ Score",
                "IDF",
                "raw",
                "rescaled",
                "both ways",
                "tokens",
                "◆",
                "▶",
                "0 ▏",
            ] {
                let shown: String = screen.lines().take(usize::from(height) - 1).collect();
                assert!(
                    !shown.contains(early),
                    "{keys} {width}×{height} {early}: {screen}"
                );
            }
        }
    }
}

#[test]
fn a_number_is_nowhere_on_the_screen_before_the_step_that_makes_it() {
    let mut inspector = Inspector::pair();
    let analysis = inspector.state.results.analysis.as_ref().unwrap();
    // A cosine can have the same digits as a score.
    let cosines: Vec<String> = (0..analysis.similarity.candidate_tokens())
        .flat_map(|row| {
            analysis
                .similarity
                .row(row)
                .iter()
                .map(|cosine| format!("{cosine:.3}"))
        })
        .collect();
    let raw = inspector.state.results.analysis.as_ref().unwrap().raw;
    let rescaled = inspector
        .state
        .results
        .analysis
        .as_ref()
        .unwrap()
        .rescaled
        .as_ref()
        .unwrap()
        .score;
    let numbers = [
        (Stage::Precision, raw.precision.unwrap()),
        (Stage::Recall, raw.recall.unwrap()),
        (Stage::F1, raw.f1),
        (Stage::Rescaling, rescaled.precision.unwrap()),
        (Stage::Rescaling, rescaled.recall.unwrap()),
        (Stage::Rescaling, rescaled.f1),
    ];
    for keys in ["", "Alt-p", "F3", "Ctrl-f"] {
        inspector.press(keys).press("Alt-w");
        at_every_step(&mut inspector, |inspector| {
            let stage = here(inspector);
            for (width, height) in SIZES {
                let screen = text(&inspector.cells(width, height));
                for (_, number) in numbers.iter().filter(|(made, _)| stage < *made) {
                    let digits = format!("{number:.3}");
                    let is_shown = !cosines.contains(&digits) && screen.contains(&digits[1..]);
                    assert!(
                        !is_shown,
                        "{stage:?} {keys} {width}×{height} {digits}: {screen}"
                    );
                }
                assert!(
                    stage >= Stage::F1 || !screen.contains("F1 "),
                    "{stage:?} {keys} {width}×{height}: {screen}"
                );
            }
        });
        inspector.press("Alt-w").press(keys);
    }
}

#[test]
fn before_the_vectors_nothing_depends_on_the_model_and_before_the_weights_nothing_on_idf() {
    let screens = |keys: &str, layer: usize| {
        let mut inspector = Inspector::pair();
        inspector.press(keys).press("Alt-w");
        inspector.state.inspection_mut().layer = Some(layer);
        inspector.type_text("");
        let mut screens = Vec::new();
        at_every_step(&mut inspector, |inspector| {
            let below_the_header = |text: String| {
                text.lines()
                    .skip(1)
                    .map(|line| line.to_owned() + "\n")
                    .collect()
            };
            let shown: Vec<String> = SIZES
                .map(|(w, h)| below_the_header(text(&inspector.cells(w, h))))
                .to_vec();
            screens.push((here(inspector), shown));
        });
        screens
    };
    let plain = screens("", 6);
    for (other, first) in [
        (screens("", 2), Stage::Vectors),
        (screens("F2", 6), Stage::Weights),
    ] {
        for (one, other) in plain
            .iter()
            .zip(&other)
            .filter(|((stage, _), _)| *stage < first)
        {
            assert_eq!(one, other);
        }
        assert_ne!(
            plain[plain.len() - 2],
            other[other.len() - 2],
            "the summary"
        );
    }
}

#[test]
fn nothing_is_copied_or_exported_before_it_is_made() {
    let mut inspector = walk();
    at_every_step(&mut inspector, |inspector| {
        let stage = here(inspector);
        for (open, choice) in [
            ("Ctrl-y", "s"),
            ("Ctrl-s", "Enter"),
            ("Ctrl-y", "p"),
            ("Ctrl-f", ""),
        ] {
            inspector.effects.clear();
            inspector.press(open);
            if inspector.state.stack.on(StackLayer::Prompt).is_some() {
                inspector.press(choice);
            }
            let wrote = inspector
                .effects
                .iter()
                .any(|effect| matches!(effect, Effect::Copy(_) | Effect::Export(_)));
            assert!(stage >= Stage::F1 || !wrote, "{stage:?}: {open} {choice}");
            inspector.press("Esc Esc");
            assert_eq!(here(inspector), stage);
        }
    });
    let mut inspector = at(Stage::F1);
    inspector.press("Ctrl-s Alt-,");
    assert!(
        here(&inspector) == Stage::Recall && inspector.state.stack.export_prompt().is_none(),
        "going back closes the line"
    );
    inspector.effects.clear();
    inspector.press("Enter");
    assert!(
        !inspector
            .effects
            .iter()
            .any(|effect| matches!(effect, Effect::Export(_)))
    );
}

#[test]
fn no_setting_shows_what_a_later_step_makes() {
    let mut inspector = walk();
    at_every_step(&mut inspector, |inspector| {
        let before = *inspector.state.display();
        inspector.press("F3 F6");
        assert_eq!(*inspector.state.display(), before);
        assert!(
            inspector
                .screen(100, 30)
                .contains("Each walkthrough step sets its own")
        );
    });
}

#[test]
fn rows_appear_one_after_the_other_and_go_again_in_the_other_direction() {
    let mut inspector = at(Stage::Rows);
    let analysis = inspector.state.results.analysis.clone().unwrap();
    let rows = analysis.similarity.candidate_tokens();
    let seen = |inspector: &Inspector| {
        (0..rows)
            .filter(|&row| inspector.state.shows_cell(row, 0))
            .count()
    };
    for row in 1..=rows {
        assert_eq!((here(&inspector), seen(&inspector)), (Stage::Rows, row));
        inspector.press("Alt-.");
    }
    assert_eq!((here(&inspector), seen(&inspector)), (Stage::Weights, rows));
    for row in (1..=rows).rev() {
        inspector.press("Alt-,");
        assert_eq!((here(&inspector), seen(&inspector)), (Stage::Rows, row));
    }
    inspector.press("Alt-,");
    assert_eq!(here(&inspector), Stage::Cosine);

    // All at once, and back; from there the same keys go from stage to stage.
    for (key, stage, row) in [
        (">", Stage::Rows, 1),
        (">", Stage::Rows, rows),
        (">", Stage::Weights, rows),
        ("<", Stage::Rows, rows),
        ("<", Stage::Rows, 1),
        ("<", Stage::Cosine, 0),
    ] {
        let offers = inspector.screen(100, 30).contains("> all rows");
        assert_eq!(
            offers,
            here(&inspector) == Stage::Rows && seen(&inspector) < rows,
            "{:?}",
            here(&inspector)
        );
        inspector.press(key);
        assert_eq!(
            (here(&inspector), if row > 0 { seen(&inspector) } else { 0 }),
            (stage, row)
        );
    }

    let mut long = Inspector::with_texts("A short one.", &words(200));
    long.press("Alt-w");
    to(&mut long, Stage::Rows);
    let mut presses = 0;
    while here(&long) == Stage::Rows {
        long.press("Alt-.");
        presses += 1;
    }
    assert!(presses <= 17, "{presses}");
}

#[test]
fn rows_appear_by_themselves_until_a_key_is_pressed_or_the_matrix_is_complete() {
    let mut inspector = at(Stage::Rows);
    let row = |inspector: &Inspector| inspector.state.staged.as_ref().unwrap().step().cell.0;
    let tick = |inspector: &mut Inspector, time: u64| {
        inspector
            .wait(Duration::from_millis(time))
            .send(Message::Tick);
    };
    tick(&mut inspector, 699);
    assert_eq!(row(&inspector), 0);
    tick(&mut inspector, 1);
    tick(&mut inspector, 700);
    assert_eq!(row(&inspector), 2);
    inspector.press("Tab");
    tick(&mut inspector, 700);
    assert_eq!(row(&inspector), 2, "a key stops it");
    inspector.press("Alt-, Alt-, Alt-, Alt-.");
    for _ in 0..20 {
        tick(&mut inspector, 700);
    }
    assert_eq!(
        (here(&inspector), row(&inspector)),
        (Stage::Rows, 8),
        "it starts again, and ends with the last row"
    );
    assert_eq!(inspector.state.staged.as_deref().unwrap().next_row_at, None);
}

#[test]
fn going_on_scrolls_a_text_that_does_not_fit_before_it_goes_to_the_next_step() {
    let mut inspector = at(Stage::Limits);
    inspector.screen(80, 14);
    let first_line = |inspector: &Inspector| inspector.state.staged.as_deref().unwrap().first_line;
    assert!(
        inspector.screen(80, 14).contains("Enter more"),
        "{}",
        inspector.screen(80, 14)
    );
    inspector.press("PageDown");
    assert!(first_line(&inspector) > 0);
    inspector.press("Left Left");
    assert_eq!(
        (first_line(&inspector), here(&inspector) < Stage::Limits),
        (0, true)
    );
    inspector.screen(120, 40);
    inspector.press("Right");
    assert_eq!(here(&inspector), Stage::Limits);
}

#[test]
fn the_cosine_is_that_of_the_closest_two_different_words() {
    for (reference, candidate, expected) in [
        (
            "The ferry leaves at noon.",
            "The boat departs at midday.",
            ("midday", "noon"),
        ),
        (
            "The cat sat on the mat.",
            "The cat sat on the rug.",
            ("rug", "mat"),
        ),
        ("Go now", "Go now", ("now", "now")),
    ] {
        let mut inspector = Inspector::with_texts(reference, candidate);
        inspector.press("Alt-w");
        to(&mut inspector, Stage::Cosine);
        let analysis = inspector.state.results.analysis.as_ref().unwrap();
        let (c, r) = inspector.state.staged.as_ref().unwrap().step().cell;
        let word = |side: &bertscope::analysis::WeightedText, i: usize| {
            side.tokenized.tokens[i].text.to_lowercase()
        };
        assert_eq!(
            (
                &*word(&analysis.candidate, c),
                &*word(&analysis.reference, r)
            ),
            expected
        );
    }
}

#[test]
fn one_to_one_and_several_references_have_the_numbers_of_their_questions() {
    let mut inspector = at(Stage::Greedy);
    inspector.press("Alt-. Alt-,");
    let analysis = inspector.state.results.analysis.clone().unwrap();
    let all = bertscope::explain::Alignments::compute(&analysis).unwrap();
    for scored in [&all.all[0], &all.all[2]] {
        assert!(
            walkthrough_text(&inspector.state).contains(&format!("{:.5}", scored.raw.f1)[1..]),
            "{}",
            walkthrough_text(&inspector.state)
        );
    }
    inspector.press("Alt-.");
    assert!(
        walkthrough_text(&inspector.state).contains("This pair has one reference."),
        "{}",
        walkthrough_text(&inspector.state)
    );

    let mut inspector =
        Inspector::with_texts("The ferry leaves at noon.", "The boat departs at midday.");
    inspector.press("Esc Tab").press("Tab Tab");
    inspector.state.own.panel.references =
        std::iter::once("At midday the boat departs.".into()).collect();
    inspector.press("Alt-w");
    to(&mut inspector, Stage::References);
    let raw = inspector.state.results.analysis.as_ref().unwrap().raw;
    let said = walkthrough_text(&inspector.state);
    assert!(
        said.contains(&format!("{:.4}", raw.precision.unwrap())[1..]),
        "{said}"
    );
    let f1 = |line: &str| -> f64 {
        let last = line.split_whitespace().last().unwrap();
        last.trim_end_matches('▴').parse().unwrap()
    };
    let lines: Vec<f64> = ["  1 ", "  2 ", "  best "]
        .map(|start| f1(said.lines().find(|line| line.starts_with(start)).unwrap()))
        .to_vec();
    assert!((lines[2] - lines[0].max(lines[1])).abs() < 1e-9, "{said}");
    assert!(
        said.contains("The next steps use only reference 1, the one on screen: F1 0."),
        "{said}"
    );
}

#[test]
fn equal_tokens_are_told_apart_by_their_numbers_as_in_lessons() {
    let mut inspector =
        Inspector::with_texts("the ferry and the boat", "the boat, the ferry and the crew");
    inspector.press("Alt-w");
    let mut all = String::new();
    at_every_step(&mut inspector, |inspector| {
        all += &walkthrough_text(&inspector.state);
    });
    assert!(
        all.contains("“the#2”") && all.contains("“the#3”") && !all.contains("“the#1”"),
        "{all}"
    );
}

#[test]
fn it_is_said_what_rescaling_does_to_the_cells() {
    let inspector = at(Stage::Rescaling);
    assert!(walkthrough_text(&inspector.state).contains(
        "The cells are rescaled too, with the b of F1. The metric rescales only P, R and F1."
    ));
}

#[test]
fn why_a_step_is_there_stays_on_a_projector() {
    let mut inspector = Inspector::pair();
    inspector.press("Alt-p Alt-w");
    at_every_step(&mut inspector, |inspector| {
        let mut blocks = blocks(&inspector.state).into_iter();
        let why = blocks.find_map(|block| match block {
            Block::Text(text) => Some(text),
            _ => None,
        });
        let why = why.expect("every step has a reason");
        for (width, height) in [(100, 30), (160, 50)] {
            let (cells, panel) = panel_cells(inspector, (width, height));
            let shown = text_of(&cells, inside(panel));
            assert!(says(&shown, &why, inside(panel).width), "{why}: {shown}");
        }
    });
}

#[test]
fn a_projector_has_the_whole_step_where_it_fits_and_bars_beside_their_words() {
    let mut inspector = Inspector::pair();
    inspector.press("Alt-p Alt-w");
    let words = "The next steps show what BERTScore does instead.";
    assert!(flat(&inspector.part(Panel, 160, 50)).contains(words));
    assert!(!flat(&inspector.part(Panel, 60, 16)).contains(words));
    to(&mut inspector, Stage::Vectors);
    let panel = inspector.part(Panel, 160, 50);
    let strip = panel
        .lines()
        .find(|line| line.contains('▁'))
        .expect("a vector has a small number");
    let (label, _) = strip
        .split_once(['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'])
        .unwrap();
    assert!(
        label.trim_start_matches(['│', '┃', ' ']).ends_with("”  "),
        "{strip}"
    );
}

#[test]
fn every_step_fits_its_place_without_scrolling() {
    for keys in ["", "Alt-p"] {
        let mut inspector = Inspector::pair();
        inspector.press(keys).press("Alt-w");
        at_every_step(&mut inspector, |inspector| {
            for (width, height) in [(80, 24), (120, 36), (100, 30)]
                .into_iter()
                .skip(usize::from(!keys.is_empty()))
            {
                inspector.cells(width, height);
                let below = last_line(&inspector.state);
                assert_eq!(below, 0, "{:?} at {width}×{height} {keys}", here(inspector));
            }
        });
    }
}

#[test]
fn the_figures_of_the_steps_are_those_of_the_analysis() {
    let five = |x: f64| format!("= {x:.5}");
    for (stage, pick) in [(Stage::Precision, 0), (Stage::Recall, 1), (Stage::F1, 2)] {
        let inspector = at(stage);
        let raw = inspector.state.results.analysis.as_ref().unwrap().raw;
        let expected = five([raw.precision.unwrap(), raw.recall.unwrap(), raw.f1][pick]);
        assert!(
            walkthrough_text(&inspector.state).contains(&expected),
            "{expected}: {}",
            walkthrough_text(&inspector.state)
        );
    }
    let inspector = at(Stage::Rescaling);
    let score = inspector
        .state
        .results
        .analysis
        .as_ref()
        .unwrap()
        .rescaled
        .as_ref()
        .unwrap()
        .score;
    for x in [score.precision.unwrap(), score.recall.unwrap(), score.f1] {
        assert!(walkthrough_text(&inspector.state).contains(&five(x)));
    }
    let mut inspector = at(Stage::Cosine);
    inspector.press("Esc Right Down");
    let (state, cell) = (&inspector.state, inspector.state.display().cell);
    let value = state
        .results
        .analysis
        .as_ref()
        .unwrap()
        .similarity
        .get(cell.candidate, cell.reference);
    let cosine = state.results.cosine.unwrap();
    assert!(
        walkthrough_text(state).contains(&five(value.into())),
        "the cell under the crosshair: {}",
        walkthrough_text(state)
    );
    assert!((cosine.dot / (cosine.norms[0] * cosine.norms[1]) - f64::from(value)).abs() < 1e-5);
    assert!(cosine.previews().iter().all(|numbers| numbers.len() == 24));
}

#[test]
fn every_step_has_the_counts_and_the_cells_of_the_analysis() {
    use bertscope::analysis::Side::{Candidate, Reference};
    let three = |x: f32| format!("{x:.3}").replacen("0.", ".", 1).replace('-', "−");
    let five = |x: f64| format!("{x:.5}");
    let mut inspector = walk();
    let analysis = inspector.state.results.analysis.clone().unwrap();
    let (rows, columns) = (
        analysis.similarity.candidate_tokens(),
        analysis.similarity.reference_tokens(),
    );
    let row = |c: usize| {
        (0..columns)
            .map(|r| analysis.similarity.get(c, r))
            .collect::<Vec<_>>()
    };
    let column = |r: usize| {
        (0..rows)
            .map(|c| analysis.similarity.get(c, r))
            .collect::<Vec<_>>()
    };
    let sorted = |mut cells: Vec<f32>| {
        cells.sort_by(|a, b| b.total_cmp(a));
        cells
    };
    let sum = |side| analysis.side(side).weights.sum();
    let share = |side| five(1.0 / sum(side));
    at_every_step(&mut inspector, |inspector| {
        let step = inspector.state.staged.as_ref().unwrap().step();
        let (c, r) = step.cell;
        let ends = |cells: &[f32]| vec![three(cells[0]), three(cells[cells.len() - 1])];
        let expected = match step.stage {
            Stage::Tokens => vec![
                format!("Reference, {columns}: "),
                format!("Candidate, {rows}: "),
            ],
            Stage::Rows if c + 1 < rows => ends(&sorted(row(c))),
            Stage::Rows => {
                let mut expected = ends(&sorted((0..rows).flat_map(row).collect()));
                expected.push(format!(
                    "{rows} rows × {columns} columns = {} cosines",
                    rows * columns
                ));
                expected
            }
            Stage::Weights => vec![
                format!("candidate: {:.0}, for {rows} tokens", sum(Candidate)),
                format!("reference: {:.0}, for {columns} tokens", sum(Reference)),
            ],
            Stage::RowBest => sorted(row(c))[..2]
                .iter()
                .map(|cell| three(*cell))
                .collect(),
            Stage::ColumnBest => sorted(column(r))[..2]
                .iter()
                .map(|cell| three(*cell))
                .collect(),
            Stage::Summary => vec![
                format!("tokens: {rows} of the candidate, {columns} of the reference"),
                "vectors: layer 6 of ".to_owned(),
                format!("= {}", five(analysis.mean_of(Candidate).unwrap())),
                format!("= {}", five(analysis.mean_of(Reference).unwrap())),
                format!("= {}", five(analysis.raw.f1)),
                format!("= {}", five(analysis.rescaled.as_ref().unwrap().score.f1)),
            ],
            Stage::Limits => vec![
                format!(
                    "P: no token of the candidate has more than {} of",
                    share(Candidate)
                ),
                format!(
                    "R: no token of the reference has more than {} of",
                    share(Reference)
                ),
            ],
            // Their numbers are in other tests, or they have none.
            _ => Vec::new(),
        };
        let shown = walkthrough_text(&inspector.state);
        for number in expected {
            assert!(
                shown.contains(&number),
                "{:?} {number}: {shown}",
                step.stage
            );
        }
    });
}

/// The value of an arithmetic expression with the signs of a formula, if the text is one.
fn value(text: &str) -> Option<f64> {
    fn factor(rest: &mut &str) -> Option<f64> {
        *rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix('−') {
            *rest = after;
            return factor(rest).map(|x| -x);
        }
        if let Some(after) = rest.strip_prefix('(') {
            *rest = after;
            let inside = sum(rest)?;
            *rest = rest.trim_start().strip_prefix(')')?;
            return Some(inside);
        }
        let end = rest
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        *rest = after;
        number.parse().ok()
    }
    fn product(rest: &mut &str) -> Option<f64> {
        let mut value = factor(rest)?;
        loop {
            let next = rest.trim_start();
            if let Some(after) = next.strip_prefix('×') {
                *rest = after;
                value *= factor(rest)?;
            } else if let Some(after) = next.strip_prefix('÷') {
                *rest = after;
                value /= factor(rest)?;
            } else {
                return Some(value);
            }
        }
    }
    fn sum(rest: &mut &str) -> Option<f64> {
        let mut value = product(rest)?;
        loop {
            let next = rest.trim_start();
            if let Some(after) = next.strip_prefix('+') {
                *rest = after;
                value += product(rest)?;
            } else if let Some(after) = next.strip_prefix('−') {
                *rest = after;
                value -= product(rest)?;
            } else {
                return Some(value);
            }
        }
    }
    let mut rest = text;
    sum(&mut rest).filter(|_| rest.trim().is_empty())
}

#[test]
fn every_equation_of_a_step_holds_with_the_numbers_that_it_shows() {
    assert_eq!(value("(.5 − 0.25) ÷ 2 × −3 + 1"), Some(0.625));
    for keys in ["", "F2"] {
        let mut inspector = Inspector::pair();
        inspector.press(keys).press("Alt-w");
        let mut checked = Vec::new();
        at_every_step(&mut inspector, |inspector| {
            for line in walkthrough_text(&inspector.state).lines() {
                let sides: Vec<&str> = line.split(" = ").collect();
                for pair in sides.windows(2) {
                    let (Some(left), Some(right)) = (value(pair[0]), value(pair[1])) else {
                        continue;
                    };
                    // Terms of a sum have three decimals, all other numbers five.
                    let terms = pair[0].matches(" + ").count();
                    let rounding = if terms == 0 {
                        3e-5
                    } else {
                        0.006 * (terms + 1) as f64
                    };
                    assert!(
                        (left - right).abs() <= rounding * right.abs().max(1.0),
                        "{left} = {right}: {line}"
                    );
                    checked.push(here(inspector));
                }
            }
        });
        checked.dedup();
        let expected = [
            Stage::Cosine,
            Stage::Precision,
            Stage::Recall,
            Stage::F1,
            Stage::Rescaling,
            Stage::Summary,
        ];
        assert_eq!(checked, expected, "{keys}");
    }
}

#[test]
fn an_edit_changes_the_step_that_is_shown() {
    let mut inspector = at(Stage::Precision);
    let before = walkthrough_text(&inspector.state);
    inspector.press("e").type_text(" Today.");
    assert_eq!(
        inspector.state.staged.as_ref().unwrap().stage,
        Stage::Precision
    );
    let raw = inspector.state.results.analysis.as_ref().unwrap().raw;
    assert_ne!(walkthrough_text(&inspector.state), before);
    assert!(
        walkthrough_text(&inspector.state).contains(&format!("= {:.5}", raw.precision.unwrap()))
    );
}

#[test]
fn leaving_restores_what_was_set_and_keeps_what_was_written() {
    let mut inspector = Inspector::pair();
    inspector.press("F3 F6 F6 F7");
    let before = inspector.state.clone();
    inspector.press("Alt-w");
    for _ in 0..40 {
        inspector.press("Alt-.");
        let kept = Session::from_state(&inspector.state).view;
        assert_eq!(
            (kept.settings.rescale, kept.direction, kept.special),
            (Some(true), MatchDirection::Recall, false)
        );
    }
    assert_eq!(
        inspector.state.staged.as_ref().unwrap().stage,
        Stage::Limits,
        "the last step is the last"
    );
    inspector.press("e").type_text("!").press("Alt-w");
    let after = &inspector.state;
    assert!(after.staged.is_none() && after.own.candidate.text().ends_with("midday.!"));
    assert_eq!(after.display(), before.display());
    assert!(
        after.results.analysis.as_ref().unwrap().settings.rescale,
        "and the score is that of the settings"
    );
}

#[test]
fn asking_something_else_ends_the_walk() {
    let mut inspector = Inspector::pair();
    inspector.press("F3 Alt-w Alt-. Alt-2");
    assert!(
        inspector.state.staged.is_none() && inspector.state.panel().answered_question().is_some()
    );
    assert!(
        inspector
            .state
            .results
            .analysis
            .as_ref()
            .unwrap()
            .settings
            .rescale
    );
    inspector.press("Alt-w Ctrl-n");
    assert!(inspector.state.staged.is_none() && inspector.state.display().rescale);
    assert!(
        inspector.screen(100, 30).contains("Why not 1.0?"),
        "the question that was asked before the walk"
    );
}

#[test]
fn steps_go_forward_and_back_while_typing_in_the_matrix_and_by_mouse() {
    use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
    let mut inspector = walk();
    inspector.press("Alt-. Alt-. Alt-,");
    assert_eq!(inspector.state.staged.as_ref().unwrap().stage, Stage::Words);
    inspector.press(". . . ,");
    assert_eq!(
        (
            inspector.state.staged.as_ref().unwrap().stage,
            inspector.state.focus
        ),
        (Stage::Vectors, Focus::Panel)
    );
    let line = text(&inspector.cells(110, 34));
    let footer = line.lines().last().unwrap().to_owned();
    assert!(footer.starts_with(" . next  , back  W end "), "{footer}");
    for (word, expected) in [
        ("next", Some(Stage::Cosine)),
        ("back", Some(Stage::Vectors)),
        ("end", None),
    ] {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let column = footer.find(word).unwrap() as u16;
        inspector.send(Message::Terminal(TerminalEvent::Mouse(MouseEvent {
            kind,
            column,
            row: 33,
            modifiers: KeyModifiers::NONE,
        })));
        assert_eq!(
            inspector.state.staged.as_ref().map(|staged| staged.stage),
            expected,
            "{word}"
        );
    }
}

#[test]
fn a_step_lights_only_what_it_speaks_of() {
    let mut inspector = at(Stage::RowBest);
    let plain = {
        let mut other = Inspector::pair();
        other.cells(110, 34)
    };
    // The colours of a cell with a number in it, by the number.
    let colour = |buffer: &ratatui::buffer::Buffer, number: &str| {
        let screen = text(buffer);
        let (y, line) = screen
            .lines()
            .enumerate()
            .find(|(_, line)| line.contains(number))
            .unwrap();
        let x = line[..line.find(number).unwrap()].chars().count();
        buffer[(x as u16, y as u16)].bg
    };
    let rows = inspector.cells(110, 34);
    assert_eq!(
        colour(&rows, ".52"),
        colour(&plain, ".52"),
        "the best of its row"
    );
    assert_ne!(colour(&rows, ".44"), colour(&plain, ".44"));
}

#[test]
fn without_colours_signs_say_it_all() {
    for depth in [ColorDepth::None, ColorDepth::Ansi16] {
        let mut inspector = walk();
        inspector.state.look.theme = Theme::new(false, depth);
        let mut seen = String::new();
        at_every_step(&mut inspector, |inspector| {
            seen += &text(&inspector.cells(120, 36));
        });
        for sign in [
            "███",
            "▶ candidate’s best",
            "▼ reference’s best",
            "! ",
            "Step 9/17",
        ] {
            assert!(seen.contains(sign), "{depth:?}: {sign}\n{seen}");
        }
    }
}

#[test]
fn what_surprises_is_said_where_it_is_true() {
    let step = |reference: &str, candidate: &str, keys: &str, stage: Stage| {
        let mut inspector = Inspector::with_texts(reference, candidate);
        inspector.press(keys).press("Alt-w");
        to(&mut inspector, stage);
        walkthrough_text(&inspector.state)
    };
    let (ferry, boat) = ("The ferry leaves at noon.", "The boat departs at midday.");
    let cases = [
        (
            step(ferry, ferry, "F9", Stage::Texts),
            "Both texts are the same",
        ),
        (
            step(ferry, "", "F9", Stage::Texts),
            "The candidate has no words",
        ),
        (
            step(ferry, boat, "F9", Stage::Tokens),
            "The model adds [CLS] and [SEP]. Special tokens have zero weight, but can be matched.",
        ),
        (
            step(ferry, &words(600), "F9", Stage::Tokens),
            "The candidate was truncated to ",
        ),
        (
            step(ferry, boat, "F9", Stage::RowBest),
            "“·s” and “at” both match “at”",
        ),
        (
            step("Yes.", "Qwxz jkvq.", "F9", Stage::RowBest),
            "is matched with [SEP], a special token, and that match counts",
        ),
        (
            step(ferry, boat, BY_ONE_REFERENCE, Stage::Recall),
            "recall is 0/0 and undefined",
        ),
        (
            step(ferry, boat, BY_ONE_REFERENCE, Stage::F1),
            "bert_score sets F1 to 0 where the harmonic mean is undefined",
        ),
        (
            step(ferry, boat, "F9", Stage::Rescaling),
            "it is not 2PR ÷ (P + R) = ",
        ),
    ];
    for (said, expected) in &cases {
        assert!(said.contains(expected), "{expected}: {said}");
    }
    assert!(
        !step(ferry, ferry, "F9", Stage::Rescaling).contains("2PR"),
        "three times 1 is its own mean"
    );
    let identical = step(ferry, ferry, "F9", Stage::RowBest);
    assert!(
        !identical.contains("can be matched more than once"),
        "every piece matches itself: {identical}"
    );
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
        let mut inspector = Inspector::with_texts(reference, candidate);
        for idf in 0..3 {
            inspector.press("Alt-w");
            at_every_step(&mut inspector, |inspector| {
                for (width, height) in [(36, 12), (80, 24), (100, 30)] {
                    assert_decent(&inspector.cells(width, height));
                }
            });
            inspector.press("Tab Down PageDown End Enter Up Home Alt-w F2");
            assert!(inspector.state.staged.is_none(), "{idf}");
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
    assert!(
        inspector.state.staged.is_none() && inspector.state.stack.lesson().is_some(),
        "a lesson ends the walk"
    );
    while inspector.state.hides_scores() {
        inspector.press("Alt-w");
        assert!(
            inspector.state.staged.is_none(),
            "what is to be guessed is not given away"
        );
        inspector.press("Alt-Enter");
    }
    inspector.press("Alt-w Alt-. Alt-.");
    assert_eq!(
        inspector.state.staged.as_ref().unwrap().stage,
        Stage::Tokens
    );
    assert_eq!(
        inspector.state.stack.lesson().unwrap().step,
        0,
        "the keys are the walk's"
    );
    inspector.press("Alt-l Enter");
    assert!(inspector.state.staged.is_none() && inspector.state.stack.lesson().is_none());
    assert_eq!(
        (
            inspector.state.display().direction,
            inspector.state.inspection().idf
        ),
        (MatchDirection::Precision, Idf::Off)
    );
}

#[test]
fn the_text_leaves_the_matrix_the_room_for_every_column_or_says_which_are_off_the_screen() {
    let mut inspector = Inspector::with_texts(
        "The committee decided on Tuesday to postpone the vote until next week.",
        "On Tuesday the committee voted to delay its decision by a week.",
    );
    inspector.press("Alt-w");
    to(&mut inspector, Stage::Rows);
    inspector.press("Alt-.");
    inspector.assert_shows(Panel, (80, 24), &["Lowest: “On” × [CLS]"]);
    let matrix = inspector.part(Matrix, 80, 24);
    assert!(matrix.contains("×16 of 15×16 "), "{matrix}");
    for (width, height) in [(80, 24), (160, 50)] {
        let words = inspector.words_of(Panel, width, height);
        assert!(!words.contains("off the screen"), "{words}");
    }

    let mut long = Inspector::with_texts(&words(26), "A short one.");
    long.press("Alt-w");
    to(&mut long, Stage::Rows);
    long.assert_shows(
        Panel,
        (80, 24),
        &["columns of the matrix are off the screen: Shift-Tab, then arrows go there."],
    );
    long.press("Shift-Tab");
    long.assert_shows(Panel, (80, 24), &["are off the screen: arrows go there."]);
}

#[test]
fn a_setting_that_is_not_on_the_screen_yet_is_said_with_the_step_that_shows_it() {
    let mut inspector = walk();
    inspector.press("i");
    inspector.assert_shows(
        Footer,
        (80, 24),
        &["IDF: on; the walkthrough shows it from step 7 on."],
    );
    inspector.press("D");
    inspector.assert_shows(Footer, (80, 24), &["Colour range: this pair;"]);
    to(&mut inspector, Stage::Weights);
    inspector.press("i");
    let footer = inspector.words_of(Footer, 80, 24);
    assert!(footer.contains("next"), "the header shows it: {footer}");
    assert!(inspector.part(Header, 80, 24).contains("IDF off"));

    let mut hidden = Inspector::pair();
    hidden.press("Alt-h F2");
    hidden.assert_shows(
        Footer,
        (80, 24),
        &["IDF: on; it shows when the scores are revealed."],
    );
}
