//! The user's colours: `name = "colour"` in `[colours]`, for both themes, or in `[colours.dark]` or `[colours.light]`.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::tui::config::table::Reader;
use crate::tui::terminal::theme_colors::{BothThemes, ThemeColor, ThemeColors, Unreadable};
use bertscope_lessons::values::unknown_name;

/// A colour of the file.
#[derive(Clone)]
struct ColourEntry {
    /// Its name in the file, such as `colours.dark.accent`.
    path: String,
    name: &'static str,
    color: ThemeColor,
    span: Range<usize>,
}

pub(super) fn read(table: &DeTable<'_>, reader: &mut Reader<'_>) -> BothThemes {
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
    BothThemes {
        dark: theme("dark", ThemeColors::DARK, [&*both, &*dark].concat(), reader),
        light: theme(
            "light",
            ThemeColors::LIGHT,
            [&*both, &*light].concat(),
            reader,
        ),
    }
}

fn entries(place: &str, table: &DeTable<'_>, reader: &mut Reader<'_>) -> Vec<ColourEntry> {
    let mut entries = Vec::new();
    for (name, value) in table {
        let path = format!("{place}.{}", name.get_ref());
        let known = ThemeColors::NAMES;
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

/// The colours of a theme, with those entries that leave every colour readable. A colour of one theme, which comes last,
/// overrules one of both.
fn theme(
    theme: &str,
    own: ThemeColors,
    mut entries: Vec<ColourEntry>,
    reader: &mut Reader<'_>,
) -> ThemeColors {
    loop {
        let mut colors = own;
        for entry in &entries {
            if let Some(color) = colors.color_mut(entry.name) {
                *color = entry.color;
            }
        }
        let Some(unreadable) = colors.first_unreadable() else {
            for entry in entries {
                reader.accept(entry.path, entry.span);
            }
            return colors;
        };
        let Unreadable {
            name,
            contrast,
            least,
        } = unreadable;
        // If the user left the colour as it is, it is the background that does not fit.
        let at = entries.iter().rposition(|entry| entry.name == name);
        let at = at.or_else(|| entries.iter().rposition(|entry| entry.name == "background"));
        let Some(at) = at else { return own };
        let refused = entries.remove(at);
        reader.fault(
            refused.span,
            format!(
                "{}: in the {theme} theme, `{name}` has a contrast of {contrast:.1} with the background, and needs {least}",
                refused.path
            ),
        );
    }
}
