//! Maps the columns of a table, or the fields of a JSON object, to candidate, references, id, human score and group.

use std::collections::HashMap;
use std::sync::Arc;

use crate::MissingTexts;
use crate::column_role::{ColumnRole, MissingColumn};
use crate::score_columns::ScoreColumns;

/// Default names of the candidate column; the first that exists is used.
const CANDIDATE_NAMES: [&str; 5] = ["candidate", "cand", "hypothesis", "hyp", "prediction"];

/// Default names of the reference column; there may be several, numbered.
const REFERENCE_NAMES: [&str; 3] = ["reference", "ref", "references"];

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
    /// What to do with missing texts; by default, they are errors.
    pub missing: Option<MissingTexts>,
    /// A field of JSON with a request for its row, whose `missing` goes before.
    pub request: Option<String>,
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
    pub candidate: usize,
    /// At least one.
    pub references: Vec<usize>,
    pub id: Option<usize>,
    pub human: Option<usize>,
    pub group: Option<usize>,
    pub scores: ScoreColumns,
    /// The other columns, with their names.
    pub others: Vec<(usize, Arc<str>)>,
    /// The extra columns, one position for each.
    pub extra: Vec<usize>,
    pub other_systems: Vec<SystemPositions>,
    pub missing: Option<MissingTexts>,
}

/// The positions of the columns of a further system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SystemPositions {
    pub candidate: usize,
    pub human: Option<usize>,
}

/// The names of the columns of a file. A table may have 100,000 columns of references, so a name is looked up instead of
/// compared with all others.
struct ColumnNames<'a> {
    all: &'a [&'a str],
    /// The positions of each name.
    exact: HashMap<&'a str, Vec<usize>>,
    /// The same for names in any case.
    alike: HashMap<String, Vec<usize>>,
}

impl<'a> ColumnNames<'a> {
    fn new(all: &'a [&'a str]) -> Self {
        let mut names = Self {
            all,
            exact: HashMap::new(),
            alike: HashMap::new(),
        };
        for (position, name) in all.iter().enumerate() {
            names.exact.entry(name).or_default().push(position);
            let folded = in_any_case(name);
            names.alike.entry(folded).or_default().push(position);
        }
        names
    }

    /// The column that the user named, which has to match exactly.
    fn find(&self, name: &str, role: ColumnRole) -> Result<usize, MissingColumn> {
        match self.exact.get(name) {
            Some(positions) => Ok(positions[0]),
            None => Err(MissingColumn {
                role,
                name: Some(name.to_owned()),
            }),
        }
    }

    fn find_if_named(
        &self,
        name: Option<&String>,
        role: ColumnRole,
    ) -> Result<Option<usize>, MissingColumn> {
        match name {
            Some(name) => self.find(name, role).map(Some),
            None => Ok(None),
        }
    }

    /// The first default name that exists, in any case.
    fn find_default(&self, defaults: &[&str]) -> Option<usize> {
        defaults
            .iter()
            .find_map(|name| Some(self.alike.get(*name)?[0]))
    }

    /// Whether the name at a position occurs again: exactly, if the user named it.
    fn is_ambiguous(&self, position: usize, is_named: bool) -> bool {
        let name = self.all[position];
        let same = if is_named {
            self.exact.get(name)
        } else {
            self.alike.get(&in_any_case(name))
        };
        same.is_some_and(|positions| positions.len() > 1)
    }
}

fn in_any_case(name: &str) -> String {
    name.trim().to_ascii_lowercase()
}

impl Columns {
    /// The names that the user gave.
    pub fn named(&self) -> impl Iterator<Item = &String> {
        let systems = self.other_systems.iter();
        let single = [
            &self.candidate,
            &self.id,
            &self.human,
            &self.group,
            &self.system,
        ];
        single
            .into_iter()
            .flatten()
            .chain(&self.references)
            .chain(&self.extra)
            .chain(
                systems.flat_map(|system| std::iter::once(&system.candidate).chain(&system.human)),
            )
    }

    /// Finds the columns among `names`. A name given by the user has to match exactly; default names match in any case.
    ///
    /// # Errors
    /// The first missing column.
    pub fn resolve(&self, names: &[&str]) -> Result<ColumnPositions, MissingColumn> {
        let names = &ColumnNames::new(names);
        let candidate = match &self.candidate {
            Some(name) => names.find(name, ColumnRole::Candidate)?,
            None => names.find_default(&CANDIDATE_NAMES).ok_or(MissingColumn {
                role: ColumnRole::Candidate,
                name: None,
            })?,
        };
        let references = self.find_references(names)?;
        let system = names.find_if_named(self.system.as_ref(), ColumnRole::System)?;
        let id = names.find_if_named(self.id.as_ref(), ColumnRole::Id)?;
        let human = names.find_if_named(self.human.as_ref(), ColumnRole::HumanScores)?;
        let group = names.find_if_named(self.group.as_ref(), ColumnRole::Groups)?;
        let mut extra: Vec<usize> = system.into_iter().collect();
        for name in &self.extra {
            extra.push(names.find(name, ColumnRole::Extra)?);
        }
        let mut other_systems = Vec::with_capacity(self.other_systems.len());
        for system in &self.other_systems {
            other_systems.push(SystemPositions {
                candidate: names.find(&system.candidate, ColumnRole::Candidate)?,
                human: names.find_if_named(system.human.as_ref(), ColumnRole::HumanScores)?,
            });
        }
        let mut positions = ColumnPositions {
            candidate,
            references,
            id: id.or_else(|| names.find_default(&["id"])),
            human,
            group,
            scores: ScoreColumns::find(|name| names.find_default(&[name])),
            others: Vec::new(),
            extra,
            other_systems,
            missing: self.missing,
        };
        if self.others {
            positions.others = positions.find_others(names.all);
        }
        Ok(positions)
    }

