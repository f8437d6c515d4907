//! Words without an option: two texts for the inspector, or a command that lacks `-r` and `-c`.

use std::ffi::OsString;
use std::path::Path;

use crate::commands::systems::shell_quoted;
use crate::usage_error::UsageError;

/// The valid form of a command line whose first words have no option; `None` if they mean nothing.
pub fn complete(arguments: &[OsString]) -> Option<Result<Vec<OsString>, UsageError>> {
    let name = arguments
        .get(1)?
        .to_str()
        .filter(|name| ["score", "compare"].contains(name));
    let (program, words) = arguments.split_at(1 + name.iter().len());
    let count = words
        .iter()
        .take_while(|word| !word.to_string_lossy().starts_with('-'))
        .count();
    let (bare, rest) = words.split_at(count);
    let files = bare.iter().filter(|word| Path::new(word).is_file()).count();
    // A word alone may be a misspelt subcommand.
    let has_text = files == 0
        && bare
            .iter()
            .any(|word| word.to_string_lossy().contains(char::is_whitespace));
    let (first, options): (&[&str], &[&str]) = match (name, count) {
        (Some("compare"), 2) => (&["compare", "-r", "REFERENCES"], &["-c", "-c"]),
        (Some("compare"), 3) => (&["compare"], &["-r", "-c", "-c"]),
        (None, 2) if has_text => (&[], &["-r", "-c"]),
        (_, 2) if name.is_some() || files == 2 => (&["score"], &["-r", "-c"]),
        _ => return None,
    };
    let first = program
        .iter()
        .take(1)
        .cloned()
        .chain(first.iter().map(OsString::from));
    let named = options
        .iter()
        .zip(bare)
        .flat_map(|(option, word)| [OsString::from(option), word.clone()]);
    let line: Vec<OsString> = first.chain(named).chain(rest.iter().cloned()).collect();
    let meant = || {
        UsageError(format!(
            "these words need options; run: {}",
            shell_quoted(line.iter().cloned())
        ))
    };
    Some(if has_text && name.is_none() {
        Ok(line)
    } else {
        Err(meant())
    })
}
