//! Scores that were computed before: what `score` wrote, a row for each pair and in the same order.

use std::path::Path;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::columns::known;
use super::lines::{Line, Lines, sentence};
use super::{Id, PairsError, Source, TableFormat};

/// A pair's scores.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownScores {
    /// The row's name, where it has one.
    pub id: Option<String>,
    /// Precision, recall and F1; `None` for a pair that could not be scored.
    pub scores: Option<[Option<f64>; 3]>,
}

#[derive(Deserialize)]
struct Fields<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    precision: Option<f64>,
    recall: Option<f64>,
    f1: Option<f64>,
}

/// Reads all rows of a file.
///
/// # Errors
/// [`PairsError`] when it can not be read, is empty, is of no known kind, or a line is no row of scores.
pub fn read(path: &Path) -> Result<Vec<KnownScores>, PairsError> {
    let source = Source::File(path.to_owned());
    let rows = match TableFormat::of(path) {
        None => return Err(PairsError::Kind(source.name())),
        Some(TableFormat::Jsonl) => json_lines(&source)?,
        Some(TableFormat::Tsv) => table(&source, b'\t')?,
        Some(TableFormat::Csv) => table(&source, b',')?,
    };
    if rows.is_empty() { Err(PairsError::EmptyTable(source.name())) } else { Ok(rows) }
}

fn json_lines(source: &Source) -> Result<Vec<KnownScores>, PairsError> {
    let name = source.name();
    let mut rows = Vec::new();
    for line in Lines::new(source.open()?) {
        let Line { number, text } = line.map_err(|error| source.unreadable(&error))?;
        let bad = |problem: &str| PairsError::Row(sentence(&name, number, problem));
        let text = text.map_err(|problem| bad(&problem))?;
        if text.trim().is_empty() {
            continue;
        }
        let fields: Fields<'_> =
            serde_json::from_str(&text).map_err(|error| bad(&format!("is no row of scores: {error}")))?;
        let id = fields.id.map(|id| Id::json(id).to_string());
        rows.push(KnownScores { id, scores: known([fields.precision, fields.recall, fields.f1]) });
    }
    Ok(rows)
}

fn table(source: &Source, separator: u8) -> Result<Vec<KnownScores>, PairsError> {
    let name = source.name();
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .quoting(separator == b',')
        .flexible(true)
        .from_reader(source.open()?);
    let bad = |line: u64, problem: &str| PairsError::Row(sentence(&name, line, problem));
    let header = reader.headers().map_err(|error| bad(1, &error.to_string()))?.clone();
    let place = |wanted: &str| header.iter().position(|name| name == wanted);
    let places = ["precision", "recall", "f1"].map(place);
    if places[2].is_none() {
        return Err(bad(1, "has no column f1, which `bertscope score` writes"));
    }
    let mut rows = Vec::new();
    for record in reader.records() {
        let record =
            record.map_err(|error| bad(error.position().map_or(0, csv::Position::line), &error.to_string()))?;
        let number = |place: Option<usize>| record.get(place?)?.trim().parse().ok();
        let id = place("id").and_then(|place| record.get(place)).map(str::to_owned);
        rows.push(KnownScores { id, scores: known(places.map(number)) });
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_lines_and_tables_of_score_are_read_alike_and_what_is_no_score_is_said_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path
        };
        let json = file(
            "a.jsonl",
            "{\"id\":7,\"precision\":0.5,\"recall\":null,\"f1\":0.25,\"raw\":{}}\n\n{\"f1\":null,\"error\":\"no\"}\n",
        );
        let rows = read(&json).unwrap();
        assert_eq!(rows[0], KnownScores { id: Some("7".into()), scores: Some([Some(0.5), None, Some(0.25)]) });
        assert_eq!((rows.len(), &rows[1].scores), (2, &None));
        let table = file("a.tsv", "id\tlayer\tprecision\trecall\tf1\n7\t6\t0.5\t\t0.25\n8\t\t\t\t\n");
        assert_eq!(read(&table).unwrap()[0], rows[0]);
        let why = |path: &Path| read(path).unwrap_err().to_string();
        assert!(why(&file("b.jsonl", "{\"f1\":1}\n[1]\n")).contains("b.jsonl, line 2 is no row"));
        assert!(why(&file("c.csv", "id,score\n")).contains("has no column f1"));
        assert!(why(&file("d.jsonl", "")).contains("is empty"));
        assert!(why(&file("d.bin", "")).contains("can not tell"));
    }
}
