//! The fields of a link: their names and values.

use bertscope_analysis::Idf;
use bertscope_explain::Topic;

use super::MAX_KEPT_TEXTS;
use crate::direction::MatchDirection;
use crate::palette::Palette;

/// A field of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkField {
    Reference,
    Candidate,
    OtherCandidate,
    OtherReference,
    CandidateLetter,
    ReferenceLetter,
    Layer,
    Idf,
    Rescale,
    Special,
    Direction,
    Panel,
    Hidden,
    Palette,
    Lesson,
    Step,
}

impl LinkField {
    const ALL: [Self; 16] = [
        Self::Reference,
        Self::Candidate,
        Self::OtherCandidate,
        Self::OtherReference,
        Self::CandidateLetter,
        Self::ReferenceLetter,
        Self::Layer,
        Self::Idf,
        Self::Rescale,
        Self::Special,
        Self::Direction,
        Self::Panel,
        Self::Hidden,
        Self::Palette,
        Self::Lesson,
        Self::Step,
    ];

    /// The field with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.name() == name)
    }

    /// Its name in the link.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Candidate => "candidate",
            Self::OtherCandidate => "other",
            Self::OtherReference => "other-reference",
            Self::CandidateLetter => "candidate-letter",
            Self::ReferenceLetter => "reference-letter",
            Self::Layer => "layer",
            Self::Idf => "idf",
            Self::Rescale => "rescale",
            Self::Special => "special",
            Self::Direction => "direction",
            Self::Panel => "panel",
            Self::Hidden => "hidden",
            Self::Palette => "palette",
            Self::Lesson => "lesson",
            Self::Step => "step",
        }
    }

    /// Whether a link may contain it several times.
    pub fn repeats(self) -> bool {
        matches!(self, Self::OtherCandidate | Self::OtherReference)
    }

    /// The values that it can have.
    pub fn expects(self) -> &'static str {
        match self {
            Self::Reference | Self::Candidate | Self::OtherCandidate | Self::OtherReference => "a text",
            Self::CandidateLetter | Self::ReferenceLetter => "a letter from A to Q",
            Self::Layer => "a layer number",
            Self::Idf => "off, table or references",
            Self::Rescale | Self::Special | Self::Hidden => "yes or no",
            Self::Direction => "both, precision or recall",
            Self::Panel => "matches, ledger, drop, edit, compare, layers, idf, ruler, lenses or overlap",
            Self::Palette => "viridis, cividis, magma, blues or greys",
            Self::Lesson => "a lesson name",
            Self::Step => "a number, 1 or more",
        }
    }
}

pub fn parse_flag(text: &str) -> Option<bool> {
    match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

/// Letters of the text on screen and of all kept texts.
fn letters() -> impl Iterator<Item = char> {
    ('A'..='Z').take(MAX_KEPT_TEXTS + 1)
}

/// The letter of a text by its position among all of its side.
pub fn letter(position: usize) -> Option<char> {
    letters().nth(position)
}

/// The position that a letter names.
pub fn position(text: &str) -> Option<usize> {
    letters().position(|letter| text.chars().eq([letter]))
}

pub fn idf_name(idf: Idf) -> &'static str {
    match idf {
        Idf::Off => "off",
        Idf::Table => "table",
        Idf::References => "references",
    }
}

pub fn idf(text: &str) -> Option<Idf> {
    [Idf::Off, Idf::Table, Idf::References].into_iter().find(|idf| idf_name(*idf) == text)
}

pub fn direction(text: &str) -> Option<MatchDirection> {
    MatchDirection::ALL.into_iter().find(|direction| direction.name() == text)
}

pub fn panel(text: &str) -> Option<Topic> {
    Topic::ALL.into_iter().find(|topic| topic.name() == text)
}

pub fn palette(text: &str) -> Option<Palette> {
    Palette::ALL.into_iter().find(|palette| palette.name() == text)
}
