//! Document-frequency tables: counting, file format, reading.
//!
//! The format is text: a line `#bertscope-idf 1`, a line with N, a line with the source, a line with the tokenizer's
//! fingerprint if the program that counted knows it, then `id<TAB>df` in order of id. Ids belong to one tokenizer, so a
//! table works only with models that use it. Weights that were computed elsewhere are a JSON object.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::Read;
use std::path::Path;

use rayon::prelude::*;

use crate::error::TableErrors;
use crate::text_file::{MAX_FILE_BYTES, file_name, read_text, too_large};
use crate::texts::TextLines;
use crate::{ModelError, Result};
use bertscope_encoder::Tokenizer;
use bertscope_metric::{DocumentFrequencies, GivenWeights, TokenWeights};

const FORMAT_NAME: &str = "#bertscope-idf";
const MAGIC: &str = "#bertscope-idf 1";

/// First line of given weights in a file without the extension json, such as one that the Python module opens.
const WEIGHTS_MAGIC: &str = "#bertscope-weights 1";

/// IDF weights and their source.
#[derive(Debug, Clone, PartialEq)]
pub struct FrequencyTable {
    /// A description of the counted texts, or the name of the file of weights, for display.
    pub source: String,
    /// [`Tokenizer::fingerprint`] of the tokenizer that was used for counting, if the file states it.
    pub tokenizer: Option<String>,
    pub weights: TokenWeights,
}

impl FrequencyTable {
    /// Opens the argument of `--idf`: a table written by `bertscope idf`, given weights in a file with the extension json,
    /// or a corpus with one text per line. Fails when the file cannot be read, is empty, or is a damaged table.
    pub fn open(path: &Path, tokenizer: &Tokenizer) -> Result<Self> {
        let name = file_name(path);
        if has_given_weights(path) {
            return Self::parse_weights(&read_text(path)?, &name);
        }
        // The file may be a pipe, which can be read only once: its first line says what it is.
        let mut texts = TextLines::open(path)?;
        let Some((_, first)) = texts.next_text()? else {
            return Err(ModelError::EmptyCorpus(path.to_owned()));
        };
        let first = first.to_owned();
        if first == WEIGHTS_MAGIC {
            return Self::parse_weights(&rest_of_table(String::new(), texts, path)?, &name);
        }
        // Also a table of another version, which is not a corpus.
        if first.starts_with(FORMAT_NAME) {
            let table = Self::parse(&rest_of_table(first, texts, path)?, &name)?;
            return match &table.tokenizer {
                Some(counted) if *counted != tokenizer.fingerprint() => {
                    Err(ModelError::TokenizerMismatch { name })
                }
                _ => Ok(table),
            };
        }
        let rest = count_file(&mut texts, tokenizer, |_| ())?;
        Ok(Self {
            source: name,
            tokenizer: None,
            weights: TokenWeights::Counted(count(&[first], tokenizer)?.merged(rest)),
        })
    }

    /// Whether a file has token ids, which belong to one tokenizer, and is not a corpus.
    pub fn is_table(path: &Path) -> bool {
        let mut start = [0; FORMAT_NAME.len()];
        let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
        has_given_weights(path) || (read.is_ok() && start == FORMAT_NAME.as_bytes())
    }

    /// Parses a table. The error has the number of the invalid line.
    pub fn parse(text: &str, name: &str) -> Result<Self> {
        let errors = TableErrors {
            name,
            advice: "write the table with `bertscope idf`",
        };
        let mut lines = (1..).zip(text.lines()).peekable();
        if lines.next() != Some((1, MAGIC)) {
            return Err(errors.at(1, "this is not an IDF table"));
        }
        let documents = head_field(lines.next(), 2, "#documents", errors)?;
        let documents: u64 = documents
            .parse()
            .map_err(|_| errors.at(2, "N is not a number"))?;
        let source = head_field(lines.next(), 3, "#source", errors)?;
        if documents == 0 {
            return Err(errors.at(2, "N is 0"));
        }
        let tokenizer = lines
            .peek()
            .and_then(|(_, line)| line.strip_prefix("#tokenizer "));
        if tokenizer.is_some() {
            lines.next();
        }
        let mut counts: Vec<(u32, u64)> = Vec::new();
        for (number, line) in lines {
            let (id, count) = parse_count(line)
                .ok_or_else(|| errors.at(number, "expected a token id, a tab and a count"))?;
            if count > documents {
                return Err(errors.at(number, "a token cannot occur in more than N texts"));
            }
            if counts.last().is_some_and(|(last, _)| *last >= id) {
                return Err(errors.at(number, "token ids must increase from line to line"));
            }
            counts.push((id, count));
        }
        Ok(Self {
            source: source.to_owned(),
            tokenizer: tokenizer.map(str::to_owned),
            weights: TokenWeights::Counted(DocumentFrequencies::from_counts(documents, counts)),
        })
    }

    /// Parses a JSON object of weights by token id. The error has the line of the invalid weight.
    fn parse_weights(text: &str, name: &str) -> Result<Self> {
        let errors = TableErrors {
            name,
            advice: "write finite weights from 0 by token id, and a default if other ids may occur, as in \
                     {\"101\": 0, \"2054\": 3.2, \"default\": 5}",
        };
        let mut given: BTreeMap<String, f64> = serde_json::from_str(text)
            .map_err(|error| errors.at(error.line(), error.to_string()))?;
        if let Some((key, _)) = given.iter().find(|(_, weight)| **weight < 0.0) {
            let problem = format!("{key:?} has a negative weight");
            return Err(errors.at(line_of_key(text, key), problem));
        }
        let default = given.remove("default");
        let mut weights = BTreeMap::new();
        for (key, weight) in given {
            let Ok(id) = key.parse() else {
                let problem = format!("{key:?} is not a token id");
                return Err(errors.at(line_of_key(text, &key), problem));
            };
            weights.insert(id, weight);
        }
        Ok(Self {
            source: name.into(),
            tokenizer: None,
            weights: TokenWeights::Given(GivenWeights::new(weights, default)),
        })
    }

