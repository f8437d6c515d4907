//! The user's keys: `command = ["key", …]` in `[keys]`, for every place where the command has keys, or in
//! `[keys.PLACE]` for one of them.

use std::ops::Range;

use strum::VariantArray;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::tui::commands::{Command, IDS, Key, KeyMap, Scope, sent_as, terminals_that_keep};
use crate::tui::config::table::Reader;
use bertscope_lessons::values::{nearest, unknown_name};

/// The places where a key that works everywhere comes before their own.
const PANES: [Scope; 3] = [Scope::Text, Scope::Matrix, Scope::Panel];

/// The keys that the file gives a command.
struct KeyEntry {
    /// Its name in the file, such as `keys.pairs.swap`.
    path: String,
    /// `None` for every place where the command has keys.
    scope: Option<Scope>,
    command: Command,
    keys: Vec<WrittenKey>,
    /// The bytes of the whole entry.
    span: Range<usize>,
    /// The bytes of its value.
    value: Range<usize>,
}

#[derive(Clone)]
struct WrittenKey {
    key: Key,
    span: Range<usize>,
}

/// A key that an entry has got.
struct Claim {
    scope: Scope,
    key: Key,
    command: Command,
    line: usize,
}

pub(super) fn read(table: &DeTable<'_>, reader: &mut Reader<'_>) -> KeyMap {
    let mut entries = Vec::new();
    for (name, value) in table {
        let DeValue::Table(place) = value.get_ref() else {
            entries.extend(entry(None, name, value, reader));
            continue;
        };
        let Ok(scope) = name.get_ref().parse::<Scope>() else {
            let places: Vec<&str> = Scope::VARIANTS.iter().map(Into::into).collect();
            reader.fault(name.span(), unknown_name("place", name.get_ref(), &places));
            continue;
        };
        for (name, value) in place {
            entries.extend(entry(Some(scope), name, value, reader));
        }
    }
    // The palette keeps its keys, so they are known first; an entry for one place overrules one for all places.
    entries.sort_by_key(|entry| {
        let is_palette = entry.command == Command::Commands;
        (!is_palette, entry.scope.is_none(), entry.span.start)
    });
    let mut keys = UserKeys {
        map: KeyMap::default(),
        defaults: KeyMap::default(),
        claims: Vec::new(),
    };
    for entry in &entries {
        keys.apply(entry, &entries, reader);
    }
    keys.map
}

fn entry(
    scope: Option<Scope>,
    name: &Spanned<std::borrow::Cow<'_, str>>,
    value: &Spanned<DeValue<'_>>,
    reader: &mut Reader<'_>,
) -> Option<KeyEntry> {
    let Some(command) = Command::from_id(name.get_ref()) else {
        reader.fault(name.span(), unknown_command(name.get_ref()));
        return None;
    };
    let place = scope.map_or_else(String::new, |scope| format!("{}.", <&str>::from(&scope)));
    let path = format!("keys.{place}{}", name.get_ref());
    let Some(list) = value.get_ref().as_array() else {
        reader.fault(
            value.span(),
            format!("{path}: expected a list of keys, such as [\"x\", \"Ctrl-t\"]; [] is for none"),
        );
        return None;
    };
    let mut keys = Vec::new();
    for written in list {
        let key = written.get_ref().as_str().and_then(Key::parse);
        match key {
            Some(key) => keys.push(WrittenKey { key, span: written.span() }),
            None => reader.fault(
                written.span(),
                format!(
                    "{path}: {} is not a key; write a character, or a name such as \"F5\" or \"Enter\", after Ctrl-, \
                     Alt- or Shift- if these are held; a capital letter has no Shift-",
                    reader.written(written.span())
                ),
            ),
        }
    }
    // With a fault in each key, the command keeps its own.
    if keys.is_empty() && !list.is_empty() {
        return None;
    }
    Some(KeyEntry {
        path,
        scope,
        command,
        keys,
        span: name.span().start..value.span().end,
        value: value.span(),
    })
}

