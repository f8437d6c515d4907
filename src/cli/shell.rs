//! Options of the subcommands that integrate the program with a system: `completions`, `man`.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: Shell,
}

#[derive(Debug, Args)]
pub struct ManArgs {
    /// Write one page for the program and one per subcommand to this folder [default: the program's page, to standard
    /// output]
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
}
