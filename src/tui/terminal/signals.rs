//! Converts the system's signals to events of the terminal.

#[cfg(not(unix))]
pub use other::{listen, shell_can_resume, stop};
#[cfg(unix)]
pub use unix::{listen, shell_can_resume, stop};

#[cfg(unix)]
mod unix {
    use std::sync::mpsc::Sender;

    use rustix::process::{getpgid, getppid, getsid};
    use signal_hook::consts::{
        SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGWINCH,
        SIGXCPU,
    };
    use signal_hook::iterator::Signals;

    use crate::tui::terminal::event::TerminalEvent;

    /// A thread that converts signals to messages: the terminal is restored before the program ends or stops, and set
    /// up again when it continues.
    pub fn listen(sender: Sender<impl From<TerminalEvent> + Send + 'static>) {
        let Ok(mut signals) = Signals::new([
            SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGTSTP, SIGCONT,
            SIGWINCH,
        ]) else {
            return;
        };
        std::thread::spawn(move || {
            for signal in signals.forever() {
                let message = match signal {
                    SIGWINCH => match crossterm::terminal::size() {
                        Ok((width, height)) => TerminalEvent::Resize(width, height),
                        Err(_) => continue,
                    },
                    SIGTSTP => TerminalEvent::Suspend,
                    SIGCONT => TerminalEvent::Resumed,
                    _ => TerminalEvent::Terminate,
                };
                // This fails only if the program is ending anyway.
                if sender.send(message.into()).is_err() {
                    return;
                }
            }
        });
    }

    /// Whether the program was started by a shell that takes over when it stops. Otherwise the system ignores SIGTSTP;
    /// a program that stops itself must check.
    pub fn shell_can_resume() -> bool {
        let parent = getppid();
        let same_session = getsid(parent).is_ok_and(|session| getsid(None) == Ok(session));
        let same_job = getpgid(parent).is_ok_and(|job| getpgid(None) == Ok(job));
        parent.is_some() && same_session && !same_job
    }

    /// Stops the program until it is continued.
    pub fn stop() -> std::io::Result<()> {
        signal_hook::low_level::emulate_default_handler(SIGTSTP)
    }
}

/// Shells do not stop programs here; the guard restores the console when it is dropped.
#[cfg(not(unix))]
mod other {
    use std::sync::mpsc::Sender;

    use crate::tui::terminal::event::TerminalEvent;

    pub fn listen(_: Sender<impl From<TerminalEvent> + Send + 'static>) {}

    pub fn shell_can_resume() -> bool {
        false
    }

    pub fn stop() -> std::io::Result<()> {
        Ok(())
    }
}
