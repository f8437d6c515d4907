//! The main loop: draws, waits for messages, updates the state, carries out the effects.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::Backend;
use ratatui::layout::Rect;

use crate::tui::context::{DIM_AFTER, Effect, Message, drawn_size};
use crate::tui::parts::marks;
use crate::tui::root::draw;
use crate::tui::root::layout::lay_out;
use crate::tui::root::update::update;
use crate::tui::state::State;
use crate::tui::terminal::event::{TerminalEvent, TerminalReply};
use crate::tui::terminal::guard::TerminalRequest;
use crate::tui::threads::Threads;

/// Unsaved texts, settings and notes are saved this long after the first edit, even during steady typing.
const SAVE_AFTER: Duration = Duration::from_millis(800);

const PANICKED: &str =
    "a bug ended the inspector; texts, settings and notes were saved as at every end";

/// The loop's access to the terminal and the session file; tests replace it.
pub trait Platform {
    /// Carries out a request to the terminal.
    fn request(&mut self, request: TerminalRequest<'_>) -> std::io::Result<()>;

    /// Saves texts and settings.
    fn save(&mut self, state: &State) -> Result<(), String>;

    /// Draws a frame in one write.
    fn synchronized(
        &mut self,
        draw: &mut dyn FnMut() -> std::io::Result<()>,
    ) -> std::io::Result<()>;
}

/// The running inspector.
pub struct Tui<B: Backend, W: Platform> {
    pub terminal: Terminal<B>,
    pub state: State,
    /// Where marks were saved that could not be written to their file; printed after the screen is restored.
    pub rescue_message: Option<String>,
    /// How long the first frame waits for what the terminal says of itself, such as its background.
    pub patience: Duration,
    platform: W,
    threads: Threads,
    messages: Receiver<Message>,
    /// When the first unsaved edit was made.
    unsaved_since: Option<Instant>,
    /// Whether mouse capture is on.
    captures_mouse: bool,
}

impl<B: Backend, W: Platform> Tui<B, W> {
    /// Creates the inspector from its parts.
    pub fn new(
        terminal: Terminal<B>,
        state: State,
        platform: W,
        threads: Threads,
        messages: Receiver<Message>,
    ) -> Self {
        Self {
            terminal,
            state,
            rescue_message: None,
            patience: Duration::ZERO,
            platform,
            threads,
            messages,
            unsaved_since: None,
            captures_mouse: false,
        }
    }

    /// Runs until the user quits; an error is the exit message.
    pub fn run(&mut self) -> std::io::Result<Option<String>> {
        let left_with = catch_unwind(AssertUnwindSafe(|| self.run_until_quit()));
        let left_with = left_with.unwrap_or_else(|_| Err(std::io::Error::other(PANICKED)));
        // Also after a panic, or if the terminal is gone, so that no typed text is lost.
        let saved = self.save();
        self.rescue_message = self.threads.rescue();
        left_with.and_then(|why| saved.map(|()| why))
    }

    fn run_until_quit(&mut self) -> std::io::Result<Option<String>> {
        let deadline = Instant::now() + self.patience;
        while let Ok(message) = self
            .messages
            .recv_timeout(deadline.saturating_duration_since(Instant::now()))
        {
            let is_last = matches!(
                message,
                Message::Terminal(TerminalEvent::Reply(TerminalReply::Attributes))
            );
            if let ControlFlow::Break(why) = self.handle(message)? {
                return Ok(why);
            }
            if is_last {
                break;
            }
        }
        loop {
            if self.time_until_save() == Some(Duration::ZERO) {
                self.save()?;
            }
            self.draw()?;
            let mut next = self.wait();
            while let Some(message) = next {
                if let ControlFlow::Break(why) = self.handle(message)? {
                    return Ok(why);
                }
                // However many messages are waiting.
                let due = self.time_until_save() == Some(Duration::ZERO);
                next = if due {
                    None
                } else {
                    self.messages.try_recv().ok()
                };
            }
        }
    }

