//! The key bindings, the single source for input, footer and help.

mod action;
mod names;
mod scope;
mod table;
mod terminal_conflicts;

use crossterm::event::KeyEvent;

pub use action::{
    Action, CopyContent, CrosshairAction, FILE_LESSON_NUMBER, LessonAction, PairsAction,
    PanelAction, Setting,
};
pub use names::key;
pub use scope::{Focus, Scope};
pub use table::{BINDINGS, Binding};
pub use terminal_conflicts::{option_letter, reaches_program, terminals_that_keep};

use names::name;

pub fn action(key: KeyEvent, scope: Scope) -> Option<Action> {
    let name = name(key)?;
    scope
        .parts()
        .iter()
        .flat_map(|part| BINDINGS.iter().filter(move |b| b.scope == *part))
        .find_map(|b| {
            b.keys
                .split(' ')
                .position(|k| k == name)
                .map(|at| b.action(at))
        })
}

/// The key to show for an action in a scope: the first that every terminal delivers, or else the first.
pub fn first_key(action: Action, scope: Scope) -> Option<&'static str> {
    let keys = keys_for(action, scope);
    keys.iter()
        .find(|key| reaches_program(key))
        .or(keys.first())
        .copied()
}

/// The keys for an action in a scope: its own keys, and last those that work everywhere.
pub fn keys_for(wanted: Action, scope: Scope) -> Vec<&'static str> {
    let mut keys = Vec::new();
    let mut parts = scope.parts().to_vec();
    parts.sort_by_key(|part| (*part != scope, *part == Scope::Everywhere));
    for binding in parts
        .iter()
        .flat_map(|part| BINDINGS.iter().filter(move |b| b.scope == *part))
    {
        for (i, key) in binding.keys.split(' ').enumerate() {
            if binding.action(i) == wanted && !keys.contains(&key) {
                keys.push(key);
            }
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use Scope::{
        Commands, Copy, Everywhere, Export, Filter, Guess, Lessons, Matrix, Note, Pairs, Panel,
        Picker, Summary, Text,
    };
    use crossterm::event::{KeyCode, KeyModifiers};

    use super::*;

    #[test]
    fn every_key_of_the_table_can_be_pressed_and_does_what_its_row_says() {
        for binding in BINDINGS {
            for (i, name) in binding.keys.split(' ').enumerate() {
                let scope = if binding.scope == Everywhere {
                    Text
                } else {
                    binding.scope
                };
                assert_eq!(
                    action(key(name).unwrap(), scope),
                    Some(binding.action(i)),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn no_key_stands_twice_in_one_place() {
        for scopes in [
            [Text, Everywhere],
            [Matrix, Everywhere],
            [Panel, Everywhere],
            [Picker; 2],
            [Commands; 2],
            [Export; 2],
            [Copy; 2],
            [Lessons; 2],
            [Pairs; 2],
            [Filter; 2],
            [Summary; 2],
            [Note; 2],
            [Guess; 2],
        ] {
            let mut keys: Vec<_> = BINDINGS
                .iter()
                .filter(|b| scopes.contains(&b.scope))
                .flat_map(|b| b.keys.split(' '))
                .collect();
            let count = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), count);
        }
    }

    #[test]
    fn letters_and_digits_alone_never_leave_a_text_box() {
        for c in (' '..='~').filter(|c| !c.is_control()) {
            let key = KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE);
            assert_eq!(
                [Text, Picker, Commands, Export, Filter, Note, Guess]
                    .map(|scope| action(key, scope)),
                [None; 7],
                "{c:?}"
            );
        }
    }
}
