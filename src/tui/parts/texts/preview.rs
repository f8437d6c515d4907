//! The text boxes while the list of pairs is visible: a preview of the selected row.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Block;

use super::lines::paragraphs;
use crate::tui::common::put;
use crate::tui::parts::border::panel;
use crate::tui::parts::pairs::drafts::Preview;
use crate::tui::state::State;
use bertscope_analysis::Side;
use bertscope_report::number::with_thousands_separators;
use bertscope_report::wrap::wrapped_text;

/// The frame of a box; its title says whose text it is.
pub fn frame(state: &State, preview: &Preview<'_>, side: Side) -> Block<'static> {
    let of = preview.item.map_or_else(String::new, |item| {
        format!(" of row {}", with_thousands_separators(item + 1))
    });
    let (title, more) = match (side, preview.references) {
        (Side::Reference, 0 | 1) => (format!(" Preview{of}: reference "), String::new()),
        (Side::Reference, n) => (format!(" Preview{of}: reference 1 of {n} "), String::new()),
        (Side::Candidate, 0) => (" Candidate ".to_owned(), String::new()),
        (Side::Candidate, _) => {
            let edited = if preview.edited {
                "edited; the scores below are for the texts in the file · "
            } else {
                ""
            };
            let (title, opens) = match preview.other_candidates.len() {
                0 => (" Candidate ", "Enter opens the pair"),
                _ => (" Candidates ", "Enter opens them side by side"),
            };
            (title.to_owned(), format!(" {edited}{opens} "))
        }
    };
    let theme = &state.look.theme;
    let block = panel(state, Line::styled(title, theme.quiet()), false);
    if more.is_empty() {
        block
    } else {
        block.title(Line::styled(more, theme.quiet()).right_aligned())
    }
}

pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, preview: &Preview<'_>, side: Side) {
    let theme = &state.look.theme;
    let buffer = frame.buffer_mut();
    if preview.texts.is_none() {
        let why = preview.item.map_or(
            "no pair is listed",
            |_| "no text: this row cannot be scored",
        );
        put(buffer, area, why, theme.quiet());
        return;
    }
    let height = usize::from(area.height);
    let paragraphs = paragraphs(preview, side);
    // The next text may use the lines that this one leaves.
    let mut lines = Vec::new();
    let systems = paragraphs.len();
    for (at, text) in paragraphs.iter().enumerate() {
        let room = height * (at + 1) / systems - lines.len();
        lines.extend(shorten(text, area.width, room));
    }
    for (line, row) in lines.iter().zip(area.rows()) {
        put(buffer, row, line, theme.text());
    }
}

/// The first lines of a text.
fn shorten(text: &str, width: u16, most: usize) -> Vec<String> {
    // As many characters as the lines could show if each were wide and a word of its own.
    let shown: String = text.chars().take(most * usize::from(width) + 1).collect();
    let mut lines = wrapped_text(&shown, width - 1);
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            last.push('…');
        }
    }
    lines
}
