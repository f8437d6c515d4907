//! The page of lenses: a row for each program or convention, with its score and how far that is from the one on screen.

use super::columns::{COLUMN_WIDTH, cell, delta, exact, fit_spans, value};
use super::derivation;
use super::page::{Page, Span, Target, Tone};
use crate::label::{align_left, align_right, fit};
use bertscope_analysis::{Analysis, Idf};
use bertscope_explain::Lenses;
use bertscope_explain::lens::{Lens, LensAnswer, LensKind, LensScore};
use bertscope_metric::Score;

/// Columns of a lens' name.
const NAME_WIDTH: u16 = 14;

/// Width from which P and R are shown with F1.
const MIN_MEANS_WIDTH: u16 = NAME_WIDTH + 4 * COLUMN_WIDTH;

/// Width from which a lens is described.
const MIN_DESCRIBED_WIDTH: u16 = 80;

/// Rows of lenses; those with the same numbers as on screen share one row.
pub struct LensPage<'a> {
    lenses: &'a Lenses,
    analysis: &'a Analysis,
    rows: Vec<Row<'a>>,
}

enum Row<'a> {
    Heads,
    Lens(&'a Lens),
    Same(Vec<&'a Lens>),
}

impl<'a> LensPage<'a> {
    /// All of them.
    pub fn new(lenses: &'a Lenses, analysis: &'a Analysis) -> Self {
        let is_same = |lens: &&Lens| match &lens.answer {
            LensAnswer::Score(score) if lens.kind != LensKind::BertScore => {
                difference(score.scaled(lenses.rescaled), analysis.score()).0 == SAME
            }
            LensAnswer::Score(_) | LensAnswer::Unavailable(_) | LensAnswer::Pending => false,
        };
        let (same, others): (Vec<&Lens>, Vec<&Lens>) = lenses.lenses.iter().partition(is_same);
        let mut rows = vec![Row::Heads];
        rows.extend(others.into_iter().map(Row::Lens));
        match *same {
            [] => {}
            [lens] => rows.push(Row::Lens(lens)),
            _ => rows.push(Row::Same(same)),
        }
        Self { lenses, analysis, rows }
    }

    /// Names of lenses that share a row.
    fn names(lenses: &[&Lens]) -> String {
        lenses.iter().map(|lens| name(lens.kind)).collect::<Vec<_>>().join(", ")
    }

    fn score(&self, lens: &Lens, score: &LensScore, width: u16) -> Vec<Span> {
        let shown = score.scaled(self.lenses.rescaled);
        let here = lens.kind == LensKind::BertScore;
        let mut spans =
            vec![Span::new(align_left(name(lens.kind), NAME_WIDTH), if here { Tone::Accent } else { Tone::Plain })];
        if width >= MIN_MEANS_WIDTH {
            for mean in [shown.and_then(|s| s.precision), shown.and_then(|s| s.recall)] {
                spans.push(cell(&value(mean), Tone::Plain));
            }
        }
        spans.push(cell(&value(shown.map(|s| s.f1)), Tone::Strong));
        let (text, tone) = if here { (String::new(), Tone::Quiet) } else { difference(shown, self.analysis.score()) };
        spans.push(cell(&text, tone));
        if width >= MIN_DESCRIBED_WIDTH {
            let room = width - MIN_MEANS_WIDTH;
            spans.push(Span::new(fit(&format!("  {}", change_sentence(lens.kind)), room), Tone::Quiet));
        }
        fit_spans(spans, width)
    }

    fn score_derivation(&self, kind: LensKind, score: &LensScore) -> Vec<String> {
        let mut steps = vec![description(kind)];
        steps.extend(score.notes.iter().cloned());
        steps.extend(asides(kind, self.analysis).map(str::to_owned));
        if score.raw.precision == Some(0.0) && score.raw.recall == Some(0.0) {
            steps.push("P and R are 0 by convention: bert_score treats a text of two tokens as empty".to_owned());
        } else {
            steps.extend(sums(score));
        }
        if let (true, Some(baseline)) = (self.lenses.rescaled, &score.baseline) {
            steps.extend(derivation::rescaling_lines(&score.raw, baseline));
        } else if self.lenses.rescaled {
            steps.push(format!("there is no baseline for layer {}, so no rescaled score", score.layer));
        }
        if let Some(shown) = score.scaled(self.lenses.rescaled).filter(|_| kind != LensKind::BertScore) {
            let here = self.analysis.score().f1;
            let by = exact(Some(shown.f1 - here));
            steps.push(format!("F1 of this lens {:.5} − F1 of bert_score {here:.5} = {by}", shown.f1));
        }
        steps
    }
}

/// The means with their sums.
fn sums(score: &LensScore) -> Vec<String> {
    let mut steps = Vec::new();
    let means = [("P", score.raw.precision), ("R", score.raw.recall)];
    for ((name, mean), (sum, weights)) in means.into_iter().zip(score.sums) {
        steps.push(match mean {
            Some(mean) => {
                format!("{name} = Σ weight × best similarity ÷ Σ weights = {sum:.5} ÷ {weights:.5} = {mean:.5}")
            }
            None => format!("{name} is undefined: its weights sum to 0, so it is 0 ÷ 0"),
        });
    }
    let missing = || format!("F1 = {:.5}, as for every undefined mean", score.raw.f1);
    steps.push(derivation::harmonic(&score.raw).unwrap_or_else(missing));
    steps
}

/// The name of a lens.
fn name(kind: LensKind) -> &'static str {
    match kind {
        LensKind::BertScore => "bert_score",
        LensKind::FastTokenizer => "fast tokenizer",
        LensKind::Evaluate => "HF evaluate",
        LensKind::TorchMetrics => "torchmetrics",
        LensKind::LastLayer => "last layer",
        LensKind::NoSpecial => "no special",
        LensKind::SingleReferenceIdf => "IDF, this ref",
    }
}

