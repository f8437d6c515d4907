//! Collects the errors of a lesson file while it is read, so that one run reports all of them.

use std::cell::RefCell;

use toml::de::Error;

/// A fault and its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The problem, and what to do.
    pub problem: String,
}

/// Most faults that are reported; one more is collected, to know whether there are more.
pub(super) const MAX_FAULTS: usize = 20;

/// Curly quotes, which word processors write instead of `"` and `'`.
const CURLY: [char; 8] = ['“', '”', '„', '‟', '‘', '’', '«', '»'];

/// The text of a file, and the faults found so far.
pub(super) struct Faults<'a> {
    pub(super) file: &'a str,
    found: RefCell<Vec<Fault>>,
    /// The line at which the parser lost the structure of the file; values read after it are ignored.
    unparsed_from: Option<usize>,
    /// Lines that are not TOML; their values are guesses.
    garbled: Vec<usize>,
}

impl<'a> Faults<'a> {
    /// Starts with the errors of the TOML parser.
    pub(super) fn from_parse_errors(file: &'a str, errors: &[Error]) -> Self {
        let mut errors: Vec<_> = errors
            .iter()
            .map(|error| (error.span().unwrap_or_default(), error))
            .collect();
        errors.sort_by_key(|(span, _)| span.start);
        let mut faults = Self {
            file,
            found: RefCell::default(),
            unparsed_from: None,
            garbled: Vec::new(),
        };
        for (span, error) in errors {
            let line = faults.line(span.start);
            // The parser reports one fault several times.
            if faults.garbled.contains(&line) {
                continue;
            }
            let there = file.get(span.clone()).unwrap_or_default();
            let after = file.get(span.start..).unwrap_or_default();
            let said = error.message().trim().replace('\n', ", ");
            let written = file.lines().nth(line - 1).unwrap_or_default().trim_end();
            let is_curly =
                after.starts_with(CURLY) || (said.contains("string") && written.ends_with(CURLY));
            let problem = if is_curly {
                "curly quotes; use straight quotes, \"like these\", around every text".to_owned()
            } else if said == "duplicate key" {
                format!("`{}` is given twice; keep one of them", excerpt(there))
            } else if said.starts_with("invalid basic string")
                || said.starts_with("invalid literal string")
            {
                "a closing quote is missing; put text of several lines in \"\"\"three quotes\"\"\""
                    .to_owned()
            } else {
                faults.unparsed_from = Some(line);
                format!("this is not TOML: {said}")
            };
            faults.garbled.push(line);
            faults.found.get_mut().push(Fault { line, problem });
            if faults.unparsed_from.is_some() || faults.count() > MAX_FAULTS {
                break;
            }
        }
        faults
    }

    /// Adds a fault at a byte of the file.
    pub(super) fn add(&self, at: usize, problem: String) {
        self.add_line(self.line(at), problem);
    }

    /// Adds a fault at a line.
    pub(super) fn add_line(&self, line: usize, problem: String) {
        if self.count() > MAX_FAULTS {
            return;
        }
        let is_known =
            self.garbled.contains(&line) || self.unparsed_from.is_some_and(|lost| line >= lost);
        if !is_known {
            self.found.borrow_mut().push(Fault { line, problem });
        }
    }

    /// Adds a missing field, unless it may be in a part of the file that could not be read.
    pub(super) fn add_missing(&self, at: usize, problem: String) {
        if self.unparsed_from.is_none() {
            self.add(at, problem);
        }
    }

    /// Number of faults so far.
    pub(super) fn count(&self) -> usize {
        self.found.borrow().len()
    }

    /// All faults in the order of their lines.
    pub(super) fn into_sorted(self) -> Vec<Fault> {
        let mut found = self.found.into_inner();
        found.sort_by_key(|fault| fault.line);
        found
    }

    fn line(&self, at: usize) -> usize {
        self.file
            .get(..at)
            .unwrap_or(self.file)
            .matches('\n')
            .count()
            + 1
    }
}

/// The start of a value, on one line.
pub(super) fn excerpt(written: &str) -> String {
    let line = written.lines().next().unwrap_or_default();
    let cut: String = line.chars().take(40).collect();
    let is_whole = cut == written;
    if is_whole { cut } else { format!("{cut}…") }
}
