//! Takes over the terminal and restores it, whatever happens.

use std::io::{self, Stdout, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use bertscope_encoder::guard::is_guarded;
use crossterm::cursor::Show;
use crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};

use super::signals;

/// Whether the terminal is ours, so that it is restored exactly once.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether the terminal was taken again already after the stop that the next [`Guard::resume`] is about.
static RESUMED: AtomicBool = AtomicBool::new(false);

/// The terminal in raw mode, on its alternate screen, with pasted text marked as such.
///
/// Dropping it restores the terminal; so does a panic, before it is reported.
#[derive(Debug)]
pub struct Guard(());

impl Guard {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// When it cannot be put in raw mode or written to; then it is left as it was.
    pub fn enter() -> io::Result<Self> {
        static HOOK: std::sync::Once = std::sync::Once::new();
        HOOK.call_once(|| {
            let report = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |info| {
                // Only a panic of the screen's own thread ends the program; the worker catches its panics, and the encoder
                // those of libraries.
                if std::thread::current().name() == Some("main") && !is_guarded() {
                    give_back();
                    report(info);
                }
            }));
        });
        take()?;
        Ok(Self(()))
    }

    /// Turns mouse capture on or off.
    ///
    /// # Errors
    /// When the terminal cannot be written to.
    pub fn capture_mouse(&self, on: bool) -> io::Result<()> {
        if on { execute!(stdout(), EnableMouseCapture) } else { execute!(stdout(), DisableMouseCapture) }
    }

    /// Restores the terminal, suspends the program until the shell resumes it, and takes the terminal again. Without a
    /// shell that could resume it, it keeps running.
    ///
    /// # Errors
    /// When the terminal cannot be taken again.
    pub fn suspend(&self, mouse: bool) -> io::Result<()> {
        if signals::shell_can_resume() {
            give_back();
            signals::stop()?;
            RESUMED.store(true, Ordering::SeqCst);
            take()?;
            self.capture_mouse(mouse)?;
        }
        Ok(())
    }

    /// Takes the terminal again after the program was stopped otherwise than by [`Guard::suspend`]: the shell may have
    /// changed its modes, and written on our screen.
    ///
    /// # Errors
    /// When the terminal cannot be taken again.
    pub fn resume(&self, mouse: bool) -> io::Result<()> {
        if RESUMED.swap(false, Ordering::SeqCst) {
            return Ok(());
        }
        give_back();
        take()?;
        self.capture_mouse(mouse)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    execute!(stdout(), EnterAlternateScreen, EnableBracketedPaste).inspect_err(|_| give_back())
}

fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let mut out: Stdout = stdout();
        // There is nowhere left to report a failure.
        let _ = execute!(out, DisableMouseCapture, DisableBracketedPaste, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        let _ = out.flush();
    }
}
