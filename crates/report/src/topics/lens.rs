//! The sheet of lenses: a row for each program or convention, with its score and how far that is from the one on screen.

use super::derivation;
use crate::number::{exact, exact_change, printed_difference, rounded_difference};
use bertscope_analysis::{Analysis, Idf, Program};
use bertscope_explain::Lenses;
use bertscope_explain::lens::{Lens, LensAnswer, LensKind, LensScore};
use bertscope_metric::Score;
use bertscope_sheet::{Cell, Column, Derivation, NumberKind, Row, Sheet, Step, Subject, Table};

/// A row for each lens; those with the same numbers as on screen share one row.
pub fn sheet(lenses: &Lenses, analysis: &Analysis) -> Sheet {
    let mut equal = Vec::new();
    let mut others = Vec::new();
    for lens in &lenses.lenses {
        if has_equal_score(lens, lenses, analysis) {
            equal.push(lens);
        } else {
            others.push(lens);
        }
    }
    // A row of its own says more than “1 other”.
    if equal.len() == 1 {
        others.append(&mut equal);
    }
    let names: Vec<&str> = equal.iter().map(|lens| words(lens.kind).name).collect();
    let names = names.join(", ");
    let mut sheet = Sheet::new(lead(&names, analysis));
    let mut table = Table::new([
        Column::new("lens").short(""),
        Column::new("P").ranked(1),
        Column::new("R").ranked(1),
        Column::new("F1"),
        Column::new("difference").short("ΔF1"),
        Column::new("what it is").short("").ranked(2),
    ]);
    for lens in others {
        table.push(lens_row(lens, lenses, analysis));
    }
    if !equal.is_empty() {
        let title = format!("{} others", equal.len());
        let mut derivation = Derivation::new();
        for lens in equal {
            derivation.extend(remarks(lens, analysis));
        }
        let cells = score_cells(&title, Some(analysis.score()), same(), &names);
        table.push(Row::new(cells).about(Subject::Row, derivation));
    }
    sheet.push(table);
    for lens in &lenses.lenses {
        if let LensAnswer::Unavailable(reason) = &lens.answer {
            let name = words(lens.kind).name;
            sheet.note(format!("— {name}: {reason}"));
        }
    }
    sheet
}

fn has_equal_score(lens: &Lens, lenses: &Lenses, analysis: &Analysis) -> bool {
    match &lens.answer {
        LensAnswer::Score(score) if !lens.kind.is_shown(analysis) => {
            let shown = score.scaled(lenses.rescaled);
            shown.is_some_and(|shown| is_equal(shown, analysis.score()))
        }
        LensAnswer::Score(_) | LensAnswer::Unavailable(_) | LensAnswer::Pending => false,
    }
}

fn lead(equal: &str, analysis: &Analysis) -> String {
    let lead = format!(
        "How other tools and conventions score this pair with the same settings, and how far their F1 is from {}’s.",
        analysis.settings.conventions.name()
    );
    if equal.is_empty() {
        lead
    } else {
        format!("{lead} No difference: {equal}.")
    }
}

fn score_cells(name: &str, score: Option<Score>, difference: Cell, remark: &str) -> Vec<Cell> {
    let mut cells = vec![Cell::named(name)];
    cells.extend(Cell::scores(score, NumberKind::RoundedScore));
    cells.extend([difference, Cell::remark(remark)]);
    cells
}

fn lens_row(lens: &Lens, lenses: &Lenses, analysis: &Analysis) -> Row {
    let LensWords { name, change, .. } = words(lens.kind);
    let is_shown = lens.kind.is_shown(analysis);
    let cells = match &lens.answer {
        LensAnswer::Score(score) => {
            let shown = score.scaled(lenses.rescaled);
            let difference = if is_shown {
                Cell::Empty
            } else {
                difference(shown, analysis.score())
            };
            score_cells(name, shown, difference, change)
        }
        LensAnswer::Unavailable(_) => score_cells(name, None, Cell::Empty, change),
        LensAnswer::Pending => vec![
            Cell::named(name),
            Cell::Empty,
            Cell::Empty,
            Cell::Waiting,
            Cell::Empty,
            Cell::remark(change),
        ],
    };
    Row::new(cells)
        .about(Subject::Row, lens_derivation(lens, lenses, analysis))
        .chosen_if(is_shown)
}

/// For a lens without a difference in any number.
fn same() -> Cell {
    Cell::named("same")
}

/// The difference of F1 from the score on screen: `same` where P and R do not differ either.
fn difference(shown: Option<Score>, own: Score) -> Cell {
    match shown {
        Some(shown) if is_equal(shown, own) => same(),
        shown => {
            let difference = shown.map(|shown| rounded_difference(shown.f1, own.f1, 4));
            Cell::difference(difference)
        }
    }
}

/// A bound on the rounding error, far below the last decimal shown.
const MAX_EQUAL_DIFFERENCE: f64 = 5e-6;

/// Whether no number differs by more than rounding.
fn is_equal(a: Score, b: Score) -> bool {
    let mut pairs = a.numbers().into_iter().zip(b.numbers());
    pairs.all(|pair| match pair {
        (Some(a), Some(b)) => (a - b).abs() < MAX_EQUAL_DIFFERENCE,
        (a, b) => a.is_none() && b.is_none(),
    })
}

