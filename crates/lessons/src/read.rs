//! Reads a lesson from TOML. `docs/lessons.md` describes the format.

use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::check::{Check, CheckTarget, CheckedScore, Measure, RawCheck, VectorSource};
use super::faults::{Fault, Faults};
use super::fields::Fields;
use super::single_bracket;
use super::{GuessKind, Lesson, LessonError, MatchDirection, Settings, Step};
use bertscope_analysis::Idf;
use bertscope_explain::Topic;
use bertscope_models::text_file::read_text;
use bertscope_overlap::Metric;

const LESSON_FIELDS: &[&str] = &["title", "about", "step"];
const STEP_FIELDS: &[&str] = &[
    "title",
    "reference",
    "references",
    "candidate",
    "candidates",
    "other",
    "shows",
    "question",
    "guess",
    "note",
    "teacher",
    "minutes",
    "layer",
    "idf",
    "rescale",
    "panel",
    "direction",
    "cell",
    "checks",
];
const CHECK_FIELDS: &[&str] =
    &["score", "raw", "highest", "lead", "change", "cell", "best", "of", "reference", "layer", "above", "below", "is"];
/// Most references or candidates of a step.
const MAX_TEXTS: usize = 6;
/// Names of the candidates in `shows` and `of`, with their indices.
const CANDIDATES: &[(&str, usize)] =
    &[("candidate", 0), ("other", 1), ("A", 0), ("B", 1), ("C", 2), ("D", 3), ("E", 4), ("F", 5)];
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
const GUESSES: &[(&str, GuessKind)] = &[("f1", GuessKind::F1), ("vote", GuessKind::Vote), ("none", GuessKind::None)];
const MEASURES: &[(&str, Measure)] = &[("p", Measure::P), ("r", Measure::R), ("f1", Measure::F1)];

