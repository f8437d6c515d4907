//! The page of lenses: a row for each program or convention, with its score and how far that is from the one on screen.

use super::columns::{COLUMN_WIDTH, cell, heads, left};
use super::derivation;
use super::page::{Page, Row, Span, Target, Tone};
use crate::label::fit;
use crate::number::{
    MISSING, exact, exact_change, narrow_change, narrow_score, printed_difference,
    rounded_difference,
};
use bertscope_analysis::{Analysis, Idf, Program};
use bertscope_explain::Lenses;
use bertscope_explain::lens::{Lens, LensAnswer, LensKind, LensScore};
use bertscope_metric::Score;

/// Columns of a lens' name.
const NAME_WIDTH: u16 = 14;

/// Width from which P and R are shown with F1.
const MIN_MEANS_WIDTH: u16 = NAME_WIDTH + 4 * COLUMN_WIDTH;

/// Width from which a lens is described.
const MIN_DESCRIBED_WIDTH: u16 = 80;

/// A row for each lens; those with the same numbers as on screen share one row.
pub(super) fn page<'a>(lenses: &'a Lenses, analysis: &'a Analysis) -> Page<'a> {
    let page = LensPage { lenses, analysis };
    let is_same = |lens: &&Lens| match &lens.answer {
        LensAnswer::Score(score) if !lens.kind.is_shown(analysis) => {
            difference(score.scaled(lenses.rescaled), analysis.score()).0 == SAME
        }
        LensAnswer::Score(_) | LensAnswer::Unavailable(_) | LensAnswer::Pending => false,
    };
    let (same, mut others): (Vec<&Lens>, Vec<&Lens>) = lenses.lenses.iter().partition(is_same);
    let own = analysis.settings.conventions.name();
    let mut lead = format!(
        "How other tools and conventions score this pair with the same settings, and how far their F1 is from {own}’s."
    );
    let mut shared = None;
    if let [lens] = *same {
        others.push(lens);
    } else if !same.is_empty() {
        let names = same
            .iter()
            .map(|lens| words(lens.kind).0)
            .collect::<Vec<_>>()
            .join(", ");
        lead = format!("{lead} No difference: {names}.");
        let title = format!("{} others", same.len());
        let line = Row::new(move |width| {
            let difference = (SAME.to_owned(), Tone::Quiet);
            score_line(
                &title,
                Tone::Plain,
                Some(analysis.score()),
                difference,
                &names,
                width,
            )
        });
        shared = Some(line.about(Target::Row, move || {
            same.iter().flat_map(|lens| page.remarks(lens)).collect()
        }));
    }
    let mut rows = vec![Row::new(|width| {
        let names: &[&str] = if width >= MIN_MEANS_WIDTH {
            &["P", "R", "F1", "ΔF1"]
        } else {
            &["F1", "ΔF1"]
        };
        std::iter::once(left("", NAME_WIDTH, Tone::Quiet))
            .chain(heads(names, COLUMN_WIDTH, Tone::Quiet))
            .collect()
    })];
    let lens_row = |lens| {
        Row::new(move |width| page.line(lens, width))
            .about(Target::Row, move || page.derivation(lens))
    };
    rows.extend(others.into_iter().map(lens_row));
    rows.extend(shared);
    for lens in &lenses.lenses {
        if let LensAnswer::Unavailable(why) = &lens.answer {
            rows.push(Row::blank());
            rows.extend(Row::paragraph(
                &format!("— {}: {why}", words(lens.kind).0),
                Tone::Quiet,
            ));
        }
    }
    Page::new(lead, rows)
}

/// A name, the score, its difference from the one on screen, and a description if there is room.
fn score_line(
    name: &str,
    tone: Tone,
    score: Option<Score>,
    (difference, difference_tone): (String, Tone),
    description: &str,
    width: u16,
) -> Vec<Span> {
    let [precision, recall, f1] = score.map_or([None; 3], Score::numbers);
    let mut spans = vec![left(name, NAME_WIDTH, tone)];
    if width >= MIN_MEANS_WIDTH {
        spans.extend([precision, recall].map(|mean| cell(&narrow_score(mean), Tone::Plain)));
    }
    spans.extend([
        cell(&narrow_score(f1), Tone::Strong),
        cell(&difference, difference_tone),
    ]);
    if width >= MIN_DESCRIBED_WIDTH {
        spans.push(Span::new(
            fit(&format!("  {description}"), width - MIN_MEANS_WIDTH),
            Tone::Quiet,
        ));
    }
    spans
}

