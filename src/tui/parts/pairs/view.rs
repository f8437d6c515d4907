//! Draws the list of a file's pairs below the texts, and the line about a pair.

use std::sync::Arc;

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph};
use unicode_width::UnicodeWidthStr;

use crate::tui::commands::{Command, Scope, first_key};
use crate::tui::common::border::{clear_below_text, panel};
use crate::tui::common::lists;
use crate::tui::common::text_field;
use crate::tui::pairs::{KnownScore, PairsList, Sort, SystemMeans};
use crate::tui::parts::pairs;
use crate::tui::parts::pairs::columns::PairColumns;
use crate::tui::parts::pairs::facts::first_characters;
use crate::tui::parts::summary;
use crate::tui::root::frame::Screen;
use crate::tui::root::state::State;
use bertscope_printable::printable;
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::label::{align_left, fit};
use bertscope_report::number::with_thousands_separators;
use bertscope_systems::drivers::quoted;

/// Draws the list if it is visible, and the line about the pair.
#[expect(
    clippy::too_many_lines,
    reason = "one part of the screen, drawn from top to bottom"
)]
pub fn draw(frame: &mut Frame<'_>, area: Rect, screen: &Screen, state: &State, list: &PairsList) {
    if let Some(area) = screen.pair {
        draw_pair_line(frame, area, state, list);
    }
    if let Some(place) = state.stack.summary().copied() {
        summary::view::draw(frame, area, screen, state, list, place);
        return;
    }
    if !state.is_list_open()
        || screen
            .pair
            .is_some_and(|pair| pair.y < screen.candidate.bottom())
    {
        return;
    }
    let theme = &state.look.theme;
    let layout = lists::pairs(screen);
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
        .map(|means| systems(list, means, place.width));
    let means = means.map(|means| Line::styled(means, theme.text()));
    frame.render_widget(means.into_iter().fold(block, Block::title_bottom), place);

    let filters = state.scope() == Scope::Filter;
    let hint = if filters {
        filter_hint(list)
    } else {
        "/ filters".to_owned()
    };
    text_field::draw(
        frame,
        layout.filter,
        theme,
        &list.filter,
        ["› ", &hint],
        filters,
    );
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
    for (position, y) in lists::visible_rows(&layout, list).zip(layout.list.y..) {
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
            (false, true) if list.filter.text().trim().is_empty() => {
                // No key does it while the filter is being typed.
                let key = first_key(Command::OnlyMarked, state.scope());
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
        let facts = fit(
            &crate::tui::parts::pairs::view::about(state, list),
            about.width,
        );
        buffer.set_stringn(about.x, about.y, facts, about.width.into(), theme.quiet());
    }
}

/// Draws the line about a pair, or the note prompt.
fn draw_pair_line(frame: &mut Frame<'_>, area: Rect, state: &State, list: &PairsList) {
    if let Some(words) = pairs::line::pair_line(state, list, area.width) {
        frame.render_widget(Paragraph::new(words.line()), area);
    }
    let Some(note) = state.stack.note() else {
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
        pairs::line::name(list, note.item).replacen("Row", "row", 1)
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

/// The systems over the listed pairs, as far as the frame has room.
fn systems(list: &PairsList, means: &SystemMeans, width: u16) -> String {
    let each = pairs::facts::systems_f1(
        list,
        &means.means.iter().copied().map(Some).collect::<Vec<_>>(),
    );
    let [pairs, higher, lower] =
        [means.pairs, means.higher, means.lower].map(|n| with_thousands_separators(n as u64));
    let lead = format!(" mean F1 of {pairs}: {each}");
    let compared = pairs::facts::system(list, list.compared_system());
    let whole = format!("{lead} · {compared} higher in {higher}, lower in {lower} ");
    let room = width.saturating_sub(4);
    let offer = format!("{whole}· S summary ");
    let fitting = [offer, whole]
        .into_iter()
        .find(|words| words.width() <= room.into());
    fitting.unwrap_or_else(|| format!("{} ", fit(&lead, room)))
}

/// The number of listed pairs, and their order.
fn match_count_text(list: &PairsList, width: u16) -> String {
    let all = with_thousands_separators(list.rows() as u64);
    let more = if list.reading { " …" } else { "" };
    let number = if list.order.len() == list.items.len() {
        all
    } else {
        format!(
            "{} of {all}",
            with_thousands_separators(list.order.len() as u64)
        )
    };
    let bad = match list.failed {
        _ if width < 76 => String::new(),
        0 => String::new(),
        1 => " · 1 line cannot be scored".to_owned(),
        n => format!(
            " · {} lines cannot be scored",
            with_thousands_separators(n as u64)
        ),
    };
    let order = match (list.sort, list.reversed) {
        (Sort::File, false) => "file order".to_owned(),
        (Sort::File, true) => "file order, last first".to_owned(),
        (Sort::RankDifference, reversed) => {
            format!(
                "by {}, {} first",
                list.sort_name(),
                if reversed { "smallest" } else { "largest" }
            )
        }
        (Sort::SystemDifference, reversed) => {
            format!(
                "by {}, {} first",
                list.sort_name(),
                if reversed { "highest" } else { "lowest" }
            )
        }
        (_, reversed) => format!(
            "by {}, {} first",
            list.sort_name(),
            if reversed { "best" } else { "worst" }
        ),
    };
    let marked = if list.only_marked { "marked · " } else { "" };
    format!(" {number}{more}{bad} · {marked}{order} ")
}

/// Facts that do not fit in the line, and the origin of the scores.
fn about(state: &State, list: &PairsList) -> String {
    let Some(index) = list.selected_item() else {
        return String::new();
    };
    let item = &list.items[index];
    let known = list.known_score(index);
    let mut parts = Vec::new();
    match &item.row {
        Err(why) => return printable(why),
        Ok(pair) => {
            if let KnownScore::Failed(why) = &known {
                parts.push(printable(&first_characters(why, 400)));
            }
            if list.sort == Sort::RankDifference && state.shows(Stage::F1) {
                parts.push(pairs::facts::ranks_sentence(list, index));
            }
            if let Some(tag) = list.tags.get(&index).filter(|tag| !tag.note.is_empty()) {
                parts.push(format!("¶ {}", printable(&tag.note)));
            }
            if pair.references.len() > 1 {
                parts.push(format!(
                    "{} references: best P, R and F1 over all",
                    pair.references.len()
                ));
            }
            if list.drafts.contains_key(&index) {
                parts.push("edited here; the scores are for the texts in the file".to_owned());
            }
            if matches!(known, KnownScore::File(_)) {
                parts.push("~ scores from the file".to_owned());
            }
            if list.sort != Sort::RankDifference
                && list.ranks(index).is_some()
                && state.shows(Stage::F1)
            {
                parts.push(pairs::facts::ranks_sentence(list, index));
            }
        }
    }
    parts.join(" · ")
}

/// Maximum length of a value used as an example.
const EXAMPLE: usize = 24;

/// Filter syntax, with an example column and value of this file if it has other columns.
fn filter_hint(list: &PairsList) -> String {
    let is_short = |value: &&Arc<str>| value.chars().count() <= EXAMPLE;
    let example = list
        .columns
        .iter()
        .find_map(|column| Some((&column.name, column.values.iter().find(is_short)?)));
    match example {
        None => "words in the texts, id or note; f1<0.5, f1>0.9; ~word: whole word".to_owned(),
        Some((name, value)) => {
            let [name, value] = [name, value].map(|text| printable(text));
            let (name, whole) = (quoted(&name), quoted(&value));
            let part = value
                .split(|c: char| !c.is_alphanumeric())
                .next()
                .unwrap_or_default();
            format!(
                "words; f1<0.5, f1>0.9; ~word: whole word; {name}={whole}: exact value; {name}:{part}: part"
            )
        }
    }
}