const SCORES: &[(&str, CheckedScore)] = &[
    ("p", CheckedScore::Bert(Measure::P)),
    ("r", CheckedScore::Bert(Measure::R)),
    ("f1", CheckedScore::Bert(Measure::F1)),
    ("bleu", CheckedScore::Overlap(Metric::Bleu)),
    ("chrf", CheckedScore::Overlap(Metric::Chrf)),
    ("rouge1", CheckedScore::Overlap(Metric::Rouge1)),
    ("rouge2", CheckedScore::Overlap(Metric::Rouge2)),
    ("rougeL", CheckedScore::Overlap(Metric::RougeL)),
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
/// [`LessonError::Invalid`] with all faults of the file.
pub fn parse(text: &str, file: &str) -> Result<Lesson, LessonError> {
    if let Some(at) = text.find('\0') {
        let line = text[..at].matches('\n').count() + 1;
        let problem = "there is a NUL byte; a lesson is plain text in UTF-8".to_owned();
        return Err(LessonError::Invalid { file: file.to_owned(), faults: vec![Fault { line, problem }] });
    }
    let read = parse_lesson(text, &[]).or_else(|faults| match single_bracket::lines(text) {
        lines if lines.is_empty() => Err(faults),
        // The parser takes `[step]` for a table of the lesson and rejects what follows.
        lines => parse_lesson(&single_bracket::with_double_brackets(text, &lines), &lines),
    });
    read.map_err(|faults| LessonError::Invalid { file: file.to_owned(), faults })
}

/// Parses a lesson, or collects all faults of its text. `one_bracket` has the lines with `[step]`.
fn parse_lesson(text: &str, one_bracket: &[usize]) -> Result<Lesson, Vec<Fault>> {
    let (table, errors) = DeTable::parse_recoverable(text);
    let faults = Faults::from_parse_errors(text, &errors);
    for line in one_bracket {
        faults.add_line(*line, single_bracket::PROBLEM.to_owned());
    }
    match (lesson(table.get_ref(), &faults), faults.into_sorted()) {
        (Some(lesson), faults) if faults.is_empty() => Ok(lesson),
        (_, faults) => Err(faults),
    }
}

/// `None` if it cannot be read, with a fault that says why.
fn lesson(table: &DeTable<'_>, faults: &Faults<'_>) -> Option<Lesson> {
    let fields = Fields::open(table, 0, faults, "a lesson", LESSON_FIELDS);
    let title = fields.require("title", fields.nonempty_text("title"));
    let about = fields.text("about").unwrap_or_default();
    fields.check_placeholders("about");
    let before = fields.fault_count();
    let written = fields.list("step", "written as [[step]], in double brackets, once per pair");
    if written.is_empty() && fields.fault_count() == before {
        fields.add_missing("a lesson needs at least one [[step]] with a reference and a candidate");
    }
    // Every step is read, whether or not the one before could be.
    let steps: Vec<_> = written.iter().enumerate().map(|(i, written)| step(&fields, written, i + 1)).collect();
    let steps = steps.into_iter().collect::<Option<Vec<_>>>().filter(|steps| !steps.is_empty());
    Some(Lesson { title: title?, about, steps: steps? })
}

fn step(lesson: &Fields<'_, '_>, written: &Spanned<DeValue<'_>>, number: usize) -> Option<Step> {
    let fields = lesson.open_nested(written, "step", ("a [[step]]", STEP_FIELDS))?;
    let references = texts(&fields, "reference", "references");
    let mut candidates = texts(&fields, "candidate", "candidates");
    let other = fields.text("other");
    if fields.has("other") && fields.has("candidates") {
        fields.add("other", "`candidates` lists all candidates; leave out `other`");
    } else if let Some(candidates) = &mut candidates {
        candidates.extend(other);
    }
    // If the texts could not be read, assume the largest number, so that `shows` and checks do not cause further errors.
    let [references_count, candidates_count] =
        [&references, &candidates].map(|texts| texts.as_ref().map_or(MAX_TEXTS, Vec::len));
    let shows = fields.choice("shows", CANDIDATES).unwrap_or(0);
    if shows >= candidates_count {
        fields.add("shows", "`shows` names a candidate that the step does not have");
    }
    let list = "a list in [ ], such as checks = [{ score = \"f1\", above = 0.8 }]";
    let checks = fields.list("checks", list).iter();
    let checks = checks.filter_map(|written| check(&fields, written, candidates_count, references_count)).collect();
    let title = fields.nonempty_text("title").unwrap_or_else(|| format!("Step {number}"));
    let question = fields.nonempty_text("question");
    let guess = fields.choice("guess", GUESSES);
    match (guess, &candidates) {
        (Some(GuessKind::Vote), Some(texts)) if texts.len() == 1 => {
            fields.add("guess", "a vote needs several candidates; this step has one");
        }
        (Some(GuessKind::F1), Some(texts)) if texts.len() > 1 => {
            fields.add("guess", "`guess = \"f1\"` is for one candidate; with several, write \"vote\" or leave it out");
        }
        _ => {}
    }
    let note = fields.text("note").unwrap_or_default();
    let teacher = fields.nonempty_text("teacher");
    for text in ["question", "note", "teacher"] {
        fields.check_placeholders(text);
    }
    let minutes = fields.count("minutes", 1..=600);
    let cell = fields.text_pair("cell");
    let settings = Settings {
        layer: fields.count("layer", 0..=usize::MAX),
        idf: fields
            .choice("idf", &[("off", Idf::Off), ("table", Idf::Table), ("references", Idf::References)])
            .unwrap_or_default(),
        rescale: fields.flag("rescale").unwrap_or(false),
        panel: fields.choice("panel", PANELS),
        direction: fields.choice(
            "direction",
            &[
                ("both", MatchDirection::Both),
                ("precision", MatchDirection::Precision),
                ("recall", MatchDirection::Recall),
            ],
        ),
    };
    let (mut references, mut candidates) = (references?.into_iter(), candidates?.into_iter());
    Some(Step {
        title,
        reference: references.next()?,
        other_references: references.collect(),
        candidate: candidates.next()?,
        other_candidates: candidates.collect(),
        shown_candidate: shows,
        question,
        guess,
        note,
        teacher_note: teacher,
        minutes,
        cell,
        settings,
        checks,
    })
}

/// The texts of a side: one in a field of its own, or several in a list.
fn texts(fields: &Fields<'_, '_>, one: &str, several: &str) -> Option<Vec<String>> {
    if !fields.has(several) {
        return fields.require(one, fields.text(one)).map(|text| vec![text]);
    }
    if fields.has(one) {
        fields.add(one, format!("`{several}` lists all of them; leave out `{one}`"));
    }
    fields.texts(several, MAX_TEXTS)
}

/// The vectors that a check looks at: those of a layer, or static ones.
fn vectors(fields: &Fields<'_, '_>) -> Option<VectorSource> {
    if fields.has_value("layer", "static") {
        return Some(VectorSource::Static);
    }
    fields.count_or("layer", 0..=usize::MAX, "static").map(VectorSource::Layer)
}

fn check(step: &Fields<'_, '_>, written: &Spanned<DeValue<'_>>, candidates: usize, references: usize) -> Option<Check> {
    let before = step.fault_count();
    let fields = step.open_nested(written, "checks", ("a check", CHECK_FIELDS))?;
    let of: Vec<_> = CANDIDATES.iter().map(|(name, candidate)| (*name, CheckTarget::Candidate(*candidate))).collect();
    let of = [&of[..], &[("reference", CheckTarget::Reference)]].concat();
    let form = RawCheck {
        score: fields.choice("score", SCORES),
        raw: fields.choice("raw", MEASURES),
        highest: fields.choice("highest", MEASURES),
        lead: fields.choice("lead", SCORES),
        change: fields.choice("change", MEASURES),
        cell: fields.text_pair("cell"),
        best: fields.nonempty_text("best"),
        of: fields.choice("of", &of),
        reference: fields.count("reference", 1..=usize::MAX),
        layer: vectors(&fields),
        above: fields.number("above"),
        below: fields.number("below"),
        is: fields.nonempty_text("is"),
    };
    // If a field could not be read, validating the rest would report it as missing too.
    if fields.fault_count() > before {
        return None;
    }
    Check::validate(form, candidates, references)
        .map_err(|problem| fields.add("", format!("in `checks`: {problem}")))
        .ok()
}
