//! Enters and leaves raw mode and the alternate screen; restores the terminal on every exit path.

use std::io;
use std::io::{Stdout, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::Show;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    KeyboardEnhancementFlags, PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags,
};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use super::{clipboard, signals};
use bertscope_encoder::panic_guard::is_guarded;
use bertscope_printable::printable_lines;

/// Whether the inspector owns the terminal, so that it is restored exactly once.
static IS_SET_UP: AtomicBool = AtomicBool::new(false);

/// Whether the terminal was already set up again after the stop that the next [`TerminalRequest::Resume`] is about.
static RESUMED: AtomicBool = AtomicBool::new(false);

/// Whether the terminal distinguishes all keys while we own it.
static DISTINGUISHES_KEYS: AtomicBool = AtomicBool::new(false);

/// Whether the mouse is captured while we own the terminal.
static CAPTURES_MOUSE: AtomicBool = AtomicBool::new(false);

/// What the terminal is to do.
#[derive(Debug, Clone, Copy)]
pub enum TerminalRequest<'a> {
    /// Turn mouse capture on or off.
    CaptureMouse(bool),
    /// Enable the kitty keyboard protocol, so that `Esc` differs from the start of a chord and chords differ from each
    /// other.
    DistinguishKeys,
    /// Restore the terminal, suspend the program until the shell resumes it, and set up the terminal again. Without a
    /// shell that could resume it, the program keeps running.
    Suspend,
    /// Set up the terminal again after the program was stopped otherwise: the shell may have changed its modes and written
    /// on our screen.
    Resume,
    /// Put a text on the clipboard.
    Copy(&'a str),
    /// Print a text on the screen of the shell, from which the mouse can select it, until [`TerminalRequest::Resume`].
    Show(&'a str),
}

/// The terminal in raw mode, on its alternate screen, with bracketed paste.
///
/// Dropping it restores the terminal; so does a panic, before it is reported.
#[derive(Debug)]
pub struct TerminalGuard(());

#[expect(
    clippy::unused_self,
    reason = "only who holds the guard may write to the terminal"
)]
impl TerminalGuard {
    /// Takes over the terminal; restores it if it cannot be put in raw mode or written to.
    pub fn enter() -> io::Result<Self> {
        static HOOK: std::sync::Once = std::sync::Once::new();
        HOOK.call_once(|| {
            let report = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |info| {
                // Only a panic of the main thread ends the program; the worker catches its panics, and the encoder
                // those of libraries.
                if std::thread::current().name() == Some("main") && !is_guarded() {
                    restore();
                }
                report(info);
            }));
        });
        set_up()?;
        Ok(Self(()))
    }

    /// Asks the terminal for its background, the kitty keyboard protocol and its attributes; the replies are events. Returns
    /// whether it may answer.
    pub fn ask(&self) -> io::Result<bool> {
        let answers = may_answer();
        if answers {
            stdout().write_all(b"\x1b]11;?\x07\x1b[?u\x1b[c")?;
            stdout().flush()?;
        }
        Ok(answers)
    }

    /// Carries out a request.
    pub fn request(&self, request: TerminalRequest<'_>) -> io::Result<()> {
        match request {
            TerminalRequest::CaptureMouse(on) => {
                CAPTURES_MOUSE.store(on, Ordering::SeqCst);
                if on {
                    execute!(stdout(), EnableMouseCapture)
                } else {
                    execute!(stdout(), DisableMouseCapture)
                }
            }
            TerminalRequest::DistinguishKeys if DISTINGUISHES_KEYS.swap(true, Ordering::SeqCst) => {
                Ok(())
            }
            TerminalRequest::DistinguishKeys => distinguish_keys(),
            TerminalRequest::Suspend if signals::shell_can_resume() => {
                restore();
                signals::stop()?;
                RESUMED.store(true, Ordering::SeqCst);
                set_up()
            }
            TerminalRequest::Resume if !RESUMED.swap(false, Ordering::SeqCst) => {
                restore();
                set_up()
            }
            TerminalRequest::Suspend | TerminalRequest::Resume => Ok(()),
            TerminalRequest::Copy(text) => clipboard::copy(text),
            TerminalRequest::Show(text) => {
                restore();
                let text = printable_lines(text);
                writeln!(stdout(), "{text}\n\nEnter goes back to the inspector.")
            }
        }
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
    }
}

/// Whether the terminal answers questions, as far as its name says. Some print them.
pub fn may_answer() -> bool {
    let name = std::env::var("TERM").unwrap_or_default();
    cfg!(unix) && !matches!(&*name, "" | "dumb" | "Eterm") && !name.starts_with("screen")
}

fn set_up() -> io::Result<()> {
    enable_raw_mode()?;
    IS_SET_UP.store(true, Ordering::SeqCst);
    enter().inspect_err(|_| restore())
}

/// Enters the alternate screen, with the modes that were on before the program was stopped.
fn enter() -> io::Result<()> {
    execute!(stdout(), EnterAlternateScreen, EnableBracketedPaste)?;
    if DISTINGUISHES_KEYS.load(Ordering::SeqCst) {
        distinguish_keys()?;
    }
    if CAPTURES_MOUSE.load(Ordering::SeqCst) {
        execute!(stdout(), EnableMouseCapture)?;
    }
    Ok(())
}

fn distinguish_keys() -> io::Result<()> {
    let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
        | KeyboardEnhancementFlags::REPORT_ALTERNATE_KEYS;
    execute!(stdout(), PushKeyboardEnhancementFlags(flags))
}

fn restore() {
    if IS_SET_UP.swap(false, Ordering::SeqCst) {
        let mut out: Stdout = stdout();
        // A failure here cannot be reported anywhere.
        if DISTINGUISHES_KEYS.load(Ordering::SeqCst) {
            let _ = execute!(out, PopKeyboardEnhancementFlags);
        }
        let _ = execute!(
            out,
            DisableMouseCapture,
            DisableBracketedPaste,
            LeaveAlternateScreen,
            Show
        );
        let _ = disable_raw_mode();
        let _ = out.flush();
    }
}
