//! The columns of the list of pairs, and their content.

use std::ops::RangeInclusive;

use unicode_width::UnicodeWidthStr;

use crate::tui::layout::pair_facts::{first_characters, minus, percent, signed};
use crate::tui::pairs::{Column, KnownScore, PairsList, Sort};
use bertscope_printable::printable;
use bertscope_report::label::{align_left, align_right, fit};
use bertscope_report::number::rounded;

/// Width of P, R, F1 and the rank difference.
const NUMBER_WIDTH: u16 = 7;

/// Width of a human score.
const HUMAN_WIDTH: u16 = 8;

/// Width of the word `human` before the system's name.
const HUMAN_LABEL_WIDTH: u16 = 7;

/// Width of the number of systems without a column.
const MORE_WIDTH: u16 = 4;

/// Width reserved for the texts, which the systems leave free, and which the other columns of the file do.
const MIN_TEXTS_WIDTH: u16 = 24;
const COMFORTABLE_TEXTS_WIDTH: u16 = 36;

/// Maximum width of another column, and the range of widths for notes.
const MAX_OTHER_WIDTH: u16 = 16;
const NOTE_WIDTH: RangeInclusive<u16> = 8..=28;

/// Column widths; 0 if there is no room.
#[derive(Debug, Clone)]
pub(super) struct PairColumns {
    id: u16,
    /// How many of the numbers fit, counted from the end: P, R, F1, or F1 of each system and a difference.
    numbers: usize,
    /// The systems with a column of F1, if there are several.
    systems: Vec<usize>,
    /// Number of the other systems.
    more: usize,
    /// The systems with a column of human scores.
    human: Vec<usize>,
    /// F1 rank − human rank.
    difference: u16,
    /// Indices and widths of other columns of the file; `None` for the notes.
    others: Vec<(Option<usize>, u16)>,
    reference: u16,
    candidate: u16,
}

impl PairColumns {
    /// F1 and the candidate have priority; then P and R, or F1 of further systems, the reference, human scores, the id,
    /// notes and other columns of the file, as far as they fit.
    pub fn new(width: u16, list: &PairsList) -> Self {
        let room = width.saturating_sub(4);
        let id = match room {
            90.. => list.id_width.clamp(2, 14),
            40.. => list.id_width.clamp(2, 8),
            _ => 0,
        };
        let count = list.systems.len();
        let label = if count > 1 { HUMAN_LABEL_WIDTH } else { 0 };
        let human_width = |systems: usize| if systems == 0 { 0 } else { label + HUMAN_WIDTH * systems as u16 };
        let mut human: Vec<usize> =
            (0..list.human_columns().len()).filter(|at| !list.human_columns()[*at].is_empty()).collect();
        let has_human = |human: &[usize]| room >= 56 && !human.is_empty();
        let reserved = |human: usize| id + 4 + MIN_TEXTS_WIDTH + human_width(human) + NUMBER_WIDTH;
        // F1 of all systems matters more than human scores of those that the list is not sorted by.
        let fitting = room.saturating_sub(reserved(has_human(&human).into())) / NUMBER_WIDTH;
        let shown = if count > 1 { usize::from(fitting).clamp(2, count) } else { 0 };
        let mut systems: Vec<usize> = (0..shown).collect();
        if let Some(last) = systems.last_mut() {
            *last = (*last).max(list.compared_system());
        }
        let all_human = reserved(human.len()) + NUMBER_WIDTH * (shown as u16 + 1);
        human.retain(|at| room >= 56 && (*at == list.system || room >= 110 && all_human <= room));
        let has_difference = !human.is_empty() && (room >= 90 || list.sort == Sort::RankDifference);
        let difference = if has_difference { NUMBER_WIDTH } else { 0 };
        let numbers = match (room, count) {
            (..56, _) => 1,
            (_, 0 | 1) => 3,
            _ => shown + 1,
        };
        let more = count.saturating_sub(shown.max(1));
        let marked = if more > 0 { MORE_WIDTH } else { 0 };
        let taken = NUMBER_WIDTH * numbers as u16 + marked + human_width(human.len()) + difference + id + 4;
        let mut texts = room.saturating_sub(taken);
        let mut others = Vec::new();
        if room >= 56 {
            let notes = list.tags.values().map(|tag| tag.note.width().min((*NOTE_WIDTH.end()).into()) as u16).max();
            let note = notes.unwrap_or(0).min(texts.saturating_sub(COMFORTABLE_TEXTS_WIDTH + 2));
            let notes = Some((None, note)).filter(|_| note >= *NOTE_WIDTH.start());
            let is_other = |(_, column): &(usize, &Column)| !list.human_columns().iter().any(|used| **used == *column.name);
            let columns = list.columns.iter().enumerate().filter(is_other);
            let columns = columns.map(|(place, column)| (Some(place), column.width.min(MAX_OTHER_WIDTH)));
            for (place, width) in notes.into_iter().chain(columns) {
                if texts >= COMFORTABLE_TEXTS_WIDTH + width + 2 {
                    texts -= width + 2;
                    others.push((place, width));
                }
            }
        }
        let reference = if room >= 56 { texts / 2 } else { 0 };
        Self { id, numbers, systems, more, human, difference, others, reference, candidate: texts - reference }
    }

