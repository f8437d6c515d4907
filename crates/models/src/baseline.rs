//! Baseline tables in `bert_score`'s format: the header `LAYER,P,R,F`, then one line for each layer.

use std::fmt::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::text_file::read_text;
use crate::{ModelError, Result};
use bertscope_encoder::Layer;
use bertscope_metric::BaselineRow;

/// Maximum layer number that is accepted; a larger one is an error in the file.
const MAX_LAYER: usize = 1000;

/// The source of a baseline, which determines the end of the signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BaselineSource {
    /// One of `bert_score`'s own tables: `-rescaled`.
    Published,
    /// Any other: `-custom-rescaled`.
    Custom,
}

/// A baseline table: one row for each layer that it covers.
#[derive(Debug, Clone, PartialEq)]
pub struct BaselineTable {
    /// The display name of the table.
    pub name: String,
    /// The source of the table.
    pub source: BaselineSource,
    /// The language of a published table.
    pub language: Option<String>,
    rows: Vec<(Layer, BaselineRow)>,
}

impl BaselineTable {
    /// Reads a table from a file given by the user.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned();
        Self::parse(&read_text(path)?, name, BaselineSource::Custom)
    }

    /// Parses a table. The error has the number of the invalid line.
    pub fn parse(text: &str, name: String, source: BaselineSource) -> Result<Self> {
        let advice = "a baseline needs the header LAYER,P,R,F, then one line for each layer";
        let wrong = |line: usize, problem: String| ModelError::Table {
            name: name.clone(),
            line,
            problem,
            advice,
        };
        let mut lines = text
            .lines()
            .enumerate()
            .filter(|(_, l)| !l.trim().is_empty() && !l.starts_with('#'));
        match lines.next() {
            Some((_, header)) if header.trim() == "LAYER,P,R,F" => {}
            Some((i, header)) => {
                return Err(wrong(
                    i + 1,
                    format!("found the header {:?}", header.trim()),
                ));
            }
            None => return Err(wrong(1, "the file is empty".into())),
        }
        let mut rows: Vec<(Layer, BaselineRow)> = Vec::new();
        for (i, line) in lines {
            let fields: Vec<&str> = line.split(',').map(str::trim).collect();
            let [layer, p, r, f] = fields[..] else {
                return Err(wrong(
                    i + 1,
                    format!("expected 4 fields, but found {}", fields.len()),
                ));
            };
            let number = layer.parse().ok().filter(|number| *number <= MAX_LAYER);
            let layer =
                Layer(number.ok_or_else(|| wrong(i + 1, format!("{layer:?} is not a layer")))?);
            let number = |s: &str| {
                s.parse::<f64>()
                    .map_err(|_| wrong(i + 1, format!("{s:?} is not a number")))
            };
            let row = BaselineRow::new(number(p)?, number(r)?, number(f)?)
                .map_err(|e| wrong(i + 1, e.to_string()))?;
            if rows.iter().any(|(l, _)| *l == layer) {
                return Err(wrong(i + 1, format!("layer {layer} is listed twice")));
            }
            rows.push((layer, row));
        }
        if rows.is_empty() {
            return Err(wrong(1, "it has no layers".into()));
        }
        Ok(Self {
            name,
            source,
            language: None,
            rows,
        })
    }

    /// The row of a layer.
    pub fn row(&self, layer: Layer) -> Option<BaselineRow> {
        self.rows
            .iter()
            .find(|(l, _)| *l == layer)
            .map(|(_, row)| *row)
    }

    /// Formats the table so that [`Self::parse`] can read it.
    pub fn to_text(rows: &[(Layer, BaselineRow)]) -> String {
        let mut text = String::from("LAYER,P,R,F\n");
        for (layer, row) in rows {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{layer},{:.7},{:.7},{:.7}",
                row.precision, row.recall, row.f1
            );
        }
        text
    }
}
