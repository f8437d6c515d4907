//! The documented file: every setting, with its default.

use std::fmt::Write;

use strum::VariantArray;

use crate::tui::commands::{IDS, Key, KeyMap, Scope};
use crate::tui::config::{Entry, parse};
use crate::tui::terminal::theme_colors::ThemeColors;

const KEYS: &str = r#"
# The keys of each command: a character, or a name such as "F5" or "Enter", after Ctrl-, Alt- or Shift- if these are held.
# [] is for none. In [keys], a command gets its keys in every place where it has some: swap = ["x", "Ctrl-t"]. Characters
# then work outside the texts, and other keys everywhere. In [keys.PLACE], it gets them in this place alone.
# A key that another command has by default is taken from it. Ctrl-c and Esc always do what they do now, and so does Enter in
# lists and prompts. The command palette always keeps a key.
[keys]
"#;

/// The text of the file; as it is, it sets nothing.
pub fn default_file() -> String {
    let mut text = include_str!("default.toml").to_owned();
    text.push_str("[colours]\n");
    for (theme, mut colors) in [("dark", ThemeColors::DARK), ("light", ThemeColors::LIGHT)] {
        let _ = writeln!(text, "\n[colours.{theme}]");
        for name in ThemeColors::NAMES {
            let hex = colors.color_mut(name).map(|color| color.hex());
            let _ = writeln!(text, "# {name} = {:?}", hex.unwrap_or_default());
        }
    }
    text.push_str(KEYS);
    let map = KeyMap::default();
    for scope in Scope::VARIANTS {
        let place: &str = scope.into();
        let _ = writeln!(text, "\n# {}\n[keys.{place}]", scope.name());
        for (id, command) in IDS.iter() {
            let keys = map.own_keys(*command, *scope);
            if !keys.is_empty() {
                let names: Vec<String> = keys.iter().map(Key::to_string).collect();
                let _ = writeln!(text, "# {} = {names:?}", toml_key(id));
            }
        }
    }
    text
}

fn toml_key(id: &str) -> String {
    if id.contains(':') {
        format!("{id:?}")
    } else {
        id.to_owned()
    }
}

/// Every setting, with its default.
pub fn default_entries() -> Vec<Entry> {
    parse(&all_set()).entries
}

/// The file with every setting set.
fn all_set() -> String {
    let mut text = String::new();
    for line in default_file().lines() {
        let setting = line.strip_prefix("# ").filter(|rest| is_setting(rest));
        text.push_str(setting.unwrap_or(line));
        text.push('\n');
    }
    text
}

/// Whether a comment is a setting: a key, and ` = ` after it.
fn is_setting(comment: &str) -> bool {
    let (key, _) = comment.split_once(" = ").unwrap_or(("", ""));
    !key.is_empty() && !key.contains([' ', '.'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::config::ParsedConfig;
    use crate::tui::terminal::theme_colors::BothThemes;

    #[test]
    fn the_file_sets_nothing_and_with_every_setting_set_it_is_the_default() {
        let untouched = parse(&default_file());
        assert_eq!(
            (untouched.faults, untouched.entries),
            (Vec::new(), Vec::new())
        );
        let ParsedConfig {
            config,
            faults,
            warnings,
            entries,
        } = parse(&all_set());
        assert_eq!((faults, warnings), (Vec::new(), Vec::new()));
        let defaults = KeyMap::default();
        for (id, command) in IDS.iter() {
            for scope in Scope::VARIANTS {
                let keys = config.keys.own_keys(*command, *scope);
                assert_eq!(
                    keys,
                    defaults.own_keys(*command, *scope),
                    "{id} in {scope:?}"
                );
            }
        }
        // With 16 colours, a colour that is set is the nearest of them, which a default need not be.
        let mut set = config.colours;
        let mut default = BothThemes::default();
        for name in ThemeColors::NAMES {
            assert_eq!(
                set.dark.color_mut(name).map(|color| color.hex()),
                default.dark.color_mut(name).map(|color| color.hex())
            );
            assert_eq!(
                set.light.color_mut(name).map(|color| color.hex()),
                default.light.color_mut(name).map(|color| color.hex())
            );
        }
        let set: Vec<&str> = entries.iter().map(|entry| &*entry.name).collect();
        for name in [
            "start.restore",
            "look.direction",
            "files.page",
            "keys.pairs.sort",
        ] {
            assert!(set.contains(&name), "{name}");
        }
    }
}
