//! Options of `bertscope doctor`.

use clap::Args;

const EXIT_CODES: &str =
    "The exit code is 0 if all is well, 1 if something is broken, and 2 for bad usage.";

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct DoctorArgs {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
