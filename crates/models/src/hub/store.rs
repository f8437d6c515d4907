//! Writes to the cache: blobs, links to them, refs and locks, all inside its folder.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Component, Path, PathBuf};

use super::cache::Repo;
use super::error::HubProblem;
use super::object_id::{Commit, ContentId};

impl Repo {
    pub fn blob_path(&self, id: &ContentId) -> PathBuf {
        self.folder.join("blobs").join(id.as_str())
    }

    /// The path of its partial download. Python packages use the same name, so each can resume the other's downloads.
    pub fn part_path(&self, id: &ContentId) -> PathBuf {
        self.blob_path(id).with_extension("incomplete")
    }

    /// The lock file during a download, as in Python packages. It must be a regular file: a link,
    /// which could lead anywhere, is replaced, and an existing file is not truncated.
    pub fn lock_file(&self, id: &ContentId) -> Result<File, HubProblem> {
        let path = self.locks.join(format!("{}.lock", id.as_str()));
        prepare(&self.locks, &path)?;
        if path.is_symlink() {
            std::fs::remove_file(&path).map_err(|error| write_error(&path, &error))?;
        }
        // Creates nothing through a link, and does not block on a pipe.
        let created = OpenOptions::new().write(true).create_new(true).open(&path);
        let file = match created {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && path.is_file() => {
                OpenOptions::new().write(true).open(&path)
            }
            created => created,
        };
        file.map_err(|error| write_error(&path, &error))
    }

    /// Creates the folder for a file of this model.
    pub fn prepare(&self, path: &Path) -> Result<(), HubProblem> {
        prepare(&self.folder, path)
    }

    /// Adds a blob to the commit's snapshot as a file: a relative link if the system allows it, as Python packages do.
    pub fn link(&self, commit: &Commit, file: &str, id: &ContentId) -> Result<(), HubProblem> {
        let path = self.snapshot(commit).join(file);
        self.prepare(&path)?;
        if path.is_file() {
            return Ok(());
        }
        // A dangling link.
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(write_error(&path, &error));
            }
            _ => {}
        }
        let up = "../".repeat(1 + Path::new(file).components().count());
        let target = Path::new(&up).join("blobs").join(id.as_str());
        let blob = self.blob_path(id);
        // Not every file system has links, and Windows allows symbolic ones only in developer mode.
        symlink(&target, &path)
            .or_else(|_| std::fs::hard_link(&blob, &path))
            .or_else(|_| std::fs::copy(&blob, &path).map(drop))
            .map_err(|error| write_error(&path, &error))
    }

    /// Writes the commit of a branch or tag.
    pub fn write_ref(&self, revision: &str, commit: &Commit) -> Result<(), HubProblem> {
        if Commit::parse(revision).is_some() || self.commit(revision).as_ref() == Some(commit) {
            return Ok(());
        }
        let path = self.folder.join("refs").join(revision);
        self.prepare(&path)?;
        if let Ok(data) = path.symlink_metadata() {
            if !data.is_file() {
                return Err(HubProblem::Cache {
                    path,
                    reason: "it is not an ordinary file; remove it".to_owned(),
                });
            }
            if !is_own_file(&data) {
                // It would be overwritten in place, and a hard link to it may be anywhere.
                std::fs::remove_file(&path).map_err(|error| write_error(&path, &error))?;
            }
        }
        self.cache_repo(revision)
            .create_ref(commit.as_str())
            .map_err(|error| write_error(&path, &error))
    }
}

/// Creates the folder of a file, which must be inside `root` even after following every link.
fn prepare(root: &Path, path: &Path) -> Result<(), HubProblem> {
    let Some(folder) = folder_inside(root, path) else {
        return Err(leads_out(path));
    };
    create_folder(root)?;
    // Only what exists can be a link; the rest is created below it.
    let existing = folder
        .ancestors()
        .find(|folder| folder.exists())
        .ok_or_else(|| leads_out(path))?;
    if !real_path(existing)?.starts_with(real_path(root)?) {
        return Err(leads_out(path));
    }
    create_folder(folder)
}

/// The folder of a file, if its path starts with `root` and has no `..`.
fn folder_inside<'a>(root: &Path, path: &'a Path) -> Option<&'a Path> {
    let mut rest = path.strip_prefix(root).ok()?.components();
    if rest.all(|component| matches!(component, Component::Normal(_))) {
        path.parent()
    } else {
        None
    }
}

fn create_folder(folder: &Path) -> Result<(), HubProblem> {
    std::fs::create_dir_all(folder).map_err(|error| write_error(folder, &error))
}

fn real_path(folder: &Path) -> Result<PathBuf, HubProblem> {
    folder
        .canonicalize()
        .map_err(|error| write_error(folder, &error))
}

fn leads_out(path: &Path) -> HubProblem {
    HubProblem::Cache {
        path: path.to_owned(),
        reason: "it points outside the cache".to_owned(),
    }
}

