//! What a panic of the inspector leaves for a bug report: a file without texts, in the folder of the session files.

use std::backtrace::Backtrace;
use std::panic::{PanicHookInfo, set_hook, take_hook};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use bertscope_encoder::panic_guard::is_guarded;

use crate::checkup::anonymous;
use crate::commands::doctor::version_line;
use crate::console;
use crate::event_log;
use crate::tui::session::Session;
use crate::tui::session::file::write_private;

/// A thread that panics at every job must not fill the disk.
const MAX_REPORTS: usize = 3;
const PREFIX: &str = "panic-";

/// The reports of this run.
static WRITTEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// From now on, each panic writes a report, and is printed only if that fails.
pub fn install() {
    let print = take_hook();
    set_hook(Box::new(move |info| {
        if is_guarded() {
            return;
        }
        log::error!("panic in {}", place(info));
        let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
        if written.len() == MAX_REPORTS {
            return;
        }
        match write(info, written.len() + 1) {
            Some(path) => written.push(path),
            None if std::thread::current().name() == Some("main") => print(info),
            None => {}
        }
    }));
}

/// Says where the reports are, once the screen is the shell's again.
pub fn announce() {
    for path in WRITTEN
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .iter()
    {
        console::report(&format!(
            "a part of the inspector failed because of a bug; please report it with the file {}, which has no texts",
            path.display()
        ));
    }
}

/// The names of all reports in a folder, the oldest first.
pub fn names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(PREFIX) {
            names.push(name);
        }
    }
    names.sort();
    names
}

fn write(info: &PanicHookInfo<'_>, number: usize) -> Option<PathBuf> {
    let folder = Session::folder()?;
    let now = SystemTime::now();
    // Windows has no colons in names.
    let time = humantime::format_rfc3339_seconds(now).to_string();
    let path = folder.join(format!("{PREFIX}{}-{number}.txt", time.replace(':', "")));
    std::fs::create_dir_all(&folder).ok()?;
    write_private(&path, report(info, now).as_bytes()).ok()?;
    Some(path)
}

fn report(info: &PanicHookInfo<'_>, now: SystemTime) -> String {
    // A release has no symbols; with this address, those of a build with them can be found.
    let base = crate::run as fn() -> _ as usize;
    let report = format!(
        "{}\n\nPanic: {}\nin {}\n\nThe last events:\n{}\n\nBacktrace, with bertscope::run at {base:#x}:\n{:#}\n",
        version_line(now),
        event_log::without_quotes(message(info)),
        place(info),
        event_log::recent(),
        Backtrace::force_capture(),
    );
    match std::env::home_dir() {
        Some(home) => report.replace(&*home.to_string_lossy(), "~"),
        None => report,
    }
}

fn place(info: &PanicHookInfo<'_>) -> String {
    let thread = std::thread::current();
    let name = thread.name().unwrap_or("another");
    match info.location() {
        Some(location) => format!(
            "{}, line {}, thread {name}",
            anonymous(Path::new(location.file())),
            location.line()
        ),
        None => format!("thread {name}"),
    }
}

fn message<'a>(info: &'a PanicHookInfo<'_>) -> &'a str {
    let payload = info.payload();
    let literal = payload.downcast_ref::<&str>().copied();
    literal
        .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}
