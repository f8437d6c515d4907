//! The mouse: words with a key press it wherever they stand, and the list of a file's pairs is pointed at.

use std::sync::Arc;

use super::support::{Inspector, text};
use bertscope::testing::{
    Effect, FilePair, KeyMap, Message, PairsList, PairsMessage, Scope, State, TerminalEvent,
};
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

const SIZE: (u16, u16) = (120, 36);

fn mouse(inspector: &mut Inspector, kind: MouseEventKind, column: u16, row: u16) {
    inspector.send(Message::Terminal(TerminalEvent::Mouse(MouseEvent {
        kind,
        column,
        row,
        modifiers: KeyModifiers::NONE,
    })));
}

fn click(inspector: &mut Inspector, column: u16, row: u16) {
    mouse(
        inspector,
        MouseEventKind::Down(MouseButton::Left),
        column,
        row,
    );
    mouse(
        inspector,
        MouseEventKind::Up(MouseButton::Left),
        column,
        row,
    );
}

/// The lines of the screen, with a place that every column has exactly one character for.
fn lines(inspector: &mut Inspector) -> Vec<String> {
    let buffer = inspector.cells(SIZE.0, SIZE.1);
    (0..SIZE.1)
        .map(|y| {
            (0..SIZE.0)
                .map(|x| buffer[(x, y)].symbol().chars().next().unwrap_or(' '))
                .collect()
        })
        .collect()
}

/// Where some words stand, from the bottom up.
fn find(inspector: &mut Inspector, words: &str) -> (u16, u16) {
    let lines = lines(inspector);
    let (row, line) = lines
        .iter()
        .enumerate()
        .rev()
        .find(|(_, line)| line.contains(words))
        .unwrap_or_else(|| {
            panic!("there is no {words:?} on\n{}", lines.join("\n"));
        });
    (
        line[..line.find(words).unwrap()].chars().count() as u16,
        row as u16,
    )
}

/// Clicks on the last letter of some words.
fn click_on(inspector: &mut Inspector, words: &str) {
    let (column, row) = find(inspector, words);
    click(inspector, column + words.chars().count() as u16 - 1, row);
}

fn pairs(count: usize) -> Inspector {
    let mut inspector = Inspector::with_texts("My own reference.", "My own candidate.");
    inspector.state.open_pairs(PairsList::new(
        "/home/user/pairs.tsv".into(),
        Vec::new(),
        false,
    ));
    let row = |i: usize| {
        Ok(Arc::new(FilePair {
            id: format!("id{i}"),
            references: vec![
                format!("The house number {i}."),
                "Another reference.".into(),
            ],
            candidate: format!("A home with the number {i}."),
            scores: None,
            looks_quoted: false,
            other_candidates: Vec::new(),
        }))
    };
    inspector.send(Message::Pairs(PairsMessage::Rows(
        (0..count).map(row).collect(),
    )));
    inspector.send(Message::Pairs(PairsMessage::Read(Ok(()))));
    inspector
}

fn list(inspector: &Inspector) -> &PairsList {
    inspector.state.pairs.as_ref().unwrap()
}

/// What can be seen of a state, and what else there is to tell two states apart.
fn seen(inspector: &mut Inspector) -> (String, usize, Option<Effect>) {
    let screen = text(&inspector.cells(SIZE.0, SIZE.1));
    (
        screen,
        inspector.effects.len(),
        inspector
            .effects
            .last()
            .filter(|e| !matches!(e, Effect::Analyze(_)))
            .cloned(),
    )
}

/// Two inspectors in the same state.
fn two(begin: impl Fn() -> Inspector, keys: &str) -> [Inspector; 2] {
    [(); 2].map(|()| {
        let mut inspector = begin();
        inspector.press(keys);
        inspector
    })
}

