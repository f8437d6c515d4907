//! Lessons and the list of pairs without colours and with sixteen: nothing is said by colour alone.

use std::sync::Arc;

use super::support::{Inspector, light_lines, text};
use bertscope::pairs::marks::Mark;
use bertscope::testing::{ColorDepth, FilePair, Message, PairsList, PairsMessage, Theme};
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

const DEPTHS: [ColorDepth; 2] = [ColorDepth::None, ColorDepth::Ansi16];

/// The last line that has some words, and the cells under them.
fn at<'a>(buffer: &'a Buffer, words: &str) -> (String, Vec<&'a Cell>) {
    let screen = text(buffer);
    let (y, line) = screen
        .lines()
        .enumerate()
        .filter(|(_, line)| line.contains(words))
        .last()
        .unwrap_or_else(|| {
            panic!("there is no {words:?} on\n{screen}");
        });
    let x = line[..line.find(words).unwrap()].chars().count() as u16;
    let cells = (x..x + words.chars().count() as u16)
        .map(|x| &buffer[(x, y as u16)])
        .collect();
    (line.to_owned(), cells)
}

fn with(depth: ColorDepth, light: bool, mut inspector: Inspector) -> Inspector {
    inspector.state.look.theme = Theme {
        strong: inspector.state.look.projector,
        ..Theme::new(light, depth)
    };
    inspector
}

fn pairs(depth: ColorDepth, light: bool) -> Inspector {
    let mut inspector = with(depth, light, Inspector::with_texts("Mine.", "Mine too."));
    let mark = Mark {
        row: 2,
        id: "b".into(),
        reference: "A house.".into(),
        candidate: "A barn.".into(),
        marked: true,
        note: "why?".into(),
    };
    inspector.state.open_pairs(PairsList::new(
        "/home/user/pairs.tsv".into(),
        vec![mark],
        false,
    ));
    let row = |id: &str, candidate: &str| {
        let references = vec!["A house.".to_owned()];
        Ok(Arc::new(FilePair {
            id: id.into(),
            references,
            candidate: candidate.into(),
            scores: None,
            looks_quoted: false,
            other_candidates: Vec::new(),
        }))
    };
    let bad = Err("pairs.tsv, line 4: 1 column where the first line has 3".into());
    let rows = vec![
        row("a", "A home."),
        row("b", "A barn."),
        bad,
        row("d", "A dog."),
    ];
    inspector.send(Message::Pairs(PairsMessage::Rows(rows)));
    inspector.send(Message::Pairs(PairsMessage::Read(Ok(()))));
    inspector
}

#[test]
fn selected_marked_noted_bad_and_current_rows_have_signs() {
    for depth in DEPTHS {
        for light in [false, true] {
            let mut inspector = pairs(depth, light);
            inspector.press("Enter Alt-o Down");
            let buffer = inspector.cells(100, 30);
            let (selected, cells) = at(&buffer, "A barn.");
            assert!(selected.contains("▸●¶"), "{depth:?}: {selected}");
            assert!(
                cells
                    .iter()
                    .all(|cell| cell.modifier.contains(Modifier::REVERSED))
            );
            let (other, cells) = at(&buffer, "A dog.");
            assert!(
                !other.contains(['▸', '●', '¶']) && !cells[0].modifier.contains(Modifier::REVERSED),
                "{other}"
            );
            let (bad, _) = at(&buffer, "line 4: 1 column");
            assert!(
                !bad.contains(['▸', '●', '¶']),
                "a bad row says what is wrong with it: {bad}"
            );
            let (current, _) = at(&buffer, "A home.");
            assert!(
                current.contains('»') && !other.contains('»'),
                "the pair on the screen: {current}"
            );
            for cell in &buffer.content {
                let named = |color: Color| {
                    !matches!(color, Color::Rgb(..)) && !matches!(color, Color::Indexed(16..))
                };
                assert!(named(cell.fg) && named(cell.bg), "{depth:?} {cell:?}");
                assert!(
                    depth != ColorDepth::None || (cell.fg, cell.bg) == (Color::Reset, Color::Reset)
                );
            }
        }
    }
}

