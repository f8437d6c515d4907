//! No more threads than processors: rayon and candle start as many as `RAYON_NUM_THREADS` says, which only wait for each
//! other.

use std::process::{Command, ExitCode};

use crate::console;

/// The variable that both read.
const VARIABLE: &str = "RAYON_NUM_THREADS";

/// Runs the program again with fewer threads if the variable asks for more than there are processors; returns the exit code
/// of that run. (A variable of the own process cannot be changed safely.)
pub fn limited() -> Option<ExitCode> {
    let wanted: usize = std::env::var(VARIABLE).ok()?.parse().ok()?;
    let processors = std::thread::available_parallelism().ok()?.get();
    if wanted <= processors {
        return None;
    }
    let plural = if processors == 1 {
        "is 1 processor"
    } else {
        &format!("are {processors} processors")
    };
    console::report(&format!(
        "{VARIABLE} is {wanted}, but there {plural}; no more threads are used"
    ));
    let mut again = Command::new(std::env::current_exe().ok()?);
    again
        .args(std::env::args_os().skip(1))
        .env(VARIABLE, processors.to_string());
    #[cfg(unix)]
    {
        // Returns only if it fails; then the program starts all threads.
        let _ = std::os::unix::process::CommandExt::exec(&mut again);
        None
    }
    #[cfg(not(unix))]
    again
        .status()
        .ok()
        .map(|status| ExitCode::from(status.code().unwrap_or(1).clamp(0, 255) as u8))
}
