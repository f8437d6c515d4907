//! Maps the columns of a table, or the fields of a JSON object, to candidate, references, id, human score and group.

use std::sync::Arc;

use crate::OtherColumn;
use crate::lines::excerpt;
use crate::provenance::ScoreProvenance;

/// Default names of the candidate column; the first that exists is used.
const CANDIDATE_NAMES: [&str; 5] = ["candidate", "cand", "hypothesis", "hyp", "prediction"];

/// Default names of the reference column; there may be several, numbered.
const REFERENCE_NAMES: [&str; 3] = ["reference", "ref", "references"];

/// Names of the columns with saved scores, as `score` writes them.
const SCORES: [&str; 3] = ["precision", "recall", "f1"];

/// Names of the columns with their provenance.
const PROVENANCE: [&str; 2] = ["signature", "layer"];

/// Name of the column with the row's id.
const ID: &str = "id";

/// Further columns that `score` writes; they are not read as other columns.
const SCORE_OUTPUT_COLUMNS: [&str; 8] = [
    "raw_precision",
    "raw_recall",
    "raw_f1",
    "raw",
    "signature",
    "layer",
    "texts",
    "error",
];

/// Maximum number of other columns that are read; further ones are ignored.
const MAX_OTHER_COLUMNS: usize = 32;

/// The columns named by the user.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Columns {
    /// The candidate column.
    pub candidate: Option<String>,
    /// The reference columns; empty for the default names.
    pub references: Vec<String>,
    /// The column with the row's id.
    pub id: Option<String>,
    /// The column with the human score.
    pub human: Option<String>,
    /// The column with the group in which candidates are compared.
    pub group: Option<String>,
    /// Whether to read the other columns, at most 32 of them.
    pub others: bool,
    /// Extra columns, whose values every pair keeps.
    pub extra: Vec<String>,
    /// The column with the system of each row, in a long table; its value comes before those of `extra`.
    pub system: Option<String>,
    /// The columns of further systems.
    pub other_systems: Vec<SystemColumns>,
}

/// The columns of a further system, named by the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SystemColumns {
    /// The column with its candidate.
    pub candidate: String,
    /// The column with its human score.
    pub human: Option<String>,
}

/// The positions of the columns among all names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnPositions {
    /// The candidate column.
    pub candidate: usize,
    /// The reference columns, at least one.
    pub references: Vec<usize>,
    /// The column with the row's id.
    pub id: Option<usize>,
    /// The column with the human score.
    pub human: Option<usize>,
    /// The column with the group.
    pub group: Option<usize>,
    /// The columns with saved precision, recall and F1.
    pub scores: [Option<usize>; 3],
    /// The columns with their provenance: signature, layer.
    pub provenance: [Option<usize>; 2],
    /// The other columns, with their names.
    pub others: Vec<(usize, Arc<str>)>,
    /// The extra columns, one position for each.
    pub extra: Vec<usize>,
    /// The columns of further systems: candidate and human score.
    pub other_systems: Vec<(usize, Option<usize>)>,
}

/// A missing column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingColumn {
    /// The content of the column.
    pub what: &'static str,
    /// The name given by the user.
    pub name: Option<String>,
    /// The option that names the column.
    pub option: &'static str,
}

impl MissingColumn {
    /// ` named "x"`, or empty without a name.
    pub fn named_suffix(&self) -> String {
        self.name
            .as_ref()
            .map_or(String::new(), |name| format!(" named {name:?}"))
    }
}

