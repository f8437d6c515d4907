//! `bertscope match`: scores every candidate with every reference, and lists the best references of each candidate.

use color_eyre::eyre::Result;
use rayon::prelude::*;

use super::count_references::count_references_for;
use super::interrupt::Interrupt;
use super::open_model;
use super::output::Output;
use super::progress_bar::ProgressLine;
use super::row_windows::RowWindows;
use crate::cli::{ComparisonFormat, MatchArgs};
use crate::command_files::CommandFiles;
use crate::request_files::with_tables_for;
use crate::usage_error::refuse;
use bertscope_analysis::{Analyzer, Idf, ListedText, Settings};
use bertscope_encoder::KeptLayers;
use bertscope_metric::DocumentFrequencies;
use bertscope_models::ModelError;
use bertscope_pairs::{Input, PairsError, Row};
use bertscope_report::findings::matched_lists::{
    MatchedCandidate, MatchedLists, MatchedReference, UncoveredReference,
};
use bertscope_report::json_parts::write_line;
use bertscope_report::number::pluralized;
use bertscope_sheet::{columns, tsv};

/// References that are embedded between two steps of the progress bar.
const REFERENCES_AT_ONCE: usize = 512;

fn files(args: &MatchArgs) -> CommandFiles {
    CommandFiles::default()
        .request(&args.metric.request(Idf::References))
        .read([&args.reference, &args.candidate])
        .write(&args.findings.output)
        .write(&args.matrix)
}

pub fn run(args: &MatchArgs) -> Result<()> {
    files(args).check()?;
    if args.reference == "-" && args.candidate == "-" {
        return Err(PairsError::TwoStandardInputs.into());
    }
    let references = lines_of(&args.reference, args)?;
    let reference_texts = texts(references.rows()?.collect::<Result<_, _>>()?)?;
    if reference_texts.is_empty() {
        return Err(references.empty_error().into());
    }
    let candidates = lines_of(&args.candidate, args)?;
    let candidate_count = ProgressLine::estimated_rows(&candidates);
    // Before the model is opened, so that bad input is reported at once.
    let windows = RowWindows::open(candidates.rows()?)?;
    if windows.is_empty() {
        return Err(candidates.empty_error().into());
    }
    // Errors in writing are found before the work is done.
    let mut output = Output::open(args.findings.output.as_deref())?;
    let mut run = MatchRun::open(args, reference_texts)?;
    let interrupt = Interrupt::install();
    run.list_references(&interrupt)?;
    let pairs = candidate_count.map(|count| count * run.references.len() as u64);
    let bar = ProgressLine::for_pairs(pairs);
    for window in windows {
        if interrupt.is_requested() {
            break;
        }
        let count = window.rows.len();
        run.window(texts(window.rows)?)?;
        window.end?;
        bar.advance((count * run.references.len()) as u64);
    }
    drop(bar);
    let found = run.finish()?;
    let done = found.candidates.len();
    if done > 0 {
        output.write(&written(&found, args.findings.format())?)?;
        output.finish()?;
    }
    if interrupt.is_requested() {
        return interrupt.end_early(&pluralized(done, "candidate"), done as u64);
    }
    Ok(())
}

fn written(found: &MatchedLists, format: ComparisonFormat) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    match format {
        ComparisonFormat::Text => bytes = columns::text(&found.sheet()).into_bytes(),
        ComparisonFormat::Tsv => bytes = found.tsv().into_bytes(),
        ComparisonFormat::Json => write_line(&mut bytes, found)?,
    }
    Ok(bytes)
}

/// The lines of a file, or a text: as candidates, because a row has one of these.
fn lines_of(argument: &str, args: &MatchArgs) -> Result<Input, PairsError> {
    Input::parallel(&[], &[argument.to_owned()], args.files.lines)
}

fn texts(rows: Vec<Row>) -> Result<Vec<String>, PairsError> {
    let mut texts = Vec::with_capacity(rows.len());
    for row in rows {
        texts.push(row?.candidate);
    }
    Ok(texts)
}

struct MatchRun {
    analyzer: Analyzer,
    settings: Settings,
    counted: Option<DocumentFrequencies>,
    references: Vec<ListedText>,
    /// Whether some candidate lists each of them.
    is_covered: Vec<bool>,
    matrix: Option<Output>,
    /// Up to the end, all references are in its list of uncovered ones.
    found: MatchedLists,
}

impl MatchRun {
    fn open(args: &MatchArgs, reference_texts: Vec<String>) -> Result<Self> {
        let matrix = match &args.matrix {
            Some(path) => Some(Output::open(Some(path))?),
            None => None,
        };
        let request = args.metric.request(Idf::References);
        let options = request.open_options(args.metric.device, false)?;
        let model = open_model(request.model_name(), &options)?;
        let settings = request.resolve(&model)?;
        let analyzer = Analyzer::for_many(model, KeptLayers::Only(settings.layer));
        let analyzer = with_tables_for(&request, analyzer, &[settings.layer])?;
        let counted = count_references_for(settings, &analyzer, &reference_texts)?;
        let is_covered = vec![false; reference_texts.len()];
        let mut found = MatchedLists {
            top: args.top as usize,
            references: reference_texts.len(),
            ..MatchedLists::default()
        };
        for (line, text) in (1..).zip(reference_texts) {
            found.uncovered.push(UncoveredReference {
                line,
                text,
                candidate: 0,
                f1: f64::NEG_INFINITY,
            });
        }
        Ok(Self {
            analyzer,
            settings,
            counted,
            references: Vec::new(),
            is_covered,
            matrix,
            found,
        })
    }

