//! The view: a pair and its settings, as stored by the page's script.

use bertscope_analysis::{Analysis, Idf, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::{KeptTexts, Topic};
use bertscope_lessons::check::find_cell;
use bertscope_metric::Pair;
use bertscope_report::MatchDirection;
use bertscope_report::export::ExportOptions;
use bertscope_report::link::{MAX_TEXT_CHARS, PairLink};
use bertscope_report::number::with_thousands_separators;
use bertscope_report::palette::Palette;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// A pair and its settings. Missing fields have defaults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The reference.
    pub reference: String,
    /// The candidate.
    pub candidate: String,
    /// Candidates to compare with.
    #[serde(default)]
    pub others: KeptTextsJson,
    /// References to compare with.
    #[serde(default)]
    pub other_references: KeptTextsJson,
    /// The layer; `None` for the model's default layer.
    #[serde(default)]
    pub layer: Option<usize>,
    /// The source of IDF weights.
    #[serde(default)]
    pub idf: Idf,
    /// Whether the score is rescaled.
    #[serde(default)]
    pub rescale: bool,
    /// Whether special tokens have rows and columns.
    #[serde(default = "default_true")]
    pub special: bool,
    /// The direction of the matches that are shown.
    #[serde(default)]
    pub direction: MatchDirection,
    /// The open panel.
    #[serde(default)]
    pub panel: Topic,
    /// The cell of a lesson step, by its tokens: the candidate's, the reference's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<[String; 2]>,
    /// The palette of the cells; `None` for the one that suits the page.
    #[serde(default)]
    pub palette: Option<Palette>,
    /// Whether the scores are hidden until the user asks for them.
    #[serde(default)]
    pub hidden: bool,
}

/// Kept texts of a side, as the page's script changes them.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptTextsJson {
    /// The texts, in the order of their letters.
    pub texts: Vec<String>,
    /// The position of the text on screen among all of them, which is its letter.
    #[serde(rename = "at")]
    pub shown_at: usize,
}

impl From<KeptTextsJson> for KeptTexts {
    fn from(kept: KeptTextsJson) -> Self {
        Self::with_shown_position(kept.shown_at, kept.texts.into_iter().map(Into::into))
    }
}

impl From<KeptTexts> for KeptTextsJson {
    fn from(kept: KeptTexts) -> Self {
        Self { texts: kept.iter().map(ToString::to_string).collect(), shown_at: kept.shown_at() }
    }
}

fn default_true() -> bool {
    true
}

impl View {
    /// The texts.
    pub fn texts(&self) -> Pair<&str> {
        Pair { reference: &self.reference, candidate: &self.candidate }
    }

    /// The settings of the score; without a layer, the model's default layer.
    pub fn settings(&self, own: Layer) -> Settings {
        Settings { layer: self.layer.map_or(own, Layer), idf: self.idf, rescale: self.rescale }
    }

    /// The drawing options.
    pub fn options(&self, dark: bool) -> ExportOptions {
        ExportOptions {
            dark,
            palette: self.palette.unwrap_or(if dark { Palette::Viridis } else { Palette::Blues }),
            special: self.special,
            direction: self.direction,
            ..ExportOptions::default()
        }
    }

    /// Row and column of the cell of the lesson step, if the texts contain it.
    pub fn cell_of(&self, analysis: &Analysis) -> Option<(usize, usize)> {
        find_cell(analysis, self.cell.as_ref()?).ok()
    }

    /// Refuses texts that are too long for any model, before any work is done.
    pub fn check(&self) -> Result<(), Failure> {
        let sides = [(Side::Reference, &self.reference), (Side::Candidate, &self.candidate)];
        for (side, text) in sides {
            let characters = text.chars().count();
            if characters > MAX_TEXT_CHARS {
                return Err(Failure(format!(
                    "The {} has {} characters. Shorten it to {} or fewer; the model reads only about 400 words.",
                    side.name(),
                    with_thousands_separators(characters as u64),
                    with_thousands_separators(MAX_TEXT_CHARS as u64)
                )));
            }
        }
        Ok(())
    }
}

impl From<View> for PairLink {
    fn from(view: View) -> Self {
        Self {
            texts: Pair { reference: view.reference, candidate: view.candidate },
            kept: Pair { reference: view.other_references.into(), candidate: view.others.into() },
            layer: view.layer,
            idf: view.idf,
            rescale: view.rescale,
            special: view.special,
            direction: view.direction,
            panel: view.panel,
            palette: view.palette,
            hidden: view.hidden,
        }
    }
}

impl From<PairLink> for View {
    fn from(link: PairLink) -> Self {
        Self {
            reference: link.texts.reference,
            candidate: link.texts.candidate,
            others: link.kept.candidate.into(),
            other_references: link.kept.reference.into(),
            layer: link.layer,
            idf: link.idf,
            rescale: link.rescale,
            special: link.special,
            direction: link.direction,
            panel: link.panel,
            cell: None,
            palette: link.palette,
            hidden: link.hidden,
        }
    }
}
