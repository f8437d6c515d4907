//! What a terminal delivers, and the system's signals about it.

use crossterm::event::{KeyEvent, MouseEvent};

/// An event of the terminal.
#[derive(Debug, Clone)]
pub enum TerminalEvent {
    /// A key was pressed (releases are ignored).
    Key(KeyEvent),
    /// Enter was pressed with a character right after it.
    LineEnd(KeyEvent),
    /// Text was pasted, or typed faster than keys can be distinguished.
    Paste(String),
    /// A mouse event; only if capture is on.
    Mouse(MouseEvent),
    /// The terminal was resized.
    Resize(u16, u16),
    /// A signal to suspend until the shell resumes the program.
    Suspend,
    /// The program was stopped, and is running again.
    Resumed,
    /// The terminal is gone, or a signal to end.
    Terminate,
}
