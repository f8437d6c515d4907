//! `bertscope completions` and `bertscope man`: describe the command line for shells and `man`.

use std::path::Path;

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use color_eyre::eyre::{Context, Result};

use super::output::write_out;
use crate::cli::{Cli, CompletionsArgs, ManArgs};
use crate::console;

/// Writes the completion script of a shell.
pub fn completions(args: &CompletionsArgs) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "bertscope", &mut script);
    Ok(console::print(&script)?)
}

/// Writes the manual page of the program, or all pages to a folder.
pub fn man(args: &ManArgs) -> Result<()> {
    // A page about --help is useless.
    let mut command = Cli::command().disable_help_subcommand(true);
    let Some(folder) = &args.output else {
        return Ok(console::print(&page(command)?.1)?);
    };
    std::fs::create_dir_all(folder)
        .wrap_err_with(|| format!("cannot create {}", folder.display()))?;
    command.build();
    pages(&command, folder)
}

/// Writes the pages of a command and its subcommands.
fn pages(command: &Command, folder: &Path) -> Result<()> {
    let subcommands = command.get_subcommands();
    for subcommand in subcommands.filter(|command| !command.is_hide_set()) {
        pages(subcommand, folder)?;
    }
    let (name, page) = page(command.clone())?;
    write_out(Some(&folder.join(name)), page)
}

/// The file name and content of a page.
fn page(command: Command) -> Result<(String, Vec<u8>)> {
    let man = Man::new(command);
    let mut page = Vec::new();
    man.render(&mut page)?;
    Ok((man.get_filename(), page))
}
