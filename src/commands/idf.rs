//! `bertscope idf`: a corpus in, a table of document frequencies out.

use color_eyre::eyre::Result;

use super::{open_model, write_out};
use crate::cli::IdfArgs;
use crate::encoder::Layer;
use crate::models::frequencies::{FrequencyTable, count};
use crate::models::input::{lines, read_text};
use crate::models::{Depth, ModelError, OpenOptions};

/// Runs the subcommand.
///
/// # Errors
/// `ModelError` when a file can not be read; I/O errors of the output.
pub fn run(args: &IdfArgs) -> Result<()> {
    let tokenizer_only = OpenOptions { depth: Depth::Layer(Layer(0)), ..OpenOptions::default() };
    let model = open_model(args.model.as_deref(), &tokenizer_only)?;
    let corpus = args.corpus.iter().map(|p| read_text(p)).collect::<Result<Vec<_>, _>>()?;
    let texts: Vec<&str> = corpus.iter().flat_map(|text| lines(text)).collect();
    if texts.is_empty() {
        return Err(ModelError::EmptyCorpus(args.corpus[0].clone()).into());
    }
    let names = || args.corpus.iter().map(|p| p.display().to_string()).collect::<Vec<_>>().join(", ");
    let source = args.source.clone().unwrap_or_else(names);
    let table = FrequencyTable {
        source,
        tokenizer: Some(model.tokenizer.fingerprint()),
        frequencies: count(&texts, &model.tokenizer)?,
    };
    write_out(args.output.as_deref(), &table.to_text())
}
