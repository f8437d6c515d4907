//! The format of a lesson's file, as serde reads it. `docs/lessons.md` describes it.
//!
//! A value that cannot be right by itself (a text that is too long, a number out of its range) is rejected here, so that
//! the error has its position; what contradicts another field is left to `read`.

use std::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, Visitor};
use toml::Spanned;

use crate::actions::TextAction;
use crate::check::{CheckedScore, VectorSource};
use crate::names::{OneOf, unknown_name};
use crate::placeholders::{Placeholder, placeholders};
use crate::{Exercise, GuessKind, MatchDirection};
use bertscope_analysis::{Conventions, Idf};
use bertscope_explain::Topic;
use bertscope_models::distribution::Measure;
use bertscope_overlap::Metric;

/// Maximum number of characters of a text, more than any model reads.
const MAX_TEXT_CHARS: usize = 20_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LessonFile {
    pub(super) title: NonEmptyText,
    pub(super) about: Option<FilledText>,
    #[serde(default)]
    pub(super) step: Steps,
}

/// The tables `[[step]]`.
#[derive(Default)]
pub(super) struct Steps(pub(super) Vec<Spanned<StepFile>>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a [[step]]")]
pub(super) struct StepFile {
    pub(super) title: Option<NonEmptyText>,
    pub(super) reference: Option<Spanned<Text>>,
    pub(super) references: Option<Spanned<Vec<Text>>>,
    pub(super) candidate: Option<Spanned<Text>>,
    pub(super) candidates: Option<Spanned<Vec<Text>>>,
    pub(super) other: Option<Spanned<Text>>,
    pub(super) shows: Option<Spanned<OneOf<TextName>>>,
    pub(super) question: Option<FilledNonEmptyText>,
    pub(super) guess: Option<Spanned<OneOf<GuessKind>>>,
    pub(super) note: Option<FilledText>,
    pub(super) exercise: Option<Spanned<Exercise>>,
    pub(super) teacher: Option<FilledNonEmptyText>,
    pub(super) minutes: Option<WholeNumber<1, 600>>,
    pub(super) layer: Option<WholeNumber<0, { i64::MAX }>>,
    pub(super) idf: Option<OneOf<Idf>>,
    pub(super) rescale: Option<bool>,
    #[serde(rename = "as")]
    pub(super) program: Option<OneOf<Conventions>>,
    pub(super) panel: Option<OneOf<Topic>>,
    pub(super) direction: Option<OneOf<MatchDirection>>,
    pub(super) cell: Option<[String; 2]>,
    #[serde(default)]
    pub(super) checks: Vec<Spanned<CheckFile>>,
}

#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "a check in { }, such as { score = \"f1\", above = 0.8 }"
)]
pub(super) struct CheckFile {
    pub(super) score: Option<OneOf<ScoreName>>,
    pub(super) raw: Option<OneOf<Measure>>,
    pub(super) highest: Option<OneOf<Measure>>,
    pub(super) lead: Option<OneOf<ScoreName>>,
    pub(super) change: Option<OneOf<Measure>>,
    pub(super) cell: Option<[String; 2]>,
    pub(super) best: Option<NonEmptyText>,
    pub(super) rank: Option<NonEmptyText>,
    pub(super) rescaled: Option<FiniteNumber>,
    pub(super) model: Option<NonEmptyText>,
    pub(super) of: Option<OneOf<TextName>>,
    pub(super) reference: Option<WholeNumber<1, { i64::MAX }>>,
    pub(super) layer: Option<VectorSource>,
    pub(super) above: Option<FiniteNumber>,
    pub(super) below: Option<FiniteNumber>,
    pub(super) is: Option<NonEmptyText>,
}

/// A text of a step by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) enum TextName {
    #[serde(alias = "candidate")]
    A,
    #[serde(alias = "other")]
    B,
    C,
    D,
    E,
    F,
    #[serde(rename = "reference")]
    Reference,
}

impl TextName {
    /// The index of the candidate; `None` for the reference.
    pub(super) fn candidate_index(self) -> Option<usize> {
        match self {
            Self::Reference => None,
            candidate => Some(candidate as usize),
        }
    }
}

/// A number of BERTScore, or of a word overlap metric.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ScoreName {
    P,
    R,
    F1,
    Bleu,
    Chrf,
    Rouge1,
    Rouge2,
    #[serde(rename = "rougeL")]
    RougeL,
}

impl ScoreName {
    pub(super) fn score(self) -> CheckedScore {
        match self {
            Self::P => CheckedScore::Bert(Measure::Precision),
            Self::R => CheckedScore::Bert(Measure::Recall),
            Self::F1 => CheckedScore::Bert(Measure::F1),
            Self::Bleu => CheckedScore::Overlap(Metric::Bleu),
            Self::Chrf => CheckedScore::Overlap(Metric::Chrf),
            Self::Rouge1 => CheckedScore::Overlap(Metric::Rouge1),
            Self::Rouge2 => CheckedScore::Overlap(Metric::Rouge2),
            Self::RougeL => CheckedScore::Overlap(Metric::RougeL),
        }
    }
}

