//! `bertscope lesson`: opens a lesson in the inspector, writes it as an HTML page, or checks its claims.

use std::path::Path;
use std::sync::Arc;

use color_eyre::eyre::Result;

use super::open_model;
use super::output::write_out;
use crate::cli::LessonArgs;
use crate::inspector_options::InspectorOptions;
use crate::request_files::with_tables;
use crate::usage_error::refuse;
use crate::{console, tui};
use bertscope_analysis::Analyzer;
use bertscope_lessons::html_page::{self, PageOptions};
use bertscope_lessons::{CheckFinding, CheckReport, Lesson, bundled, check};
use bertscope_printable::printable;

/// Runs the subcommand.
pub fn run(args: &LessonArgs, mut inspector: InspectorOptions) -> Result<()> {
    let lesson = bundled::find(&args.lesson)?;
    if !args.check && args.html.is_none() {
        inspector.teacher_notes = args.notes;
        return tui::run(&inspector, Some(Arc::new(lesson)));
    }
    if let Some(pdf) = args
        .html
        .as_deref()
        .filter(|path| path.extension().is_some_and(|kind| kind == "pdf"))
    {
        let page = pdf.with_extension("html");
        let (page, pdf) = (
            printable(&page.to_string_lossy()),
            printable(&pdf.to_string_lossy()),
        );
        return refuse(format!(
            "--html writes a web page: write it to {page}, open it in a browser and print it to {pdf}"
        ));
    }
    let request = &inspector.request;
    let options = request.open_options(inspector.device, false)?;
    let model = open_model(request.model_name(), &options)?;
    let mut analyzer = with_tables(request, Analyzer::new(model))?;
    if args.check {
        check_claims(&lesson, &mut analyzer, args.html.as_deref())?;
    }
    if let Some(path) = &args.html {
        let options = PageOptions {
            worksheet: args.worksheet,
            teacher_notes: args.notes,
        };
        write_out(
            Some(path),
            html_page::html(&lesson, options, &mut analyzer)?,
        )?;
    }
    Ok(())
}

/// Reports the result. If a claim does not hold or cannot be checked, this is an error and the page is not written.
fn check_claims(lesson: &Lesson, analyzer: &mut Analyzer, page: Option<&Path>) -> Result<()> {
    let CheckReport {
        failed,
        failed_count,
        missing_layers,
        unchecked,
    } = check::check(&lesson.steps, analyzer)?;
    let claims = check::count_claims(&lesson.steps);
    for CheckFinding {
        step,
        title,
        problem,
    } in failed.iter().chain(&missing_layers)
    {
        console::print(
            format!(
                "{}\n",
                printable(&format!("step {step}, {title}: {problem}"))
            )
            .as_bytes(),
        )?;
    }
    let problem = match (failed_count, missing_layers.is_empty()) {
        (0, true) => {
            return Ok(console::print(
                format!("{}: {claims} claims hold\n", printable(&lesson.title)).as_bytes(),
            )?);
        }
        (0, false) => format!(
            "this model lacks a layer that the lesson uses, so {unchecked} of {claims} claims were not checked; the others hold"
        ),
        (n, lacks_no_layer) => {
            let hold = if n == 1 {
                "does not hold"
            } else {
                "do not hold"
            };
            let unchecked = if lacks_no_layer {
                String::new()
            } else {
                format!(", and {unchecked} were not checked because it lacks a layer")
            };
            format!("{n} of {claims} claims {hold} with this model{unchecked}")
        }
    };
    let page = page.map_or_else(String::new, |page| {
        format!("; {} was not written", page.display())
    });
    refuse(format!("{problem}{page}"))
}
