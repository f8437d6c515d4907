//! The session files: one for each window, so that no window overwrites what was typed into another.
//!
//! ```text
//! session.json      texts and settings of a window
//! session.lock      empty, and locked as long as that window is open; the system unlocks it, however the window ends
//! session-2.json    those of a window that was opened meanwhile; and so on
//! ```
//!
//! A window continues the newest session that no other window has open. If there is none, it starts with a copy of the
//! newest session, in a new file. So there are never more files than windows at one time.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::Session;
use bertscope_save::{Destination, SaveError};

/// Maximum number of windows open at one time.
const MAX_WINDOWS: usize = 99;
/// Maximum number of copies of damaged files.
const MAX_COPIES: usize = 9;
/// Maximum size of a session file; larger files are not read.
const MAX_BYTES: u64 = 64 << 20;

/// The session file of a window.
#[derive(Debug)]
pub struct SessionFile {
    path: PathBuf,
    _lock: Lock,
}

/// Holds the lock on the session file until it is dropped.
#[derive(Debug)]
struct Lock {
    /// `None` if files cannot be locked.
    _file: Option<File>,
}

/// A session file that was opened.
#[derive(Debug)]
pub struct OpenedSession {
    pub file: Option<SessionFile>,
    pub session: Session,
    /// Problems with the files.
    pub problems: Vec<String>,
}

impl SessionFile {
    /// Opens the newest session in a folder that no other window has open.
    ///
    /// A file that cannot be read, or that is damaged and cannot be copied, is not used.
    pub fn open(folder: &Path) -> OpenedSession {
        // If the folder cannot be created, writing reports why.
        let _ = std::fs::create_dir_all(folder);
        let mut problems = Vec::new();
        let mut newest = None;
        for path in files_by_age(folder) {
            let Some(lock) = lock(&path) else {
                // Another window has it: a file of our own starts with a copy.
                if newest.is_none() {
                    newest = read_session(&path, false).ok();
                }
                continue;
            };
            match read_session(&path, true) {
                Ok((session, problem)) => {
                    problems.extend(problem);
                    return OpenedSession {
                        file: Some(Self { path, _lock: lock }),
                        session,
                        problems,
                    };
                }
                Err(error) => {
                    problems.push(format!("{} was not used: {error}.", name(&path)));
                }
            }
        }
        OpenedSession {
            file: Some(Self::new(folder)),
            session: newest.map(|(session, _)| session).unwrap_or_default(),
            problems,
        }
    }

