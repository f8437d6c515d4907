//! The screen for a room: large cells and figures, few words.

use super::parts::Part::{Cells, Score};
use super::support::{Inspector, assert_decent, text, words};
use bertscope::testing::{
    ColorDepth, Focus, HeatmapGeometry, LetterSize, Screen, State, Theme, inside, large_lines,
};
use ratatui::layout::Rect;

fn projector() -> Inspector {
    let mut inspector = Inspector::pair();
    inspector.press("Alt-p");
    inspector
}

#[test]
fn figures_and_cells_are_large_and_words_are_few() {
    let mut inspector = projector();
    inspector.assert_shows(Cells, (100, 30), &["boat .30 .44 ◆.52", "[SEP]"]);
    inspector.assert_shows(Score, (100, 30), &["██████ ██████"]);
    inspector.press("F7");
    assert!(!inspector.part(Cells, 100, 30).contains("[SEP]"));
    assert!(
        text(&inspector.cells(100, 30)).contains("◆ ▀▀█ █▀▀"),
        "figures are large in the cells too"
    );
    inspector.press("F7 F10");
    inspector.assert_shows(Cells, (80, 24), &["boat", "◆ █▀█ █ ▀▀█"]);
}

const LONG: (&str, &str) = (
    "The gate to the old harbour is open today.",
    "The gate to the new harbour was shut yesterday.",
);

#[test]
fn cells_take_all_the_room_of_their_pane() {
    for (reference, candidate) in [
        LONG,
        ("The gate is open.", "The gate is shut."),
        ("Go on.", "Stop."),
    ] {
        for keys in ["Alt-p", "Alt-p F7", "Alt-p F10 F10"] {
            let mut inspector = Inspector::with_texts(reference, candidate);
            inspector.press(keys);
            for (width, height) in [(80, 24), (100, 30), (160, 50), (200, 60)] {
                inspector.cells(width, height);
                let screen =
                    Screen::compute(&inspector.state, Rect::new(0, 0, width, height)).unwrap();
                let geometry =
                    HeatmapGeometry::compute(&inspector.state, inside(screen.matrix.unwrap()))
                        .unwrap();
                let (rows, columns) = geometry.total;
                let area = inside(screen.matrix.unwrap());
                let right = area.right() - geometry.cells.right();
                let below = area.bottom() - geometry.cells.bottom();
                assert!(
                    usize::from(right) < columns,
                    "{keys} {width}×{height}: {geometry:?}"
                );
                assert!(
                    usize::from(below) < rows,
                    "{keys} {width}×{height}: {geometry:?}"
                );
            }
        }
    }
}

#[test]
fn a_negative_number_does_not_make_all_figures_small() {
    let mut inspector = Inspector::with_texts(LONG.0, LONG.1);
    inspector.press("Alt-p");
    let analysis = inspector.state.results.analysis.clone().unwrap();
    assert!(analysis.similarity.range().unwrap().0 < -0.01);
    let screen = text(&inspector.cells(200, 70));
    assert!(
        screen.contains("◆ ▀▀█ ▀▀█") && !screen.contains(".94"),
        "{screen}"
    );
}

