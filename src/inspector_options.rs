//! The options of the inspector, as plain data.

use std::path::PathBuf;

use bertscope_report::link::PairLink;
use bertscope_report::palette::Palette;

use crate::appearance::{Background, ColorDepth};
use crate::metric_options::MetricOptions;

/// What the command line asks of the inspector; `None` leaves a choice to the last session or to the terminal.
#[derive(Debug, Clone, Default)]
pub struct InspectorOptions {
    /// The reference text.
    pub reference: Option<String>,
    /// The candidate text.
    pub candidate: Option<String>,
    /// A link to open; its texts and settings are shown instead of others.
    pub link: Option<PairLink>,
    /// What could not be read of the link, as a sentence.
    pub link_notice: Option<String>,
    /// The address of the web page, for links.
    pub page: Option<String>,
    /// The step of the lesson to start at, from 0.
    pub step: usize,
    /// Show the teacher's notes of a lesson.
    pub teacher_notes: bool,
    /// Which score.
    pub metric: MetricOptions,
    /// Colours for which background.
    pub background: Option<Background>,
    /// Colours of the heatmap.
    pub palette: Option<Palette>,
    /// How many colours to use.
    pub colors: Option<ColorDepth>,
    /// Capture the mouse from the start.
    pub mouse: bool,
    /// Start in projector mode.
    pub projector: bool,
    /// Neither read nor write the session file.
    pub no_session: bool,
    /// Draw one screen to a file instead.
    pub screenshot: Option<Screenshot>,
}

/// One screen as an SVG picture.
#[derive(Debug, Clone)]
pub struct Screenshot {
    /// The file to write.
    pub file: PathBuf,
    /// WIDTHxHEIGHT in cells.
    pub size: String,
    /// Names of the keys to press first.
    pub keys: String,
}