    /// A file that does not exist yet.
    fn new(folder: &Path) -> Self {
        for number in 1..=MAX_WINDOWS {
            let path = path(folder, number);
            let is_used = path.symlink_metadata().is_ok();
            // A window that was opened at the same time may have locked it already.
            if !is_used && let Some(lock) = lock(&path) {
                return Self { path, _lock: lock };
            }
        }
        Self {
            path: path(folder, MAX_WINDOWS),
            _lock: Lock { _file: None },
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the session atomically, so that a crash leaves the old one. Only the user can read it.
    pub fn write(&self, session: &Session) -> Result<(), String> {
        self.try_write(&session.to_bytes())
            .map_err(|error| format!("Texts and settings are not saved: {error}"))
    }

    fn try_write(&self, bytes: &[u8]) -> Result<(), SaveError> {
        if let Some(folder) = self.path.parent() {
            // It may not have been possible at the start; now the reason is reported.
            std::fs::create_dir_all(folder)
                .map_err(|reason| SaveError::write(&self.path, reason))?;
        }
        write_private(&self.path, bytes)
    }
}

/// A session file and what is wrong with it, if anything.
#[derive(Debug)]
pub struct SessionFileState {
    pub name: String,
    /// Whether a window has it open.
    pub is_open: bool,
    pub problem: Option<String>,
}

/// The session files of a folder, newest first; changes nothing.
pub fn states(folder: &Path) -> Vec<SessionFileState> {
    let mut states = Vec::new();
    for path in files_by_age(folder) {
        // Unlike `lock`, this creates no file.
        let lock = File::open(path.with_extension("lock"));
        states.push(SessionFileState {
            name: name(&path).to_string(),
            is_open: lock
                .is_ok_and(|lock| matches!(lock.try_lock(), Err(TryLockError::WouldBlock))),
            problem: match read(&path) {
                Ok(bytes) => Session::parse(&bytes).1,
                Err(error) => Some(format!("cannot be read: {error}")),
            },
        });
    }
    states
}

/// Replaces a file atomically; only the user can read the new one.
pub fn write_private(path: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    Destination::check(path, true)?.private().write(bytes)
}

/// The path of the file with a number.
fn path(folder: &Path, number: usize) -> PathBuf {
    folder.join(if number == 1 {
        "session.json".to_owned()
    } else {
        format!("session-{number}.json")
    })
}

/// The existing session files, newest first.
fn files_by_age(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for number in 1..=MAX_WINDOWS {
        let path = path(folder, number);
        let Ok(found) = path.metadata() else { continue };
        if found.is_file() {
            let saved = found.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            files.push((saved, path));
        }
    }
    files.sort_by_key(|(saved, _)| std::cmp::Reverse(*saved));
    files.into_iter().map(|(_, path)| path).collect()
}

/// Locks a session file; `None` if another window has it. If files cannot be locked at all, it counts as free.
fn lock(path: &Path) -> Option<Lock> {
    let path = path.with_extension("lock");
    if path.symlink_metadata().is_ok_and(|found| !found.is_file()) {
        return None;
    }
    let opened = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path);
    let locked = opened
        .map_err(TryLockError::Error)
        .and_then(|file| file.try_lock().map(|()| file));
    match locked {
        Err(TryLockError::WouldBlock) => None,
        locked => Some(Lock { _file: locked.ok() }),
    }
}

/// The valid part of a session file, and a message about it. A damaged file of this window is copied; other windows
/// copy theirs.
fn read_session(path: &Path, is_own: bool) -> Result<(Session, Option<String>), String> {
    let bytes = read(path).map_err(|error| error.to_string())?;
    let (session, problem) = Session::parse(&bytes);
    let Some(problem) = problem else {
        return Ok((session, None));
    };
    if !is_own {
        return Ok((session, None));
    }
    let copy = keep_copy(path, &bytes).map_err(|error| error.to_string())?;
    let words = format!(
        "{} {problem}; the rest was restored. The old file was copied to {}.",
        name(path),
        copy.display()
    );
    Ok((session, Some(words)))
}

fn name(path: &Path) -> std::path::Display<'_> {
    Path::new(path.file_name().unwrap_or_default()).display()
}

fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        Err(std::io::Error::other("it is too large"))
    } else {
        Ok(bytes)
    }
}

/// Copies a damaged file, unless there is a copy. The last copy is replaced if there are too many.
fn keep_copy(path: &Path, bytes: &[u8]) -> Result<PathBuf, SaveError> {
    let mut number = 1;
    while number < MAX_COPIES && !is_free_or_equal(&copy_path(path, number), bytes) {
        number += 1;
    }
    let copy = copy_path(path, number);
    write_private(&copy, bytes)?;
    Ok(copy)
}

fn copy_path(path: &Path, number: usize) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".damaged-{number}"));
    PathBuf::from(name)
}

