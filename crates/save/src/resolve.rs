//! Resolves a path: symbolic links, open streams such as `/dev/stdout`, and file identity.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

/// Most links that are followed, the usual limit of operating systems.
const MAX_LINKS: usize = 40;

pub fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// The path after following every link, whether or not the file exists.
pub fn target_of(path: &Path) -> PathBuf {
    links(path).last().unwrap_or_else(|| path.to_owned())
}

/// A path and the paths it links to, link by link.
fn links(path: &Path) -> impl Iterator<Item = PathBuf> {
    std::iter::successors(Some(path.to_owned()), |path| linked_path(path)).take(MAX_LINKS)
}

/// The path that a link has; `None` for anything else.
fn linked_path(link: &Path) -> Option<PathBuf> {
    let target = link.read_link().ok()?;
    Some(folder_of(link).join(target))
}

/// The file descriptor that a name such as `/dev/stdout` or `/dev/fd/3` stands for. The program writes to the open file
/// itself: it may be a log that is appended to, or have no name at all.
pub fn descriptor(path: &Path) -> Option<u32> {
    let open_files = Path::new("/dev/fd").canonicalize().ok()?;
    let found = links(path).find(|path| {
        folder_of(path)
            .canonicalize()
            .is_ok_and(|folder| folder == open_files)
    })?;
    found.file_name()?.to_str()?.parse().ok()
}

/// Whether a name stands for a stream, not a file that can be replaced: a pipe, a device, or an open file of the program.
pub fn is_stream(path: &Path) -> bool {
    let is_special = match path.metadata() {
        Ok(found) => !found.is_file() && !found.is_dir(),
        Err(_) => false,
    };
    is_special || descriptor(path).is_some()
}

/// Identifies a file, however its path is written and whatever links it goes through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileId {
    /// The inode of a file.
    #[cfg(unix)]
    Inode {
        device: u64,
        /// The inode number.
        inode: u64,
    },
    /// The absolute path without links: of a file that does not exist yet, or on systems without inodes.
    Path(PathBuf),
}

impl FileId {
    /// The identity of a file, which need not exist yet. Devices, pipes and folders have none, because they cannot be
    /// replaced.
    pub fn for_path(path: &Path) -> Option<Self> {
        match path.metadata() {
            Ok(found) => Self::from_metadata(path, &found),
            Err(_) => {
                let target = target_of(path);
                Some(Self::Path(
                    folder_of(&target)
                        .canonicalize()
                        .ok()?
                        .join(target.file_name()?),
                ))
            }
        }
    }

    #[cfg(unix)]
    fn from_metadata(_: &Path, found: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        found.is_file().then(|| Self::Inode {
            device: found.dev(),
            inode: found.ino(),
        })
    }

    #[cfg(not(unix))]
    fn from_metadata(path: &Path, found: &Metadata) -> Option<Self> {
        if !found.is_file() {
            return None;
        }
        path.canonicalize().ok().map(Self::Path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_every_name_that_leads_to_it_also_before_it_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("there"), "").unwrap();
        std::fs::write(at("other"), "").unwrap();
        std::fs::create_dir(at("sub")).unwrap();
        let same = |a: &str, b: &str| {
            FileId::for_path(&at(a)).is_some_and(|id| FileId::for_path(&at(b)) == Some(id))
        };
        assert!(
            same("there", "sub/../there") && same("new", "sub/../new") && same("there", "there")
        );
        assert!(
            !same("there", "other")
                && !same("new", "newer")
                && !same("sub", "sub")
                && !same("no/x", "no/x")
        );
        #[cfg(unix)]
        {
            std::fs::hard_link(at("there"), at("hard")).unwrap();
            for (target, link) in [
                ("there", "soft"),
                ("../there", "sub/soft"),
                ("new", "dangling"),
                ("sub", "door"),
            ] {
                std::os::unix::fs::symlink(target, at(link)).unwrap();
            }
            for (a, b) in [
                ("soft", "hard"),
                ("sub/soft", "there"),
                ("dangling", "new"),
                ("door/a", "sub/a"),
            ] {
                assert!(same(a, b), "{a} {b}");
            }
            assert_eq!(FileId::for_path(Path::new("/dev/null")), None);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_open_stream_and_a_file_are_distinguished() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("out");
        std::os::unix::fs::symlink("/dev/stdout", &link).unwrap();
        let known = [
            ("/dev/stdout", 1),
            ("/dev/stderr", 2),
            ("/dev/fd/3", 3),
            ("/proc/self/fd/1", 1),
        ];
        for (name, number) in known.into_iter().chain([(link.to_str().unwrap(), 1)]) {
            assert_eq!(descriptor(Path::new(name)), Some(number), "{name}");
        }
        assert_eq!(descriptor(Path::new("/dev/null")), None);
        assert!(is_stream(Path::new("/dev/null")) && is_stream(&link) && !is_stream(folder.path()));
    }
}
