//! Errors of models, baselines, distributions and frequency tables; every message says what to do.

use std::path::{Path, PathBuf};

use bertscope_encoder::{EncoderError, Layer};
use bertscope_metric::MetricError;
use bertscope_printable::BinaryFile;

use crate::hub::{HubError, HubProblem};

pub type Result<T, E = ModelError> = std::result::Result<T, E>;

/// A model, baseline or document-frequency table that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A file is missing or cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Read {
        path: PathBuf,
        /// The system's error message.
        reason: String,
    },
    /// A file that should be text is not.
    #[error("{} is not UTF-8 text: byte {at}, on line {line}, is not part of a character; convert the file, for example with `iconv -f LATIN1 -t UTF-8`", path.display())]
    NotUtf8 {
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// Offset of the first invalid byte.
        at: usize,
    },
    /// A file that should be text is of another kind.
    #[error("{} is {}; {}", path.display(), binary.kind, binary.remedy)]
    NotText { path: PathBuf, binary: BinaryFile },
    /// A table in the place of a corpus.
    #[error("{} is a table, not one text per line; take one column out of a TSV without its header, for example with `tail -n +2 FILE | cut -f 1`", .0.display())]
    TableOfTexts(PathBuf),
    /// A file that should be UTF-8 has this encoding.
    #[error("{} is {encoding} text; save it as UTF-8, for example with `iconv -f {encoding} -t UTF-8`", path.display())]
    WideEncoding {
        path: PathBuf,
        encoding: &'static str,
    },
    /// A pipe has to be read twice, and there is no disk space for a copy.
    #[error(
        "cannot copy {}, which is read twice, to the temporary folder {}: {reason}; set TMPDIR to a folder with enough space",
        path.display(), folder.display()
    )]
    Copy {
        path: PathBuf,
        folder: PathBuf,
        /// The system's error message.
        reason: String,
    },
    /// `--model` looks like a folder, but there is none.
    #[error(
        "there is no model folder {0:?}; name a folder with config.json, a tokenizer and weights, or use the bundled model (leave out --model)"
    )]
    Unknown(String),
    /// A model folder lacks a file.
    #[error("{} has no {file}; a model folder needs config.json, a tokenizer and weights (model.safetensors or pytorch_model.bin)", folder.display())]
    MissingFile { folder: PathBuf, file: String },
    /// A file of a model folder cannot be used.
    #[error("cannot open the model in {}: {problem}", folder.display())]
    InvalidFolder {
        folder: PathBuf,
        /// The problem, with the name of the file.
        problem: EncoderError,
    },
    /// The model has no such layer.
    #[error("{model} has no layer {layer}; choose one from 0 to {last}")]
    Layer {
        /// The requested one.
        layer: usize,
        last: usize,
        model: String,
    },
    /// A file of baselines, distributions or document frequencies is damaged.
    #[error("{name}, line {line}: {problem}; {advice}")]
    Table {
        name: String,
        /// Line number, from 1.
        line: usize,
        problem: String,
        /// How to get such a file.
        advice: &'static str,
    },
    /// A table of baselines without the layer that is rescaled.
    #[error(
        "{table} has no baseline for layer {layer}, only for {layers}; choose one of these (--layer), or write a table of all layers with `bertscope baseline`"
    )]
    BaselineLayer {
        table: String,
        layer: Layer,
        /// Those that it has.
        layers: String,
    },
    /// A document-frequency table that belongs to another tokenizer.
    #[error(
        "{name} was counted with a different tokenizer than this model's; count again with `bertscope idf --model`, or give the corpus itself"
    )]
    TokenizerMismatch { name: String },
    /// A corpus without lines.
    #[error("{} is empty; an IDF corpus has one text per line", .0.display())]
    EmptyCorpus(PathBuf),
    /// A model of the hub cannot be opened.
    #[error(transparent)]
    Hub(#[from] HubError),
    /// A device that is not available.
    #[error("the device {name} is not available: {reason}; use the CPU (leave out --device)")]
    Device {
        /// The requested one.
        name: &'static str,
        /// candle's error message.
        reason: String,
    },
    /// Opening the model was cancelled.
    #[error("opening the model was cancelled")]
    Cancelled,
    /// The model's files are invalid or do not match.
    #[error(transparent)]
    Encoder(#[from] EncoderError),
    /// Numbers from which no score can be computed.
    #[error(transparent)]
    Metric(#[from] MetricError),
}

impl From<HubProblem> for ModelError {
    fn from(problem: HubProblem) -> Self {
        Self::Hub(problem.into())
    }
}

impl ModelError {
    /// The error for a file that cannot be read.
    pub(crate) fn unreadable(path: &Path, error: &std::io::Error) -> Self {
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
            _ => error.to_string(),
        };
        Self::Read {
            path: path.to_owned(),
            reason,
        }
    }
}

/// The sentence of an error on a screen where models and layers are chosen: without the options of the command line, which
/// are in parentheses.
pub fn without_options(sentence: &str) -> String {
    let mut kept = String::new();
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once(" (") {
        kept.push_str(before);
        rest = match after.split_once(')') {
            Some((inside, after)) if inside.contains("--") => after,
            _ => {
                kept.push_str(" (");
                after
            }
        };
    }
    kept + rest
}

/// What all errors of one table have in common.
#[derive(Clone, Copy)]
pub struct TableErrors<'a> {
    pub name: &'a str,
    /// How to get such a file.
    pub advice: &'static str,
}

impl TableErrors<'_> {
    /// The error for a line, from 1.
    pub fn at(&self, line: usize, problem: impl Into<String>) -> ModelError {
        ModelError::Table {
            name: self.name.to_owned(),
            line,
            problem: problem.into(),
            advice: self.advice,
        }
    }
}