#[cfg(unix)]
fn symlink(target: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(windows)]
fn symlink(target: &Path, link: &Path) -> io::Result<()> {
    std::os::windows::fs::symlink_file(target, link)
}

/// Whether this is a regular file without other hard links, so that writing to it changes nothing else.
pub fn is_own_file(data: &std::fs::Metadata) -> bool {
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::nlink(data) > 1 {
        return false;
    }
    data.is_file()
}

/// The error for a failed write to `path`.
pub fn write_error(path: &Path, error: &io::Error) -> HubProblem {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => HubProblem::DiskFull(path.to_owned()),
        _ => HubProblem::Cache {
            path: path.to_owned(),
            reason: error.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Error, ErrorKind};
    use std::path::Path;

    #[test]
    fn nothing_is_written_outside_the_cache() {
        let folder = tempfile::tempdir().unwrap();
        let (root, outside) = (
            folder.path().join("models--a"),
            folder.path().join("outside"),
        );
        std::fs::create_dir_all(&root).unwrap();
        std::fs::create_dir(&outside).unwrap();
        assert!(super::prepare(&root, &root.join("blobs/x")).is_ok());
        #[cfg(unix)]
        std::os::unix::fs::symlink(&outside, root.join("snapshots")).unwrap();
        let absolute = outside.join("x");
        for path in [
            "../outside/x",
            "blobs/../../outside/x",
            "snapshots/x",
            absolute.to_str().unwrap(),
            "",
        ] {
            let refused = super::prepare(&root, &root.join(path)).is_err();
            assert!(
                refused || (cfg!(windows) && path == "snapshots/x"),
                "{path}"
            );
        }
        assert_eq!(std::fs::read_dir(&outside).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_ref_that_is_a_pipe_or_a_link_is_neither_read_nor_written() {
        let folder = tempfile::tempdir().unwrap();
        let repo = super::Repo::new(folder.path(), "a/b");
        let refs = repo.folder.join("refs");
        std::fs::create_dir_all(&refs).unwrap();
        assert!(
            std::process::Command::new("mkfifo")
                .arg(refs.join("main"))
                .status()
                .unwrap()
                .success()
        );
        std::os::unix::fs::symlink(folder.path().join("victim"), refs.join("link")).unwrap();
        let commit = super::Commit::parse("0123456789abcdef0123456789abcdef01234567").unwrap();
        for revision in ["main", "link"] {
            assert!(repo.commit(revision).is_none());
            let refused = repo.write_ref(revision, &commit).unwrap_err().to_string();
            assert!(refused.contains("it is not an ordinary file"), "{refused}");
        }
        assert!(!folder.path().join("victim").exists());
        repo.write_ref("other", &commit).unwrap();
        assert_eq!(repo.commit("other").unwrap().as_str(), commit.as_str());
    }

    #[cfg(unix)]
    #[test]
    fn a_lock_that_is_a_link_is_replaced_and_what_it_leads_to_is_untouched() {
        let folder = tempfile::tempdir().unwrap();
        let victim = folder.path().join("victim");
        let id = super::ContentId::git("0123456789abcdef0123456789abcdef01234567").unwrap();
        let repo = super::Repo::new(folder.path(), "a/b");
        let lock = repo.locks.join(format!("{}.lock", id.as_str()));
        std::fs::create_dir_all(&repo.locks).unwrap();
        for content in [None, Some(b"mine".to_vec())] {
            if let Some(content) = &content {
                std::fs::write(&victim, content).unwrap();
            }
            std::os::unix::fs::symlink(&victim, &lock).unwrap();
            drop(repo.lock_file(&id).unwrap());
            assert!(!lock.is_symlink() && std::fs::read(&victim).ok() == content);
            std::fs::write(&lock, "another program's").unwrap();
            drop(repo.lock_file(&id).unwrap());
            assert_eq!(std::fs::read(&lock).unwrap(), b"another program's");
            std::fs::remove_file(&lock).unwrap();
        }
        assert!(
            std::process::Command::new("mkfifo")
                .arg(&lock)
                .status()
                .unwrap()
                .success()
        );
        assert!(repo.lock_file(&id).is_err(), "does not block on a pipe");
    }

    #[test]
    fn a_full_disk_and_a_folder_that_cannot_be_written_have_different_errors() {
        let said = |kind| {
            super::write_error(Path::new("blobs/x.incomplete"), &Error::from(kind)).to_string()
        };
        for kind in [ErrorKind::StorageFull, ErrorKind::QuotaExceeded] {
            let full = said(kind);
            assert!(
                full.contains("disk is full")
                    && full.contains("x.incomplete")
                    && full.contains("try again to resume"),
                "{full}"
            );
        }
        assert!(said(ErrorKind::ReadOnlyFilesystem).contains("set HF_HOME"));
    }
}
