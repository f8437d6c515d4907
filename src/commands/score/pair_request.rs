//! Requests of a line beyond the score, in the field that `--ask-column` names.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use bertscope_analysis::Analysis;
use bertscope_pairs::PairRecord;
use bertscope_report::explanation::Section;
use bertscope_report::export::{ExportError, ExportOptions, Format, Palette, render};
use bertscope_report::findings::rows::Drawing;
use serde::Deserialize;

use crate::choice::Choice;
use crate::cli::{ExplainArgs, ScoreArgs, Topics};

/// The request for one pair.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PairRequest {
    explain: Vec<Topics>,
    before: Option<String>,
    against: Vec<String>,
    draw: Vec<DrawFormat>,
}

/// A format, by its name on the command line.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
struct DrawFormat(Format);

impl DrawFormat {
    /// All formats, with their names.
    fn all() -> impl Iterator<Item = (Self, &'static str)> {
        Format::CHOICES.iter().map(|&(format, name, _)| (Self(format), name))
    }

    fn name(self) -> &'static str {
        Self::all().find(|(drawn, _)| drawn.0 == self.0).map_or("", |(_, name)| name)
    }
}

impl TryFrom<String> for DrawFormat {
    type Error = String;

    fn try_from(asked: String) -> Result<Self, String> {
        Self::all().find(|(_, name)| *name == asked).map(|(drawn, _)| drawn).ok_or_else(|| {
            let names: Vec<&str> = Self::all().map(|(_, name)| name).collect();
            format!("unknown format {asked:?}; use one or more of {}", names.join(", "))
        })
    }
}

impl PairRequest {
    /// The request for a pair: from its own field if `--ask-column` names one, otherwise from `--explain`.
    pub fn from_pair(pair: &PairRecord, args: &ScoreArgs) -> Result<Self, String> {
        // The field is the last of the extra columns.
        let (Some(name), Some(field)) = (&args.ask_column, pair.extra.last()) else {
            let ExplainArgs { explain, before, against } = args.explain.clone();
            return Ok(Self { explain, before, against, draw: Vec::new() });
        };
        serde_json::from_str(field.as_json().get()).map_err(|error| {
            let reason = error.to_string();
            format!("{name:?} cannot be answered: {}", reason.split(" at line ").next().unwrap_or_default())
        })
    }

    /// Whether only the score is requested.
    pub fn is_empty(&self) -> bool {
        self.explain.is_empty() && self.draw.is_empty()
    }

    /// As command-line options.
    pub fn explanations(&self) -> ExplainArgs {
        let Self { explain, before, against, draw: _ } = self.clone();
        ExplainArgs { explain, before, against }
    }

    /// The requested files, each with its explanations.
    pub fn drawings(&self, analysis: &Analysis, explanations: &[Section]) -> Result<Vec<Drawing>, ExportError> {
        let draw = |drawn: &DrawFormat| {
            // The same background as `plot`: terminals are usually dark, paper is not.
            let dark = drawn.0 == Format::Ansi;
            let palette = if dark { Palette::Viridis } else { Palette::Blues };
            let explanations = explanations.to_vec();
            let options = ExportOptions { dark, palette, explanations, ..ExportOptions::default() };
            let file = render(analysis, drawn.0, &options)?;
            // Only a PNG is not text.
            let text = match drawn.0 {
                Format::Png => BASE64_STANDARD.encode(&file.bytes),
                _ => String::from_utf8_lossy(&file.bytes).into_owned(),
            };
            Ok(Drawing { format: drawn.name(), text, missing: file.missing_glyphs.into_iter().collect() })
        };
        self.draw.iter().map(draw).collect()
    }
}
