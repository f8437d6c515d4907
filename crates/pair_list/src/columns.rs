//! The columns of the list of pairs, and their content.

use std::ops::RangeInclusive;

use unicode_width::UnicodeWidthStr;

use crate::facts::{first_characters, score_difference};
use crate::{FilePair, KnownScore, PairsList, Ranks, Sort};
use bertscope_printable::printable;
use bertscope_report::label::{align_left, align_right, fit};
use bertscope_report::number::{MISSING, or_missing, rounded, signed_percent};

/// Width of a score or a difference of scores, and of the number of systems without a column.
const NUMBER_WIDTH: u16 = 7;
const MORE_WIDTH: u16 = 4;

/// Width of a human score, and of the word before the name of the first system.
const HUMAN_WIDTH: u16 = 8;
const HUMAN_LABEL_WIDTH: u16 = 7;

/// Width reserved for the texts, which the systems leave free, and which the other columns of the file do.
const MIN_TEXTS_WIDTH: u16 = 24;
const COMFORTABLE_TEXTS_WIDTH: u16 = 36;

/// Maximum width of another column, and the widths of the column of notes.
const MAX_OTHER_WIDTH: u16 = 16;
const NOTE_WIDTH: RangeInclusive<u16> = 8..=28;

/// The content of a column.
#[derive(Debug, Clone, Copy)]
enum Content {
    Id,
    /// P, R or F1.
    Score(usize),
    /// F1 of a system.
    F1(usize),
    /// The difference of two systems, and the number of systems without a column.
    Difference(usize),
    /// The human scores of a system, and whether it is the first.
    Human(usize, bool),
    /// F1 rank − human rank.
    RankDifference,
    Note,
    /// Another column of the file.
    Other(usize),
    Reference,
    Candidate,
}

/// The columns, with their widths.
#[derive(Debug, Clone)]
pub struct PairColumns(Vec<(Content, u16)>);

fn width_of(columns: &[(Content, u16)]) -> u16 {
    columns.iter().map(|(_, width)| width).sum()
}

impl PairColumns {
    /// F1 and the candidate have priority; then P and R, or F1 of further systems, the reference, human scores, the id,
    /// notes and other columns of the file, as far as they fit.
    pub fn new(width: u16, list: &PairsList) -> Self {
        let room = width.saturating_sub(4);
        let is_wide = room >= 56;
        let id = match room {
            90.. => list.id_width.clamp(2, 14),
            40.. => list.id_width.clamp(2, 8),
            _ => 0,
        };
        let judged = if is_wide {
            judged_systems(list)
        } else {
            Vec::new()
        };
        let mut own = judged.clone();
        own.retain(|system| *system == list.system);
        let own = human_columns(&own, list);
        let mut columns = vec![(Content::Id, id)];
        if list.systems.len() > 1 {
            let taken = id + 4 + MIN_TEXTS_WIDTH + width_of(&own) + NUMBER_WIDTH;
            let fitting = room.saturating_sub(taken) / NUMBER_WIDTH;
            columns.extend(system_columns(fitting.into(), is_wide, list));
        } else {
            let scores = if is_wide { 0..3 } else { 2..3 };
            columns.extend(scores.map(|score| (Content::Score(score), NUMBER_WIDTH)));
        }
        let all = human_columns(&judged, list);
        let all_fit = room >= 110
            && width_of(&columns) + width_of(&all) + NUMBER_WIDTH + 4 + MIN_TEXTS_WIDTH <= room;
        let human = if all_fit { all } else { own };
        let has_ranks = !human.is_empty() && (room >= 90 || list.sort == Sort::RankDifference);
        columns.extend(human);
        if has_ranks {
            columns.push((Content::RankDifference, NUMBER_WIDTH));
        }
        let mut texts = room.saturating_sub(width_of(&columns) + 4);
        if is_wide {
            for column in note_column(texts, list)
                .into_iter()
                .chain(other_columns(list))
            {
                if texts >= COMFORTABLE_TEXTS_WIDTH + column.1 + 2 {
                    texts -= column.1 + 2;
                    columns.push(column);
                }
            }
            let reference = texts / 2;
            columns.push((Content::Reference, reference));
            texts -= reference;
        }
        columns.push((Content::Candidate, texts));
        Self(columns)
    }

    fn line(&self, text: impl Fn(Content, u16) -> String) -> String {
        let mut cells = Vec::with_capacity(self.0.len());
        for (content, width) in &self.0 {
            let text = text(*content, *width);
            cells.push(match content {
                Content::Id => align_left(&text, *width),
                Content::Note | Content::Other(_) | Content::Reference | Content::Candidate => {
                    format!("  {}", align_left(&text, *width))
                }
                _ => align_right(&text, *width),
            });
        }
        cells.concat()
    }

    /// The column names.
    pub fn header(&self, list: &PairsList) -> String {
        let names = self.line(|content, width| column_name(list, content, width));
        format!("    {names}")
    }

    /// A row with its scores; unknown scores are a dot.
    pub fn row(&self, list: &PairsList, index: usize, known: &KnownScore) -> String {
        let tag = list.tags.get(&index);
        let mark = if tag.is_some_and(|tag| tag.marked) {
            '●'
        } else {
            ' '
        };
        let note = if tag.is_some_and(|tag| !tag.note.is_empty()) {
            '¶'
        } else {
            ' '
        };
        match &list.items[index].row {
            Err(why) => format!("{mark}{note} {}", printable(why)),
            Ok(pair) => {
                format!(
                    "{mark}{note} {}",
                    self.line(|content, width| cell(list, index, pair, known, content, width))
                )
            }
        }
    }
}