#[test]
fn what_is_unknown_refused_edited_or_from_the_file_has_a_sign_too() {
    for depth in DEPTHS {
        let mut inspector = pairs(depth, false);
        inspector.press("Down Enter").type_text(" Really.");
        let screen = text(&inspector.cells(100, 30));
        assert!(
            screen.contains("● Row 2 b (edited)") && screen.contains("¶ why?"),
            "{depth:?}\n{screen}"
        );
        inspector.state.open_pairs(PairsList::new(
            "/home/user/pairs.tsv".into(),
            Vec::new(),
            false,
        ));
        let row = |scores| {
            let pair = FilePair {
                id: "x".into(),
                references: vec!["r".into()],
                candidate: "c".into(),
                scores,
                looks_quoted: false,
                other_candidates: Vec::new(),
            };
            Ok(Arc::new(pair))
        };
        let rows = vec![row(Some([Some(0.5), None, Some(0.25)])), row(None)];
        inspector.only(Message::Pairs(PairsMessage::Rows(rows)));
        let screen = text(&inspector.cells(100, 30));
        assert!(
            screen.contains("~0.500") && screen.contains('—'),
            "{screen}"
        );
        assert!(
            screen.lines().any(|line| line.matches(" · ").count() >= 3),
            "{screen}"
        );
    }
}

#[test]
fn hidden_shown_a_and_b_and_the_higher_of_them_have_words_and_signs() {
    for depth in DEPTHS {
        for keys in ["", "Alt-p"] {
            let mut inspector = Inspector::with_texts("Mine.", "Mine too.");
            inspector.press(keys).press("Alt-l 1 Alt-. Alt-.");
            let mut inspector = with(depth, false, inspector);
            let hidden = inspector.cells(100, 30);
            let lines: Vec<String> = light_lines(&text(&hidden))
                .lines()
                .map(|line| line.replace(['│', ' '], ""))
                .collect();
            for name in ["A", "B"] {
                assert!(
                    lines.iter().any(|line| line == name),
                    "{depth:?}: {name} above its text\n{}",
                    text(&hidden)
                );
            }
            assert!(at(&hidden, "Space reveals the matrix").0.contains("3/18"));
            let cell = &at(&hidden, "Which of the two").1[0];
            assert!(
                !cell.modifier.contains(Modifier::DIM),
                "the question is not pale"
            );
            inspector.press("Space Space");
            let shown = inspector.cells(100, 30);
            let line = light_lines(&at(&shown, ".8546▴").0);
            assert!(
                line.contains("│ B ") && light_lines(&at(&shown, ".6411").0).contains("│ A "),
                "{line}"
            );
            assert!(
                text(&shown).contains("The bridge is not safe"),
                "both texts stay in sight"
            );
            for sign in ["◆", "▶", "▼"] {
                assert!(text(&shown).contains(sign), "{depth:?}: {sign}");
            }
            assert!(at(&shown, ". next").0.contains("Q end"));
        }
    }
}

#[test]
fn every_step_of_every_lesson_shows_its_best_cells_without_colours() {
    for lesson in 1..=6 {
        let mut inspector = Inspector::with_texts("Mine.", "Mine too.");
        inspector.press(&format!("Alt-l {lesson}"));
        for step in 1..=inspector.state.stack.lesson().unwrap().lesson.steps.len() {
            inspector.press("Alt-Enter");
            for depth in DEPTHS {
                inspector = with(depth, false, inspector);
                let screen = text(&inspector.cells(120, 36));
                // A long text has an overview, whose cells are shades where there are no colours.
                let overview = screen.contains('▾');
                let shades = screen.contains(['░', '▒', '▓']) || depth != ColorDepth::None;
                assert!(
                    screen.contains(['◆', '▶', '▼']) || (overview && shades),
                    "{depth:?} {lesson}/{step}\n{screen}"
                );
            }
            inspector.press("Alt-.");
        }
    }
}
