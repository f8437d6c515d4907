//! `bertscope score`: scores pairs, one window at a time.

mod pair_request;
mod plan;
mod run;

use std::time::Duration;

use color_eyre::eyre::Result;

use super::count_references::reference_frequencies;
use super::failures::Failures;
use super::open_model;
use super::output::Output;
use super::progress_bar::ProgressLine;
use super::row_windows::RowWindows;
use crate::cli::ScoreArgs;
use crate::console;
use crate::request_files::with_tables;
use bertscope_analysis::{Analyzer, BulkSettings, Idf, Note};

use bertscope_encoder::{KeptLayers, Layer};
use bertscope_pairs::Source;
use bertscope_report::findings::Summary;
use run::ScoreRun;

/// Runs the subcommand.
pub fn run(args: &ScoreArgs) -> Result<()> {
    plan::check(args)?;
    let request = args.metric.request(Idf::References);
    // Explanations use other layers too.
    let all = args.all_layers || args.ask_column.is_some() || !args.explain.topics().is_empty();
    let options = request.open_options(args.metric.device, all)?;
    if args.serve {
        bertscope_models::check_name(request.model_name())?;
        print_signs_of_life();
    }
    let mut input = plan::input(args)?;
    if request.settings.idf == Some(Idf::References) {
        input = input.rewindable()?;
    }
    // Before the model is opened, so that bad input is reported at once.
    let windows = RowWindows::open(input.rows()?)?;
    // An empty stream is a partition without rows, and no error; an empty file is a mistake.
    let is_stream = input
        .sources()
        .iter()
        .any(|s| matches!(s, Source::Stdin | Source::TempCopy { .. }));
    if windows.is_empty() && !is_stream {
        return Err(input.empty_error().into());
    }
    // Errors in writing are found before the work is done.
    let output = Output::open(args.output.as_deref())?;
    let summary_file = args
        .summary
        .as_deref()
        .map(|path| Output::open(Some(path)))
        .transpose()?;
    let model = open_model(request.model_name(), &options)?;
    let settings = request.resolve(&model)?;
    plan::warn_about_layer(args, &model, settings.layer);

    let last = model.encoder.layer_count();
    let (layers, keep): (Vec<Layer>, _) = if args.all_layers {
        (
            (0..=last).map(Layer).collect(),
            KeptLayers::UpTo(Layer(last)),
        )
    } else {
        (vec![settings.layer], KeptLayers::Only(settings.layer))
    };
    // Counts lines for the progress bars, if standard error is a terminal.
    let lines = console::stderr_is_terminal()
        .then(|| input.estimated_rows())
        .flatten();
    let analyzer = with_tables(&request, Analyzer::for_many(model, keep))?;
    let count = || {
        reference_frequencies(
            &input,
            lines,
            analyzer.model().tokenizer_of(settings.conventions),
        )
    };
    let counted = (settings.idf == Idf::References).then(count).transpose()?;
    let chosen = layers
        .iter()
        .position(|layer| *layer == settings.layer)
        .unwrap_or(0);

    let format = plan::format(args);

    let summary = Summary::new(&layers, chosen, args.human.clone());
    let mut run = ScoreRun {
        args,
        format,
        fields: plan::fields(args),
        chosen,
        bulk_settings: BulkSettings {
            settings,
            layers: &layers,
            references: counted.as_ref(),
        },
        note: counted
            .as_ref()
            .filter(|_| is_stream)
            .map(|all| Note::CountedReferences(all.document_count())),
        output,
        summary_file,
        summary: if args.overlap {
            summary.with_overlap()
        } else {
            summary
        },
        bar: (!plan::rows_are_seen(args)).then(|| ProgressLine::for_pairs(lines)),
        number: 0,
        failures: Failures::default(),
        held: Vec::new(),
    };
    let done = run.score(windows, analyzer);
    run.finish(done)
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