    fn line(&self, cells: &Cells) -> String {
        let numbers = &cells.numbers[cells.numbers.len() - self.numbers..];
        let more = if self.more > 0 { MORE_WIDTH } else { 0 };
        let width = |at: usize| NUMBER_WIDTH + if at + 1 == numbers.len() { more } else { 0 };
        let numbers: String = numbers.iter().enumerate().map(|(at, number)| align_right(number, width(at))).collect();
        let label = |at: usize| if at == 0 && !self.systems.is_empty() { HUMAN_LABEL_WIDTH } else { 0 };
        let human = cells.human.iter().enumerate();
        let human: String = human.map(|(at, human)| align_right(human, HUMAN_WIDTH + label(at))).collect();
        let difference =
            if self.difference > 0 { align_right(&cells.difference, self.difference) } else { String::new() };
        let others =
            self.others.iter().zip(&cells.others).map(|((_, width), text)| format!("  {}", align_left(text, *width)));
        let others: String = others.collect();
        let reference = if self.reference > 0 {
            format!("  {}", align_left(&cells.reference, self.reference))
        } else {
            String::new()
        };
        let (id, candidate) = (align_left(&cells.id, self.id), align_left(&cells.candidate, self.candidate));
        format!("{id}{numbers}{human}{difference}{others}{reference}  {candidate}")
    }

    /// The names of the number columns, with the number of systems that have none.
    fn headings(&self, list: &PairsList) -> Vec<String> {
        if self.systems.is_empty() {
            return ["P", "R", "F1"].map(str::to_owned).to_vec();
        }
        let more = if self.more > 0 { format!("+{}   ", self.more) } else { String::new() };
        let systems = self.systems.iter().map(|at| fit(&printable(&list.systems[*at]), NUMBER_WIDTH - 1));
        systems.chain([format!("{more}± F1")]).collect()
    }

    /// The names of the columns of human scores: those of the systems, if there are several.
    fn human_headings(&self, list: &PairsList) -> Vec<String> {
        let name = |(at, system): (usize, &usize)| match list.systems.get(*system) {
            None => "human".to_owned(),
            Some(name) => {
                format!("{}{}", if at == 0 { "human: " } else { "" }, fit(&printable(name), HUMAN_WIDTH - 1))
            }
        };
        self.human.iter().enumerate().map(name).collect()
    }

    /// The column names.
    pub fn header(&self, list: &PairsList) -> String {
        let name = |place: Option<usize>| match place {
            None => "note".to_owned(),
            Some(place) => list.columns.iter().nth(place).map_or_else(String::new, |column| printable(&column.name)),
        };
        let cells = Cells {
            id: "id".to_owned(),
            numbers: self.headings(list),
            human: self.human_headings(list),
            difference: "rank ±".to_owned(),
            others: self.others.iter().map(|(place, width)| fit(&name(*place), *width)).collect(),
            reference: "reference".to_owned(),
            candidate: "candidate".to_owned(),
        };
        format!("    {}", self.line(&cells))
    }

    /// A row with its scores; unknown scores are a dot.
    pub fn row(&self, list: &PairsList, index: usize, known: &KnownScore) -> String {
        let tag = list.tags.get(&index);
        let mark = if tag.is_some_and(|tag| tag.marked) { '●' } else { ' ' };
        let note = if tag.is_some_and(|tag| !tag.note.is_empty()) { '¶' } else { ' ' };
        let pair = match &list.items[index].row {
            Err(why) => return format!("{mark}{note} {}", printable(why)),
            Ok(pair) => pair,
        };
        let text = |text: &str, width: u16| printable(&first_characters(text, 4 * usize::from(width) + 8));
        let from_file = if matches!(known, KnownScore::File(_)) { "~" } else { "" };
        let none = || "–".to_owned();
        let number = |number: Option<f64>| {
            number.map_or_else(none, |x| format!("{from_file}{}", minus(&rounded(x, 3, 6 - from_file.len()))))
        };
        let all = self.numbers;
        let numbers = match known {
            KnownScore::NotYet => vec!["·".to_owned(); all],
            KnownScore::Failed(_) => vec![none(); all],
            KnownScore::File(_) | KnownScore::Scored(_) if list.systems.len() > 1 => {
                let f1 = list.systems_f1(index);
                let f1 = self.systems.iter().map(|system| number(f1.get(*system).copied().flatten()));
                f1.chain([list.system_difference(index).map_or_else(none, signed)]).collect()
            }
            KnownScore::File(numbers) | KnownScore::Scored(numbers) => numbers.map(number).to_vec(),
        };
        let human = |system: &usize| {
            let shown = |human| minus(&rounded(human, list.human_decimal_places(), (HUMAN_WIDTH - 1).into()));
            list.human_score(index, *system).map_or_else(none, shown)
        };
        let difference = match (known, list.ranks(index)) {
            (KnownScore::NotYet, _) => "·".to_owned(),
            (_, None) => none(),
            (_, Some(ranks)) => percent(ranks.difference()),
        };
        let other = |(place, width): &(Option<usize>, u16)| {
            let value = match place {
                None => tag.map(|tag| tag.note.as_str()),
                Some(place) => list.columns.iter().nth(*place).and_then(|column| column.value(index)),
            };
            fit(&text(value.unwrap_or_default(), *width), *width)
        };
        let cells = Cells {
            id: text(&pair.id, self.id),
            numbers,
            human: self.human.iter().map(human).collect(),
            difference,
            others: self.others.iter().map(other).collect(),
            reference: text(pair.references.first().map_or("", String::as_str), self.reference),
            candidate: text(pair.candidate_for(list.system), self.candidate),
        };
        format!("{mark}{note} {}", self.line(&cells))
    }
}

/// The cells of a line.
struct Cells {
    id: String,
    numbers: Vec<String>,
    human: Vec<String>,
    difference: String,
    others: Vec<String>,
    reference: String,
    candidate: String,
}
