//! Lessons, pairs and notes by keyboard alone: every key in the table does something, and the bottom line names it.
//! This file also generates `docs/keys.md`.

use std::fmt::Write;

use super::support::{Inspector, text};
use bertscope::testing::{
    Binding, COMMANDS, Command, Effect, Group, Key, KeyMap, Scope, reaches_program,
    terminals_that_keep,
};

/// A file of pairs with its list open and a row in the middle selected.
fn pairs() -> Inspector {
    let mut inspector = Inspector::with_pairs(7);
    inspector.press("Down Down");
    inspector
}

/// The inspector in the state in which a key of a scope is pressed.
fn inspector_for(scope: Scope, command: Command) -> Inspector {
    let mut inspector = pairs();
    match (scope, command) {
        (Scope::Pairs, _) => {}
        (Scope::Summary, _) => drop(inspector.press("S Down Down")),
        (Scope::Note, _) => drop(inspector.press("Alt-n").type_text("seen")),
        (Scope::Lessons, _) => drop(inspector.press("Esc Alt-l")),
        (_, Command::NextStep | Command::PreviousStep) => {
            inspector.press("Esc Alt-l 1 Alt-.");
        }
        (_, Command::Reveal) => drop(inspector.press("Esc Alt-l 3")),
        (Scope::Guess, _) => drop(inspector.press("Esc Alt-l 3 E").type_text("3 : 4")),
        _ => drop(inspector.press("Enter")),
    }
    inspector
}

/// Whether a key belongs to lessons, the walkthrough, or the pairs of a file.
fn is_for_lessons_or_pairs(binding: &Binding) -> bool {
    let scope = matches!(
        binding.scope,
        Scope::Lessons | Scope::Pairs | Scope::Summary | Scope::Note | Scope::Guess
    );
    let is_of_them = |command: &Command| {
        command.group() == Some(Group::Pairs)
            || matches!(
                command,
                Command::Lessons
                    | Command::Reveal
                    | Command::NextStep
                    | Command::PreviousStep
                    | Command::Walkthrough
            )
    };
    scope || (binding.scope == Scope::Everywhere && binding.commands.iter().any(is_of_them))
}

#[test]
fn every_key_of_lessons_pairs_and_notes_does_something() {
    let mut tried = 0;
    let map = KeyMap::default();
    let bindings = map.bindings.iter();
    for binding in bindings.filter(|binding| is_for_lessons_or_pairs(binding)) {
        for bound in &binding.keys {
            let key = bound.key.to_string();
            let mut inspector = inspector_for(binding.scope, bound.command);
            let before = (text(&inspector.cells(120, 36)), inspector.effects.len());
            inspector.press(&key);
            let after = (text(&inspector.cells(120, 36)), inspector.effects.len());
            assert_ne!(after, before, "{key} in {:?} does nothing", binding.scope);
            tried += 1;
        }
    }
    assert!(tried > 30, "{tried}");
}

#[test]
fn the_bottom_line_names_every_key_of_a_menu_a_list_and_a_prompt() {
    let map = KeyMap::default();
    for scope in [Scope::Pairs, Scope::Summary, Scope::Note, Scope::Guess] {
        let mut inspector = inspector_for(scope, Command::Help);
        assert_eq!(inspector.state.scope(), scope);
        for (width, left_out) in [
            (
                80,
                &[
                    "IDF", "summary", "marked", "reverse", "note", "export", "rescale", "layer",
                ][..],
            ),
            (110, &["IDF", "summary", "reverse", "rescale", "layer"]),
        ] {
            let footer = text(&inspector.cells(width, 24))
                .lines()
                .last()
                .unwrap()
                .to_owned();
            for binding in map.of_scope(scope).filter(|b| !b.footer.is_empty()) {
                if matches!(
                    binding.commands[0],
                    Command::SortByDisagreement | Command::HumanColumn | Command::NextSystem
                ) {
                    // Shown only if the file has human scores, other columns or more than two systems.
                    continue;
                }
                for word in binding
                    .footer
                    .split(", ")
                    .filter(|word| !left_out.contains(word))
                {
                    assert!(
                        footer.contains(&format!(" {word}")),
                        "{scope:?}: {word} is not on {footer}"
                    );
                }
            }
        }
        for binding in map.of_scope(scope).filter(|b| b.footer.is_empty()) {
            let names = binding.names();
            let moves = names.iter().all(|key| {
                key.starts_with("Page")
                    || ["Home", "End", "g", "G", "?", "q", "O"].contains(&&**key)
            });
            assert!(
                moves,
                "{names:?} is not on the bottom line, although not every list has it"
            );
        }
    }
}

