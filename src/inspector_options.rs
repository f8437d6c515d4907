//! The options of the inspector.

use bertscope_report::export::Palette;
use bertscope_report::export::link::PairView;
use clap::Args;

use crate::appearance::{Background, ColorDepth};
use crate::choice::choice;
use crate::command_files::CommandFiles;
use crate::metric_options::MetricOptions;

/// The options of the inspector; `None` leaves a choice to the last session or to the terminal.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct InspectorOptions {
    /// The reference text; repeat it to compare several references [default: from the last session, or an example]
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    pub reference: Vec<String>,
    /// The candidate text
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    pub candidate: Option<String>,
    /// The options of the metric.
    #[command(flatten)]
    pub metric: MetricOptions,
    /// Colours for a dark or a light background [default: the terminal's]
    #[arg(long = "theme", value_name = "THEME")]
    pub background: Option<Background>,
    /// Colours of the heatmap
    #[arg(long, value_parser = choice::<Palette>(), value_name = "PALETTE")]
    pub palette: Option<Palette>,
    /// Number of colours to use [default: what the terminal supports; none if NO_COLOR is set]
    #[arg(long, value_name = "DEPTH")]
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
    /// A link to open; its texts and settings replace the others.
    #[arg(skip)]
    pub link: Option<PairView>,
    /// The parts of the link that could not be read, as a sentence.
    #[arg(skip)]
    pub link_notice: Option<String>,
    /// The URL of the web page, for links.
    #[arg(skip)]
    pub page: Option<String>,
    /// The step of the lesson to start at, from 0.
    #[arg(skip)]
    pub step: usize,
    /// The files of the command, which no export may replace.
    #[arg(skip)]
    pub files: CommandFiles,
    /// Show the teacher's notes of a lesson.
    #[arg(skip)]
    pub teacher_notes: bool,
}

impl InspectorOptions {
    /// Merges options after the name of a subcommand with those before it (`earlier`), which supply what is missing.
    #[must_use]
    pub fn or(self, earlier: Self) -> Self {
        Self {
            reference: if self.reference.is_empty() {
                earlier.reference
            } else {
                self.reference
            },
            candidate: self.candidate.or(earlier.candidate),
            metric: self.metric.or(earlier.metric),
            background: self.background.or(earlier.background),
            palette: self.palette.or(earlier.palette),
            colors: self.colors.or(earlier.colors),
            mouse: self.mouse || earlier.mouse,
            projector: self.projector || earlier.projector,
            no_session: self.no_session || earlier.no_session,
            ..earlier
        }
    }
}
