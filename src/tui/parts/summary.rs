//! The summary of the listed pairs, over the list and the texts: the sheet of the findings, and the words that drive them.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Clear;
use unicode_width::UnicodeWidthStr;

use crate::tui::commands::Command;
use crate::tui::common::{below, bottom_lines, put, sheet};
use crate::tui::context::{Effect, Screen, inside};
use crate::tui::parts::border::panel;
use crate::tui::parts::{Outcome, Part};
use crate::tui::state::State;
use crate::tui::terminal::theme::Theme;
use bertscope_pair_list::{PairsEffect, PairsList, Summary};
use bertscope_printable::printable;
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::label::fit;
use bertscope_report::number::{pluralized, with_thousands_separators};
use bertscope_sheet::{Block, Cell, Table};

/// Least and greatest height of the histogram.
const MIN_HISTOGRAM: u16 = 4;
const MAX_HISTOGRAM: u16 = 12;

/// The position in the summary.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SummarySelection {
    /// The index of the difference on the screen, from 0; there is one for each system but the first.
    pub difference: usize,
    /// The selected word among the drivers.
    pub word: usize,
}

/// Opens the summary, with the difference between the system that the list compares and the first.
pub fn open(state: &mut State) {
    if let Some(list) = &mut state.pairs {
        list.summaries.forget_old();
        let difference = list.compared_system() - 1;
        state.open(Part::Summary(SummarySelection {
            difference,
            word: 0,
        }));
    }
}

/// Schedules the next work of the thread for the summary on the screen.
pub fn schedule(state: &mut State) {
    let State {
        pairs,
        context,
        stack,
        ..
    } = state;
    if let Some(list) = pairs.as_mut().filter(|_| stack.summary().is_some()) {
        let job = list.next_summary();
        let effect = job.map(|job| Effect::Pairs(PairsEffect::Summarise(job)));
        context.effects.extend(effect);
    }
}

/// The number of selectable words.
pub fn word_count(list: &PairsList, place: SummarySelection) -> usize {
    let summary = list.summaries.latest();
    summary.map_or(0, |summary| summary.words(place.difference).rows.len())
}

/// Returns to the list, with the pairs of the selected word.
pub fn list_word(state: &mut State) {
    if let Some(words) = state.blocked_reason(Command::Summary) {
        return state.say(words);
    }
    let (Some(place), Some(list)) = (state.stack.summary().copied(), &mut state.pairs) else {
        return;
    };
    let words = list
        .summaries
        .latest()
        .map_or_else(Vec::new, |summary| summary.words(place.difference).rows);
    let word = words.get(place.word.min(words.len().saturating_sub(1)));
    let Some(
        [
            Cell::Link { find: filter, .. },
            Cell::Number { value, .. },
            ..,
        ],
    ) = word.map(|row| row.cells.as_slice())
    else {
        return state.say("No words yet: they are listed once all pairs are scored here.");
    };
    list.filter.clone_from(filter);
    if list.systems.len() > 1 {
        // The pairs in which the word matters most come first.
        list.sort_by_difference(place.difference + 1, value.is_some_and(|gain| gain > 0.0));
    }
    list.refresh();
    list.selected = 0;
    state.replace(Part::List);
}

/// Carries out a command: opens the summary over the list, or in it selects another system. In the list, selects another system.
pub fn act(state: &mut State, command: Command) -> Outcome {
    let summary = state.stack.summary().copied();
    let Some(list) = &mut state.pairs else {
        return Outcome::Passed;
    };
    match (command, summary) {
        (Command::NextSystem, Some(place)) => {
            let differences = list.systems.len().saturating_sub(1).max(1);
            let difference = (place.difference + 1) % differences;
            state.replace(Part::Summary(SummarySelection {
                difference,
                word: 0,
            }));
            if difference == place.difference {
                state.say("No other system to compare: open a file with --candidate-column for each system.",
                );
            }
        }
        (Command::NextSystem, None) if list.systems.len() > 1 => list.next_system(),
        (Command::NextSystem, None) => {
            state.say(
                "There is only one system: open a file with --candidate-column for each system.",
            );
        }
        (Command::Summary, None) => open(state),
        (Command::Summary, Some(_)) => {}
        _ => return Outcome::Passed,
    }
    Outcome::Done
}

pub fn draw(
    frame: &mut Frame<'_>,
    screen: &Screen,
    state: &State,
    list: &PairsList,
    at: SummarySelection,
) {
    let theme = &state.look.theme;
    let shown = state.shows(Stage::F1) && !state.hides_scores();
    let summary = list.summaries.latest().filter(|_| shown);
    let pairs = summary.map_or_else(String::new, |summary| pairs(summary, list));
    let title = ["Summary", &list.name(), &pairs];
    let inner = draw_frame(frame, screen, state, title);
    let buffer = frame.buffer_mut();
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
        return put(buffer, inner, why, theme.quiet());
    };
    let words = summary.words(at.difference);
    let (blocks, high) = blocks_that_fit(summary, at, &words, inner, theme);
    let rest = sheet::draw(buffer, inner, theme, &blocks, high);
    if let Some(note) = words_note(summary).filter(|_| !words.rows.is_empty() && rest.height > 3) {
        let rest = sheet::draw(buffer, rest, theme, &[Block::Note(note)], 0);
        sheet::draw_choice(buffer, rest, theme, &words, at.word);
    }
}

/// Draws the frame over the list and the texts, with what it is of which file, and a number at the right. Returns its inside.
pub fn draw_frame(
    frame: &mut Frame<'_>,
    screen: &Screen,
    state: &State,
    [what, file, right]: [&str; 3],
) -> Rect {
    let theme = &state.look.theme;
    let area = below(screen.area, screen.status.height);
    let place = Rect {
        height: bottom_lines(screen).saturating_sub(area.y),
        ..area
    };
    frame.render_widget(Clear, place);
    frame.buffer_mut().set_style(place, theme.text());
    let right = Line::styled(right.to_owned(), theme.quiet());
    let taken = right.width() + what.width() + 9;
    let most = place.width.saturating_sub(taken as u16);
    let title = format!(" {what} of {} ", fit(&printable(file), most));
    let block = panel(state, title, true).title(right.right_aligned());
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
    theme: &Theme,
) -> (Vec<Block>, u16) {
    let needed = if words.rows.is_empty() {
        MIN_HISTOGRAM
    } else {
        2 * MIN_HISTOGRAM
    };
    let all = summary.sheet(at.difference, true);
    let blocks = if line_count(&all, area, theme) + needed <= area.height {
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
    let blocks = if line_count(&apart, area, theme) + 4 * MIN_HISTOGRAM <= area.height {
        apart
    } else {
        blocks
    };
    let room = area.height.saturating_sub(line_count(&blocks, area, theme));
    let high = if words.rows.is_empty() {
        room.min(MAX_HISTOGRAM + 1)
    } else {
        (room * 2 / 5).clamp(room.min(MIN_HISTOGRAM), MAX_HISTOGRAM)
    };
    (blocks, high)
}

/// The lines that blocks take beside their histogram.
fn line_count(blocks: &[Block], area: Rect, theme: &Theme) -> u16 {
    let rest = sheet::draw(&mut Buffer::empty(area), area, theme, blocks, 0);
    area.height - rest.height
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
    let noun = if list.order.len() == list.items.len() {
        "pair"
    } else {
        "listed pair"
    };
    let pairs = pluralized(summary.comparison.segments, noun);
    let missing = match summary.missing {
        0 => String::new(),
        n => format!(", {} without scores", with_thousands_separators(n)),
    };
    format!(" {pairs}{missing} ")
}