    /// The reference columns: those that the user named, otherwise one with a default name and the numbered ones.
    fn find_references(&self, names: &ColumnNames<'_>) -> Result<Vec<usize>, MissingColumn> {
        let mut references = Vec::new();
        for name in &self.references {
            references.push(names.find(name, ColumnRole::Reference)?);
        }
        if references.is_empty() {
            references.extend(names.find_default(&REFERENCE_NAMES));
            let all = 0..names.all.len();
            references.extend(all.filter(|position| is_numbered(names.all[*position])));
        }
        if references.is_empty() {
            return Err(MissingColumn {
                role: ColumnRole::Reference,
                name: None,
            });
        }
        Ok(references)
    }

    /// Finds a column name that occurs twice, so that it is ambiguous. Covers texts, human scores and extra columns. Names
    /// given by the user are compared exactly.
    pub fn duplicate<'a>(&self, names: &[&'a str], positions: &ColumnPositions) -> Option<&'a str> {
        // Each column with whether the user named it: a name that was typed exactly is not ambiguous because of its case.
        let mut columns = vec![(positions.candidate, self.candidate.is_some())];
        for position in &positions.references {
            columns.push((*position, !self.references.is_empty()));
        }
        let named = [positions.human, positions.group]
            .into_iter()
            .flatten()
            .chain(positions.extra.iter().copied())
            .chain(positions.of_other_systems());
        columns.extend(named.map(|position| (position, true)));
        let known = ColumnNames::new(names);
        for (position, is_named) in columns {
            if known.is_ambiguous(position, is_named) {
                return Some(names[position]);
            }
        }
        None
    }
}

impl ColumnPositions {
    fn of_other_systems(&self) -> impl Iterator<Item = usize> {
        self.other_systems
            .iter()
            .flat_map(|system| [Some(system.candidate), system.human])
            .flatten()
    }

    /// The columns that bertscope only displays, including the group.
    fn find_others(&self, names: &[&str]) -> Vec<(usize, Arc<str>)> {
        // A flag for each column, because a table may have 100,000 of references, and a search for each name would take long.
        let mut is_taken = vec![false; names.len()];
        let known = [Some(self.candidate), self.id, self.human]
            .into_iter()
            .chain([self.scores.precision, self.scores.recall, self.scores.f1])
            .flatten()
            .chain(self.references.iter().copied())
            .chain(self.of_other_systems());
        for position in known {
            is_taken[position] = true;
        }
        let mut others = Vec::new();
        for (position, name) in names.iter().enumerate() {
            if !is_taken[position] && is_other(name) && others.len() < MAX_OTHER_COLUMNS {
                others.push((position, name.trim().into()));
            }
        }
        others
    }
}

/// Whether a column may be displayed as another column: it has a name, and `score` does not write it.
fn is_other(name: &str) -> bool {
    let name = in_any_case(name);
    !name.is_empty() && !SCORE_OUTPUT_COLUMNS.contains(&name.as_str())
}

/// `ref1`, `reference_2` and the like.
fn is_numbered(name: &str) -> bool {
    let name = in_any_case(name);
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    stem != name && REFERENCE_NAMES.contains(&stem.trim_end_matches(['_', '-', ' ']))
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
        // What has a second reference has no other first one.
        assert_eq!(
            places(&["ref_2", "hyp", "reference"]),
            Ok((1, vec![2, 0], None))
        );
    }

    #[test]
    fn what_is_missing_is_said_with_the_option_that_names_it() {
        assert_eq!(
            places(&["text", "ref"]).unwrap_err().role.option(),
            "--candidate-column"
        );
        assert_eq!(
            places(&["candidate", "refinement"])
                .unwrap_err()
                .role
                .option(),
            "--reference-column"
        );
        let columns = Columns {
            human: Some("z".into()),
            ..Columns::default()
        };
        let missing = columns.resolve(&["candidate", "ref", "Z"]).unwrap_err();
        assert_eq!(missing.to_string(), " for the human scores named \"z\"");
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
}
