//! What a panic of the inspector leaves for a bug report: a file without texts, in the folder of the session files.

use std::backtrace::Backtrace;
use std::panic::{set_hook, take_hook};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::SystemTime;

use bertscope_encoder::panic_guard::is_guarded;
use log::LevelFilter;

use crate::commands::doctor::version_line;
use crate::console;
use crate::event_log;
use crate::tui::session::Session;
use crate::tui::session::file::write_private;

const PREFIX: &str = "panic-";

/// The report of the first panic of this run, unless it could not be written. Later ones follow from it, or repeat it.
static REPORT: OnceLock<Option<PathBuf>> = OnceLock::new();

/// From now on, a panic writes a report. It is printed only if that fails.
pub fn install() {
    // The report has the last events, whether there is a log or not.
    log::set_max_level(log::max_level().max(LevelFilter::Info));
    let print = take_hook();
    set_hook(Box::new(move |info| {
        if is_guarded() {
            return;
        }
        let words = event_log::without_quotes(&info.to_string());
        log::error!("{words}");
        if REPORT.get_or_init(|| write(&words)).is_none() {
            print(info);
        }
    }));
}

/// Says where the report is, once the screen is the shell's again.
pub fn announce() {
    if let Some(Some(path)) = REPORT.get() {
        console::report(&format!(
            "a part of the inspector failed because of a bug; please report it with {}, which has no texts",
            path.display()
        ));
    }
}

/// The names of the reports in a folder, the newest last.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| name.starts_with(PREFIX))
        .collect();
    names.sort();
    names
}

fn write(words: &str) -> Option<PathBuf> {
    let folder = Session::folder()?;
    let now = SystemTime::now();
    let version = version_line(now);
    let events = event_log::finish().join("\n");
    // A release has no symbols: this is how those of a build with them are found.
    let base = crate::run as fn() -> _ as usize;
    let backtrace = Backtrace::force_capture();
    let mut report = format!(
        "{version}\n\n{words}\n\nThe last events:\n{events}\n\nBacktrace, with bertscope::run at {base:#x}:\n{backtrace:#}\n"
    );
    if let Some(home) = std::env::home_dir() {
        report = report.replace(&*home.to_string_lossy(), "~");
    }
    // Windows has no colons in names.
    let time = humantime::format_rfc3339_seconds(now)
        .to_string()
        .replace(':', "");
    let path = folder.join(format!("{PREFIX}{time}.txt"));
    std::fs::create_dir_all(&folder).ok()?;
    write_private(&path, report.as_bytes()).ok()?;
    Some(path)
}