#[test]
fn a_click_on_a_word_of_the_bottom_line_does_what_its_key_does_in_every_place() {
    let places: [(&str, Scope); 9] = [
        ("e", Scope::Text),
        ("", Scope::Matrix),
        ("Tab", Scope::Panel),
        ("Ctrl-o", Scope::Picker),
        ("Ctrl-s", Scope::Export),
        ("Ctrl-y", Scope::Copy),
        ("Alt-o", Scope::Pairs),
        ("Alt-o /", Scope::Filter),
        ("Alt-o Alt-n", Scope::Note),
    ];
    for (keys, scope) in places {
        // The list is open when a file is.
        let keys = format!("Alt-o {keys}");
        let mut clicked = 0;
        let [mut first, _] = two(|| pairs(4), &keys);
        assert_eq!(first.state.scope(), scope);
        let footer = lines(&mut first).pop().unwrap();
        let map = KeyMap::default();
        for binding in map.bindings.iter().filter(|b| !b.footer.is_empty()) {
            let key = if binding.scope == Scope::Everywhere {
                map.first_key(binding.commands[0], scope).unwrap()
            } else {
                binding.keys[0].key
            };
            let word = format!(" {key} {}", binding.footer.split(", ").next().unwrap());
            let here = binding.scope == scope || binding.scope == Scope::Everywhere;
            if !here || !footer.contains(&word) {
                continue;
            }
            clicked += 1;
            let [mut with_key, mut with_mouse] = two(|| pairs(4), &keys);
            // Both know the size of the screen, on which an export depends.
            lines(&mut with_key);
            with_key.press(&key.to_string());
            click_on(&mut with_mouse, &word);
            assert_eq!(
                seen(&mut with_mouse),
                seen(&mut with_key),
                "{scope:?}: {word}"
            );
        }
        assert!(clicked >= 2, "{scope:?} has {clicked} words on {footer}");
    }
}

#[test]
fn arrows_and_the_keys_of_a_pair_or_a_choice_are_words_of_their_own() {
    let mut inspector = pairs(8);
    let (column, row) = find(&mut inspector, "↑↓ choose");
    click(&mut inspector, column + 1, row);
    click(&mut inspector, column + 1, row);
    click(&mut inspector, column, row);
    assert_eq!(list(&inspector).selected, 1);
    click(&mut inspector, column + 5, row);
    assert_eq!(
        list(&inspector).selected,
        1,
        "which of the two is meant by the word?"
    );

    let mut inspector = Inspector::with_texts("One text.", "Another text.");
    inspector.press("Alt-l");
    click_on(&mut inspector, "Lesson: What the metric misses");
    click_on(&mut inspector, "Lesson: What the metric misses");
    assert_eq!(
        inspector.state.stack.lesson().unwrap().lesson.title,
        "What the metric misses"
    );
    inspector.press("Alt-l Enter Alt-l");
    assert!(inspector.state.stack.palette().is_some() && inspector.state.stack.lesson().is_none());
    inspector.press("Alt-l");
    inspector.press("e");
    let before = inspector.state.inspection().layer;
    click_on(&mut inspector, "[/");
    assert_eq!(
        inspector.state.inspection().layer,
        before.map(|layer| layer - 1)
    );
    click_on(&mut inspector, "] layer");
    assert_eq!(inspector.state.inspection().layer, before);
}

#[test]
fn a_lesson_is_given_by_mouse_alone() {
    let mut inspector = Inspector::with_texts("One text.", "Another text.");
    inspector.press("Alt-l 1");
    let at = |state: &State| {
        state
            .stack
            .lesson()
            .map(|active| (active.step, state.hides_scores()))
    };
    for (words, expected) in [
        (". next", Some((1, true))),
        ("Space reveals the matrix", Some((1, true))),
        ("Space reveals the scores", Some((1, false))),
        (". next", Some((2, true))),
        ("Space reveals the matrix", Some((2, true))),
        ("Space reveals the scores", Some((2, false))),
        // What was answered stays so.
        (", back", Some((1, false))),
        ("Q end", None),
    ] {
        click_on(&mut inspector, words);
        assert_eq!(at(&inspector.state), expected, "{words}");
    }
    assert_eq!(inspector.state.inspection().reference.text(), "One text.");
}

