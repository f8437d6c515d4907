//! Reads a check from a lesson file, and validates it.

use super::{
    Check, CheckLocation, CheckedScore, Expected, Measure, Subject, VectorSource, text_name,
};
use crate::fields::Fields;
use bertscope_analysis::Side;
use bertscope_overlap::Metric;
use toml::Spanned;
use toml::de::DeValue;

const CHECK_FIELDS: &str =
    "score, raw, highest, lead, change, cell, best, of, reference, layer, above, below, is";
/// Names of the candidates in `shows` and `of`, with their indices.
pub(crate) const CANDIDATES: &[(&str, usize)] = &[
    ("candidate", 0),
    ("other", 1),
    ("A", 0),
    ("B", 1),
    ("C", 2),
    ("D", 3),
    ("E", 4),
    ("F", 5),
];
const MEASURES: &[(&str, Measure)] = &[
    ("p", Measure::Precision),
    ("r", Measure::Recall),
    ("f1", Measure::F1),
];
const SCORES: &[(&str, CheckedScore)] = &[
    ("p", CheckedScore::Bert(Measure::Precision)),
    ("r", CheckedScore::Bert(Measure::Recall)),
    ("f1", CheckedScore::Bert(Measure::F1)),
    ("bleu", CheckedScore::Overlap(Metric::Bleu)),
    ("chrf", CheckedScore::Overlap(Metric::Chrf)),
    ("rouge1", CheckedScore::Overlap(Metric::Rouge1)),
    ("rouge2", CheckedScore::Overlap(Metric::Rouge2)),
    ("rougeL", CheckedScore::Overlap(Metric::RougeL)),
];

/// The text whose number or token is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CheckTarget {
    /// A candidate, from 0.
    Candidate(usize),
    /// The reference.
    Reference,
}

/// The lowest and the highest number that a subject can be.
fn range(subject: &Subject) -> (f64, f64) {
    match subject {
        // Rescaling has no lowest score.
        Subject::Score(CheckedScore::Bert(_)) | Subject::RawScore(_) | Subject::MaxScore(_) => {
            (f64::NEG_INFINITY, 1.0)
        }
        Subject::Score(CheckedScore::Overlap(metric)) => (0.0, metric.max_score()),
        Subject::Lead(CheckedScore::Overlap(metric)) => (-metric.max_score(), metric.max_score()),
        Subject::Cell(..) => (-1.0, 1.0),
        // Rescaling enlarges differences.
        Subject::Lead(CheckedScore::Bert(_)) | Subject::Change(_) | Subject::Best(..) => {
            (f64::NEG_INFINITY, f64::INFINITY)
        }
    }
}

/// The vectors that a check looks at: those of a layer, or static ones.
fn vectors(fields: &Fields<'_, '_>) -> Option<VectorSource> {
    if fields.has_value("layer", "static") {
        return Some(VectorSource::Static);
    }
    fields
        .count_or("layer", 0..=usize::MAX, "static")
        .map(VectorSource::Layer)
}

