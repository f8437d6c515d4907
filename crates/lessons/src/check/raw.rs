//! A check as written in a lesson file, and its validation.

use super::{Check, CheckLocation, CheckedScore, Expected, Measure, Subject, VectorSource, text_name};
use bertscope_analysis::Side;

/// An unvalidated check: exactly one subject, its location, and the expected value.
#[derive(Debug, Clone, Default)]
pub(crate) struct RawCheck {
    pub(crate) score: Option<CheckedScore>,
    pub(crate) raw: Option<Measure>,
    pub(crate) highest: Option<Measure>,
    pub(crate) lead: Option<CheckedScore>,
    pub(crate) change: Option<Measure>,
    pub(crate) cell: Option<[String; 2]>,
    pub(crate) best: Option<String>,
    pub(crate) of: Option<CheckTarget>,
    pub(crate) reference: Option<usize>,
    pub(crate) layer: Option<VectorSource>,
    pub(crate) above: Option<f64>,
    pub(crate) below: Option<f64>,
    pub(crate) is: Option<String>,
}

/// The text whose number or token is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CheckTarget {
    /// A candidate, from 0.
    Candidate(usize),
    /// The reference.
    Reference,
}

/// The lowest and the highest number that a subject can be.
fn range(subject: &Subject) -> (f64, f64) {
    match subject {
        // Rescaling has no lowest score.
        Subject::Score(CheckedScore::Bert(_)) | Subject::RawScore(_) | Subject::MaxScore(_) => (f64::NEG_INFINITY, 1.0),
        Subject::Score(CheckedScore::Overlap(metric)) => (0.0, metric.max_score()),
        Subject::Lead(CheckedScore::Overlap(metric)) => (-metric.max_score(), metric.max_score()),
        Subject::Cell(..) => (-1.0, 1.0),
        // Rescaling enlarges differences.
        Subject::Lead(CheckedScore::Bert(_)) | Subject::Change(_) | Subject::Best(..) => {
            (f64::NEG_INFINITY, f64::INFINITY)
        }
    }
}

impl Check {
    /// Validates a check of a step with this number of candidates and references.
    ///
    /// # Errors
    /// A sentence that names the missing or superfluous field.
    pub(crate) fn validate(form: RawCheck, candidates: usize, references: usize) -> Result<Self, String> {
        let RawCheck { score, raw, highest, lead, change, cell, best, of, reference, layer, above, below, is } = form;
        let side = if of == Some(CheckTarget::Reference) { Side::Reference } else { Side::Candidate };
        let mut subjects = Vec::new();
        subjects.extend(score.map(|n| ("score", Subject::Score(n))));
        subjects.extend(raw.map(|n| ("raw", Subject::RawScore(n))));
        subjects.extend(highest.map(|n| ("highest", Subject::MaxScore(n))));
        subjects.extend(lead.map(|n| ("lead", Subject::Lead(n))));
        subjects.extend(change.map(|n| ("change", Subject::Change(n))));
        subjects.extend(cell.map(|cell| ("cell", Subject::Cell(cell))));
        subjects.extend(best.map(|token| ("best", Subject::Best(token, side))));
        let given: Vec<_> = subjects.iter().map(|(name, _)| format!("`{name}`")).collect();
        let (Some((name, subject)), true) = (subjects.pop(), subjects.is_empty()) else {
            let has = if given.is_empty() { "none of them".to_owned() } else { given.join(" and ") };
            return Err(format!(
                "a check needs exactly one of score, raw, highest, lead, change, cell and best; this has {has}"
            ));
        };
        let is_lead = matches!(subject, Subject::Lead(_));
        let candidate = match of {
            Some(CheckTarget::Candidate(0)) if is_lead => {
                return Err("`lead` compares with the first candidate; name another".into());
            }
            Some(CheckTarget::Candidate(candidate)) => candidate,
            Some(CheckTarget::Reference) | None => usize::from(is_lead),
        };
        if candidate >= candidates {
            let letter = text_name(candidate);
            return Err(format!(
                "this check is about candidate {letter}, but the step has no such candidate (`other` or `candidates`)"
            ));
        }
        if of == Some(CheckTarget::Reference) && !matches!(subject, Subject::Best(..)) {
            return Err(format!("`of = \"reference\"` works only with `best`, not with `{name}`"));
        }
        if reference.is_some() && matches!(subject, Subject::MaxScore(_)) {
            return Err("`highest` uses all references; leave out `reference`".into());
        }
        if layer == Some(VectorSource::Static) && !matches!(subject, Subject::Cell(..)) {
            return Err(format!("`layer = \"static\"` works only with `cell`, not with `{name}`"));
        }
        let reference = reference.unwrap_or(1);
        if reference > references {
            return Err(format!("this check is about reference {reference}, but the step has {references}"));
        }
        let is_token = matches!(subject, Subject::Best(..));
        let (lowest, highest) = range(&subject);
        if let Some(above) = above.filter(|above| *above >= highest) {
            return Err(format!("`{name}` is at most {highest} here, so it is never above {above}"));
        }
        if let Some(below) = below.filter(|below| *below <= lowest) {
            return Err(format!("`{name}` is at least {lowest} here, so it is never below {below}"));
        }
        let expected = match (is, above, below) {
            (Some(token), None, None) if is_token => Expected::Token(token),
            (None, Some(above), Some(below)) if !is_token && above >= below => {
                return Err(format!("no number is above {above} and below {below}; swap them"));
            }
            (None, above, below) if !is_token && (above.is_some() || below.is_some()) => {
                Expected::Between(above.unwrap_or(f64::NEG_INFINITY), below.unwrap_or(f64::INFINITY))
            }
            _ if is_token => return Err("`best` needs `is` with the expected token, and nothing else".into()),
            _ => return Err(format!("`{name}` needs `above`, `below` or both, and no `is`")),
        };
        Ok(Self { subject, location: CheckLocation { candidate, reference: reference - 1, vectors: layer }, expected })
    }
}
