//! A TOML file as a lesson. `docs/lessons.md` describes the format.

use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::check::{Check, CheckForm, Number, Of, ScoreOf};
use super::fields::{Fields, Wrong, short};
use super::{Direction, Lesson, LessonError, Settings, Step};
use bertscope_analysis::Idf;
use bertscope_explain::Topic;
use bertscope_models::input::read_text;
use bertscope_overlap::Metric;

const LESSON: &[&str] = &["title", "about", "step"];
const STEP: &[&str] = &[
    "title",
    "reference",
    "candidate",
    "other",
    "shows",
    "question",
    "note",
    "layer",
    "idf",
    "rescale",
    "panel",
    "direction",
    "checks",
];
const CHECK: &[&str] = &["score", "raw", "lead", "change", "cell", "best", "of", "above", "below", "is"];
const PANELS: &[(&str, Topic)] = &[
    ("matches", Topic::Matches),
    ("ledger", Topic::Ledger),
    ("drop", Topic::Drop),
    ("edit", Topic::Edit),
    ("compare", Topic::Compare),
    ("layers", Topic::Layers),
    ("idf", Topic::Idf),
    ("ruler", Topic::Ruler),
    ("lenses", Topic::Lenses),
    ("overlap", Topic::Overlap),
];
const NUMBERS: &[(&str, Number)] = &[("p", Number::P), ("r", Number::R), ("f1", Number::F1)];
const SCORES: &[(&str, ScoreOf)] = &[
    ("p", ScoreOf::Bert(Number::P)),
    ("r", ScoreOf::Bert(Number::R)),
    ("f1", ScoreOf::Bert(Number::F1)),
    ("bleu", ScoreOf::Overlap(Metric::Bleu)),
    ("chrf", ScoreOf::Overlap(Metric::Chrf)),
    ("rouge1", ScoreOf::Overlap(Metric::Rouge1)),
    ("rouge2", ScoreOf::Overlap(Metric::Rouge2)),
    ("rougeL", ScoreOf::Overlap(Metric::RougeL)),
];

/// Reads a lesson's file.
///
/// # Errors
/// [`LessonError`].
pub fn open(path: &Path) -> Result<Lesson, LessonError> {
    parse(&read_text(path)?, &path.display().to_string())
}

/// Parses the text of a lesson's file; `file` is its name in messages.
///
/// # Errors
/// [`LessonError::Form`].
pub fn parse(text: &str, file: &str) -> Result<Lesson, LessonError> {
    lesson(text).map_err(|Wrong { at, problem }| LessonError::Form {
        file: file.to_owned(),
        line: text.get(..at).unwrap_or(text).matches('\n').count() + 1,
        problem,
    })
}

fn lesson(text: &str) -> Result<Lesson, Wrong> {
    if let Some(at) = text.find('\0') {
        return Err(Wrong { at, problem: "there is a NUL byte; a lesson is plain text in UTF-8".to_owned() });
    }
    let table = DeTable::parse(text).map_err(|error| not_toml(text, &error))?;
    let fields = Fields::of(table.get_ref(), 0, text, "a lesson", LESSON)?;
    let title = fields.needed("title", fields.words("title")?)?;
    let about = fields.text("about")?.unwrap_or_default();
    let written = fields.list("step", "written as [[step]], in two brackets, once for each pair")?;
    if written.is_empty() {
        let problem = "a lesson needs at least one [[step]] with a reference and a candidate".to_owned();
        return Err(Wrong { at: fields.place("step"), problem });
    }
    let steps = written.iter().enumerate().map(|(i, written)| step(&fields, written, i + 1));
    Ok(Lesson { title, about, steps: steps.collect::<Result<_, _>>()? })
}

fn step(lesson: &Fields<'_, '_>, written: &Spanned<DeValue<'_>>, number: usize) -> Result<Step, Wrong> {
    let fields = lesson.inside(written, "step", ("a [[step]]", STEP))?;
    let reference = fields.needed("reference", fields.text("reference")?)?;
    let candidate = fields.needed("candidate", fields.text("candidate")?)?;
    let other = fields.text("other")?;
    let shows_other = fields.one_of("shows", &[("candidate", false), ("other", true)])?.unwrap_or(false);
    if shows_other && other.is_none() {
        let problem = "`shows` is \"other\", and the step has no `other`".to_owned();
        return Err(Wrong { at: fields.place("shows"), problem });
    }
    let list = "a list in [ ], such as checks = [{ score = \"f1\", above = 0.8 }]";
    let checks = fields.list("checks", list)?.iter().map(|written| check(&fields, written, other.is_some()));
    Ok(Step {
        title: fields.words("title")?.unwrap_or_else(|| format!("Step {number}")),
        question: fields.words("question")?,
        note: fields.text("note")?.unwrap_or_default(),
        settings: Settings {
            layer: fields.count("layer")?,
            idf: fields
                .one_of("idf", &[("off", Idf::Off), ("table", Idf::Table), ("references", Idf::References)])?
                .unwrap_or_default(),
            rescale: fields.flag("rescale")?.unwrap_or(false),
            panel: fields.one_of("panel", PANELS)?,
            direction: fields.one_of(
                "direction",
                &[("both", Direction::Both), ("precision", Direction::Precision), ("recall", Direction::Recall)],
            )?,
        },
        checks: checks.collect::<Result<_, _>>()?,
        reference,
        candidate,
        other,
        shows_other,
    })
}

fn check(step: &Fields<'_, '_>, written: &Spanned<DeValue<'_>>, has_other: bool) -> Result<Check, Wrong> {
    let fields = step.inside(written, "checks", ("a check", CHECK))?;
    let of = [("candidate", Of::Candidate), ("other", Of::Other), ("reference", Of::Reference)];
    let form = CheckForm {
        score: fields.one_of("score", SCORES)?,
        raw: fields.one_of("raw", NUMBERS)?,
        lead: fields.one_of("lead", SCORES)?,
        change: fields.one_of("change", NUMBERS)?,
        cell: fields.two("cell")?,
        best: fields.words("best")?,
        of: fields.one_of("of", &of)?,
        above: fields.number("above")?,
        below: fields.number("below")?,
        is: fields.words("is")?,
    };
    Check::of(form, has_other).map_err(|problem| Wrong { at: fields.at, problem: format!("in `checks`: {problem}") })
}

/// The error of the TOML parser on one line, with the text at its position.
fn not_toml(text: &str, error: &toml::de::Error) -> Wrong {
    let span = error.span().unwrap_or_default();
    let said = error.message().trim().replace('\n', ", ");
    let there = short(text.get(span.clone()).unwrap_or_default());
    let problem = match said.as_str() {
        "duplicate key" => format!("`{there}` stands here for the second time; keep one of them"),
        _ => format!("this is not TOML: {said}"),
    };
    Wrong { at: span.start, problem }
}
