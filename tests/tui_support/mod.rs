//! The inspector without a terminal: the real state, update, drawing and bundled model, on a screen of cells.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use bertscope::analysis::Analyzer;
use bertscope::cli::InspectArgs;
use bertscope::models::{Model, bundled};
use bertscope::tui::keymap::key;
use bertscope::tui::message::{Message, ModelInfo, Outcome};
use bertscope::tui::session::Session;
use bertscope::tui::start::first_state;
use bertscope::tui::state::State;
use bertscope::tui::theme::{ColorDepth, Theme};
use bertscope::tui::update::{Effect, update};
use bertscope::tui::view;
use bertscope::tui::worker::Job;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;

pub fn model() -> Arc<Model> {
    static MODEL: OnceLock<Arc<Model>> = OnceLock::new();
    Arc::clone(MODEL.get_or_init(|| Arc::new(bundled::model().unwrap())))
}

pub fn info() -> ModelInfo {
    let model = model();
    ModelInfo {
        name: model.name.clone(),
        origin: model.origin.clone(),
        last_layer: bertscope::encoder::Layer(model.encoder.layers()),
        layer: model.default_layer,
    }
}

/// The outcome of a job, from one analyzer that all tests share.
pub fn outcome(job: &Job) -> Outcome {
    static ANALYZER: OnceLock<Mutex<Analyzer>> = OnceLock::new();
    let analyzer = ANALYZER.get_or_init(|| Mutex::new(Analyzer::new(model())));
    let mut analyzer = analyzer.lock().unwrap_or_else(PoisonError::into_inner);
    let analysis = analyzer.analyze(&job.reference, &job.candidate, job.settings).unwrap();
    Outcome { job: job.number, result: Ok(Arc::new(analysis)), elapsed: Duration::from_micros(12_300) }
}

/// A running inspector whose every job is done at once.
pub struct Inspector {
    pub state: State,
    /// What the clock says; only [`Inspector::wait`] moves it.
    pub now: Instant,
    pub effects: Vec<Effect>,
}

impl Inspector {
    /// Before the model is ready.
    pub fn loading(reference: &str, candidate: &str) -> Self {
        let args = InspectArgs {
            reference: Some(reference.into()),
            candidate: Some(candidate.into()),
            ..InspectArgs::default()
        };
        Self::with(&args)
    }

    /// The first example, before the model is ready.
    pub fn example() -> Self {
        Self::with(&InspectArgs::default())
    }

    fn with(args: &InspectArgs) -> Self {
        let mut state = first_state(args, &Session::default(), Theme::new(false, ColorDepth::True));
        state.size = (110, 34);
        Self { state, now: Instant::now(), effects: Vec::new() }
    }

    /// A pair that was analysed.
    pub fn on(reference: &str, candidate: &str) -> Self {
        Self::loading(reference, candidate).ready()
    }

    pub fn ready(mut self) -> Self {
        self.send(Message::Ready(info()));
        self
    }

    /// Something happens, and all that follows from it.
    pub fn send(&mut self, message: Message) {
        for effect in update(&mut self.state, message, self.now) {
            if let Effect::Analyze(job) = &effect {
                update(&mut self.state, Message::Analyzed(outcome(job)), self.now);
            }
            self.effects.push(effect);
        }
    }

    /// Something happens, but analyses are never done; what the loop is asked for.
    pub fn only(&mut self, message: Message) -> Vec<Effect> {
        update(&mut self.state, message, self.now)
    }

    /// Presses keys, named as in the help.
    pub fn press(&mut self, keys: &str) -> &mut Self {
        for name in keys.split_whitespace() {
            self.send(Message::Key(key(name).unwrap_or_else(|| panic!("there is no key {name}"))));
        }
        self
    }

    pub fn type_text(&mut self, text: &str) -> &mut Self {
        for c in text.chars() {
            let code = crossterm::event::KeyCode::Char(c);
            self.send(Message::Key(crossterm::event::KeyEvent::new(code, crossterm::event::KeyModifiers::NONE)));
        }
        self
    }

    pub fn wait(&mut self, time: Duration) -> &mut Self {
        self.now += time;
        self
    }

    /// The cells of a screen of this size, and where the cursor is.
    pub fn cells(&mut self, width: u16, height: u16) -> Buffer {
        self.state.size = (width, height);
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| view::draw(frame, &self.state, self.now)).unwrap();
        terminal.backend().buffer().clone()
    }

    /// The screen as text, a line a row; digits behind the third place, in which processors differ, are `#`.
    pub fn screen(&mut self, width: u16, height: u16) -> String {
        steady(&text(&self.cells(width, height)))
    }
}

/// The symbols of a screen. A character two columns wide is followed by no blank.
pub fn text(buffer: &Buffer) -> String {
    use unicode_width::UnicodeWidthStr;
    let area = buffer.area;
    let mut out = String::new();
    for y in area.top()..area.bottom() {
        let mut line = String::new();
        let mut x = area.left();
        while x < area.right() {
            let symbol = buffer[(x, y)].symbol();
            line += symbol;
            x += (symbol.width() as u16).max(1);
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

/// Every digit behind the third place as `#`.
pub fn steady(text: &str) -> String {
    let mut places = None;
    text.chars()
        .map(|c| {
            places = match (c, places) {
                ('.', _) => Some(0),
                ('0'..='9', Some(n)) => Some(n + 1),
                _ => None,
            };
            if places > Some(3) { '#' } else { c }
        })
        .collect()
}

/// What no screen may ever show.
pub fn assert_decent(buffer: &Buffer) {
    for cell in &buffer.content {
        assert!(!cell.symbol().contains(char::is_control), "{:?} is sent to the terminal", cell.symbol());
    }
    let text = text(buffer);
    assert!(!text.contains("NaN") && !text.contains("inf "), "{text}");
}

/// A text of `count` words, each one token.
pub fn words(count: usize) -> String {
    const WORDS: [&str; 8] = ["the", "old", "river", "flows", "under", "a", "stone", "bridge"];
    (0..count).map(|i| WORDS[i * i % 8]).collect::<Vec<_>>().join(" ")
}