    /// Formats a table so that [`Self::parse`] can read it.
    pub fn text(source: &str, tokenizer: Option<&str>, counted: &DocumentFrequencies) -> String {
        let source = source.replace(['\n', '\r'], " ");
        let mut text = format!(
            "{MAGIC}\n#documents {}\n#source {source}\n",
            counted.document_count()
        );
        // Writing to a string cannot fail.
        if let Some(tokenizer) = tokenizer {
            let _ = writeln!(text, "#tokenizer {tokenizer}");
        }
        for (id, count) in counted.entries() {
            let _ = writeln!(text, "{id}\t{count}");
        }
        text
    }
}

/// Whether a file has given weights, by its extension.
fn has_given_weights(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

/// The text of a table whose first line was read.
fn rest_of_table(first: String, mut texts: TextLines, path: &Path) -> Result<String> {
    let mut text = first;
    while let Some((_, line)) = texts.next_text()? {
        text.push('\n');
        text.push_str(line);
        if text.len() as u64 > MAX_FILE_BYTES {
            return Err(ModelError::unreadable(path, &too_large()));
        }
    }
    Ok(text)
}

/// The value in a line of the head, which starts with `key`.
fn head_field<'a>(
    line: Option<(usize, &'a str)>,
    number: usize,
    key: &str,
    errors: TableErrors<'_>,
) -> Result<&'a str> {
    line.and_then(|(_, line)| line.strip_prefix(key))
        .map(str::trim)
        .ok_or_else(|| errors.at(number, format!("expected a line that starts with {key:?}")))
}

/// Parses the id and the count of a token.
fn parse_count(line: &str) -> Option<(u32, u64)> {
    let (id, count) = line.split_once('\t')?;
    Some((id.parse().ok()?, count.parse().ok()?))
}

/// The line, from 1, of a key in a JSON object.
fn line_of_key(text: &str, key: &str) -> usize {
    match text.find(&format!("{key:?}")) {
        Some(start) => 1 + text[..start].matches('\n').count(),
        // Written with an escape.
        None => 1,
    }
}

/// Maximum texts and bytes of a batch: enough to keep all cores busy, and little memory.
const MAX_BATCH_TEXTS: usize = 8192;
const MAX_BATCH_BYTES: u64 = 4 << 20;

/// Counts document frequencies over texts, each token once per text, on all cores. Fails when a text cannot be tokenized.
///
/// As in `bert_score`, every text is a document, including empty texts and duplicates; an empty text contains only its special
/// tokens. The sums are integers, so the division of a corpus into batches makes no difference.
pub fn count<T: AsRef<str> + Sync>(
    texts: &[T],
    tokenizer: &Tokenizer,
) -> Result<DocumentFrequencies> {
    texts
        .par_iter()
        .with_min_len(16)
        .try_fold(DocumentFrequencies::default, |mut counted, text| {
            let text = tokenizer.tokenize(text.as_ref())?;
            counted.add(text.tokens.iter().map(|token| token.id));
            Ok(counted)
        })
        .try_reduce(DocumentFrequencies::default, |a, b| Ok(a.merged(b)))
}

/// Counts the rest of a file, batch by batch: memory does not grow with a corpus. `read` is called with the bytes of every
/// batch.
pub fn count_file(
    texts: &mut TextLines,
    tokenizer: &Tokenizer,
    mut read: impl FnMut(u64),
) -> Result<DocumentFrequencies> {
    let mut counted = DocumentFrequencies::default();
    let mut batch = Vec::new();
    loop {
        let start = texts.offset;
        while batch.len() < MAX_BATCH_TEXTS
            && texts.offset - start < MAX_BATCH_BYTES
            && let Some((_, text)) = texts.next_text()?
        {
            batch.push(text.to_owned());
        }
        if batch.is_empty() {
            return Ok(counted);
        }
        counted = counted.merged(count(&batch, tokenizer)?);
        read(texts.offset - start);
        batch.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled;

    #[test]
    fn a_corpus_counted_in_batches_and_apart_is_the_corpus_counted_at_once() {
        let tokenizer = bundled::model().unwrap().tokenizer;
        let texts: Vec<String> = (0..300)
            .map(|i| match i % 5 {
                0 => String::new(),
                1 => "  a lamp in the window ".to_owned(),
                _ => format!("lamp {} by lamp {}", i % 7, i * i % 11),
            })
            .collect();
        let ids = |text: &String| tokenizer.tokenize(text).unwrap().ids();
        let whole = DocumentFrequencies::count(texts.iter().map(ids));
        let mut counted = DocumentFrequencies::default();
        for batch in texts.chunks(37) {
            counted = count(batch, &tokenizer).unwrap().merged(counted);
        }
        assert_eq!(counted.document_count(), 300);
        assert_eq!(counted, whole);
        assert_eq!(count(&texts, &tokenizer).unwrap(), whole);
        let lines: Box<[u8]> = texts.join("\n").into_bytes().into();
        let source = Box::new(std::io::Cursor::new(lines));
        let mut lines = TextLines::from_reader(Path::new("corpus"), source);
        assert_eq!(count_file(&mut lines, &tokenizer, |_| ()).unwrap(), whole);
        let (first, special) = (ids(&"lamp".to_owned())[1], ids(&String::new())[0]);
        assert_eq!(
            (whole.frequency(first), whole.frequency(special)),
            (240, 300),
            "once a text; in every text"
        );
    }
}
