//! `compare --scores`: systems whose scores were computed before, perhaps on other machines.
//!
//! The segments are those of the first file, in its order, so that the resamples are those of one process over the same file.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use color_eyre::eyre::Result;

use super::super::output::Output;
use super::super::progress_bar::ProgressLine;
use super::run::Refusals;
use super::{names, resampling, write};
use crate::cli::CompareArgs;
use crate::usage_error::UsageError;
use bertscope_overlap::PairCounts;
use bertscope_pairs::provenance::ScoreProvenance;
use bertscope_pairs::scored_lines::{self, ScoredLine};
use bertscope_printable::printable;
use bertscope_report::systems::SystemsReport;
use bertscope_systems::{Comparison, Measure, SegmentScores, SegmentValue, Segments};

/// The scores of a system.
struct Saved {
    /// The file.
    name: String,
    rows: Vec<SavedRow>,
    signature: Option<String>,
    /// Layers with scores of their own; empty unless every row has the same.
    layers: Vec<usize>,
    has_texts: bool,
}

/// What is kept of a line.
struct SavedRow {
    line: u64,
    id: Option<String>,
    group: String,
    scores: Result<[Option<f64>; 3], String>,
    human: Option<f64>,
    /// F1 of each layer, then BLEU, chrF and ROUGE-L where there are texts.
    layers: Vec<(usize, Option<f64>)>,
    overlap: Option<[SegmentValue; 3]>,
    references: Option<u64>,
}

