//! Options of `bertscope config`.

use std::path::PathBuf;

use clap::Args;

const EXIT_CODES: &str = "The exit code is 0, or 2 if a line of the checked file is wrong.";

#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct ConfigArgs {
    /// Print a file with every setting, its meaning and its default. As it is, it sets nothing
    #[arg(long = "default")]
    pub prints_default: bool,
    /// List what is wrong with the file, line by line
    #[arg(long, conflicts_with = "prints_default")]
    pub check: bool,
    /// Another file than your configuration
    #[arg(value_name = "FILE", conflicts_with = "prints_default")]
    pub file: Option<PathBuf>,
}
