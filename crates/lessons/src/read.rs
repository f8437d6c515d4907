//! Reads a lesson from TOML: the names of all fields first, then their values, then what contradicts each other. The first
//! error ends it.

use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

use crate::check::Check;
use crate::file::{CheckFile, LessonFile, StepFile, Text};
use crate::names::{fields_of, toml_problem, unknown_name};
use crate::{Exercise, GuessKind, Lesson, LessonError, Step};
use bertscope_analysis::SettingsRequest;
use bertscope_models::text_file::read_text;

/// Maximum size of a lesson in bytes; an hour's lesson has 20 kB.
const MAX_BYTES: usize = 1 << 20;
/// Maximum number of references or candidates of a step: the names of candidates are A to F.
const MAX_TEXTS: usize = 6;
/// Curly quotes, which word processors write instead of `"` and `'`.
const CURLY_QUOTES: [char; 8] = ['“', '”', '„', '‟', '‘', '’', '«', '»'];

/// Reads a lesson's file.
pub fn open(path: &Path) -> Result<Lesson, LessonError> {
    parse(&read_text(path)?, &path.display().to_string())
}

/// Parses the text of a lesson's file; `file` is its name in messages.
///
/// # Errors
/// [`LessonError::Invalid`] with the first error of the file.
pub fn parse(text: &str, file: &str) -> Result<Lesson, LessonError> {
    if text.len() > MAX_BYTES {
        return Err(LessonError::TooLarge {
            file: file.to_owned(),
            max_bytes: MAX_BYTES,
        });
    }
    read_lesson(text).map_err(|error| {
        let position = Position::of_byte(text, error.span.start);
        LessonError::Invalid {
            file: file.to_owned(),
            line: position.line,
            column: position.column,
            problem: error.problem,
        }
    })
}

/// An error in a text, and the bytes that it is about.
struct ReadError {
    span: Range<usize>,
    problem: String,
}

impl ReadError {
    fn new(span: Range<usize>, problem: impl Into<String>) -> Self {
        Self {
            span,
            problem: problem.into(),
        }
    }
}

impl From<toml::de::Error> for ReadError {
    fn from(error: toml::de::Error) -> Self {
        Self::new(error.span().unwrap_or_default(), toml_problem(&error))
    }
}

/// A position in a text; both numbers count from 1.
struct Position {
    line: usize,
    column: usize,
}

