//! Signal handling: lets a command finish its step and remove temporary files before it ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(unix)]
use signal_hook::consts::{SIGALRM, SIGHUP, SIGINT, SIGPROF, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU};

/// The request to stop, which a long command checks between two steps: the signal that was received, 0 before that.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicUsize>);

impl Interrupt {
    /// Catches Ctrl-C and the signals that end a program, on Unix. The second one ends it at once.
    #[must_use]
    pub fn listening() -> Self {
        let stop = Self::default();
        #[cfg(unix)]
        {
            let once = Arc::new(std::sync::atomic::AtomicBool::new(false));
            // These two always: what is done is kept, and the program can be told to stop from another terminal.
            for signal in [SIGINT, SIGTERM].into_iter().chain(ending_signals().filter(|signal| *signal == SIGHUP)) {
                // A system that refuses this ends the program at once, as it would any other.
                let _ = signal_hook::flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&once));
                let _ = signal_hook::flag::register(signal, Arc::clone(&once));
                let _ = signal_hook::flag::register_usize(signal, Arc::clone(&stop.0), signal as usize);
            }
        }
        stop
    }

    /// Whether a signal has come.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    /// Ends the program by the signal that came, so that the parent process sees it; returns when none came.
    pub fn end(&self) {
        #[cfg(unix)]
        {
            let signal = self.0.load(Ordering::Relaxed);
            if signal != 0 {
                // What can fail here leaves the caller to end with an error.
                let _ = signal_hook::low_level::emulate_default_handler(signal as i32);
            }
        }
    }
}

/// From now on, a file that reaches the limit for its size is an error of writing, as on a full disk, and no signal.
pub fn make_limits_errors() {
    #[cfg(unix)]
    {
        let unread = Arc::new(std::sync::atomic::AtomicBool::new(false));
        // A system that refuses this ends the program by the signal.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, unread);
    }
}

/// From now on, a signal that ends the program removes the files that are not complete before it does.
pub fn clean_up_when_ended() {
    #[cfg(unix)]
    {
        static ONCE: std::sync::Once = std::sync::Once::new();
        ONCE.call_once(|| {
            // A system that refuses this leaves a hidden file behind, and nothing else is different.
            let Ok(mut signals) = signal_hook::iterator::Signals::new(ending_signals()) else { return };
            std::thread::spawn(move || {
                if let Some(signal) = signals.forever().next() {
                    bertscope_report::save::discard_pending();
                    let _ = signal_hook::low_level::emulate_default_handler(signal);
                }
            });
        });
    }
}

/// The signals that end a program, but for those that it was told to ignore, as `nohup` and a shell's `&` do.
#[cfg(unix)]
fn ending_signals() -> impl Iterator<Item = i32> {
    let ignored = ignored_signals();
    let is_ignored = move |signal: i32| match ignored {
        Some(mask) => mask >> (signal - 1) & 1 == 1,
        // Where this cannot be known, a closed terminal ends the program as it does any other.
        None => signal == SIGHUP,
    };
    let all = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU];
    all.into_iter().filter(move |signal| !is_ignored(*signal))
}

/// A bit for each signal that is ignored, where the system says so.
#[cfg(unix)]
fn ignored_signals() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}