fn unknown_command(name: &str) -> String {
    let known: Vec<&str> = IDS.iter().map(|(id, _)| *id).collect();
    let suggestion = match nearest(name, &known) {
        Some(nearest) => format!("did you mean `{nearest}`? "),
        None => String::new(),
    };
    format!(
        "keys.{name}: there is no such command; {suggestion}`bertscope config --default` lists them all"
    )
}

/// The keys as far as the entries are applied.
struct UserKeys {
    map: KeyMap,
    defaults: KeyMap,
    claims: Vec<Claim>,
}

impl UserKeys {
    fn apply(&mut self, entry: &KeyEntry, all: &[KeyEntry], reader: &mut Reader<'_>) {
        let mut granted: Vec<(Scope, &WrittenKey)> = Vec::new();
        let mut has_fault = false;
        let scopes = self.scopes(entry, all);
        for written in &entry.keys {
            let mut problems = Vec::new();
            let places = places(entry, &scopes, written.key);
            for scope in &places {
                match self.problem(entry.command, *scope, written.key) {
                    Some(problem) => problems.push(problem),
                    None => granted.push((*scope, written)),
                }
            }
            if places.is_empty() {
                problems.push(format!(
                    "`{}` types a character in a text, so it cannot be a key there; choose one that types none",
                    written.key
                ));
            }
            has_fault |= !problems.is_empty();
            for problem in problems {
                reader.fault(written.span.clone(), format!("{}: {problem}", entry.path));
            }
            self.warn_of_terminals(written, entry, reader);
        }
        for scope in scopes {
            let own = granted.iter().filter(|(place, _)| *place == scope);
            let keys: Vec<&WrittenKey> = own.map(|(_, written)| *written).collect();
            // With nothing but faults, the command keeps its keys.
            if !keys.is_empty() || !has_fault {
                self.grant(entry, scope, &keys, all, reader);
            }
        }
        if !granted.is_empty() || !has_fault {
            reader.accept(entry.path.clone(), entry.value.clone());
        }
    }

    /// The places whose keys an entry sets.
    fn scopes(&self, entry: &KeyEntry, all: &[KeyEntry]) -> Vec<Scope> {
        if let Some(scope) = entry.scope {
            return vec![scope];
        }
        let mut scopes = self.defaults.scopes_of(entry.command);
        // Letters are keys in the matrix, for whatever can be done everywhere.
        if scopes.contains(&Scope::Everywhere) && !scopes.contains(&Scope::Matrix) {
            scopes.push(Scope::Matrix);
        }
        scopes.retain(|scope| {
            let is_set =
                |other: &KeyEntry| other.scope == Some(*scope) && other.command == entry.command;
            !all.iter().any(is_set)
        });
        scopes
    }

    /// Why a command cannot have a key in a place.
    fn problem(&self, command: Command, scope: Scope, key: Key) -> Option<String> {
        let claim = self.claims.iter().find(|claim| {
            let is_place =
                claim.scope == scope || scope == Scope::Everywhere && PANES.contains(&claim.scope);
            is_place && claim.key == key && claim.command != command
        });
        if let Some(claim) = claim {
            return Some(format!(
                "`{key}` is already the key of `{}` {} (line {}); give one of the two another key",
                claim.command.id(),
                claim.scope.name(),
                claim.line
            ));
        }
        if self.defaults.own_command(key, scope) == Some(command) {
            return None;
        }
        if let Some(kept) = self.kept_command(key, scope) {
            return Some(format!(
                "`{key}` always belongs to `{}` {}; choose another key",
                kept.id(),
                scope.name()
            ));
        }
        if command != Command::Commands && self.opens_palette(key) {
            return Some(format!(
                "`{key}` opens the command palette, which always keeps a key; give `commands` another one first"
            ));
        }
        // There, the key that works everywhere comes first.
        let first = self.map.own_command(key, Scope::Everywhere);
        match first {
            Some(other) if other != command && PANES.contains(&scope) => Some(format!(
                "`{key}` works everywhere, for `{}`; give that command another key first",
                other.id()
            )),
            _ => None,
        }
    }

