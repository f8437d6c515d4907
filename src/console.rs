//! The only code that prints outside the inspector.
//!
//! Nothing here panics, even if standard output or standard error is a closed pipe or a full disk. No control sequence
//! of a text, a name or a file reaches a terminal. Lints check that nothing else in the program prints.
#![expect(
    clippy::disallowed_methods,
    reason = "the one place with the standard streams"
)]

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};

use bertscope_printable::{message, printable_lines};

use crate::event_log::without_quotes;

/// Whether standard output is a terminal.
pub fn stdout_is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether standard error is a terminal.
pub fn stderr_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Writes text to standard output and flushes it. Files and pipes get it unchanged; a terminal gets no control
/// characters.
pub fn print(text: &[u8]) -> io::Result<()> {
    print_styled(&sanitized_for(&io::stdout(), text))
}

/// Text for an open stream: unchanged for a file or a pipe, without control characters for a terminal.
pub fn sanitized_for<'a>(stream: &impl IsTerminal, text: &'a [u8]) -> Cow<'a, [u8]> {
    if !stream.is_terminal() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(printable_lines(&String::from_utf8_lossy(text)).into_bytes())
}

/// Prints text with intended terminal sequences, such as a picture in colours.
pub fn print_styled(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .map_err(|error| output_error(&error))
}

/// Prints a message of clap, help or an error, in colours if the terminal supports them.
pub fn print_clap(message: &clap::Error) -> io::Result<()> {
    let printed = message.print().and_then(|()| io::stdout().flush());
    // If standard error cannot be written, there is no way to say so.
    if message.use_stderr() {
        Ok(())
    } else {
        printed.map_err(|error| output_error(&error))
    }
}

/// A sentence for the user on standard error.
pub fn report(sentence: &str) {
    log::warn!("says: {}", without_quotes(sentence));
    // If standard error cannot be written, there is no way to say so.
    let _ = writeln!(io::stderr().lock(), "bertscope: {}", message(sentence));
}

/// Lines for the user on standard error.
pub fn report_lines(text: &str) {
    let _ = io::stderr()
        .lock()
        .write_all(printable_lines(text).as_bytes());
}

fn output_error(error: &io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("cannot write to standard output: {error}"),
    )
}
