//! Parallel text files: line n of one belongs to line n of the others.

use std::io::{BufRead, BufReader};
use std::path::Path;

use crate::lines::{Line, Lines, located_message};
use crate::{PairRecord, PairsError, Row, RowError, Rows, Source, SystemCandidate};

/// The source of REF or CAND on the command line: `-` is standard input, an existing file is read, anything else is
/// a text. An argument that looks like a file name (no space, and a path separator or an extension such as `.txt`) is
/// an error.
pub fn source(argument: &str) -> Result<Source, PairsError> {
    if argument == "-" {
        return Ok(Source::Stdin);
    }
    let path = Path::new(argument);
    // Not `is_file`: a pipe such as the shell's `<(command)` works as well.
    if path.exists() && !path.is_dir() {
        return Ok(Source::File(path.to_owned()));
    }
    if looks_like_a_file(argument) {
        let problem = if path.is_dir() {
            format!("{argument} is a folder")
        } else {
            format!("there is no file {argument}")
        };
        return Err(PairsError::NoFile(problem));
    }
    Ok(Source::Text(argument.to_owned()))
}

fn looks_like_a_file(argument: &str) -> bool {
    let has_ending = [".txt", ".tsv", ".csv", ".json", ".jsonl"]
        .iter()
        .any(|e| argument.ends_with(e));
    let is_path = argument.starts_with(['/', '~'])
        || argument.starts_with("./")
        || argument.starts_with("../");
    !argument.contains(char::is_whitespace) && argument.len() > 1 && (has_ending || is_path)
}

/// The rows of sources of candidates, references and further systems. The lines of files that can be read twice are counted first, so that
/// nothing is scored if the numbers differ. Fails when one cannot be read, or their lengths differ.
pub fn rows(
    candidate: &Source,
    references: &[Source],
    rivals: &[Source],
) -> Result<Rows, PairsError> {
    let sources: Vec<&Source> = std::iter::once(candidate)
        .chain(references)
        .chain(rivals)
        .collect();
    if sources
        .iter()
        .filter(|s| matches!(s, Source::Stdin))
        .count()
        > 1
    {
        return Err(PairsError::TwoStandardInputs);
    }
    let counts = sources
        .iter()
        .map(|s| count(s))
        .collect::<Result<Vec<_>, _>>()?;
    let known: Vec<(usize, u64)> = counts
        .iter()
        .enumerate()
        .filter_map(|(i, n)| Some((i, (*n)?)))
        .collect();
    if counts[0] == Some(0) {
        return Err(PairsError::Empty(candidate.name()));
    }
    if let Some((&(a, first_lines), &(b, other_lines))) = known
        .first()
        .and_then(|first| Some((first, known.iter().find(|(_, n)| *n != first.1)?)))
    {
        let (first, other) = (sources[a].name(), sources[b].name());
        return Err(PairsError::LineCountMismatch {
            first,
            first_lines,
            other,
            other_lines,
        });
    }
    let columns = sources
        .iter()
        .map(|s| TextColumn::open(s))
        .collect::<Result<Vec<_>, _>>()?;
    let (mut columns, references) = (Some(columns), references.len());
    Ok(Box::new(std::iter::from_fn(move || {
        let row = next_row(columns.as_mut()?, references);
        if !matches!(row, Some(Ok(_))) {
            columns = None;
        }
        row
    })))
}

/// A source being read.
struct TextColumn {
    source: Source,
    /// `None` for a single text, which may contain line breaks.
    lines: Option<Lines>,
    /// A single text that has not been returned yet.
    text: Option<String>,
}

impl TextColumn {
    fn open(source: &Source) -> Result<Self, PairsError> {
        let (lines, text) = match source {
            Source::Text(text) => (None, Some(text.clone())),
            _ => (Some(Lines::new(source.open()?)), None),
        };
        Ok(Self {
            source: source.clone(),
            lines,
            text,
        })
    }

    fn next(&mut self) -> Result<Option<Result<String, String>>, PairsError> {
        let Some(lines) = &mut self.lines else {
            return Ok(self.text.take().map(Ok));
        };
        let line = lines
            .next()
            .transpose()
            .map_err(|e| self.source.unreadable(&e))?;
        let place = |Line { number, text }| {
            text.map_err(|problem: String| located_message(&self.source.name(), number, &problem))
        };
        Ok(line.map(place))
    }

    fn line_number(&self) -> u64 {
        self.lines.as_ref().map_or(1, Lines::number)
    }
}

/// One line of each source: the candidate, as many references, and further systems.
fn next_row(columns: &mut [TextColumn], references: usize) -> Option<Result<Row, PairsError>> {
    let texts = match columns
        .iter_mut()
        .map(TextColumn::next)
        .collect::<Result<Vec<_>, _>>()
    {
        Ok(texts) => texts,
        Err(error) => return Some(Err(error)),
    };
    let ended = texts.iter().position(Option::is_none);
    let goes_on = texts.iter().position(Option::is_some);
    match (ended, goes_on) {
        (_, None) => None,
        (Some(ended), Some(other)) => Some(Err(PairsError::UnequalLength {
            ended: columns[ended].source.name(),
            line: columns[ended].line_number(),
            other: columns[other].source.name(),
        })),
        (None, Some(_)) => {
            let mut texts = texts.into_iter().flatten();
            let candidate = texts.next()?;
            let pair = candidate.and_then(|candidate| {
                let references = texts
                    .by_ref()
                    .take(references)
                    .collect::<Result<Vec<_>, _>>()?;
                let rival = |candidate: Result<String, String>| {
                    Ok(SystemCandidate {
                        candidate: candidate?,
                        human: None,
                    })
                };
                let rivals = texts.map(rival).collect::<Result<Vec<_>, String>>()?;
                Ok(PairRecord {
                    candidate,
                    references,
                    other_systems: rivals,
                    ..PairRecord::default()
                })
            });
            Some(Ok(pair.map_err(|sentence| RowError {
                id: None,
                message: sentence,
            })))
        }
    }
}

/// Number of texts of a source, if it can be read more than once.
fn count(source: &Source) -> Result<Option<u64>, PairsError> {
    if matches!(source, Source::Text(_)) {
        return Ok(Some(1));
    }
    if source.is_regular() {
        count_lines(source).map(Some)
    } else {
        Ok(None)
    }
}

/// Number of lines of a source; a final line ending starts no further line.
pub fn count_lines(source: &Source) -> Result<u64, PairsError> {
    let mut bytes = BufReader::with_capacity(1 << 16, source.open()?);
    let mut lines = 0;
    while bytes.skip_until(b'\n').map_err(|e| source.unreadable(&e))? > 0 {
        lines += 1;
    }
    Ok(lines)
}
