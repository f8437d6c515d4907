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

/// What the rows of a segment share: group, id and references.
type SegmentKey = (Option<String>, Option<String>, Vec<String>);

/// Joins the rows with the same references and group, and the same id if ids name segments: if any stands with two
/// systems. A repeated one is the next segment. The input names the [column of the system](super::Columns::system).
///
/// # Errors
/// [`PairsError`] for rows that cannot be read, and for a segment without a candidate of some system.
pub fn join(input: &Input) -> Result<LongTable, PairsError> {
    let mut systems: Vec<String> = Vec::new();
    let mut system_of_row = |pair: PairRecord| {
        let name = pair
            .extra
            .first()
            .map_or_else(String::new, Field::to_string);
        let system = systems
            .iter()
            .position(|known| *known == name)
            .unwrap_or_else(|| {
                systems.push(name);
                systems.len() - 1
            });
        (system, pair)
    };
    let pairs: Vec<(usize, PairRecord)> =
        input.all()?.into_iter().map(&mut system_of_row).collect();
    let mut first_systems: HashMap<String, usize> = HashMap::new();
    let has_segment_ids = pairs.iter().any(|(system, pair)| {
        id(pair).is_some_and(|id| *first_systems.entry(id).or_insert(*system) != *system)
    });
    let mut segments: Vec<SegmentRows> = Vec::new();
    // The segment of each system's n-th row with the same key.
    let mut places: HashMap<(SegmentKey, usize), usize> = HashMap::new();
    let mut seen: HashMap<(usize, SegmentKey), usize> = HashMap::new();
    for (system, pair) in pairs {
        let key = (
            pair.group.clone(),
            id(&pair).filter(|_| has_segment_ids),
            pair.references.clone(),
        );
        let times = seen.entry((system, key.clone())).or_default();
        let place = *places.entry((key, *times)).or_insert_with(|| {
            segments.push(vec![None; systems.len()]);
            segments.len() - 1
        });
        *times += 1;
        segments[place][system] = Some(pair);
    }
    let source = input.sources()[0].clone();
    let incomplete = |segment: &SegmentRows| segment.iter().position(Option::is_none);
    if let Some((segment, system)) = segments
        .iter()
        .find_map(|segment| Some((segment, incomplete(segment)?)))
    {
        let row = segment.iter().flatten().next();
        let reference = row
            .and_then(|pair| pair.references.first())
            .map_or("", String::as_str);
        let id = row
            .and_then(id)
            .filter(|_| has_segment_ids)
            .map_or_else(String::new, |id| format!("id {id:?} and "));
        return Err(PairsError::Row(format!(
            "{} has no candidate of the system {:?} for the {id}reference {reference:?}; give every system a row for each segment, \
             with the same references",
            source.name(),
            systems[system]
        )));
    }
    let segments: Vec<PairRecord> = segments
        .into_iter()
        .filter_map(|rows| joined(rows.into_iter().flatten()))
        .collect();
    Ok(LongTable {
        systems,
        segments: Input::Segments {
            source,
            segments: segments.into(),
        },
    })
}

fn id(pair: &PairRecord) -> Option<String> {
    pair.id.as_ref().map(ToString::to_string)
}

/// The rows of a segment as one. What differs between them, such as an id for each row, is left out.
fn joined(mut rows: impl Iterator<Item = PairRecord>) -> Option<PairRecord> {
    let mut first = rows.next()?;
    for pair in rows {
        if id(&pair) != id(&first) {
            first.id = None;
        }
        first.others.retain(|column| pair.others.contains(column));
        first.other_systems.push(SystemCandidate {
            candidate: pair.candidate,
            human: pair.human,
        });
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
