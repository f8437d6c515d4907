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
        let (is_wide, count) = (room >= 56, list.systems.len());
        let id = match room {
            90.. => list.id_width.clamp(2, 14),
            40.. => list.id_width.clamp(2, 8),
            _ => 0,
        };
        let judged = list
            .human_columns()
            .iter()
            .enumerate()
            .filter(|(_, name)| is_wide && !name.is_empty());
        let judged: Vec<usize> = judged.map(|(system, _)| system).collect();
        let human = |systems: Vec<usize>| -> Vec<_> {
            let label = |at: usize| {
                if at == 0 && count > 1 {
                    HUMAN_LABEL_WIDTH
                } else {
                    0
                }
            };
            let column = |(at, system)| (Content::Human(system, at == 0), HUMAN_WIDTH + label(at));
            systems.into_iter().enumerate().map(column).collect()
        };
        let own = human(
            judged
                .iter()
                .copied()
                .filter(|system| *system == list.system)
                .collect(),
        );
        let fitting = room.saturating_sub(id + 4 + MIN_TEXTS_WIDTH + width_of(&own) + NUMBER_WIDTH)
            / NUMBER_WIDTH;
        let shown = usize::from(fitting).max(2).min(count);
        let number = |content| (content, NUMBER_WIDTH);
        let more = if is_wide { count - shown } else { 0 };
        let more = (
            Content::Difference(more),
            NUMBER_WIDTH + if more > 0 { MORE_WIDTH } else { 0 },
        );
        // The system that is compared with the first is always there.
        let system = |at: usize| {
            number(Content::F1(if at + 1 == shown {
                at.max(list.compared_system())
            } else {
                at
            }))
        };
        let mut columns = vec![(Content::Id, id)];
        match (is_wide, count) {
            (false, 0 | 1) => columns.push(number(Content::Score(2))),
            (true, 0 | 1) => columns.extend((0..3).map(Content::Score).map(number)),
            (is_wide, _) => {
                columns.extend((0..shown).filter(|_| is_wide).map(system));
                columns.push(more);
            }
        }
        let all = human(judged);
        let has_room = room >= 110
            && width_of(&columns) + width_of(&all) + NUMBER_WIDTH + 4 + MIN_TEXTS_WIDTH <= room;
        let human = if has_room { all } else { own };
        let ranks = !human.is_empty() && (room >= 90 || list.sort == Sort::RankDifference);
        columns.extend(
            human
                .into_iter()
                .chain(ranks.then_some(number(Content::RankDifference))),
        );
        let mut texts = room.saturating_sub(width_of(&columns) + 4);
        let notes = list
            .tags
            .values()
            .map(|tag| tag.note.width().min((*NOTE_WIDTH.end()).into()) as u16)
            .max();
        let note = notes
            .unwrap_or(0)
            .min(texts.saturating_sub(COMFORTABLE_TEXTS_WIDTH + 2));
        let note = Some((Content::Note, note)).filter(|_| note >= *NOTE_WIDTH.start());
        let others = list
            .columns
            .iter()
            .enumerate()
            .filter(|(_, column)| !list.is_human_column(&column.name));
        let others = others
            .map(|(place, column)| (Content::Other(place), column.width.min(MAX_OTHER_WIDTH)));
        for column in note.into_iter().chain(others).filter(|_| is_wide) {
            if texts >= COMFORTABLE_TEXTS_WIDTH + column.1 + 2 {
                texts -= column.1 + 2;
                columns.push(column);
            }
        }
        let reference = if is_wide { texts / 2 } else { 0 };
        columns.extend(is_wide.then_some((Content::Reference, reference)));
        columns.push((Content::Candidate, texts - reference));
        Self(columns)
    }

    fn line(&self, text: impl Fn(Content, u16) -> String) -> String {
        let cell = |(content, width): &(Content, u16)| match content {
            Content::Id => align_left(&text(*content, *width), *width),
            Content::Note | Content::Other(_) | Content::Reference | Content::Candidate => {
                format!("  {}", align_left(&text(*content, *width), *width))
            }
            _ => align_right(&text(*content, *width), *width),
        };
        self.0.iter().map(cell).collect()
    }

    /// The column names.
    pub fn header(&self, list: &PairsList) -> String {
        let system = |system: usize, width: u16| fit(&printable(&list.systems[system]), width - 1);
        let name = |content, width| match content {
            Content::Id => "id".to_owned(),
            Content::Score(at) => ["P", "R", "F1"][at].to_owned(),
            Content::F1(at) => system(at, NUMBER_WIDTH),
            Content::Difference(0) => "± F1".to_owned(),
            Content::Difference(more) => format!("+{more}   ± F1"),
            Content::Human(..) if list.systems.len() < 2 => "human".to_owned(),
            Content::Human(at, is_first) => {
                if is_first { "human: " } else { "" }.to_owned() + &system(at, HUMAN_WIDTH)
            }
            Content::RankDifference => "rank ±".to_owned(),
            Content::Note => "note".to_owned(),
            Content::Other(place) => fit(
                &list
                    .columns
                    .iter()
                    .nth(place)
                    .map_or_else(String::new, |column| printable(&column.name)),
                width,
            ),
            Content::Reference => "reference".to_owned(),
            Content::Candidate => "candidate".to_owned(),
        };
        format!("    {}", self.line(name))
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

/// A cell of a row.
fn cell(
    list: &PairsList,
    index: usize,
    pair: &FilePair,
    known: &KnownScore,
    content: Content,
    width: u16,
) -> String {
    let text = |text: &str| printable(&first_characters(text, 4 * usize::from(width) + 8));
    let from_file = if matches!(known, KnownScore::File(_)) {
        "~"
    } else {
        ""
    };
    let score = |x: f64| format!("{from_file}{}", rounded(x, 3, 6 - from_file.len()));
    let number = |number: Option<f64>, show: &dyn Fn(f64) -> String| match known {
        KnownScore::NotYet => "·".to_owned(),
        KnownScore::Failed(_) => MISSING.to_owned(),
        KnownScore::File(_) | KnownScore::Scored(_) => or_missing(number, show),
    };
    match content {
        Content::Id => text(&pair.id),
        Content::Score(at) => number(known.numbers().and_then(|numbers| numbers[at]), &score),
        Content::F1(system) => number(
            list.systems_f1(index).get(system).copied().flatten(),
            &score,
        ),
        Content::Difference(_) => match list.compared_f1(index) {
            Some(f1) => score_difference(f1),
            None => number(None, &score),
        },
        Content::Human(system, _) => {
            let shown =
                |human| rounded(human, list.human_decimal_places(), (HUMAN_WIDTH - 1).into());
            or_missing(list.human_score(index, system), shown)
        }
        Content::RankDifference => {
            number(list.ranks(index).map(Ranks::difference), &signed_percent)
        }
        Content::Note => fit(
            &text(list.tags.get(&index).map_or("", |tag| &tag.note)),
            width,
        ),
        Content::Other(place) => fit(
            &text(
                list.columns
                    .iter()
                    .nth(place)
                    .and_then(|column| column.value(index))
                    .unwrap_or_default(),
            ),
            width,
        ),
        Content::Reference => text(pair.references.first().map_or("", String::as_str)),
        Content::Candidate => text(pair.candidate_for(list.system)),
    }
}