#[test]
fn a_lesson_and_a_pair_name_their_keys_beside_them() {
    let mut inspector = pairs();
    inspector.press("Enter");
    let screen = text(&inspector.cells(100, 30));
    for word in ["O list", "} next", "J worst", "M mark", "A note"] {
        assert!(screen.contains(word), "{word}\n{screen}");
    }
    inspector.press("e Alt-l 3");
    assert!(
        text(&inspector.cells(80, 24)).contains("Space reveals the matrix"),
        "a lesson moves the focus out of the text, so that letters are keys"
    );
    inspector.press("Space Space");
    for word in [". next", ", back", "Q end"] {
        assert!(text(&inspector.cells(80, 24)).contains(word), "{word}");
    }
}

/// The groups of commands on the page, in this order.
const GROUPS: [(Group, &str); 10] = [
    (Group::Find, "Find a command"),
    (Group::Edit, "Edit the texts"),
    (Group::Explain, "Explain the score"),
    (Group::Compare, "Compare texts"),
    (Group::Score, "Change how the score is computed"),
    (Group::View, "Change the view"),
    (Group::Export, "Export and copy"),
    (Group::Teach, "Teach"),
    (Group::Pairs, "Read the pairs of a file"),
    (Group::Program, "Move around and quit"),
];

/// The places with keys of their own, in the order of the page.
const PLACES: [Scope; 16] = [
    Scope::Text,
    Scope::Matrix,
    Scope::Panel,
    Scope::Step,
    Scope::StepText,
    Scope::Commands,
    Scope::Picker,
    Scope::Export,
    Scope::Copy,
    Scope::Lessons,
    Scope::Guess,
    Scope::Pairs,
    Scope::Filter,
    Scope::Note,
    Scope::Summary,
    Scope::Ranking,
];

/// `docs/keys.md`, from the table of keys.
fn page() -> String {
    let mut page = String::from(
        "# Keys\n\n`Ctrl-d` (or `:` in the matrix and in lists) opens the command palette, which lists every command with \
        its key.\nThe column *keys* has keys that work in every terminal. Letters work outside the texts: press `Esc` \
        first.\nThe column *other keys* has further keys and, in parentheses, the terminals that intercept them by \
        default.\n[Your configuration](config.md#keys) can give every command other keys.\n(Generated by the test `the_page_of_keys_matches_the_table`. Do not edit.)\n",
    );
    let map = KeyMap::default();
    let mut table = |title: &str, rows: Vec<(String, Vec<Key>)>| {
        let _ = write!(
            page,
            "\n### {title}\n\n| | keys | other keys |\n|---|---|---|\n"
        );
        for (name, keys) in rows {
            let code = |key: &Key| format!("`{key}`");
            let all: Vec<String> = keys
                .iter()
                .filter(|key| reaches_program(**key))
                .map(code)
                .collect();
            let kept = |key: &Key| format!("`{key}` ({})", terminals_that_keep(*key).join(", "));
            let other: Vec<String> = keys
                .iter()
                .filter(|key| !reaches_program(**key))
                .map(kept)
                .collect();
            let _ = writeln!(
                page,
                "| {} | {} | {} |",
                name.replace('|', "\\|"),
                all.join(" "),
                other.join(", ")
            );
        }
    };
    let of_command = |command: Command| {
        let mut keys = Vec::new();
        for scope in [
            Scope::Text,
            Scope::Matrix,
            Scope::Panel,
            Scope::Pairs,
            Scope::Copy,
        ] {
            keys.extend(
                map.keys_for(command, scope)
                    .into_iter()
                    .filter(|key| !keys.contains(key))
                    .collect::<Vec<_>>(),
            );
        }
        keys
    };
    for (group, title) in GROUPS {
        let commands = COMMANDS.iter().filter(|row| row.group == group);
        let rows = commands
            .map(|row| (row.name.to_owned(), of_command(row.command)))
            .collect();
        table(title, rows);
    }
    for scope in PLACES {
        let own = map.of_scope(scope).filter(|b| !b.help.is_empty());
        let mut title = scope.name().to_owned();
        title[..1].make_ascii_uppercase();
        table(
            &title,
            own.map(|b| {
                let keys = b.keys.iter().map(|bound| bound.key);
                (b.help.to_owned(), keys.collect())
            })
            .collect(),
        );
    }
    page.replacen(
        "\n### Find a command",
        "\n## Commands\n\n### Find a command",
        1,
    )
    .replacen(
        "\n### In a text",
        "\n## Keys in one part of the screen\n\n### In a text",
        1,
    ) + "\nNext: [The inspector](inspector.md) · [Glossary](glossary.md)\n"
}

#[test]
fn the_page_of_keys_has_every_command_once_and_every_key() {
    let page = page();
    for row in COMMANDS.iter() {
        let line = format!("\n| {} |", row.name.replace('|', "\\|"));
        assert_eq!(page.matches(&line).count(), 1, "{}", row.name);
    }
    for key in KeyMap::default().bindings.iter().flat_map(Binding::names) {
        assert!(page.contains(&format!("`{key}`")), "{key}");
    }
}

