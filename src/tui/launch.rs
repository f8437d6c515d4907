//! From the command line to the running inspector.

use std::io::{IsTerminal, stdout};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use color_eyre::eyre::{Result, eyre};
use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::execute;
use crossterm::terminal::{BeginSynchronizedUpdate, EndSynchronizedUpdate};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};
use termprofile::{DetectorSettings, TermProfile};

use super::event_loop::{Tui, World};
use super::export_threads::ExportThreads;
use super::message::Message;
use super::model_registry::ModelRegistry;
use super::opener::Opener;
use super::pair_threads::{OpenedPairs, PairThreads};
use super::screenshot;
use super::session::Session;
use super::startup::{initial_model, initial_state};
use super::state::State;
use super::terminal::Guard;
use super::terminal_replies::ReplyFilter;
use super::theme::Background;
use super::theme::{ColorDepth, Theme};
use super::update::start_lesson;
use super::worker::Worker;
use crate::console;
use crate::inspector_options::InspectorOptions;
use crate::metric_options::MetricOptions;
use crate::usage_error::UsageError;
use bertscope_analysis::Analysis;
use bertscope_lessons::Lesson;
use bertscope_report::export::{self, ExportOptions};

/// Opens the inspector.
///
/// # Errors
/// `UsageError` when there is no terminal, `ModelError` for what the command line names, I/O errors of the terminal.
pub fn run(args: &InspectorOptions, lesson: Option<Arc<Lesson>>) -> Result<()> {
    begin(args, lesson, None)
}

/// Opens the inspector with the pairs of a file.
///
/// # Errors
/// As [`run`].
pub fn run_pairs(args: &InspectorOptions, pairs: OpenedPairs) -> Result<()> {
    begin(args, None, Some(pairs))
}

fn begin(args: &InspectorOptions, lesson: Option<Arc<Lesson>>, pairs: Option<OpenedPairs>) -> Result<()> {
    if let Some(screenshot) = &args.screenshot {
        return screenshot::run(args, lesson, pairs, screenshot);
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
    let opener = Opener::new(ModelRegistry::new(&args.metric), sender.clone());
    // The model is read while the terminal is asked for its colours.
    opener.open(initial_model(&args.metric, &session).opening.request);
    let worker = Worker::start(sender.clone());
    let render = |analysis: &Analysis, format, options: &ExportOptions| {
        export::render(analysis, format, options).map_err(|error| error.to_string())
    };
    let exports = ExportThreads::new(render, sender.clone());
    let mut state = initial_state(args, &session, theme(args));
    if let Some(lesson) = lesson {
        // Nothing is asked of the worker before there is a model.
        start_lesson(&mut state, lesson, Instant::now());
    }
    if let Some(pairs) = &pairs {
        pairs.add_to_state(&mut state);
    }
    let guard = Guard::enter()?;
    guard.capture_mouse(state.mouse)?;
    let terminal = Terminal::new(CrosstermBackend::new(std::io::BufWriter::new(stdout())))?;
    let pairs = pairs.map(|pairs| PairThreads::start(pairs, sender.clone()));
    listen(sender);
    let world = Real { guard, path };
    let mut tui = Tui::new(terminal, state, world, worker, opener, exports, messages).with_pairs(pairs);
    let left_with = tui.run();
    let rescued = tui.rescued.take();
    // Gives the screen back.
    drop(tui);
    if let Some(sentence) = rescued {
        console::report(&sentence);
    }
    left_with?.map_or(Ok(()), |why| Err(eyre!(UsageError(why))))
}

/// What can be known to be wrong before the screen is taken over.
fn check_files(args: &MetricOptions) -> Result<()> {
    for file in args
        .idf
        .iter()
        .filter(|f| !matches!(f.as_str(), "" | "bundled"))
        .map(PathBuf::from)
        .chain(args.baseline.clone())
    {
        bertscope_models::input::read_text(&file)?;
    }
    if let Some(file) = &args.baseline {
        bertscope_models::BaselineTable::read(file)?;
    }
    Ok(())
}

/// Asks the terminal, unless the command line says it. Must come before raw mode.
fn theme(args: &InspectorOptions) -> Theme {
    let depth = args.colors.unwrap_or_else(|| match TermProfile::detect(&stdout(), DetectorSettings::default()) {
        TermProfile::NoTty | TermProfile::NoColor => ColorDepth::None,
        TermProfile::Ansi16 => ColorDepth::Ansi16,
        TermProfile::Ansi256 => ColorDepth::Ansi256,
        TermProfile::TrueColor => ColorDepth::True,
    });
    let light = match args.background {
        Some(Background::Light) => true,
        Some(Background::Dark) => false,
        None => {
            let mut options = QueryOptions::default();
            // Every terminal that can answer does so at once, but a network may lie between; an answer that comes too
            // late would be typed into the text.
            let far = std::env::var_os("SSH_CONNECTION").is_some() || std::env::var_os("SSH_TTY").is_some();
            options.timeout = Duration::from_millis(if far { 1000 } else { 150 });
            depth != ColorDepth::None && matches!(theme_mode(options), Ok(ThemeMode::Light))
        }
    };
    // Who names a theme may be in a terminal of the other kind.
    Theme { terminal: args.background.is_none().then_some(light), ..Theme::new(light, depth) }
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
                    // This fails only when the program is ending anyway.
                    let _ = sender.send(Message::Terminate);
                }
            });
        }
    }
    std::thread::spawn(move || {
        let mut answers = ReplyFilter::default();
        let mut ahead = None;
        loop {
            let event = ahead.take().unwrap_or_else(event::read);
            let message = match event {
                Ok(Event::Key(key)) if key.kind == KeyEventKind::Release => continue,
                Ok(Event::Key(key)) if key.code == KeyCode::Enter && has_text_behind(&mut ahead) => {
                    Message::LineEnd(key)
                }
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

/// Whether a character is there already behind the key that was read last; what is there is put `ahead`.
fn has_text_behind(ahead: &mut Option<std::io::Result<Event>>) -> bool {
    if !event::poll(Duration::ZERO).unwrap_or(false) {
        return false;
    }
    let next = event::read();
    let plain = |key: &KeyEvent| (key.modifiers - KeyModifiers::SHIFT).is_empty();
    let is_text = matches!(&next, Ok(Event::Key(key)) if matches!(key.code, KeyCode::Char(_)) && plain(key));
    *ahead = Some(next);
    is_text
}

/// The real terminal and file system.
struct Real {
    guard: Guard,
    path: Option<PathBuf>,
}

impl World for Real {
    fn capture_mouse(&mut self, on: bool) -> std::io::Result<()> {
        self.guard.capture_mouse(on)
    }

    fn suspend(&mut self, mouse: bool) -> std::io::Result<()> {
        self.guard.suspend(mouse)
    }

    fn copy(&mut self, text: &str) -> std::io::Result<()> {
        execute!(stdout(), CopyToClipboard::to_clipboard_from(text))
    }

    fn save(&mut self, state: &State) {
        if let Some(path) = &self.path {
            // A session file that cannot be written must not interrupt the user.
            let _ = Session::of(state).write(path);
        }
    }

    fn synchronized(&mut self, draw: &mut dyn FnMut() -> std::io::Result<()>) -> std::io::Result<()> {
        execute!(stdout(), BeginSynchronizedUpdate)?;
        let drawn = draw();
        execute!(stdout(), EndSynchronizedUpdate)?;
        drawn
    }
}
