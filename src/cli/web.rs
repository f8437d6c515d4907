//! Options of `bertscope web`.

use std::path::PathBuf;

use clap::Args;

/// Options of `bertscope web`.
#[derive(Debug, Args)]
pub struct WebArgs {
    /// A folder that does not exist, that is empty, or that has an earlier page
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// A lesson to put beside the page; may be repeated
    #[arg(long, value_name = "FILE")]
    pub lesson: Vec<PathBuf>,
}
