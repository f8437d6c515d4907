//! Options of `bertscope identify`.

use clap::Args;

use super::{TableArgs, TextFileArgs};
use bertscope_models::device::DeviceName;

use crate::choice::choice;

const EXAMPLES: &str = "\
Examples:
  bertscope identify -r \"The ferry leaves at noon.\" -c \"The boat departs at midday.\" 0.7163
  bertscope identify -r refs.txt -c hyps.txt 0.9312 0.9245 0.9380
  bertscope identify pairs.tsv 0.9312 -m bert-base-uncased -m roberta-large

Compares every layer, IDF (off, over these references, the bundled table), rescaling and program of the models, in one pass \
of each.

The exit code is 0 if a setting gives the number or none does, 2 for bad usage or input, and 1 for any other failure.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct IdentifyArgs {
    /// One to three of P, R and F1 in any order, with the digits with which they were printed; above 1, percentages. They
    /// are means if there are several pairs. A file of pairs comes before them
    #[arg(
        required = true,
        num_args = 1..=4,
        value_name = "[FILE] NUMBER",
        allow_negative_numbers = true
    )]
    pub words: Vec<String>,
    /// Reference: a text, or a file with one text per line. Repeat it for several references
    #[arg(
        short,
        long,
        alias = "ref",
        value_name = "REF",
        allow_hyphen_values = true,
        requires = "candidate"
    )]
    pub reference: Vec<String>,
    /// Candidate: a text, or a file with one text per line
    #[arg(
        short,
        long,
        alias = "cand",
        value_name = "CAND",
        allow_hyphen_values = true,
        requires = "reference"
    )]
    pub candidate: Option<String>,
    /// A model that may have given the number; repeat it for several [default: the bundled all-MiniLM-L6-v2]
    #[arg(short, long, value_name = "NAME|DIR")]
    pub model: Vec<String>,
    /// Language of the published baseline [default: en]
    #[arg(long, value_name = "LANG", value_parser = super::metric::language)]
    pub lang: Option<String>,
    /// Device to run the model on [default: cpu]
    #[arg(long, value_parser = choice::<DeviceName>(), value_name = "DEVICE")]
    pub device: Option<DeviceName>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// How the files of `-r` and `-c` are read.
    #[command(flatten)]
    pub files: TextFileArgs,
    /// The format and columns of FILE.
    #[command(flatten)]
    pub table: TableArgs,
}