    /// The command that keeps a key, so that there is always a way on and a way out.
    fn kept_command(&self, key: Key, scope: Scope) -> Option<Command> {
        if key == Key::CTRL_C {
            return Some(Command::Quit);
        }
        let mut scopes = vec![scope];
        if scope == Scope::Everywhere {
            scopes.extend(PANES);
        }
        let mut owners = scopes
            .iter()
            .filter_map(|scope| self.defaults.own_command(key, *scope));
        match key {
            Key::ESC => owners.next(),
            Key::ENTER => owners.find(|owner| *owner == Command::Accept),
            _ => None,
        }
    }

    fn opens_palette(&self, key: Key) -> bool {
        self.map.own_command(key, Scope::Everywhere) == Some(Command::Commands)
    }

    /// Gives the command of an entry its keys in a place.
    fn grant(
        &mut self,
        entry: &KeyEntry,
        scope: Scope,
        granted: &[&WrittenKey],
        all: &[KeyEntry],
        reader: &mut Reader<'_>,
    ) {
        let line = reader.line(entry.span.start);
        let mut keys = Vec::new();
        for written in granted {
            let WrittenKey { key, span } = (*written).clone();
            let mut losing = vec![scope];
            if scope == Scope::Everywhere {
                losing.extend(PANES);
            }
            for scope in losing {
                let loser = self.map.own_command(key, scope);
                let loser = loser.filter(|loser| *loser != entry.command);
                if let Some(loser) = loser
                    && !all.iter().any(|other| other.command == loser)
                {
                    let problem =
                        format!("`{key}` was the key of `{}` {}", loser.id(), scope.name());
                    reader.warn(span.clone(), format!("{}: {problem}", entry.path));
                }
                self.map.release(key, scope);
            }
            self.claims.push(Claim {
                scope,
                key,
                command: entry.command,
                line,
            });
            keys.push(key);
        }
        for key in [Key::ESC, Key::CTRL_C, Key::ENTER] {
            let is_own = self.defaults.own_command(key, scope) == Some(entry.command);
            if is_own && self.kept_command(key, scope).is_some() && !keys.contains(&key) {
                keys.push(key);
            }
        }
        if entry.command == Command::Commands && scope == Scope::Everywhere && keys.is_empty() {
            let problem = "the command palette keeps a key that types no character: `Ctrl-d` stays";
            reader.fault(entry.span.clone(), format!("{}: {problem}", entry.path));
            keys.push(Key::PALETTE);
        }
        self.map.set(entry.command, scope, &keys);
    }

    fn is_default(&self, key: Key, command: Command) -> bool {
        let mut scopes = Scope::VARIANTS.iter();
        scopes.any(|scope| self.defaults.own_command(key, *scope) == Some(command))
    }

    /// Warns of a key that does not arrive from every terminal, unless it is one of the program's own keys of the command.
    fn warn_of_terminals(&self, written: &WrittenKey, entry: &KeyEntry, reader: &mut Reader<'_>) {
        let key = written.key;
        let terminals = terminals_that_keep(key).join(", ");
        let problem = match sent_as(key) {
            _ if self.is_default(key, entry.command) => return,
            Some(other) => format!("most terminals send `{key}` as {other}"),
            None if terminals.is_empty() => return,
            None => format!("`{key}` may not arrive from {terminals}"),
        };
        reader.warn(written.span.clone(), format!("{}: {problem}", entry.path));
    }
}

/// The places in which an entry gives a key to its command. One that works everywhere need not be in the others, too.
fn places(entry: &KeyEntry, scopes: &[Scope], key: Key) -> Vec<Scope> {
    let allowed = scopes.iter().copied().filter(|scope| scope.allows(key));
    let allowed: Vec<Scope> = allowed.collect();
    if entry.scope.is_none() && allowed.contains(&Scope::Everywhere) {
        return vec![Scope::Everywhere];
    }
    allowed
}
