//! The options of the inspector, as plain data.

use std::path::PathBuf;

use bertscope_report::link::PairView;
use bertscope_report::palette::Palette;

use crate::appearance::{Background, ColorDepth};
use crate::metric_options::MetricOptions;

/// The options of the inspector; `None` leaves a choice to the last session or to the terminal.
#[derive(Debug, Clone, Default)]
pub struct InspectorOptions {
    /// The reference text.
    pub reference: Option<String>,
    /// The candidate text.
    pub candidate: Option<String>,
    /// A link to open; its texts and settings replace the others.
    pub link: Option<PairView>,
    /// The parts of the link that could not be read, as a sentence.
    pub link_notice: Option<String>,
    /// The URL of the web page, for links.
    pub page: Option<String>,
    /// The step of the lesson to start at, from 0.
    pub step: usize,
    /// Show the teacher's notes of a lesson.
    pub teacher_notes: bool,
    /// The options of the metric.
    pub metric: MetricOptions,
    /// The background that colours are chosen for.
    pub background: Option<Background>,
    /// Colours of the heatmap.
    pub palette: Option<Palette>,
    /// How many colours to use.
    pub colors: Option<ColorDepth>,
    /// Capture the mouse from the start.
    pub mouse: bool,
    /// Start in projector mode.
    pub projector: bool,
    /// Do not read or write the session file.
    pub no_session: bool,
    /// Write one screen to a file, and exit.
    pub screenshot: Option<Screenshot>,
}

/// A screenshot as SVG.
#[derive(Debug, Clone)]
pub struct Screenshot {
    /// The output file.
    pub file: PathBuf,
    /// WIDTHxHEIGHT in cells.
    pub size: String,
    /// Names of keys to press first.
    pub keys: String,
}
