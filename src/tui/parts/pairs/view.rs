//! The list of a file's pairs below the texts, and the line about a pair: where they are, and how they are drawn.

use std::ops::Range;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph};
use unicode_width::UnicodeWidthStr;

use super::line::pair_line;
use crate::tui::commands::{Command, Scope};
use crate::tui::common::{
    Editor, ListHit, ListLayout, below_texts, bottom_lines, indented, put, text_field,
};
use crate::tui::context::Screen;
use crate::tui::parts::border::{Strip, clear_below_text, panel};
use crate::tui::state::State;
use bertscope_pair_list::columns::PairColumns;
use bertscope_pair_list::list_text::{filter_hint, match_count_text, system_means_text};
use bertscope_pair_list::{FileIdf, KnownScore, PairsList, facts};
use bertscope_printable::printable;
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::label::{align_left, fit};
use bertscope_report::number::with_thousands_separators;

pub fn draw(frame: &mut Frame<'_>, screen: &Screen, state: &State, list: &PairsList) {
    if bottom_lines(screen) < screen.candidate.bottom() {
        return;
    }
    let theme = &state.look.theme;
    let layout = areas(screen);
    clear_below_text(frame, layout.frame, theme);
    frame.render_widget(border(state, list, layout.frame.width), layout.frame);

    let filters = state.scope() == Scope::Filter;
    let filter = match state.stack.filter() {
        Some(filter) => filter.clone(),
        None => Editor::field(&list.filter),
    };
    let hint = if filters {
        filter_hint(list)
    } else {
        format!("{} filters", state.key_name(Command::Filter))
    };
    text_field::draw(frame, layout.filter, theme, &filter, ["› ", &hint], filters);
    let buffer = frame.buffer_mut();
    draw_rows(buffer, &layout, state, list);
    if list.order.is_empty() {
        let rest = indented(layout.list, 3);
        let words = printable(&why_empty(state, list));
        put(buffer, rest, fit(&words, rest.width), theme.quiet());
    }
    if let Some(index) = list.selected_item() {
        let shows_ranks = state.shows(Stage::F1);
        let facts = facts::about(list, index, shows_ranks, state.drafts.has(index));
        let facts = fit(&facts, layout.about.width);
        put(buffer, layout.about, facts, theme.quiet());
    }
}

/// The frame, with the name of the file, the number of rows and, of several systems, their means.
fn border(state: &State, list: &PairsList, width: u16) -> Block<'static> {
    let theme = &state.look.theme;
    let found = Line::styled(match_count_text(list, width), theme.quiet()).right_aligned();
    let most = width.saturating_sub(found.width() as u16 + 6);
    let title = format!(" {} ", fit(&printable(&list.name()), most));
    let block = panel(state, title, true).title(found);
    match &list.system_means {
        Some(means) if !state.hides_scores() => {
            let means = system_means_text(list, means, width);
            block.title_bottom(Line::styled(means, theme.text()))
        }
        _ => block,
    }
}

/// The column names and the visible rows.
fn draw_rows(buffer: &mut Buffer, layout: &ListLayout, state: &State, list: &PairsList) {
    let theme = &state.look.theme;
    let columns = PairColumns::new(layout.list.width, list);
    put(buffer, layout.header, columns.header(list), theme.strong());
    for (position, row) in visible_rows(layout, list).zip(layout.list.rows()) {
        let index = list.order[position];
        let selected = position == list.selected;
        // A list next to an open guess would reveal the answer.
        let known = if state.shows(Stage::F1) {
            list.known_score(index)
        } else {
            KnownScore::NotYet
        };
        let style = match (&list.items[index].row, &known) {
            _ if selected => theme.selection(),
            (Err(_), _) | (_, KnownScore::Failed(_)) => theme.quiet(),
            _ if list.current == Some(index) => theme.accent(),
            _ => theme.text(),
        };
        let text = columns.row(list, index, &known);
        let sign = match list.current {
            _ if selected => "▸",
            Some(current) if current == index => "»",
            _ => " ",
        };
        let text = align_left(&format!("{sign}{text}"), layout.list.width);
        put(buffer, row, text, style);
    }
}