/// Compares the files.
///
/// # Errors
/// `PairsError` and [`UsageError`] for files that cannot be read or do not belong together; I/O errors of the output.
pub fn run(args: &CompareArgs) -> Result<()> {
    let names = names::of_scores(args)?;
    let systems = args.scores.iter().map(|path| Saved::read(path)).collect::<Result<Vec<_>>>()?;
    let signature = common_signature(&systems)?;
    let order = systems.iter().map(|system| system.matched_with(&systems[0])).collect::<Result<Vec<_>, _>>()?;
    let output = Output::open(args.output.as_deref())?;

    let own = signature.as_deref().and_then(ScoreProvenance::of_signature).unwrap_or_default();
    let layers: &[usize] = if systems.iter().all(|s| s.layers == systems[0].layers) { &systems[0].layers } else { &[] };
    let layers: Vec<usize> = layers.iter().copied().filter(|layer| Some(*layer) != own.layer).collect();
    let has_texts = systems.iter().all(|system| system.has_texts);
    let at = layers.iter().map(|layer| Measure::F1At { layer: *layer, idf: own.idf.unwrap_or(false) });
    let overlap = [Measure::Bleu, Measure::Chrf, Measure::RougeL].into_iter().filter(|_| has_texts);
    let mut segments = Segments::new(names, &at.chain(overlap).collect::<Vec<_>>());
    let (mut refusals, bar) = (Refusals::default(), ProgressLine::over_pairs(None));
    for (index, first) in systems[0].rows.iter().enumerate() {
        let number = refusals.next();
        let rows = systems.iter().zip(&order).map(|(system, order)| (system, &system.rows[order[index]]));
        let scores = |(system, row): (&Saved, &SavedRow)| row.segment(&layers, has_texts, &system.name);
        match rows.map(scores).collect::<Result<Vec<_>, _>>() {
            Ok(row) => segments.push(first.id.clone().unwrap_or_else(|| number.to_string()), &first.group, &row),
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
    };
    write(args, output, &report)?;
    refusals.verdict()
}

impl Saved {
    fn read(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let (mut rows, mut signature): (Vec<SavedRow>, Option<String>) = (Vec::new(), None);
        for line in scored_lines::read(path)? {
            let line = line?;
            let number = line.number;
            if let (Some(known), Some(other)) = (&signature, &line.signature)
                && known != other
            {
                let sentence = format!("line {number} was scored with {other}, and the lines before with {known}");
                return Err(bad(&name, &sentence, "score the file with one setting"));
            }
            signature = signature.or_else(|| line.signature.clone());
            rows.push(SavedRow::of(line));
        }
        if rows.is_empty() {
            return Err(UsageError(format!(
                "{} has no scores; give what `bertscope score --json` wrote",
                shown(&name)
            ))
            .into());
        }
        let scored = || rows.iter().filter(|row| row.scores.is_ok());
        let layers_of = |row: &SavedRow| row.layers.iter().map(|(layer, _)| *layer).collect::<Vec<_>>();
        let layers = scored().next().map(layers_of).unwrap_or_default();
        let layers = if scored().all(|row| layers_of(row) == layers) { layers } else { Vec::new() };
        let has_texts = scored().all(|row| row.overlap.is_some());
        Ok(Self { name, rows, signature, layers, has_texts })
    }

    /// For each row of the first file the row of this one: that with its id, or without ids that of its number.
    fn matched_with(&self, first: &Self) -> Result<Vec<usize>> {
        let (known, own) = match (first.by_id()?, self.by_id()?) {
            (Some(known), Some(own)) => (known, own),
            (None, None) if self.rows.len() == first.rows.len() => return Ok((0..self.rows.len()).collect()),
            (None, None) => {
                let (own, known) = (self.rows.len(), first.rows.len());
                let sentence = format!("has {own} segments, and {} has {known}", shown(&first.name));
                return Err(bad(&self.name, &sentence, "without ids they need as many"));
            }
            (known, _) => {
                let (with, without) = if known.is_some() { (first, self) } else { (self, first) };
                let sentence = format!("has no ids, and {} has", shown(&with.name));
                return Err(bad(&without.name, &sentence, "score both with ids, or both without"));
            }
        };
        let absent = |from: &Self, row: &SavedRow, other: &Self| {
            let id = row.id.as_deref().unwrap_or_default();
            let sentence = format!("line {}: the id {} is not in {}", row.line, shown(id), shown(&other.name));
            bad(&from.name, &sentence, "give scores of the same segments")
        };
        if let Some(row) = self.rows.iter().find(|row| row.id.as_ref().is_some_and(|id| !known.contains_key(&**id))) {
            return Err(absent(self, row, first));
        }
        let find = |row: &SavedRow| {
            let place = row.id.as_ref().and_then(|id| own.get(&**id)).copied();
            place.ok_or_else(|| absent(first, row, self))
        };
        let order = first.rows.iter().map(find).collect::<Result<Vec<usize>>>()?;
        let other = |(row, place): &(&SavedRow, &usize)| {
            let other = &self.rows[**place];
            matches!((row.references, other.references), (Some(a), Some(b)) if a != b)
        };
        match first.rows.iter().zip(&order).find(other) {
            None => Ok(order),
            Some((row, place)) => {
                let id = row.id.as_deref().unwrap_or_default();
                let (line, first_line) = (self.rows[*place].line, row.line);
                let sentence = format!(
                    "line {line}: the references of {} are not those in {}, line {first_line}",
                    shown(id),
                    shown(&first.name)
                );
                Err(bad(&self.name, &sentence, "compare systems over the same references"))
            }
        }
    }

    /// The place of each id; `None` where no row has one.
    fn by_id(&self) -> Result<Option<HashMap<&str, usize>>> {
        if self.rows.iter().all(|row| row.id.is_none()) {
            return Ok(None);
        }
        let mut places = HashMap::with_capacity(self.rows.len());
        for (place, row) in self.rows.iter().enumerate() {
            let Some(id) = &row.id else {
                let sentence = format!("line {} has no id, and other lines have", row.line);
                return Err(bad(&self.name, &sentence, "give every segment an id, or none"));
            };
            if let Some(before) = places.insert(&**id, place) {
                let line = self.rows[before].line;
                let sentence = format!("line {}: the id {} is on line {line}, too", row.line, shown(id));
                return Err(bad(&self.name, &sentence, "give each segment an id of its own"));
            }
        }
        Ok(Some(places))
    }
}

impl SavedRow {
    fn of(line: ScoredLine) -> Self {
        let overlap = line.texts.as_ref().map(|(candidate, references)| {
            let references: Vec<&str> = references.iter().map(String::as_str).collect();
            let PairCounts { bleu, chrf, rouge } = PairCounts::of(candidate, &references);
            let rouge = SegmentValue::Number(Some(rouge.rouge_l.f1));
            [SegmentValue::Bleu(bleu), SegmentValue::Chrf(chrf), rouge]
        });
        let references = line.texts.as_ref().map(|(_, references)| {
            let mut hasher = DefaultHasher::new();
            references.hash(&mut hasher);
            hasher.finish()
        });
        Self {
            line: line.number,
            id: line.id.map(|id| id.to_string()),
            group: line.group.unwrap_or_default(),
            scores: line.scores,
            human: line.human,
            layers: line.layers,
            overlap,
            references,
        }
    }

    fn segment(&self, layers: &[usize], has_texts: bool, file: &str) -> Result<SegmentScores, String> {
        let scores = self
            .scores
            .as_ref()
            .map_err(|error| format!("{}, line {}: was not scored: {}", shown(file), self.line, printable(error)))?;
        let at = |layer: &usize| {
            let found = self.layers.iter().find(|(known, _)| known == layer);
            SegmentValue::Number(found.and_then(|(_, f1)| *f1))
        };
        let overlap = self.overlap.iter().flatten().copied().filter(|_| has_texts);
        let others = layers.iter().map(at).chain(overlap).collect();
        Ok(SegmentScores { scores: *scores, human: self.human, others })
    }
}

/// The signature of all; `None` where no file has one.
fn common_signature(systems: &[Saved]) -> Result<Option<String>> {
    let mut signed = systems.iter().filter_map(|system| Some((system, system.signature.as_ref()?)));
    let Some((first, signature)) = signed.next() else { return Ok(None) };
    match signed.find(|(_, other)| *other != signature) {
        None => Ok(Some(signature.clone())),
        Some((other, differs)) => {
            let sentence = format!("was scored with {differs}, and {} with {signature}", shown(&first.name));
            Err(bad(&other.name, &sentence, "score all systems with the same settings"))
        }
    }
}

fn bad(name: &str, problem: &str, way_out: &str) -> color_eyre::eyre::Report {
    let comma = if problem.starts_with("line ") { "," } else { "" };
    UsageError(format!("{}{comma} {}; {way_out}", shown(name), printable(problem))).into()
}

fn shown(text: &str) -> String {
    printable(text)
}
