//! The log of a run: what happened, and when. `--log FILE` appends it to a file, and the report of a panic has its last
//! events, with and without that option.
//!
//! Events are written with the macros of the crate `log`. One rule keeps it without texts: what has a text of the user is of
//! the level debug, which is off without `--log-texts`, and never in the report of a panic.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Instant, SystemTime};

use bertscope_printable::printable;
use bertscope_report::save::display_path;
use log::{Level, LevelFilter, Log, Metadata, Record};

use crate::cli::LogArgs;
use crate::commands::doctor::version_line;
use crate::console;
use crate::usage_error::{UsageError, refuse};

/// Number of events that the report of a panic has.
const MAX_RECENT: usize = 50;
/// Number of kinds of events that alternate while somebody types: the key, and what follows it.
const MAX_ALTERNATING: usize = 4;

static LOG: OnceLock<EventLog> = OnceLock::new();

struct EventLog {
    start: Instant,
    path: Option<PathBuf>,
    events: Mutex<Events>,
}

#[derive(Default)]
struct Events {
    /// The last lines without texts.
    recent: VecDeque<String>,
    /// The newest events of different kinds; what repeats one of them is only counted.
    alternating: Vec<Event>,
    file: Option<File>,
    /// The first lines, until it is known that the file is no other file of the command.
    waiting: Option<Vec<u8>>,
    failure: Option<io::Error>,
}

/// An event, or several that differ only in their numbers.
struct Event {
    /// The words without their digits.
    kind: String,
    level: Level,
    /// The newest one, with its time.
    line: String,
    count: usize,
}

/// Starts the log that the command line asks for; without a file, only that of the inspector.
pub fn start(args: &LogArgs, is_for_inspector: bool) -> Result<(), UsageError> {
    if args.log.is_none() && !is_for_inspector {
        return Ok(());
    }
    let file = match &args.log {
        Some(path) => Some(open(path, is_for_inspector)?),
        None => None,
    };
    let log = LOG.get_or_init(|| EventLog {
        start: Instant::now(),
        path: args.log.clone(),
        events: Mutex::new(Events {
            file,
            waiting: Some(format!("{}\n", version_line(SystemTime::now())).into_bytes()),
            ..Events::default()
        }),
    });
    // It fails only if there is a log already.
    let _ = log::set_logger(log);
    log::set_max_level(if args.log_texts {
        LevelFilter::Debug
    } else {
        LevelFilter::Info
    });
    Ok(())
}

fn open(path: &Path, is_for_inspector: bool) -> Result<File, UsageError> {
    let opened = OpenOptions::new().create(true).append(true).open(path);
    let name = display_path(path);
    match opened {
        Err(error) => refuse(format!(
            "cannot write the log {name}: {error}; choose another file for --log"
        )),
        Ok(file) if is_for_inspector && io::IsTerminal::is_terminal(&file) => refuse(format!(
            "the inspector draws on the terminal {name}; choose a file for --log"
        )),
        Ok(file) => Ok(file),
    }
}

/// The file of the log, if there is one.
pub fn path() -> Option<&'static Path> {
    LOG.get()?.path.as_deref()
}

/// Writes to the file from now on.
pub fn begin() {
    if let Some(log) = LOG.get() {
        log.lock().begin();
    }
}

/// Writes nothing to the file, because another file of the command has its name.
pub fn discard() {
    if let Some(log) = LOG.get() {
        log.lock().file = None;
    }
}

/// Ends the log, and says if something is missing in it.
pub fn finish() {
    let Some(log) = LOG.get() else { return };
    let mut events = log.lock();
    events.end_repetition();
    events.begin();
    let failure = events.failure.take();
    // What is reported is logged, too.
    drop(events);
    if let (Some(error), Some(path)) = (failure, &log.path) {
        let name = display_path(path);
        console::report(&format!("the log {name} is incomplete: {error}"));
    }
}

/// The last events, without texts.
pub fn recent() -> String {
    // A panic within the log must not wait for itself.
    let Some(mut events) = LOG.get().and_then(|log| log.events.try_lock().ok()) else {
        return String::new();
    };
    events.end_repetition();
    Vec::from(events.recent.clone()).join("\n")
}

/// A message without what it quotes, which may be a text of the user: from the first quotation mark to the last of its
/// kind, because a text can have quotation marks, too.
pub fn without_quotes(message: &str) -> String {
    let mut kept = message.to_owned();
    for (opening, closing) in [('"', '"'), ('“', '”'), ('`', '`'), ('\'', '\'')] {
        if let (Some(first), Some(last)) = (kept.find(opening), kept.rfind(closing))
            && first < last
        {
            kept.replace_range(first + opening.len_utf8()..last, "…");
        }
    }
    kept
}

impl EventLog {
    fn lock(&self) -> MutexGuard<'_, Events> {
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
        let mark = match record.level() {
            Level::Error => "error: ",
            Level::Warn => "warning: ",
            _ => "",
        };
        let words = printable(&format!("{mark}{}", record.args()));
        let seconds = self.start.elapsed().as_secs_f64();
        self.lock().add(Event {
            kind: words.replace(|c: char| c.is_ascii_digit(), ""),
            level: record.level(),
            line: format!("{seconds:>10.3} s  {words}"),
            count: 1,
        });
    }

    fn flush(&self) {}
}

impl Events {
    fn add(&mut self, event: Event) {
        let mut known = self.alternating.iter_mut();
        if let Some(earlier) = known.find(|earlier| earlier.kind == event.kind) {
            earlier.line = event.line;
            earlier.count += 1;
            return;
        }
        if self.alternating.iter().any(|event| event.count > 1) {
            self.end_repetition();
        }
        if self.alternating.len() == MAX_ALTERNATING {
            self.alternating.remove(0);
        }
        self.write(event.level, &event.line);
        self.alternating.push(event);
    }

    /// Writes the last of the events that were only counted.
    fn end_repetition(&mut self) {
        for event in std::mem::take(&mut self.alternating) {
            if event.count > 1 {
                let line = format!("{} (the last of {})", event.line, event.count);
                self.write(event.level, &line);
            }
        }
    }

    fn write(&mut self, level: Level, line: &str) {
        if level <= Level::Info {
            self.recent.push_back(line.to_owned());
            if self.recent.len() > MAX_RECENT {
                self.recent.pop_front();
            }
        }
        let line = format!("{line}\n");
        match &mut self.waiting {
            Some(waiting) => waiting.extend(line.bytes()),
            None => self.write_bytes(line.as_bytes()),
        }
    }

    fn begin(&mut self) {
        if let Some(waiting) = self.waiting.take() {
            self.write_bytes(&waiting);
        }
    }

    /// The first failure ends the log: an incomplete line would join the next one.
    fn write_bytes(&mut self, bytes: &[u8]) {
        if let Some(file) = &mut self.file
            && let Err(error) = file.write_all(bytes)
        {
            self.failure = Some(error);
            self.file = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(words: &str) -> Event {
        Event {
            kind: words.replace(|c: char| c.is_ascii_digit(), ""),
            level: Level::Info,
            line: words.to_owned(),
            count: 1,
        }
    }

    #[test]
    fn what_alternates_while_somebody_types_is_counted_and_its_last_line_is_kept() {
        let mut events = Events::default();
        for number in 1..=40 {
            events.add(event("types into the candidate"));
            events.add(event(&format!("pair scored in {number} ms")));
        }
        events.add(event("command swap"));
        assert_eq!(
            Vec::from(events.recent),
            [
                "types into the candidate",
                "pair scored in 1 ms",
                "types into the candidate (the last of 40)",
                "pair scored in 40 ms (the last of 40)",
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
