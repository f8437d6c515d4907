//! `compare --scores`: systems whose scores were computed before, perhaps on other machines.
//!
//! The segments are those of the first file, in its order, so that the resamples are those of one process over the same file.

use color_eyre::eyre::Result;

use super::super::output::Output;
use super::super::progress_bar::ProgressLine;
use super::super::saved_scores::{SavedLine, SavedScores, common_signature};
use super::run::Refusals;
use super::{names, resampling, write};
use crate::cli::CompareArgs;
use crate::usage_error::UsageError;
use bertscope_overlap::PairCounts;
use bertscope_pairs::provenance::ScoreProvenance;
use bertscope_pairs::scored_lines::ScoredLine;
use bertscope_printable::printable;
use bertscope_report::note_counts::NoteCounts;
use bertscope_report::systems::SystemsReport;
use bertscope_systems::{Comparison, Measure, SegmentScores, SegmentValue, Segments};

/// What is said of a segment of which `score` said something.
const NOTE: &str = "`score` wrote a note beside the scores, such as a text without words or a cut one";

/// What is kept of a line.
struct Row {
    group: String,
    scores: Result<[Option<f64>; 3], String>,
    human: Option<f64>,
    /// Whether `score` remarked something.
    is_noted: bool,
    /// F1 of each layer.
    layers: Vec<(usize, Option<f64>)>,
    /// BLEU, chrF and ROUGE-L, where there are texts.
    overlap: Option<[SegmentValue; 3]>,
}

/// Compares the files.
///
/// # Errors
/// `PairsError` and [`UsageError`] for files that cannot be read or do not belong together; I/O errors of the output.
pub fn run(args: &CompareArgs) -> Result<()> {
    let names = names::of_scores(args)?;
    let systems =
        args.scores.iter().map(|path| SavedScores::read(path, |line| Ok(Row::of(line)))).collect::<Result<Vec<_>>>()?;
    let signature = common_signature(&systems)?;
    let order = systems.iter().map(|system| system.matched_with(&systems[0])).collect::<Result<Vec<_>, _>>()?;
    let output = Output::open(args.output.as_deref())?;

    let own = signature.as_deref().and_then(ScoreProvenance::of_signature).unwrap_or_default();
    let layers = common_layers(&systems).into_iter().filter(|layer| Some(*layer) != own.layer).collect::<Vec<_>>();
    let has_texts = scored(&systems).all(|row| row.overlap.is_some());
    let at = layers.iter().map(|layer| Measure::F1At { layer: *layer, idf: own.idf.unwrap_or(false) });
    let overlap = [Measure::Bleu, Measure::Chrf, Measure::RougeL].into_iter().filter(|_| has_texts);
    let mut segments = Segments::new(names, &at.chain(overlap).collect::<Vec<_>>());
    let mut notes = NoteCounts::default();
    let (mut refusals, bar) = (Refusals::default(), ProgressLine::over_pairs(None));
    for (index, first) in systems[0].lines.iter().enumerate() {
        let number = refusals.next();
        let rows = systems.iter().zip(&order).map(|(system, order)| (system, &system.lines[order[index]]));
        let scores =
            |(system, line): (&SavedScores<Row>, &SavedLine<Row>)| segment(line, &layers, has_texts, &system.name);
        match rows.map(scores).collect::<Result<Vec<_>, _>>() {
            Ok(row) => {
                let id = first.id.clone().unwrap_or_else(|| number.to_string());
                let is_noted =
                    systems.iter().zip(&order).any(|(system, order)| system.lines[order[index]].kept.is_noted);
                notes.add(&id, &[NOTE][..usize::from(is_noted)]);
                segments.push(id, &first.kept.group, &row);
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
        comparison: Comparison::of(&segments, resampling(args)),
        drivers: None,
        signature: signature.unwrap_or_default(),
        left_out: refusals.refused(),
        notes,
        // Such files are refused.
        repeated_ids: None,
    };
    write(args, output, &report)?;
    refusals.verdict()
}

/// Every line that has scores.
fn scored(systems: &[SavedScores<Row>]) -> impl Iterator<Item = &Row> {
    systems.iter().flat_map(|system| &system.lines).map(|line| &line.kept).filter(|row| row.scores.is_ok())
}

/// Layers with scores of their own; none unless every line has the same.
fn common_layers(systems: &[SavedScores<Row>]) -> Vec<usize> {
    let of = |row: &Row| row.layers.iter().map(|(layer, _)| *layer).collect::<Vec<_>>();
    let first = scored(systems).next().map(of).unwrap_or_default();
    if scored(systems).all(|row| of(row) == first) { first } else { Vec::new() }
}

impl Row {
    fn of(line: ScoredLine) -> Self {
        let overlap = line.texts.as_ref().map(|(candidate, references)| {
            let references: Vec<&str> = references.iter().map(String::as_str).collect();
            let PairCounts { bleu, chrf, rouge } = PairCounts::of(candidate, &references);
            let rouge = SegmentValue::Number(Some(rouge.rouge_l.f1));
            [SegmentValue::Bleu(bleu), SegmentValue::Chrf(chrf), rouge]
        });
        let group = line.group.unwrap_or_default();
        let is_noted = line.note.is_some();
        Self { group, scores: line.scores, human: line.human, is_noted, layers: line.layers, overlap }
    }
}

fn segment(line: &SavedLine<Row>, layers: &[usize], has_texts: bool, file: &str) -> Result<SegmentScores, String> {
    let row = &line.kept;
    let not_scored =
        |error: &String| format!("{}, line {}: was not scored: {}", printable(file), line.number, printable(error));
    let scores = row.scores.as_ref().map_err(not_scored)?;
    let at = |layer: &usize| {
        let found = row.layers.iter().find(|(known, _)| known == layer);
        SegmentValue::Number(found.and_then(|(_, f1)| *f1))
    };
    let overlap = row.overlap.iter().flatten().copied().filter(|_| has_texts);
    let others = layers.iter().map(at).chain(overlap).collect();
    Ok(SegmentScores { scores: *scores, human: row.human, others })
}
