//! `compare --scores`: systems whose scores were computed earlier, perhaps on other machines.

use color_eyre::eyre::Result;

use super::super::output::Output;
use super::super::progress_bar::ProgressLine;
use super::super::systems::names;
use super::super::systems::saved_segments::SavedSegments;
use super::run::Failures;
use super::write;
use crate::cli::CompareArgs;
use crate::usage_error::UsageError;
use bertscope_report::systems::SystemsReport;
use bertscope_systems::{Segments, SystemComparison};

/// Compares saved scores.
///
/// # Errors
/// `PairsError` and [`UsageError`] for files that cannot be read or do not match; I/O errors of the output.
pub fn run(args: &CompareArgs) -> Result<()> {
    let names = names::system_names(&args.systems)?;
    let saved = SavedSegments::read(&args.systems.scores, false)?;
    let output = Output::open(args.output.as_deref())?;
    let mut segments = Segments::new(names, &saved.measures);
    let (mut refusals, bar) = (Failures::default(), ProgressLine::for_pairs(None));
    for lines in saved.iter() {
        let number = refusals.next();
        match saved.check(&lines) {
            Ok(()) => {
                let id = lines[0].id.clone().unwrap_or_else(|| number.to_string());
                let row: Vec<_> = lines.iter().map(|line| saved.scores(&line.data)).collect();
                segments.push(id, lines[0].data.group.as_deref().unwrap_or_default(), &row);
            }
            Err(problem) if args.strict => return Err(UsageError(problem).into()),
            Err(problem) => refusals.add(problem, &bar),
        }
    }
    drop(bar);
    if segments.is_empty() {
        refusals.verdict()?;
    }
    let report = SystemsReport {
        with_human: false,
        comparison: SystemComparison::compute(&segments, args.systems.resampling()),
        drivers: None,
        signature: saved.signature.clone().unwrap_or_default(),
        left_out: refusals.failed(),
        remarks: saved.remarks(),
    };
    write(args, output, &report)?;
    refusals.verdict()
}
