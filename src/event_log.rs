//! The log of a run: what happened, and when. `--log FILE` appends it to a file, and the report of a panic has its last
//! events, with and without that option.
//!
//! Events are written with the macros of the crate `log`. One rule keeps it without texts: an event that has a text of the
//! user is of the level debug, which is off without `--log-texts`, and is never in the report of a panic.

use std::collections::VecDeque;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime};

use bertscope_printable::printable;
use bertscope_save::{Destination, SaveError};
use log::{Level, LevelFilter, Log, Metadata, Record};

use crate::cli::LogArgs;
use crate::commands::doctor::version_line;
use crate::usage_error::{UsageError, refuse};

/// Number of events that the report of a panic has.
const MAX_RECENT: usize = 50;
/// Number of kinds of events that alternate while the user types: the keys, and the jobs that follow them.
const MAX_ALTERNATING: usize = 4;

/// Where a message quotes. A file without a header line has texts as names of its columns.
const QUOTES: [(&str, &str); 5] = [
    ("\"", "\""),
    ("“", "”"),
    ("`", "`"),
    ("'", "'"),
    ("; it has ", "; name the "),
];

static LOG: LazyLock<EventLog> = LazyLock::new(|| EventLog {
    start: Instant::now(),
    events: Mutex::default(),
});

struct EventLog {
    start: Instant,
    events: Mutex<Events>,
}

#[derive(Default)]
struct Events {
    path: Option<PathBuf>,
    /// `None` until it is known that the file is no other file of the command, and if it cannot be written.
    file: Option<File>,
    /// The last lines without texts; until there is a file, those that it begins with.
    recent: VecDeque<String>,
    /// The newest events; what differs from one of them only in its numbers is counted, and not written.
    newest: Vec<Event>,
}

struct Event {
    /// Its words without digits.
    kind: String,
    /// The last one, with its time.
    line: String,
    count: usize,
}

/// Starts the log that the command line asks for.
pub fn start(args: &LogArgs) -> Result<(), UsageError> {
    // It fails only if there is a log already.
    let _ = log::set_logger(&*LOG);
    let path = match &args.log {
        Some(path) => path,
        None if args.log_texts => return refuse("--log-texts needs --log FILE"),
        None => return Ok(()),
    };
    if let Err(error) = Destination::check(path, true) {
        return refuse(format!("--log: {error}"));
    }
    let mut events = LOG.events();
    events.path = Some(path.clone());
    events.write(version_line(SystemTime::now()));
    log::set_max_level(if args.log_texts {
        LevelFilter::Debug
    } else {
        LevelFilter::Info
    });
    Ok(())
}

pub fn path() -> Option<PathBuf> {
    LOG.events().path.clone()
}

/// Opens the file, once it is known that it is no other file of the command.
pub fn open_file() -> Result<(), UsageError> {
    let mut events = LOG.events();
    let (Some(path), None) = (&events.path, &events.file) else {
        return Ok(());
    };
    match File::options().create(true).append(true).open(path) {
        Err(reason) => refuse(SaveError::write(path, reason).to_string()),
        Ok(file) => {
            events.file = Some(file);
            for line in events.recent.clone() {
                events.write_to_file(&line);
            }
            Ok(())
        }
    }
}

/// Writes what was only counted so far. A panic within the log must not wait for itself.
pub fn finish() -> Vec<String> {
    let Ok(mut events) = LOG.events.try_lock() else {
        return Vec::new();
    };
    events.end_repetition();
    events.recent.clone().into()
}

/// A message without what it quotes, which may be a text of the user: from the first quotation mark to the last of its
/// kind, because a text can have quotation marks, too.
pub fn without_quotes(message: &str) -> String {
    let mut kept = message.to_owned();
    for (opening, closing) in QUOTES {
        if let (Some(first), Some(last)) = (kept.find(opening), kept.rfind(closing))
            && first < last
        {
            kept.replace_range(first + opening.len()..last, "…");
        }
    }
    kept
}

impl EventLog {
    fn events(&self) -> MutexGuard<'_, Events> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Log for EventLog {
    /// Other crates log URLs, which can have a password, and tokens of texts.
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("bertscope")
    }

    fn log(&self, record: &Record<'_>) {
        if !self.enabled(record.metadata()) {
            return;
        }
        let words = printable(&record.args().to_string());
        let line = format!("{:>10.3} s  {words}", self.start.elapsed().as_secs_f64());
        let mut events = self.events();
        if record.level() == Level::Debug {
            return events.write_to_file(&line);
        }
        events.add(Event {
            kind: words.replace(|c: char| c.is_ascii_digit(), ""),
            line,
            count: 1,
        });
    }

    fn flush(&self) {}
}

impl Events {
    fn add(&mut self, event: Event) {
        let mut known = self.newest.iter_mut();
        if let Some(earlier) = known.find(|earlier| earlier.kind == event.kind) {
            earlier.line = event.line;
            earlier.count += 1;
            return;
        }
        let has_repetition = self.newest.iter().any(|event| event.count > 1);
        if has_repetition || self.newest.len() == MAX_ALTERNATING {
            self.end_repetition();
        }
        self.write(event.line.clone());
        self.newest.push(event);
    }

    /// Writes the last of the events that were only counted.
    fn end_repetition(&mut self) {
        for event in std::mem::take(&mut self.newest) {
            if event.count > 1 {
                self.write(format!(
                    "{} (the last of {} such events)",
                    event.line, event.count
                ));
            }
        }
    }

    fn write(&mut self, line: String) {
        self.write_to_file(&line);
        self.recent.push_back(line);
        if self.recent.len() > MAX_RECENT {
            self.recent.pop_front();
        }
    }

    fn write_to_file(&mut self, line: &str) {
        if let Some(file) = &mut self.file {
            // In one piece, because other runs may append to the file, too. There is nowhere to say that it fails.
            let _ = file.write_all(format!("{line}\n").as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(words: &str) -> Event {
        Event {
            kind: words.replace(|c: char| c.is_ascii_digit(), ""),
            line: words.to_owned(),
            count: 1,
        }
    }

    #[test]
    fn what_alternates_while_somebody_types_is_counted_and_its_last_line_is_kept() {
        let mut events = Events::default();
        for number in 1..=40 {
            events.add(event("types into the candidate"));
            events.add(event(&format!("scored the pair in {number} ms")));
        }
        events.add(event("command swap"));
        assert_eq!(
            Vec::from(events.recent),
            [
                "types into the candidate",
                "scored the pair in 1 ms",
                "types into the candidate (the last of 40 such events)",
                "scored the pair in 40 ms (the last of 40 such events)",
                "command swap",
            ]
        );
    }

    #[test]
    fn a_message_loses_everything_that_it_quotes_even_if_that_has_quotation_marks() {
        for (message, kept) in [
            (
                "invalid type: string \"a \"cat\" sat\", expected a map",
                "invalid type: string \"…\", expected a map",
            ),
            (
                "byte 1 is inside 'ß' (bytes 0..2) of `ß `x` y`",
                "byte 1 is inside '…' (bytes 0..2) of `…`",
            ),
            ("“noon” is no key", "“…” is no key"),
            ("index 5 of 3", "index 5 of 3"),
        ] {
            assert_eq!(without_quotes(message), kept);
        }
    }
}
