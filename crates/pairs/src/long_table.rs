//! Long tables, with a row for each segment and system: joins the rows of a segment.

use std::collections::HashMap;
use std::sync::Arc;

use crate::{Field, Input, PairRecord, PairsError, Row, Rows, SystemCandidate};

/// A long table after its rows were joined.
#[derive(Debug, Clone)]
pub struct LongTable {
    /// Names of the systems, in the order of the file.
    pub systems: Vec<String>,
    /// The segments, each with a candidate of every system.
    pub segments: Input,
}

/// The rows of one segment, by system.
type SegmentRows = Vec<Option<PairRecord>>;

/// Joins the rows with the same references and group; a repeated one is the next segment. The input names the
/// [column of the system](super::Columns::system).
///
/// # Errors
/// [`PairsError`] for rows that cannot be read, and for a segment without a candidate of some system.
pub fn join(input: &Input) -> Result<LongTable, PairsError> {
    let mut systems: Vec<String> = Vec::new();
    let mut segments: Vec<SegmentRows> = Vec::new();
    // The segment of each system's n-th row with the same group and references.
    let mut places: HashMap<(Option<String>, Vec<String>, usize), usize> = HashMap::new();
    let mut seen: HashMap<(usize, Option<String>, Vec<String>), usize> = HashMap::new();
    for pair in input.all()? {
        let name = pair.extra.first().map_or_else(String::new, Field::to_string);
        let system = systems.iter().position(|known| *known == name).unwrap_or_else(|| {
            systems.push(name);
            systems.len() - 1
        });
        let (group, references) = (pair.group.clone(), pair.references.clone());
        let times = seen.entry((system, group.clone(), references.clone())).or_default();
        let place = *places.entry((group, references, *times)).or_insert_with(|| {
            segments.push(Vec::new());
            segments.len() - 1
        });
        *times += 1;
        let rows = &mut segments[place];
        rows.resize(rows.len().max(system + 1), None);
        rows[system] = Some(pair);
    }
    let source = input.sources()[0].clone();
    let incomplete = |segment: &SegmentRows| (0..systems.len()).find(|at| segment.get(*at).is_none_or(Option::is_none));
    if let Some((segment, system)) = segments.iter().find_map(|segment| Some((segment, incomplete(segment)?))) {
        let reference = segment.iter().flatten().find_map(|pair| pair.references.first()).map_or("", String::as_str);
        return Err(PairsError::Row(format!(
            "{} has no candidate of the system {:?} for the reference {reference:?}; give every system a row for each segment",
            source.name(),
            systems[system]
        )));
    }
    let segments: Vec<PairRecord> =
        segments.into_iter().filter_map(|rows| joined(rows.into_iter().flatten())).collect();
    Ok(LongTable { systems, segments: Input::Segments { source, segments: segments.into() } })
}

/// The rows of a segment as one. What differs between them, such as an id for each row, is left out.
fn joined(mut rows: impl Iterator<Item = PairRecord>) -> Option<PairRecord> {
    let mut first = rows.next()?;
    let id = |pair: &PairRecord| pair.id.as_ref().map(ToString::to_string);
    for pair in rows {
        if id(&pair) != id(&first) {
            first.id = None;
        }
        first.others.retain(|column| pair.others.contains(column));
        first.other_systems.push(SystemCandidate { candidate: pair.candidate, human: pair.human });
    }
    first.extra.clear();
    (first.scores, first.provenance) = (None, None);
    Some(first)
}

/// The segments as rows.
pub(super) fn rows(segments: &Arc<[PairRecord]>) -> Rows {
    let segments = segments.clone();
    Box::new((0..segments.len()).map(move |at| Ok(Row::Ok(segments[at].clone()))))
}
