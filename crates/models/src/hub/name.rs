//! Names of models on the hub.

use std::fmt;
use std::str::FromStr;

use super::error::{HubError, HubProblem};

/// A model on the hub, `owner/name` or a short name, and its revision: `NAME` or `NAME@REVISION`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HubName {
    /// The id as typed; the hub knows short and former names too.
    pub id: String,
    /// A branch, a tag or a commit, if one is pinned.
    pub revision: Option<String>,
}

impl HubName {
    /// The requested revision: the pinned one, otherwise the main branch.
    pub fn revision_or_main(&self) -> &str {
        self.revision.as_deref().unwrap_or("main")
    }
}

impl fmt::Display for HubName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)?;
        match &self.revision {
            Some(revision) => write!(f, "@{revision}"),
            None => Ok(()),
        }
    }
}

impl FromStr for HubName {
    type Err = HubError;

    fn from_str(typed: &str) -> Result<Self, HubError> {
        let (id, revision) = match typed.split_once('@') {
            Some((id, revision)) => (id, Some(revision)),
            None => (typed, None),
        };
        if let Err(problem) = check_id(id).and_then(|()| check_revision(revision)) {
            return Err(HubError(HubProblem::Name {
                typed: typed.to_owned(),
                problem,
            }));
        }
        Ok(Self {
            id: id.to_owned(),
            revision: revision.map(str::to_owned),
        })
    }
}

/// The hub's rules for names.
fn check_id(id: &str) -> Result<(), &'static str> {
    if id.len() > 96 {
        return Err("it is longer than 96 bytes");
    }
    if id.split('/').count() > 2 {
        return Err("it has more than one slash, and no such folder exists");
    }
    if id.split('/').any(str::is_empty) {
        return Err("one of its parts is empty");
    }
    if !id.bytes().all(|b| is_allowed(b, b"/-_.")) {
        return Err("only letters, digits, '-', '_' and '.' are allowed");
    }
    let has_plain_parts = id
        .split('/')
        .all(|part| !part.starts_with(['-', '.']) && !part.ends_with(['-', '.']));
    if !has_plain_parts || id.contains("--") || id.contains("..") {
        return Err(
            "'-' and '.' are not allowed at the start or end of a part, nor twice in a row",
        );
    }
    Ok(())
}

/// Checks a revision, if there is one: allowed by git, and unable to lead out of the cache.
fn check_revision(revision: Option<&str>) -> Result<(), &'static str> {
    let Some(revision) = revision else {
        return Ok(());
    };
    if revision.is_empty() || revision.len() > 200 {
        return Err("the revision after '@' is empty or too long");
    }
    let has_plain_parts = revision.split('/').all(|part| {
        !part.is_empty() && !part.starts_with('.') && !part.ends_with('.') && !part.contains("..")
    });
    if !has_plain_parts || !revision.bytes().all(|b| is_allowed(b, b"/-_.+#=")) {
        return Err("the revision after '@' is not valid");
    }
    Ok(())
}

/// Whether a byte is an ASCII letter, a digit or one of these signs.
fn is_allowed(byte: u8, signs: &[u8]) -> bool {
    byte.is_ascii_alphanumeric() || signs.contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::HubName;

    #[test]
    fn a_name_has_an_owner_or_none_and_a_revision_or_none() {
        for typed in [
            "roberta-large",
            "microsoft/deberta-v3-base",
            "a/b@main",
            "a/b@refs/pr/3",
            "a_b.c@v1.0",
        ] {
            let name: HubName = typed.parse().unwrap();
            assert_eq!(name.to_string(), typed);
        }
        let name: HubName = "a/b@v1.0".parse().unwrap();
        assert_eq!((&*name.id, name.revision_or_main()), ("a/b", "v1.0"));
    }

    #[test]
    fn nothing_that_could_leave_the_cache_is_a_name() {
        let hostile = [
            "", "/", "a/", "/a", "a/b/c", "..", "a/..", "../b", "a--b", "a b", "a\\b", "a\u{1b}",
            "ä", "a@",
        ];
        let revisions = [
            "a@../x", "a@/x", "a@x//y", "a@.git", "a@x y", "a@x\\..", "a@b@c",
        ];
        for typed in hostile
            .into_iter()
            .chain(revisions)
            .chain([&*"a".repeat(97)])
        {
            let error = typed.parse::<HubName>().expect_err(typed).to_string();
            assert!(error.contains("write owner/name"), "{error}");
        }
    }
}
