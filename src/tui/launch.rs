//! Starts the inspector from the command line.

use std::io::{IsTerminal, stdout};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use color_eyre::eyre::{Result, eyre};
use crossterm::execute;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};

use crate::console;
use crate::event_log;
use crate::inspector_options::InspectorOptions;
use crate::tui::config::file::LoadedConfig;
use crate::tui::config::{self, Config};
use crate::tui::event_loop::{Platform, Tui};
use crate::tui::panic_report;
use crate::tui::session::Session;
use crate::tui::session::file::{OpenedSession, SessionFile};
use crate::tui::startup::first_state;
use crate::tui::state::State;
use crate::tui::terminal::guard::{TerminalGuard, TerminalRequest};
use crate::tui::terminal::theme::{Background, Theme};
use crate::tui::terminal::{color_depth, keyboard, signals};
use crate::tui::threads::Threads;
use crate::usage_error::UsageError;
use bertscope_analysis::ScoreRequest;
use bertscope_lessons::Lesson;
use bertscope_pair_list::OpenedPairs;

/// How long the first frame waits for the terminal's answers. Later ones are used too.
const ANSWER_TIMEOUT: Duration = Duration::from_millis(150);

/// What the inspector shows first.
pub enum Content {
    /// The pair of the command line, of a link or of the last session.
    Pair,
    Lesson(Arc<Lesson>),
    File(Box<OpenedPairs>),
}

pub fn run(args: &InspectorOptions, content: Content) -> Result<()> {
    if !stdout().is_terminal() || !std::io::stdin().is_terminal() {
        let sentence = "the inspector needs a terminal for its screen and keys; in scripts, use `bertscope score`";
        return Err(UsageError(sentence.into()).into());
    }
    check_files(&args.request)?;
    let LoadedConfig {
        config,
        path: config_path,
        notice,
    } = config::file::load(&args.config)?;
    let config = Arc::new(config);
    panic_report::install();
    let mut opened = open_session(args);
    opened
        .session
        .restrict(config.start.restore.unwrap_or_default());
    let files = args
        .files
        .clone()
        .read(config_path)
        .write(opened.file.iter().map(SessionFile::path))
        .write(event_log::path());
    let problems: Vec<String> = notice.into_iter().chain(opened.problems).collect();
    let mut state = first_state(
        args,
        &config,
        opened.session,
        &problems,
        theme(args, &config),
        &content,
    );
    state.terminal.option_types = option_types();
    let (sender, messages) = channel();
    let pairs = match content {
        Content::File(pairs) => Some(*pairs),
        Content::Pair | Content::Lesson(_) => None,
    };
    let threads = Threads::start(args, &state, pairs, files, &sender);
    let guard = TerminalGuard::enter()?;
    let patience = if guard.ask()? {
        ANSWER_TIMEOUT
    } else {
        Duration::ZERO
    };
    let (width, height) = state.terminal.size;
    let viewport = Viewport::Fixed(Rect::new(0, 0, width, height));
    let backend = CrosstermBackend::new(std::io::BufWriter::new(stdout()));
    let terminal = Terminal::with_options(backend, TerminalOptions { viewport })?;
    signals::listen(sender.clone());
    keyboard::listen(sender);
    let platform = RealPlatform {
        guard,
        file: opened.file,
    };
    let mut tui = Tui::new(terminal, state, platform, threads, messages);
    tui.patience = patience;
    let left_with = tui.run();
    let said = [tui.state.saving.failure.take(), tui.rescue_message.take()];
    // Restores the terminal.
    drop(tui);
    panic_report::announce();
    for sentence in said.into_iter().flatten() {
        console::report(&sentence);
    }
    left_with?.map_or(Ok(()), |why| Err(eyre!(UsageError(why))))
}

/// The session to continue; none with `--no-session`.
fn open_session(args: &InspectorOptions) -> OpenedSession {
    let none = OpenedSession {
        file: None,
        session: Session::default(),
        problems: Vec::new(),
    };
    match Session::folder() {
        _ if args.no_session => none,
        Some(folder) => SessionFile::open(&folder),
        None => {
            let words = "Texts and settings will not be saved: there is no home folder. Set HOME.";
            OpenedSession {
                problems: vec![words.to_owned()],
                ..none
            }
        }
    }
}

/// Checks the options before the screen is taken over.
fn check_files(request: &ScoreRequest) -> Result<()> {
    for file in request.idf_table.iter().chain(&request.baseline) {
        bertscope_models::text_file::read_text(file)?;
    }
    if let Some(file) = &request.baseline {
        bertscope_models::BaselineTable::read(file)?;
    }
    Ok(())
}

/// The colours; until the terminal says otherwise, its background is dark.
fn theme(args: &InspectorOptions, config: &Config) -> Theme {
    let depth = args.appearance.colors.unwrap_or_else(color_depth::detect);
    #[cfg(unix)]
    let known_light = false;
    #[cfg(not(unix))]
    let known_light = matches!(
        terminal_colorsaurus::theme_mode(terminal_colorsaurus::QueryOptions::default()),
        Ok(terminal_colorsaurus::ThemeMode::Light)
    );
    let asked = args.appearance.background;
    let asked = asked.map(|background| background == Background::Light);
    let asked = asked.or(config.look.is_light());
    let light = asked.unwrap_or(known_light);
    // The chosen theme may differ from the terminal's background.
    Theme {
        terminal: asked.is_none().then_some(light),
        both_themes: config.colours,
        ..Theme::new(light, depth)
    }
}

/// The real terminal and file system.
struct RealPlatform {
    guard: TerminalGuard,
    /// `None` if nothing is saved.
    file: Option<SessionFile>,
}

impl Platform for RealPlatform {
    fn request(&mut self, request: TerminalRequest<'_>) -> std::io::Result<()> {
        self.guard.request(request)
    }

    fn save(&mut self, state: &State) -> Result<(), String> {
        self.file
            .as_ref()
            .map_or(Ok(()), |file| file.write(&Session::from_state(state)))
    }

    fn synchronized(
        &mut self,
        draw: &mut dyn FnMut() -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        execute!(stdout(), BeginSynchronizedUpdate)?;
        let drawn = draw();
        execute!(stdout(), EndSynchronizedUpdate)?;
        drawn
    }
}

/// Whether this is a macOS terminal, where Option types characters unless it is set to be a Meta key.
fn option_types() -> bool {
    let program = std::env::var("TERM_PROGRAM").unwrap_or_default();
    ["Apple_Terminal", "iTerm.app"].contains(&program.as_str())
}
