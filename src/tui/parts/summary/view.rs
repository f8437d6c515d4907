//! Draws the summary of the listed pairs over the list and the texts: the sheet of the findings, and the words that drive
//! them.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Clear, Paragraph};
use unicode_width::UnicodeWidthStr;

use super::selection::SummarySelection;
use crate::tui::commands::Command;
use crate::tui::common::{lists, sheet};
use crate::tui::context::{Screen, inside};
use crate::tui::parts::border::panel;
use crate::tui::state::State;
use bertscope_pair_list::{PairsList, Summary};
use bertscope_printable::printable;
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::label::fit;
use bertscope_report::number::{pluralized, with_thousands_separators};
use bertscope_sheet::{Block, Table};

/// Least and greatest height of the histogram.
const MIN_HISTOGRAM: u16 = 4;
const MAX_HISTOGRAM: u16 = 12;

pub fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    screen: &Screen,
    state: &State,
    list: &PairsList,
    at: SummarySelection,
) {
    let theme = &state.look.theme;
    let shown = state.shows(Stage::F1) && !state.hides_scores();
    let summary = list.summaries.latest().filter(|_| shown);
    let pairs = summary.map_or_else(String::new, |summary| pairs(summary, list));
    let inner = draw_frame(
        frame,
        area,
        screen,
        state,
        ["Summary", &list.name(), &pairs],
    );
    let Some(summary) = summary else {
        let why = if shown && list.order.is_empty() && !list.items.is_empty() {
            "No pair matches the filter.".to_owned()
        } else if shown {
            "No listed pair has scores yet.".to_owned()
        } else {
            format!(
                "The scores are still hidden: {} shows them.",
                state.key_name(Command::Reveal)
            )
        };
        frame.render_widget(Paragraph::new(Line::styled(why, theme.quiet())), inner);
        return;
    };
    let words = summary.words(at.difference);
    let (blocks, high) = blocks_that_fit(summary, at, &words, inner, |blocks| {
        // Drawn once without its histogram, to see what room is left.
        sheet::draw(
            &mut ratatui::buffer::Buffer::empty(inner),
            inner,
            theme,
            blocks,
            0,
        )
    });
    let used = sheet::draw(frame.buffer_mut(), inner, theme, &blocks, high);
    let rest = Rect {
        y: inner.y + used,
        height: inner.height - used,
        ..inner
    };
    if let Some(note) = words_note(summary).filter(|_| !words.rows.is_empty() && rest.height > 3) {
        let note = sheet::draw(frame.buffer_mut(), rest, theme, &[Block::Note(note)], 0);
        let rest = Rect {
            y: rest.y + note,
            height: rest.height - note,
            ..rest
        };
        sheet::draw_choice(frame.buffer_mut(), rest, theme, &words, at.word);
    }
}

/// Draws the frame over the list and the texts, with what it is of which file, and a number at the right. Returns its inside.
pub fn draw_frame(
    frame: &mut Frame<'_>,
    area: Rect,
    screen: &Screen,
    state: &State,
    [what, file, right]: [&str; 3],
) -> Rect {
    let theme = &state.look.theme;
    let top = screen.status.bottom();
    let place = Rect {
        y: top,
        height: lists::bottom_lines(screen).saturating_sub(top),
        ..area
    };
    frame.render_widget(Clear, place);
    frame.buffer_mut().set_style(place, theme.text());
    let right = Line::styled(right.to_owned(), theme.quiet());
    let taken = right.width() + what.width() + 9;
    let most = place.width.saturating_sub(taken as u16);
    let title = format!(" {what} of {} ", fit(&printable(file), most));
    let block = panel(state, title, true).title(right.alignment(Alignment::Right));
    frame.render_widget(block, place);
    inside(place)
}

/// The blocks, and the height of their histogram: a small screen has no room for the agreement with human scores beside
/// histogram and words.
fn blocks_that_fit(
    summary: &Summary,
    at: SummarySelection,
    words: &Table,
    area: Rect,
    measure: impl Fn(&[Block]) -> u16,
) -> (Vec<Block>, u16) {
    let needed = if words.rows.is_empty() {
        MIN_HISTOGRAM
    } else {
        2 * MIN_HISTOGRAM
    };
    let all = summary.sheet(at.difference, true);
    let blocks = if measure(&all) + needed <= area.height {
        all
    } else {
        summary.sheet(at.difference, false)
    };
    // Blank lines between the blocks, if there is room for the words, too.
    let apart = blocks
        .iter()
        .flat_map(|block| [Block::Text(String::new()), block.clone()])
        .skip(1)
        .collect::<Vec<_>>();
    let blocks = if measure(&apart) + 4 * MIN_HISTOGRAM <= area.height {
        apart
    } else {
        blocks
    };
    let room = area.height.saturating_sub(measure(&blocks));
    let high = if words.rows.is_empty() {
        room.min(MAX_HISTOGRAM + 1)
    } else {
        (room * 2 / 5).clamp(room.min(MIN_HISTOGRAM), MAX_HISTOGRAM)
    };
    (blocks, high)
}

/// What the words cover: all pairs, whatever is listed, and how many of them have no words.
fn words_note(summary: &Summary) -> Option<String> {
    let drivers = summary.drivers.as_ref()?;
    let over = if drivers.segments == summary.comparison.segments as u64 {
        String::new()
    } else {
        format!(
            ", over all {} scored pairs",
            with_thousands_separators(drivers.segments)
        )
    };
    let empty = match drivers.empty.iter().sum::<u64>() {
        0 => String::new(),
        count => format!("; {} with an empty text", pluralized(count, "candidate")),
    };
    Some(format!("What drives it, per word{over}{empty}"))
}

/// The number of pairs.
fn pairs(summary: &Summary, list: &PairsList) -> String {
    let pairs = match summary.comparison.segments {
        1 => "1 pair".to_owned(),
        n => format!("{} pairs", with_thousands_separators(n as u64)),
    };
    let filtered = if list.order.len() == list.items.len() {
        ""
    } else {
        "listed "
    };
    let missing = match summary.missing {
        0 => String::new(),
        n => format!(", {} without scores", with_thousands_separators(n as u64)),
    };
    format!(
        " {}{missing} ",
        pairs.replacen(' ', &format!(" {filtered}"), 1)
    )
}
