//! Signal handling: lets a command write what it has and remove temporary files before it ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use color_eyre::eyre::{Result, bail};

use crate::console;
#[cfg(unix)]
use signal_hook::consts::{
    SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
};

/// The request to stop, which a long command checks between two steps: the received signal, or 0.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicUsize>);

impl Interrupt {
    /// Catches Ctrl-C and, on Unix, the signals that end a program. The second signal ends it at once.
    pub fn install() -> Self {
        let stop = Self::default();
        #[cfg(unix)]
        {
            let once = Arc::new(std::sync::atomic::AtomicBool::new(false));
            // These two are always caught, even if they are set to be ignored: another terminal can stop the program with them.
            for signal in [SIGINT, SIGTERM]
                .into_iter()
                .chain(termination_signals().filter(|signal| *signal == SIGHUP))
            {
                // If the system refuses, the signal ends the program at once, as usual.
                let _ = signal_hook::flag::register_conditional_shutdown(
                    signal,
                    128 + signal,
                    Arc::clone(&once),
                );
                let _ = signal_hook::flag::register(signal, Arc::clone(&once));
                let _ =
                    signal_hook::flag::register_usize(signal, Arc::clone(&stop.0), signal as usize);
            }
        }
        stop
    }

    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// Says how far a command came, which wrote the results of what is `done`, and ends the program with the signal that
    /// stopped it.
    pub fn end_early(&self, progress: &str, done: u64) -> Result<()> {
        let written = match done {
            0 => "nothing was written",
            _ => "the results are of these alone",
        };
        console::report(&format!("interrupted after {progress}; {written}"));
        self.end();
        bail!("the program could not end with the signal that interrupted it")
    }

    /// Ends the program with the received signal, so that the parent process sees it; returns if there was none.
    fn end(&self) {
        #[cfg(unix)]
        {
            let signal = self.0.load(Ordering::Relaxed);
            if signal != 0 {
                // If this fails, the caller ends with an error.
                let _ = signal_hook::low_level::emulate_default_handler(signal as i32);
            }
        }
    }
}

/// From now on, reaching the file size limit is a write error, as on a full disk, and not a signal.
pub fn ignore_file_size_signal() {
    #[cfg(unix)]
    {
        let unread = Arc::new(std::sync::atomic::AtomicBool::new(false));
        // If the system refuses, the signal ends the program.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, unread);
    }
}

/// From now on, a signal that ends the program first removes incomplete files.
pub fn remove_pending_on_signal() {
    #[cfg(unix)]
    {
        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(|| {
            // If the system refuses, a hidden file stays behind; nothing else changes.
            let Ok(mut signals) = signal_hook::iterator::Signals::new(termination_signals()) else {
                return;
            };
            std::thread::spawn(move || {
                if let Some(signal) = signals.forever().next() {
                    bertscope_save::discard_pending();
                    let _ = signal_hook::low_level::emulate_default_handler(signal);
                }
            });
        });
    }
}

/// The signals that end a program, except those set to be ignored, as `nohup` and a shell's `&` do.
#[cfg(unix)]
fn termination_signals() -> impl Iterator<Item = i32> {
    let all = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
    ];
    let ignored = ignored_signals();
    all.into_iter().filter(move |signal| match ignored {
        Some(mask) => mask >> (signal - 1) & 1 == 0,
        // If this is unknown, closing the terminal ends the program, as usual.
        None => *signal != SIGHUP,
    })
}

/// One bit per ignored signal, if the system reports them.
#[cfg(unix)]
fn ignored_signals() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}
