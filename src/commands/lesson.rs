//! `bertscope lesson`: a lesson in the inspector, as a page, or checked against the numbers.

use std::path::Path;
use std::sync::Arc;

use color_eyre::eyre::Result;

use super::open_model;
use super::output::write_out;
use crate::cli::LessonArgs;
use crate::console;
use crate::model_tables::ModelTables;
use crate::tui;
use crate::usage_error::UsageError;
use bertscope_analysis::Analyzer;
use bertscope_lessons::{Lesson, check, page, shipped};
use bertscope_printable::printable;

/// Runs the subcommand.
///
/// # Errors
/// `LessonError` and `ModelError` for bad input, [`UsageError`] for claims that do not hold, I/O errors of outputs.
pub fn run(args: &LessonArgs) -> Result<()> {
    let lesson = shipped::find(&args.lesson)?;
    if !args.check && args.html.is_none() {
        return tui::run(&args.inspect.options(), Some(Arc::new(lesson)));
    }
    let metric = args.inspect.metric.options();
    let model = open_model(metric.model_name(), &metric.open_options()?)?;
    let mut analyzer = ModelTables::read(&metric, &model)?.apply(Analyzer::new(model));
    if args.check {
        check_claims(&lesson, &mut analyzer, args.html.as_deref())?;
    }
    if let Some(path) = &args.html {
        write_out(Some(path), page::html(&lesson, &mut analyzer)?)?;
    }
    Ok(())
}

/// Says what holds; what does not is an error, and then the page is not written.
fn check_claims(lesson: &Lesson, analyzer: &mut Analyzer, page: Option<&Path>) -> Result<()> {
    let broken = check::check(&lesson.steps, analyzer)?;
    let claims = check::claims(&lesson.steps);
    for broken in &broken {
        let line = format!("step {}, {}: {}", broken.step, broken.title, broken.problem);
        console::print(format!("{}\n", printable(&line)).as_bytes())?;
    }
    match broken.len() {
        0 => console::print(format!("{}: {claims} claims hold\n", printable(&lesson.title)).as_bytes())?,
        n => {
            let page = page.map_or_else(String::new, |page| format!("; {} was not written", page.display()));
            return Err(UsageError(format!("{n} of {claims} claims do not hold with this model{page}")).into());
        }
    }
    Ok(())
}