impl Columns {
    /// Finds the columns among `names`. A name given by the user has to match exactly; default names match in any case.
    ///
    /// # Errors
    /// The first missing column.
    pub fn resolve(&self, names: &[&str]) -> Result<ColumnPositions, MissingColumn> {
        let find = |name: &String, what, option| {
            let place = names.iter().position(|n| n == name);
            place.ok_or_else(|| MissingColumn {
                what,
                name: Some(name.clone()),
                option,
            })
        };
        let exact = |asked: &Option<String>, what, option| {
            asked
                .as_ref()
                .map(|name| find(name, what, option))
                .transpose()
        };
        let usual = |usual: &[&str]| {
            usual.iter().find_map(|name| {
                names
                    .iter()
                    .position(|n| n.trim().eq_ignore_ascii_case(name))
            })
        };
        let missing = |what, option| MissingColumn {
            what,
            name: None,
            option,
        };
        let candidate = match exact(&self.candidate, "candidate", "--candidate-column")? {
            Some(place) => place,
            None => usual(&CANDIDATE_NAMES).ok_or(missing("candidate", "--candidate-column"))?,
        };
        let references = if self.references.is_empty() {
            match usual(&REFERENCE_NAMES) {
                Some(place) => vec![place],
                None => (0..names.len())
                    .filter(|&place| is_numbered(names[place]))
                    .collect(),
            }
        } else {
            let named = self
                .references
                .iter()
                .map(|name| find(name, "reference", "--reference-column"));
            named.collect::<Result<_, _>>()?
        };
        if references.is_empty() {
            return Err(missing("reference", "--reference-column"));
        }
        let system = exact(&self.system, "system", "--system-column")?;
        let extra = |name| find(name, "results", "--keep-columns or --ask-column");
        let rival = |rival: &SystemColumns| {
            let candidate = find(&rival.candidate, "candidate", "--candidate-column")?;
            Ok((candidate, exact(&rival.human, "human scores", "--human")?))
        };
        let mut places = ColumnPositions {
            candidate,
            references,
            id: exact(&self.id, "id", "--id-column")?.or_else(|| usual(&[ID])),
            human: exact(&self.human, "human scores", "--human")?,
            group: exact(&self.group, "groups", "--by")?,
            scores: SCORES.map(|name| usual(&[name])),
            provenance: PROVENANCE.map(|name| usual(&[name])),
            extra: system
                .map(Ok)
                .into_iter()
                .chain(self.extra.iter().map(extra))
                .collect::<Result<_, _>>()?,
            other_systems: self
                .other_systems
                .iter()
                .map(rival)
                .collect::<Result<_, _>>()?,
            others: Vec::new(),
        };
        if self.others {
            places.others = places.find_others(names);
        }
        Ok(places)
    }

    /// Finds a column name that occurs twice, so that it is ambiguous. Covers texts, human scores and extra columns. Names
    /// given by the user are compared exactly.
    pub fn duplicate<'a>(&self, names: &[&'a str], places: &ColumnPositions) -> Option<&'a str> {
        let again = |place: usize, asked: bool| {
            let name = names[place];
            let is_alike = |other: &&str| other.trim().eq_ignore_ascii_case(name.trim());
            let same = names.iter().filter(|other| {
                if asked {
                    **other == name
                } else {
                    is_alike(other)
                }
            });
            (same.count() > 1).then_some(name)
        };
        let asked = !self.references.is_empty();
        let references = places
            .references
            .iter()
            .find_map(|place| again(*place, asked));
        let rivals = places
            .other_systems
            .iter()
            .flat_map(|(candidate, human)| [Some(*candidate), *human])
            .flatten();
        let others = [places.human, places.group]
            .into_iter()
            .flatten()
            .chain(places.extra.iter().copied())
            .chain(rivals);
        let others = others.into_iter().find_map(|place| again(place, true));
        again(places.candidate, self.candidate.is_some())
            .or(references)
            .or(others)
    }
}

impl ColumnPositions {
    /// The columns that bertscope only displays, including the group.
    fn find_others(&self, names: &[&str]) -> Vec<(usize, Arc<str>)> {
        let single = [Some(self.candidate), self.id, self.human];
        let rivals = self
            .other_systems
            .iter()
            .flat_map(|(candidate, human)| [Some(*candidate), *human]);
        let single = single.into_iter().chain(rivals);
        let known = single
            .chain(self.scores)
            .flatten()
            .chain(self.references.iter().copied());
        let mut taken = vec![false; names.len()];
        known.for_each(|place| taken[place] = true);
        let free = names
            .iter()
            .enumerate()
            .filter(|(place, name)| !taken[*place] && is_other(name));
        free.take(MAX_OTHER_COLUMNS)
            .map(|(place, name)| (place, name.trim().into()))
            .collect()
    }
}

/// Whether a column may be displayed as another column: it has a name, and `score` does not write it.
pub fn is_other(name: &str) -> bool {
    let name = name.trim().to_ascii_lowercase();
    !name.is_empty() && !SCORE_OUTPUT_COLUMNS.contains(&name.as_str())
}

