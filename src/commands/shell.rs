//! `bertscope completions` and `bertscope man`: describe the command line for shells and `man`.

use std::path::Path;

use bertscope_lessons::bundled::BUNDLED;
use bertscope_models::{Hub, catalogue};
use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use color_eyre::eyre::{Context, Result};

use super::output::write_out;
use crate::cli::groups::GROUPS;
use crate::cli::{Cli, CompletionsArgs, ManArgs};
use crate::console;

/// Writes the completion script of a shell.
pub fn completions(args: &CompletionsArgs) -> Result<()> {
    let names = CompletedNames::collect();
    let mut command = names
        .offer(Cli::command())
        .mut_subcommands(|subcommand| names.offer(subcommand));
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "bertscope", &mut script);
    let script = names.add_files(args.shell, String::from_utf8(script)?);
    Ok(console::print(script.as_bytes())?)
}

/// The names that complete a word where a file or folder may stand, too.
struct CompletedNames {
    models: Vec<&'static str>,
    lessons: Vec<&'static str>,
}

impl CompletedNames {
    fn collect() -> Self {
        let models = catalogue::all(&Hub::from_env(), []).into_iter();
        Self {
            models: models
                .filter(|model| model.is_supported)
                // clap keeps values as long as the program runs, and this command runs once.
                .map(|model| &*model.name.leak())
                .collect(),
            lessons: BUNDLED.map(|(name, _)| name).to_vec(),
        }
    }

    /// Gives the options of a command the names as values. The program itself parses with other values: any path.
    fn offer(&self, command: Command) -> Command {
        command.mut_args(|argument: Arg| match argument.get_id().as_str() {
            "model" => argument.value_parser(PossibleValuesParser::new(self.models.clone())),
            "lesson" => argument.value_parser(PossibleValuesParser::new(self.lessons.clone())),
            _ => argument,
        })
    }

    /// Completes files as well. Bash does so where no name fits, but the scripts for zsh and fish complete values alone.
    fn add_files(&self, shell: Shell, mut script: String) -> String {
        for names in [&self.models, &self.lessons] {
            match shell {
                Shell::Zsh => {
                    let values = format!("({})", names.join(" "));
                    let with_files =
                        format!(r#"{{_alternative "names:name:{values}" "files:file:_files"}}"#);
                    script = script.replace(&format!(":{values}'"), &format!(":{with_files}'"));
                }
                Shell::Fish => {
                    let values = format!(" -a \"{}\\t", names[0]);
                    script = script.replace(&format!(" -f{values}"), &format!(" -F{values}"));
                }
                _ => {}
            }
        }
        script
    }
}

/// Writes the manual page of the program, or all pages to a folder.
pub fn man(args: &ManArgs) -> Result<()> {
    // A page about --help is useless.
    let mut command = Cli::command().disable_help_subcommand(true);
    let Some(folder) = &args.output else {
        return Ok(console::print(&page(&command)?.1)?);
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
    let (name, page) = page(command)?;
    write_out(Some(&folder.join(name)), page)
}

/// The file name and content of a page.
fn page(command: &Command) -> Result<(String, Vec<u8>)> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    if command.has_subcommands() {
        render_grouped(&man, command, &mut page)?;
    } else {
        man.render(&mut page)?;
    }
    Ok((man.get_filename(), page))
}

/// The page of the program, with a section for each group of subcommands.
fn render_grouped(man: &Man, command: &Command, page: &mut Vec<u8>) -> std::io::Result<()> {
    man.render_title(page)?;
    man.render_name_section(page)?;
    man.render_synopsis_section(page)?;
    man.render_description_section(page)?;
    for group in &GROUPS {
        let listed = command
            .clone()
            .subcommand_help_heading(group.title)
            .mut_subcommands(|subcommand| {
                let is_listed = group.commands.contains(&subcommand.get_name());
                subcommand.hide(!is_listed)
            });
        Man::new(listed).render_subcommands_section(page)?;
    }
    man.render_options_section(page)?;
    man.render_version_section(page)
}
