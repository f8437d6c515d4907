//! Options of the inspector.

use std::path::PathBuf;

use clap::Args;

use bertscope_report::palette::Palette;

use super::MetricArgs;
use super::choice::choice;
use crate::appearance::{Background, ColorDepth};
use crate::inspector_options::{InspectorOptions, Screenshot};

/// The inspector's options.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct InspectArgs {
    /// The reference text [default: from the last session, or an example]
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    pub reference: Option<String>,
    /// The candidate text
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    pub candidate: Option<String>,
    /// The options of the metric.
    #[command(flatten)]
    pub metric: MetricArgs,
    /// Colours for a dark or a light background [default: the terminal's]
    #[arg(long, value_parser = choice::<Background>(), value_name = "THEME")]
    pub theme: Option<Background>,
    /// Colours of the heatmap
    #[arg(long, value_parser = choice::<Palette>(), value_name = "PALETTE")]
    pub palette: Option<Palette>,
    /// Number of colours to use [default: what the terminal supports; none if NO_COLOR is set]
    #[arg(long, value_parser = choice::<ColorDepth>(), value_name = "DEPTH")]
    pub colors: Option<ColorDepth>,
    /// Select cells with the mouse (to select text in the terminal, hold Shift)
    #[arg(long)]
    pub mouse: bool,
    /// Start in projector mode: large cells and numbers, few words (Alt-p toggles) [default: as in the last session]
    #[arg(long)]
    pub projector: bool,
    /// Start fresh: do not load or save the texts and settings of the session
    #[arg(long)]
    pub no_session: bool,
    /// Write one screen of WIDTHxHEIGHT to FILE as SVG, and exit (for documentation)
    #[arg(long, value_name = "FILE", hide = true)]
    pub screenshot: Option<PathBuf>,
    /// Size of the screenshot in cells [default: 110x34]
    #[arg(long, value_name = "WIDTHxHEIGHT", hide = true)]
    pub size: Option<String>,
    /// Keys to press before the screenshot, such as "f2 esc right" [default: none]
    #[arg(long, value_name = "KEYS", hide = true)]
    pub keys: Option<String>,
}

impl InspectArgs {
    /// Converts the options to plain data.
    #[must_use]
    pub fn options(&self) -> InspectorOptions {
        let Self { reference, candidate, metric, theme, palette, colors, mouse, projector, no_session, .. } =
            self.clone();
        let (size, keys) = (self.size.clone(), self.keys.clone().unwrap_or_default());
        let size = size.unwrap_or_else(|| "110x34".to_owned());
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
            screenshot: self.screenshot.clone().map(|file| Screenshot { file, size, keys }),
            page: std::env::var("BERTSCOPE_PAGE").ok(),
            ..InspectorOptions::default()
        }
    }

    /// Merges options after the name of a subcommand with those before it (`earlier`), which supply what is missing.
    #[must_use]
    pub(super) fn or(self, earlier: Self) -> Self {
        let Self {
            reference,
            candidate,
            metric,
            theme,
            palette,
            colors,
            mouse,
            projector,
            no_session,
            screenshot,
            size,
            keys,
        } = self;
        Self {
            reference: reference.or(earlier.reference),
            candidate: candidate.or(earlier.candidate),
            metric: metric.or(earlier.metric),
            theme: theme.or(earlier.theme),
            palette: palette.or(earlier.palette),
            colors: colors.or(earlier.colors),
            mouse: mouse || earlier.mouse,
            projector: projector || earlier.projector,
            no_session: no_session || earlier.no_session,
            screenshot: screenshot.or(earlier.screenshot),
            size: size.or(earlier.size),
            keys: keys.or(earlier.keys),
        }
    }
}
