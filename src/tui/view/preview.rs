//! The text boxes while the list of pairs is in sight: the texts of the selected row, to be read.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::Line;
use ratatui::widgets::Block;

use super::super::pairs_list::Preview;
use super::super::state::State;
use super::frame::panel;
use super::wrap::{wrap_some, wrapped_text};
use bertscope_analysis::Side;
use bertscope_report::number::count;

/// Columns that most texts take.
const USUAL: u16 = 240;

/// The height of a box. Most texts fit into the same few lines, so that the list below stays where it is; a longer one gets
/// up to a quarter of the screen.
pub(super) fn height(preview: &Preview<'_>, side: Side, area: Rect) -> u16 {
    let usual = USUAL.div_ceil(area.width).min(area.height / 12).max(1);
    let most = (area.height / 5).max(usual);
    let lines = wrap_some(text(preview, side), area.width - 4, most.into()).lines.len() as u16;
    lines.clamp(usual, most) + 2
}

/// The frame of a box, which says whose text it is.
pub(super) fn frame(state: &State, preview: &Preview<'_>, side: Side) -> Block<'static> {
    let row = count(preview.item as u64 + 1);
    let (title, more) = match (side, preview.references) {
        (Side::Reference, 0 | 1) => (format!(" Preview of row {row}: reference "), String::new()),
        (Side::Reference, n) => (format!(" Preview of row {row}: reference 1 of {n} "), String::new()),
        (Side::Candidate, _) => {
            let edited = if preview.edited { "edited; the scores below are those of the file's texts · " } else { "" };
            (" Candidate ".to_owned(), format!(" {edited}Enter opens the pair "))
        }
    };
    let theme = &state.look.theme;
    let block = panel(state, Line::styled(title, theme.quiet()), false);
    if more.is_empty() { block } else { block.title(Line::styled(more, theme.quiet()).alignment(Alignment::Right)) }
}

/// Draws a text.
pub(super) fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, preview: &Preview<'_>, side: Side) {
    let theme = &state.look.theme;
    let buffer = frame.buffer_mut();
    if preview.texts.is_none() {
        buffer.set_stringn(area.x, area.y, "no text: this row cannot be used", area.width.into(), theme.quiet());
        return;
    }
    let height = usize::from(area.height);
    // As many characters as the box could show if each were wide and alone in its word.
    let shown: String = text(preview, side).chars().take(height * usize::from(area.width) + 1).collect();
    let mut lines = wrapped_text(&shown, area.width - 1);
    if lines.len() > height {
        lines.truncate(height);
        if let Some(last) = lines.last_mut() {
            last.push('…');
        }
    }
    for (line, y) in lines.iter().zip(area.y..) {
        buffer.set_stringn(area.x, y, line, area.width.into(), theme.text());
    }
}

fn text<'a>(preview: &Preview<'a>, side: Side) -> &'a str {
    match (preview.texts, side) {
        (None, _) => "",
        (Some([reference, _]), Side::Reference) => reference,
        (Some([_, candidate]), Side::Candidate) => candidate,
    }
}