    fn list_references(&mut self, interrupt: &Interrupt) -> Result<()> {
        let texts: Vec<String> = self
            .found
            .uncovered
            .iter()
            .map(|reference| reference.text.clone())
            .collect();
        let bar =
            ProgressLine::for_texts(texts.len() as u64).with_message("embedding the references");
        for part in texts.chunks(REFERENCES_AT_ONCE) {
            if interrupt.is_requested() {
                return Ok(());
            }
            let listed = self.list("reference", self.references.len(), part)?;
            self.references.extend(listed);
            bar.advance(part.len() as u64);
        }
        if let Some(matrix) = &mut self.matrix {
            let lines = (1..=self.references.len()).map(|line| line.to_string());
            let names: Vec<String> = ["candidate".to_owned()].into_iter().chain(lines).collect();
            matrix.write(tsv::line(&names).as_bytes())?;
        }
        Ok(())
    }

    /// Embeds texts, of which `before` is the number of those before them in their file.
    fn list(&mut self, side: &str, before: usize, texts: &[String]) -> Result<Vec<ListedText>> {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let outcomes = self
            .analyzer
            .list_texts(&texts, self.settings, self.counted.as_ref());
        let mut listed = Vec::with_capacity(texts.len());
        for (index, outcome) in outcomes.into_iter().enumerate() {
            match outcome {
                Ok(text) => listed.push(text),
                Err(reason) => {
                    let line = before + index + 1;
                    return refuse(format!("{side} {line} cannot be scored: {reason}"));
                }
            }
        }
        self.found.truncated += listed.iter().filter(|text| text.is_truncated()).count() as u64;
        Ok(listed)
    }

    /// Scores some candidates with all references.
    fn window(&mut self, texts: Vec<String>) -> Result<()> {
        let before = self.found.candidates.len();
        let candidates = self.list("candidate", before, &texts)?;
        let f1 = self
            .analyzer
            .f1_of_all(&candidates, &self.references, self.settings)?;
        self.write_rows(before, &f1)?;
        for (index, row) in f1.iter().enumerate() {
            for (reference, f1) in self.found.uncovered.iter_mut().zip(row) {
                if *f1 > reference.f1 {
                    reference.f1 = *f1;
                    reference.candidate = before + index + 1;
                }
            }
        }
        let matches: Vec<Vec<MatchedReference>> = candidates
            .par_iter()
            .zip(&f1)
            .map(|(candidate, row)| self.best_references(candidate, row))
            .collect::<Result<_, _>>()?;
        if self.found.signature.is_empty() {
            let analysis = self.analyzer.analyze_listed(
                &candidates[0],
                &self.references[0],
                self.settings,
                self.counted.as_ref(),
            )?;
            self.found.signature = analysis.signature;
        }
        for (index, (text, matches)) in texts.into_iter().zip(matches).enumerate() {
            for found in &matches {
                self.is_covered[found.line - 1] = true;
            }
            self.found.candidates.push(MatchedCandidate {
                line: before + index + 1,
                text,
                matches,
            });
        }
        Ok(())
    }

    /// The references with the highest F1, each with the numbers of `bertscope score`.
    fn best_references(
        &self,
        candidate: &ListedText,
        f1: &[f64],
    ) -> Result<Vec<MatchedReference>, ModelError> {
        let mut order: Vec<usize> = (0..f1.len()).collect();
        // Stable: of equal ones, the first in the file.
        order.sort_by(|a, b| f1[*b].total_cmp(&f1[*a]));
        let mut matches = Vec::with_capacity(self.found.top.min(order.len()));
        for reference in order.into_iter().take(self.found.top) {
            let analysis = self.analyzer.analyze_listed(
                candidate,
                &self.references[reference],
                self.settings,
                self.counted.as_ref(),
            )?;
            matches.push(MatchedReference {
                rank: 0,
                line: reference + 1,
                text: self.found.uncovered[reference].text.clone(),
                score: analysis.score(),
            });
        }
        // The sums of the products may differ in the last digits.
        matches.sort_by(|a, b| b.score.f1.total_cmp(&a.score.f1).then(a.line.cmp(&b.line)));
        for (rank, found) in (1..).zip(&mut matches) {
            found.rank = rank;
        }
        Ok(matches)
    }

    fn write_rows(&mut self, before: usize, f1: &[Vec<f64>]) -> Result<()> {
        let Some(matrix) = &mut self.matrix else {
            return Ok(());
        };
        let mut text = String::new();
        for (line, row) in (before + 1..).zip(f1) {
            let mut fields = vec![line.to_string()];
            // The digits that are those of `bertscope score`.
            fields.extend(row.iter().map(|f1| format!("{f1:.6}")));
            text += &tsv::line(&fields);
        }
        matrix.write(text.as_bytes())
    }

    /// What was found; of the references, those that no candidate covers stay.
    fn finish(mut self) -> Result<MatchedLists> {
        // Without a candidate, an older file stays.
        if let Some(matrix) = self.matrix
            && !self.found.candidates.is_empty()
        {
            matrix.finish()?;
        }
        let mut covered = self.is_covered.into_iter();
        self.found
            .uncovered
            .retain(|_| covered.next() == Some(false));
        Ok(self.found)
    }
}
