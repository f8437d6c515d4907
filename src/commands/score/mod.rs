//! `bertscope score`: scores pairs, one window at a time.

mod pair_request;
mod plan;
mod row_writer;
mod run;

use std::time::Duration;

use color_eyre::eyre::Result;

use super::count_references::count_references_of;
use super::open_model;
use super::progress_bar::ProgressLine;
use super::row_windows::RowWindows;
use crate::cli::ScoreArgs;
use crate::command_files::CommandFiles;
use crate::console;
use crate::request_files::with_tables_for;
use bertscope_analysis::{Analyzer, BulkSettings, Idf, Note};
use bertscope_encoder::{KeptLayers, Layer};
use bertscope_metric::TokenWeights;
use bertscope_pairs::{Input, Source};
use run::{ScoreOutputs, ScoreRun};

fn files(args: &ScoreArgs) -> CommandFiles {
    CommandFiles::default()
        .request(&args.metric.request(Idf::References))
        .read(&args.pairs)
        .read(&args.reference)
        .read(&args.candidate)
        .write(&args.output)
        .write(&args.summary)
}

pub fn run(args: &ScoreArgs) -> Result<()> {
    files(args).check()?;
    plan::check(args)?;
    let request = args.metric.request(Idf::References);
    // Explanations use other layers too.
    let scores_all_layers = args.all_layers || args.all_settings.is_some();
    let needs_all_layers = scores_all_layers || plan::has_explanations(args);
    let options = request.open_options(args.metric.device, needs_all_layers)?;
    if args.serve {
        bertscope_models::check_name(request.model_name())?;
        print_signs_of_life();
    }
    let mut input = plan::input(args)?;
    // Every setting includes the opposite weights, counted where the run itself has none.
    let counts_for_settings =
        args.all_settings.is_some() && matches!(request.settings.idf, None | Some(Idf::Off));
    if counts_for_settings || request.settings.idf == Some(Idf::References) {
        // Its references are counted first.
        input = input.rewindable()?;
    }
    // Before the model is opened, so that bad input is reported at once.
    let windows = RowWindows::open(input.rows()?)?;
    let is_stream = is_stream(&input);
    // An empty stream is a partition without rows, and no error; an empty file is a mistake.
    if windows.is_empty() && !is_stream {
        return Err(input.empty_error().into());
    }
    // Errors in writing are found before the work is done.
    let outputs = ScoreOutputs::open(args)?;
    let model = open_model(request.model_name(), &options)?;
    let settings = request.resolve(&model)?;
    plan::warn_about_layer(args, &model, settings.layer);
    let last = Layer(model.encoder.layer_count());
    let layers = if scores_all_layers {
        (0..=last.0).map(Layer).collect()
    } else {
        vec![settings.layer]
    };
    let keep = if args.all_layers {
        KeptLayers::AllLayers(last)
    } else if scores_all_layers {
        KeptLayers::UpTo(last)
    } else {
        KeptLayers::Only(settings.layer)
    };
    let lines = ProgressLine::estimated_rows(&input);
    let analyzer = with_tables_for(&request, Analyzer::for_many(model, keep), &layers)?;
    let mut counted = None;
    if counts_for_settings || settings.idf == Idf::References {
        let tokenizer = analyzer.model().tokenizer_of(settings.conventions);
        let counts = count_references_of(&input, lines, tokenizer)?;
        counted = Some(TokenWeights::Counted(counts));
    }
    let counts = counted.as_ref().and_then(TokenWeights::counted);
    let settings = BulkSettings {
        settings,
        layers: &layers,
        references: counts,
    };
    let mut run = ScoreRun::new(args, plan::fields(args, &input), settings, outputs);
    if counts_for_settings {
        run.opposite_weights = counted.as_ref();
    }
    if let Some(counts) = counts
        && is_stream
        && !counts_for_settings
    {
        run.note = Some(Note::CountedReferences(counts.document_count()));
    }
    if !plan::rows_are_seen(args) {
        run.bar = Some(ProgressLine::for_pairs(lines));
    }
    let done = run.score(windows, analyzer);
    run.finish(done)
}

fn is_stream(input: &Input) -> bool {
    input
        .sources()
        .iter()
        .any(|source| matches!(source, Source::Stdin | Source::TempCopy { .. }))
}

/// Writes an empty line to standard output now and every few seconds, until the reader is gone. A download or a large
/// model can take minutes to answer: without a sign, that looks like a program that hangs.
fn print_signs_of_life() {
    std::thread::spawn(|| {
        while console::print(b"\n").is_ok() {
            // The Python module gives up after a minute.
            std::thread::sleep(Duration::from_secs(5));
        }
    });
}
