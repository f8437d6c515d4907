//! Reads a lesson from TOML. `docs/lessons.md` describes the format.

use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::check::{CANDIDATES, Check};
use crate::faults::{Fault, Faults};
use crate::fields::Fields;
use crate::{GuessKind, Lesson, LessonError, MatchDirection, Settings, Step, single_bracket};
use bertscope_analysis::{Idf, Program};
use bertscope_explain::Topic;
use bertscope_models::text_file::read_text;

const LESSON_FIELDS: &str = "title, about, step";
const STEP_FIELDS: &str = "title, reference, references, candidate, candidates, other, shows, question, guess, note, teacher, \
    minutes, layer, idf, rescale, as, panel, direction, cell, checks";
/// Most references or candidates of a step.
const MAX_TEXTS: usize = 6;
const GUESSES: &[(&str, GuessKind)] = &[
    ("f1", GuessKind::F1),
    ("vote", GuessKind::Vote),
    ("none", GuessKind::None),
];
/// Reads a lesson's file.
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
        return Err(LessonError::Invalid {
            file: file.to_owned(),
            faults: vec![Fault { line, problem }],
        });
    }
    let read = parse_lesson(text, &[]).or_else(|faults| match single_bracket::lines(text) {
        lines if lines.is_empty() => Err(faults),
        // The parser takes `[step]` for a table of the lesson and rejects what follows.
        lines => parse_lesson(&single_bracket::with_double_brackets(text, &lines), &lines),
    });
    read.map_err(|faults| LessonError::Invalid {
        file: file.to_owned(),
        faults,
    })
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
    let written = fields.list(
        "step",
        "written as [[step]], in double brackets, once per pair",
    );
    if written.is_empty() && fields.fault_count() == before {
        fields.add_missing("a lesson needs at least one [[step]] with a reference and a candidate");
    }
    // Every step is read, whether or not the one before could be.
    let steps: Vec<_> = written
        .iter()
        .enumerate()
        .map(|(i, written)| step(&fields, written, i + 1))
        .collect();
    let steps = steps
        .into_iter()
        .collect::<Option<Vec<_>>>()
        .filter(|steps| !steps.is_empty());
    Some(Lesson {
        title: title?,
        about,
        steps: steps?,
    })
}

fn step(lesson: &Fields<'_, '_>, written: &Spanned<DeValue<'_>>, number: usize) -> Option<Step> {
    let fields = lesson.open_nested(written, "step", ("a [[step]]", STEP_FIELDS))?;
    let references = texts(&fields, "reference", "references");
    let mut candidates = texts(&fields, "candidate", "candidates");
    let other = fields.text("other");
    if fields.has("other") && fields.has("candidates") {
        fields.add(
            "other",
            "`candidates` lists all candidates; leave out `other`",
        );
    } else if let Some(candidates) = &mut candidates {
        candidates.extend(other);
    }
    // If the texts could not be read, assume the largest number, so that `shows` and checks do not cause further errors.
    let [references_count, candidates_count] =
        [&references, &candidates].map(|texts| texts.as_ref().map_or(MAX_TEXTS, Vec::len));
    let shows = fields.choice("shows", CANDIDATES).unwrap_or(0);
    if shows >= candidates_count {
        fields.add(
            "shows",
            "`shows` names a candidate that the step does not have",
        );
    }
    let list = "a list in [ ], such as checks = [{ score = \"f1\", above = 0.8 }]";
    let checks = fields.list("checks", list).iter();
    let checks = checks
        .filter_map(|written| Check::read(&fields, written, candidates_count, references_count))
        .collect();
    let title = fields
        .nonempty_text("title")
        .unwrap_or_else(|| format!("Step {number}"));
    let question = fields.nonempty_text("question");
    let guess = fields.choice("guess", GUESSES);
    match (guess, &candidates) {
        (Some(GuessKind::Vote), Some(texts)) if texts.len() == 1 => {
            fields.add(
                "guess",
                "a vote needs several candidates; this step has one",
            );
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
            .choice(
                "idf",
                &[
                    ("off", Idf::Off),
                    ("table", Idf::Table),
                    ("references", Idf::References),
                ],
            )
            .unwrap_or_default(),
        rescale: fields.flag("rescale").unwrap_or(false),
        program: fields
            .choice(
                "as",
                &Program::ALL.map(|(program, name, _)| (name, program)),
            )
            .unwrap_or_default(),
        panel: fields.choice("panel", &Topic::ALL.map(|(topic, name, _)| (name, topic))),
        direction: fields.choice(
            "direction",
            &MatchDirection::ALL
                .iter()
                .map(|direction| (direction.name(), *direction))
                .collect::<Vec<_>>(),
        ),
    };
    Some(Step {
        title,
        references: references?,
        candidates: candidates?,
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
        fields.add(
            one,
            format!("`{several}` lists all of them; leave out `{one}`"),
        );
    }
    fields.texts(several, MAX_TEXTS)
}
