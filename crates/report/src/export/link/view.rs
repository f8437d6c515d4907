//! A pair and its settings, and their fields in a link.

use bertscope_analysis::SettingsRequest;
use bertscope_explain::{KeptTexts, Topic};
use bertscope_metric::Pair;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::MAX_KEPT_TEXTS;
use super::fields::{LinkFields, SETTINGS, expected};
use crate::MatchDirection;
use crate::export::{ExportOptions, Palette};

/// A pair with all settings that its picture depends on, as links, sessions, lesson steps and the web page have it.
/// Missing fields have defaults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PairView {
    pub reference: String,
    pub candidate: String,
    /// Further candidates, to compare with.
    pub others: KeptTexts,
    /// Further references, to compare with.
    pub other_references: KeptTexts,
    /// The settings of its score.
    #[serde(flatten)]
    pub settings: SettingsRequest,
    /// Whether special tokens have rows and columns.
    pub special: bool,
    /// The direction of the matches that are shown.
    pub direction: MatchDirection,
    /// The open panel.
    pub panel: Topic,
    /// The cell of a lesson step, by its tokens: the candidate's, the reference's. Links do not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<[String; 2]>,
    /// Colours of the cells; `None` for the reader's choice.
    pub palette: Option<Palette>,
    /// Whether the scores are hidden until the reader reveals them.
    pub hidden: bool,
}

impl Default for PairView {
    fn default() -> Self {
        Self {
            reference: String::new(),
            candidate: String::new(),
            others: KeptTexts::default(),
            other_references: KeptTexts::default(),
            settings: SettingsRequest::default(),
            special: true,
            direction: MatchDirection::Both,
            panel: Topic::Matches,
            cell: None,
            palette: None,
            hidden: false,
        }
    }
}

impl PairView {
    pub fn texts(&self) -> Pair<&str> {
        Pair {
            reference: &self.reference,
            candidate: &self.candidate,
        }
    }

    /// The drawing options on a page with this background.
    pub fn options(&self, dark: bool) -> ExportOptions {
        ExportOptions {
            dark,
            palette: self.palette.unwrap_or(if dark {
                Palette::Viridis
            } else {
                Palette::Blues
            }),
            special: self.special,
            direction: self.direction,
            ..ExportOptions::default()
        }
    }

    /// The fields of a link: the texts, and the settings that differ from the default.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = vec![
            ("reference", self.reference.clone()),
            ("candidate", self.candidate.clone()),
        ];
        OTHER_CANDIDATES.add(&self.others, &mut fields);
        OTHER_REFERENCES.add(&self.other_references, &mut fields);
        let values = self.to_json();
        let defaults = Self::default().to_json();
        for name in SETTINGS {
            if values[name] != defaults[name] {
                fields.push((name, field_text(&values[name])));
            }
        }
        fields
    }

    /// The view that the fields of a link describe; `None` without any text.
    pub(super) fn read(fields: &mut LinkFields) -> Option<Self> {
        let reference = fields.text("reference");
        let candidate = fields.text("candidate");
        if reference.is_none() && candidate.is_none() {
            return None;
        }
        for side in ["reference", "candidate"] {
            if !fields.is_named(side) {
                let flaw = format!("the field {side:?}, which is missing");
                fields.flaws.push(flaw);
            }
        }
        let others = OTHER_CANDIDATES.read(fields);
        let other_references = OTHER_REFERENCES.read(fields);
        let mut settings = Map::new();
        for name in SETTINGS {
            let value = fields.value(name, &expected(name), |text| parse_setting(name, text));
            settings.extend(value.map(|value| (name.to_owned(), value)));
        }
        Some(Self {
            reference: reference.unwrap_or_default(),
            candidate: candidate.unwrap_or_default(),
            others,
            other_references,
            // Each of them was read alone, so all of them can be read.
            ..Self::deserialize(Value::Object(settings)).unwrap_or_default()
        })
    }

    fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("texts, numbers and names are JSON")
    }
}

/// The names of the fields for the kept texts of a side.
struct KeptFields {
    text: &'static str,
    /// The letter of the text on screen, unless it is A.
    letter: &'static str,
}

const OTHER_CANDIDATES: KeptFields = KeptFields {
    text: "other",
    letter: "candidate-letter",
};

const OTHER_REFERENCES: KeptFields = KeptFields {
    text: "other-reference",
    letter: "reference-letter",
};

impl KeptFields {
    fn add(&self, kept: &KeptTexts, fields: &mut Vec<(&'static str, String)>) {
        for text in kept.iter().take(MAX_KEPT_TEXTS) {
            fields.push((self.text, text.to_string()));
        }
        let shown_at = kept.shown_at().min(MAX_KEPT_TEXTS);
        if shown_at > 0 {
            let letter = letters().nth(shown_at);
            fields.extend(letter.map(|letter| (self.letter, letter.to_string())));
        }
    }

    fn read(&self, fields: &mut LinkFields) -> KeptTexts {
        let texts = fields.texts(self.text);
        let shown_at = fields.value(self.letter, "a letter from A to Q", |name| {
            letters().position(|letter| name.chars().eq([letter]))
        });
        KeptTexts::with_shown_position(shown_at.unwrap_or(0), texts.into_iter().map(Into::into))
    }
}

/// Letters of the text on screen and of all kept texts.
fn letters() -> impl Iterator<Item = char> {
    ('A'..='Z').take(MAX_KEPT_TEXTS + 1)
}

/// A setting as a link has it.
fn field_text(value: &Value) -> String {
    match value {
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(name) => name.clone(),
        other => other.to_string(),
    }
}

/// The value of a setting of a link; `None` if the setting has no such value.
fn parse_setting(name: &str, text: &str) -> Option<Value> {
    let value = match text {
        "yes" => Value::Bool(true),
        "no" => Value::Bool(false),
        _ => text
            .parse::<usize>()
            .map_or_else(|_| Value::from(text), Value::from),
    };
    // Tried alone, so that an invalid setting does not affect the others.
    let alone = Map::from_iter([(name.to_owned(), value.clone())]);
    PairView::deserialize(Value::Object(alone)).ok()?;
    Some(value)
}