/// The systems with a column of human scores.
fn judged_systems(list: &PairsList) -> Vec<usize> {
    let columns = list.human_columns().iter().enumerate();
    let named = columns.filter(|(_, name)| !name.is_empty());
    named.map(|(system, _)| system).collect()
}

fn human_columns(systems: &[usize], list: &PairsList) -> Vec<(Content, u16)> {
    let mut columns = Vec::with_capacity(systems.len());
    for system in systems {
        let is_first = columns.is_empty();
        let label = if is_first && list.systems.len() > 1 {
            HUMAN_LABEL_WIDTH
        } else {
            0
        };
        columns.push((Content::Human(*system, is_first), HUMAN_WIDTH + label));
    }
    columns
}

/// F1 of the systems that fit, and the difference between the compared system and the first.
fn system_columns(fitting: usize, is_wide: bool, list: &PairsList) -> Vec<(Content, u16)> {
    let count = list.systems.len();
    let mut columns = Vec::new();
    let mut more = 0;
    if is_wide {
        let shown = fitting.max(2).min(count);
        more = count - shown;
        columns.extend((0..shown).map(|at| (Content::F1(at), NUMBER_WIDTH)));
        // The system that is compared with the first is always there.
        columns[shown - 1].0 = Content::F1(list.compared_system().max(shown - 1));
    }
    let more_width = if more > 0 { MORE_WIDTH } else { 0 };
    columns.push((Content::Difference(more), NUMBER_WIDTH + more_width));
    columns
}

/// The column of notes, if some are long enough, in the room of the texts.
fn note_column(texts: u16, list: &PairsList) -> Option<(Content, u16)> {
    let notes = list.tags.values().map(|tag| tag.note.width());
    let longest = notes.max()?.min((*NOTE_WIDTH.end()).into()) as u16;
    let width = longest.min(texts.saturating_sub(COMFORTABLE_TEXTS_WIDTH + 2));
    if width < *NOTE_WIDTH.start() {
        return None;
    }
    Some((Content::Note, width))
}

fn other_columns(list: &PairsList) -> impl Iterator<Item = (Content, u16)> {
    let columns = list.columns.iter().enumerate();
    let others = columns.filter(|(_, column)| !list.is_human_column(&column.name));
    others.map(|(place, column)| (Content::Other(place), column.width.min(MAX_OTHER_WIDTH)))
}

fn column_name(list: &PairsList, content: Content, width: u16) -> String {
    match content {
        Content::Id => "id".to_owned(),
        Content::Score(at) => ["P", "R", "F1"][at].to_owned(),
        Content::F1(at) => system_name(list, at, NUMBER_WIDTH),
        Content::Difference(0) => "± F1".to_owned(),
        Content::Difference(more) => format!("+{more}   ± F1"),
        Content::Human(..) if list.systems.len() < 2 => "human".to_owned(),
        Content::Human(at, true) => format!("human: {}", system_name(list, at, HUMAN_WIDTH)),
        Content::Human(at, false) => system_name(list, at, HUMAN_WIDTH),
        Content::RankDifference => "rank ±".to_owned(),
        Content::Note => "note".to_owned(),
        Content::Other(place) => {
            let column = list.columns.iter().nth(place);
            fit(&printable(column.map_or("", |column| &column.name)), width)
        }
        Content::Reference => "reference".to_owned(),
        Content::Candidate => "candidate".to_owned(),
    }
}

fn system_name(list: &PairsList, system: usize, width: u16) -> String {
    fit(&printable(&list.systems[system]), width - 1)
}

/// A cell of a row.
fn cell(
    list: &PairsList,
    index: usize,
    pair: &FilePair,
    known: &KnownScore,
    content: Content,
    width: u16,
) -> String {
    match content {
        Content::Id => start_of(&pair.id, width),
        Content::Score(at) => score(known, known.numbers().and_then(|numbers| numbers[at])),
        Content::F1(system) => {
            let f1 = list.systems_f1(index).get(system).copied();
            score(known, f1.flatten())
        }
        Content::Difference(_) => match list.compared_f1(index) {
            Some(f1) => score_difference(f1),
            None => score(known, None),
        },
        Content::Human(system, _) => or_missing(list.human_score(index, system), |human| {
            rounded(human, list.human_decimal_places(), (HUMAN_WIDTH - 1).into())
        }),
        Content::RankDifference => {
            let difference = list.ranks(index).map(Ranks::difference);
            number(known, difference, signed_percent)
        }
        Content::Note => {
            let note = list.tags.get(&index).map_or("", |tag| &tag.note);
            fit(&start_of(note, width), width)
        }
        Content::Other(place) => {
            let column = list.columns.iter().nth(place);
            let value = column.and_then(|column| column.value(index));
            fit(&start_of(value.unwrap_or_default(), width), width)
        }
        Content::Reference => start_of(pair.references.first().map_or("", String::as_str), width),
        Content::Candidate => start_of(pair.candidate_for(list.system), width),
    }
}

/// As much of a text as a cell of this width may show.
fn start_of(text: &str, width: u16) -> String {
    printable(&first_characters(text, 4 * usize::from(width) + 8))
}

fn score(known: &KnownScore, value: Option<f64>) -> String {
    let from_file = if matches!(known, KnownScore::File(_)) {
        "~"
    } else {
        ""
    };
    number(known, value, |value| {
        format!("{from_file}{}", rounded(value, 3, 6 - from_file.len()))
    })
}

/// A number that follows from the scores of a row.
fn number(known: &KnownScore, value: Option<f64>, show: impl Fn(f64) -> String) -> String {
    match known {
        KnownScore::NotYet => "·".to_owned(),
        KnownScore::Failed(_) => MISSING.to_owned(),
        KnownScore::File(_) | KnownScore::Scored(_) => or_missing(value, show),
    }
}