/// The other columns in a row of `score`'s output.
pub fn other_columns_of_score_output<'a>(
    fields: impl Iterator<Item = (&'a str, Option<String>)>,
) -> Vec<OtherColumn> {
    // In that output `reference` is the index of the best reference, and `note` is `score`'s note on the pair.
    let known = |name: &str| {
        ["reference", "note"].contains(&name) || SCORES.contains(&name) || !is_other(name)
    };
    let others = fields.filter(|(name, _)| !known(name));
    others
        .filter_map(|(name, value)| other_column(name.into(), value?))
        .take(MAX_OTHER_COLUMNS)
        .collect()
}

/// A column's value in a row; `None` for none.
pub fn other_column(name: Arc<str>, value: String) -> Option<OtherColumn> {
    (!value.trim().is_empty()).then_some(OtherColumn { name, value })
}

/// `ref1`, `reference_2` and the like.
fn is_numbered(name: &str) -> bool {
    let name = name.trim().to_ascii_lowercase();
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    stem != name && REFERENCE_NAMES.contains(&stem.trim_end_matches(['_', '-', ' ']))
}

/// The end of the message about a human score.
const NOT_A_NUMBER: &str =
    " is not a number from -1000000 to 1000000; leave the field empty if there is none";

/// The problem of a file in which no row has a human score, from the problems of several rows; `None` if one has another
/// problem.
pub fn no_human_scores(problems: &[String]) -> Option<String> {
    let several = problems
        .iter()
        .all(|problem| problem.ends_with(NOT_A_NUMBER))
        && problems.len() > 1;
    let first = problems
        .first()?
        .strip_suffix(NOT_A_NUMBER)
        .filter(|_| several)?;
    Some(format!(
        "{first} is not a number, and no row has one; name a column of numbers with --human"
    ))
}

/// Maximum absolute value of a human score: ratings and sums of ratings are smaller, and squares of larger ones may overflow.
const MAX_HUMAN_SCORE: f64 = 1e6;

/// Parses a human score; an empty field is none.
///
/// # Errors
/// A message for anything but a number within ±1,000,000.
pub fn parse_human_score(text: &str) -> Result<Option<f64>, String> {
    let text = text.trim();
    if ["", "na", "n/a", "nan", "none", "null"].contains(&text.to_ascii_lowercase().as_str()) {
        return Ok(None);
    }
    match text.parse::<f64>() {
        Ok(number) if number.abs() <= MAX_HUMAN_SCORE => Ok(Some(number)),
        _ => Err(format!("the human score {:?}{NOT_A_NUMBER}", excerpt(text))),
    }
}

/// Parses the provenance columns: signature and layer.
pub fn provenance([signature, layer]: [Option<String>; 2]) -> Option<ScoreProvenance> {
    let signature =
        signature.and_then(|signature| ScoreProvenance::from_signature(signature.trim()));
    signature.or_else(|| ScoreProvenance::from_layer(&layer?))
}

/// Whether a number can be a saved score: on no scale is it beyond ±1000, and sums of larger ones may overflow.
pub fn is_score(number: f64) -> bool {
    number.abs() <= 1000.0
}

