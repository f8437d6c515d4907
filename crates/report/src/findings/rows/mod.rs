//! The results of `score`, one row per pair, in each format.

pub mod json;
mod scored_row;
pub mod text;

pub use scored_row::{Drawing, OutputRow, RowFields, ScoredRow, UnscoredReason};

use std::io::{self, Write};

use crate::ScoredCandidate;
use crate::number::all_digits;
use bertscope_metric::Score;
use bertscope_overlap::{Metric, PairCounts};
use bertscope_pairs::Id;
use bertscope_printable::printable;
use bertscope_sheet::tsv;

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
    pub fn write(self, out: &mut impl Write, row: &OutputRow<'_>, details: bool) -> io::Result<()> {
        match self {
            Self::Summary => Ok(()),
            Self::Text => text::write(out, row, details),
            Self::Jsonl => json::write(out, row, details),
            Self::Segments => {
                // So that the lines stay those of the input, also without scores.
                let scores = match &row.outcome {
                    Ok(scored) => scored.chosen().scaled.numbers(),
                    Err(_) => [None; 3],
                };
                let numbers = text::numbers_of_bert_score(scores, ["", "\t", "\t"]);
                writeln!(out, "{numbers}")
            }
            Self::Tsv | Self::Csv => match &row.outcome {
                Ok(of) => of.layers.iter().try_for_each(|scored| {
                    let note = of.note(scored).unwrap_or_default();
                    self.write_record(out, &cells(row, Some(scored), note))
                }),
                Err(UnscoredReason::Failed(error)) => {
                    self.write_record(out, &cells(row, None, format!("error: {error}")))
                }
                Err(UnscoredReason::Skipped(missing)) => {
                    self.write_record(out, &cells(row, None, missing.to_string()))
                }
            },
        }
    }

    fn write_record(self, out: &mut impl Write, fields: &[String]) -> io::Result<()> {
        match self {
            Self::Tsv => out.write_all(tsv::line(fields).as_bytes()),
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

/// The cells of a row with its scores at one layer, in the order of the header.
fn cells(row: &OutputRow<'_>, scored: Option<&ScoredCandidate>, note: String) -> Vec<String> {
    let analysis = scored.and_then(|scored| scored.analyses.first());
    let mut cells = vec![
        row.id.map_or_else(|| row.number.to_string(), Id::to_string),
        text_of(analysis.map(|analysis| analysis.layer)),
    ];
    for numbers in [scored.map(|of| of.scaled), scored.map(|of| of.raw)] {
        let numbers = numbers.map_or([None; 3], Score::numbers);
        cells.extend(numbers.map(all_digits));
    }
    cells.push(text_of(scored.map(ScoredCandidate::best_reference)));
    cells.push(note);
    if row.fields.overlap {
        let counts = row.outcome.ok().and_then(|scored| scored.overlap);
        let scores = counts.map(PairCounts::scores);
        cells.extend(Metric::ALL.map(|metric| all_digits(scores.and_then(|of| of.get(metric)))));
    }
    for column in 0..row.fields.columns.len() {
        cells.push(text_of(row.pair.and_then(|pair| pair.extra.get(column))));
    }
    cells.push(text_of(analysis.map(|analysis| &analysis.signature)));
    cells
}

/// Nothing for what is missing.
fn text_of(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}
