//! Parallel text files: line n of one belongs to line n of the others.

use std::io::{self, BufRead, BufReader};
use std::path::Path;

use crate::lines::{Line, Lines};
use crate::{PairRecord, PairsError, Row, RowError, Rows, Source, SystemCandidate, TableFormat};

const MAX_EXTENSION_BYTES: usize = 8;

/// The source of REF or CAND on the command line: `-` is standard input, an existing file is read, anything else is
/// a text. A folder, a URL and the name of a missing file are errors: as texts they would get a score.
pub fn source(argument: &str) -> Result<Source, PairsError> {
    if argument == "-" {
        return Ok(Source::Stdin);
    }
    let path = Path::new(argument);
    // Not `is_file`: a pipe such as the shell's `<(command)` works as well.
    if path.exists() && !path.is_dir() {
        return Ok(Source::File(path.to_owned()));
    }
    if is_url(argument) {
        return Err(PairsError::NotAFile {
            problem: format!("{argument} is a URL"),
            remedy: "download it first, for example with curl -O",
            argument: argument.to_owned(),
        });
    }
    // A dot alone is a text as well as a folder.
    let is_folder = path.is_dir() && argument.contains(char::is_alphanumeric);
    let problem = if is_folder {
        format!("{argument} is a folder")
    } else if looks_like_a_file(argument) {
        format!("there is no file {argument}")
    } else {
        return Ok(Source::Text(argument.to_owned()));
    };
    Err(PairsError::NotAFile {
        problem,
        remedy: "name an existing file",
        argument: argument.to_owned(),
    })
}

fn is_url(argument: &str) -> bool {
    let Some((scheme, _)) = argument.split_once("://") else {
        return false;
    };
    // A text that mentions a URL, with words around it, is a text.
    !argument.contains(char::is_whitespace) && scheme.chars().all(|c| c.is_ascii_alphanumeric())
}

/// Whether a word is meant as the name of a file: it begins like a path, is in a folder that exists, or has a file
/// extension. `Hello.`, `U.S.`, `3.5` and `and/or` are texts.
pub fn looks_like_a_file(argument: &str) -> bool {
    if argument.contains(char::is_whitespace) || argument.len() == 1 {
        return false;
    }
    let is_path = ["/", "~", "./", "../"]
        .iter()
        .any(|start| argument.starts_with(start));
    is_path || is_in_folder(argument) || has_known_extension(argument) || has_extension(argument)
}

fn is_in_folder(argument: &str) -> bool {
    let folder = Path::new(argument).parent();
    folder.is_some_and(|folder| folder != Path::new("") && folder.is_dir())
}

/// With these, a name may have any characters, such as parentheses.
fn has_known_extension(argument: &str) -> bool {
    let path = Path::new(argument);
    let is_text = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("txt"));
    is_text || TableFormat::from_path(path).is_some()
}

/// Whether a character occurs in names of files, apart from what separates their parts.
fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}

/// Whether a word has a part such as `.en`, `.detok` or `.de-en` at its end, after characters of a path.
fn has_extension(argument: &str) -> bool {
    let Some((stem, extension)) = argument.rsplit_once('.') else {
        return false;
    };
    let is_stem =
        stem.ends_with(is_of_name) && stem.chars().all(|c| is_of_name(c) || "~./\\".contains(c));
    // A dot and one letter end an abbreviation, and a dot and a digit continue a number.
    let is_extension = extension.starts_with(|c: char| c.is_ascii_alphabetic())
        && (2..=MAX_EXTENSION_BYTES).contains(&extension.len())
        && extension.chars().all(|c| c.is_ascii() && is_of_name(c));
    is_stem && is_extension
}

/// The rows of sources of candidates, references and further systems. The lines of files that can be read twice are counted first, so that
/// nothing is scored if the numbers differ. Fails when one cannot be read, or their lengths differ.
pub fn rows(
    candidate: &Source,
    references: &[Source],
    other_systems: &[Source],
    whole_lines: bool,
) -> Result<Rows, PairsError> {
    let sources: Vec<&Source> = std::iter::once(candidate)
        .chain(references)
        .chain(other_systems)
        .collect();
    check_standard_input(&sources)?;
    check_line_counts(&sources)?;
    let mut columns = Vec::with_capacity(sources.len());
    for source in sources {
        columns.push(TextColumn::open(source, whole_lines)?);
    }
    Ok(Box::new(ParallelRows {
        columns,
        reference_count: references.len(),
    }))
}