/// What it changes, in a sentence.
fn change_sentence(kind: LensKind) -> &'static str {
    match kind {
        LensKind::BertScore => "with its Python tokenizers: the same score",
        LensKind::FastTokenizer => "bert_score with use_fast_tokenizer=True",
        LensKind::Evaluate => "calls bert_score, with the same options",
        LensKind::TorchMetrics => "fast tokenizer, last layer, no special tokens",
        LensKind::LastLayer => "the last layer instead of the chosen one",
        LensKind::NoSpecial => "special tokens ([CLS], [SEP]) cannot be matched",
        LensKind::SingleReferenceIdf => "idf=True with this one reference: a trap",
    }
}

/// What to know about a program, whatever the pair.
fn asides(kind: LensKind, analysis: &Analysis) -> impl Iterator<Item = &'static str> {
    let idf = analysis.settings.idf != Idf::Off;
    let asides: &[(bool, &str)] = match kind {
        LensKind::Evaluate => &[
            (
                true,
                "by default it uses bert_score’s layer for the model, no IDF and no rescaling; here it has the settings of this score",
            ),
            (true, "models without a default layer in bert_score need num_layers"),
            (idf, "it reuses its scorer, so a second compute() uses the IDF weights of the first call"),
        ],
        LensKind::TorchMetrics => &[
            (true, "zeroed vectors have similarity 0 with all others, so no best match is below 0"),
            (
                true,
                "this is the pair scored alone; with several pairs of different lengths, version 1.9.0 may mix up the texts (its issue 2728)",
            ),
            (idf, "it counts IDF over the references of the call; here it uses the counts of this score"),
        ],
        LensKind::SingleReferenceIdf => {
            &[(true, "without weight, recall is undefined, and bert_score then sets F1 to 0")]
        }
        LensKind::BertScore | LensKind::FastTokenizer | LensKind::LastLayer | LensKind::NoSpecial => &[],
    };
    asides.iter().filter(|(holds, _)| *holds).map(|(_, aside)| *aside).collect::<Vec<_>>().into_iter()
}

/// Shown for a difference of 0.
const SAME: &str = "same";

