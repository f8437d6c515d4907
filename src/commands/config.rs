//! `bertscope config`: where the inspector's configuration is, what it changes, and what is wrong with it.

use std::fmt::Write;
use std::path::Path;

use color_eyre::eyre::Result;

use crate::cli::ConfigArgs;
use crate::console;
use crate::tui::config::file::{ConfigPlace, check_command, place};
use crate::tui::config::{self, ParsedConfig};
use crate::usage_error::{UsageError, refuse};
use bertscope_report::number::pluralized;

pub fn run(args: &ConfigArgs) -> Result<()> {
    if args.prints_default {
        return Ok(console::print(config::default_file().as_bytes())?);
    }
    let Some(place) = place(args.file.as_deref()) else {
        return refuse("there is no home folder to look for a configuration in; set HOME");
    };
    let parsed = place.read()?;
    let Some(parsed) = parsed else {
        return Ok(console::print(without_file(&place.path).as_bytes())?);
    };
    if args.check {
        return check(&place, &parsed);
    }
    let check = check_command(args.file.as_deref());
    console::print(differences(&place.path, &parsed, &check).as_bytes())?;
    Ok(())
}

fn without_file(path: &Path) -> String {
    let path = path.display();
    format!(
        "{path}: there is no such file, so the inspector has its defaults\n\
         `bertscope config --default` prints a file to begin with; write it there\n"
    )
}

/// Every fault and warning, with its line.
fn check(place: &ConfigPlace, parsed: &ParsedConfig) -> Result<()> {
    let path = place.path.display();
    let mut text = String::new();
    for fault in &parsed.faults {
        let _ = writeln!(text, "{path}, {fault}");
    }
    for warning in &parsed.warnings {
        let _ = writeln!(text, "{path}, {warning} (a warning)");
    }
    let settings = pluralized(parsed.entries.len() as u64, "setting");
    let _ = writeln!(text, "{path}: {settings} can be used");
    console::print(text.as_bytes())?;
    match parsed.faults.len() as u64 {
        0 => Ok(()),
        count => Err(UsageError(format!("{path} has {}", pluralized(count, "fault"))).into()),
    }
}

/// The path, and the entries whose values are not the defaults.
fn differences(path: &Path, parsed: &ParsedConfig, check: &str) -> String {
    let mut text = format!("{}\n", path.display());
    let defaults = config::default_entries();
    let mut count = 0;
    for entry in &parsed.entries {
        let default = defaults.iter().find(|default| default.name == entry.name);
        let note = match default {
            Some(default) if default.value == entry.value => continue,
            Some(default) => format!("  (default: {})", default.value),
            None => String::new(),
        };
        count += 1;
        let _ = writeln!(text, "  {} = {}{note}", entry.name, entry.value);
    }
    if count == 0 {
        text.push_str("  nothing differs from the defaults\n");
    }
    if !parsed.faults.is_empty() {
        let faults = pluralized(parsed.faults.len() as u64, "fault");
        let _ = writeln!(text, "{faults}: `{check}` lists them");
    }
    text
}
