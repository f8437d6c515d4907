//! The results of `score`, one row per pair, in each format.

pub mod json;
mod scored_row;
pub mod text;

pub use scored_row::{Drawing, RowFields, ScoredRow, UnscoredReason, UnscoredRow};

use std::io::{self, Write};

use crate::ScoredCandidate;
use crate::number::all_digits;
use bertscope_overlap::Metric;
use bertscope_pairs::Id;
use bertscope_printable::printable;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RowFormat {
    /// Text, with a summary at the end.
    #[default]
    Text,
    /// Only the summary.
    Summary,
    Tsv,
    Csv,
    /// One JSON object per line.
    Jsonl,
    /// P, R and F1, separated by tabs, as the `bert-score` command prints them after the means.
    Segments,
}

/// Columns of a table, the same for all settings; missing values are empty. Columns of word overlap and
/// passed-through columns follow, if requested, and the signature is last.
pub const COLUMNS: [&str; 10] = [
    "id",
    "layer",
    "precision",
    "recall",
    "f1",
    "raw_precision",
    "raw_recall",
    "raw_f1",
    "reference",
    "note",
];

/// The last column of a table, so that the positions of the others depend on nothing. Without it, a reader could not tell which
/// settings the scores have.
pub const SIGNATURE_COLUMN: &str = "signature";

/// Columns of word overlap, each on its metric's own scale.
pub fn overlap_columns() -> [&'static str; 5] {
    Metric::ALL.map(Metric::name)
}

impl RowFormat {
    /// Whether it is for programs, so that it must contain only rows.
    pub fn is_for_machines(self) -> bool {
        matches!(self, Self::Tsv | Self::Csv | Self::Jsonl)
    }

    pub fn write_header(self, out: &mut impl Write, fields: &RowFields) -> io::Result<()> {
        let mut names: Vec<String> = COLUMNS.map(str::to_owned).into();
        if fields.overlap {
            names.extend(overlap_columns().map(str::to_owned));
        }
        names.extend(fields.columns.iter().cloned());
        names.push(SIGNATURE_COLUMN.to_owned());
        self.write_record(out, &names)
    }

    /// Writes a pair's row; a table has one for each layer.
    pub fn write(self, out: &mut impl Write, row: &ScoredRow<'_>, details: bool) -> io::Result<()> {
        match self {
            Self::Summary => Ok(()),
            Self::Text => text::write(out, row, details),
            Self::Jsonl => json::write(out, row, details),
            Self::Segments => writeln!(
                out,
                "{}",
                text::numbers_of_bert_score(&row.chosen().scaled, ["", "\t", "\t"])
            ),
            Self::Tsv | Self::Csv => {
                for scored in row.layers {
                    self.write_record(out, &fields(row, scored))?;
                }
                Ok(())
            }
        }
    }

    pub fn write_unscored(self, out: &mut impl Write, row: &UnscoredRow<'_>) -> io::Result<()> {
        match self {
            Self::Summary => Ok(()),
            Self::Text => text::write_unscored(out, row),
            Self::Jsonl => json::write_unscored(out, row),
            // So that the lines stay those of the input.
            Self::Segments => writeln!(out, "nan\tnan\tnan"),
            Self::Tsv | Self::Csv => {
                let mut fields = vec![String::new(); COLUMNS.len()];
                fields[0] = name(row.number, row.id);
                fields[COLUMNS.len() - 1] = match row.reason {
                    UnscoredReason::Failed(error) => format!("error: {error}"),
                    UnscoredReason::Skipped(missing) => missing.to_string(),
                };
                if row.fields.overlap {
                    fields.extend(overlap_columns().map(|_| String::new()));
                }
                for column in 0..row.fields.columns.len() {
                    // A pair that could not be read has no values.
                    let value = row.pair.and_then(|pair| pair.extra.get(column));
                    fields.push(value.map(ToString::to_string).unwrap_or_default());
                }
                fields.push(String::new());
                self.write_record(out, &fields)
            }
        }
    }

    fn write_record(self, out: &mut impl Write, fields: &[String]) -> io::Result<()> {
        match self {
            Self::Tsv => {
                // This includes characters that would end a field or a line, which a TSV cannot quote: they become visible
                // symbols.
                let fields: Vec<String> = fields.iter().map(|field| printable(field)).collect();
                writeln!(out, "{}", fields.join("\t"))
            }
            Self::Csv => {
                // Line breaks stay, in quotes.
                let fields: Vec<String> = fields
                    .iter()
                    .map(|field| printable_but_line_breaks(field))
                    .collect();
                let mut writer = csv::Writer::from_writer(out);
                writer.write_record(&fields)?;
                writer.flush()
            }
            Self::Text | Self::Summary | Self::Jsonl | Self::Segments => Ok(()),
        }
    }
}

fn printable_but_line_breaks(field: &str) -> String {
    let lines = field.split('\n');
    let lines: Vec<String> = lines
        .map(|line| printable(line.strip_suffix('\r').unwrap_or(line)))
        .collect();
    lines.join("\n")
}

fn name(number: u64, id: Option<&Id>) -> String {
    id.map_or_else(|| number.to_string(), Id::to_string)
}

/// The fields of a row at one layer, in the order of the header.
fn fields(row: &ScoredRow<'_>, scored: &ScoredCandidate) -> Vec<String> {
    let (layer, signature) = match scored.analyses.first() {
        Some(analysis) => (analysis.layer.to_string(), analysis.signature.clone()),
        None => (String::new(), String::new()),
    };
    let mut fields = vec![name(row.number, row.pair.id.as_ref()), layer];
    fields.extend(scored.scaled.numbers().map(all_digits));
    fields.extend(scored.raw.numbers().map(all_digits));
    fields.push(scored.best_reference().to_string());
    fields.push(row.note(scored).unwrap_or_default());
    if let Some(counts) = row.overlap {
        let scores = counts.scores();
        fields.extend(Metric::ALL.map(|metric| all_digits(scores.get(metric))));
    }
    for (_, value) in row.fields.columns_of(row.pair) {
        fields.push(value.to_string());
    }
    fields.push(signature);
    fields
}
