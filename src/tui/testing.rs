//! The narrow door: what tests and benchmarks use of the program. Nothing else of it is reached from outside.

pub use crate::{
    appearance::Appearance, cli::Cli, command_files::CommandFiles, commands::pack::checksum,
    inspector_options::InspectorOptions,
};

pub use super::commands::{
    BINDINGS, Binding, COMMANDS, Command, CopyContent, FILE_LESSON_NUMBER, Group, Scope,
    command_for_key, first_key, key, keys_for, reaches_program, terminals_that_keep,
};
pub use super::event_loop::{Platform, Tui};
pub use super::files::{marked_export::render as render_marked, session::Session};
pub use super::input::editor::Editor;
pub use super::layout::{
    geometry::{CellMode, HeatmapGeometry},
    hit_test::{Hit, hit},
    large_text::{Size as LetterSize, lines as large_lines},
    lay_out,
    screen::{Screen, inside},
    walkthrough::last_line,
};
pub use super::parts::palette::{CommandPalette, EntryAction, entries::all as palette_entries};
pub use super::startup::{initial_model, initial_state};
pub use super::state::{
    CellPosition, ColorScale, DIM_AFTER, EDIT_PAUSE, Focus, MatchDirection, State, Zoom,
    effect::{AnalysisJob, Effect},
    export::{ExportJob, ExportOutcome, ExportTarget, MarkedJob, StatusMessage},
    export_prompt::{ExportPrompt, PromptError},
    key_label::text_command,
    message::{AnalysisOutcome, Message},
    opening::ModelInfo,
    opening::ModelRequest,
    picker::{ModelChoice, ModelLocation, merge_choices},
    stack::{Layer as StackLayer, Part as OpenPart},
};
pub use super::terminal::{
    event::TerminalEvent,
    guard::TerminalRequest,
    theme::{ColorDepth, Theme},
};
pub use super::update::{save_note, start_lesson, update};
pub use super::view::{
    draw as draw_screen,
    large_digits::{Size as DigitSize, draw as draw_digits},
    sheet::draw as draw_sheet,
};
pub use super::work::{
    export_threads::ExportThreads,
    opener::{ModelLibrary, Opener},
    pair_threads::PairThreads,
    worker::{Worker, answer},
};
pub use bertscope_pair_list::{
    Batch, BatchScores, DriverSums, FileIdf, FilePair, HumanScores, KnownScore, MarksFile,
    OpenPairsOptions, OpenedPairs, PairScorer, PairsEffect, PairsList, PairsMessage, ScoreTriple,
    Sort, Summary,
};
