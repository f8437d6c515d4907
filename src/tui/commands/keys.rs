//! The keys: which command a key asks for in each place, from `keys.tsv`.

use std::sync::LazyLock;

use super::key_name::Key;
use super::scope::Scope;
use super::terminal_conflicts::reaches_program;
use super::{Command, cells};

/// The names of the commands with keys, in the order of `keys.tsv`.
pub static IDS: LazyLock<Vec<(&'static str, Command)>> = LazyLock::new(|| {
    let mut ids: Vec<(&str, Command)> = Vec::new();
    for row in include_str!("keys.tsv").lines().skip(1) {
        let [_, _, names] = cells(row);
        for id in names.split(' ') {
            let command = Command::from_id(id).expect(row);
            if !ids.iter().any(|(_, known)| *known == command) {
                ids.push((id, command));
            }
        }
    }
    ids
});

/// A key, and what it asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoundKey {
    pub key: Key,
    pub command: Command,
}

/// A row of `keys.tsv`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// Where the keys work.
    pub scope: Scope,
    /// None if the user gave the commands no keys, or others.
    pub keys: Vec<BoundKey>,
    /// The commands of the row, each once.
    pub commands: Vec<Command>,
    /// The label in the footer; empty if the key is not shown there.
    pub footer: &'static str,
    /// The description of commands without a name; empty for the others, which have their own.
    pub help: &'static str,
}

impl Binding {
    /// The names of the keys, as the help prints them.
    pub fn names(&self) -> Vec<String> {
        self.keys
            .iter()
            .map(|bound| bound.key.to_string())
            .collect()
    }

    /// The first key of each command that has one.
    pub fn first_keys(&self) -> Vec<Key> {
        let mut keys = Vec::new();
        for command in &self.commands {
            let first = self.keys.iter().find(|bound| bound.command == *command);
            keys.extend(first.map(|bound| bound.key));
        }
        keys
    }
}

/// The keys of every place: those of `keys.tsv`, or what the user made of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyMap {
    /// The rows, in the order of the footer.
    pub bindings: Vec<Binding>,
}

impl Default for KeyMap {
    fn default() -> Self {
        let rows = include_str!("keys.tsv").lines().skip(1);
        Self {
            bindings: rows.map(|row| binding(row).expect(row)).collect(),
        }
    }
}

fn binding(row: &'static str) -> Option<Binding> {
    let [scope, names, ids, footer, help] = cells(row);
    let row_commands: Option<Vec<Command>> = ids.split(' ').map(Command::from_id).collect();
    // A row with more keys repeats its commands.
    let repeated = row_commands?;
    let mut keys = Vec::new();
    for (name, command) in names.split(' ').zip(repeated.iter().cycle()) {
        keys.push(BoundKey {
            key: Key::parse(name)?,
            command: *command,
        });
    }
    let mut commands = Vec::new();
    for command in repeated {
        if !commands.contains(&command) {
            commands.push(command);
        }
    }
    Some(Binding {
        scope: scope.parse().ok()?,
        keys,
        commands,
        footer,
        help,
    })
}

impl KeyMap {
    /// The bindings of a scope.
    pub fn of_scope(&self, scope: Scope) -> impl Iterator<Item = &Binding> {
        self.bindings
            .iter()
            .filter(move |binding| binding.scope == scope)
    }

    /// The command that a key asks for in a scope.
    pub fn command(&self, key: Key, scope: Scope) -> Option<Command> {
        let mut parts = scope.parts().into_iter();
        parts.find_map(|part| self.own_command(key, part))
    }

    /// The command of a key in a scope, without the scopes that apply there, too.
    pub fn own_command(&self, key: Key, scope: Scope) -> Option<Command> {
        let mut bound = self.of_scope(scope).flat_map(|binding| &binding.keys);
        bound
            .find(|bound| bound.key == key)
            .map(|bound| bound.command)
    }

    /// The key to show for a command in a scope: the first that every terminal delivers, or else the first.
    pub fn first_key(&self, command: Command, scope: Scope) -> Option<Key> {
        let keys = self.keys_for(command, scope);
        let delivered = keys.iter().find(|key| reaches_program(**key));
        delivered.or(keys.first()).copied()
    }

    /// The keys for a command in a scope: its own keys, and last those that work everywhere.
    pub fn keys_for(&self, wanted: Command, scope: Scope) -> Vec<Key> {
        let mut keys = Vec::new();
        let mut parts = scope.parts();
        parts.sort_by_key(|part| (*part != scope, *part == Scope::Everywhere));
        for key in parts.iter().flat_map(|part| self.own_keys(wanted, *part)) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }

