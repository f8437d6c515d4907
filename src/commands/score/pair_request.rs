//! Requests of a line beyond the score, in the field that `--ask-column` names.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::Deserialize;

use crate::choice::Choice;
use crate::cli::{ExplainArgs, ScoreArgs, Topics};
use bertscope_analysis::Analysis;
use bertscope_pairs::{MissingTexts, PairRecord, json_reason};
use bertscope_report::explanation::Section;
use bertscope_report::export::{ExportError, ExportOptions, Format, Palette, render};
use bertscope_report::findings::rows::Drawing;

pub struct PairRequest {
    pub explain: ExplainArgs,
    draw: Vec<NamedFormat>,
}

/// The request as it stands in the field.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct PairRequestJson {
    explain: Vec<Topics>,
    before: Option<String>,
    against: Vec<String>,
    draw: Vec<NamedFormat>,
    /// What to do with a missing text: checked here, and read with the texts.
    #[serde(rename = "missing")]
    _missing: Option<MissingTexts>,
}

/// A format, by its name on the command line.
#[derive(Clone, Copy, Deserialize)]
#[serde(try_from = "String")]
struct NamedFormat(Format);

impl NamedFormat {
    fn name(self) -> &'static str {
        let choice = Format::CHOICES.iter().find(|choice| choice.0 == self.0);
        choice.map_or("", |(_, name, _)| name)
    }
}

impl TryFrom<String> for NamedFormat {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if let Some((format, ..)) = Format::CHOICES.iter().find(|choice| choice.1 == text) {
            return Ok(Self(*format));
        }
        let names: Vec<&str> = Format::CHOICES.iter().map(|(_, name, _)| *name).collect();
        Err(format!(
            "unknown format {text:?}; use one or more of {}",
            names.join(", ")
        ))
    }
}

impl PairRequest {
    /// The request for a pair: from its own field if `--ask-column` names one, otherwise from `--explain`.
    pub fn from_pair(pair: &PairRecord, args: &ScoreArgs) -> Result<Self, String> {
        // The field is the last of the extra columns.
        let (Some(name), Some(field)) = (&args.ask_column, pair.extra.last()) else {
            return Ok(Self {
                explain: args.explain.clone(),
                draw: Vec::new(),
            });
        };
        let request: PairRequestJson =
            serde_json::from_str(field.as_json().get()).map_err(|error| {
                // Its position is that in the field, not in the line that the reader sees.
                let reason = json_reason(&error);
                format!("{name:?} cannot be answered: {reason}")
            })?;
        Ok(Self {
            explain: ExplainArgs {
                explain: request.explain,
                before: request.before,
                against: request.against,
            },
            draw: request.draw,
        })
    }

    /// Whether only the score is requested.
    pub fn is_empty(&self) -> bool {
        self.explain.explain.is_empty() && self.draw.is_empty()
    }

    /// The requested files, each with its explanations.
    pub fn drawings(
        &self,
        analysis: &Analysis,
        explanations: &[Section],
    ) -> Result<Vec<Drawing>, ExportError> {
        self.draw
            .iter()
            .map(|named| draw(*named, analysis, explanations))
            .collect()
    }
}

fn draw(
    named: NamedFormat,
    analysis: &Analysis,
    explanations: &[Section],
) -> Result<Drawing, ExportError> {
    // The same background as `plot`: terminals are usually dark, paper is not.
    let format = named.0;
    let dark = format == Format::Ansi;
    let options = ExportOptions {
        dark,
        palette: if dark {
            Palette::Viridis
        } else {
            Palette::Blues
        },
        explanations: explanations.to_vec(),
        ..ExportOptions::default()
    };
    let file = render(analysis, format, &options)?;
    Ok(Drawing {
        format: named.name(),
        // Only a PNG is not text.
        text: match format {
            Format::Png => BASE64_STANDARD.encode(&file.bytes),
            _ => String::from_utf8_lossy(&file.bytes).into_owned(),
        },
        missing: file.missing_glyphs.into_iter().collect(),
    })
}
