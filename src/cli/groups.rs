//! The groups in which `bertscope --help`, its manual page and `docs/cli.md` list the subcommands.

use std::fmt::Write;

use clap::Command;

pub struct CommandGroup {
    pub title: &'static str,
    /// Names of subcommands, in the order of the help.
    pub commands: &'static [&'static str],
}

/// Every subcommand stands in exactly one group, which a test checks.
pub const GROUPS: [CommandGroup; 5] = [
    CommandGroup {
        title: "Score",
        commands: &["score", "match", "plot", "open", "identify"],
    },
    CommandGroup {
        title: "Compare",
        commands: &["compare", "report"],
    },
    CommandGroup {
        title: "Models",
        commands: &["models", "idf", "baseline", "pack"],
    },
    CommandGroup {
        title: "Teach",
        commands: &["lesson"],
    },
    CommandGroup {
        title: "Set up",
        commands: &["config", "doctor", "completions", "man"],
    },
];

/// The command with a help that lists its subcommands in groups. clap groups options, but not subcommands.
pub fn with_grouped_help(command: Command) -> Command {
    let heading = *command.get_styles().get_header();
    let literal = *command.get_styles().get_literal();
    let mut template = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for group in &GROUPS {
        let _ = writeln!(template, "\n{heading}{}:{heading:#}", group.title);
        for name in group.commands {
            let subcommand = command.find_subcommand(name);
            let about = subcommand.and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(template, "  {literal}{name:<11}{literal:#}  {about}");
        }
    }
    let _ = write!(
        template,
        "\nHelp of a command: {literal}bertscope help COMMAND{literal:#}\n\n\
         {heading}Options:{heading:#}\n{{options}}{{after-help}}"
    );
    command.help_template(template)
}
