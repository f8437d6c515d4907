//! Options of the inspector.

use std::path::PathBuf;

use clap::Args;

use bertscope_report::palette::Palette;

use super::MetricArgs;
use super::choice::choice;
use crate::appearance::{Background, ColorDepth};
use crate::inspector_options::{InspectorOptions, Screenshot};

/// The inspector's options.
#[derive(Debug, Clone, Args)]
pub struct InspectArgs {
    /// The reference text [default: that of the last session, or an example]
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    pub reference: Option<String>,
    /// The candidate text
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    pub candidate: Option<String>,
    /// Which score.
    #[command(flatten)]
    pub metric: MetricArgs,
    /// Colours for a dark or a light background [default: what the terminal says]
    #[arg(long, value_parser = choice::<Background>(), value_name = "THEME")]
    pub theme: Option<Background>,
    /// Colours of the heatmap
    #[arg(long, value_parser = choice::<Palette>(), value_name = "PALETTE")]
    pub palette: Option<Palette>,
    /// How many colours to use [default: what the terminal can show; none under `NO_COLOR`]
    #[arg(long, value_parser = choice::<ColorDepth>(), value_name = "DEPTH")]
    pub colors: Option<ColorDepth>,
    /// Let the mouse choose cells (the terminal's own text selection then needs Shift)
    #[arg(long)]
    pub mouse: bool,
    /// Start in projector mode: large cells and figures, few words (Alt-p turns it off) [default: as in the last session]
    #[arg(long)]
    pub projector: bool,
    /// Neither read nor write the texts and settings of the last session
    #[arg(long)]
    pub no_session: bool,
    /// Draw one screen of WIDTHxHEIGHT as an SVG picture to FILE and leave (for documents)
    #[arg(long, value_name = "FILE", hide = true)]
    pub screenshot: Option<PathBuf>,
    /// Size of the screenshot in cells
    #[arg(long, value_name = "WIDTHxHEIGHT", hide = true, default_value = "110x34")]
    pub size: String,
    /// Keys to press before the screenshot, such as "f2 esc right"
    #[arg(long, value_name = "KEYS", hide = true, default_value = "")]
    pub keys: String,
}

impl InspectArgs {
    /// The inspector that they ask for.
    #[must_use]
    pub fn options(&self) -> InspectorOptions {
        let Self { reference, candidate, metric, theme, palette, colors, mouse, projector, no_session, .. } =
            self.clone();
        let screenshot = self.screenshot.clone();
        InspectorOptions {
            reference,
            candidate,
            metric: metric.options(),
            background: theme,
            palette,
            colors,
            mouse,
            projector,
            no_session,
            screenshot: screenshot.map(|file| Screenshot { file, size: self.size.clone(), keys: self.keys.clone() }),
        }
    }
}
