//! The clipboard of the user's machine, which the terminal sets: over SSH, too.

use std::io;
use std::io::{Write, stdout};
use std::process::{Command, Stdio};

use base64::prelude::{BASE64_STANDARD, Engine as _};

/// Puts a text on the clipboard.
///
/// # Errors
/// Where tmux does not pass it on, with what to set. Other terminals do not say whether they took it.
pub fn copy(text: &str) -> io::Result<()> {
    match tmux_setting().as_deref() {
        // By default, tmux ignores OSC 52 of programs, but sends its own buffer to the terminal.
        Some("external") => fill_tmux_buffer(text),
        Some("off") => {
            fill_tmux_buffer(text)?;
            Err(io::Error::other(TMUX_IS_OFF))
        }
        _ => send(text),
    }
}

const TMUX_IS_OFF: &str = "run tmux set -s set-clipboard on";

/// OSC 52: the terminal puts the text on the clipboard.
fn send(text: &str) -> io::Result<()> {
    write!(stdout(), "\x1b]52;c;{}\x1b\\", BASE64_STANDARD.encode(text))?;
    stdout().flush()
}

/// Whether tmux passes OSC 52 on: `on`, `external` or `off`; `None` outside tmux, or if it does not say.
fn tmux_setting() -> Option<String> {
    std::env::var_os("TMUX")?;
    let shown = Command::new("tmux")
        .args(["show-options", "-sv", "set-clipboard"])
        .stdin(Stdio::null())
        .output();
    let setting = String::from_utf8(shown.ok()?.stdout).ok()?;
    Some(setting.trim().to_owned())
}

/// Puts the text into a buffer of tmux, and with `-w` on the clipboard as far as tmux is allowed to.
fn fill_tmux_buffer(text: &str) -> io::Result<()> {
    let mut tmux = Command::new("tmux")
        .args(["load-buffer", "-w", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    if let Some(mut input) = tmux.stdin.take() {
        input.write_all(text.as_bytes())?;
    }
    if tmux.wait()?.success() {
        return Ok(());
    }
    Err(io::Error::other(
        "tmux took no text; run tmux set -s set-clipboard on",
    ))
}
