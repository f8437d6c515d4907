//! A pair and its settings as an address: `https://example.org/#reference=…&candidate=…&layer=3`.
//!
//! The web page keeps what it shows in the part behind `#`, which no browser sends to a server. A link therefore reproduces
//! a picture, and the program can write and read the same one. Fields that have their default are left out.

mod encoding;
mod error;
mod field;

use bertscope_analysis::Idf;
use bertscope_explain::Topic;
use bertscope_metric::Pair;

use crate::direction::Direction;
use crate::palette::Palette;
use encoding::{decode, encode};
pub use error::LinkError;
use field::Field;

/// Before the number of bytes that follow, so that a link that was cut off, in the middle of a text too, is noticed.
const SIZE: &str = "size=";
/// Most characters of a text in a link: more than any model reads.
pub const LONGEST_TEXT: usize = 20_000;
/// Most texts that are kept beside the pair.
pub const MOST_KEPT: usize = 16;

/// What a link opens.
#[derive(Debug, Clone, PartialEq)]
pub enum Link {
    /// A pair, as it was shown.
    Pair(Box<PairLink>),
    /// A step of a lesson.
    Lesson {
        /// The name of a bundled lesson, or the address of a file beside the page.
        lesson: String,
        /// The step, from 1.
        step: usize,
    },
}

/// A pair with everything that its picture depends on.
#[derive(Debug, Clone, PartialEq)]
pub struct PairLink {
    /// The two texts.
    pub texts: Pair<String>,
    /// Other candidates and other references, to compare with.
    pub kept: Pair<Vec<String>>,
    /// The layer; `None` for the model's own.
    pub layer: Option<usize>,
    /// The source of IDF weights.
    pub idf: Idf,
    /// Whether the score is rescaled.
    pub rescale: bool,
    /// Whether special tokens have rows and columns.
    pub special: bool,
    /// The direction of the matches that are shown.
    pub direction: Direction,
    /// The open panel.
    pub panel: Topic,
    /// Colours of the cells; `None` for those of the reader.
    pub palette: Option<Palette>,
    /// Whether the scores are hidden until the reader asks for them.
    pub hidden: bool,
}

impl PairLink {
    /// A pair with every setting as it is at first.
    #[must_use]
    pub fn of(texts: Pair<String>) -> Self {
        Self {
            texts,
            kept: Pair { reference: Vec::new(), candidate: Vec::new() },
            layer: None,
            idf: Idf::Off,
            rescale: false,
            special: true,
            direction: Direction::Both,
            panel: Topic::Matches,
            palette: None,
            hidden: false,
        }
    }
}

impl Link {
    /// Whether a word of the command line is a link, and neither a text nor a file.
    #[must_use]
    pub fn is_address(word: &str) -> bool {
        let web = ["https://", "http://"].iter().any(|scheme| word.starts_with(scheme));
        web && word.contains('#') && !word.contains(char::is_whitespace)
    }

    /// The part of an address behind `#`. It has only characters that survive in mail and messages.
    #[must_use]
    pub fn fragment(&self) -> String {
        let fields: Vec<(Field, String)> = match self {
            Self::Pair(pair) => pair.fields(),
            Self::Lesson { lesson, step } => {
                let step = (*step > 1).then(|| (Field::Step, step.to_string()));
                std::iter::once((Field::Lesson, lesson.clone())).chain(step).collect()
            }
        };
        let fields = fields.iter().map(|(field, value)| format!("{}={}", field.name(), encode(value)));
        let fields = fields.collect::<Vec<_>>().join("&");
        match self {
            Self::Pair(_) => format!("{SIZE}{}&{fields}", fields.len()),
            Self::Lesson { .. } => fields,
        }
    }

    /// Reads an address, or what stands behind its `#`.
    ///
    /// # Errors
    /// [`LinkError`] with the field that is wrong.
    pub fn parse(address: &str) -> Result<Self, LinkError> {
        let fragment = address.split_once('#').map_or(address, |(_, fragment)| fragment);
        let fragment = whole(fragment)?;
        let mut fields: Vec<(Field, String)> = Vec::new();
        for part in fragment.split('&').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let field = Field::of(name).ok_or_else(|| LinkError::unknown(name))?;
            if !field.repeats() && fields.iter().any(|(known, _)| *known == field) {
                return Err(LinkError::Twice(field.name()));
            }
            fields.push((field, decode(value).ok_or(LinkError::Damaged(field.name()))?));
        }
        if fields.is_empty() {
            return Err(LinkError::Empty);
        }
        let mut fields = Fields(fields);
        let link = match fields.take(Field::Lesson) {
            Some(lesson) => {
                let step = fields.parsed(Field::Step, |text| text.parse().ok().filter(|step| *step > 0))?.unwrap_or(1);
                Self::Lesson { lesson: short(Field::Lesson, lesson)?, step }
            }
            None => Self::Pair(Box::new(PairLink::read(&mut fields)?)),
        };
        match fields.0.first() {
            Some((field, _)) => Err(LinkError::Stray(field.name())),
            None => Ok(link),
        }
    }
}

