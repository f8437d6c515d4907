//! `bertscope baseline`: computes the mean scores of random pairs from a corpus, one row per layer.

mod batch;
mod judged;
mod lengths;
mod random;
mod results;
mod run;
mod sums;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use color_eyre::eyre::Result;

use self::judged::JudgedCorpus;
use self::run::BaselineRun;
use self::sums::Sums;
use super::interrupt::Interrupt;
use super::open_model;
use super::output::{destination, write_out};
use super::progress_bar::ProgressLine;
use crate::cli::BaselineArgs;
use crate::command_files::CommandFiles;
use crate::console;
use crate::usage_error::refuse;
use bertscope_models::corpus::Corpus;
use bertscope_models::distribution::Population;
use bertscope_models::{Distribution, FrequencyTable, OpenOptions, texts};
use bertscope_report::number::pluralized;
use bertscope_save::is_stream;

/// Fewer random pairs are a sample of a few texts, so that another seed gives another baseline.
const MIN_STEADY_PAIRS: u64 = 10;

fn files(args: &BaselineArgs) -> CommandFiles {
    let output = args.output.as_deref();
    CommandFiles::default()
        .model(args.model.as_deref())
        .read(&args.corpus)
        .read(&args.candidates)
        .read(&args.judged)
        .read(&args.idf)
        .write(output)
        .write(output.map(Distribution::path_beside))
}

pub fn run(args: &BaselineArgs) -> Result<()> {
    files(args).check()?;
    let options = OpenOptions {
        compute: args.device.compute()?,
        ..OpenOptions::default()
    };
    let model = open_model(args.model.as_deref(), &options)?;
    let corpus = read_corpus(&args.corpus, args.max_words)?;
    let candidates = match &*args.candidates {
        [] => None,
        files => Some(read_corpus(files, args.max_words)?),
    };
    let corpora = candidates.iter().chain([&corpus]);
    if corpora.map(Corpus::len).any(|texts| texts < 2) || args.pairs == 0 {
        return refuse(
            "a baseline needs a corpus of at least two texts, and --pairs of at least 1",
        );
    }
    let is_for_ruler = args.judged.is_some() || args.idf.is_some() || args.by_length.is_some();
    if !args.program.is_default() && is_for_ruler {
        return refuse(
            "--judged, --idf and --by-length are for the distribution of bert_score's scores; leave them out, or --as",
        );
    }
    let judged = match &args.judged {
        Some(file) => JudgedCorpus::read(file)?,
        None => JudgedCorpus::default(),
    };
    let named_table = match &args.idf {
        Some(file) => Some(FrequencyTable::open(
            file,
            model.tokenizer_of(args.program),
        )?),
        None => None,
    };
    let table = named_table.as_ref().or(model.frequencies.as_deref());
    if table.is_some_and(|table| table.weights.counted().is_none()) {
        return refuse("a baseline needs a corpus or a table of bertscope idf, not given weights");
    }
    let distribution = distribution_path(args);
    // Errors in writing are found before the work is done.
    for file in file_output(args).into_iter().chain(distribution.as_deref()) {
        destination(file)?;
    }
    let mut run = BaselineRun::new(args, &model, corpus, &judged);
    if distribution.is_some() {
        run = run.with_weights(table.map(|table| &table.weights));
    }
    run.candidates = candidates;
    let interrupt = Interrupt::install();
    run.score_pairs(&interrupt)?;
    let sums = &run.sums;
    if sums.random_pairs() > 0 {
        if let Some(path) = &distribution {
            write_out(Some(path), results::distribution(args, &model, table, sums))?;
        }
        write_out(args.output.as_deref(), results::table(sums)?)?;
    }
    if sums.pairs() < run.total {
        let progress = format!("{} of {} pairs", sums.pairs(), run.total);
        return interrupt.end_early(&progress, sums.pairs());
    }
    report_missing_lengths(args, sums);
    if args.pairs < MIN_STEADY_PAIRS {
        console::report(&format!(
            "the baseline of {} depends on which --seed drew; more --pairs make it steady",
            pluralized(args.pairs, "random pair")
        ));
    }
    match judged.unread {
        Some(problem) => refuse(problem),
        None => Ok(()),
    }
}

/// Says which lengths the lines of the corpus do not join to, such as those shorter than every line.
fn report_missing_lengths(args: &BaselineArgs, sums: &Sums) {
    for counts in &sums.populations {
        let Population::RandomOfLength { low, high } = counts.population else {
            continue;
        };
        if args.by_length.is_some_and(|pairs| counts.pairs < pairs) {
            console::report(&format!(
                "the lines of this corpus join to {} of {low} to {high} tokens without a common line",
                pluralized(counts.pairs, "random pair")
            ));
        }
    }
}

fn read_corpus(files: &[PathBuf], max_words: Option<usize>) -> Result<Corpus> {
    let bar = ProgressLine::for_bytes(texts::total_size(files)).with_message("reading the corpus");
    Ok(Corpus::open(
        files,
        |text| fits_length(text, max_words),
        |bytes| bar.advance(bytes),
    )?)
}

/// Whether a text is used: it is not blank and does not have too many words.
fn fits_length(text: &str, max_words: Option<usize>) -> bool {
    let text = text.trim();
    // Words as bert_score counts them: separated by single spaces.
    !text.is_empty() && max_words.is_none_or(|max| text.split(' ').count() <= max)
}

/// The output, unless it is a stream such as a pipe.
fn file_output(args: &BaselineArgs) -> Option<&Path> {
    args.output.as_deref().filter(|output| !is_stream(output))
}

/// Where the distribution is written: beside a table of `bert_score`'s scores, because the ruler compares those with it.
fn distribution_path(args: &BaselineArgs) -> Option<PathBuf> {
    if !args.program.is_default() {
        return None;
    }
    file_output(args).map(Distribution::path_beside)
}
