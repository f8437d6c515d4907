//! The list of a file's pairs below the texts, and how far the scoring is.

use std::ops::Range;

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear};

use super::super::keymap::Scope;
use super::super::pairs_list::{FileIdf, Item, KnownScore, PairsList, Sort, Tag};
use super::super::state::State;
use super::frame::panel;
use super::list_layout::ListLayout;
use super::screen::Screen;
use super::wrap::first_characters;
use super::{pair_line, text_field};
use bertscope_printable::printable;
use bertscope_report::label::{fit, left, right};
use bertscope_report::number::count;

/// All that is below the texts and above the lines at the bottom.
pub(super) fn layout(screen: &Screen, area: Rect) -> ListLayout {
    let rows = [screen.pair, screen.lesson, screen.notice, screen.prompt];
    let bottom = rows.into_iter().flatten().map(|row| row.y).min().unwrap_or(screen.footer.y);
    let top = screen.candidate.bottom() - 1;
    ListLayout::of(Rect { y: top, height: bottom.saturating_sub(top), ..area })
}

/// The positions of the list's order that are in sight.
pub(super) fn visible(layout: &ListLayout, list: &PairsList) -> Range<usize> {
    let first = layout.first(list.selected, list.order.len());
    first..(first + usize::from(layout.list.height)).min(list.order.len())
}

/// Lines that the pair on the screen takes for itself, above the bottom line.
#[must_use]
pub fn height(state: &State, rows: u16) -> u16 {
    // During a lesson the pair on the screen is not the file's.
    let speaks = state.note().is_some() || rows >= 16 && (state.lists_pairs() || state.lesson().is_none());
    u16::from(state.pairs.is_some() && speaks)
}

/// Draws the list where it is in sight, and the line about the pair.
pub fn draw(frame: &mut Frame<'_>, area: Rect, screen: &Screen, state: &State, list: &PairsList) {
    if let Some(area) = screen.pair {
        pair_line::draw(frame, area, state, list);
    }
    if !state.lists_pairs() || screen.pair.is_some_and(|pair| pair.y < screen.candidate.bottom()) {
        return;
    }
    let theme = &state.look.theme;
    let layout = layout(screen, area);
    let place = layout.frame;
    // The text box above keeps its end, which the list joins.
    let below = Rect { y: place.y + 1, height: place.height.saturating_sub(1), ..place };
    frame.render_widget(Clear, below);
    frame.buffer_mut().set_style(below, theme.text());
    let end = format!("└{}┘", "─".repeat(usize::from(place.width).saturating_sub(2)));
    frame.buffer_mut().set_string(place.x, place.y, end, theme.border());
    let found = Line::styled(found(list, place.width), theme.quiet()).alignment(Alignment::Right);
    let most = place.width.saturating_sub(found.width() as u16 + 6);
    let block: Block<'_> = panel(state, format!(" {} ", fit(&printable(&list.name()), most)), true).title(found);
    frame.render_widget(block, place);

    let words = ["› ", if state.scope() == Scope::Filter { "words of the texts, id or note" } else { "/ filters" }];
    text_field::draw(frame, layout.filter, theme, &list.filter, words, state.scope() == Scope::Filter);
    let columns = Columns::of(layout.list.width, list);
    let buffer = frame.buffer_mut();
    if let Some(header) = layout.header {
        buffer.set_stringn(header.x, header.y, columns.header(), header.width.into(), theme.strong());
    }
    for (position, y) in visible(&layout, list).zip(layout.list.y..) {
        let index = list.order[position];
        let item = &list.items[index];
        let selected = position == list.selected;
        let style = match (&item.row, &item.known) {
            _ if selected => theme.selection(),
            (Err(_), _) | (_, KnownScore::Refused(_)) => theme.quiet(),
            _ if list.current == Some(index) => theme.accent(),
            _ => theme.text(),
        };
        // A list beside an open guess would answer it.
        let known = if state.hides() { &KnownScore::NotYet } else { &item.known };
        let text = columns.row(item, known, list.tags.get(&index), list.human_score(index));
        let sign = match list.current {
            _ if selected => "▸",
            Some(current) if current == index => "»",
            _ => " ",
        };
        let text = left(&format!("{sign}{text}"), layout.list.width);
        buffer.set_stringn(layout.list.x, y, text, layout.list.width.into(), style);
    }
    if list.order.is_empty() {
        let words = match (list.items.is_empty(), list.only_marked) {
            (true, _) => "reading …",
            (false, true) if list.filter.text().trim().is_empty() => "no pair has a mark or a note",
            (false, true) => "no pair with a mark or a note has all of these words",
            (false, false) => "no pair has all of these words",
        };
        buffer.set_stringn(layout.list.x + 3, layout.list.y, words, layout.list.width.into(), theme.quiet());
    }
    if let Some(about) = layout.about {
        buffer.set_stringn(about.x, about.y, fit(&self::about(list), about.width), about.width.into(), theme.quiet());
    }
}

/// How many pairs are listed, and in what order.
fn found(list: &PairsList, width: u16) -> String {
    let all = count(list.rows() as u64);
    let more = if list.reading { " …" } else { "" };
    let number =
        if list.order.len() == list.items.len() { all } else { format!("{} of {all}", count(list.order.len() as u64)) };
    let bad = match list.bad {
        _ if width < 76 => String::new(),
        0 => String::new(),
        1 => " · 1 line cannot be used".to_owned(),
        n => format!(" · {} lines cannot be used", count(n as u64)),
    };
    let order = match (list.sort, list.reversed) {
        (Sort::File, false) => "file order".to_owned(),
        (Sort::File, true) => "file order, last first".to_owned(),
        (Sort::RankGap, reversed) => {
            format!("by {}, {} first", Sort::RankGap.name(), if reversed { "nearest" } else { "farthest" })
        }
        (sort, reversed) => format!("by {}, {} first", sort.name(), if reversed { "best" } else { "worst" }),
    };
    let marked = if list.only_marked { "marked · " } else { "" };
    format!(" {number}{more}{bad} · {marked}{order} ")
}

