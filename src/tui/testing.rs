//! The narrow door: what tests and benchmarks use of the program. Nothing else of it is reached from outside.

pub use crate::{
    appearance::Appearance, cli::Cli, cli::groups::GROUPS, command_files::CommandFiles,
    commands::pack::checksum, inspector_options::InspectorOptions,
};

pub use crate::tui::commands::Focus;
pub use crate::tui::commands::{
    Binding, COMMANDS, Command, CopyContent, Group, Key, KeyMap, Scope, key, reaches_program,
    terminals_that_keep,
};
pub use crate::tui::common::Editor;
pub use crate::tui::common::large_digits::{Size as DigitSize, draw as draw_digits};
pub use crate::tui::common::large_text::{Size as LetterSize, lines as large_lines};
pub use crate::tui::common::sheet::draw as draw_sheet;
pub use crate::tui::config::{self, Config};
pub use crate::tui::context::{
    AnalysisJob, AnalysisOutcome, CellMode, CellPosition, ColorScale, DIM_AFTER, EDIT_PAUSE,
    Effect, HeatmapGeometry, MatchDirection, Message, ModelInfo, ModelRequest, Screen,
    StatusMessage, Zoom, inside, text_command,
};
pub use crate::tui::event_loop::{Platform, Tui};
pub use crate::tui::parts::export::job::{ExportJob, ExportOutcome, ExportTarget, MarkedJob};
pub use crate::tui::parts::export::prompt::{ExportPrompt, PromptError};
pub use crate::tui::parts::export::threads::ExportThreads;
pub use crate::tui::parts::marks::save_note as save_draft;
pub use crate::tui::parts::opening::opener::{ModelLibrary, Opener};
pub use crate::tui::parts::pairs::open as open_file;
pub use crate::tui::parts::pairs::threads::PairThreads;
pub use crate::tui::parts::palette::entries::all as palette_entries;
pub use crate::tui::parts::palette::{CommandPalette, EntryAction};
pub use crate::tui::parts::walkthrough::pane::last_line;
pub use crate::tui::parts::{Layer as StackLayer, Part as OpenPart};
pub use crate::tui::root::draw::draw as draw_screen;
pub use crate::tui::root::hit_test::{Hit, hit};
pub use crate::tui::root::layout::lay_out;
pub use crate::tui::root::update::update;
pub use crate::tui::session::Session;
pub use crate::tui::startup::{initial_model, initial_state as state_with_config, open_lesson};
pub use crate::tui::state::State;
pub use crate::tui::terminal::event::TerminalEvent;
pub use crate::tui::terminal::guard::TerminalRequest;
pub use crate::tui::terminal::theme::{ColorDepth, Theme};
pub use crate::tui::threads::Threads;
pub use crate::tui::worker::{Worker, answer};
pub use bertscope_models::catalogue::{ModelChoice, ModelLocation, merge_choices};
pub use bertscope_pair_list::{
    Batch, BatchScores, DriverSums, FileIdf, FilePair, HumanScores, KnownScore, MarksFile,
    OpenPairsOptions, OpenedPairs, PairScorer, PairsEffect, PairsList, PairsMessage, RankingJob,
    ScoreTriple, Sort, Summary,
};

/// The state at the start, without a configuration.
pub fn initial_state(options: &InspectorOptions, session: &Session, theme: Theme) -> State {
    state_with_config(options, &std::sync::Arc::default(), session, theme)
}
