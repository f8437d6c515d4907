//! The user's colours: `name = "colour"` in `[colours]`, for both themes, or in `[colours.dark]` or `[colours.light]`.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::tui::config::ColourConfig;
use crate::tui::config::table::Reader;
use crate::tui::terminal::theme_colors::{ThemeColor, ThemeColors};
use bertscope_lessons::values::unknown_name;

/// A colour of the file.
struct ColourEntry {
    /// Its name in the file, such as `colours.dark.accent`.
    path: String,
    name: &'static str,
    color: ThemeColor,
    span: Range<usize>,
}

pub(super) fn read(table: &DeTable<'_>, reader: &mut Reader<'_>) -> ColourConfig {
    let mut both = Vec::new();
    let mut dark = Vec::new();
    let mut light = Vec::new();
    for (name, value) in table {
        match (&**name.get_ref(), value.get_ref()) {
            ("dark", DeValue::Table(own)) => dark = entries("colours.dark", own, reader),
            ("light", DeValue::Table(own)) => light = entries("colours.light", own, reader),
            _ => {
                let mut alone = DeTable::new();
                alone.insert(name.clone(), value.clone());
                both.extend(entries("colours", &alone, reader));
            }
        }
    }
    ColourConfig {
        dark: theme("dark", ThemeColors::DARK, &both, &dark, reader),
        light: theme("light", ThemeColors::LIGHT, &both, &light, reader),
    }
}

fn entries(place: &str, table: &DeTable<'_>, reader: &mut Reader<'_>) -> Vec<ColourEntry> {
    let mut entries = Vec::new();
    for (name, value) in table {
        let path = format!("{place}.{}", name.get_ref());
        let known = ThemeColors::NAMES.map(|(name, _)| name);
        let Some(name) = known.iter().find(|known| **known == name.get_ref()) else {
            let problem = unknown_name("colour", name.get_ref(), &known);
            reader.fault(name.span(), format!("{path}: {problem}"));
            continue;
        };
        let text = match value.get_ref() {
            DeValue::Integer(number) => number.as_str(),
            other => other.as_str().unwrap_or_default(),
        };
        match ThemeColor::parse(text) {
            Some(color) => entries.push(ColourEntry {
                path,
                name,
                color,
                span: value.span(),
            }),
            None => {
                let written = reader.written(value.span());
                let problem = format!(
                    "{path}: {written} is not a colour; write \"#rrggbb\", a name such as \"light blue\", or a number \
                     from 0 to 255"
                );
                reader.fault(value.span(), problem);
            }
        }
    }
    entries
}

/// The colours of a theme with those of the file that can be told from its background.
fn theme(
    theme: &str,
    own: ThemeColors,
    both: &[ColourEntry],
    one: &[ColourEntry],
    reader: &mut Reader<'_>,
) -> ThemeColors {
    let mut wanted = own;
    // A colour of one theme overrules one of both.
    let entries: Vec<&ColourEntry> = both.iter().chain(one).collect();
    for entry in &entries {
        if let Some(color) = wanted.color_mut(entry.name) {
            *color = entry.color;
        }
    }
    let mut colors = own;
    let background = entries.iter().rfind(|entry| entry.name == "background");
    if let Some(background) = background {
        match first_unreadable(wanted, background.color) {
            Some(unreadable) => reader.fault(
                background.span.clone(),
                format!(
                    "{}: the {} on it has a contrast of {:.1} in the {theme} theme, and needs {}; change both",
                    background.path, unreadable.name, unreadable.contrast, unreadable.least
                ),
            ),
            None => colors.background = background.color,
        }
    }
    for entry in entries {
        if entry.name == "background" {
            if colors.background == entry.color {
                reader.accept(entry.path.clone(), entry.span.clone());
            }
            continue;
        }
        let contrast = entry.color.contrast(colors.background);
        let least = least_contrast(entry.name);
        if contrast < least {
            let problem = format!(
                "{}: its contrast with the background of the {theme} theme is {contrast:.1}, and has to be {least} or more",
                entry.path
            );
            reader.fault(entry.span.clone(), problem);
        } else if let Some(color) = colors.color_mut(entry.name) {
            *color = entry.color;
            reader.accept(entry.path.clone(), entry.span.clone());
        }
    }
    colors
}

fn least_contrast(name: &str) -> f32 {
    let known = ThemeColors::NAMES.iter().find(|(known, _)| *known == name);
    known.map_or(1.0, |(_, least)| *least)
}

/// A colour that cannot be told from a background.
struct Unreadable {
    name: &'static str,
    contrast: f32,
    least: f32,
}

fn first_unreadable(mut colors: ThemeColors, background: ThemeColor) -> Option<Unreadable> {
    for (name, least) in ThemeColors::NAMES {
        let contrast = colors.color_mut(name)?.contrast(background);
        if name != "background" && contrast < least {
            return Some(Unreadable {
                name,
                contrast,
                least,
            });
        }
    }
    None
}
