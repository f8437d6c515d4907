//! Lessons, pairs and notes by keyboard alone: every key of the table does something, and the bottom line names it.

use std::sync::Arc;

use super::support::{Inspector, text};
use bertscope::tui::keymap::{Action, BINDINGS, Binding, Scope};
use bertscope::tui::lesson::FROM_FILE;
use bertscope::tui::message::Message;
use bertscope::tui::pairs_list::{FilePair, PairsList, PairsMessage};

/// A file of pairs with its list open, in the middle of it.
fn pairs() -> Inspector {
    let mut inspector = Inspector::on("My own reference.", "My own candidate.");
    inspector.state.pairs = Some(PairsList::new("/home/user/pairs.tsv".into(), Vec::new(), false));
    let row = |i: usize| {
        let (references, candidate) = (vec![format!("The house {i}.")], format!("A home with {} rooms.", i * i));
        Ok(Arc::new(FilePair { id: format!("id{i}"), references, candidate, scores: None }))
    };
    inspector.send(Message::Pairs(PairsMessage::Rows((0..7).map(row).collect())));
    inspector.send(Message::Pairs(PairsMessage::Read(Ok(()))));
    inspector.press("Down Down");
    inspector
}

/// Where a key of a scope is pressed.
fn place(scope: Scope, action: Action) -> Inspector {
    let mut inspector = pairs();
    match (scope, action) {
        (Scope::Pairs, _) => {}
        (Scope::Note, _) => drop(inspector.press("Alt-n").type_text("seen")),
        (Scope::Lessons, _) => drop(inspector.press("Esc Alt-l")),
        (_, Action::NextStep(_)) => drop(inspector.press("Esc Alt-l 1 Alt-.")),
        (_, Action::Reveal) => drop(inspector.press("Esc Alt-l 3")),
        _ => drop(inspector.press("Enter")),
    }
    inspector
}

fn teaches(binding: &Binding) -> bool {
    let scope = matches!(binding.scope, Scope::Lessons | Scope::Pairs | Scope::Note);
    let action = |action: &Action| {
        matches!(action, Action::Pairs(_) | Action::ChooseLesson | Action::NextStep(_) | Action::Reveal | Action::Walk)
    };
    scope || (binding.scope == Scope::Everywhere && binding.actions.iter().any(action))
}

#[test]
fn every_key_of_lessons_pairs_and_notes_does_something_and_is_in_the_help() {
    let mut tried = 0;
    for binding in BINDINGS.iter().filter(|binding| teaches(binding)) {
        assert!(!binding.help.is_empty(), "{}", binding.keys);
        for (i, key) in binding.keys.split(' ').enumerate() {
            let action = *binding.actions.get(i).or(binding.actions.last()).unwrap();
            let mut inspector = place(binding.scope, action);
            let before = (text(&inspector.cells(120, 36)), inspector.effects.len());
            inspector.press(key);
            let after = (text(&inspector.cells(120, 36)), inspector.effects.len());
            assert_ne!(after, before, "{key} in {:?} does nothing", binding.scope);
            tried += 1;
        }
    }
    assert!(tried > 30, "{tried}");
}

#[test]
fn the_bottom_line_names_all_that_can_be_done_in_a_choice_a_list_and_a_note() {
    for scope in [Scope::Lessons, Scope::Pairs, Scope::Note] {
        let mut inspector = place(scope, Action::Help);
        assert_eq!(inspector.state.scope(), scope);
        for (width, left_out) in [(80, &["IDF", "marked"][..]), (100, &["IDF"])] {
            let footer = text(&inspector.cells(width, 24)).lines().last().unwrap().to_owned();
            for binding in BINDINGS.iter().filter(|b| b.scope == scope && !b.footer.is_empty()) {
                if binding.actions == [Action::Lesson(FROM_FILE)] {
                    // It is offered where there is one, by its title.
                    continue;
                }
                for word in binding.footer.split(", ").filter(|word| !left_out.contains(word)) {
                    assert!(footer.contains(&format!(" {word}")), "{scope:?}: {word} is not on {footer}");
                }
            }
        }
        for binding in BINDINGS.iter().filter(|b| b.scope == scope && b.footer.is_empty()) {
            let moves = binding.keys.split(' ').all(|key| key.starts_with("Page") || ["Home", "End"].contains(&key));
            assert!(moves, "only what every list has goes unsaid, not {}", binding.keys);
        }
    }
}

#[test]
fn a_lesson_and_a_pair_name_their_keys_where_they_stand() {
    let mut inspector = pairs();
    inspector.press("Enter");
    let screen = text(&inspector.cells(100, 30));
    for word in ["Alt-o list", "Alt-↓ next", "Alt-j worst", "Alt-m mark", "Alt-n note"] {
        assert!(screen.contains(word), "{word}\n{screen}");
    }
    inspector.press("Alt-l 3");
    assert!(text(&inspector.cells(80, 24)).contains("Alt-Enter shows it"));
    inspector.press("Alt-Enter");
    for word in ["Alt-. on", "Alt-, back", "Alt-l end"] {
        assert!(text(&inspector.cells(80, 24)).contains(word), "{word}");
    }
}
