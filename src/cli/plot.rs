//! Options of `bertscope plot`.

use std::path::PathBuf;

use clap::{ArgAction, Args};

use super::{ExplainArgs, MetricArgs, TextFileArgs};
use crate::appearance::Background;
use crate::choice::choice;
use bertscope_report::export::{Format, Palette};

#[derive(Debug, Args)]
pub struct PlotArgs {
    /// Reference: a text, or a file with one text per line. Of several references, the one with the highest F1 is drawn
    #[arg(
        short,
        long,
        value_name = "REF",
        required = true,
        allow_hyphen_values = true
    )]
    pub reference: Vec<String>,
    /// Candidate: a text, or a file with one text per line
    #[arg(
        short,
        long,
        value_name = "CAND",
        required = true,
        allow_hyphen_values = true
    )]
    pub candidate: String,
    /// With files of several lines: which line to draw, counting from 1
    #[arg(long, value_name = "N")]
    pub pair: Option<usize>,
    /// How the files of `-r` and `-c` are read.
    #[command(flatten)]
    pub files: TextFileArgs,
    /// The options of the metric.
    #[command(flatten)]
    pub metric: MetricArgs,
    /// Explanations below the picture, in formats that contain text.
    #[command(flatten)]
    pub explain: ExplainArgs,
    /// Output file; the extension sets the format: .svg, .png, .html, .ansi, .txt, .md, .json or .py. Repeat it for
    /// several files [default: text to standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Vec<PathBuf>,
    /// Output format, regardless of the file extension
    #[arg(long, value_parser = choice::<Format>(), value_name = "FORMAT")]
    pub format: Option<Format>,
    /// Title above the picture
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub title: Option<String>,
    /// Dark text on light, or light on dark. HTML pages contain both and follow the reader's setting [default: light]
    #[arg(long, value_name = "THEME")]
    pub theme: Option<Background>,
    /// Colours of the cells [default: blues on light, viridis on dark]
    #[arg(long, value_parser = choice::<Palette>(), value_name = "PALETTE")]
    pub palette: Option<Palette>,
    /// Draw rows and columns for special tokens (the default)
    #[arg(long, overrides_with = "no_special")]
    pub special: bool,
    /// Leave special tokens out of the picture; they can still be matched
    #[arg(long, action = ArgAction::SetTrue)]
    pub no_special: bool,
    /// PNG pixels per SVG pixel
    #[arg(long, value_name = "N", default_value_t = 2.0, value_parser = scale)]
    pub scale: f32,
}

fn scale(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(x) if (0.1..=20.0).contains(&x) => Ok(x),
        _ => Err("expected a number from 0.1 to 20".into()),
    }
}
