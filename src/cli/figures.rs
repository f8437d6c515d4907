//! Options of the subcommands that make a model's figures and files: idf, baseline, pack.

use std::path::PathBuf;

use clap::Args;

/// Options of `bertscope idf`.
#[derive(Debug, Args)]
pub struct IdfArgs {
    /// Corpus files with a text a line
    #[arg(required = true, value_name = "FILE")]
    pub corpus: Vec<PathBuf>,
    /// Model whose tokenizer is used
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
    /// Corpus files with a text a line
    #[arg(required = true, value_name = "FILE")]
    pub corpus: Vec<PathBuf>,
    /// Model to score with
    #[arg(long, value_name = "NAME|DIR")]
    pub model: Option<String>,
    /// How many random pairs
    #[arg(long, default_value_t = 10_000)]
    pub pairs: usize,
    /// Which random pairs
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Where to write the table [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
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
