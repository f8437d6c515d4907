//! A pair and its settings as a link: `https://example.org/#reference=…&candidate=…&layer=3`.
//!
//! The web page keeps its state in the part after `#`, which browsers do not send to a server. A link therefore reproduces
//! a picture, and the program can write and read the same link. Fields with default values are left out.
//!
//! A damaged link opens with the fields that can be read; [`LinkWarnings`] lists the rest.

mod encoding;
mod error;
mod field;

use bertscope_analysis::Idf;
use bertscope_explain::{KeptTexts, Topic};
use bertscope_metric::Pair;

use crate::direction::MatchDirection;
use crate::palette::Palette;
use encoding::{decode, encode};
pub use error::{LinkError, LinkWarning, LinkWarnings};
use field::LinkField;

/// Precedes the number of bytes that follow, which reveals a link that was cut off, even in the middle of a text.
const SIZE: &str = "size=";
/// Most characters of a text in a link: more than any model reads.
pub const MAX_TEXT_CHARS: usize = 20_000;
/// Most kept texts.
pub const MAX_KEPT_TEXTS: usize = 16;

/// What a link opens.
#[derive(Debug, Clone, PartialEq)]
pub enum Link {
    /// A pair, as it was shown.
    Pair(Box<PairLink>),
    /// A step of a lesson.
    Lesson {
        /// The name of a bundled lesson, or the URL of a file next to the page.
        lesson: String,
        /// The step, from 1.
        step: usize,
    },
}

/// A pair with all settings that its picture depends on.
#[derive(Debug, Clone, PartialEq)]
pub struct PairLink {
    /// The two texts.
    pub texts: Pair<String>,
    /// Further candidates and references, to compare with.
    pub kept: Pair<KeptTexts>,
    /// The layer; `None` for the model's default.
    pub layer: Option<usize>,
    /// The source of IDF weights.
    pub idf: Idf,
    /// Whether the score is rescaled.
    pub rescale: bool,
    /// Whether special tokens have rows and columns.
    pub special: bool,
    /// The direction of the matches that are shown.
    pub direction: MatchDirection,
    /// The open panel.
    pub panel: Topic,
    /// Colours of the cells; `None` for the reader's choice.
    pub palette: Option<Palette>,
    /// Whether the scores are hidden until the reader reveals them.
    pub hidden: bool,
}

impl PairLink {
    /// A pair with default settings.
    #[must_use]
    pub fn new(texts: Pair<String>) -> Self {
        Self {
            texts,
            kept: Pair { reference: KeptTexts::default(), candidate: KeptTexts::default() },
            layer: None,
            idf: Idf::Off,
            rescale: false,
            special: true,
            direction: MatchDirection::Both,
            panel: Topic::Matches,
            palette: None,
            hidden: false,
        }
    }
}

impl Link {
    /// Whether a command-line argument is a link, not a text or a file.
    #[must_use]
    pub fn looks_like_link(word: &str) -> bool {
        let web = ["https://", "http://"].iter().any(|scheme| word.starts_with(scheme));
        web && word.contains('#') && !word.contains(char::is_whitespace)
    }

    /// The part of a URL after `#`. It has only characters that survive in mail and messages.
    #[must_use]
    pub fn fragment(&self) -> String {
        let fields: Vec<(LinkField, String)> = match self {
            Self::Pair(pair) => pair.fields(),
            Self::Lesson { lesson, step } => {
                let step = (*step > 1).then(|| (LinkField::Step, step.to_string()));
                std::iter::once((LinkField::Lesson, lesson.clone())).chain(step).collect()
            }
        };
        let fields = fields.iter().map(|(field, value)| format!("{}={}", field.name(), encode(value)));
        let fields = fields.collect::<Vec<_>>().join("&");
        match self {
            Self::Pair(_) => format!("{SIZE}{}&{fields}", fields.len()),
            Self::Lesson { .. } => fields,
        }
    }