    /// Updates the state; breaks with the exit message, if there is one, when the user quits.
    fn handle(&mut self, message: Message) -> std::io::Result<ControlFlow<Option<String>>> {
        let effects = update(&mut self.state, message, Instant::now());
        self.threads.follow(&self.state);
        for effect in effects {
            if let Effect::Quit(why) = effect {
                return Ok(ControlFlow::Break(why));
            }
            self.run_effect(effect)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The time until the next save; `None` if everything is saved.
    fn time_until_save(&mut self) -> Option<Duration> {
        let now = Instant::now();
        self.state.saving.unsaved.then(|| {
            let since = *self.unsaved_since.get_or_insert(now);
            (since + SAVE_AFTER).saturating_duration_since(now)
        })
    }

    /// Saves texts, settings, and a note that is being written. A failed save is retried after the next edit and at the
    /// end.
    fn save(&mut self) -> std::io::Result<()> {
        self.state.saving.unsaved = false;
        self.unsaved_since = None;
        let failure = self.platform.save(&self.state).err();
        log::info!("saved texts and settings");
        if failure != self.state.saving.failure {
            if let Some(why) = &failure {
                log::error!("{why}");
            }
            // The notice says why nothing is saved.
            self.state.saving.failure = failure;
            lay_out(&mut self.state);
        }
        marks::save_note(&mut self.state)
            .into_iter()
            .try_for_each(|effect| self.run_effect(effect))
    }

    /// The next message; `None` if it is time to draw or save.
    fn wait(&mut self) -> Option<Message> {
        let now = Instant::now();
        let late = self
            .state
            .results
            .stale_since
            .filter(|_| !self.state.results.is_late(now));
        let dim = late.map(|at| (at + DIM_AFTER).saturating_duration_since(now));
        let row = self
            .state
            .staged
            .as_ref()
            .and_then(|staged| staged.next_row_at);
        let tick = row.map(|at| at.saturating_duration_since(now));
        let received = match [dim, self.time_until_save(), tick]
            .into_iter()
            .flatten()
            .min()
        {
            None => self
                .messages
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
            Some(timeout) => self.messages.recv_timeout(timeout),
        };
        match received {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Disconnected) => {
                Some(Message::Terminal(TerminalEvent::Terminate))
            }
            Err(RecvTimeoutError::Timeout) => row
                .filter(|at| *at <= Instant::now())
                .map(|_| Message::Tick),
        }
    }

    fn run_effect(&mut self, effect: Effect) -> std::io::Result<()> {
        match effect {
            Effect::Copy(text) => {
                log::info!("copies {} bytes", text.len());
                if let Err(error) = self.platform.request(TerminalRequest::Copy(&text)) {
                    let way = self.state.way_to_show_copied();
                    self.state
                        .say_failure(format!("Not copied: {error}; {way}"));
                }
            }
            Effect::ShowText(text) => self.platform.request(TerminalRequest::Show(&text))?,
            Effect::DistinguishKeys => self.platform.request(TerminalRequest::DistinguishKeys)?,
            Effect::Suspend => {
                self.save()?;
                self.platform.request(TerminalRequest::Suspend)?;
                self.redraw()?;
            }
            Effect::Resume => {
                self.platform.request(TerminalRequest::Resume)?;
                self.redraw()?;
            }
            Effect::Redraw => self.redraw()?,
            effect => {
                if let Err(why) = self.threads.run(effect) {
                    self.state.say_failure(why);
                }
            }
        }
        Ok(())
    }

    /// Makes the next frame redraw every cell.
    ///
    /// `Terminal::clear` would ask the terminal for the cursor position, but another thread reads the answer, so the
    /// call would wait forever.
    fn redraw(&mut self) -> std::io::Result<()> {
        let area = self.drawn_area()?;
        self.terminal.resize(area).map_err(io_error)
    }

    fn drawn_area(&self) -> std::io::Result<Rect> {
        let size = self.terminal.size().map_err(io_error)?;
        let (width, height) = drawn_size((size.width, size.height));
        Ok(Rect::new(0, 0, width, height))
    }

    fn draw(&mut self) -> std::io::Result<()> {
        if self.state.shows_copied() {
            return Ok(());
        }
        let captures = self.state.captures_mouse();
        if std::mem::replace(&mut self.captures_mouse, captures) != captures {
            self.platform
                .request(TerminalRequest::CaptureMouse(captures))?;
        }
        if self.terminal.get_frame().area() != self.drawn_area()? {
            self.redraw()?;
        }
        let Self {
            terminal,
            state,
            platform,
            ..
        } = self;
        platform.synchronized(&mut || {
            let now = Instant::now();
            terminal
                .draw(|frame| draw::draw(frame, state, now))
                .map(drop)
                .map_err(io_error)
        })
    }
}

/// The error of the backend as an I/O error.
fn io_error<E: std::error::Error>(error: E) -> std::io::Error {
    std::io::Error::other(error.to_string())
}
