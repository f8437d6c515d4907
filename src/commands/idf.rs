//! `bertscope idf`: counts a table of document frequencies from a corpus.

use color_eyre::eyre::Result;

use super::open_model;
use super::output::Output;
use super::progress_bar::ProgressLine;
use crate::cli::IdfArgs;
use bertscope_encoder::Layer;
use bertscope_models::frequencies::FrequencyCounter;
use bertscope_models::texts::{self, TextLines, display_path};
use bertscope_models::{FrequencyTable, LoadDepth, ModelError, OpenOptions};
use bertscope_printable::printable;

/// Runs the subcommand.
pub fn run(args: &IdfArgs) -> Result<()> {
    let tokenizer_only = OpenOptions {
        depth: LoadDepth::Layer(Layer(0)),
        ..OpenOptions::default()
    };
    let model = open_model(args.model.as_deref(), &tokenizer_only)?;
    // Errors in writing are found before the work is done.
    let mut output = Output::open(args.output.as_deref())?;
    let mut counter = FrequencyCounter::new();
    {
        let bar = ProgressLine::for_bytes(texts::total_size(&args.corpus)).with_message("counting");
        for path in &args.corpus {
            counter.add_file(&mut TextLines::open(path)?, &model.tokenizer, |bytes| {
                bar.advance(bytes)
            })?;
        }
    }
    if counter.document_count() == 0 {
        return Err(ModelError::EmptyCorpus(args.corpus[0].clone()).into());
    }
    let names = || {
        args.corpus
            .iter()
            .map(|path| display_path(path).display().to_string())
            .collect::<Vec<_>>()
            .join(", ")
    };
    // One line, because programs show the name as it is in the file.
    let source = printable(&args.source.clone().unwrap_or_else(names));
    let table = FrequencyTable::text(
        &source,
        Some(&model.tokenizer.fingerprint()),
        &counter.finish(),
    );
    output.write(table.as_bytes())?;
    output.finish()
}
