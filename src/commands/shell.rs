//! `bertscope completions` and `bertscope man`: the command line described for shells and `man`.

use std::io::Write;

use clap::CommandFactory;
use color_eyre::eyre::{Context, Result};

use crate::cli::{Cli, CompletionsArgs, ManArgs};

/// Writes the completion script of a shell.
///
/// # Errors
/// Those of standard output.
pub fn completions(args: &CompletionsArgs) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "bertscope", &mut script);
    Ok(std::io::stdout().lock().write_all(&script)?)
}

/// Writes the manual page of the program, or all pages to a folder.
///
/// # Errors
/// With the folder's name, when it cannot be written to.
pub fn man(args: &ManArgs) -> Result<()> {
    // A page about --help is useless.
    let command = Cli::command().disable_help_subcommand(true);
    let Some(folder) = &args.output else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        return Ok(std::io::stdout().lock().write_all(&page)?);
    };
    std::fs::create_dir_all(folder).wrap_err_with(|| format!("can not make {}", folder.display()))?;
    clap_mangen::generate_to(command, folder).wrap_err_with(|| format!("can not write to {}", folder.display()))
}
