//! Tables in the place of texts: read line by line, their ids and their header would be texts, too.

use std::path::Path;

/// Whether a file that starts like this is a table and not one text per line: a CSV by its name, JSON by its first bytes, a
/// TSV because all its lines have as many tabs.
pub fn is_table(start: &[u8], path: Option<&Path>) -> bool {
    let name = path.map(|path| path.to_string_lossy().to_ascii_lowercase());
    let name = name.unwrap_or_default();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_called_tsv = ["tsv", "tab"].contains(&extension);
    extension == "csv" || is_json(start) || has_even_tabs(start, is_called_tsv)
}

fn is_json(start: &[u8]) -> bool {
    let packed = start.iter().filter(|byte| !byte.is_ascii_whitespace());
    let first: Vec<u8> = packed.take(3).copied().collect();
    first.starts_with(b"{\"") || first == b"[{\""
}

/// Whether all lines have as many tabs. One line with a tab may be a text, unless the file is called a TSV.
fn has_even_tabs(start: &[u8], is_called_tsv: bool) -> bool {
    let mut lines: Vec<&[u8]> = start.split(|byte| b"\r\n".contains(byte)).collect();
    lines.retain(|line| !line.is_empty());
    // The last line may be cut, since a pipe gives what has arrived.
    if lines.len() > 2 && !start.ends_with(b"\n") {
        lines.pop();
    }
    let columns = lines.first().map_or(0, |line| column_count(line));
    let is_even = lines.iter().all(|line| column_count(line) == columns);
    columns > 1 && is_even && (lines.len() > 1 || is_called_tsv)
}

fn column_count(line: &[u8]) -> usize {
    line.split(|byte| *byte == b'\t').count()
}