#[test]
fn a_question_is_as_large_as_there_is_room() {
    let mut inspector = Inspector::with_texts("The gate is open.", "The gate is shut.");
    inspector.press("Alt-h");
    let ink = |inspector: &mut Inspector, (width, height): (u16, u16)| {
        let cells = inspector.cells(width, height);
        assert_decent(&cells);
        cells
            .content
            .iter()
            .filter(|cell| {
                cell.symbol()
                    .chars()
                    .any(|c| ('▀'..='▟').contains(&c) || ('⠁'..='⣿').contains(&c))
            })
            .count()
    };
    let sizes = [(36, 12), (80, 24), (100, 30), (160, 50)];
    assert_eq!(
        sizes.map(|size| ink(&mut inspector, size)),
        [0; 4],
        "in letters, where it is read from near"
    );
    assert!(
        inspector
            .screen(100, 30)
            .contains("Which words will be matched? What will P, R and F1 be?")
    );
    inspector.press("Alt-p");
    let inks = sizes.map(|size| ink(&mut inspector, size));
    assert!(
        inks[0] == 0 && inks[1] > 100 && inks[3] > inks[2],
        "{inks:?}"
    );
    let screen = text(&inspector.cells(100, 30));
    for words in [
        "The gate is open.",
        "The gate is shut.",
        "Which words will be matched?",
    ] {
        let large = large_lines(words, 96, LetterSize::Small).unwrap();
        let first = large[0].trim();
        assert!(
            screen.contains(first),
            "{words} is as large as the question: {screen}"
        );
    }
    assert!(
        inspector
            .screen(36, 12)
            .contains("Which words will be matched")
    );
    let mut other = Inspector::with_texts("门开着。", "门关着。");
    other
        .press("Ctrl-p Ctrl-u")
        .type_text("门没有关。")
        .press("Alt-p Alt-h");
    assert!(
        ink(&mut other, (100, 30)) > 100 && other.screen(100, 30).contains("门没有关。"),
        "what has no large form"
    );
}

#[test]
fn the_walkthrough_and_a_lesson_continue_in_it() {
    let mut inspector = projector();
    inspector.press("Alt-w Alt-. Alt-. Alt-.");
    assert!(inspector.state.look.projector && inspector.screen(100, 30).contains("Step 4/17"));
    inspector.press("Alt-w Alt-l 2");
    assert!(
        inspector.state.look.projector && inspector.screen(100, 30).contains(" First steps 1/")
    );
    inspector.press("Alt-l Enter");
    assert!(inspector.state.look.projector);
}

#[test]
fn the_same_key_brings_everything_back_and_texts_stay_editable() {
    let mut inspector = Inspector::pair();
    let before = inspector.screen(110, 34);
    inspector.press("Alt-p").type_text("!");
    assert!(inspector.state.inspection().candidate.text().ends_with('!'));
    inspector.press("Backspace Alt-p");
    assert_eq!(inspector.screen(110, 34), before);
}

#[test]
fn the_focus_is_never_where_nothing_is_drawn() {
    let mut inspector = Inspector::pair();
    inspector.press("Esc Tab");
    assert_eq!(inspector.state.focus, Focus::Panel);
    inspector.press("Alt-p");
    for _ in 0..4 {
        assert_ne!(inspector.state.focus, Focus::Panel);
        inspector.press("Tab");
    }
    inspector.press("Alt-w Esc");
    assert_eq!(inspector.state.focus, Focus::Panel, "the words of the walk");
    for _ in 0..4 {
        assert_ne!(inspector.state.focus, Focus::Matrix, "there is none yet");
        inspector.press("Tab");
    }
    inspector.press("Esc Alt-w");
    assert_ne!(inspector.state.focus, Focus::Panel);
    inspector.press("Esc Alt-p Tab Alt-h");
    assert_eq!(
        inspector.state.focus,
        Focus::Matrix,
        "there is no panel while the room guesses"
    );
}

#[test]
fn every_size_background_and_pair_can_be_shown() {
    let long = words(500);
    for (reference, candidate) in [
        ("", ""),
        ("one", "two words"),
        ("short", long.as_str()),
        ("我喜欢", "👩‍👩‍👧 e\u{301}"),
    ] {
        let mut inspector = Inspector::with_texts(reference, candidate);
        inspector.press("Alt-p");
        for depth in [ColorDepth::None, ColorDepth::Ansi16, ColorDepth::True] {
            for light in [false, true] {
                inspector.state.look.theme = Theme {
                    strong: true,
                    ..Theme::new(light, depth)
                };
                for (width, height) in [(36, 12), (72, 20), (80, 24), (100, 30), (200, 60)] {
                    assert_decent(&inspector.cells(width, height));
                }
            }
        }
    }
}

#[test]
fn nothing_is_pale() {
    let mut inspector = projector();
    let buffer = inspector.cells(100, 30);
    let state: &State = &inspector.state;
    assert_eq!(
        state.look.theme.quiet().fg,
        state.look.theme.text().fg,
        "{}",
        text(&buffer)
    );
}
