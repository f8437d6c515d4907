//! Options of `bertscope web`.

use std::path::PathBuf;

use clap::Args;

/// Options of `bertscope web`.
#[derive(Debug, Args)]
pub struct WebArgs {
    /// Output folder: new, empty, or with an earlier version of the page
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// A lesson to include with the page. Repeat it for several
    #[arg(long, value_name = "FILE")]
    pub lesson: Vec<PathBuf>,
}
