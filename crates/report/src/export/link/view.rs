//! A pair and its settings, and their fields in a link.

use bertscope_analysis::{Conventions, Idf, Settings};
use bertscope_encoder::Layer;
use bertscope_explain::{KeptTexts, Topic};
use bertscope_metric::Pair;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::MAX_KEPT_TEXTS;
use super::fields::{LinkFields, SETTINGS};
use crate::MatchDirection;
use crate::export::{ExportOptions, Palette};

/// A pair with all settings that its picture depends on, as links, sessions, lesson steps and the web page have it.
/// Missing fields have defaults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PairView {
    /// The reference.
    pub reference: String,
    /// The candidate.
    pub candidate: String,
    /// Further candidates, to compare with.
    pub others: KeptTexts,
    /// Further references, to compare with.
    pub other_references: KeptTexts,
    /// The layer; `None` for the model's default.
    pub layer: Option<usize>,
    /// The source of IDF weights.
    pub idf: Idf,
    /// Whether the score is rescaled.
    pub rescale: bool,
    /// The program whose score is computed, and what becomes of long texts.
    #[serde(rename = "as")]
    pub conventions: Conventions,
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
            layer: None,
            idf: Idf::Off,
            rescale: false,
            conventions: Conventions::default(),
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
    /// The texts.
    pub fn texts(&self) -> Pair<&str> {
        Pair {
            reference: &self.reference,
            candidate: &self.candidate,
        }
    }

    /// The settings of the score; `own` is the default layer of the model with this program.
    pub fn settings(&self, own: Layer) -> Settings {
        Settings {
            layer: self.layer.map_or(own, Layer),
            idf: self.idf,
            rescale: self.rescale,
            conventions: self.conventions,
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

    /// The fields of a link.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = vec![
            ("reference", self.reference.clone()),
            ("candidate", self.candidate.clone()),
        ];
        for (kept, text, letter) in [
            (&self.others, "other", "candidate-letter"),
            (
                &self.other_references,
                "other-reference",
                "reference-letter",
            ),
        ] {
            fields.extend(
                kept.iter()
                    .take(MAX_KEPT_TEXTS)
                    .map(|kept| (text, kept.to_string())),
            );
            let shown_at = kept.shown_at().min(MAX_KEPT_TEXTS);
            fields.extend(
                letters()
                    .nth(shown_at)
                    .filter(|_| shown_at > 0)
                    .map(|name| (letter, name.to_string())),
            );
        }
        let (values, plain) = (self.to_json(), Self::default().to_json());
        let differs = SETTINGS
            .map(|(name, _)| name)
            .into_iter()
            .filter(|name| values[name] != plain[name]);
        fields.extend(differs.map(|name| (name, field_text(&values[name]))));
        fields
    }

    /// The view that the fields of a link describe; `None` without any text.
    pub(super) fn read(fields: &mut LinkFields) -> Option<Self> {
        let sides = ["reference", "candidate"];
        let is_there = sides.map(|side| fields.is_named(side));
        let [reference, candidate] = sides.map(|side| fields.text(side));
        if reference.is_none() && candidate.is_none() {
            return None;
        }
        let missing = sides.into_iter().zip(is_there).filter(|(_, there)| !there);
        fields
            .flaws
            .extend(missing.map(|(side, _)| format!("the field {side:?}, which is missing")));
        let mut kept = |text, letter| {
            let texts = fields.texts(text);
            let position = |name: &str| letters().position(|letter| name.chars().eq([letter]));
            let shown_at = fields
                .value(letter, "a letter from A to Q", position)
                .unwrap_or(0);
            KeptTexts::with_shown_position(shown_at, texts.into_iter().map(Into::into))
        };
        let others = kept("other", "candidate-letter");
        let other_references = kept("other-reference", "reference-letter");
        // Each setting is tried alone, so that an invalid one does not affect the others.
        let mut settings = Self::default();
        for (name, expected) in SETTINGS {
            let with = |text: &str| {
                let mut values = settings.to_json();
                values[name] = field_value(text);
                serde_json::from_value(values).ok()
            };
            settings = fields.value(name, expected, with).unwrap_or(settings);
        }
        let (reference, candidate) = (reference.unwrap_or_default(), candidate.unwrap_or_default());
        Some(Self {
            reference,
            candidate,
            others,
            other_references,
            ..settings
        })
    }

    fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("texts, numbers and names are JSON")
    }
}

/// Letters of the text on screen and of all kept texts.
fn letters() -> impl Iterator<Item = char> {
    ('A'..='Z').take(MAX_KEPT_TEXTS + 1)
}

/// A setting as a link has it.
fn field_text(value: &Value) -> String {
    match value {
        Value::Bool(yes) => (if *yes { "yes" } else { "no" }).to_owned(),
        Value::String(name) => name.clone(),
        other => other.to_string(),
    }
}

/// A setting of a link.
fn field_value(text: &str) -> Value {
    match text {
        "yes" | "no" => (text == "yes").into(),
        _ => text
            .parse::<usize>()
            .map_or_else(|_| text.into(), Value::from),
    }
}