/// What the line has no room for, and what the numbers are.
fn about(list: &PairsList) -> String {
    let Some(index) = list.selected_item() else { return String::new() };
    let item = &list.items[index];
    let mut parts = Vec::new();
    match &item.row {
        Err(why) => return printable(why),
        Ok(pair) => {
            if let KnownScore::Refused(why) = &item.known {
                parts.push(printable(&first_characters(why, 400)));
            }
            if let Some(tag) = list.tags.get(&index).filter(|tag| !tag.note.is_empty()) {
                parts.push(format!("¶ {}", printable(&tag.note)));
            }
            if pair.references.len() > 1 {
                parts.push(format!("{} references: the best P, R and F1 of them", pair.references.len()));
            }
            if list.drafts.contains_key(&index) {
                parts.push("edited here; the scores are of what the file has".to_owned());
            }
            if matches!(item.known, KnownScore::File(_)) {
                parts.push("~ scores as the file has them".to_owned());
            }
        }
    }
    parts.join(" · ")
}

/// How far reading, counting or scoring is, for the bottom line.
#[must_use]
pub fn progress(state: &State) -> Vec<Span<'static>> {
    let blank = vec![Span::raw(" ")];
    let Some(list) = &state.pairs else { return blank };
    let all = count(list.items.len() as u64);
    let words = if list.reading {
        format!("reading {all}")
    } else if matches!(list.idf, FileIdf::Wanted | FileIdf::Counting { .. }) {
        "counting the references".to_owned()
    } else if list.done < list.items.len() {
        format!("scored {} of {all}", count(list.done as u64))
    } else {
        return blank;
    };
    vec![Span::styled(format!(" {words}  "), state.look.theme.strong())]
}

/// Widths of the columns, 0 for one that has no room.
#[derive(Debug, Clone, Copy)]
struct Columns {
    id: u16,
    /// Each of P, R and F1, or F1 alone.
    number: u16,
    numbers: usize,
    /// Human score.
    human: u16,
    reference: u16,
    candidate: u16,
}

impl Columns {
    /// F1 and the candidate come first; then P and R, the reference and the id, as there is room.
    fn of(width: u16, list: &PairsList) -> Self {
        const NUMBER: u16 = 7;
        let room = width.saturating_sub(4);
        let numbers = if room >= 56 { 3 } else { 1 };
        let digits = list.items.len().to_string().len() as u16;
        let id = if room >= 90 {
            12.max(digits)
        } else if room >= 40 {
            8.max(digits)
        } else {
            0
        };
        let human = if list.human_scores.is_some() && room >= 56 { NUMBER + 1 } else { 0 };
        let texts = room.saturating_sub(NUMBER * numbers + human + id + 4);
        let reference = if room >= 56 { texts / 2 } else { 0 };
        Self { id, number: NUMBER, numbers: numbers.into(), human, reference, candidate: texts - reference }
    }

    fn line(self, id: &str, numbers: &[String; 3], human: &str, reference: &str, candidate: &str) -> String {
        let numbers: String = numbers.iter().skip(3 - self.numbers).map(|number| right(number, self.number)).collect();
        let reference =
            if self.reference > 0 { format!("  {}", left(reference, self.reference)) } else { String::new() };
        let human = if self.human > 0 { right(human, self.human) } else { String::new() };
        format!("{}{numbers}{human}{reference}  {}", left(id, self.id), left(candidate, self.candidate))
    }

    fn header(self) -> String {
        format!("    {}", self.line("id", &["P", "R", "F1"].map(str::to_owned), "human", "reference", "candidate"))
    }

    /// A line, with what is known of the scores; what is not is a dot.
    fn row(self, item: &Item, known: &KnownScore, tag: Option<&Tag>, human: Option<f64>) -> String {
        let mark = if tag.is_some_and(|tag| tag.marked) { '●' } else { ' ' };
        let note = if tag.is_some_and(|tag| !tag.note.is_empty()) { '¶' } else { ' ' };
        let pair = match &item.row {
            Err(why) => return format!("{mark}{note} {}", printable(why)),
            Ok(pair) => pair,
        };
        let text = |text: &str, width: u16| printable(&first_characters(text, 4 * usize::from(width) + 8));
        let from_file = if matches!(known, KnownScore::File(_)) { "~" } else { "" };
        let numbers = match known {
            KnownScore::NotYet => ["·", "·", "·"].map(str::to_owned),
            KnownScore::Refused(_) => ["–", "–", "–"].map(str::to_owned),
            known => known
                .numbers()
                .unwrap_or_default()
                .map(|number| number.map_or_else(|| "–".to_owned(), |number| format!("{from_file}{number:.3}"))),
        };
        let human = human.map_or_else(|| "–".to_owned(), |human| fit(&human.to_string(), self.human.saturating_sub(1)));
        let (id, candidate) = (text(&pair.id, self.id), text(&pair.candidate, self.candidate));
        let reference = text(pair.references.first().map_or("", String::as_str), self.reference);
        format!("{mark}{note} {}", self.line(&id, &numbers, &human, &reference, &candidate))
    }
}
