//! The command line as a reader can type it again.

use std::ffi::OsString;

/// The words of the command line, quoted for a shell where necessary. The program name has no folder.
pub fn shell_quoted(words: impl Iterator<Item = OsString>) -> String {
    let words = words.skip(1).map(|word| quoted(&word.to_string_lossy()));
    std::iter::once("bertscope".to_owned())
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=:,@%+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
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
