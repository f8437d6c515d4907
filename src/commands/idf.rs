//! `bertscope idf`: counts a table of document frequencies from a corpus.

use color_eyre::eyre::Result;

use super::open_model;
use super::output::Output;
use super::progress_bar::ProgressLine;
use crate::cli::IdfArgs;
use crate::command_files::CommandFiles;
use crate::console;
use bertscope_encoder::{Layer, Tokenizer};
use bertscope_metric::DocumentFrequencies;
use bertscope_models::frequencies::count_file;
use bertscope_models::texts::{self, TextLines, display_path};
use bertscope_models::{FrequencyTable, LoadDepth, ModelError, OpenOptions};
use bertscope_printable::printable;

fn files(args: &IdfArgs) -> CommandFiles {
    CommandFiles::default()
        .model(args.model.as_deref())
        .read(&args.corpus)
        .write(&args.output)
}

pub fn run(args: &IdfArgs) -> Result<()> {
    files(args).check()?;
    let tokenizer_only = OpenOptions {
        depth: LoadDepth::Layer(Layer(0)),
        ..OpenOptions::default()
    };
    let model = open_model(args.model.as_deref(), &tokenizer_only)?;
    // Errors in writing are found before the work is done.
    let mut output = Output::open(args.output.as_deref())?;
    let counted = count(args, &model.tokenizer)?;
    if counted.document_count() == 0 {
        return Err(ModelError::EmptyCorpus(args.corpus[0].clone()).into());
    }
    let is_single = counted.document_count() == 1;
    let source = match &args.source {
        Some(source) => source.clone(),
        None => file_names(args),
    };
    let table = FrequencyTable::text(
        // One line, because programs show the name as it is in the file.
        &printable(&source),
        Some(&model.tokenizer.fingerprint()),
        &counted,
    );
    output.write(table.as_bytes())?;
    output.finish()?;
    if is_single {
        console::report(
            "the table is counted over a single text: every token of it has weight 0, and all others the same weight; \
             count over many texts, one per line",
        );
    }
    Ok(())
}

fn count(args: &IdfArgs, tokenizer: &Tokenizer) -> Result<DocumentFrequencies> {
    let mut counted = DocumentFrequencies::default();
    let bar = ProgressLine::for_bytes(texts::total_size(&args.corpus)).with_message("counting");
    for path in &args.corpus {
        let of_file = count_file(&mut TextLines::open(path)?, tokenizer, |bytes| {
            bar.advance(bytes);
        })?;
        counted = counted.merged(of_file);
    }
    Ok(counted)
}

fn file_names(args: &IdfArgs) -> String {
    let names: Vec<String> = args
        .corpus
        .iter()
        .map(|path| display_path(path).display().to_string())
        .collect();
    names.join(", ")
}
