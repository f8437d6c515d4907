//! A file written whole or not at all: first next to its path, then moved there in one step.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bertscope_printable::printable;

/// Why a file was not written. An existing file is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// A file of that name exists, and replacing was not allowed.
    #[error("{} exists already", shown(.0))]
    Exists(PathBuf),
    /// The folder that it should be in is not there.
    #[error("there is no folder {}: make it, or name another", shown(.0))]
    NoFolder(PathBuf),
    /// The name is a folder's.
    #[error("{} is a folder: add a file name", shown(.0))]
    IsFolder(PathBuf),
    /// The name is that of a device, a pipe or the like.
    #[error("{} is no ordinary file: choose another name", shown(.0))]
    Special(PathBuf),
    /// The file there is protected.
    #[error("{} is read-only: choose another name", shown(.0))]
    ReadOnly(PathBuf),
    /// The system refused.
    #[error("can not write {}: {source}", shown(.path))]
    Write {
        /// What should have been written.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

/// The path of a name as typed: `~` is the home folder, as in a shell.
#[must_use]
pub fn expand_home(name: &str) -> PathBuf {
    let rest = if name == "~" { Some("") } else { name.strip_prefix("~/") };
    let in_home = rest.and_then(|rest| Some(etcetera::home_dir().ok()?.join(rest)));
    in_home.unwrap_or_else(|| name.into())
}

/// A path that a file can be written to, as far as that is known beforehand.
#[derive(Debug, Clone)]
pub struct Destination {
    path: PathBuf,
    /// Those of the file that is replaced, if there is one.
    permissions: Option<std::fs::Permissions>,
    replace: bool,
}

impl Destination {
    /// Checks the path. A link is followed, so that its target is replaced.
    ///
    /// # Errors
    /// [`SaveError`]; [`SaveError::Exists`] only unless `replace`.
    pub fn of(path: &Path, replace: bool) -> Result<Self, SaveError> {
        let failed = |source| SaveError::Write { path: path.to_owned(), source };
        let exists = match path.symlink_metadata() {
            Ok(_) => true,
            // Also when the folder is not there or is a file, which is looked at below.
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => false,
            Err(source) => return Err(failed(source)),
        };
        let found = path.metadata().ok();
        match &found {
            Some(found) if found.is_dir() => return Err(SaveError::IsFolder(path.to_owned())),
            Some(found) if !found.is_file() => return Err(SaveError::Special(path.to_owned())),
            _ if exists && !replace => return Err(SaveError::Exists(path.to_owned())),
            Some(found) if found.permissions().readonly() => return Err(SaveError::ReadOnly(path.to_owned())),
            _ => {}
        }
        let Some(name) = path.file_name() else { return Err(SaveError::IsFolder(path.to_owned())) };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = match folder.canonicalize() {
            Ok(folder) if folder.is_dir() => folder,
            Ok(folder) => return Err(SaveError::NoFolder(folder)),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                // The reader may not know what a relative name is relative to.
                return Err(SaveError::NoFolder(std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned())));
            }
            Err(source) => return Err(failed(source)),
        };
        let path = if found.is_some() { path.canonicalize().map_err(failed)? } else { folder.join(name) };
        Ok(Self { path, permissions: found.map(|found| found.permissions()), replace })
    }

    /// The whole path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the file. It has the permissions of the one that it replaces, or those that new files have here.
    ///
    /// # Errors
    /// [`SaveError::Write`], and [`SaveError::Exists`] when another program created the file first; then nothing is left behind.
    pub fn write(&self, bytes: &[u8]) -> Result<(), SaveError> {
        let failed = |source| SaveError::Write { path: self.path.clone(), source };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".bertscope-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let mut file = builder.tempfile_in(folder).map_err(|error| failed(bare(&error)))?;
        file.as_file_mut().write_all(bytes).map_err(failed)?;
        if let Some(permissions) = &self.permissions {
            // A file system without permissions is no reason not to write.
            let _ = file.as_file().set_permissions(permissions.clone());
        }
        // A full disk may be noticed only here.
        file.as_file().sync_all().map_err(failed)?;
        let moved = if self.replace { file.persist(&self.path) } else { file.persist_noclobber(&self.path) };
        moved.map(drop).map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists if !self.replace => SaveError::Exists(self.path.clone()),
            _ => failed(error.error),
        })
    }
}

