//! A TOML file as a lesson. `docs/lessons.md` describes the format.

use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::check::{Check, CheckForm};
use super::{Direction, Lesson, LessonError, Settings, Step};
use crate::analysis::Idf;
use crate::explain::Topic;
use crate::models::input::read_text;

/// Characters that a text of a lesson has at most: more than any model takes.
const LONGEST: usize = 20_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonForm {
    title: String,
    #[serde(default)]
    about: String,
    #[serde(default)]
    step: Vec<Spanned<StepForm>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepForm {
    title: Option<String>,
    reference: Spanned<String>,
    candidate: Spanned<String>,
    other: Option<Spanned<String>>,
    question: Option<String>,
    #[serde(default)]
    note: String,
    layer: Option<usize>,
    #[serde(default)]
    idf: Idf,
    #[serde(default)]
    rescale: bool,
    panel: Option<Topic>,
    direction: Option<Direction>,
    #[serde(default)]
    checks: Vec<Spanned<CheckForm>>,
}

/// Reads a lesson's file.
///
/// # Errors
/// [`LessonError`].
pub fn open(path: &Path) -> Result<Lesson, LessonError> {
    parse(&read_text(path)?, &path.display().to_string())
}

/// Makes a lesson of a file's text; `file` is what messages call it.
///
/// # Errors
/// [`LessonError::Form`].
pub fn parse(text: &str, file: &str) -> Result<Lesson, LessonError> {
    let at = |span: Range<usize>, problem: String| LessonError::Form {
        file: file.to_owned(),
        line: text.get(..span.start).unwrap_or_default().matches('\n').count() + 1,
        problem,
    };
    let form: LessonForm =
        toml::from_str(text).map_err(|e| at(e.span().unwrap_or_default(), e.message().trim().replace('\n', ", ")))?;
    if form.step.is_empty() {
        return Err(at(0..0, "a lesson needs at least one [[step]] with a reference and a candidate".to_owned()));
    }
    let mut steps = Vec::with_capacity(form.step.len());
    for (i, step) in form.step.into_iter().enumerate() {
        let step = step.into_inner();
        for written in [Some(&step.reference), Some(&step.candidate), step.other.as_ref()].into_iter().flatten() {
            let length = written.get_ref().chars().count();
            if length > LONGEST {
                let problem = format!("this text has {length} characters; a lesson takes at most {LONGEST}");
                return Err(at(written.span(), problem));
            }
        }
        let mut checks = Vec::with_capacity(step.checks.len());
        for check in step.checks {
            let span = check.span();
            let of_other = step.other.is_some();
            checks.push(Check::of(check.into_inner(), of_other).map_err(|problem| at(span, problem))?);
        }
        steps.push(Step {
            title: step.title.unwrap_or_else(|| format!("Step {}", i + 1)),
            reference: step.reference.into_inner(),
            candidate: step.candidate.into_inner(),
            other: step.other.map(Spanned::into_inner),
            question: step.question,
            note: step.note,
            settings: Settings {
                layer: step.layer,
                idf: step.idf,
                rescale: step.rescale,
                panel: step.panel,
                direction: step.direction,
            },
            checks,
        });
    }
    Ok(Lesson { title: form.title, about: form.about, steps })
}
