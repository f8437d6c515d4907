//! Saved scores: the whole output of `score`, one row for each pair, in the order of the pairs.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::columns::saved_scores;
use crate::input::check_readable;
use crate::lines::{located_message, parse_lines};
use crate::provenance::{Rescaling, ScoreProvenance};
use crate::record_bytes::RecordBytes;
use crate::{Id, PairsError, Source, TableFormat};

/// A pair's scores.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedPairScores {
    /// The row's id, if it has one.
    pub id: Option<String>,
    /// Precision, recall and F1; `None` for a pair that could not be scored.
    pub scores: Option<[Option<f64>; 3]>,
    /// Their provenance, if the file states it.
    pub provenance: Option<ScoreProvenance>,
}

/// The scores of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct FileScores {
    /// The file.
    pub name: String,
    /// Its rows.
    pub rows: Vec<SavedPairScores>,
}

impl FileScores {
    /// The provenance of the first scores. Scores of another provenance cannot be compared with them.
    pub fn provenance(&self) -> Option<&ScoreProvenance> {
        self.rows
            .iter()
            .find(|row| row.scores.is_some())?
            .provenance
            .as_ref()
    }
}

#[derive(Deserialize)]
struct Fields<'a> {
    #[serde(borrow)]
    id: Option<&'a RawValue>,
    precision: Option<f64>,
    recall: Option<f64>,
    f1: Option<f64>,
    #[serde(default)]
    signature: Option<String>,
}

/// Reads all rows of a file; in a table with several layers, only those of `layer`. Fails when the file cannot be read,
/// is empty, has an unknown format, or a line is not a row of scores.
pub fn read(path: &Path, layer: Option<usize>) -> Result<FileScores, PairsError> {
    check_readable(path)?;
    let source = Source::File(path.to_owned());
    let rows = match TableFormat::from_path(path) {
        None => return Err(PairsError::UnknownFormat(source.name())),
        Some(TableFormat::Jsonl) => json_lines(&source)?,
        Some(TableFormat::Tsv) => table(&source, b'\t')?,
        Some(TableFormat::Csv) => table(&source, b',')?,
    };
    if rows.is_empty() {
        return Err(PairsError::Row(format!(
            "{} has no scores; pass the output of `bertscope score`",
            source.name()
        )));
    }
    Ok(FileScores {
        rows: select_layer(rows, layer, &source)?,
        name: source.name(),
    })
}

/// A table of `score --all-layers` has one row per layer; a pair that could not be scored has one row without a layer.
fn select_layer(
    mut rows: Vec<SavedPairScores>,
    layer: Option<usize>,
    source: &Source,
) -> Result<Vec<SavedPairScores>, PairsError> {
    let at = |row: &SavedPairScores| {
        row.provenance
            .as_ref()
            .and_then(|provenance| provenance.layer)
    };
    // Only in a table is the next layer of a pair in the next row.
    let several = rows
        .windows(2)
        .any(|two| two[0].id.is_some() && two[0].id == two[1].id && at(&two[0]) != at(&two[1]));
    if several {
        let layers: BTreeSet<usize> = rows.iter().filter_map(at).collect();
        let Some(layer) = layer.filter(|layer| layers.contains(layer)) else {
            let layers = layers
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>()
                .join(", ");
            return Err(PairsError::SeveralLayers {
                name: source.name(),
                layers,
            });
        };
        rows.retain(|row| at(row).is_none_or(|at| at == layer));
    }
    Ok(rows)
}

fn json_lines(source: &Source) -> Result<Vec<SavedPairScores>, PairsError> {
    let row = |_, text: &str| {
        let fields: Fields<'_> = serde_json::from_str(text)
            .map_err(|error| format!("is not a row of scores: {error}"))?;
        Ok(SavedPairScores {
            id: fields.id.map(|id| Id::json(id).to_string()),
            scores: saved_scores([fields.precision, fields.recall, fields.f1])?,
            provenance: fields
                .signature
                .and_then(|signature| ScoreProvenance::from_signature(&signature)),
        })
    };
    parse_lines(source.clone(), row)?.collect()
}