/// The error without the name of the temporary file.
fn bare(error: &io::Error) -> io::Error {
    let words = error.to_string();
    io::Error::new(error.kind(), words.split(" at path ").next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(folder: &Path) -> Vec<String> {
        let name = |entry: io::Result<std::fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
        let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(name).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn a_file_is_written_whole_and_an_old_one_only_replaced_when_that_was_said() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.svg");
        Destination::of(&path, false).unwrap().write(b"one").unwrap();
        assert!(matches!(Destination::of(&path, false), Err(SaveError::Exists(_))));
        let place = Destination::of(&path, true).unwrap();
        assert_eq!(place.path(), path.canonicalize().unwrap());
        place.write(b"two").unwrap();
        assert_eq!((std::fs::read(&path).unwrap(), files(folder.path())), (b"two".to_vec(), vec!["a.svg".into()]));
    }

    #[test]
    fn who_was_faster_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.svg");
        let place = Destination::of(&path, false).unwrap();
        std::fs::write(&path, "another's").unwrap();
        assert!(matches!(place.write(b"ours"), Err(SaveError::Exists(_))));
        assert_eq!((std::fs::read(&path).unwrap(), files(folder.path()).len()), (b"another's".to_vec(), 1));
    }

    #[test]
    fn what_can_not_be_written_is_one_sentence_and_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("file"), "").unwrap();
        for (path, sentence) in [
            (at("none/a.svg"), "there is no folder"),
            (at("file/a.svg"), "there is no folder"),
            (at(""), "is a folder"),
            (at(".."), "is a folder"),
            (at(&"long".repeat(100)), "can not write"),
        ] {
            let why = Destination::of(&path, false).and_then(|place| place.write(b"x")).unwrap_err().to_string();
            assert!(why.contains(sentence) && !why.contains('\n'), "{why}");
        }
        assert_eq!(files(folder.path()), ["file"]);
        let why = Destination::of(Path::new("no such folder/a.svg"), false).unwrap_err().to_string();
        assert!(why.contains(&shown(&std::env::current_dir().unwrap().join("no such folder"))), "{why}");
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_permissions_kept_and_protected_and_special_files_left_alone() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let mode = |name: &str| at(name).metadata().unwrap().permissions().mode() & 0o777;
        std::fs::write(at("plain"), "").unwrap();
        Destination::of(&at("new.svg"), false).unwrap().write(b"x").unwrap();
        assert_eq!(mode("new.svg"), mode("plain"), "as any other new file");

        std::fs::set_permissions(at("new.svg"), std::fs::Permissions::from_mode(0o640)).unwrap();
        symlink(at("new.svg"), at("link.svg")).unwrap();
        Destination::of(&at("link.svg"), true).unwrap().write(b"y").unwrap();
        assert!(at("link.svg").is_symlink() && std::fs::read(at("new.svg")).unwrap() == b"y");
        assert_eq!(mode("new.svg"), 0o640);

        std::fs::set_permissions(at("new.svg"), std::fs::Permissions::from_mode(0o440)).unwrap();
        assert!(matches!(Destination::of(&at("new.svg"), true), Err(SaveError::ReadOnly(_))));
        assert!(matches!(Destination::of(Path::new("/dev/null"), true), Err(SaveError::Special(_))));
    }

    #[test]
    fn a_tilde_is_the_home_folder_only_at_the_begin() {
        let home = etcetera::home_dir().unwrap();
        assert_eq!(expand_home("~/a.svg"), home.join("a.svg"));
        assert_eq!([expand_home("~"), expand_home("a~/b"), expand_home("~b")], [home, "a~/b".into(), "~b".into()]);
    }
}
