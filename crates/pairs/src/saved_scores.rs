//! Saved scores: the whole output of `score`, one row for each pair, in the order of the pairs.

use std::collections::BTreeSet;
use std::path::Path;

use crate::delimited::{Dialect, Records};
use crate::error::RowProblem;
use crate::input::check_readable;
use crate::json_fields::JsonFields;
use crate::json_lines::invalid_json;
use crate::json_records::parse_records;
use crate::provenance::{Rescaling, ScoreProvenance};
use crate::row_fields::RowFields;
use crate::score_columns::ScoreColumns;
use crate::{PairsError, RowError, Source, TableFormat};

#[derive(Debug, Clone, PartialEq)]
pub struct SavedPairScores {
    /// The row's id, if it has one.
    pub id: Option<String>,
    /// Precision, recall and F1; `None` for a pair that could not be scored.
    pub scores: Option<[Option<f64>; 3]>,
    /// Their provenance, if the file states it.
    pub provenance: Option<ScoreProvenance>,
}

impl SavedPairScores {
    fn layer(&self) -> Option<usize> {
        self.provenance.as_ref()?.layer
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct FileScores {
    pub name: String,
    pub rows: Vec<SavedPairScores>,
}

impl FileScores {
    /// The provenance of the first scores. Scores of another provenance cannot be compared with them.
    pub fn provenance(&self) -> Option<&ScoreProvenance> {
        let first = self.rows.iter().find(|row| row.scores.is_some())?;
        first.provenance.as_ref()
    }
}

/// Reads all rows of a file; in a table with several layers, only those of `layer`. Fails when the file cannot be read,
/// is empty, has an unknown format, or a line is not a row of scores.
pub fn read(path: &Path, layer: Option<usize>) -> Result<FileScores, PairsError> {
    check_readable(path)?;
    let source = Source::File(path.to_owned());
    let rows = match TableFormat::of_file(path)? {
        TableFormat::Jsonl => json_lines(&source)?,
        TableFormat::Tsv => table(&source, b'\t')?,
        TableFormat::Csv => table(&source, b',')?,
    };
    if rows.is_empty() {
        return Err(PairsError::NoScores(source.name()));
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
    // Only in a table is the next layer of a pair in the next row.
    let has_several = rows.windows(2).any(|two| {
        two[0].id.is_some() && two[0].id == two[1].id && two[0].layer() != two[1].layer()
    });
    if !has_several {
        return Ok(rows);
    }
    let layers: BTreeSet<usize> = rows.iter().filter_map(SavedPairScores::layer).collect();
    let Some(layer) = layer.filter(|layer| layers.contains(layer)) else {
        let layers: Vec<String> = layers.iter().map(ToString::to_string).collect();
        return Err(PairsError::SeveralLayers {
            name: source.name(),
            layers: layers.join(", "),
        });
    };
    rows.retain(|row| row.layer().is_none_or(|stated| stated == layer));
    Ok(rows)
}

fn json_lines(source: &Source) -> Result<Vec<SavedPairScores>, PairsError> {
    let rows = parse_records(source.clone(), |_, text| {
        let fields: JsonFields<'_> = serde_json::from_str(text)
            .map_err(|error| RowProblem::NotScores(invalid_json(&error)))?;
        SavedColumns::find(&fields.names()).row(&fields)
    });
    rows?.collect()
}

fn table(source: &Source, separator: u8) -> Result<Vec<SavedPairScores>, PairsError> {
    let dialect = Dialect {
        separator,
        // In what `score` writes, only fields of CSV are quoted.
        quotes: separator == b',',
        header: true,
    };
    let mut records = Records::open(source, dialect)?;
    let header = records.next()?.unwrap_or_default();
    let names: Vec<_> = header.iter().map(String::from_utf8_lossy).collect();
    let columns = SavedColumns::find(&names);
    if columns.scores.f1.is_none() {
        return Err(RowError::new(&records.name, 1, RowProblem::NoF1Column).into());
    }
    let mut rows = Vec::new();
    let mut rescaling = None;
    while let Some(record) = records.next()? {
        let row = columns.row(&record);
        rows.push(row.map_err(|problem| records.row_error(&record, problem))?);
        // For identical texts rescaled and raw F1 are both 1, so one pair does not tell whether scores are rescaled.
        if rescaling != Some(Rescaling::Unspecified) {
            rescaling = columns.scores.rescaling(&record).or(rescaling);
        }
    }
    for row in &mut rows {
        if row.scores.is_some() && rescaling.is_some() {
            let provenance = row.provenance.get_or_insert_default();
            // A signature says more: with whose baseline.
            provenance.rescaling = provenance.rescaling.or(rescaling);
        }
    }
    Ok(rows)
}

/// The positions of the fields that `score` writes.
struct SavedColumns {
    id: Option<usize>,
    scores: ScoreColumns,
}

impl SavedColumns {
    fn find(names: &[impl AsRef<str>]) -> Self {
        Self {
            id: position(names, "id"),
            scores: ScoreColumns::find(|wanted| position(names, wanted)),
        }
    }

    fn row(&self, fields: &impl RowFields) -> Result<SavedPairScores, RowProblem> {
        let id = self.id.and_then(|id| fields.value(id).ok());
        Ok(SavedPairScores {
            id: id
                .filter(|id| !id.is_nested_or_null())
                .map(|id| id.to_string()),
            scores: self.scores.scores(fields)?,
            provenance: self.scores.provenance(fields),
        })
    }
}

fn position(names: &[impl AsRef<str>], wanted: &str) -> Option<usize> {
    names.iter().position(|name| name.as_ref() == wanted)
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
        let list = file(
            "a.json",
            "[{\"id\":7,\"precision\":0.5,\n\"recall\":NaN,\"f1\":0.25}, {\"f1\":NaN}]",
        );
        assert_eq!(read(&list).unwrap().rows, rows);
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
        let signature = "m_L6_idf_version=0.3.12(bertscope=0.1.0,idf=1f0c8a2e)-custom-rescaled";
        let signed = file(
            "s.tsv",
            &format!("id\tlayer\tf1\traw_f1\tsignature\n7\t6\t.5\t.75\t{signature}\n8\t\t\t\t\n"),
        );
        assert_eq!(
            read(&signed).unwrap().provenance().cloned(),
            ScoreProvenance::from_signature(signature),
            "as in JSON"
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
