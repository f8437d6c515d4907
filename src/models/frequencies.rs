//! Document-frequency tables: counted once, kept as figures.
//!
//! The format is text: a line `#bertscope-idf 1`, a line with N and a line with the source, mostly one with the
//! tokenizer's fingerprint, then `id<TAB>df` in order of id. Ids belong to one tokenizer, so a table serves only the models
//! that have it.

use std::fmt::Write;
use std::io::Read;
use std::path::Path;

use super::ModelError;
use super::input::{lines, read_text};
use crate::encoder::Tokenizer;
use crate::metric::DocumentFrequencies;

const KIND: &str = "#bertscope-idf";
const MAGIC: &str = "#bertscope-idf 1";

/// Document frequencies and where they were counted.
#[derive(Debug, Clone, PartialEq)]
pub struct FrequencyTable {
    /// What the screen says of the texts.
    pub source: String,
    /// [`Tokenizer::fingerprint`] of the one that it was counted with, where the file says so.
    pub tokenizer: Option<String>,
    /// The figures.
    pub frequencies: DocumentFrequencies,
}

impl FrequencyTable {
    /// Opens what `--idf` names: a table that `bertscope idf` wrote, or a corpus with a text a line.
    ///
    /// # Errors
    /// [`ModelError`] when the file can not be read, is empty, or is a damaged table.
    pub fn open(path: &Path, tokenizer: &Tokenizer) -> Result<Self, ModelError> {
        let text = read_text(path)?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        // Also a table of another version, which is no corpus either.
        if text.starts_with(KIND) {
            let table = Self::parse(&text, &name)?;
            if table.tokenizer.as_ref().is_some_and(|counted| *counted != tokenizer.fingerprint()) {
                return Err(ModelError::OtherTokenizer { name });
            }
            return Ok(table);
        }
        let texts = lines(&text);
        if texts.is_empty() {
            return Err(ModelError::EmptyCorpus(path.to_owned()));
        }
        Ok(Self { source: name, tokenizer: None, frequencies: count(&texts, tokenizer)? })
    }

    /// Whether a file is a table, whose token ids belong to one tokenizer, and not a corpus.
    #[must_use]
    pub fn is_table(path: &Path) -> bool {
        let mut begin = [0; KIND.len()];
        let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut begin));
        read.is_ok() && begin == KIND.as_bytes()
    }

    /// Reads a table from its text.
    ///
    /// # Errors
    /// [`ModelError::Frequencies`] with the line that is wrong.
    pub fn parse(text: &str, name: &str) -> Result<Self, ModelError> {
        let wrong =
            |line: usize, problem: &str| ModelError::Frequencies { name: name.into(), line, problem: problem.into() };
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, l)| l) != Some(MAGIC) {
            return Err(wrong(1, "this is no table of document frequencies"));
        }
        let mut field = |key: &str, line: usize| {
            let found = lines.next().and_then(|(_, l)| l.strip_prefix(key));
            found.map(str::trim).ok_or_else(|| wrong(line, &format!("expected a line that begins with {key:?}")))
        };
        let documents: u64 = field("#documents", 2)?.parse().map_err(|_| wrong(2, "N is no number"))?;
        let source = field("#source", 3)?.to_owned();
        if documents == 0 {
            return Err(wrong(2, "N is 0"));
        }
        let mut counts = Vec::new();
        let mut lines = lines.peekable();
        let tokenizer = lines.peek().and_then(|(_, line)| line.strip_prefix("#tokenizer ")).map(str::to_owned);
        for (i, line) in lines.skip(usize::from(tokenizer.is_some())) {
            let entry = line.split_once('\t').and_then(|(id, n)| Some((id.parse().ok()?, n.parse().ok()?)));
            let (id, n): (u32, u64) = entry.ok_or_else(|| wrong(i + 1, "expected a token id, a tab and a count"))?;
            if n > documents {
                return Err(wrong(i + 1, "a token can not occur in more than N texts"));
            }
            if counts.last().is_some_and(|(last, _)| *last >= id) {
                return Err(wrong(i + 1, "token ids ascend, and each stands there once"));
            }
            counts.push((id, n));
        }
        Ok(Self { source, tokenizer, frequencies: DocumentFrequencies::from_counts(documents, counts) })
    }

    /// The table as text, in the format that [`Self::parse`] reads.
    #[must_use]
    pub fn to_text(&self) -> String {
        let source = self.source.replace(['\n', '\r'], " ");
        let mut text = format!("{MAGIC}\n#documents {}\n#source {source}\n", self.frequencies.documents());
        if let Some(tokenizer) = &self.tokenizer {
            // Writing to a string can not fail.
            let _ = writeln!(text, "#tokenizer {tokenizer}");
        }
        for (id, n) in self.frequencies.entries() {
            // Writing to a string can not fail.
            let _ = writeln!(text, "{id}\t{n}");
        }
        text
    }
}

/// Counts over texts, each token once a text, on all cores.
///
/// # Errors
/// When the tokenizer refuses a text.
pub fn count(texts: &[&str], tokenizer: &Tokenizer) -> Result<DocumentFrequencies, ModelError> {
    use rayon::prelude::*;
    let ids: Vec<_> =
        texts.par_iter().map(|text| tokenizer.tokenize(text).map(|t| t.ids())).collect::<Result<_, _>>()?;
    Ok(DocumentFrequencies::count(ids))
}