impl PairLink {
    fn fields(&self) -> Vec<(Field, String)> {
        let plain = Self::of(self.texts.clone());
        let mut fields =
            vec![(Field::Reference, self.texts.reference.clone()), (Field::Candidate, self.texts.candidate.clone())];
        fields.extend(self.kept.candidate.iter().map(|text| (Field::OtherCandidate, text.clone())));
        fields.extend(self.kept.reference.iter().map(|text| (Field::OtherReference, text.clone())));
        fields.extend(self.layer.map(|layer| (Field::Layer, layer.to_string())));
        let mut set = |field: Field, differs: bool, value: &str| {
            if differs {
                fields.push((field, value.to_owned()));
            }
        };
        let yes_no = |yes: bool| if yes { "yes" } else { "no" };
        set(Field::Idf, self.idf != plain.idf, field::idf_name(self.idf));
        set(Field::Rescale, self.rescale != plain.rescale, yes_no(self.rescale));
        set(Field::Special, self.special != plain.special, yes_no(self.special));
        set(Field::Direction, self.direction != plain.direction, self.direction.name());
        set(Field::Panel, self.panel != plain.panel, self.panel.name());
        set(Field::Hidden, self.hidden != plain.hidden, yes_no(self.hidden));
        fields.extend(self.palette.map(|palette| (Field::Palette, palette.name().to_owned())));
        fields
    }

    fn read(fields: &mut Fields) -> Result<Self, LinkError> {
        let reference = fields.take(Field::Reference).ok_or(LinkError::Missing("reference"))?;
        let candidate = fields.take(Field::Candidate).ok_or(LinkError::Missing("candidate"))?;
        let texts =
            Pair { reference: short(Field::Reference, reference)?, candidate: short(Field::Candidate, candidate)? };
        let plain = Self::of(texts);
        Ok(Self {
            kept: Pair {
                candidate: fields.every(Field::OtherCandidate)?,
                reference: fields.every(Field::OtherReference)?,
            },
            layer: fields.parsed(Field::Layer, |text| text.parse().ok())?,
            idf: fields.parsed(Field::Idf, field::idf)?.unwrap_or(plain.idf),
            rescale: fields.parsed(Field::Rescale, field::yes)?.unwrap_or(plain.rescale),
            special: fields.parsed(Field::Special, field::yes)?.unwrap_or(plain.special),
            direction: fields.parsed(Field::Direction, field::direction)?.unwrap_or(plain.direction),
            panel: fields.parsed(Field::Panel, field::panel)?.unwrap_or(plain.panel),
            hidden: fields.parsed(Field::Hidden, field::yes)?.unwrap_or(plain.hidden),
            palette: fields.parsed(Field::Palette, field::palette)?,
            ..plain
        })
    }
}

/// The fields of a link that says how many bytes they are. One that was written by hand need not, and one that was changed by
/// hand may have more.
fn whole(fragment: &str) -> Result<&str, LinkError> {
    let Some(sized) = fragment.strip_prefix(SIZE) else { return Ok(fragment) };
    let (size, fields) = sized.split_once('&').unwrap_or((sized, ""));
    let is_whole = size.parse().is_ok_and(|size: usize| fields.len() >= size);
    if is_whole { Ok(fields) } else { Err(LinkError::Incomplete) }
}

/// A text that is not too long.
fn short(field: Field, text: String) -> Result<String, LinkError> {
    if text.chars().nth(LONGEST_TEXT).is_some() { Err(LinkError::TooLong(field.name())) } else { Ok(text) }
}

/// The fields that are not read yet.
struct Fields(Vec<(Field, String)>);

impl Fields {
    fn take(&mut self, field: Field) -> Option<String> {
        let at = self.0.iter().position(|(known, _)| *known == field)?;
        Some(self.0.remove(at).1)
    }

    fn every(&mut self, field: Field) -> Result<Vec<String>, LinkError> {
        let mut texts = Vec::new();
        while let Some(text) = self.take(field) {
            texts.push(short(field, text)?);
        }
        if texts.len() > MOST_KEPT { Err(LinkError::TooMany(field.name())) } else { Ok(texts) }
    }

    fn parsed<T>(&mut self, field: Field, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, LinkError> {
        let Some(text) = self.take(field) else { return Ok(None) };
        let wrong = || LinkError::value(field.name(), &text, field.expects());
        read(&text).map(Some).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests;