    /// Reads a URL, or the part after its `#`, as far as possible.
    ///
    /// # Errors
    /// [`LinkError`] if it contains neither a text nor a lesson.
    pub fn parse(address: &str) -> Result<ParsedLink, LinkError> {
        let fragment = address.split_once('#').map_or(address, |(_, fragment)| fragment);
        let (mut fields, mut flaws) = LinkFields::new(fragment);
        if fields.0.is_empty() && flaws.is_empty() {
            return Err(LinkError::Empty);
        }
        let link = match fields.text(LinkField::Lesson, &mut flaws) {
            Some(lesson) => {
                let number = |text: &str| text.parse().ok().filter(|step| *step > 0);
                Some(Self::Lesson {
                    lesson,
                    step: fields.parse_field(LinkField::Step, number, &mut flaws).unwrap_or(1),
                })
            }
            None => PairLink::read(&mut fields, &mut flaws).map(|pair| Self::Pair(Box::new(pair))),
        };
        flaws.extend(fields.0.iter().map(|(field, _)| LinkWarning::Stray(field.name())));
        let flaws = LinkWarnings(flaws);
        match link {
            Some(link) => Ok(ParsedLink { link, warnings: flaws }),
            None => Err(LinkError::Unreadable(flaws)),
        }
    }
}

/// What a link opens, and the parts that could not be read.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedLink {
    /// The readable part.
    pub link: Link,
    /// What was left out.
    pub warnings: LinkWarnings,
}

impl PairLink {
    fn fields(&self) -> Vec<(LinkField, String)> {
        let plain = Self::new(self.texts.clone());
        let mut fields = vec![
            (LinkField::Reference, self.texts.reference.clone()),
            (LinkField::Candidate, self.texts.candidate.clone()),
        ];
        for (kept, text, letter) in [
            (&self.kept.candidate, LinkField::OtherCandidate, LinkField::CandidateLetter),
            (&self.kept.reference, LinkField::OtherReference, LinkField::ReferenceLetter),
        ] {
            fields.extend(kept.iter().take(MAX_KEPT_TEXTS).map(|kept| (text, kept.to_string())));
            let shown_at = kept.shown_at().min(MAX_KEPT_TEXTS);
            fields.extend(field::letter(shown_at).filter(|_| shown_at > 0).map(|name| (letter, name.to_string())));
        }
        fields.extend(self.layer.map(|layer| (LinkField::Layer, layer.to_string())));
        let mut set = |field: LinkField, differs: bool, value: &str| {
            if differs {
                fields.push((field, value.to_owned()));
            }
        };
        let yes_no = |yes: bool| if yes { "yes" } else { "no" };
        set(LinkField::Idf, self.idf != plain.idf, field::idf_name(self.idf));
        set(LinkField::Rescale, self.rescale != plain.rescale, yes_no(self.rescale));
        set(LinkField::Special, self.special != plain.special, yes_no(self.special));
        set(LinkField::Direction, self.direction != plain.direction, self.direction.name());
        set(LinkField::Panel, self.panel != plain.panel, self.panel.name());
        set(LinkField::Hidden, self.hidden != plain.hidden, yes_no(self.hidden));
        fields.extend(self.palette.map(|palette| (LinkField::Palette, palette.name().to_owned())));
        fields
    }

    /// `None` without any text.
    fn read(fields: &mut LinkFields, flaws: &mut Vec<LinkWarning>) -> Option<Self> {
        let [reference, candidate] =
            [LinkField::Reference, LinkField::Candidate].map(|field| fields.text(field, flaws));
        if reference.is_none() && candidate.is_none() {
            return None;
        }
        for (text, field) in [(&reference, LinkField::Reference), (&candidate, LinkField::Candidate)] {
            if text.is_none() && !flaws.iter().any(|flaw| flaw.field() == Some(field.name())) {
                flaws.push(LinkWarning::Missing(field.name()));
            }
        }
        let (reference, candidate) = (reference.unwrap_or_default(), candidate.unwrap_or_default());
        let plain = Self::new(Pair { reference, candidate });
        let candidates = fields.kept(LinkField::OtherCandidate, LinkField::CandidateLetter, flaws);
        let references = fields.kept(LinkField::OtherReference, LinkField::ReferenceLetter, flaws);
        Some(Self {
            kept: Pair { candidate: candidates, reference: references },
            layer: fields.parse_field(LinkField::Layer, |text| text.parse().ok(), flaws),
            idf: fields.parse_field(LinkField::Idf, field::idf, flaws).unwrap_or(plain.idf),
            rescale: fields.parse_field(LinkField::Rescale, field::parse_flag, flaws).unwrap_or(plain.rescale),
            special: fields.parse_field(LinkField::Special, field::parse_flag, flaws).unwrap_or(plain.special),
            direction: fields.parse_field(LinkField::Direction, field::direction, flaws).unwrap_or(plain.direction),
            panel: fields.parse_field(LinkField::Panel, field::panel, flaws).unwrap_or(plain.panel),
            hidden: fields.parse_field(LinkField::Hidden, field::parse_flag, flaws).unwrap_or(plain.hidden),
            palette: fields.parse_field(LinkField::Palette, field::palette, flaws),
            ..plain
        })
    }
}

