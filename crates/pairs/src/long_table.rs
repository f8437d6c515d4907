//! Long tables, with a row for each segment and system: joins the rows of a segment.

use std::collections::{HashMap, HashSet};

use indexmap::IndexSet;

use crate::limits::MAX_SYSTEMS;
use crate::{Field, Input, MissingText, PairRecord, PairsError, SystemCandidate};

/// A long table after its rows were joined.
#[derive(Debug, Clone)]
pub struct LongTable {
    /// Their names, in the order of the file.
    pub systems: Vec<String>,
    /// The segments. One without a candidate of some system is [missing a text](PairRecord::missing), so it is counted and
    /// never scored.
    pub segments: Input,
}

/// A row of the table.
struct SystemRow {
    /// The index of its system.
    system: usize,
    pair: PairRecord,
}

/// What the rows of a segment share.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct SegmentKey {
    group: Option<String>,
    id: Option<String>,
    references: Vec<String>,
}

/// Joins the rows with the same references and group, and the same id if ids name segments: if any stands with two
/// systems. A repeated one is the next segment. The input names the [column of the system](super::Columns::system).
///
/// # Errors
/// [`PairsError`] for rows that cannot be read, for more than [`MAX_SYSTEMS`] systems, and for a segment without a candidate
/// of some system, if `strict` or if there is no other segment.
pub fn join(input: &Input, strict: bool) -> Result<LongTable, PairsError> {
    // A wrong column may have another value in each row, so names are not searched for one by one.
    let mut systems: IndexSet<String> = IndexSet::new();
    let mut rows = Vec::new();
    for pair in input.all()? {
        // The column of the system comes before the other extra columns.
        let name = pair.extra.first().map_or(String::new(), Field::to_string);
        let (system, _) = systems.insert_full(name);
        rows.push(SystemRow { system, pair });
    }
    let has_segment_ids = has_segment_ids(rows.iter().map(|row| (row.system, id(&row.pair))));
    // Only the rows that exist take memory, not every system of every segment.
    let mut segments: Vec<Vec<SystemRow>> = Vec::new();
    let mut numbers = SegmentNumbers::default();
    for row in rows {
        let mut key = SegmentKey::new(&row.pair);
        if !has_segment_ids {
            key.id = None;
        }
        let position = numbers.segment(row.system, key);
        if position == segments.len() {
            segments.push(Vec::new());
        }
        segments[position].push(row);
    }
    let source = input.sources()[0].clone();
    for segment in &mut segments {
        segment.sort_by_key(|row| row.system);
    }
    let incomplete = incomplete_segments(&segments, &numbers, systems.len());
    let first = segments.iter().find(|rows| rows.len() < systems.len());
    if let Some(segment) = first
        && (strict || incomplete.len() == segments.len())
    {
        return Err(PairsError::MissingSystem {
            name: source.name(),
            system: systems[missing_system(segment)].clone(),
            segment: describe(segment, has_segment_ids),
        });
    }
    if systems.len() > MAX_SYSTEMS {
        return Err(PairsError::TooManySystems {
            name: source.name(),
            systems: systems.len(),
        });
    }
    let mut joined = Vec::with_capacity(segments.len());
    for (position, rows) in segments.into_iter().enumerate() {
        let mut segment = join_rows(rows, systems.len());
        if incomplete.contains(&position) {
            segment.missing = segment.missing.or(Some(MissingText::Candidate));
            if !has_segment_ids {
                segment.id = None;
            }
        }
        joined.push(segment);
    }
    Ok(LongTable {
        systems: systems.into_iter().collect(),
        segments: Input::Segments {
            source,
            segments: joined.into(),
        },
    })
}

impl SegmentKey {
    fn new(pair: &PairRecord) -> Self {
        Self {
            group: pair.group.clone(),
            id: id(pair),
            references: pair.references.clone(),
        }
    }
}

/// Numbers segments from 0, in the order of their first rows.
#[derive(Default)]
struct SegmentNumbers {
    /// One for each segment: the n-th row of each system with the same key.
    rows: IndexSet<(SegmentKey, usize)>,
    repetitions: HashMap<(usize, SegmentKey), usize>,
}

impl SegmentNumbers {
    /// The segment of the system's next row with this key.
    fn segment(&mut self, system: usize, key: SegmentKey) -> usize {
        let repetition = self.repetitions.entry((system, key.clone())).or_default();
        let (segment, _) = self.rows.insert_full((key, *repetition));
        *repetition += 1;
        segment
    }
}

