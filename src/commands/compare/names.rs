//! What the systems are called.

use std::path::Path;

use crate::cli::CompareArgs;
use crate::usage_error::UsageError;
use bertscope_printable::printable;

/// The names of systems whose texts are given: those of `--names`, of the columns, or of the files.
///
/// # Errors
/// [`UsageError`] for another number of names than systems, and for two systems of one name.
pub fn of_texts(args: &CompareArgs) -> Result<Vec<String>, UsageError> {
    if args.table_file.is_some() {
        return named(&args.names, args.table.candidate_column.clone());
    }
    named(&args.names, of_files(&args.candidate))
}

/// The names of systems whose scores are given.
///
/// # Errors
/// As [`of_texts`].
pub fn of_scores(args: &CompareArgs) -> Result<Vec<String>, UsageError> {
    let files: Vec<String> = args.scores.iter().map(|path| path.to_string_lossy().into_owned()).collect();
    named(&args.names, of_files(&files))
}

/// Without folder and extension where the names differ then, otherwise as they were given; a text is named by its place.
#[must_use]
pub fn of_files(files: &[String]) -> Vec<String> {
    let stem = |(index, file): (usize, &String)| match Path::new(file).file_stem() {
        Some(stem) if Path::new(file).exists() => stem.to_string_lossy().into_owned(),
        _ => format!("system {}", index + 1),
    };
    let stems: Vec<String> = files.iter().enumerate().map(stem).collect();
    if twice(&stems).is_none() {
        return stems;
    }
    if twice(files).is_none() {
        return files.to_vec();
    }
    files.iter().enumerate().map(|(index, file)| format!("{file} ({})", index + 1)).collect()
}

/// The names that were asked for; without any, the systems' own.
///
/// # Errors
/// [`UsageError`] for another number of names than systems, and for two systems of one name.
pub fn named(names: &[String], own: Vec<String>) -> Result<Vec<String>, UsageError> {
    if names.is_empty() {
        return match twice(&own) {
            None => Ok(own),
            Some(name) => Err(UsageError(format!(
                "the column {} is given for two systems; give a column for each system",
                printable(name)
            ))),
        };
    }
    if names.len() != own.len() {
        let (names, systems) = (names.len(), own.len());
        return Err(UsageError(format!("--names has {names} for {systems} systems; give one for each, with commas")));
    }
    match twice(names) {
        None => Ok(names.to_vec()),
        Some(name) => Err(UsageError(format!("--names calls two systems {}; give them two names", printable(name)))),
    }
}

fn twice(names: &[String]) -> Option<&String> {
    names.iter().enumerate().find(|(index, name)| names[..*index].contains(name)).map(|(_, name)| name)
}
