//! What a column is for, and which one a file lacks.

use std::fmt;

/// What a column is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnRole {
    Candidate,
    Reference,
    Id,
    HumanScores,
    Groups,
    System,
    /// Passed through to the results.
    Extra,
}

impl ColumnRole {
    /// The purpose of the column, after `has no column`; the user alone knows that of a column that is passed through.
    fn purpose(self) -> &'static str {
        match self {
            Self::Candidate => " for the candidate",
            Self::Reference => " for the reference",
            Self::Id => " for the id",
            Self::HumanScores => " for the human scores",
            Self::Groups => " for the groups",
            Self::System => " for the system",
            Self::Extra => "",
        }
    }

    /// The option that names the column.
    pub fn option(self) -> &'static str {
        match self {
            Self::Candidate => "--candidate-column",
            Self::Reference => "--reference-column",
            Self::Id => "--id-column",
            Self::HumanScores => "--human",
            Self::Groups => "--by",
            Self::System => "--system-column",
            Self::Extra => "--keep-columns or --ask-column",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingColumn {
    pub role: ColumnRole,
    /// The name given by the user.
    pub name: Option<String>,
}

impl fmt::Display for MissingColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.role.purpose())?;
        match &self.name {
            Some(name) => write!(f, " named {name:?}"),
            None => Ok(()),
        }
    }
}
