//! Options of `bertscope plot`.

use std::path::PathBuf;

use clap::{ArgAction, Args};

use super::choice::choice;
use super::{ExplainArgs, MetricArgs};
use crate::appearance::Background;
use bertscope_report::export::Format;
use bertscope_report::palette::Palette;

/// Options of `bertscope plot`.
#[derive(Debug, Args)]
pub struct PlotArgs {
    /// Reference: a text, or a file with a text a line. Of several, the one with the highest F1 is drawn
    #[arg(short, long, value_name = "REF", required = true, allow_hyphen_values = true)]
    pub reference: Vec<String>,
    /// Candidate: a text, or a file with a text a line
    #[arg(short, long, value_name = "CAND", required = true, allow_hyphen_values = true)]
    pub candidate: String,
    /// Which line of files with several, the first being 1
    #[arg(long, value_name = "N")]
    pub pair: Option<usize>,
    /// Which score.
    #[command(flatten)]
    pub metric: MetricArgs,
    /// What is explained below the picture, in the kinds of file that have text.
    #[command(flatten)]
    pub why: ExplainArgs,
    /// Where to write, the kind of file by its ending: .svg, .png, .html, .ansi, .txt, .md, .json or .py. Repeat it for
    /// several [default: standard output, as text]
    #[arg(short, long, value_name = "FILE")]
    pub output: Vec<PathBuf>,
    /// The kind of file, whatever its ending
    #[arg(long, value_parser = choice::<Format>(), value_name = "FORMAT")]
    pub format: Option<Format>,
    /// A title above the picture
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub title: Option<String>,
    /// Dark text on light, or light on dark. A page (HTML) has both and follows its reader [default: light]
    #[arg(long, value_parser = choice::<Background>(), value_name = "THEME")]
    pub theme: Option<Background>,
    /// Colours of the cells [default: blues on light, viridis on dark]
    #[arg(long, value_parser = choice::<Palette>(), value_name = "PALETTE")]
    pub palette: Option<Palette>,
    /// Give special tokens such as `[CLS]` rows and columns; that is what happens anyway
    #[arg(long, overrides_with = "no_special")]
    pub special: bool,
    /// Leave special tokens out of the picture; they still count as partners
    #[arg(long, action = ArgAction::SetTrue)]
    pub no_special: bool,
    /// Pixels of a PNG for each pixel of the SVG
    #[arg(long, value_name = "N", default_value_t = 2.0, value_parser = scale)]
    pub scale: f32,
}

fn scale(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(x) if (0.1..=20.0).contains(&x) => Ok(x),
        _ => Err("a number from 0.1 to 20 is needed".into()),
    }
}
