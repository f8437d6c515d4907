//! Document-frequency tables: counting, file format, reading.
//!
//! The format is text: a line `#bertscope-idf 1`, a line with N, a line with the source, usually a line with the
//! tokenizer's fingerprint, then `id<TAB>df` in order of id. Ids belong to one tokenizer, so a table works only with models
//! that use it. Weights that were computed elsewhere are a JSON object.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::Read;
use std::path::Path;

use crate::text_file::{MAX_FILE_BYTES, read_text, too_large_message};
use crate::texts::TextLines;
use crate::{ModelError, Result};
use bertscope_encoder::Tokenizer;
use bertscope_metric::{DocumentFrequencies, TokenWeights};

const FORMAT_NAME: &str = "#bertscope-idf";
const MAGIC: &str = "#bertscope-idf 1";

/// IDF weights and their source.
#[derive(Debug, Clone, PartialEq)]
pub struct FrequencyTable {
    /// A description of the counted texts, or the name of the file of weights, for display.
    pub source: String,
    /// [`Tokenizer::fingerprint`] of the tokenizer that was used for counting, if the file states it.
    pub tokenizer: Option<String>,
    /// The weights.
    pub weights: TokenWeights,
}

impl FrequencyTable {
    /// Opens the argument of `--idf`: a table written by `bertscope idf`, given weights in a file with the extension json,
    /// or a corpus with one text per line. Fails when the file cannot be read, is empty, or is a damaged table.
    pub fn open(path: &Path, tokenizer: &Tokenizer) -> Result<Self> {
        let name = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned();
        if has_given_weights(path) {
            return Self::parse_weights(&read_text(path)?, &name);
        }
        // The file may be a pipe, which can be read only once.
        let mut texts = TextLines::open(path)?;
        let Some((_, first)) = texts.next_text()? else {
            return Err(ModelError::EmptyCorpus(path.to_owned()));
        };
        let mut first = first.to_owned();
        // Also a table of another version, which is not a corpus.
        if first.starts_with(FORMAT_NAME) {
            while let Some((_, line)) = texts.next_text()? {
                first.push('\n');
                first.push_str(line);
                if first.len() as u64 > MAX_FILE_BYTES {
                    return Err(ModelError::Read {
                        path: path.to_owned(),
                        reason: too_large_message(),
                    });
                }
            }
            let table = Self::parse(&first, &name)?;
            if table
                .tokenizer
                .as_ref()
                .is_some_and(|counted| *counted != tokenizer.fingerprint())
            {
                return Err(ModelError::TokenizerMismatch { name });
            }
            return Ok(table);
        }
        let mut counter = FrequencyCounter::new();
        counter.add_all(&[first], tokenizer)?;
        counter.add_file(&mut texts, tokenizer, |_| ())?;
        Ok(Self {
            source: name,
            tokenizer: None,
            weights: TokenWeights::Counted(counter.finish()),
        })
    }

    /// Whether a file has token ids, which belong to one tokenizer, and is not a corpus.
    pub fn is_table(path: &Path) -> bool {
        let mut begin = [0; FORMAT_NAME.len()];
        let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut begin));
        has_given_weights(path) || (read.is_ok() && begin == FORMAT_NAME.as_bytes())
    }

    /// Parses a table. The error has the number of the invalid line.
    pub fn parse(text: &str, name: &str) -> Result<Self> {
        let advice = "write the table with `bertscope idf`";
        let wrong = |line: usize, problem: &str| ModelError::Table {
            name: name.into(),
            line,
            problem: problem.into(),
            advice,
        };
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, l)| l) != Some(MAGIC) {
            return Err(wrong(1, "this is not an IDF table"));
        }
        let mut field = |key: &str, line: usize| {
            let found = lines.next().and_then(|(_, l)| l.strip_prefix(key));
            found
                .map(str::trim)
                .ok_or_else(|| wrong(line, &format!("expected a line that starts with {key:?}")))
        };
        let documents: u64 = field("#documents", 2)?
            .parse()
            .map_err(|_| wrong(2, "N is not a number"))?;
        let source = field("#source", 3)?.to_owned();
        if documents == 0 {
            return Err(wrong(2, "N is 0"));
        }
        let mut counts = Vec::new();
        let mut lines = lines.peekable();
        let tokenizer = lines
            .peek()
            .and_then(|(_, line)| line.strip_prefix("#tokenizer "))
            .map(str::to_owned);
        for (i, line) in lines.skip(usize::from(tokenizer.is_some())) {
            let entry = line
                .split_once('\t')
                .and_then(|(id, n)| Some((id.parse().ok()?, n.parse().ok()?)));
            let (id, n): (u32, u64) =
                entry.ok_or_else(|| wrong(i + 1, "expected a token id, a tab and a count"))?;
            if n > documents {
                return Err(wrong(i + 1, "a token cannot occur in more than N texts"));
            }
            if counts.last().is_some_and(|(last, _)| *last >= id) {
                return Err(wrong(i + 1, "token ids must increase from line to line"));
            }
            counts.push((id, n));
        }
        let weights = TokenWeights::Counted(DocumentFrequencies::from_counts(documents, counts));
        Ok(Self {
            source,
            tokenizer,
            weights,
        })
    }

    /// Parses a JSON object of weights by token id. The error has the line of the invalid weight.
    fn parse_weights(text: &str, name: &str) -> Result<Self> {
        let advice = "write finite weights from 0 by token id, and a default if other ids may occur, as in \
                      {\"101\": 0, \"2054\": 3.2, \"default\": 5}";
        let wrong = |line: usize, problem: String| ModelError::Table {
            name: name.into(),
            line,
            problem,
            advice,
        };
        let mut given: BTreeMap<String, f64> =
            serde_json::from_str(text).map_err(|error| wrong(error.line(), error.to_string()))?;
        let line = |key: &str| {
            1 + text
                .find(&format!("{key:?}"))
                .map_or(0, |at| text[..at].matches('\n').count())
        };
        if let Some((key, _)) = given.iter().find(|(_, weight)| **weight < 0.0) {
            return Err(wrong(line(key), format!("{key:?} has a negative weight")));
        }
        let default = given.remove("default");
        let id = |(key, weight): (String, f64)| match key.parse() {
            Ok(id) => Ok((id, weight)),
            Err(_) => Err(wrong(line(&key), format!("{key:?} is not a token id"))),
        };
        let weights = given.into_iter().map(id).collect::<Result<_>>()?;

        Ok(Self {
            source: name.into(),
            tokenizer: None,
            weights: TokenWeights::Given(weights, default),
        })
    }

    /// Formats a table so that [`Self::parse`] can read it.
    pub fn text(source: &str, tokenizer: Option<&str>, counted: &DocumentFrequencies) -> String {
        let source = source.replace(['\n', '\r'], " ");
        let mut text = format!(
            "{MAGIC}\n#documents {}\n#source {source}\n",
            counted.document_count()
        );
        if let Some(tokenizer) = tokenizer {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "#tokenizer {tokenizer}");
        }
        for (id, n) in counted.entries() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{id}\t{n}");
        }
        text
    }
}