/// The difference from the score on screen: `same` where no number differs by more than rounding.
fn difference(shown: Option<Score>, here: Score) -> (String, Tone) {
    /// A bound on the rounding error, far below the last decimal shown.
    const MAX_EQUAL_DIFFERENCE: f64 = 5e-6;
    let Some(shown) = shown else { return ("—".to_owned(), Tone::Quiet) };
    let same = |a: Option<f64>, b: Option<f64>| match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() < MAX_EQUAL_DIFFERENCE,
        (a, b) => a.is_none() && b.is_none(),
    };
    let by = shown.f1 - here.f1;
    if by.abs() >= MAX_EQUAL_DIFFERENCE {
        return (delta(Some(by)), if by > 0.0 { Tone::Up } else { Tone::Down });
    }
    let all = same(shown.precision, here.precision) && same(shown.recall, here.recall);
    (if all { SAME } else { "±0" }.to_owned(), Tone::Quiet)
}

impl Page for LensPage<'_> {
    fn lead(&self) -> String {
        let same =
            self.rows.iter().find_map(|row| if let Row::Same(same) = row { Some(Self::names(same)) } else { None });
        let same = same.map_or_else(String::new, |names| format!(" No difference: {names}."));
        format!(
            "How other tools and conventions score this pair with the same settings, and how far their F1 is from \
             bert_score’s.{same}"
        )
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn row(&self, index: usize, width: u16) -> Vec<Span> {
        let lens = match &self.rows[index] {
            Row::Heads => {
                let heads: &[&str] = if width >= MIN_MEANS_WIDTH { &["P", "R", "F1", "ΔF1"] } else { &["F1", "ΔF1"] };
                let heads: String = heads.iter().map(|head| align_right(head, COLUMN_WIDTH)).collect();
                return fit_spans(
                    vec![Span::new(align_left("", NAME_WIDTH), Tone::Quiet), Span::new(heads, Tone::Quiet)],
                    width,
                );
            }
            Row::Same(same) => {
                let score = self.analysis.score();
                let mut spans = vec![Span::new(align_left(&format!("{} others", same.len()), NAME_WIDTH), Tone::Plain)];
                if width >= MIN_MEANS_WIDTH {
                    spans.extend([score.precision, score.recall].map(|mean| cell(&value(mean), Tone::Plain)));
                }
                spans.extend([cell(&value(Some(score.f1)), Tone::Strong), cell(SAME, Tone::Quiet)]);
                if width >= MIN_DESCRIBED_WIDTH {
                    let names = format!("  {}", Self::names(same));
                    spans.push(Span::new(fit(&names, width - MIN_MEANS_WIDTH), Tone::Quiet));
                }
                return fit_spans(spans, width);
            }
            Row::Lens(lens) => lens,
        };
        match &lens.answer {
            LensAnswer::Score(score) => self.score(lens, score, width),
            LensAnswer::Unavailable(why) => {
                let room = width.saturating_sub(NAME_WIDTH + 3);
                fit_spans(
                    vec![
                        Span::new(align_left(name(lens.kind), NAME_WIDTH), Tone::Plain),
                        Span::new(" — ", Tone::Quiet),
                        Span::new(fit(why, room), Tone::Quiet),
                    ],
                    width,
                )
            }
            LensAnswer::Pending => fit_spans(
                vec![Span::new(align_left(name(lens.kind), NAME_WIDTH), Tone::Plain), Span::new("   …", Tone::Quiet)],
                width,
            ),
        }
    }

    fn target(&self, index: usize) -> Option<Target> {
        match &self.rows[index] {
            Row::Heads => None,
            Row::Lens(_) | Row::Same(_) => Some(Target::Row),
        }
    }

    fn derivation(&self, index: usize) -> Vec<String> {
        let lens = match &self.rows[index] {
            Row::Heads => return Vec::new(),
            Row::Lens(lens) => lens,
            Row::Same(same) => {
                let each = same.iter().flat_map(|lens| {
                    let remarks = if let LensAnswer::Score(score) = &lens.answer { &*score.notes } else { &[] };
                    std::iter::once(description(lens.kind))
                        .chain(remarks.iter().cloned())
                        .chain(asides(lens.kind, self.analysis).map(str::to_owned))
                });
                return each.collect();
            }
        };
        match &lens.answer {
            LensAnswer::Score(score) => self.score_derivation(lens.kind, score),
            LensAnswer::Unavailable(why) => vec![description(lens.kind), why.clone()],
            LensAnswer::Pending => vec!["Still computing.".to_owned()],
        }
    }
}

/// A lens with what it changes.
fn description(kind: LensKind) -> String {
    format!("{}: {}", name(kind), change_sentence(kind))
}
