//! Requests of a line beyond the score, in the field that `--ask-column` names.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use bertscope_analysis::Analysis;
use bertscope_pairs::PairRecord;
use bertscope_report::explanation::Section;
use bertscope_report::export::{ExportError, ExportOptions, Format, Palette, render};
use bertscope_report::findings::rows::Drawing;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::choice::Choice;
use crate::cli::{ExplainArgs, ScoreArgs, Topics};

/// The request for one pair.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PairRequest {
    explain: Vec<Topics>,
    before: Option<String>,
    against: Vec<String>,
    #[serde(deserialize_with = "formats")]
    draw: Vec<(Format, &'static str)>,
}

/// Formats and their names on the command line, by these names.
fn formats<'de, D: Deserializer<'de>>(names: D) -> Result<Vec<(Format, &'static str)>, D::Error> {
    let format = |asked: &String| {
        let found = Format::CHOICES.iter().find(|(_, name, _)| name == asked);
        found
            .map(|(format, name, _)| (*format, *name))
            .ok_or_else(|| {
                let names: Vec<&str> = Format::CHOICES.iter().map(|(_, name, _)| *name).collect();
                D::Error::custom(format!(
                    "unknown format {asked:?}; use one or more of {}",
                    names.join(", ")
                ))
            })
    };
    Vec::<String>::deserialize(names)?
        .iter()
        .map(format)
        .collect()
}

impl PairRequest {
    /// The request for a pair: from its own field if `--ask-column` names one, otherwise from `--explain`.
    pub fn from_pair(pair: &PairRecord, args: &ScoreArgs) -> Result<Self, String> {
        // The field is the last of the extra columns.
        let (Some(name), Some(field)) = (&args.ask_column, pair.extra.last()) else {
            let ExplainArgs {
                explain,
                before,
                against,
            } = args.explain.clone();
            return Ok(Self {
                explain,
                before,
                against,
                draw: Vec::new(),
            });
        };
        serde_json::from_str(field.as_json().get()).map_err(|error| {
            let reason = error.to_string();
            format!(
                "{name:?} cannot be answered: {}",
                reason.split(" at line ").next().unwrap_or_default()
            )
        })
    }

    /// Whether only the score is requested.
    pub fn is_empty(&self) -> bool {
        self.explain.is_empty() && self.draw.is_empty()
    }

    /// As command-line options.
    pub fn explanations(&self) -> ExplainArgs {
        let Self {
            explain,
            before,
            against,
            draw: _,
        } = self.clone();
        ExplainArgs {
            explain,
            before,
            against,
        }
    }

    /// The requested files, each with its explanations.
    pub fn drawings(
        &self,
        analysis: &Analysis,
        explanations: &[Section],
    ) -> Result<Vec<Drawing>, ExportError> {
        let draw = |&(format, name): &(Format, &'static str)| {
            // The same background as `plot`: terminals are usually dark, paper is not.
            let dark = format == Format::Ansi;
            let palette = if dark {
                Palette::Viridis
            } else {
                Palette::Blues
            };
            let explanations = explanations.to_vec();
            let options = ExportOptions {
                dark,
                palette,
                explanations,
                ..ExportOptions::default()
            };
            let file = render(analysis, format, &options)?;
            // Only a PNG is not text.
            let text = match format {
                Format::Png => BASE64_STANDARD.encode(&file.bytes),
                _ => String::from_utf8_lossy(&file.bytes).into_owned(),
            };
            Ok(Drawing {
                format: name,
                text,
                missing: file.missing_glyphs.into_iter().collect(),
            })
        };
        self.draw.iter().map(draw).collect()
    }
}