/// Rows of a long table that are scored one by one, of which it matters only afterwards which are of one segment. Some
/// systems may lack segments.
#[derive(Debug, Default)]
pub struct SegmentRows {
    systems: IndexSet<String>,
    rows: Vec<(usize, SegmentKey)>,
}

/// The system and the segment of a row, as positions from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowPlace {
    pub system: usize,
    pub segment: usize,
}

impl SegmentRows {
    /// Adds a row. Returns how many systems there are so far.
    pub fn add(&mut self, system: String, pair: &PairRecord) -> usize {
        let (system, _) = self.systems.insert_full(system);
        self.rows.push((system, SegmentKey::new(pair)));
        self.systems.len()
    }

    /// The places of the rows, by the same rules as [`join`].
    pub fn places(&self) -> Vec<RowPlace> {
        let ids = self
            .rows
            .iter()
            .map(|(system, key)| (*system, key.id.clone()));
        let has_segment_ids = has_segment_ids(ids);
        let mut numbers = SegmentNumbers::default();
        let mut places = Vec::with_capacity(self.rows.len());
        for (system, key) in &self.rows {
            let mut key = key.clone();
            if !has_segment_ids {
                key.id = None;
            }
            let segment = numbers.segment(*system, key);
            places.push(RowPlace {
                system: *system,
                segment,
            });
        }
        places
    }
}

/// The segments without a row of some system. Where systems have different numbers of rows with the same key, nothing says
/// which of them belong together, so all of these are incomplete.
fn incomplete_segments(
    segments: &[Vec<SystemRow>],
    numbers: &SegmentNumbers,
    systems: usize,
) -> HashSet<usize> {
    let mut keys = HashSet::new();
    for (rows, (key, _)) in segments.iter().zip(&numbers.rows) {
        if rows.len() < systems {
            keys.insert(key);
        }
    }
    let all = numbers.rows.iter().enumerate();
    let of_keys = all.filter(|(_, (key, _))| keys.contains(key));
    of_keys.map(|(segment, _)| segment).collect()
}

/// Whether ids name segments: one of them stands with two systems. Otherwise each row has an id of its own.
fn has_segment_ids(rows: impl Iterator<Item = (usize, Option<String>)>) -> bool {
    let mut first_systems: HashMap<String, usize> = HashMap::new();
    for (system, id) in rows {
        if let Some(id) = id
            && *first_systems.entry(id).or_insert(system) != system
        {
            return true;
        }
    }
    false
}

/// The first system without a row; the rows are in the order of the systems.
fn missing_system(segment: &[SystemRow]) -> usize {
    let gap = segment
        .iter()
        .enumerate()
        .position(|(system, row)| row.system != system);
    gap.unwrap_or(segment.len())
}

/// The segment in a message: its id, if ids name segments, and its first reference.
fn describe(segment: &[SystemRow], has_segment_ids: bool) -> String {
    let Some(SystemRow { pair, .. }) = segment.first() else {
        return String::new();
    };
    let reference = pair.references.first().map_or("", String::as_str);
    match id(pair) {
        Some(id) if has_segment_ids => format!("id {id:?} and reference {reference:?}"),
        _ => format!("reference {reference:?}"),
    }
}

fn id(pair: &PairRecord) -> Option<String> {
    pair.id.as_ref().map(ToString::to_string)
}

/// The rows of a segment as one. What differs between them, such as an id for each row, is left out; the candidate of a
/// system without a row is empty.
fn join_rows(rows: Vec<SystemRow>, systems: usize) -> PairRecord {
    let mut candidates = vec![SystemCandidate::default(); systems];
    let mut joined: Option<PairRecord> = None;
    for SystemRow { system, mut pair } in rows {
        candidates[system] = SystemCandidate {
            candidate: std::mem::take(&mut pair.candidate),
            human: pair.human,
        };
        let Some(first) = &mut joined else {
            joined = Some(pair);
            continue;
        };
        if id(&pair) != id(first) {
            first.id = None;
        }
        first.missing = first.missing.or(pair.missing);
        first.unread_human = first.unread_human.take().or(pair.unread_human);
        first.looks_quoted |= pair.looks_quoted;
        first.selected |= pair.selected;
        first.others.retain(|column| pair.others.contains(column));
    }
    let mut candidates = candidates.into_iter();
    let first = candidates.next().unwrap_or_default();
    PairRecord {
        candidate: first.candidate,
        human: first.human,
        other_systems: candidates.collect(),
        // The name of the first system is not one of the segment, and saved scores are of one system only.
        extra: Vec::new(),
        scores: None,
        provenance: None,
        ..joined.unwrap_or_default()
    }
}