/// Saved scores; `None` if all are missing. Fails when one is not a score.
pub fn saved_scores(scores: [Option<f64>; 3]) -> Result<Option<[Option<f64>; 3]>, String> {
    match scores
        .into_iter()
        .flatten()
        .find(|number| !is_score(*number))
    {
        Some(number) => Err(format!("has {number:e} instead of a score (-1000 to 1000)")),
        None => Ok(scores.iter().any(Option::is_some).then_some(scores)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(names: &[&str]) -> Result<(usize, Vec<usize>, Option<usize>), MissingColumn> {
        Columns::default()
            .resolve(names)
            .map(|p| (p.candidate, p.references, p.id))
    }

    #[test]
    fn usual_names_are_found_in_any_order_and_case() {
        assert_eq!(
            places(&["ID", "Reference", "Hypothesis"]),
            Ok((2, vec![1], Some(0)))
        );
        assert_eq!(places(&["candidate", "ref"]), Ok((0, vec![1], None)));
        assert_eq!(
            places(&["hyp", "ref1", "x", "Ref_2", "reference-3"]),
            Ok((0, vec![1, 3, 4], None))
        );
    }

    #[test]
    fn what_is_missing_is_said_with_the_option_that_names_it() {
        assert_eq!(
            places(&["text", "ref"]).unwrap_err().option,
            "--candidate-column"
        );
        assert_eq!(
            places(&["candidate", "refinement"]).unwrap_err().option,
            "--reference-column"
        );
        let columns = Columns {
            human: Some("z".into()),
            ..Columns::default()
        };
        let missing = columns.resolve(&["candidate", "ref", "Z"]).unwrap_err();
        assert_eq!(
            (missing.what, missing.named_suffix().as_str()),
            ("human scores", " named \"z\"")
        );
    }

    #[test]
    fn a_human_score_is_a_number_on_some_scale() {
        for (text, number) in [
            ("0", 0.0),
            ("-25", -25.0),
            (" 1e6 ", 1e6),
            ("1512.5", 1512.5),
        ] {
            assert_eq!(parse_human_score(text), Ok(Some(number)));
        }
        assert_eq!(parse_human_score("N/A"), Ok(None));
        for text in ["1e308", "-1000001", "inf", "-Infinity", "1e999", "fine"] {
            let problem = parse_human_score(text).unwrap_err();
            assert!(
                problem.contains(&format!(
                    "{text:?} is not a number from -1000000 to 1000000"
                )),
                "{problem}"
            );
        }
    }

    #[test]
    fn a_name_that_is_given_is_taken_exactly() {
        let columns = Columns {
            references: vec!["b".into(), "a".into()],
            ..Columns::default()
        };
        assert_eq!(
            columns.resolve(&["a", "b", "cand"]).unwrap().references,
            [1, 0]
        );
        assert!(columns.resolve(&["A", "b", "cand"]).is_err());
    }

    #[test]
    fn two_columns_of_one_name_are_found_unless_one_of_them_was_asked_for_exactly() {
        let twice = |columns: &Columns, names: &[&'static str]| {
            columns.duplicate(names, &columns.resolve(names).unwrap())
        };
        let usual = Columns::default();
        assert_eq!(
            twice(&usual, &["id", "id", "candidate", "ref", "candidate"]),
            Some("candidate")
        );
        assert_eq!(
            twice(&usual, &["Candidate", "candidate ", "ref"]),
            Some("Candidate")
        );
        assert_eq!(
            twice(&usual, &["cand", "ref1", "ref2", "ref1"]),
            Some("ref1")
        );
        assert_eq!(
            twice(&usual, &["cand", "ref1", "ref2", "f1", "f1", "id", "id"]),
            None
        );
        let numbered: Vec<String> = (0..100_000)
            .map(|i| format!("ref{i}"))
            .chain(["cand".into(), "REF9 ".into()])
            .collect();
        let numbered: Vec<&str> = numbered.iter().map(String::as_str).collect();
        let places = usual.resolve(&numbered).unwrap();
        assert_eq!(usual.duplicate(&numbered, &places), Some("ref9"));
        let exact = Columns {
            candidate: Some("Candidate".into()),
            ..Columns::default()
        };
        assert_eq!(twice(&exact, &["Candidate", "candidate", "ref"]), None);
    }

    #[test]
    fn other_columns_are_all_that_mean_nothing_here_and_at_most_thirty_two() {
        let columns = Columns {
            others: true,
            human: Some("z".into()),
            ..Columns::default()
        };
        let names = [
            "id", "lp", "f1", "raw_f1", "layer", "ref1", "", "System", "cand", "z", "ref2",
        ];
        let others = |names: &[&str]| columns.resolve(names).unwrap().others;
        assert_eq!(others(&names), [(1, "lp".into()), (7, "System".into())]);
        let many: Vec<String> = (0..40)
            .map(|i| format!("c{i}"))
            .chain(["cand".into(), "ref".into(), "z".into()])
            .collect();
        assert_eq!(
            others(&many.iter().map(String::as_str).collect::<Vec<_>>()).len(),
            32
        );
    }

    #[test]
    fn a_judgement_is_a_finite_number_or_nothing() {
        assert_eq!(parse_human_score(" -0.5 "), Ok(Some(-0.5)));
        assert!(
            ["NA", "n/a", "", " null"]
                .iter()
                .all(|none| parse_human_score(none) == Ok(None))
        );
        assert!(parse_human_score("inf").is_err() && parse_human_score("good").is_err());
    }
}
