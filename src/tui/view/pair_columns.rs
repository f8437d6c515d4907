//! The columns of the list of pairs, and their content.

use crate::tui::layout::pair_facts::{first_characters, percent};
use crate::tui::pairs::{KnownScore, PairsList, Sort};
use bertscope_printable::printable;
use bertscope_report::label::{align_left, align_right, fit};
use bertscope_report::number::{rounded, signed};

/// Width of P, R, F1 and the rank difference.
const NUMBER_WIDTH: u16 = 7;

/// Width of a human score.
const HUMAN_WIDTH: u16 = 8;

/// Width reserved for the texts, which the other columns of the file leave free.
const MIN_TEXTS_WIDTH: u16 = 36;

/// Maximum width of another column.
const MAX_OTHER_WIDTH: u16 = 16;

/// Maximum number of systems with a column.
const MAX_SYSTEMS: usize = 4;

/// The names of the number columns.
fn headings(list: &PairsList) -> Vec<String> {
    if list.systems.len() < 2 {
        return ["P", "R", "F1"].map(str::to_owned).to_vec();
    }
    let systems = list.systems.iter().take(MAX_SYSTEMS).map(|name| fit(&printable(name), NUMBER_WIDTH - 1));
    systems.chain(["± F1".to_owned()]).collect()
}

/// The name of a column of human scores; with several systems, it has the system's number, because names are long.
fn human_heading(list: &PairsList, system: usize) -> String {
    if list.systems.len() < 2 { "human".to_owned() } else { format!("human {}", system + 1) }
}

/// Column widths; 0 if there is no room.
#[derive(Debug, Clone)]
pub(super) struct PairColumns {
    id: u16,
    /// How many of the numbers fit, counted from the end: P, R, F1, or F1 of each system and a difference.
    numbers: usize,
    /// The systems with human scores.
    human: Vec<usize>,
    /// F1 rank − human rank.
    difference: u16,
    /// Indices and widths of other columns of the file.
    others: Vec<(usize, u16)>,
    reference: u16,
    candidate: u16,
}

impl PairColumns {
    /// F1 and the candidate have priority; then P and R, the reference, human scores, the id and other columns of the
    /// file, as far as they fit.
    pub fn new(width: u16, list: &PairsList) -> Self {
        let room = width.saturating_sub(4);
        let numbers = if room >= 56 { headings(list).len() as u16 } else { 1 };
        let id = match room {
            90.. => list.id_width.clamp(2, 14),
            40.. => list.id_width.clamp(2, 8),
            _ => 0,
        };
        let judged = list.human_scores.as_ref().map_or(0, |human| human.columns.len());
        let human: Vec<usize> = match room {
            _ if judged == 0 => Vec::new(),
            110.. => (0..judged.min(MAX_SYSTEMS)).collect(),
            56.. => vec![list.system],
            _ => Vec::new(),
        };
        let has_difference = !human.is_empty() && (room >= 90 || list.sort == Sort::RankDifference);
        let difference = if has_difference { NUMBER_WIDTH } else { 0 };
        let of_people = HUMAN_WIDTH * human.len() as u16;
        let mut texts = room.saturating_sub(NUMBER_WIDTH * numbers + of_people + difference + id + 4);
        let mut others = Vec::new();
        if room >= 56 {
            for (place, column) in list.columns.iter().enumerate() {
                let width = column.width.min(MAX_OTHER_WIDTH);
                if texts >= MIN_TEXTS_WIDTH + width + 2 {
                    texts -= width + 2;
                    others.push((place, width));
                }
            }
        }
        let reference = if room >= 56 { texts / 2 } else { 0 };
        Self { id, numbers: numbers.into(), human, difference, others, reference, candidate: texts - reference }
    }

    fn line(&self, cells: &Cells) -> String {
        let numbers = &cells.numbers[cells.numbers.len() - self.numbers..];
        let numbers: String = numbers.iter().map(|number| align_right(number, NUMBER_WIDTH)).collect();
        let human: String = cells.human.iter().map(|human| align_right(human, HUMAN_WIDTH)).collect();
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

    /// The column names.
    pub fn header(&self, list: &PairsList) -> String {
        let name = |place: usize| list.columns.iter().nth(place).map(|column| printable(&column.name));
        let cells = Cells {
            id: "id".to_owned(),
            numbers: headings(list),
            human: self.human.iter().map(|at| human_heading(list, *at)).collect(),
            difference: "rank ±".to_owned(),
            others: self.others.iter().map(|(place, width)| fit(&name(*place).unwrap_or_default(), *width)).collect(),
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
            number.map_or_else(none, |x| format!("{from_file}{}", rounded(x, 3, 6 - from_file.len())))
        };
        let all = headings(list).len();
        let numbers = match known {
            KnownScore::NotYet => vec!["·".to_owned(); all],
            KnownScore::Failed(_) => vec![none(); all],
            KnownScore::File(_) | KnownScore::Scored(_) if list.systems.len() > 1 => {
                let difference =
                    list.system_difference(index).map_or_else(none, |number| signed(format!("{number:+.3}")));
                let f1 = list.systems_f1(index).into_iter().take(MAX_SYSTEMS).map(number);
                f1.chain([difference]).collect()
            }
            KnownScore::File(numbers) | KnownScore::Scored(numbers) => numbers.map(number).to_vec(),
        };
        let human = |system: &usize| {
            let shown = |human| rounded(human, list.human_decimal_places(), (HUMAN_WIDTH - 1).into());
            list.human_score(index, *system).map_or_else(none, shown)
        };
        let difference = match (known, list.ranks(index)) {
            (KnownScore::NotYet, _) => "·".to_owned(),
            (_, None) => none(),
            (_, Some(ranks)) => percent(ranks.difference()),
        };
        let other = |(place, width): &(usize, u16)| {
            let value = list.columns.iter().nth(*place).and_then(|column| column.value(index));
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
