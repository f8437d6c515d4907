//! The keys: which command a key asks for in each place, from `keys.tsv`.

use std::sync::LazyLock;

use crossterm::event::KeyEvent;

use super::key_name::{KeyPress, key};
use super::scope::Scope;
use super::terminal_conflicts::reaches_program;
use super::{Command, cells};

/// A row of `keys.tsv`.
#[derive(Debug)]
pub struct Binding {
    /// Where the keys work.
    pub scope: Scope,
    /// The names of the keys, separated by spaces, as the help prints them.
    pub keys: &'static str,
    presses: Vec<KeyPress>,
    /// The commands of the keys; a row with more keys repeats its commands.
    pub commands: Vec<Command>,
    /// The label in the footer; empty if the key is not shown there.
    pub footer: &'static str,
    /// The description of commands without a name; empty for the others, which have their own.
    pub help: &'static str,
}

/// The rows, in the order of the footer.
pub static BINDINGS: LazyLock<Vec<Binding>> = LazyLock::new(|| {
    let rows = include_str!("keys.tsv").lines().skip(1);
    rows.map(|row| binding(row).expect(row)).collect()
});

fn binding(row: &'static str) -> Option<Binding> {
    let [scope, keys, ids, footer, help] = cells(row);
    let presses: Option<Vec<KeyPress>> = keys
        .split(' ')
        .map(|name| key(name).map(KeyPress::new))
        .collect();
    let commands: Option<Vec<Command>> = ids.split(' ').map(Command::from_id).collect();
    Some(Binding {
        scope: scope.parse().ok()?,
        keys,
        presses: presses?,
        commands: commands?,
        footer,
        help,
    })
}

impl Binding {
    /// The command of the key at an index.
    pub fn command(&self, index: usize) -> Command {
        self.commands[index % self.commands.len()]
    }
}

/// The bindings of a scope.
fn bindings_of(scope: Scope) -> impl Iterator<Item = &'static Binding> {
    BINDINGS
        .iter()
        .filter(move |binding| binding.scope == scope)
}

/// The command that a key asks for in a scope.
pub fn command_for_key(key: KeyEvent, scope: Scope) -> Option<Command> {
    let pressed = KeyPress::new(key);
    for binding in scope.parts().iter().flat_map(|part| bindings_of(*part)) {
        if let Some(index) = binding.presses.iter().position(|press| *press == pressed) {
            return Some(binding.command(index));
        }
    }
    None
}

/// The key to show for a command in a scope: the first that every terminal delivers, or else the first.
pub fn first_key(command: Command, scope: Scope) -> Option<&'static str> {
    let keys = keys_for(command, scope);
    keys.iter()
        .find(|key| reaches_program(key))
        .or(keys.first())
        .copied()
}

/// The keys for a command in a scope: its own keys, and last those that work everywhere.
pub fn keys_for(wanted: Command, scope: Scope) -> Vec<&'static str> {
    let mut keys = Vec::new();
    let mut parts = scope.parts().to_vec();
    parts.sort_by_key(|part| (*part != scope, *part == Scope::Everywhere));
    for binding in parts.iter().flat_map(|part| bindings_of(*part)) {
        for (index, key) in binding.keys.split(' ').enumerate() {
            if binding.command(index) == wanted && !keys.contains(&key) {
                keys.push(key);
            }
        }
    }
    keys
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyModifiers};
    use strum::VariantArray;

    use super::*;

    #[test]
    fn every_key_of_the_table_can_be_pressed_and_does_what_its_row_says() {
        for binding in BINDINGS.iter() {
            for (i, name) in binding.keys.split(' ').enumerate() {
                let scope = if binding.scope == Scope::Everywhere {
                    Scope::Text
                } else {
                    binding.scope
                };
                assert_eq!(
                    command_for_key(key(name).unwrap(), scope),
                    Some(binding.command(i)),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn no_key_stands_twice_in_one_place() {
        for scope in Scope::VARIANTS {
            // Elsewhere, a key may be another one than everywhere.
            let is_pane = matches!(scope, Scope::Text | Scope::Matrix | Scope::Panel);
            let is_here = |binding: &&Binding| {
                binding.scope == *scope || is_pane && binding.scope == Scope::Everywhere
            };
            let mut keys: Vec<_> = BINDINGS
                .iter()
                .filter(is_here)
                .flat_map(|binding| binding.keys.split(' '))
                .collect();
            let count = keys.len();
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), count, "{scope:?}");
        }
    }

    #[test]
    fn letters_and_digits_alone_never_leave_a_text_box() {
        for scope in Scope::VARIANTS {
            // In the list of lessons, digits choose one.
            if !scope.parts().contains(&Scope::Text) || *scope == Scope::Lessons {
                continue;
            }
            for c in ' '..='~' {
                let key = KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE);
                assert_eq!(command_for_key(key, *scope), None, "{c:?} in {scope:?}");
            }
        }
    }
}
