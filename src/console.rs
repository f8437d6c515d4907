//! The only place that prints outside the inspector.
//!
//! Nothing here panics, whatever standard output and standard error are: a closed pipe, a full disk. Nothing that a
//! terminal obeys comes out of a text, a name or a file. Nothing else in the program prints, which lints assert.
#![expect(clippy::disallowed_methods, reason = "the one place with the standard streams")]

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

use bertscope_printable::{message, printable_lines};

/// Whether standard output is a terminal.
#[must_use]
pub fn is_output_seen() -> bool {
    io::stdout().is_terminal()
}

/// Whether standard error is a terminal.
#[must_use]
pub fn are_messages_seen() -> bool {
    io::stderr().is_terminal()
}

/// Writes text to standard output, now. In a file or a pipe it is what it is; a terminal gets no control characters.
///
/// # Errors
/// With the words "cannot write to standard output", and the kind of the system's error.
pub fn print(text: &[u8]) -> io::Result<()> {
    print_styled(&shown_on(&io::stdout(), text))
}

/// Text as an open stream may have it: as it is in a file or a pipe, without control characters on a terminal.
pub fn shown_on<'a>(stream: &impl IsTerminal, text: &'a [u8]) -> Cow<'a, [u8]> {
    if !stream.is_terminal() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(printable_lines(&String::from_utf8_lossy(text)).into_bytes())
}

/// The same of something that has sequences for a terminal on purpose, such as a picture in colours.
///
/// # Errors
/// As [`print`].
pub fn print_styled(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| unwritten(&error))
}

/// What clap says: help or an error, in colours where the terminal has them.
///
/// # Errors
/// As [`print`], for what goes to standard output.
pub fn print_clap(said: &clap::Error) -> io::Result<()> {
    let printed = said.print().and_then(|()| io::stdout().flush());
    // Nothing can be said where messages cannot be written.
    if said.use_stderr() { Ok(()) } else { printed.map_err(|error| unwritten(&error)) }
}

/// A sentence for the user on standard error.
pub fn report(sentence: &str) {
    // Nothing can be said where messages cannot be written.
    let _ = writeln!(io::stderr().lock(), "bertscope: {}", message(sentence));
}

/// Lines for the user on standard error.
pub fn report_lines(text: &str) {
    let _ = io::stderr().lock().write_all(printable_lines(text).as_bytes());
}

fn unwritten(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to standard output: {error}"))
}