fn check_standard_input(sources: &[&Source]) -> Result<(), PairsError> {
    let streams = sources
        .iter()
        .filter(|source| matches!(source, Source::Stdin));
    if streams.count() > 1 {
        return Err(PairsError::TwoStandardInputs);
    }
    Ok(())
}

/// Compares the numbers of lines that are known before reading; the candidates come first.
fn check_line_counts(sources: &[&Source]) -> Result<(), PairsError> {
    let mut counts = Vec::with_capacity(sources.len());
    for source in sources {
        counts.push(known_line_count(source)?);
    }
    if counts[0] == Some(0) {
        return Err(PairsError::Empty(sources[0].name()));
    }
    let mut known = sources
        .iter()
        .zip(counts)
        .filter_map(|(source, lines)| Some((source, lines?)));
    let Some((first, first_lines)) = known.next() else {
        return Ok(());
    };
    match known.find(|(_, lines)| *lines != first_lines) {
        None => Ok(()),
        Some((other, other_lines)) => Err(PairsError::LineCountMismatch {
            first: first.name(),
            first_lines,
            other: other.name(),
            other_lines,
        }),
    }
}

struct ParallelRows {
    /// The columns of the candidate, the references and further systems; empty once the reading has ended.
    columns: Vec<TextColumn>,
    reference_count: usize,
}

impl Iterator for ParallelRows {
    type Item = Result<Row, PairsError>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.read().transpose();
        // After an error, one source may be a line ahead of another.
        if !matches!(row, Some(Ok(_))) {
            self.columns.clear();
        }
        row
    }
}

impl ParallelRows {
    /// Reads one line of each source.
    fn read(&mut self) -> Result<Option<Row>, PairsError> {
        let mut texts = Vec::with_capacity(self.columns.len());
        let mut ended = None;
        let mut unfinished = None;
        for column in &mut self.columns {
            match column.next()? {
                Some(text) => {
                    texts.push(text);
                    unfinished.get_or_insert(column);
                }
                None => {
                    ended.get_or_insert(column);
                }
            }
        }
        match (ended, unfinished) {
            (_, None) => Ok(None),
            (Some(ended), Some(unfinished)) => Err(PairsError::UnequalLength {
                ended: ended.source.name(),
                line: ended.line,
                other: unfinished.source.name(),
            }),
            (None, Some(_)) => Ok(Some(pair(texts, self.reference_count))),
        }
    }
}

/// The pair of one line of each source: the candidate, the references, and further systems.
fn pair(texts: Vec<Result<String, RowError>>, reference_count: usize) -> Row {
    let mut texts = texts.into_iter();
    let mut pair = PairRecord::default();
    if let Some(candidate) = texts.next() {
        pair.candidate = candidate?;
    }
    for reference in texts.by_ref().take(reference_count) {
        pair.references.push(reference?);
    }
    for candidate in texts {
        pair.other_systems.push(SystemCandidate {
            candidate: candidate?,
            human: None,
        });
    }
    Ok(pair)
}

/// A source being read.
struct TextColumn {
    source: Source,
    lines: Box<dyn Iterator<Item = io::Result<Line>> + Send>,
    /// The number of the last line read.
    line: u64,
}

impl TextColumn {
    fn open(source: &Source, whole_lines: bool) -> Result<Self, PairsError> {
        Ok(Self {
            source: source.clone(),
            lines: match source {
                // It may contain line breaks.
                Source::Text(text) => Box::new(std::iter::once(Ok(Line {
                    number: 1,
                    text: Ok(text.clone()),
                }))),
                _ => Box::new(Lines::new(source.open_lines(whole_lines)?)),
            },
            line: 0,
        })
    }

    /// The next text, or its error; `None` at the end.
    fn next(&mut self) -> Result<Option<Result<String, RowError>>, PairsError> {
        let line = self.lines.next().transpose();
        let line = line.map_err(|error| self.source.unreadable(&error))?;
        let Some(Line { number, text }) = line else {
            return Ok(None);
        };
        self.line = number;
        Ok(Some(text.map_err(|problem| {
            RowError::new(&self.source.name(), number, problem)
        })))
    }
}

/// Number of texts of a source, if it can be read more than once.
fn known_line_count(source: &Source) -> Result<Option<u64>, PairsError> {
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
    while bytes
        .skip_until(b'\n')
        .map_err(|error| source.unreadable(&error))?
        > 0
    {
        lines += 1;
    }
    Ok(lines)
}
