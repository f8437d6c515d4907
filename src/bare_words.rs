//! Words without an option: a file or two texts for the inspector, or a command that lacks `-r` and `-c`.

use std::ffi::OsString;
use std::path::Path;

use crate::usage_error::{UsageError, refuse};
use bertscope_pairs::looks_like_a_file;
use bertscope_printable::printable;

/// The valid form of a command line whose first words have no option; `None` if they mean nothing.
pub fn complete(arguments: &[OsString]) -> Option<Result<Vec<OsString>, UsageError>> {
    let name = arguments
        .get(1)?
        .to_str()
        .filter(|name| ["score", "compare"].contains(name));
    let words = &arguments[if name.is_some() { 2 } else { 1 }..];
    let bare_count = words
        .iter()
        .take_while(|word| !word.to_string_lossy().starts_with('-'))
        .count();
    let (bare, rest) = words.split_at(bare_count);
    if let (None, [file]) = (name, bare) {
        return open_file(&arguments[0], file, rest);
    }
    let file_count = bare.iter().filter(|word| Path::new(word).is_file()).count();
    // A word alone may be a misspelt subcommand.
    let has_text = file_count == 0
        && bare
            .iter()
            .any(|word| word.to_string_lossy().contains(char::is_whitespace));
    let is_for_inspector = name.is_none() && has_text;
    let (command, options): (&[&str], &[&str]) = match (name, bare_count) {
        (Some("compare"), 2) => (&["compare", "-r", "REFERENCES"], &["-c", "-c"]),
        (Some("compare"), 3) => (&["compare"], &["-r", "-c", "-c"]),
        (None, 2) if is_for_inspector => (&[], &["-r", "-c"]),
        (Some(_), 2) => (&["score"], &["-r", "-c"]),
        (None, 2) if file_count == 2 => (&["score"], &["-r", "-c"]),
        _ => return None,
    };
    let mut line = vec![arguments[0].clone()];
    line.extend(command.iter().map(OsString::from));
    for (option, word) in options.iter().zip(bare) {
        line.extend([OsString::from(option), word.clone()]);
    }
    line.extend_from_slice(rest);
    // Two texts can only be a pair. Two files may be meant in another order, so that the user has to say what they are.
    if is_for_inspector {
        return Some(Ok(line));
    }
    Some(Err(UsageError(format!(
        "these words need options; run: {}",
        shell_quoted(line.into_iter())
    ))))
}

/// The command line that opens a file of pairs or a lesson; `None` if the word names no file.
fn open_file(
    program: &OsString,
    file: &OsString,
    options: &[OsString],
) -> Option<Result<Vec<OsString>, UsageError>> {
    let path = Path::new(file);
    if !path.exists() {
        let name = file.to_string_lossy();
        if !looks_like_a_file(&name) {
            return None;
        }
        return Some(refuse(format!(
            "there is no file {}; name a file of pairs or a lesson, or a command (bertscope --help)",
            printable(&name)
        )));
    }
    let is_lesson = path
        .extension()
        .is_some_and(|extension| extension == "toml");
    let command = if is_lesson { "lesson" } else { "open" };
    let mut line = vec![program.clone(), command.into(), file.clone()];
    line.extend_from_slice(options);
    Some(Ok(line))
}

/// A command line as a reader can type it again: quoted for a shell where necessary, and the program without its folder.
pub fn shell_quoted(words: impl Iterator<Item = OsString>) -> String {
    let mut line = "bertscope".to_owned();
    for word in words.skip(1) {
        line.push(' ');
        line.push_str(&quoted(&word.to_string_lossy()));
    }
    line
}

/// A word as a shell reads it, in quotes where necessary.
pub fn quoted(word: &str) -> String {
    let needs_no_quotes = word
        .chars()
        .all(|c| c.is_alphanumeric() || "-_./=:,@%+".contains(c));
    if needs_no_quotes && !word.is_empty() {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_a_shell_would_take_apart_are_quoted() {
        let words = [
            "/usr/bin/bertscope",
            "report",
            "-r",
            "it's here",
            "",
            "a.txt",
        ]
        .map(OsString::from);
        assert_eq!(
            shell_quoted(words.into_iter()),
            r"bertscope report -r 'it'\''s here' '' a.txt"
        );
    }
}
