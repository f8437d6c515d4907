//! The names of the systems.

use std::path::Path;

use crate::cli::SystemsArgs;
use crate::usage_error::{UsageError, refuse};
use bertscope_printable::printable;
use bertscope_report::number::pluralized;

/// The names of the systems: from `--names`, the rows of a long table (`long`, empty without one), the columns or the
/// files.
pub fn system_names(args: &SystemsArgs, long: &[String]) -> Result<Vec<String>, UsageError> {
    let scores: Vec<String> = args
        .scores
        .iter()
        .map(|path| path.to_string_lossy().into_owned())
        .collect();
    let own = match &args.table_file {
        _ if !long.is_empty() => long.to_vec(),
        _ if !scores.is_empty() => names_from_files(&scores),
        None => names_from_files(&args.candidate),
        Some(file) if args.table.candidate_column.is_empty() => {
            names_from_files(std::slice::from_ref(file))
        }
        Some(_) => args.table.candidate_column.clone(),
    };
    check_names(&args.names, own)
}

/// File names without folder and extension if they are unique, otherwise as given; a text is named by its position.
fn names_from_files(files: &[String]) -> Vec<String> {
    let stem = |(index, file): (usize, &String)| match Path::new(file).file_stem() {
        Some(stem) if Path::new(file).exists() => stem.to_string_lossy().into_owned(),
        _ => format!("system {}", index + 1),
    };
    let stems: Vec<String> = files.iter().enumerate().map(stem).collect();
    if duplicate(&stems).is_none() {
        return stems;
    }
    if duplicate(files).is_none() {
        return files.to_vec();
    }
    files
        .iter()
        .enumerate()
        .map(|(index, file)| format!("{file} ({})", index + 1))
        .collect()
}

fn check_names(names: &[String], own: Vec<String>) -> Result<Vec<String>, UsageError> {
    if names.is_empty() {
        return match duplicate(&own) {
            None => Ok(own),
            Some(name) => refuse(format!(
                "the column {} is given for two systems; give each system its own column",
                printable(name)
            )),
        };
    }
    if names.len() != own.len() {
        return refuse(format!(
            "--names has {} for {}; give one name per system, separated by commas",
            pluralized(names.len() as u64, "name"),
            pluralized(own.len() as u64, "system")
        ));
    }
    match duplicate(names) {
        None => Ok(names.to_vec()),
        Some(name) => refuse(format!(
            "--names gives two systems the name {}; use different names",
            printable(name)
        )),
    }
}

fn duplicate(names: &[String]) -> Option<&String> {
    names
        .iter()
        .enumerate()
        .find(|(index, name)| names[..*index].contains(name))
        .map(|(_, name)| name)
}