fn is_free_or_equal(path: &Path, bytes: &[u8]) -> bool {
    match path.symlink_metadata() {
        Err(_) => true,
        Ok(found) => found.is_file() && std::fs::read(path).is_ok_and(|existing| existing == bytes),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bertscope_report::export::link::PairView;

    use super::*;

    fn with(text: &str) -> Session {
        let view = PairView {
            reference: text.to_owned(),
            ..PairView::default()
        };
        Session {
            view,
            ..Session::default()
        }
    }

    fn write(opened: &OpenedSession, text: &str) {
        opened.file.as_ref().unwrap().write(&with(text)).unwrap();
    }

    fn path_of(opened: &OpenedSession) -> &Path {
        &opened.file.as_ref().unwrap().path
    }

    fn reference(opened: &OpenedSession) -> Option<&str> {
        Some(&*opened.session.view.reference).filter(|text| !text.is_empty())
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.retain(|name| !name.contains(".lock"));
        names.sort();
        names
    }

    /// Makes a file this many seconds older.
    fn age(path: &Path, seconds: u64) {
        let then = SystemTime::now() - Duration::from_secs(seconds);
        File::options()
            .write(true)
            .open(path)
            .unwrap()
            .set_modified(then)
            .unwrap();
    }

    #[test]
    fn windows_have_files_of_their_own_and_the_next_one_continues_the_newest_that_is_free() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("deep");
        let first = SessionFile::open(&folder);
        assert_eq!(
            (reference(&first), path_of(&first)),
            (None, &*folder.join("session.json"))
        );
        write(&first, "one");
        let second = SessionFile::open(&folder);
        assert_eq!(
            reference(&second),
            Some("one"),
            "what was saved last, although its file is taken"
        );
        write(&second, "two");
        write(&first, "one again");
        age(path_of(&first), 60);
        drop((first, second));

        let newest = SessionFile::open(&folder);
        let other = SessionFile::open(&folder);
        assert_eq!(
            [&newest, &other].map(reference),
            [Some("two"), Some("one again")]
        );
        write(&newest, "three");
        drop((newest, other));
        assert_eq!(reference(&SessionFile::open(&folder)), Some("three"));
        assert_eq!(
            names(&folder),
            ["session-2.json", "session.json"],
            "as many as there were windows"
        );
    }

    #[test]
    fn a_damaged_file_is_copied_before_it_is_replaced_and_the_copies_are_few() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("session.json");
        for round in 0..2 * MAX_COPIES {
            let damaged = format!("{{\"reference\": \"kept\", \"layer\": \"{round}\"}}");
            std::fs::write(&path, &damaged).unwrap();
            // What is looked at twice is copied once.
            for _ in 0..2 {
                let opened = SessionFile::open(folder.path());
                assert_eq!(
                    (reference(&opened), path_of(&opened)),
                    (Some("kept"), &*path)
                );
                let [notice] = &opened.problems[..] else {
                    panic!("{:?}", opened.problems)
                };
                let copy = folder.path().join(format!(
                    "session.json.damaged-{}",
                    (round + 1).min(MAX_COPIES)
                ));
                assert_eq!(std::fs::read_to_string(&copy).unwrap(), damaged);
                assert!(
                    notice.starts_with("session.json has a bad `layer`; the rest was restored"),
                    "{notice}"
                );
                assert!(notice.contains(copy.to_str().unwrap()), "{notice}");
            }
        }
        assert_eq!(names(folder.path()).len(), 1 + MAX_COPIES);
    }

    #[test]
    fn nothing_stays_beside_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let opened = SessionFile::open(folder.path());
        write(&opened, "one");
        write(&opened, "two");
        assert_eq!(names(folder.path()), ["session.json"]);
    }

    #[test]
    fn a_session_that_cannot_be_written_says_so_and_where() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bertscope");
        std::fs::write(&file, "").unwrap();
        let opened = SessionFile::open(&file);
        let why = opened.file.unwrap().write(&with("one")).unwrap_err();
        assert!(
            why.starts_with("Texts and settings are not saved: cannot write ")
                && why.contains("session.json")
        );
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_is_neither_read_nor_replaced_and_links_are_followed() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for special in ["session.json", "session-3.lock"] {
            std::os::unix::net::UnixListener::bind(at(special)).unwrap();
        }
        std::fs::create_dir(at("session-2.json")).unwrap();
        symlink(at("nowhere"), at("session-4.json")).unwrap();
        let opened = SessionFile::open(folder.path());
        write(&opened, "one");
        assert_eq!(path_of(&opened), at("session-5.json"));
        assert_eq!(
            at("session-5.json")
                .metadata()
                .unwrap()
                .permissions()
                .mode()
                & 0o777,
            0o600
        );
        assert!(
            !at("session.json").is_file()
                && at("session-2.json").is_dir()
                && !at("nowhere").exists()
        );
        drop(opened);

        std::fs::write(at("elsewhere"), with("linked").to_bytes()).unwrap();
        symlink(at("elsewhere"), at("session-6.json")).unwrap();
        age(&at("session-5.json"), 60);
        let opened = SessionFile::open(folder.path());
        assert_eq!(reference(&opened), Some("linked"));
        write(&opened, "more");
        assert!(at("session-6.json").is_symlink());
        let written = Session::parse(&std::fs::read(at("elsewhere")).unwrap()).0;
        assert_eq!(written.view.reference, "more");
    }
}
