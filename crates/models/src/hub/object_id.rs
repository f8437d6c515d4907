//! Ids of commits and blobs: parsed hexadecimal digests.
//!
//! Both come from a server and become names of files and folders. They can only be created by parsing, so that
//! a path never contains anything but digits.

use std::fmt;

use sha1::Sha1;
use sha2::digest::Output;
use sha2::{Digest, Sha256};

/// A commit: 40 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit(String);

impl Commit {
    /// Parses a full commit hash; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        digits(text, 40).map(Self)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Commit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The digest that identifies a file's content, on the hub and in the cache.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ContentId {
    /// The Git object id of a small file: SHA-1, 40 digits.
    Git(String),
    /// SHA-256 of a large file, 64 digits.
    Sha256(String),
}

impl ContentId {
    /// Parses the Git object id of a small file.
    pub fn git(text: &str) -> Option<Self> {
        digits(text, 40).map(Self::Git)
    }

    /// Parses the SHA-256 of a large file.
    pub fn sha256(text: &str) -> Option<Self> {
        digits(text, 64).map(Self::Sha256)
    }

    pub fn as_str(&self) -> &str {
        match self {
            Self::Git(digits) | Self::Sha256(digits) => digits,
        }
    }

    /// Compares this id with the digest of the `bytes` bytes from `read`; `None` if they match, otherwise the problem.
    pub fn mismatch<E>(
        &self,
        size: u64,
        read: impl FnMut(&mut [u8]) -> Result<usize, E>,
    ) -> Result<Option<String>, E> {
        let (kind, found) = match self {
            Self::Git(_) => {
                // Git's header of a file's content.
                let header = format!("blob {size}\0");
                (
                    "Git object id",
                    digest(Sha1::new_with_prefix(header), read)?,
                )
            }
            Self::Sha256(_) => ("SHA-256", digest(Sha256::new(), read)?),
        };
        let expected = self.as_str();
        if found == expected {
            return Ok(None);
        }
        Ok(Some(format!("its {kind} is {found}, not {expected}")))
    }
}

/// The hexadecimal digest of everything that `read` returns.
fn digest<D: Digest, E>(
    mut digest: D,
    mut read: impl FnMut(&mut [u8]) -> Result<usize, E>,
) -> Result<String, E>
where
    Output<D>: fmt::LowerHex,
{
    let mut buffer = vec![0; 1 << 20];
    loop {
        match read(&mut buffer)? {
            0 => return Ok(format!("{:x}", digest.finalize())),
            n => digest.update(&buffer[..n]),
        }
    }
}

/// The text in lower case, if it has exactly this number of hexadecimal digits.
fn digits(text: &str, count: usize) -> Option<String> {
    if text.len() == count && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        Some(text.to_ascii_lowercase())
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::{Commit, ContentId};

    #[test]
    fn only_digits_of_the_right_number_are_names() {
        let (short, long) = ("0123456789abcdefABCD".repeat(2), "ab".repeat(32));
        assert_eq!(
            Commit::parse(&short).unwrap().as_str(),
            short.to_lowercase()
        );
        assert!(ContentId::git(&short).is_some() && ContentId::sha256(&long).is_some());
        let slash = format!("/{}", &short[1..]);
        for hostile in [
            &*slash,
            "",
            "main",
            "../../../../../../../../../../../../../etc",
            &short[1..],
            &"é".repeat(20),
        ] {
            assert_eq!(
                (
                    Commit::parse(hostile),
                    ContentId::git(hostile),
                    ContentId::sha256(hostile)
                ),
                (None, None, None)
            );
        }
        assert_eq!(
            (ContentId::git(&long), ContentId::sha256(&short)),
            (None, None)
        );
    }

    #[test]
    fn a_content_is_compared_with_its_name() {
        let mismatch = |id: &ContentId, mut content: &[u8]| {
            let bytes = content.len() as u64;
            id.mismatch(bytes, |buffer| content.read(buffer)).unwrap()
        };
        // `printf 'hello\n' | git hash-object --stdin`
        let git = ContentId::git("ce013625030ba8dba906f756967f9e9ca394464a").unwrap();
        assert_eq!(mismatch(&git, b"hello\n"), None);
        assert!(
            mismatch(&git, b"hallo\n")
                .unwrap()
                .contains("Git object id")
        );
        let empty =
            ContentId::sha256("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
                .unwrap();
        assert_eq!(mismatch(&empty, b""), None);
        assert!(mismatch(&empty, b"x").unwrap().contains("SHA-256"));
    }
}