#[derive(Clone, Copy)]
struct LensPage<'a> {
    lenses: &'a Lenses,
    analysis: &'a Analysis,
}

impl LensPage<'_> {
    fn line(self, lens: &Lens, width: u16) -> Vec<Span> {
        let (name, change) = words(lens.kind);
        match &lens.answer {
            LensAnswer::Score(score) => {
                let shown = score.scaled(self.lenses.rescaled);
                let (tone, difference) = if lens.kind.is_shown(self.analysis) {
                    (Tone::Accent, (String::new(), Tone::Quiet))
                } else {
                    (Tone::Plain, difference(shown, self.analysis.score()))
                };
                score_line(name, tone, shown, difference, change, width)
            }
            LensAnswer::Unavailable(_) => {
                vec![
                    left(name, NAME_WIDTH, Tone::Plain),
                    cell(MISSING, Tone::Quiet),
                ]
            }
            LensAnswer::Pending => {
                vec![left(name, NAME_WIDTH, Tone::Plain), cell("…", Tone::Quiet)]
            }
        }
    }

    fn derivation(self, lens: &Lens) -> Vec<String> {
        match &lens.answer {
            LensAnswer::Score(score) => {
                let mut steps = self.remarks(lens);
                steps.extend(self.score_derivation(lens.kind, score));
                steps
            }
            LensAnswer::Unavailable(why) => vec![description(lens.kind), why.clone()],
            LensAnswer::Pending => vec!["Still computing.".to_owned()],
        }
    }

    /// What a lens changes, for this pair and for any.
    fn remarks(self, lens: &Lens) -> Vec<String> {
        let notes = if let LensAnswer::Score(score) = &lens.answer {
            &*score.notes
        } else {
            &[]
        };
        [
            vec![description(lens.kind)],
            notes.to_vec(),
            asides(lens.kind, self.analysis),
        ]
        .concat()
    }

    fn score_derivation(self, kind: LensKind, score: &LensScore) -> Vec<String> {
        let mut steps = Vec::new();
        if score.raw.precision == Some(0.0) && score.raw.recall == Some(0.0) {
            steps.push(
                "P and R are 0 by convention: bert_score treats a text of two tokens as empty"
                    .to_owned(),
            );
        } else {
            steps.extend(sums(score));
        }
        if let (true, Some(baseline)) = (self.lenses.rescaled, &score.baseline) {
            steps.extend(derivation::rescaling_lines(&score.raw, baseline));
        } else if self.lenses.rescaled {
            steps.push(format!(
                "there is no baseline for layer {}, so no rescaled score",
                score.layer
            ));
        }
        if let Some(shown) = score
            .scaled(self.lenses.rescaled)
            .filter(|_| !kind.is_shown(self.analysis))
        {
            let own = self.analysis.score().f1;
            steps.push(format!(
                "F1 of this lens {} − F1 of {} {} = {}",
                exact(shown.f1),
                self.analysis.settings.conventions.name(),
                exact(own),
                exact_change(printed_difference(shown.f1, own))
            ));
        }
        steps
    }
}
fn sums(score: &LensScore) -> Vec<String> {
    let mut steps = Vec::new();
    let means = [("P", score.raw.precision), ("R", score.raw.recall)];
    for ((name, mean), (sum, weights)) in means.into_iter().zip(score.sums) {
        steps.push(match mean {
            Some(mean) => {
                let [sum, weights, mean] = [sum, weights, mean].map(exact);
                format!(
                    "{name} = Σ weight × best similarity ÷ Σ weights = {sum} ÷ {weights} = {mean}"
                )
            }
            None => format!("{name} is undefined: its weights sum to 0, so it is 0 ÷ 0"),
        });
    }
    steps.push(
        derivation::harmonic(&score.raw).unwrap_or_else(|| {
            format!("F1 = {}, as for every undefined mean", exact(score.raw.f1))
        }),
    );
    steps
}