/// The fields that are not read yet.
struct LinkFields(Vec<(LinkField, String)>);

impl LinkFields {
    /// The readable fields of a fragment, and the flaws of the others. A link states how many bytes its fields have; one
    /// that was written by hand need not, and one that was changed by hand may have more.
    fn new(fragment: &str) -> (Self, Vec<LinkWarning>) {
        let (fragment, is_whole) = match fragment.strip_prefix(SIZE) {
            Some(sized) => {
                let (size, fields) = sized.split_once('&').unwrap_or((sized, ""));
                (fields, size.parse().is_ok_and(|size: usize| fields.len() >= size))
            }
            None => (fragment, true),
        };
        let (mut fields, mut flaws) = (Vec::<(LinkField, String)>::new(), Vec::new());
        let mut parts = fragment.split('&').filter(|part| !part.is_empty()).peekable();
        while let Some(part) = parts.next() {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let is_cut = !is_whole && parts.peek().is_none();
            match (LinkField::from_name(name), decode(value)) {
                (Some(field), _) if is_cut => flaws.push(LinkWarning::CutOff(field.name())),
                (None, _) => flaws.push(LinkWarning::unknown(name)),
                (Some(field), _) if !field.repeats() && fields.iter().any(|(known, _)| *known == field) => {
                    flaws.push(LinkWarning::Duplicate(field.name()));
                }
                (Some(field), None) => flaws.push(LinkWarning::Damaged(field.name())),
                (Some(field), Some(value)) => fields.push((field, value)),
            }
        }
        (Self(fields), flaws)
    }

    fn take(&mut self, field: LinkField) -> Option<String> {
        let at = self.0.iter().position(|(known, _)| *known == field)?;
        Some(self.0.remove(at).1)
    }

    /// A text that is not too long.
    fn text(&mut self, field: LinkField, flaws: &mut Vec<LinkWarning>) -> Option<String> {
        let text = self.take(field)?;
        if text.chars().nth(MAX_TEXT_CHARS).is_none() {
            return Some(text);
        }
        flaws.push(LinkWarning::TooLong(field.name()));
        None
    }

    /// The kept texts of a side, and the letter of the text on screen among them.
    fn kept(&mut self, field: LinkField, letter: LinkField, flaws: &mut Vec<LinkWarning>) -> KeptTexts {
        let mut texts = Vec::new();
        while self.0.iter().any(|(known, _)| *known == field) {
            texts.extend(self.text(field, flaws));
        }
        if texts.len() > MAX_KEPT_TEXTS {
            texts.truncate(MAX_KEPT_TEXTS);
            flaws.push(LinkWarning::TooMany(field.name()));
        }
        let shown_at = self.parse_field(letter, field::position, flaws).unwrap_or(0);
        KeptTexts::with_shown_position(shown_at, texts.into_iter().map(Into::into))
    }

    fn parse_field<T>(
        &mut self,
        field: LinkField,
        read: impl Fn(&str) -> Option<T>,
        flaws: &mut Vec<LinkWarning>,
    ) -> Option<T> {
        let text = self.take(field)?;
        let value = read(&text);
        if value.is_none() {
            flaws.push(LinkWarning::value(field.name(), &text, field.expects()));
        }
        value
    }
}

#[cfg(test)]
mod tests;
