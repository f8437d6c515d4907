//! Options of the subcommands that make a model's figures and files: idf, baseline, pack.

use std::path::{Path, PathBuf};

use clap::Args;

use bertscope_models::device::DeviceName;

use super::choice::choice;

/// Options of `bertscope idf`.
#[derive(Debug, Args)]
pub struct IdfArgs {
    /// Corpus files with a text a line; `-` is standard input
    #[arg(required = true, value_name = "CORPUS")]
    pub corpus: Vec<PathBuf>,
    /// Model whose tokenizer is used [default: the bundled all-MiniLM-L6-v2]
    #[arg(long, value_name = "NAME|DIR")]
    pub model: Option<String>,
    /// What the inspector says of the corpus [default: the files' names]
    #[arg(long, value_name = "TEXT")]
    pub source: Option<String>,
    /// Where to write the table [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Options of `bertscope baseline`.
#[derive(Debug, Args)]
pub struct BaselineArgs {
    /// Corpus files with a text a line; `-` is standard input
    #[arg(required = true, value_name = "CORPUS")]
    pub corpus: Vec<PathBuf>,
    /// Model to score with [default: the bundled all-MiniLM-L6-v2]
    #[arg(long, value_name = "NAME|DIR")]
    pub model: Option<String>,
    /// How many random pairs
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub pairs: u64,
    /// Which random pairs
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Leave out texts of more words than this, which is 31 in `bert_score`'s own baselines
    #[arg(long, value_name = "N")]
    pub max_words: Option<usize>,
    /// A file of pairs that people judged, for the inspector's ruler: columns (TSV, CSV) or fields (JSON Lines) candidate,
    /// reference and score. Their range is divided into five bands
    #[arg(long, value_name = "PAIRS", requires = "output")]
    pub judged: Option<PathBuf>,
    /// What the inspector says of them [default: the file's name]
    #[arg(long, value_name = "TEXT", requires = "judged")]
    pub judged_source: Option<String>,
    /// A corpus or a table for the spread of scores with IDF [default: the bundled table, for the bundled model]
    #[arg(long, value_name = "FILE", requires = "output")]
    pub idf: Option<PathBuf>,
    /// Where the model computes
    #[arg(long, value_parser = choice::<DeviceName>(), value_name = "DEVICE", default_value = "cpu")]
    pub device: DeviceName,
    /// Where to write the table [default: standard output]. Beside it, FILE with the ending .distribution.tsv says how the
    /// scores are spread, for the inspector's ruler. What is done is kept in FILE.part, so that the same command resumes
    /// where it was interrupted
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Start anew, whatever FILE.part holds
    #[arg(long, requires = "output")]
    pub restart: bool,
}

impl BaselineArgs {
    /// The file in which what is done is kept, beside the output.
    #[must_use]
    pub fn part_beside(output: &Path) -> PathBuf {
        let mut name = output.as_os_str().to_owned();
        name.push(".part");
        name.into()
    }
}

/// Options of `bertscope models`.
#[derive(Debug, Args)]
pub struct ModelsArgs {
    /// Only models with every one of these words in their name or family
    #[arg(value_name = "FILTER")]
    pub filter: Vec<String>,
    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// Options of `bertscope pack`.
#[derive(Debug, Args)]
pub struct PackArgs {
    /// The published folder
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// The folder to write to
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
}
