//! The names of the systems.

use std::collections::HashSet;
use std::path::Path;

use crate::cli::SystemsArgs;
use crate::usage_error::{UsageError, refuse};
use bertscope_pairs::limits::MAX_SYSTEMS;
use bertscope_printable::printable;
use bertscope_report::number::pluralized;

/// The names of the systems: from `--names`, the rows of a long table (`long`, empty without one), the columns or the
/// files.
pub fn system_names(args: &SystemsArgs, long: &[String]) -> Result<Vec<String>, UsageError> {
    let default = default_names(args, long);
    if default.len() > MAX_SYSTEMS {
        return refuse(format!(
            "{} are given, and at most {MAX_SYSTEMS} can be compared; leave out some",
            pluralized(default.len() as u64, "system")
        ));
    }
    if args.names.is_empty() {
        return match duplicate(&default) {
            None => Ok(default),
            Some(name) => refuse(format!(
                "the column {} is given for two systems; give each system its own column",
                printable(name)
            )),
        };
    }
    if args.names.len() != default.len() {
        return refuse(format!(
            "--names has {} for {}; give one name per system, separated by commas",
            pluralized(args.names.len() as u64, "name"),
            pluralized(default.len() as u64, "system")
        ));
    }
    match duplicate(&args.names) {
        None => Ok(args.names.clone()),
        Some(name) => refuse(format!(
            "--names gives two systems the name {}; use different names",
            printable(name)
        )),
    }
}

fn default_names(args: &SystemsArgs, long: &[String]) -> Vec<String> {
    if !long.is_empty() {
        return long.to_vec();
    }
    if !args.scores.is_empty() {
        let files = args.scores.iter().map(|path| path.to_string_lossy());
        return names_from_files(&files.map(Into::into).collect::<Vec<String>>());
    }
    match &args.table_file {
        None => names_from_files(&args.candidate),
        Some(file) if args.table.candidate_column.is_empty() => {
            names_from_files(std::slice::from_ref(file))
        }
        Some(_) => args.table.candidate_column.clone(),
    }
}

/// File names without folder and extension if they are unique, otherwise as given; a text is named by its position.
fn names_from_files(files: &[String]) -> Vec<String> {
    let stems: Vec<String> = files.iter().enumerate().map(stem_or_position).collect();
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

fn stem_or_position((index, file): (usize, &String)) -> String {
    let path = Path::new(file);
    match path.file_stem() {
        Some(stem) if path.exists() => stem.to_string_lossy().into_owned(),
        _ => format!("system {}", index + 1),
    }
}

fn duplicate(names: &[String]) -> Option<&String> {
    let mut seen = HashSet::new();
    names.iter().find(|name| !seen.insert(*name))
}