/// Whether a file has given weights, by its extension.
fn has_given_weights(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

/// Counts document frequencies over texts, each token once per text, on all cores. Fails when a text cannot be
/// tokenized.
pub fn count(texts: &[&str], tokenizer: &Tokenizer) -> Result<DocumentFrequencies> {
    let mut counter = FrequencyCounter::new();
    counter.add_all(texts, tokenizer)?;
    Ok(counter.finish())
}

/// Maximum texts and bytes of a batch.
const BATCH_TEXTS: usize = 8192;
const BATCH_BYTES: u64 = 4 << 20;

/// Counts document frequencies batch by batch. It stores one number for each token and no text, so
/// that memory does not grow with a corpus.
///
/// As in `bert_score`, every text is a document, including empty texts and duplicates; an empty text contains only its special
/// tokens.
#[derive(Debug, Clone, Default)]
pub struct FrequencyCounter(DocumentFrequencies);

impl FrequencyCounter {
    /// A counter without texts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts a batch, on all cores. A few thousand texts keep all cores busy. The sums are integers, so
    /// the division of a corpus into batches makes no difference. Fails when a text cannot be tokenized; then none of
    /// the batch is counted.
    pub fn add_all<T: AsRef<str> + Sync>(
        &mut self,
        texts: &[T],
        tokenizer: &Tokenizer,
    ) -> Result<()> {
        use rayon::prelude::*;
        let counted = texts
            .par_iter()
            .with_min_len(16)
            .try_fold(DocumentFrequencies::default, |mut table, text| {
                table.add(
                    tokenizer
                        .tokenize(text.as_ref())?
                        .tokens
                        .iter()
                        .map(|token| token.id),
                );
                Ok::<_, ModelError>(table)
            })
            .try_reduce(DocumentFrequencies::default, |a, b| Ok(a.merged(b)))?;
        self.merge(Self(counted));
        Ok(())
    }

    /// Counts the rest of a file. `read` is called with the bytes of every batch.
    pub fn add_file(
        &mut self,
        texts: &mut TextLines,
        tokenizer: &Tokenizer,
        mut read: impl FnMut(u64),
    ) -> Result<()> {
        let mut batch = Vec::new();
        loop {
            let begin = texts.offset;
            while batch.len() < BATCH_TEXTS
                && texts.offset - begin < BATCH_BYTES
                && let Some((_, text)) = texts.next_text()?
            {
                batch.push(text.to_owned());
            }
            if batch.is_empty() {
                return Ok(());
            }
            self.add_all(&batch, tokenizer)?;
            read(texts.offset - begin);
            batch.clear();
        }
    }

    /// Adds the counts of another counter.
    pub fn merge(&mut self, other: Self) {
        self.0 = std::mem::take(&mut self.0).merged(other.0);
    }

    /// Number of counted texts.
    pub fn document_count(&self) -> u64 {
        self.0.document_count()
    }

    /// The table.
    pub fn finish(self) -> DocumentFrequencies {
        self.0
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
        let (mut here, mut there) = (FrequencyCounter::new(), FrequencyCounter::new());
        for (i, batch) in texts.chunks(37).enumerate() {
            if i % 2 == 0 { &mut here } else { &mut there }
                .add_all(batch, &tokenizer)
                .unwrap();
        }
        here.merge(there);
        here.merge(FrequencyCounter::new());
        assert_eq!(here.document_count(), 300);
        assert_eq!(here.finish(), whole);
        assert_eq!(
            count(
                &texts.iter().map(String::as_str).collect::<Vec<_>>(),
                &tokenizer
            )
            .unwrap(),
            whole
        );
        let (first, special) = (ids(&"lamp".to_owned())[1], ids(&String::new())[0]);
        assert_eq!(
            (whole.frequency(first), whole.frequency(special)),
            (240, 300),
            "once a text; in every text"
        );
    }
}