fn lens_derivation(lens: &Lens, lenses: &Lenses, analysis: &Analysis) -> Derivation {
    match &lens.answer {
        LensAnswer::Score(score) => {
            let mut steps = remarks(lens, analysis);
            steps.extend(score_steps(score, lenses.rescaled));
            if let Some(shown) = score.scaled(lenses.rescaled)
                && !lens.kind.is_shown(analysis)
            {
                steps.push(difference_step(shown.f1, analysis));
            }
            steps
        }
        LensAnswer::Unavailable(reason) => {
            vec![words(lens.kind).description(), Step::sentence(reason)]
        }
        LensAnswer::Pending => vec![Step::sentence("Still computing.")],
    }
}

/// What a lens changes, for this pair and for any.
fn remarks(lens: &Lens, analysis: &Analysis) -> Derivation {
    let words = words(lens.kind);
    let mut steps = vec![words.description()];
    if let LensAnswer::Score(score) = &lens.answer {
        steps.extend(score.notes.iter().map(Step::sentence));
    }
    steps.extend(words.asides.iter().copied().map(Step::sentence));
    if analysis.settings.idf != Idf::Off {
        steps.extend(words.aside_with_idf.map(Step::sentence));
    }
    steps
}

fn score_steps(score: &LensScore, is_rescaled: bool) -> Derivation {
    let mut steps = if score.raw.precision == Some(0.0) && score.raw.recall == Some(0.0) {
        vec![Step::sentence(
            "P and R are 0 by convention: bert_score treats a text of two tokens as empty",
        )]
    } else {
        derivation::means(&score.raw, score.sums)
    };
    if is_rescaled {
        match &score.baseline {
            Some(baseline) => steps.extend(derivation::rescaling_steps(&score.raw, baseline)),
            None => steps.push(Step::sentence(format!(
                "there is no baseline for layer {}, so no rescaled score",
                score.layer
            ))),
        }
    }
    steps
}

fn difference_step(f1: f64, analysis: &Analysis) -> Step {
    let own = analysis.score().f1;
    Step::computed(
        format!(
            "F1 of this lens − F1 of {}",
            analysis.settings.conventions.name()
        ),
        format!("{} − {}", exact(f1), exact(own)),
        exact_change(printed_difference(f1, own)),
    )
}

/// The words of a lens.
struct LensWords {
    name: &'static str,
    /// What it changes.
    change: &'static str,
    /// What to know about it, whatever the pair.
    asides: &'static [&'static str],
    /// The same for a pair with IDF weights.
    aside_with_idf: Option<&'static str>,
}

impl LensWords {
    fn new(name: &'static str, change: &'static str) -> Self {
        Self {
            name,
            change,
            asides: &[],
            aside_with_idf: None,
        }
    }

    fn description(&self) -> Step {
        Step::sentence(format!("{}: {}", self.name, self.change))
    }
}

fn words(kind: LensKind) -> LensWords {
    match kind {
        LensKind::Program(Program::BertScore) => LensWords::new(
            "bert_score",
            "with transformers 4 and its Python tokenizers",
        ),
        LensKind::Program(Program::Transformers5) => LensWords {
            asides: &[
                "it ignores add_prefix_space, so a RoBERTa text loses the blank before its first word",
            ],
            ..LensWords::new("transformers 5", "bert_score with transformers 5")
        },
        LensKind::Program(Program::FastTokenizer) => {
            LensWords::new("fast tokenizer", "bert_score with use_fast_tokenizer=True")
        }
        LensKind::Windows => LensWords::new(
            "windows",
            "texts beyond the model’s limit in windows, not cut",
        ),
        LensKind::Evaluate => LensWords {
            asides: &[
                "by default it uses bert_score’s layer for the model, no IDF and no rescaling; here it has the settings of this score",
                "models without a default layer in bert_score need num_layers",
            ],
            aside_with_idf: Some(
                "it reuses its scorer, so a second compute() uses the IDF weights of the first call",
            ),
            ..LensWords::new("HF evaluate", "calls bert_score, with the same options")
        },
        LensKind::Program(Program::TorchMetrics) => LensWords {
            asides: &[
                "zeroed vectors have similarity 0 with all others, so no best match is below 0",
                "this is the pair scored alone; with several pairs of different lengths, version 1.9.0 may mix up the texts (its issue 2728)",
            ],
            aside_with_idf: Some(
                "it counts IDF over the references of the call; here it uses the counts of this score",
            ),
            ..LensWords::new(
                "torchmetrics",
                "fast tokenizer, last layer, no special tokens",
            )
        },
        LensKind::LastLayer => {
            LensWords::new("last layer", "the last layer instead of the chosen one")
        }
        LensKind::NoSpecial => LensWords::new(
            "no special",
            "special tokens ([CLS], [SEP]) cannot be matched",
        ),
        LensKind::SingleReferenceIdf => LensWords {
            asides: &["without weight, recall is undefined, and bert_score then sets F1 to 0"],
            ..LensWords::new("IDF, this ref", "idf=True with this one reference: a trap")
        },
    }
}