/// Why no row is listed.
fn why_empty(state: &State, list: &PairsList) -> String {
    let words = match (list.items.is_empty(), list.only_marked) {
        (true, _) => "reading …".to_owned(),
        (false, true) if list.filter.trim().is_empty() => {
            // No key does it while the filter is being typed.
            let keys = &state.config.keys;
            let key = keys.first_key(Command::OnlyMarked, state.scope());
            let how = key.map_or_else(String::new, |key| format!(": {key} lists all"));
            format!("No pair has a mark or a note{how}")
        }
        (false, true) => "No pair with a mark or a note matches".to_owned(),
        (false, false) => "No pair matches".to_owned(),
    };
    match list.filter_problem() {
        Some(why) => format!("{words}: {why}"),
        None => words,
    }
}

/// The line about the pair on the screen, or the note prompt.
pub const STRIP: Strip = Strip {
    height: |state, screen| line_height(state, screen.height),
    words: pair_line,
    draw: draw_pair_line,
};

fn draw_pair_line(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let words = pair_line(state, area.width);
    frame.render_widget(Paragraph::new(words.line()), area);
    let (Some(note), Some(list)) = (state.stack.note(), &state.pairs) else {
        return;
    };
    let long = format!(
        "Note on {} › ",
        facts::name(list, note.item).replacen("Row", "row", 1)
    );
    let prompt = if long.width() * 2 > usize::from(area.width) {
        "Note › ".to_owned()
    } else {
        long
    };
    let theme = &state.look.theme;
    let words = [&*prompt, "saved in the marks file"];
    let has_keys = state.stack.palette().is_none();
    text_field::draw_in_strip(frame, area, theme, &note.editor, words, has_keys);
}

/// The list of pairs, between the texts and the bottom lines.
fn areas(screen: &Screen) -> ListLayout {
    ListLayout::with_columns(below_texts(screen, bottom_lines(screen)))
}

/// The visible positions of the list of pairs.
fn visible_rows(layout: &ListLayout, list: &PairsList) -> Range<usize> {
    let first = layout.first(list.selected, list.order.len());
    first..(first + usize::from(layout.list.height)).min(list.order.len())
}

/// The visible positions of the list of pairs; none while it is closed.
pub fn visible_pairs(state: &State) -> Range<usize> {
    let list = state.pairs.as_ref().filter(|_| state.is_list_open());
    list.zip(state.frame.clone())
        .map_or(0..0, |(list, screen)| visible_rows(&areas(&screen), list))
}

/// Height of the line about the pair on the screen, above the bottom line.
fn line_height(state: &State, rows: u16) -> u16 {
    // During a lesson, the pair on the screen is not from the file.
    let speaks = state.stack.note().is_some()
        || rows >= 16 && (state.is_list_open() || state.has_own_pair());
    let covers = state.stack.summary().is_some() || state.stack.ranking().is_some();
    let covered = state.stack.note().is_none() && covers;
    u16::from(state.pairs.is_some() && speaks && !covered)
}

/// The progress of reading, counting or scoring, for the bottom line; `None` if all is done.
pub fn progress(state: &State) -> Option<String> {
    let list = state.pairs.as_ref()?;
    let all = with_thousands_separators(list.items.len());
    Some(if list.reading {
        format!(" reading {all}  ")
    } else if matches!(list.idf, FileIdf::Requested | FileIdf::Counting { .. }) {
        " counting the references  ".to_owned()
    } else if list.done < list.items.len() {
        format!(
            " scored {} of {all}  ",
            with_thousands_separators(list.done)
        )
    } else {
        return None;
    })
}

/// The part of the list of pairs at a position; a row is given by its position in the order.
pub fn hit(state: &State, x: u16, y: u16) -> ListHit {
    let (Some(list), Some(screen)) = (&state.pairs, state.frame.clone()) else {
        return ListHit::Outside;
    };
    let layout = areas(&screen);
    let rows = visible_rows(&layout, list);
    layout.hit(x, y, |line| {
        Some(rows.start + line).filter(|at| *at < list.order.len())
    })
}
