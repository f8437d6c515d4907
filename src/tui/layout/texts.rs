//! The two text boxes: the visible lines of a text, and the room that a preview of a pair takes.

use std::borrow::Cow;

use ratatui::layout::Rect;

use super::super::state::State;
use crate::tui::pairs::Preview;
use bertscope_analysis::Side;
use bertscope_report::wrap::{Wrapped, wrap, wrap_at_most};

/// The lines of a text box that fit into `area`, including the line of the cursor.
pub(in crate::tui) fn visible_lines(state: &State, side: Side, area: Rect) -> Wrapped<'_> {
    let editor = state.editor(side);
    let mut wrapped = wrap(editor.text(), area.width);
    let cursor_line = usize::from(wrapped.position(editor.cursor()).1);
    let height = usize::from(area.height.max(1));
    let first = cursor_line.saturating_sub(height - 1);
    wrapped.lines.drain(..first.min(wrapped.lines.len()));
    wrapped.lines.truncate(height);
    wrapped
}

/// Width that fits most texts.
const USUAL: u16 = 240;

/// The height of a box with a preview. Most texts fit into the same few lines, so that the list below does not move; a longer one gets
/// up to a quarter of the screen.
pub(in crate::tui) fn preview_height(preview: &Preview<'_>, side: Side, area: Rect) -> u16 {
    let usual = USUAL.div_ceil(area.width).min(area.height / 12).max(1);
    let paragraphs = paragraphs(preview, side);
    // Each system has as many lines as a single one.
    let systems = paragraphs.len().max(1) as u16;
    let [usual, most] =
        [usual, (area.height / 5).max(usual)].map(|lines| (lines * systems).min(area.height / 3).max(1));
    let lines = paragraphs.iter().map(|text| wrap_at_most(text, area.width - 4, most.into()).lines.len() as u16);
    lines.sum::<u16>().clamp(usual, most) + 2
}

/// The text of a side; with several systems, the candidate of each, with its name.
pub(in crate::tui) fn paragraphs<'a>(preview: &Preview<'a>, side: Side) -> Vec<Cow<'a, str>> {
    let own = text(preview, side);
    match (side, &*preview.other_candidates) {
        (Side::Reference, _) | (Side::Candidate, []) => vec![own.into()],
        (Side::Candidate, rivals) => {
            let all = std::iter::once((preview.system, own)).chain(rivals.iter().copied());
            all.map(|(name, text)| format!("{name}: {text}").into()).collect()
        }
    }
}

fn text<'a>(preview: &Preview<'a>, side: Side) -> &'a str {
    match (preview.texts, side) {
        (None, _) => "",
        (Some([reference, _]), Side::Reference) => reference,
        (Some([_, candidate]), Side::Candidate) => candidate,
    }
}
