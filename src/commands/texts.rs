//! REF and CAND of the command line: each a text, or a file with a text a line.

use std::path::Path;

use color_eyre::eyre::Result;

use super::UsageError;
use crate::models::input::{lines, read_text};

/// The texts behind one argument.
///
/// An existing file is read; anything else is a text. What only looks like a file's name (no blank in it, and a path
/// separator or an ending such as `.txt`) is taken for a mistake.
///
/// # Errors
/// [`UsageError`] for such a name, `ModelError` for a file that can not be read.
pub fn texts(argument: &str) -> Result<Vec<String>> {
    let path = Path::new(argument);
    // Not `is_file`: a pipe such as the shell's `<(command)` is as good.
    if path.exists() && !path.is_dir() {
        let text = read_text(path)?;
        return Ok(lines(&text).into_iter().map(str::to_owned).collect());
    }
    if looks_like_a_file(argument) {
        let problem =
            if path.is_dir() { format!("{argument} is a folder") } else { format!("there is no file {argument}") };
        let sentence = format!("{problem}; give an existing file, or a text with a blank in it");
        return Err(UsageError(sentence).into());
    }
    Ok(vec![argument.to_owned()])
}

fn looks_like_a_file(argument: &str) -> bool {
    let has_ending = [".txt", ".tsv", ".csv", ".json", ".jsonl"].iter().any(|e| argument.ends_with(e));
    let is_path = argument.starts_with(['/', '~']) || argument.starts_with("./") || argument.starts_with("../");
    !argument.contains(char::is_whitespace) && argument.len() > 1 && (has_ending || is_path)
}

/// One candidate with its references.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The candidate.
    pub candidate: String,
    /// Its references, at least one.
    pub references: Vec<String>,
}

/// Puts candidates and references together, line by line.
///
/// # Errors
/// [`UsageError`] when the numbers of texts differ, or there is none.
pub fn items(references: &[String], candidate: &str) -> Result<Vec<Item>> {
    let candidates = texts(candidate)?;
    let columns = references.iter().map(|r| texts(r)).collect::<Result<Vec<_>>>()?;
    if candidates.is_empty() {
        return Err(UsageError(format!("{candidate} is empty; it needs a text a line")).into());
    }
    for (column, name) in columns.iter().zip(references) {
        if column.len() != candidates.len() {
            return Err(UsageError(format!(
                "{} has {} and {} has {}; they need as many",
                shortened(candidate),
                counted(candidates.len()),
                shortened(name),
                counted(column.len())
            ))
            .into());
        }
    }
    let item = |(i, candidate): (usize, String)| Item {
        candidate,
        references: columns.iter().map(|c| c[i].clone()).collect(),
    };
    Ok(candidates.into_iter().enumerate().map(item).collect())
}

fn counted(n: usize) -> String {
    if n == 1 { "1 text".into() } else { format!("{n} texts") }
}

fn shortened(argument: &str) -> String {
    if argument.chars().count() <= 40 {
        return format!("{argument:?}");
    }
    format!("{:?}…", argument.chars().take(39).collect::<String>())
}