#[test]
fn the_line_of_a_pair_answers_to_clicks() {
    let mut inspector = pairs(8);
    inspector.press("Enter");
    click_on(&mut inspector, "} next");
    assert_eq!(
        (
            list(&inspector).current,
            inspector.state.inspection().candidate.text()
        ),
        (Some(1), "A home with the number 1.")
    );
    click_on(&mut inspector, "M mark");
    assert!(list(&inspector).tags[&1].marked);
    click_on(&mut inspector, "; 5");
    assert_eq!(
        inspector.state.panel().topic,
        bertscope::explain::Topic::Compare
    );
    click_on(&mut inspector, "J worst");
    assert_eq!(list(&inspector).last_jump, list(&inspector).current);
    click_on(&mut inspector, "A note");
    assert!(inspector.state.stack.note().is_some());
    inspector.type_text("seen");
    click_on(&mut inspector, "Enter save");
    assert!(list(&inspector).tags.values().any(|tag| tag.note == "seen"));
    click_on(&mut inspector, "O list");
    assert!(inspector.state.is_list_open());
}

#[test]
fn the_list_is_pointed_at_scrolled_and_left() {
    let mut inspector = pairs(60);
    let (column, row) = find(&mut inspector, "number 4.");
    click(&mut inspector, column, row);
    assert_eq!(
        (list(&inspector).selected, inspector.state.is_list_open()),
        (4, true),
        "a click selects"
    );
    click(&mut inspector, column, row);
    assert_eq!(
        (list(&inspector).current, inspector.state.is_list_open()),
        (Some(4), false),
        "a second one opens"
    );
    inspector.press("Alt-o");
    mouse(&mut inspector, MouseEventKind::ScrollDown, column, row);
    assert_eq!(list(&inspector).selected, 7);
    mouse(&mut inspector, MouseEventKind::ScrollUp, column, row);
    mouse(&mut inspector, MouseEventKind::ScrollUp, column, row);
    assert_eq!(list(&inspector).selected, 1);
    for _ in 0..40 {
        mouse(&mut inspector, MouseEventKind::ScrollDown, column, row);
    }
    assert_eq!(list(&inspector).selected, 59, "not beyond its end");
    click(&mut inspector, 10, 2);
    assert_eq!(
        (list(&inspector).current, inspector.state.is_list_open()),
        (Some(4), false),
        "a click beside it goes back"
    );
}

#[test]
fn what_is_said_in_the_place_of_the_words_covers_them() {
    let mut inspector = Inspector::pair();
    inspector.press("Alt-w Alt-,");
    assert!(
        lines(&mut inspector)
            .pop()
            .unwrap()
            .contains("This is the first step.")
    );
    click(&mut inspector, 3, SIZE.1 - 1);
    assert!(
        inspector
            .state
            .staged
            .as_ref()
            .is_some_and(|staged| staged.stage.number() == 1)
            && inspector.state.messages.status.is_none()
    );
    click(&mut inspector, 3, SIZE.1 - 1);
    assert_eq!(inspector.state.staged.as_ref().unwrap().stage.number(), 2);
}

#[test]
fn a_cell_that_is_pointed_at_is_derived_in_full_as_one_that_the_keys_go_to() {
    let mut inspector = Inspector::pair();
    inspector.press("Esc =");
    lines(&mut inspector);
    let matrix = inspector.state.frame.as_ref().unwrap().heatmap.clone();
    let cells = matrix.unwrap().cells;
    click(&mut inspector, cells.x + 1, cells.y);
    let is_derived = |inspector: &Inspector| {
        let cell = inspector.state.display().cell;
        let cosine = inspector.state.results.cosine.as_ref();
        cosine.is_some_and(|known| {
            (known.candidate, known.reference) == (cell.candidate, cell.reference)
        })
    };
    assert!(is_derived(&inspector));
    mouse(
        &mut inspector,
        MouseEventKind::ScrollDown,
        cells.x + 1,
        cells.y,
    );
    assert!(is_derived(&inspector));
}

#[test]
fn a_click_on_a_key_after_esc_leaves_the_text_first() {
    let mut inspector = Inspector::with_texts("A reference.", "A candidate.");
    inspector.press("Esc L 2 e");
    assert_eq!(inspector.state.scope(), Scope::Text);
    click_on(&mut inspector, "Esc Q end");
    assert!(inspector.state.stack.lesson().is_none());
    assert_eq!(inspector.state.own.candidate.text(), "A candidate.");
}