#[test]
fn every_key_is_explained_either_by_its_command_or_in_its_row() {
    for binding in &KeyMap::default().bindings {
        let commands = binding
            .commands
            .iter()
            .all(|command| command.name().is_some());
        assert_eq!(
            binding.help.is_empty(),
            commands,
            "{:?} in {:?}",
            binding.names(),
            binding.scope
        );
    }
}

#[test]
fn the_page_of_keys_matches_the_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/keys.md");
    let written = std::fs::read_to_string(path).unwrap_or_default();
    if written != page() && std::env::var_os("BERTSCOPE_WRITE_DOCS").is_some() {
        return std::fs::write(path, page()).unwrap();
    }
    assert!(
        written == page(),
        "docs/keys.md is out of date: run this test with BERTSCOPE_WRITE_DOCS=1"
    );
}

#[test]
fn every_command_has_a_key_that_every_terminal_delivers() {
    let scopes = [
        Scope::Text,
        Scope::Matrix,
        Scope::Panel,
        Scope::Pairs,
        Scope::Summary,
        Scope::Lessons,
        Scope::Copy,
    ];
    let map = KeyMap::default();
    for row in COMMANDS.iter() {
        let keys: Vec<Key> = scopes
            .iter()
            .flat_map(|scope| map.keys_for(row.command, *scope))
            .collect();
        assert!(
            keys.iter().any(|key| reaches_program(*key)),
            "{} has only {keys:?}",
            row.name
        );
    }
    let own = [
        Scope::Panel,
        Scope::Commands,
        Scope::Picker,
        Scope::Export,
        Scope::Copy,
        Scope::Lessons,
        Scope::Pairs,
        Scope::Filter,
        Scope::Note,
    ];
    for binding in map.bindings.iter().filter(|b| own.contains(&b.scope)) {
        for command in &binding.commands {
            assert!(
                map.keys_for(*command, binding.scope)
                    .iter()
                    .any(|key| reaches_program(*key)),
                "{command:?} in {:?}",
                binding.scope
            );
        }
    }
}

#[test]
fn plain_keys_work_in_every_scene_and_the_screen_names_them_outside_the_texts() {
    let mut inspector = Inspector::with_texts("A reference.", "A candidate.");
    inspector.press("Esc");
    let footer = |inspector: &mut Inspector| {
        text(&inspector.cells(100, 24))
            .lines()
            .last()
            .unwrap()
            .to_owned()
    };
    for word in [
        ": commands",
        "W walk",
        "n why",
        "= how",
        "i IDF",
        "b rescale",
    ] {
        assert!(
            footer(&mut inspector).contains(word),
            "{word}: {}",
            footer(&mut inspector)
        );
    }
    inspector.press("L 3");
    assert!(text(&inspector.cells(100, 24)).contains("Space reveals the matrix"));
    inspector.press("Space Space . ,");
    assert_eq!(inspector.state.stack.lesson().unwrap().step, 0);
    inspector.press("L Enter W . . W P P H Space Space");
    assert!(
        inspector.state.stack.lesson().is_none()
            && inspector.state.staged.is_none()
            && !inspector.state.look.projector
    );

    let mut inspector = pairs();
    inspector
        .press("/")
        .type_text("house 5")
        .press("Esc M Enter");
    assert_eq!(
        inspector.state.inspection().candidate.text(),
        "A home with 25 rooms."
    );
    inspector.press("Esc O / Ctrl-u Esc s g Enter Esc }");
    let list = inspector.state.pairs.as_ref().unwrap();
    assert!(
        list.current.is_some() && list.tags.len() == 1 && !inspector.state.is_list_open(),
        "{:?}",
        list.current
    );
}

#[test]
fn if_option_types_characters_the_screen_says_so_and_names_plain_keys() {
    let mut inspector = Inspector::with_texts("A reference.", "A candidate.");
    inspector.type_text("∑");
    assert!(
        inspector.state.inspection().candidate.text().ends_with('∑'),
        "the character stays"
    );
    assert!(
        inspector
            .screen(160, 24)
            .contains("Option typed ∑. For Alt-w, set Option to Meta")
    );
}

#[test]
fn ctrl_c_copies_a_selection_and_quits_without_one() {
    let mut inspector = Inspector::with_texts("A reference.", "A candidate.");
    inspector.press("Ctrl-a Ctrl-c");
    assert_eq!(
        inspector.effects.last(),
        Some(&Effect::Copy("A candidate.".into()))
    );
    inspector.press("Right Ctrl-c");
    assert_eq!(inspector.effects.last(), Some(&Effect::Quit(None)));
}
