//! From the command line to the running inspector.

use std::io::{IsTerminal, stdout};
use std::path::PathBuf;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use color_eyre::eyre::{Result, eyre};
use crossterm::event::{self, Event, KeyEventKind};
use crossterm::execute;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};
use termprofile::{DetectorSettings, TermProfile};

use super::answers::Answers;
use super::editor::Editor;
use super::message::{Message, ModelInfo};
use super::palette::Palette;
use super::session::Session;
use super::state::{CellAt, Direction, Focus, ModelState, Scale, State, Zoom};
use super::terminal::Guard;
use super::theme::{ColorDepth, Theme};
use super::worker::Worker;
use super::{Tui, World, screenshot};
use crate::analysis::{Analyzer, Idf, Side};
use crate::cli::{InspectArgs, MetricArgs, ThemeName};
use crate::commands::{Figures, UsageError};
use crate::models::{self, ModelError, OpenOptions, Watch, bundled};

/// The pair that a new user sees first.
const EXAMPLE: (&str, &str) = ("The ferry leaves at noon.", "The boat departs at midday.");

/// Opens the inspector.
///
/// # Errors
/// `UsageError` when there is no terminal, `ModelError` for what the command line names, I/O errors of the terminal.
pub fn run(args: &InspectArgs) -> Result<()> {
    if let Some(file) = &args.screenshot {
        return screenshot::run(args, file);
    }
    if !stdout().is_terminal() || !std::io::stdin().is_terminal() {
        let sentence =
            "the inspector needs a terminal to draw on and to read keys from; use `bertscope score` in scripts";
        return Err(UsageError(sentence.into()).into());
    }
    check_files(&args.metric)?;
    let path = Session::path().filter(|_| !args.no_session);
    let session = path.as_deref().map(Session::read).unwrap_or_default();
    let (sender, messages) = channel();
    let metric = args.metric.clone();
    // The model is read while the terminal is asked for its colours.
    let worker = Worker::start(move || open(&metric), sender.clone());
    let state = first_state(args, &session, theme(args));
    let guard = Guard::enter()?;
    guard.capture_mouse(state.mouse)?;
    let terminal = Terminal::new(CrosstermBackend::new(std::io::BufWriter::new(stdout())))?;
    listen(sender);
    let model = model_name(&args.metric);
    let world = Real { guard, path, model };
    let left_with = Tui::new(terminal, state, world, worker, messages).run()?;
    left_with.map_or(Ok(()), |why| Err(eyre!(UsageError(why))))
}

/// Opens the model and the figures; this is what the worker does first.
///
/// # Errors
/// [`ModelError`] for what the command line names.
pub fn open(args: &MetricArgs) -> Result<(Analyzer, ModelInfo), ModelError> {
    let options = OpenOptions { compute: args.device.compute()?, ..OpenOptions::default() };
    let model = models::open(args.model_name(), &options, &Watch::silent())?;
    let layer = args.layer.map_or(Ok(model.default_layer), |n| model.layer(n))?;
    let info = ModelInfo {
        name: model.name.clone(),
        origin: model.origin.clone(),
        last_layer: crate::encoder::Layer(model.encoder.layers()),
        layer,
    };
    let figures = Figures::read(args, &model)?;
    Ok((figures.analyzer(model.into()), info))
}

/// What can be known to be wrong before the screen is taken over.
fn check_files(args: &MetricArgs) -> Result<()> {
    for file in args
        .idf
        .iter()
        .filter(|f| !matches!(f.as_str(), "" | "bundled"))
        .map(PathBuf::from)
        .chain(args.baseline.clone())
    {
        models::input::read_text(&file)?;
    }
    if let Some(file) = &args.baseline {
        models::BaselineTable::read(file)?;
    }
    Ok(())
}

fn model_name(args: &MetricArgs) -> String {
    args.model_name().unwrap_or(bundled::NAME).to_owned()
}

