//! `bertscope lesson`: opens a lesson in the inspector, writes it as an HTML page, or checks its claims.

use std::path::Path;
use std::sync::Arc;

use color_eyre::eyre::Result;

use super::open_model;
use super::output::write_out;
use crate::cli::LessonArgs;
use crate::command_files::CommandFiles;
use crate::inspector_options::InspectorOptions;
use crate::request_files::with_tables_for;
use crate::tui::Content;
use crate::usage_error::{UsageError, refuse};
use crate::{console, tui};
use bertscope_analysis::Analyzer;
use bertscope_encoder::Layer;
use bertscope_lessons::html_page::{self, PageOptions};
use bertscope_lessons::{Lesson, bundled, check};
use bertscope_models::Model;
use bertscope_printable::printable;

fn files(args: &LessonArgs, inspector: &InspectorOptions) -> CommandFiles {
    CommandFiles::default()
        .request(&inspector.request)
        .read([&args.lesson])
        .write(&args.html)
}

pub fn run(args: &LessonArgs, mut inspector: InspectorOptions) -> Result<()> {
    let files = files(args, &inspector);
    files.check()?;
    let lesson = bundled::find(&args.lesson)?;
    if !args.check && args.html.is_none() {
        inspector.teacher_notes = args.notes;
        inspector.files = files;
        return tui::run(&inspector, Content::Lesson(Arc::new(lesson)));
    }
    if let Some(path) = &args.html {
        refuse_pdf(path)?;
    }
    let request = &inspector.request;
    let options = request.open_options(inspector.device, false)?;
    let model = open_model(request.model_name(), &options)?;
    let layers = rescaled_layers(&lesson, &model);
    let mut analyzer = with_tables_for(request, Analyzer::new(model), &layers)?;
    if args.check {
        check_claims(&lesson, &mut analyzer, args.html.as_deref())?;
    }
    if let Some(path) = &args.html {
        let options = PageOptions {
            worksheet: args.worksheet,
            teacher_notes: args.notes,
        };
        let page = html_page::html(&lesson, options, &mut analyzer)?;
        write_out(Some(path), page)?;
    }
    Ok(())
}

/// The layers at which a step shows rescaled scores. A step with a layer that the model lacks shows its last one.
fn rescaled_layers(lesson: &Lesson, model: &Model) -> Vec<Layer> {
    let last = Layer(model.encoder.layer_count());
    let steps = lesson.steps.iter();
    let settings = steps.map(|step| step.settings.resolve(model));
    let rescaled = settings.filter(|settings| settings.rescale);
    rescaled.map(|settings| settings.layer.min(last)).collect()
}

fn refuse_pdf(path: &Path) -> Result<(), UsageError> {
    if path.extension().is_none_or(|extension| extension != "pdf") {
        return Ok(());
    }
    let page = path.with_extension("html");
    refuse(format!(
        "--html writes a web page: write it to {}, open it in a browser and print it to {}",
        printable(&page.to_string_lossy()),
        printable(&path.to_string_lossy())
    ))
}

/// Reports the numbers that no claim is about, and the result. If a claim does not hold or cannot be checked, this is an error and the page is not written.
fn check_claims(lesson: &Lesson, analyzer: &mut Analyzer, page: Option<&Path>) -> Result<()> {
    let report = check::check(&lesson.steps, analyzer)?;
    let claims = check::count_claims(&lesson.steps);
    for (number, step) in (1..).zip(&lesson.steps) {
        let numbers = check::unbacked_numbers(step).join(", ");
        if !numbers.is_empty() {
            let line = format!("step {number}, {}: no claim is about {numbers}", step.title);
            console::print(format!("{}\n", printable(&line)).as_bytes())?;
        }
    }
    for finding in report.failed.iter().chain(&report.missing_layers) {
        let line = format!(
            "step {}, {}: {}",
            finding.step, finding.title, finding.problem
        );
        console::print(format!("{}\n", printable(&line)).as_bytes())?;
    }
    let Some(problem) = report.problem(claims) else {
        let title = printable(&lesson.title);
        console::print(format!("{title}: {claims} claims hold\n").as_bytes())?;
        return Ok(());
    };
    match page {
        Some(page) => refuse(format!("{problem}; {} was not written", page.display())),
        None => refuse(problem),
    }
}
