//! A check as a lesson's file has it, validated.

use super::{Check, CheckLocation, CheckedScore, Expected, Subject, VectorSource, text_name};
use crate::file::{CheckFile, TextName};
use bertscope_analysis::Side;

impl Subject {
    /// The field of a check that names it.
    fn field(&self) -> &'static str {
        match self {
            Self::Score(_) => "score",
            Self::RawScore(_) => "raw",
            Self::MaxScore(_) => "highest",
            Self::Lead(_) => "lead",
            Self::Change(_) => "change",
            Self::Cell(_) => "cell",
            Self::Best(..) => "best",
            Self::Rank(_) => "rank",
            Self::Rescaled { .. } => "rescaled",
        }
    }

    /// The lowest and the highest number that it can be.
    fn bounds(&self) -> [f64; 2] {
        match self {
            Self::Score(CheckedScore::Overlap(metric)) => [0.0, metric.max_score()],
            Self::Lead(CheckedScore::Overlap(metric)) => [-metric.max_score(), metric.max_score()],
            Self::Cell(_) => [-1.0, 1.0],
            Self::Rank(_) => [0.0, 1.0],
            // Rescaling has no lowest score, and enlarges differences.
            Self::Score(CheckedScore::Bert(_)) | Self::RawScore(_) | Self::MaxScore(_) => {
                [f64::NEG_INFINITY, 1.0]
            }
            Self::Lead(CheckedScore::Bert(_))
            | Self::Change(_)
            | Self::Best(..)
            | Self::Rescaled { .. } => [f64::NEG_INFINITY, f64::INFINITY],
        }
    }
}

impl Check {
    /// The check of a step with this number of candidates and references, or what is wrong with it.
    pub(crate) fn from_file(
        file: &CheckFile,
        candidate_count: usize,
        reference_count: usize,
    ) -> Result<Self, String> {
        let subject = subject(file)?;
        let location = location(file, &subject, candidate_count, reference_count)?;
        let expected = expected(file, &subject)?;
        Ok(Self {
            subject,
            location,
            expected,
        })
    }
}

/// The only subject.
fn subject(file: &CheckFile) -> Result<Subject, String> {
    let mut subjects = Vec::new();
    if let Some(score) = file.score {
        subjects.push(Subject::Score(score.0.score()));
    }
    if let Some(measure) = file.raw {
        subjects.push(Subject::RawScore(measure.0));
    }
    if let Some(measure) = file.highest {
        subjects.push(Subject::MaxScore(measure.0));
    }
    if let Some(score) = file.lead {
        subjects.push(Subject::Lead(score.0.score()));
    }
    if let Some(measure) = file.change {
        subjects.push(Subject::Change(measure.0));
    }
    if let Some(cell) = &file.cell {
        subjects.push(Subject::Cell(cell.clone()));
    }
    if let Some(token) = &file.best {
        let is_of_reference = file.of.is_some_and(|of| of.0 == TextName::Reference);
        let side = if is_of_reference {
            Side::Reference
        } else {
            Side::Candidate
        };
        subjects.push(Subject::Best(token.0.clone(), side));
    }
    if let Some(population) = &file.rank {
        subjects.push(Subject::Rank(population.0.clone()));
    }
    if let Some(raw) = &file.rescaled {
        subjects.push(Subject::Rescaled {
            raw: raw.0,
            model: file.model.as_ref().map(|name| name.0.clone()),
        });
    }
    if subjects.len() == 1 {
        return Ok(subjects.remove(0));
    }
    let given = if subjects.is_empty() {
        "none of them".to_owned()
    } else {
        let fields: Vec<String> = subjects
            .iter()
            .map(|subject| format!("`{}`", subject.field()))
            .collect();
        fields.join(" and ")
    };
    Err(format!(
        "a check needs exactly one of score, raw, highest, lead, change, cell, best, rank and rescaled; this has {given}"
    ))
}

/// Which texts and vectors the check is about, in a step with this number of candidates and references.
fn location(
    file: &CheckFile,
    subject: &Subject,
    candidate_count: usize,
    reference_count: usize,
) -> Result<CheckLocation, String> {
    let is_lead = matches!(subject, Subject::Lead(_));
    // The lead is over the first candidate, so it is the second's unless the file says otherwise.
    let default_candidate = usize::from(is_lead);
    let candidate = match file.of {
        Some(of) => of.0.candidate_index().unwrap_or(default_candidate),
        None => default_candidate,
    };
    if is_lead && candidate == 0 {
        return Err("`lead` compares with the first candidate; name another".to_owned());
    }
    if candidate >= candidate_count {
        let letter = text_name(Side::Candidate, candidate);
        return Err(format!(
            "this check is about candidate {letter}, but the step has no such candidate (`other` or `candidates`)"
        ));
    }
    let names_reference = file.of.is_some_and(|of| of.0 == TextName::Reference);
    if names_reference && !matches!(subject, Subject::Best(..)) {
        return Err(format!(
            "`of = \"reference\"` works only with `best`, not with `{}`",
            subject.field()
        ));
    }
    if file.reference.is_some() && matches!(subject, Subject::MaxScore(_)) {
        return Err("`highest` uses all references; leave out `reference`".to_owned());
    }
    if file.model.is_some() && file.rescaled.is_none() {
        return Err(format!(
            "`model` works only with `rescaled`, not with `{}`",
            subject.field()
        ));
    }
    if file.layer == Some(VectorSource::Static) && !matches!(subject, Subject::Cell(_)) {
        return Err(format!(
            "`layer = \"static\"` works only with `cell`, not with `{}`",
            subject.field()
        ));
    }
    let reference = file.reference.map_or(1, |number| number.0);
    if reference > reference_count {
        return Err(format!(
            "this check is about reference {reference}, but the step has {reference_count}"
        ));
    }
    Ok(CheckLocation {
        candidate,
        reference: reference - 1,
        vectors: file.layer,
    })
}

/// What the subject should be.
fn expected(file: &CheckFile, subject: &Subject) -> Result<Expected, String> {
    let field = subject.field();
    let above = file.above.map(|number| number.0);
    let below = file.below.map(|number| number.0);
    if matches!(subject, Subject::Best(..)) {
        return match (&file.is, above, below) {
            (Some(token), None, None) => Ok(Expected::Token(token.0.clone())),
            _ => Err("`best` needs `is` with the expected token, and nothing else".to_owned()),
        };
    }
    if file.is.is_some() || (above.is_none() && below.is_none()) {
        return Err(format!(
            "`{field}` needs `above`, `below` or both, and no `is`"
        ));
    }
    let low = above.unwrap_or(f64::NEG_INFINITY);
    let high = below.unwrap_or(f64::INFINITY);
    // A claim that no number can satisfy, or that every number satisfies, is a slip of the pen.
    let [min, max] = subject.bounds();
    if low >= max {
        return Err(format!(
            "`{field}` is at most {max} here, so it is never above {low}"
        ));
    }
    if high <= min {
        return Err(format!(
            "`{field}` is at least {min} here, so it is never below {high}"
        ));
    }
    if low >= high {
        return Err(format!(
            "no number is above {low} and below {high}; swap them"
        ));
    }
    Ok(Expected::Between(low, high))
}
