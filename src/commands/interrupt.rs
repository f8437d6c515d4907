//! The request to stop, which a long command checks between two steps.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The signal that was received, 0 before that.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicUsize>);

impl Interrupt {
    /// Catches Ctrl-C and the signals that end a program, on Unix. The second one ends it at once.
    #[must_use]
    pub fn listening() -> Self {
        let stop = Self::default();
        #[cfg(unix)]
        {
            use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
            let once = Arc::new(std::sync::atomic::AtomicBool::new(false));
            for signal in [SIGINT, SIGTERM, SIGHUP] {
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
