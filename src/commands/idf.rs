//! `bertscope idf`: a corpus in, a table of document frequencies out.

use std::path::PathBuf;

use color_eyre::eyre::Result;

use super::progress_bar::ProgressLine;
use super::{open_model, write_out};
use crate::cli::IdfArgs;
use bertscope_encoder::Layer;
use bertscope_models::frequencies::{Counter, FrequencyTable};
use bertscope_models::texts::{self, Texts, is_standard_input};
use bertscope_models::{Depth, ModelError, OpenOptions};

/// Runs the subcommand.
///
/// # Errors
/// `ModelError` when a file cannot be read; I/O errors of the output.
pub fn run(args: &IdfArgs) -> Result<()> {
    let tokenizer_only = OpenOptions { depth: Depth::Layer(Layer(0)), ..OpenOptions::default() };
    let model = open_model(args.model.as_deref(), &tokenizer_only)?;
    let mut counter = Counter::new();
    {
        let bar = ProgressLine::reading(texts::size(&args.corpus)).with_message("counting");
        for path in &args.corpus {
            counter.add_file(&mut Texts::open(path)?, &model.tokenizer, |bytes| bar.advance(bytes))?;
        }
    }
    if counter.documents() == 0 {
        return Err(ModelError::EmptyCorpus(args.corpus[0].clone()).into());
    }
    let name = |path: &PathBuf| {
        if is_standard_input(path) { "standard input".to_owned() } else { path.display().to_string() }
    };
    let names = || args.corpus.iter().map(name).collect::<Vec<_>>().join(", ");
    let table = FrequencyTable {
        source: args.source.clone().unwrap_or_else(names),
        tokenizer: Some(model.tokenizer.fingerprint()),
        frequencies: counter.finish(),
    };
    write_out(args.output.as_deref(), &table.to_text())
}
