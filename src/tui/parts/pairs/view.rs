//! Draws the list of a file's pairs below the texts, and the line about a pair.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph};
use unicode_width::UnicodeWidthStr;

use crate::tui::commands::{Command, Scope};
use crate::tui::common::editor::Editor;
use crate::tui::common::lists::bottom_lines;
use crate::tui::common::text_field;
use crate::tui::context::frame::Screen;
use crate::tui::parts::border::{clear_below_text, panel};
use crate::tui::parts::pairs::areas;
use crate::tui::parts::pairs::line::pair_line;
use crate::tui::parts::ranking;
use crate::tui::parts::strip::Strip;
use crate::tui::parts::summary;
use crate::tui::state::State;
use bertscope_pair_list::columns::PairColumns;
use bertscope_pair_list::facts;
use bertscope_pair_list::list_text::{filter_hint, match_count_text, system_means_text};
use bertscope_pair_list::{KnownScore, PairsList};
use bertscope_printable::printable;
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::label::{align_left, fit};

/// Draws the list if it is visible.
#[expect(
    clippy::too_many_lines,
    reason = "one part of the screen, drawn from top to bottom"
)]
pub fn draw(frame: &mut Frame<'_>, area: Rect, screen: &Screen, state: &State, list: &PairsList) {
    if let Some(place) = state.stack.summary().copied() {
        summary::view::draw(frame, area, screen, state, list, place);
        return;
    }
    if let Some(selected) = state.stack.ranking() {
        ranking::draw(frame, area, screen, state, list, *selected);
        return;
    }
    if !state.is_list_open() || bottom_lines(screen) < screen.candidate.bottom() {
        return;
    }
    let theme = &state.look.theme;
    let layout = areas::areas(screen);
    let place = layout.frame;
    clear_below_text(frame, place, theme);
    let found = Line::styled(match_count_text(list, place.width), theme.quiet())
        .alignment(Alignment::Right);
    let most = place.width.saturating_sub(found.width() as u16 + 6);
    let block: Block<'_> = panel(
        state,
        format!(" {} ", fit(&printable(&list.name()), most)),
        true,
    )
    .title(found);
    let means = list
        .system_means
        .as_ref()
        .filter(|_| !state.hides_scores())
        .map(|means| system_means_text(list, means, place.width));
    let means = means.map(|means| Line::styled(means, theme.text()));
    frame.render_widget(means.into_iter().fold(block, Block::title_bottom), place);

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
    let columns = PairColumns::new(layout.list.width, list);
    let buffer = frame.buffer_mut();
    if let Some(header) = layout.header {
        buffer.set_stringn(
            header.x,
            header.y,
            columns.header(list),
            header.width.into(),
            theme.strong(),
        );
    }
    for (position, y) in areas::visible_rows(&layout, list).zip(layout.list.y..) {
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
        buffer.set_stringn(layout.list.x, y, text, layout.list.width.into(), style);
    }
    if list.order.is_empty() {
        let words = match (list.items.is_empty(), list.only_marked) {
            (true, _) => "reading …".to_owned(),
            (false, true) if list.filter.trim().is_empty() => {
                // No key does it while the filter is being typed.
                let key = state
                    .config
                    .keys
                    .first_key(Command::OnlyMarked, state.scope());
                let how = key.map_or_else(String::new, |key| format!(": {key} lists all"));
                format!("No pair has a mark or a note{how}")
            }
            (false, true) => "No pair with a mark or a note matches".to_owned(),
            (false, false) => "No pair matches".to_owned(),
        };
        let words = match list.filter_problem() {
            Some(why) => format!("{words}: {why}"),
            None => words,
        };
        let words = fit(&printable(&words), layout.list.width.saturating_sub(3));
        buffer.set_stringn(
            layout.list.x + 3,
            layout.list.y,
            words,
            layout.list.width.into(),
            theme.quiet(),
        );
    }
    if let Some(about) = layout.about {
        let facts = match list.selected_item() {
            Some(index) => {
                let shows_ranks = state.shows(Stage::F1);
                facts::about(list, index, shows_ranks, state.drafts.has(index))
            }
            None => String::new(),
        };
        let facts = fit(&facts, about.width);
        buffer.set_stringn(about.x, about.y, facts, about.width.into(), theme.quiet());
    }
}

/// The line about the pair on the screen, or the note prompt.
pub const STRIP: Strip = Strip {
    height: |state, screen| areas::line_height(state, screen.height),
    words: pair_line,
    draw: draw_pair_line,
};

fn draw_pair_line(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let words = pair_line(state, area.width);
    frame.render_widget(Paragraph::new(words.line()), area);
    let (Some(note), Some(list)) = (state.stack.note(), &state.pairs) else {
        return;
    };
    let area = Rect {
        x: area.x + 1,
        width: area.width.saturating_sub(2),
        height: 1,
        ..area
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
    let words = [&*prompt, "saved in the marks file"];
    text_field::draw(
        frame,
        area,
        &state.look.theme,
        &note.editor,
        words,
        state.stack.palette().is_none(),
    );
}
