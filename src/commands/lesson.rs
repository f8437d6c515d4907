//! `bertscope lesson`: a lesson in the inspector, as a page, or held against the numbers.

use std::sync::Arc;

use color_eyre::eyre::Result;

use super::{Figures, UsageError, open_model, options, write_out};
use crate::analysis::Analyzer;
use crate::cli::LessonArgs;
use crate::lessons::{Lesson, check::check, page, shipped};
use crate::printable::printable;
use crate::tui;

/// Runs the subcommand.
///
/// # Errors
/// `LessonError` and `ModelError` for bad input, [`UsageError`] for claims that do not hold, I/O errors of outputs.
pub fn run(args: &LessonArgs) -> Result<()> {
    let lesson = shipped::find(&args.lesson)?;
    if !args.check && args.html.is_none() {
        return tui::run(&args.inspect, Some(Arc::new(lesson)));
    }
    let metric = &args.inspect.metric;
    let model = open_model(metric.model_name(), &options(metric)?)?;
    let mut analyzer = Figures::read(metric, &model)?.apply(Analyzer::new(model));
    if args.check {
        checked(&lesson, &mut analyzer)?;
    }
    if let Some(path) = &args.html {
        write_out(Some(path), &page::html(&lesson, &mut analyzer)?)?;
    }
    Ok(())
}

/// Says what holds; what does not is an error.
fn checked(lesson: &Lesson, analyzer: &mut Analyzer) -> Result<()> {
    let broken = check(&lesson.steps, analyzer)?;
    let claims: usize = lesson.steps.iter().map(|step| step.checks.len()).sum();
    for broken in &broken {
        println!("step {}, {}: {}", broken.step, printable(&broken.title), printable(&broken.problem));
    }
    match broken.len() {
        0 => println!("{}: {claims} claims hold", printable(&lesson.title)),
        n => return Err(UsageError(format!("{n} of {claims} claims do not hold with this model")).into()),
    }
    Ok(())
}
