//! The user's configuration: how the inspector starts, looks, and which keys it has. Plain data, read from the text of a
//! TOML file. [`file`] finds the file and reads it.
//!
//! Every entry is read alone: a wrong one is a [`Fault`] with its line, and the rest is used. It is about the inspector
//! alone, so that the same command line gives the same numbers on every machine.

mod colours;
mod default_file;
pub mod file;
mod keys;
mod table;

use std::fmt;

use serde::{Deserialize, Deserializer};
use toml::de::{DeTable, DeValue};

use crate::tui::commands::KeyMap;
use crate::tui::config::table::{Reader, read_table};
use crate::tui::context::look::{ColorScale, MatchDirection, Zoom};
use crate::tui::terminal::theme_colors::BothThemes;
use bertscope_analysis::{Conventions, Idf, LongTexts, Program, SettingsRequest};
use bertscope_explain::Topic;
use bertscope_lessons::values::{NonEmptyText, OneOf, WholeNumber, unknown_name};
use bertscope_models::reopen_name;
use bertscope_report::export::palette::Palette;

pub use default_file::{default_entries, default_file};

/// The tables of the file.
const TABLES: [&str; 5] = ["start", "look", "colours", "keys", "files"];

#[derive(Debug, Clone, Default)]
pub struct Config {
    pub start: StartConfig,
    pub look: LookConfig,
    pub colours: BothThemes,
    pub keys: KeyMap,
    pub files: FilesConfig,
}

/// What the inspector starts with, and what the command `defaults` returns to.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StartConfig {
    model: Option<NonEmptyText>,
    layer: Option<WholeNumber<0, { i64::MAX }>>,
    #[serde(deserialize_with = "one_of")]
    idf: Option<Idf>,
    rescale: Option<bool>,
    #[serde(deserialize_with = "one_of")]
    program: Option<Conventions>,
    #[serde(deserialize_with = "one_of")]
    long: Option<LongTexts>,
    #[serde(deserialize_with = "one_of")]
    pub panel: Option<Topic>,
    #[serde(deserialize_with = "one_of")]
    pub restore: Option<Restore>,
}

/// What of the last session the start restores.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Restore {
    #[default]
    All,
    Texts,
    Settings,
    Nothing,
}

impl StartConfig {
    pub fn model(&self) -> Option<&str> {
        self.model.as_ref().map(|name| &*name.0)
    }

    pub fn settings(&self) -> SettingsRequest {
        let by_long = self.long.map(|long| Conventions {
            program: Program::BertScore,
            long,
        });
        SettingsRequest {
            layer: self.layer.map(|layer| layer.0),
            idf: self.idf,
            rescale: self.rescale,
            conventions: self.program.or(by_long),
        }
    }

    /// The layer for a model; another model than that of the configuration has its own.
    pub fn layer_of(&self, model: &str) -> Option<usize> {
        match self.model() {
            Some(own) if reopen_name(own) != model => None,
            _ => self.settings().layer,
        }
    }
}

/// How the inspector looks at its start.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LookConfig {
    #[serde(deserialize_with = "one_of")]
    theme: Option<ThemeChoice>,
    #[serde(deserialize_with = "one_of")]
    pub palette: Option<Palette>,
    #[serde(deserialize_with = "one_of")]
    pub range: Option<ColorScale>,
    #[serde(deserialize_with = "one_of")]
    pub zoom: Option<Zoom>,
    pub mouse: Option<bool>,
    pub special: Option<bool>,
    #[serde(deserialize_with = "one_of")]
    pub direction: Option<MatchDirection>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ThemeChoice {
    Auto,
    Dark,
    Light,
}

impl LookConfig {
    /// Whether the theme is light; `None` for that of the terminal.
    pub fn is_light(&self) -> Option<bool> {
        match self.theme? {
            ThemeChoice::Auto => None,
            theme => Some(theme == ThemeChoice::Light),
        }
    }
}

/// The value of an enum, whose error names the nearest.
fn one_of<'de, D: Deserializer<'de>, T: for<'a> Deserialize<'a>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Ok(Some(OneOf::deserialize(deserializer)?.0))
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FilesConfig {
    folder: Option<NonEmptyText>,
    page: Option<PageUrl>,
}

impl FilesConfig {
    /// The folder that the names of exports begin with.
    pub fn folder(&self) -> Option<&str> {
        self.folder.as_ref().map(|folder| &*folder.0)
    }

    /// The URL of the web page, for links.
    pub fn page(&self) -> Option<&str> {
        self.page.as_ref().map(|page| &*page.0)
    }
}

#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
struct PageUrl(String);

impl TryFrom<String> for PageUrl {
    type Error = &'static str;

    fn try_from(url: String) -> Result<Self, Self::Error> {
        let is_web = url.starts_with("https://") || url.starts_with("http://");
        if !is_web || url.contains('#') || url.contains(char::is_whitespace) {
            return Err("expected the URL of a page, such as \"https://your.host/bert/\"");
        }
        Ok(Self(url))
    }
}

/// What is wrong with a line of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// From 1.
    pub line: usize,
    pub problem: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

/// An entry that is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub line: usize,
    /// Its table and its key, such as `start.layer`.
    pub name: String,
    /// As it is written.
    pub value: String,
}

/// What a file says.
#[derive(Debug, Clone, Default)]
pub struct ParsedConfig {
    pub config: Config,
    /// Entries that are not used, in the order of their lines.
    pub faults: Vec<Fault>,
    /// Entries that are used, but may not do what they are meant to.
    pub warnings: Vec<Fault>,
    /// In the order of their lines.
    pub entries: Vec<Entry>,
}

/// Reads the text of a file.
pub fn parse(text: &str) -> ParsedConfig {
    let mut reader = Reader::new(text);
    let (file, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let problem = error.message().trim().replace('\n', ", ");
        reader.fault(
            error.span().unwrap_or_default(),
            format!("this is not TOML: {problem}"),
        );
    }
    for (name, value) in file.get_ref() {
        let DeValue::Table(table) = value.get_ref() else {
            let name_text = name.get_ref();
            let problem = if TABLES.contains(&&**name_text) {
                format!("`{name_text}` is a table: write [{name_text}], and its keys below")
            } else {
                unknown_name("key", name_text, &TABLES)
            };
            reader.fault(name.span(), problem);
            continue;
        };
        match &**name.get_ref() {
            "start" => reader.found.config.start = read_table(table, "start", &mut reader),
            "look" => reader.found.config.look = read_table(table, "look", &mut reader),
            "files" => reader.found.config.files = read_table(table, "files", &mut reader),
            "colours" => reader.found.config.colours = colours::read(table, &mut reader),
            "keys" => reader.found.config.keys = keys::read(table, &mut reader),
            other => reader.fault(name.span(), unknown_name("table", other, &TABLES)),
        }
    }
    reader.finish()
}
