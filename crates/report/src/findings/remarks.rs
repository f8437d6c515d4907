//! Remarks on pairs, or segments of several systems, that were scored all the same, and how many have a note of each kind.

use std::collections::HashMap;
use std::fmt::Display;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Serialize;

use crate::number::{pluralized, with_thousands_separators};
#[cfg(doc)]
use bertscope_analysis::Note;
use bertscope_printable::printable;

/// Remarks on segments that were compared all the same.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Remarks {
    /// Segments with a remark, such as a text without words, by id or number of the row. A segment counts once for all
    /// systems.
    #[serde(skip_serializing_if = "NoteCounts::is_empty")]
    pub notes: NoteCounts<String>,
    /// Duplicate ids; `None` if all ids are unique.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeated_ids: Option<Repeated>,
    /// Segments whose texts repeat; `None` if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeated_texts: Option<Repeated>,
    /// Segments that were not compared because a text is missing; `None` if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<SkippedSegments>,
    /// What saved scores were computed with and do not identify; `None` if nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unstated: Option<String>,
    /// That lines of saved scores were matched by their order, with nothing to check it; `None` if they have ids or texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_order: Option<String>,
}

/// Segments without a text, which the user asked to skip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SkippedSegments {
    pub segments: u64,
    /// The id or number of the first of them.
    pub first: String,
}

/// Segments with the references and candidates, or with the id, of another segment of their group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Repeated {
    /// Number of segments with the texts or the id of an earlier one.
    pub segments: u64,
    /// The id of the first of them, if they share their ids.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// The rows of the first of them and of the earlier one, from 1, not counting the header.
    pub rows: [u64; 2],
}

impl Remarks {
    /// A sentence for each; `unit` is the word for a segment.
    pub fn lines(&self, of: u64, unit: &str) -> Vec<String> {
        let repeated = [&self.repeated_ids, &self.repeated_texts];
        self.notes
            .lines(of, unit)
            .chain(repeated.into_iter().flatten().map(|of| of.line(unit)))
            .chain(self.skipped.as_ref().map(|skipped| skipped.line(unit)))
            .chain(self.unstated.clone())
            .chain(self.line_order.clone())
            .collect()
    }
}

impl SkippedSegments {
    fn line(&self, unit: &str) -> String {
        let skipped = pluralized(self.segments, unit);
        let first = printable(&self.first);
        format!(
            "{skipped} skipped, because a text is missing (first: {unit} {first}); no number counts them"
        )
    }
}

/// Looks for segments whose texts repeat: a file that was joined twice halves the variance.
#[derive(Debug, Default)]
pub struct RepeatedTextsBuilder {
    /// The row of each segment by a hash of its texts, to save memory.
    rows: HashMap<u64, u64>,
    pub found: Option<Repeated>,
}

/// Segments that later ones are compared with: enough for any test set, and memory does not grow with a stream.
const MAX_KNOWN_SEGMENTS: usize = 500_000;

impl RepeatedTextsBuilder {
    /// Adds the texts of the segment in a row, from 1, with its group if there are groups.
    pub fn add(&mut self, row: u64, texts: impl Hash) {
        let mut hasher = DefaultHasher::new();
        texts.hash(&mut hasher);
        let hash = hasher.finish();
        let Some(first_row) = self.rows.get(&hash) else {
            if self.rows.len() < MAX_KNOWN_SEGMENTS {
                self.rows.insert(hash, row);
            }
            return;
        };
        let repeated = self.found.get_or_insert(Repeated {
            segments: 0,
            first: None,
            rows: [*first_row, row],
        });
        repeated.segments += 1;
    }
}

impl Repeated {
    /// As a sentence without its full stop; `unit` is the word for a segment.
    pub fn line(&self, unit: &str) -> String {
        let are_several = self.segments > 1;
        let [one, two] = self.rows;
        let segments = pluralized(self.segments, unit);
        match &self.first {
            None => format!(
                "{segments} {} all texts of an earlier {unit} (first: rows {one} and {two}); each counts, so if they are copies, \
                 no interval or p-value can be trusted",
                if are_several { "repeat" } else { "repeats" }
            ),
            Some(id) => format!(
                "{segments} {} the id of an earlier {unit} (first: {} in rows {one} and {two}); each is compared separately",
                if are_several { "have" } else { "has" },
                printable(id)
            ),
        }
    }
}

/// Notes in the order of their first occurrence, each with the first pair that has it, as `First`: its number or id.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub struct NoteCounts<First>(Vec<NoteCount<First>>);

#[derive(Debug, Clone, PartialEq, Serialize)]
struct NoteCount<First> {
    note: &'static str,
    pairs: u64,
    first: First,
    /// The systems that have it, if there are several and not all have it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    systems: Vec<String>,
}

/// Maximum number of systems named for a note.
const MAX_NAMED_SYSTEMS: usize = 3;

impl<First: Clone + Display> NoteCounts<First> {
    /// Counts the notes of a pair, each kind ([`Note::kind`]) at most once.
    pub fn add(&mut self, pair: &First, kinds: &[&'static str]) {
        for &note in kinds {
            match self.0.iter_mut().find(|known| known.note == note) {
                Some(known) => known.pairs += 1,
                None => self.0.push(NoteCount {
                    note,
                    pairs: 1,
                    first: pair.clone(),
                    systems: Vec::new(),
                }),
            }
        }
    }

    /// Names a system that has these notes.
    pub fn add_system(&mut self, system: &str, kinds: &[&'static str]) {
        for known in &mut self.0 {
            let is_named = known.systems.iter().any(|name| name == system);
            if kinds.contains(&known.note) && !is_named {
                known.systems.push(system.to_owned());
            }
        }
    }

    /// Forgets the names where all of so many systems have a note, which may be one of their reference.
    pub fn forget_common_systems(&mut self, systems: usize) {
        for known in &mut self.0 {
            if known.systems.len() == systems {
                known.systems.clear();
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A line for each kind, out of `of` pairs; `unit` is the word for a pair.
    pub fn lines(&self, of: u64, unit: &str) -> impl Iterator<Item = String> {
        let of = pluralized(of, unit);
        self.0.iter().map(move |counted| {
            let first = printable(&counted.first.to_string());
            format!(
                "{} of {of}: {} ({}first: {unit} {first})",
                with_thousands_separators(counted.pairs),
                counted.note,
                system_names(&counted.systems)
            )
        })
    }
}

/// `of A, B and 2 more; `, or nothing.
fn system_names(systems: &[String]) -> String {
    if systems.is_empty() {
        return String::new();
    }
    let named: Vec<String> = systems
        .iter()
        .take(MAX_NAMED_SYSTEMS)
        .map(|name| printable(name))
        .collect();
    let named = named.join(", ");
    match systems.len().saturating_sub(MAX_NAMED_SYSTEMS) {
        0 => format!("of {named}; "),
        more => format!("of {named} and {more} more; "),
    }
}
