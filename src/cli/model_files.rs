//! Options of the subcommands about model files: `idf`, `baseline`, `models` and `pack`.

use std::path::PathBuf;

use clap::Args;

use bertscope_encoder::Conventions;
use bertscope_models::device::DeviceName;

use crate::choice::choice;

#[derive(Debug, Args)]
pub struct IdfArgs {
    /// Corpus files with one text per line; - is standard input
    #[arg(required = true, value_name = "CORPUS")]
    pub corpus: Vec<PathBuf>,
    /// Model whose tokenizer to use [default: the bundled all-MiniLM-L6-v2]
    #[arg(long, value_name = "NAME|DIR")]
    pub model: Option<String>,
    /// Name of the corpus in the inspector [default: the file names]
    #[arg(long, value_name = "TEXT")]
    pub source: Option<String>,
    /// Output file for the table [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct BaselineArgs {
    /// Corpus files with one text per line; - is standard input
    #[arg(required = true, value_name = "CORPUS")]
    pub corpus: Vec<PathBuf>,
    /// A corpus of the candidates, such as one in another language; CORPUS then has the references. Texts with the same
    /// number are never a pair, because they may be translations of each other. Repeat it for several files
    #[arg(long, value_name = "FILE")]
    pub candidates: Vec<PathBuf>,
    /// Model to score with [default: the bundled all-MiniLM-L6-v2]
    #[arg(long, value_name = "NAME|DIR")]
    pub model: Option<String>,
    /// Program whose scores are averaged, with its tokens and conventions. The distribution is written for bert_score only
    #[arg(long = "as", value_parser = choice::<Conventions>(), value_name = "PROGRAM", default_value = "bert_score")]
    pub program: Conventions,
    /// Number of random pairs
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub pairs: u64,
    /// Seed for drawing the random pairs
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Leave out texts with more words than this (31 in the baselines of bert_score)
    #[arg(long, value_name = "N")]
    pub max_words: Option<usize>,
    /// For the inspector's ruler, also score N random pairs of each of six lengths, of about 8, 16, 32, 64, 128 and 256
    /// tokens: on average, unrelated texts score higher the longer they are. Each text is random lines, joined
    #[arg(long, value_name = "N", requires = "output")]
    pub by_length: Option<u64>,
    /// Name, in the inspector, of what the texts of --by-length are joined from [default: “lines of” the file names]
    #[arg(long, value_name = "TEXT", requires = "by_length")]
    pub source: Option<String>,
    /// A file of judged pairs for the inspector's ruler: columns (TSV, CSV) or fields (JSON Lines) candidate,
    /// reference and score (the human score). The range of the scores is divided into five bands
    #[arg(long, value_name = "PAIRS", requires = "output")]
    pub judged: Option<PathBuf>,
    /// Name of the judged pairs in the inspector [default: the file name]
    #[arg(long, value_name = "TEXT", requires = "judged")]
    pub judged_source: Option<String>,
    /// A corpus or table, for the distribution of scores with IDF [default: the bundled table, for the bundled model]
    #[arg(long, value_name = "FILE", requires = "output")]
    pub idf: Option<PathBuf>,
    /// Device to run the model on
    #[arg(long, value_parser = choice::<DeviceName>(), value_name = "DEVICE", default_value = "cpu")]
    pub device: DeviceName,
    /// Output file for the table [default: standard output]. The distribution of scores, for the inspector's ruler, is
    /// written beside it, with the extension .distribution.tsv. Ctrl-C ends the run early, with the results of the pairs
    /// scored so far
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct ModelsArgs {
    /// List only models with all of these words in their name or family
    #[arg(value_name = "FILTER")]
    pub filter: Vec<String>,
    /// Print one JSON object per line
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct PackArgs {
    /// The published model folder
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Output folder
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
}
