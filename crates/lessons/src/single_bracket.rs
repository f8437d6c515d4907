//! Detects `[step]` written instead of `[[step]]`, the most common mistake in a lesson file.

/// The problem, and what to do.
pub(super) const PROBLEM: &str = "`[step]` needs double brackets: write [[step]]";

/// The lines, from 1, with a `[step]` outside multi-line texts.
pub(super) fn lines(text: &str) -> Vec<usize> {
    let mut is_in_text = false;
    let mut found = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let header = line.split('#').next().unwrap_or_default().trim();
        let name = header
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            .map(str::trim);
        if name == Some("step") && !is_in_text {
            found.push(i + 1);
        }
        let quotes = line.matches("\"\"\"").count() + line.matches("'''").count();
        is_in_text ^= quotes % 2 == 1;
    }
    found
}

/// The text with double brackets at these lines, so that other faults can be found too. Line numbers do not change.
pub(super) fn with_double_brackets(text: &str, lines: &[usize]) -> String {
    let mended = |(i, line)| {
        if lines.contains(&(i + 1)) {
            "[[step]]"
        } else {
            line
        }
    };
    text.lines()
        .enumerate()
        .map(mended)
        .collect::<Vec<_>>()
        .join("\n")
}