/// The state before anything happened: the command line first, then the last session, then the example.
#[must_use]
pub fn first_state(args: &InspectArgs, session: &Session, theme: Theme) -> State {
    let given = args.reference.is_some() || args.candidate.is_some();
    let kept = (session.reference.is_some() || session.candidate.is_some()) && !given;
    let text = |arg: &Option<String>, kept_text: &Option<String>, example: &str| match (arg, kept) {
        (Some(text), _) => text.clone(),
        (None, true) => kept_text.clone().unwrap_or_default(),
        (None, false) => {
            if given {
                String::new()
            } else {
                example.to_owned()
            }
        }
    };
    let same_model = session.model.as_deref() == Some(&model_name(&args.metric));
    let light = theme.light;
    State {
        reference: Editor::new(&text(&args.reference, &session.reference, EXAMPLE.0)),
        candidate: Editor::new(&text(&args.candidate, &session.candidate, EXAMPLE.1)),
        focus: Focus::Text(Side::Candidate),
        last_text: Side::Candidate,
        layer: args.metric.layer.or(session.layer.filter(|_| same_model)),
        idf: if args.metric.idf.is_some() { Idf::Table } else { session.weighing() },
        rescale: args.metric.rescale || args.metric.baseline.is_some() || session.rescale,
        direction: session.direction.unwrap_or(Direction::Both),
        show_special: !session.hide_special,
        palette: args.palette.or(session.palette).unwrap_or(if light { Palette::Blues } else { Palette::Viridis }),
        scale: session.scale.unwrap_or(Scale::Unit),
        zoom: Zoom::Fit,
        theme,
        cell: CellAt { candidate: 1, reference: 1 },
        model: ModelState::Loading,
        analysis: None,
        error: None,
        elapsed: Duration::ZERO,
        asked: 0,
        done: 0,
        stale_since: None,
        last_edit: None,
        anchor: None,
        help: None,
        mouse: args.mouse,
        size: crossterm::terminal::size().unwrap_or((80, 24)),
        unsaved: false,
    }
}

/// Asks the terminal, unless the command line says it. Must come before raw mode.
fn theme(args: &InspectArgs) -> Theme {
    let depth = args.colors.unwrap_or_else(|| match TermProfile::detect(&stdout(), DetectorSettings::default()) {
        TermProfile::NoTty | TermProfile::NoColor => ColorDepth::None,
        TermProfile::Ansi16 => ColorDepth::Ansi16,
        TermProfile::Ansi256 => ColorDepth::Ansi256,
        TermProfile::TrueColor => ColorDepth::True,
    });
    let light = match args.theme {
        Some(ThemeName::Light) => true,
        Some(ThemeName::Dark) => false,
        None => {
            let mut options = QueryOptions::default();
            // Every terminal that can answer does so at once, but a network may lie between; an answer that comes too
            // late would be typed into the text.
            let far = std::env::var_os("SSH_CONNECTION").is_some() || std::env::var_os("SSH_TTY").is_some();
            options.timeout = Duration::from_millis(if far { 1000 } else { 150 });
            depth != ColorDepth::None && matches!(theme_mode(options), Ok(ThemeMode::Light))
        }
    };
    Theme::new(light, depth)
}

/// Threads that turn the terminal's events and the system's signals into messages.
fn listen(sender: Sender<Message>) {
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let sender = sender.clone();
        if let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP, SIGINT]) {
            std::thread::spawn(move || {
                if signals.forever().next().is_some() {
                    // Nobody listens any more when this fails: the program is ending anyway.
                    let _ = sender.send(Message::Terminate);
                }
            });
        }
    }
    std::thread::spawn(move || {
        let mut answers = Answers::default();
        loop {
            let message = match event::read() {
                Ok(Event::Key(key)) if key.kind == KeyEventKind::Release => continue,
                Ok(Event::Key(key)) => {
                    let typed = answers.pass(key);
                    if typed.into_iter().any(|key| sender.send(Message::Key(key)).is_err()) {
                        return;
                    }
                    continue;
                }
                Ok(Event::Paste(text)) => Message::Paste(text),
                Ok(Event::Mouse(event)) => Message::Mouse(event),
                Ok(Event::Resize(width, height)) => Message::Resize(width, height),
                Ok(Event::FocusGained | Event::FocusLost) => continue,
                // The terminal has gone.
                Err(_) => Message::Terminate,
            };
            let last = matches!(message, Message::Terminate);
            if sender.send(message).is_err() || last {
                return;
            }
        }
    });
}

/// The real terminal and file system.
struct Real {
    guard: Guard,
    path: Option<PathBuf>,
    model: String,
}

impl World for Real {
    fn capture_mouse(&mut self, on: bool) -> std::io::Result<()> {
        self.guard.capture_mouse(on)
    }

    fn suspend(&mut self, mouse: bool) -> std::io::Result<()> {
        self.guard.suspend(mouse)
    }

    fn save(&mut self, state: &State) {
        if let Some(path) = &self.path {
            // A session that can not be kept is no reason to stop somebody's work.
            let _ = Session::of(state, &self.model).write(path);
        }
    }

    fn synchronized(&mut self, draw: &mut dyn FnMut() -> std::io::Result<()>) -> std::io::Result<()> {
        execute!(stdout(), BeginSynchronizedUpdate)?;
        let drawn = draw();
        execute!(stdout(), EndSynchronizedUpdate)?;
        drawn
    }
}