impl Position {
    fn of_byte(text: &str, byte: usize) -> Self {
        let before = text.get(..byte).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

fn read_lesson(text: &str) -> Result<Lesson, ReadError> {
    let table = DeTable::parse(text).map_err(|error| syntax_error(text, error))?;
    // Before the values, because serde would say of a misspelt field only that another one is missing.
    check_names(table.get_ref())?;
    let file = LessonFile::deserialize(Deserializer::from(table))?;
    if file.step.0.is_empty() {
        return Err(ReadError::new(
            0..0,
            "a lesson needs at least one [[step]] with a reference and a candidate",
        ));
    }
    let mut steps = Vec::new();
    for written in file.step.0 {
        let number = steps.len() + 1;
        steps.push(step(written, number)?);
    }
    Ok(Lesson {
        title: file.title.0,
        about: file.about.map(|text| text.0).unwrap_or_default(),
        steps,
    })
}

/// What the TOML parser says, or what a teacher has to do about it.
fn syntax_error(text: &str, error: toml::de::Error) -> ReadError {
    let error = ReadError::from(error);
    let line = Position::of_byte(text, error.span.start).line;
    let written = text.lines().nth(line - 1).unwrap_or_default();
    if written.contains(CURLY_QUOTES) {
        return ReadError::new(
            error.span,
            format!(
                "this is not TOML: {}; if the quotes around a text are curly, write straight ones: \"like these\"",
                error.problem
            ),
        );
    }
    ReadError::new(error.span, format!("this is not TOML: {}", error.problem))
}

/// Looks for the first field that does not exist, in the lesson, its steps and their checks.
fn check_names(lesson: &DeTable<'_>) -> Result<(), ReadError> {
    check_names_of::<LessonFile>(lesson)?;
    for step in tables_of(lesson, "step") {
        check_names_of::<StepFile>(step)?;
        if let Some(DeValue::Table(exercise)) = step.get("exercise").map(Spanned::get_ref) {
            check_names_of::<Exercise>(exercise)?;
        }
        for check in tables_of(step, "checks") {
            check_names_of::<CheckFile>(check)?;
        }
    }
    Ok(())
}

fn check_names_of<T: for<'a> Deserialize<'a>>(table: &DeTable<'_>) -> Result<(), ReadError> {
    let known = fields_of::<T>();
    for name in table.keys() {
        if !known.contains(&name.get_ref().as_ref()) {
            let problem = unknown_name("field", name.get_ref(), known);
            return Err(ReadError::new(name.span(), problem));
        }
    }
    Ok(())
}

/// The tables of a list. What is no table is left to serde.
fn tables_of<'a, 'i>(table: &'a DeTable<'i>, name: &str) -> impl Iterator<Item = &'a DeTable<'i>> {
    let list = table.get(name).and_then(|value| value.get_ref().as_array());
    list.into_iter()
        .flat_map(|list| list.iter())
        .filter_map(|value| match value.get_ref() {
            DeValue::Table(table) => Some(table),
            _ => None,
        })
}

/// The step with this number, from 1.
fn step(written: Spanned<StepFile>, number: usize) -> Result<Step, ReadError> {
    let span = written.span();
    let file = written.into_inner();
    let references = texts("reference", file.reference, file.references, &span)?;
    let mut candidates = texts("candidate", file.candidate, file.candidates, &span)?;
    // A second candidate, B, beside a `candidate`.
    if let Some(other) = file.other {
        if candidates.are_listed {
            return Err(ReadError::new(
                other.span(),
                "`candidates` lists all candidates; leave out `other`",
            ));
        }
        candidates.texts.push(other.into_inner().0);
    }
    let candidates = candidates.texts;
    let references = references.texts;

    let mut shown_candidate = 0;
    if let Some(shows) = file.shows {
        match shows.get_ref().0.candidate_index() {
            Some(index) if index < candidates.len() => shown_candidate = index,
            _ => {
                return Err(ReadError::new(
                    shows.span(),
                    "`shows` names a candidate that the step does not have",
                ));
            }
        }
    }
    let mut guess = None;
    if let Some(written) = file.guess {
        let kind = written.get_ref().0;
        if kind == GuessKind::Vote && candidates.len() == 1 {
            return Err(ReadError::new(
                written.span(),
                "a vote needs several candidates; this step has one",
            ));
        }
        if kind == GuessKind::F1 && candidates.len() > 1 {
            return Err(ReadError::new(
                written.span(),
                "`guess = \"f1\"` is for one candidate; with several, write \"vote\" or leave it out",
            ));
        }
        guess = Some(kind);
    }
    let exercise = match file.exercise {
        Some(written) => Some(exercise(written, candidates.len())?),
        None => None,
    };
    let mut checks = Vec::new();
    for written in file.checks {
        let check = Check::from_file(written.get_ref(), candidates.len(), references.len());
        checks.push(check.map_err(|problem| ReadError::new(written.span(), problem))?);
    }
    let title = match file.title {
        Some(title) => title.0,
        None => format!("Step {number}"),
    };
    Ok(Step {
        title,
        references,
        candidates,
        shown_candidate,
        question: file.question.map(|text| text.0),
        guess,
        note: file.note.map(|text| text.0).unwrap_or_default(),
        exercise,
        teacher_note: file.teacher.map(|text| text.0),
        minutes: file.minutes.map(|minutes| minutes.0),
        cell: file.cell,
        settings: SettingsRequest {
            layer: file.layer.map(|layer| layer.0),
            idf: file.idf.map(|idf| idf.0),
            rescale: file.rescale,
            conventions: file.program.map(|program| program.0),
        },
        panel: file.panel.map(|panel| panel.0),
        direction: file.direction.map(|direction| direction.0),
        checks,
    })
}

/// The exercise of a step. Without a condition, every candidate would solve it.
fn exercise(written: Spanned<Exercise>, candidates: usize) -> Result<Exercise, ReadError> {
    let span = written.span();
    let exercise = written.into_inner();
    let problem = if candidates > 1 {
        "an exercise is about the one candidate that the reader changes; this step has several"
    } else if exercise.words.iter().any(Vec::is_empty) {
        "a list of `words` is empty; name at least one accepted word"
    } else if exercise.above.is_none() && exercise.below.is_none() && exercise.words.is_empty() {
        "an exercise needs `below`, `above` or `words`"
    } else {
        return Ok(exercise);
    };
    Err(ReadError::new(span, problem))
}

/// The texts of a side of a step.
struct SideTexts {
    texts: Vec<String>,
    /// Whether the file has them in a list, which is then complete.
    are_listed: bool,
}

/// The texts of a side: one in a field of its own, called `name`, or several in a list.
fn texts(
    name: &str,
    one: Option<Spanned<Text>>,
    several: Option<Spanned<Vec<Text>>>,
    step: &Range<usize>,
) -> Result<SideTexts, ReadError> {
    match (one, several) {
        (Some(one), None) => Ok(SideTexts {
            texts: vec![one.into_inner().0],
            are_listed: false,
        }),
        (None, Some(several)) => {
            let span = several.span();
            let texts = several.into_inner();
            if texts.is_empty() || texts.len() > MAX_TEXTS {
                let problem = format!(
                    "`{name}s` has {} texts; it can have 1 to {MAX_TEXTS}",
                    texts.len()
                );
                return Err(ReadError::new(span, problem));
            }
            Ok(SideTexts {
                texts: texts.into_iter().map(|text| text.0).collect(),
                are_listed: true,
            })
        }
        (Some(one), Some(_)) => Err(ReadError::new(
            one.span(),
            format!("`{name}s` lists all of them; leave out `{name}`"),
        )),
        (None, None) => Err(ReadError::new(
            step.clone(),
            format!("missing field `{name}`; a [[step]] needs it"),
        )),
    }
}
