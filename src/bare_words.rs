//! Words without an option: two texts for the inspector, or a command that lacks `-r` and `-c`.

use std::ffi::OsString;
use std::path::Path;

use crate::commands::systems::shell_quoted;

/// The meaning of a command line that starts with words without an option.
pub enum BareWords {
    /// The same command line, with `-r` and `-c` before the two texts.
    Texts(Vec<OsString>),
    /// A sentence with the command that was probably meant.
    Meant(String),
}

/// Longest word that a sentence repeats.
const MAX_REPEATED_BYTES: usize = 200;

/// Reads a command line that is not valid; `None` if its words have no such meaning.
pub fn interpret(arguments: &[OsString]) -> Option<BareWords> {
    let name = arguments.get(1)?.to_str().filter(|name| ["score", "compare"].contains(name));
    let words = arguments.get(if name.is_some() { 2 } else { 1 }..)?;
    let count = words.iter().take_while(|word| !word.to_string_lossy().starts_with('-')).count();
    let (bare, rest) = words.split_at(count);
    let with = |first: &[&str], options: &[&str]| {
        let options = options.iter().zip(bare).flat_map(|(option, word)| [OsString::from(option), word.clone()]);
        let first = arguments.iter().take(1).cloned().chain(first.iter().map(OsString::from));
        first.chain(options).chain(rest.iter().cloned()).collect::<Vec<_>>()
    };
    let meant = |sentence: &str, first: &[&str], options: &[&str]| {
        let short = bare.iter().all(|word| word.len() <= MAX_REPEATED_BYTES);
        let command = shell_quoted(with(first, options).into_iter());
        short.then(|| BareWords::Meant(format!("{sentence}, run: {command}")))
    };
    let files = bare.iter().filter(|word| Path::new(word).is_file()).count();
    match (name, count) {
        (Some("score"), 2) => {
            meant("score takes one file of pairs; for a reference and a candidate", &["score"], &["-r", "-c"])
        }
        (Some(_), 2) => {
            meant("compare needs references, too; for two systems", &["compare", "-r", "REFERENCES"], &["-c", "-c"])
        }
        (Some(_), 3) => {
            meant("compare takes one table; for references and two systems", &["compare"], &["-r", "-c", "-c"])
        }
        (None, 2) if files == 2 => {
            meant("the inspector takes texts, and these are files; to score them", &["score"], &["-r", "-c"])
        }
        // A word alone may be a misspelt subcommand.
        (None, 2) if files == 0 && bare.iter().any(|word| word.to_string_lossy().contains(char::is_whitespace)) => {
            Some(BareWords::Texts(with(&[], &["-r", "-c"])))
        }
        _ => None,
    }
}
