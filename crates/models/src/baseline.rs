//! Baseline tables in `bert_score`'s format: the header `LAYER,P,R,F`, then one line for each layer.

use std::fmt::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::Result;
use crate::error::TableErrors;
use crate::text_file::{file_name, read_text};
use bertscope_encoder::Layer;
use bertscope_metric::BaselineRow;

const HEADER: &str = "LAYER,P,R,F";

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
    pub source: BaselineSource,
    /// The language of a published table.
    pub language: Option<String>,
    rows: Vec<(Layer, BaselineRow)>,
}

impl BaselineTable {
    /// Reads a table from a file given by the user.
    pub fn read(path: &Path) -> Result<Self> {
        Self::parse(&read_text(path)?, file_name(path), BaselineSource::Custom)
    }

    /// Parses a table. The error has the number of the invalid line.
    pub fn parse(text: &str, name: String, source: BaselineSource) -> Result<Self> {
        let errors = TableErrors {
            name: &name,
            advice: "a baseline needs the header LAYER,P,R,F, then one line for each layer",
        };
        // pandas, with which `bert_score` reads them, skips blank lines; tables written by hand have comments.
        let mut lines = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        match lines.next() {
            Some((_, header)) if header.trim() == HEADER => {}
            Some((number, header)) => {
                let problem = format!("found the header {:?}", header.trim());
                return Err(errors.at(number, problem));
            }
            None => return Err(errors.at(1, "the file is empty")),
        }
        let mut rows: Vec<(Layer, BaselineRow)> = Vec::new();
        for (number, line) in lines {
            let (layer, row) = parse_row(line).map_err(|problem| errors.at(number, problem))?;
            if rows.iter().any(|(known, _)| *known == layer) {
                return Err(errors.at(number, format!("layer {layer} is listed twice")));
            }
            rows.push((layer, row));
        }
        if rows.is_empty() {
            return Err(errors.at(1, "it has no layers"));
        }
        Ok(Self {
            name,
            source,
            language: None,
            rows,
        })
    }

    pub fn row(&self, layer: Layer) -> Option<BaselineRow> {
        let (_, row) = self.rows.iter().find(|(known, _)| *known == layer)?;
        Some(*row)
    }

    /// The layers that it covers, in the order of the file.
    pub fn layers(&self) -> impl Iterator<Item = Layer> {
        self.rows.iter().map(|(layer, _)| *layer)
    }

    /// Formats the table so that [`Self::parse`] can read it.
    pub fn to_text(rows: &[(Layer, BaselineRow)]) -> String {
        let mut text = format!("{HEADER}\n");
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

/// Parses the line of a layer; the error is its problem.
fn parse_row(line: &str) -> Result<(Layer, BaselineRow), String> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let [layer, precision, recall, f1] = fields[..] else {
        return Err(format!("expected 4 fields, but found {}", fields.len()));
    };
    let layer = match layer.parse() {
        Ok(number) if number <= MAX_LAYER => Layer(number),
        _ => return Err(format!("{layer:?} is not a layer")),
    };
    let row = BaselineRow::new(
        parse_number(precision)?,
        parse_number(recall)?,
        parse_number(f1)?,
    );
    Ok((layer, row.map_err(|error| error.to_string())?))
}

fn parse_number(text: &str) -> Result<f64, String> {
    text.parse()
        .map_err(|_| format!("{text:?} is not a number"))
}