/// The name of a lens, and what it changes in a sentence.
fn words(kind: LensKind) -> (&'static str, &'static str) {
    match kind {
        LensKind::Program(Program::BertScore) => (
            "bert_score",
            "with transformers 4 and its Python tokenizers",
        ),
        LensKind::Program(Program::Transformers5) => {
            ("transformers 5", "bert_score with transformers 5")
        }
        LensKind::Program(Program::FastTokenizer) => {
            ("fast tokenizer", "bert_score with use_fast_tokenizer=True")
        }
        LensKind::Windows => (
            "windows",
            "texts beyond the model’s limit in windows, not cut",
        ),
        LensKind::Evaluate => ("HF evaluate", "calls bert_score, with the same options"),
        LensKind::Program(Program::TorchMetrics) => (
            "torchmetrics",
            "fast tokenizer, last layer, no special tokens",
        ),
        LensKind::LastLayer => ("last layer", "the last layer instead of the chosen one"),
        LensKind::NoSpecial => (
            "no special",
            "special tokens ([CLS], [SEP]) cannot be matched",
        ),
        LensKind::SingleReferenceIdf => {
            ("IDF, this ref", "idf=True with this one reference: a trap")
        }
    }
}

/// What to know about a program, whatever the pair.
fn asides(kind: LensKind, analysis: &Analysis) -> Vec<String> {
    let (always, with_idf): (&[&str], Option<&str>) = match kind {
        LensKind::Evaluate => (
            &[
                "by default it uses bert_score’s layer for the model, no IDF and no rescaling; here it has the settings of this score",
                "models without a default layer in bert_score need num_layers",
            ],
            Some(
                "it reuses its scorer, so a second compute() uses the IDF weights of the first call",
            ),
        ),
        LensKind::Program(Program::TorchMetrics) => (
            &[
                "zeroed vectors have similarity 0 with all others, so no best match is below 0",
                "this is the pair scored alone; with several pairs of different lengths, version 1.9.0 may mix up the texts (its issue 2728)",
            ],
            Some(
                "it counts IDF over the references of the call; here it uses the counts of this score",
            ),
        ),
        LensKind::SingleReferenceIdf => (
            &["without weight, recall is undefined, and bert_score then sets F1 to 0"],
            None,
        ),
        LensKind::Program(Program::Transformers5) => (
            &[
                "it ignores add_prefix_space, so a RoBERTa text loses the blank before its first word",
            ],
            None,
        ),
        LensKind::Program(Program::BertScore | Program::FastTokenizer)
        | LensKind::Windows
        | LensKind::LastLayer
        | LensKind::NoSpecial => (&[], None),
    };
    let with_idf = with_idf.filter(|_| analysis.settings.idf != Idf::Off);
    always
        .iter()
        .copied()
        .chain(with_idf)
        .map(str::to_owned)
        .collect()
}

/// Shown for a difference of 0.
const SAME: &str = "same";

/// The difference from the score on screen: `same` where no number differs by more than rounding.
fn difference(shown: Option<Score>, here: Score) -> (String, Tone) {
    /// A bound on the rounding error, far below the last decimal shown.
    const MAX_EQUAL_DIFFERENCE: f64 = 5e-6;
    let Some(shown) = shown else {
        return (MISSING.to_owned(), Tone::Quiet);
    };
    let same = |a: Option<f64>, b: Option<f64>| match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() < MAX_EQUAL_DIFFERENCE,
        (a, b) => a.is_none() && b.is_none(),
    };
    let by = shown.f1 - here.f1;
    if by.abs() >= MAX_EQUAL_DIFFERENCE {
        return (
            narrow_change(Some(rounded_difference(shown.f1, here.f1, 4))),
            if by > 0.0 { Tone::Up } else { Tone::Down },
        );
    }
    let all = same(shown.precision, here.precision) && same(shown.recall, here.recall);
    (if all { SAME } else { "±0" }.to_owned(), Tone::Quiet)
}

/// A lens with what it changes.
fn description(kind: LensKind) -> String {
    let (name, change) = words(kind);
    format!("{name}: {change}")
}
