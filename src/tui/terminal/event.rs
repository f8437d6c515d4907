//! What a terminal delivers, and the system's signals about it.

use std::fmt;
use std::io;
use std::time::Duration;

use crossterm::event::{Event, KeyEvent, MouseEvent};

/// What the terminal sends.
#[derive(Debug, Clone)]
pub enum Input {
    /// What the user did.
    Event(Event),
    /// The answer to a question of the program.
    Reply(TerminalReply),
}

/// The source of events: the terminal, except in tests.
pub trait InputSource {
    /// Waits for the next input.
    fn next(&mut self) -> io::Result<Input>;

    /// Whether input, or an error, arrives within a time.
    fn poll(&mut self, time: Duration) -> bool;
}

/// What a terminal says of itself, some time after it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TerminalReply {
    /// Whether its background is light.
    Background { light: bool },
    /// The column of its cursor, from 0.
    Column(u16),
    /// It knows the kitty keyboard protocol.
    KeyboardProtocol,
    /// Its attributes, which every terminal has: the last answer.
    Attributes,
}

impl fmt::Display for TerminalReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Background { light: true } => f.write_str("its background is light"),
            Self::Background { light: false } => f.write_str("its background is dark"),
            Self::Column(column) => write!(f, "its cursor is in column {column}"),
            Self::KeyboardProtocol => f.write_str("it tells all keys apart"),
            Self::Attributes => f.write_str("it has answered all questions"),
        }
    }
}

#[derive(Debug, Clone)]
pub enum TerminalEvent {
    /// A key was pressed (releases are ignored).
    Key(KeyEvent),
    /// Enter was pressed with a character right after it: the line end of a paste in a terminal that does not mark
    /// pasted text, or a user whose keys arrive late.
    LineEnd(KeyEvent),
    /// Text was pasted, or typed faster than keys can be distinguished.
    Paste(String),
    /// A mouse event; only if capture is on.
    Mouse(MouseEvent),
    /// The terminal said something of itself.
    Reply(TerminalReply),
    /// The terminal was resized.
    Resize(u16, u16),
    /// A signal to suspend until the shell resumes the program.
    Suspend,
    /// The program was stopped, and is running again.
    Resumed,
    /// The terminal is gone, or a signal to end.
    Terminate,
}