/// A text, which may be empty.
#[derive(Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Text(pub(super) String);

impl TryFrom<String> for Text {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let char_count = text.chars().count();
        if char_count > MAX_TEXT_CHARS {
            return Err(format!(
                "the text has {char_count} characters; the limit is {MAX_TEXT_CHARS}"
            ));
        }
        Ok(Self(text))
    }
}

/// A text with more than blanks.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct NonEmptyText(pub String);

impl TryFrom<String> for NonEmptyText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let text = Text::try_from(text)?.0;
        if text.trim().is_empty() {
            return Err("the text is empty; write something, or leave out the field".to_owned());
        }
        Ok(Self(text))
    }
}

/// A text that can name actions, all of them known.
#[derive(Deserialize)]
#[serde(try_from = "String")]
pub(super) struct FilledText(pub(super) String);

impl TryFrom<String> for FilledText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let text = Text::try_from(text)?.0;
        for Placeholder { name, .. } in placeholders(&text) {
            if TextAction::from_name(name).is_none() {
                let known: Vec<&str> = TextAction::all().map(TextAction::name).collect();
                return Err(format!(
                    "{}. For a word in braces, write `{{ {name} }}`",
                    unknown_name("action", name, &known)
                ));
            }
        }
        Ok(Self(text))
    }
}

/// A text with more than blanks that can name actions.
#[derive(Deserialize)]
#[serde(try_from = "String")]
pub(super) struct FilledNonEmptyText(pub(super) String);

impl TryFrom<String> for FilledNonEmptyText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let text = NonEmptyText::try_from(text)?.0;
        Ok(Self(FilledText::try_from(text)?.0))
    }
}

/// A whole number from `MIN` to `MAX`.
#[derive(Debug, Clone, Copy)]
pub struct WholeNumber<const MIN: i64, const MAX: i64>(pub usize);

impl<'de, const MIN: i64, const MAX: i64> Deserialize<'de> for WholeNumber<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_i64(WholeNumberVisitor::<MIN, MAX>)
    }
}

struct WholeNumberVisitor<const MIN: i64, const MAX: i64>;

impl<const MIN: i64, const MAX: i64> Visitor<'_> for WholeNumberVisitor<MIN, MAX> {
    type Value = WholeNumber<MIN, MAX>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if MAX == i64::MAX {
            write!(f, "a whole number, {MIN} or more")
        } else {
            write!(f, "a whole number from {MIN} to {MAX}")
        }
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<Self::Value, E> {
        if !(MIN..=MAX).contains(&number) {
            return Err(E::invalid_value(de::Unexpected::Signed(number), &self));
        }
        Ok(WholeNumber(number as usize))
    }
}

/// A number that is neither infinite nor NaN.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "f64")]
pub(super) struct FiniteNumber(pub(super) f64);

impl TryFrom<f64> for FiniteNumber {
    type Error = String;

    fn try_from(number: f64) -> Result<Self, String> {
        if !number.is_finite() {
            return Err("the number is not finite".to_owned());
        }
        Ok(Self(number))
    }
}

impl<'de> Deserialize<'de> for Steps {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(StepsVisitor)
    }
}

/// Says what to write instead of `[step]`, the most common mistake in a lesson file.
struct StepsVisitor;

impl<'de> Visitor<'de> for StepsVisitor {
    type Value = Steps;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[[step]], in double brackets, once for each pair")
    }

    fn visit_seq<A: de::SeqAccess<'de>>(self, mut tables: A) -> Result<Steps, A::Error> {
        let mut steps = Vec::new();
        while let Some(step) = tables.next_element()? {
            steps.push(step);
        }
        Ok(Steps(steps))
    }
}

impl<'de> Deserialize<'de> for VectorSource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(VectorSourceVisitor)
    }
}

struct VectorSourceVisitor;

impl Visitor<'_> for VectorSourceVisitor {
    type Value = VectorSource;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number, 0 or more, or \"static\"")
    }

    fn visit_i64<E: de::Error>(self, layer: i64) -> Result<VectorSource, E> {
        match usize::try_from(layer) {
            Ok(layer) => Ok(VectorSource::Layer(layer)),
            Err(_) => Err(E::invalid_value(de::Unexpected::Signed(layer), &self)),
        }
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<VectorSource, E> {
        if text != "static" {
            return Err(E::invalid_value(de::Unexpected::Str(text), &self));
        }
        Ok(VectorSource::Static)
    }
}