    /// The keys of a command in a scope, without the scopes that apply there, too.
    pub fn own_keys(&self, command: Command, scope: Scope) -> Vec<Key> {
        let mut bound: Vec<&BoundKey> = self.of_scope(scope).flat_map(|row| &row.keys).collect();
        bound.retain(|bound| bound.command == command);
        bound.iter().map(|bound| bound.key).collect()
    }

    /// The places where a command has keys.
    pub fn scopes_of(&self, command: Command) -> Vec<Scope> {
        let mut scopes = Vec::new();
        for binding in &self.bindings {
            if binding.commands.contains(&command) && !scopes.contains(&binding.scope) {
                scopes.push(binding.scope);
            }
        }
        scopes
    }

    /// Takes a key away from its command in a scope.
    pub fn release(&mut self, key: Key, scope: Scope) {
        for binding in &mut self.bindings {
            if binding.scope == scope {
                binding.keys.retain(|bound| bound.key != key);
            }
        }
    }

    /// Gives a command these keys in a scope, in place of its own.
    pub fn set(&mut self, command: Command, scope: Scope, keys: &[Key]) {
        for key in keys {
            self.release(*key, scope);
        }
        let mut keys: Vec<BoundKey> = keys
            .iter()
            .map(|key| BoundKey { key: *key, command })
            .collect();
        for binding in &mut self.bindings {
            if binding.scope != scope || !binding.commands.contains(&command) {
                continue;
            }
            let others = std::mem::take(&mut binding.keys);
            let first = others.iter().position(|bound| bound.command == command);
            let mut others: Vec<BoundKey> = others
                .into_iter()
                .filter(|bound| bound.command != command)
                .collect();
            let at = first.unwrap_or(others.len()).min(others.len());
            others.splice(at..at, std::mem::take(&mut keys));
            binding.keys = others;
        }
        if !keys.is_empty() {
            self.bindings.push(Binding {
                scope,
                keys,
                commands: vec![command],
                footer: "",
                help: "",
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyModifiers};
    use strum::VariantArray;

    use super::*;

    #[test]
    fn every_key_of_the_table_can_be_pressed_and_does_what_its_row_says() {
        let map = KeyMap::default();
        for binding in &map.bindings {
            for bound in &binding.keys {
                let scope = if binding.scope == Scope::Everywhere {
                    Scope::Text
                } else {
                    binding.scope
                };
                let named = Key::parse(&bound.key.to_string());
                assert_eq!(named, Some(bound.key), "its name is read as the same key");
                let pressed = Key::from_event(bound.key.event());
                assert_eq!(
                    map.command(pressed, scope),
                    Some(bound.command),
                    "{pressed}"
                );
            }
        }
    }

    #[test]
    fn a_key_that_would_be_taken_for_another_has_no_name() {
        for name in ["Shift-x", "Ctrl-Shift-x", "\t", "Ctrl-", "xy", "F999", ""] {
            assert_eq!(Key::parse(name), None, "{name:?}");
        }
        assert_eq!(Key::parse("ctrl-T"), Key::parse("Ctrl-t"));
    }

    #[test]
    fn no_key_stands_twice_in_one_place() {
        let map = KeyMap::default();
        for scope in Scope::VARIANTS {
            // Elsewhere, a key may be another one than everywhere.
            let is_pane = matches!(scope, Scope::Text | Scope::Matrix | Scope::Panel);
            let is_here = |binding: &&Binding| {
                binding.scope == *scope || is_pane && binding.scope == Scope::Everywhere
            };
            let here = map.bindings.iter().filter(is_here);
            let mut keys: Vec<String> = here.flat_map(Binding::names).collect();
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
            if !scope.has_text() || *scope == Scope::Lessons {
                continue;
            }
            for c in ' '..='~' {
                let key = Key {
                    code: KeyCode::Char(c),
                    modifiers: KeyModifiers::NONE,
                };
                assert_eq!(
                    KeyMap::default().command(key, *scope),
                    None,
                    "{key} in {scope:?}"
                );
            }
        }
    }

    #[test]
    fn a_command_with_other_keys_keeps_its_row_and_takes_them_from_their_commands() {
        let mut map = KeyMap::default();
        let [x, s] = ["x", "s"].map(|name| Key::parse(name).unwrap());
        map.set(Command::Swap, Scope::Matrix, &[s]);
        assert_eq!(map.command(s, Scope::Matrix), Some(Command::Swap));
        assert_eq!(map.command(x, Scope::Matrix), None);
        let special = map.keys_for(Command::SpecialTokens, Scope::Matrix);
        assert_eq!(special, [Key::parse("F7").unwrap()]);
        assert_eq!(map.bindings.len(), KeyMap::default().bindings.len());
        map.set(Command::Swap, Scope::Summary, &[x]);
        assert_eq!(map.command(x, Scope::Summary), Some(Command::Swap));
    }
}