fn table(source: &Source, separator: u8) -> Result<Vec<SavedPairScores>, PairsError> {
    let name = source.name();
    let (bytes, watch) = RecordBytes::new(source.open()?, (separator == b',').then_some(separator));
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .quoting(separator == b',')
        .flexible(true)
        .from_reader(bytes);
    let bad = |line: u64, problem: &str| PairsError::Row(located_message(&name, line, problem));
    let header = reader
        .headers()
        .map_err(|error| bad(1, &error.to_string()))?
        .clone();
    let place = |wanted: &str| header.iter().position(|name| name == wanted);
    let places = ["precision", "recall", "f1"].map(place);
    if places[2].is_none() {
        return Err(bad(1, "has no column f1, which `bertscope score` writes"));
    }
    let (mut rows, mut rescaling) = (Vec::new(), None);
    let mut records = reader.records();
    loop {
        watch.start_record();
        let record = records.next();
        if let Some(line) = watch.open_quote() {
            return Err(PairsError::OpenQuote { name, line });
        }
        let Some(record) = record else { break };
        let record = record.map_err(|error| {
            bad(
                error.position().map_or(0, csv::Position::line),
                &error.to_string(),
            )
        })?;
        let number = |place: Option<usize>| record.get(place?)?.trim().parse().ok();
        let id = place("id")
            .and_then(|place| record.get(place))
            .map(str::to_owned);
        let [layer, raw] = ["layer", "raw_f1"].map(place);
        let layer = layer
            .and_then(|place| record.get(place))
            .unwrap_or_default();
        // For identical texts rescaled and raw F1 are both 1, so one pair does not tell whether scores are rescaled.
        let numbers: [Option<f64>; 2] = [raw, places[2]].map(number);
        if let [Some(raw), Some(f1)] = numbers {
            let differs = (raw - f1).abs() > 0.0;
            rescaling = if differs {
                Some(Rescaling::Unspecified)
            } else {
                rescaling.or(Some(Rescaling::Raw))
            };
        }
        let provenance = ScoreProvenance::from_layer(layer);
        let line = record.position().map_or(0, csv::Position::line);
        let scores = saved_scores(places.map(number)).map_err(|problem| bad(line, &problem))?;
        rows.push(SavedPairScores {
            id,
            scores,
            provenance,
        });
    }
    for row in &mut rows {
        if let (Some(_), Some(_)) = (rescaling, row.scores) {
            row.provenance.get_or_insert_default().rescaling = rescaling;
        }
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
        let read = |path: &Path| super::read(path, None);
        let rows = read(&json).unwrap().rows;
        let first = SavedPairScores {
            id: Some("7".into()),
            scores: Some([Some(0.5), None, Some(0.25)]),
            provenance: None,
        };
        assert_eq!(rows[0], first);
        assert_eq!((rows.len(), &rows[1].scores), (2, &None));
        let table = file(
            "a.tsv",
            "id\tlayer\tprecision\trecall\tf1\traw_f1\n7\t6\t0.5\t\t0.25\t.25\n8\t\t\t\t\t\n",
        );
        let table = read(&table).unwrap();
        assert_eq!(table.provenance().unwrap().to_string(), "layer 6, raw");
        assert_eq!(
            SavedPairScores {
                provenance: None,
                ..table.rows[0].clone()
            },
            rows[0]
        );
        let why = |path: &Path| read(path).unwrap_err().to_string();
        assert!(
            why(&file("b.jsonl", "{\"f1\":1}\n[1]\n")).contains("b.jsonl, line 2 is not a row")
        );
        assert!(why(&file("c.csv", "id,score\n")).contains("has no column f1"));
        assert!(why(&file("d.jsonl", "")).contains("has no scores"));
        for (name, bad) in [
            ("inf", "inf"),
            ("1e308", "1e308"),
            ("-1001", "-1.001e3"),
            ("nan", "NaN"),
        ] {
            let why = why(&file("e.tsv", &format!("id\tf1\n1\t.5\n2\t{name}\n")));
            assert!(
                why.contains(&format!("e.tsv, line 3 has {bad} instead of a score")),
                "{why}"
            );
        }
        assert!(
            why(&file("e.jsonl", "{\"f1\":1}\n{\"f1\":1e308}\n"))
                .contains("line 2 has 1e308 instead of a score")
        );
        assert!(why(&file("d.bin", "")).contains("cannot tell"));
        assert!(why(&folder.path().join("nofile")).ends_with("there is no such file"));
        assert!(why(folder.path()).ends_with("it is a folder, not a file"));
    }

    #[test]
    fn of_a_table_with_every_layer_the_one_that_is_asked_for_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.tsv");
        std::fs::write(
            &path,
            "id\tlayer\tf1\n1\t0\t.1\n1\t1\t.2\n2\t\t\n3\t0\t.3\n3\t1\t.4\n",
        )
        .unwrap();
        let why = read(&path, None).unwrap_err().to_string();
        assert!(
            why.contains("several layers (0, 1)") && why.contains("--layer"),
            "{why}"
        );
        assert!(read(&path, Some(7)).is_err());
        let f1 = |row: &SavedPairScores| row.scores.and_then(|[.., f1]| f1);
        let rows = read(&path, Some(1)).unwrap().rows;
        assert_eq!(
            rows.iter().map(f1).collect::<Vec<_>>(),
            [Some(0.2), None, Some(0.4)]
        );
    }
}