impl Check {
    /// Reads a check of a step with this number of candidates and references. `None` adds a fault.
    pub(crate) fn read(
        step: &Fields<'_, '_>,
        written: &Spanned<DeValue<'_>>,
        candidates: usize,
        references: usize,
    ) -> Option<Self> {
        let before = step.fault_count();
        let fields = step.open_nested(written, "checks", ("a check", CHECK_FIELDS))?;
        let mut subjects = Vec::new();
        subjects.extend(
            fields
                .choice("score", SCORES)
                .map(|n| ("score", Subject::Score(n))),
        );
        subjects.extend(
            fields
                .choice("raw", MEASURES)
                .map(|n| ("raw", Subject::RawScore(n))),
        );
        subjects.extend(
            fields
                .choice("highest", MEASURES)
                .map(|n| ("highest", Subject::MaxScore(n))),
        );
        subjects.extend(
            fields
                .choice("lead", SCORES)
                .map(|n| ("lead", Subject::Lead(n))),
        );
        subjects.extend(
            fields
                .choice("change", MEASURES)
                .map(|n| ("change", Subject::Change(n))),
        );
        subjects.extend(
            fields
                .text_pair("cell")
                .map(|cell| ("cell", Subject::Cell(cell))),
        );
        let best = fields.nonempty_text("best");
        let candidate =
            |(name, candidate): &(&'static str, usize)| (*name, CheckTarget::Candidate(*candidate));
        let targets: Vec<_> = CANDIDATES
            .iter()
            .map(candidate)
            .chain([("reference", CheckTarget::Reference)])
            .collect();
        let of = fields.choice("of", &targets);
        let side = if of == Some(CheckTarget::Reference) {
            Side::Reference
        } else {
            Side::Candidate
        };
        subjects.extend(best.map(|token| ("best", Subject::Best(token, side))));
        let location = RawLocation {
            of,
            reference: fields.count("reference", 1..=usize::MAX),
            vectors: vectors(&fields),
        };
        let [above, below] = ["above", "below"].map(|limit| fields.number(limit));
        let is = fields.nonempty_text("is");
        // If a field could not be read, validating the rest would report it as missing too.
        if fields.fault_count() > before {
            return None;
        }
        let check = subject(subjects).and_then(|(name, subject)| {
            let location = location.validate(name, &subject, candidates, references)?;
            let expected = expected(name, &subject, is, above, below)?;
            Ok(Self {
                subject,
                location,
                expected,
            })
        });
        check
            .map_err(|problem| fields.add("", format!("in `checks`: {problem}")))
            .ok()
    }
}

/// The only subject.
fn subject(mut subjects: Vec<(&'static str, Subject)>) -> Result<(&'static str, Subject), String> {
    let given: Vec<_> = subjects
        .iter()
        .map(|(name, _)| format!("`{name}`"))
        .collect();
    match (subjects.pop(), subjects.is_empty()) {
        (Some(subject), true) => Ok(subject),
        _ => {
            let has = if given.is_empty() {
                "none of them".to_owned()
            } else {
                given.join(" and ")
            };
            Err(format!(
                "a check needs exactly one of score, raw, highest, lead, change, cell and best; this has {has}"
            ))
        }
    }
}

/// A location as written.
struct RawLocation {
    of: Option<CheckTarget>,
    reference: Option<usize>,
    vectors: Option<VectorSource>,
}

impl RawLocation {
    /// The location in a step with this number of candidates and references, if it fits the subject called `name`.
    fn validate(
        self,
        name: &str,
        subject: &Subject,
        candidates: usize,
        references: usize,
    ) -> Result<CheckLocation, String> {
        let Self {
            of,
            reference,
            vectors,
        } = self;
        let is_lead = matches!(subject, Subject::Lead(_));
        let candidate = match of {
            Some(CheckTarget::Candidate(0)) if is_lead => {
                return Err("`lead` compares with the first candidate; name another".into());
            }
            Some(CheckTarget::Candidate(candidate)) => candidate,
            Some(CheckTarget::Reference) | None => usize::from(is_lead),
        };
        if candidate >= candidates {
            let letter = text_name(Side::Candidate, candidate);
            return Err(format!(
                "this check is about candidate {letter}, but the step has no such candidate (`other` or `candidates`)"
            ));
        }
        if of == Some(CheckTarget::Reference) && !matches!(subject, Subject::Best(..)) {
            return Err(format!(
                "`of = \"reference\"` works only with `best`, not with `{name}`"
            ));
        }
        if reference.is_some() && matches!(subject, Subject::MaxScore(_)) {
            return Err("`highest` uses all references; leave out `reference`".into());
        }
        if vectors == Some(VectorSource::Static) && !matches!(subject, Subject::Cell(..)) {
            return Err(format!(
                "`layer = \"static\"` works only with `cell`, not with `{name}`"
            ));
        }
        let reference = reference.unwrap_or(1);
        if reference > references {
            return Err(format!(
                "this check is about reference {reference}, but the step has {references}"
            ));
        }
        Ok(CheckLocation {
            candidate,
            reference: reference - 1,
            vectors,
        })
    }
}

/// The expected value of the subject called `name`.
fn expected(
    name: &str,
    subject: &Subject,
    is: Option<String>,
    above: Option<f64>,
    below: Option<f64>,
) -> Result<Expected, String> {
    let is_token = matches!(subject, Subject::Best(..));
    let (lowest, highest) = range(subject);
    if let Some(above) = above.filter(|above| *above >= highest) {
        return Err(format!(
            "`{name}` is at most {highest} here, so it is never above {above}"
        ));
    }
    if let Some(below) = below.filter(|below| *below <= lowest) {
        return Err(format!(
            "`{name}` is at least {lowest} here, so it is never below {below}"
        ));
    }
    match (is, above, below) {
        (Some(token), None, None) if is_token => Ok(Expected::Token(token)),
        (None, Some(above), Some(below)) if !is_token && above >= below => Err(format!(
            "no number is above {above} and below {below}; swap them"
        )),
        (None, above, below) if !is_token && (above.is_some() || below.is_some()) => {
            Ok(Expected::Between(
                above.unwrap_or(f64::NEG_INFINITY),
                below.unwrap_or(f64::INFINITY),
            ))
        }
        _ if is_token => Err("`best` needs `is` with the expected token, and nothing else".into()),
        _ => Err(format!(
            "`{name}` needs `above`, `below` or both, and no `is`"
        )),
    }
}
