//! The two text boxes: the visible lines of a text, and the room that a preview of a pair takes.

use std::borrow::Cow;
use std::ops::Range;

use ratatui::layout::Rect;

use crate::tui::commands::Focus;
use crate::tui::context::inside;
use crate::tui::parts::pairs::drafts::Preview;
use crate::tui::state::State;
use bertscope_analysis::Side;
use bertscope_report::wrap::{Wrapped, wrap, wrap_around, wrap_at_most};

/// The lines of a text box that fit into `area`, the index of the first one, and the number of all lines: around the
/// cursor in the text with the focus, and otherwise around the token under the crosshair.
pub fn visible_lines(state: &State, side: Side, area: Rect) -> (Wrapped<'_>, usize, usize) {
    let editor = state.editor(side);
    let focused = state.focus == Focus::Text(side);
    let byte = if focused {
        editor.cursor()
    } else {
        crossed_bytes(state, side).start
    };
    wrap_around(editor.text(), area.width, byte, area.height.max(1).into())
}

/// The bytes of the token under the crosshair; empty for a special token, and while the analysis is of another text.
pub fn crossed_bytes(state: &State, side: Side) -> Range<usize> {
    let text = state.editor(side).text();
    let tokenized = state.shown_tokenized(side);
    let cell = state.display().cell;
    let token = tokenized.and_then(|known| known.tokens.get(cell.token(side)));
    token
        .filter(|token| token.start < token.end)
        .map_or(0..0, |token| bytes_of(token.start..token.end, text))
}

/// The bytes of some characters of a text.
pub fn bytes_of(characters: Range<usize>, text: &str) -> Range<usize> {
    byte_of(characters.start, text)..byte_of(characters.end, text)
}

fn byte_of(character: usize, text: &str) -> usize {
    let mut characters = text.char_indices();
    characters
        .nth(character)
        .map_or(text.len(), |(byte, _)| byte)
}

/// The position in the line above or below the cursor, in the same column; none above the first line and below the last.
pub fn byte_on_next_line(state: &State, side: Side, down: bool) -> Option<usize> {
    let editor = state.editor(side);
    let wrapped = wrap(editor.text(), inside(state.frame.clone()?.text(side)).width);
    let (column, line) = wrapped.position(editor.cursor());
    let line = if down { line + 1 } else { line.checked_sub(1)? };
    let width: u16 = wrapped
        .lines
        .get(usize::from(line))?
        .iter()
        .map(|glyph| glyph.width)
        .sum();
    // The end of a line is the start of the next one.
    let is_last = usize::from(line) + 1 == wrapped.lines.len();
    Some(wrapped.byte_at(
        line,
        if is_last {
            column
        } else {
            column.min(width.saturating_sub(1))
        },
    ))
}

/// Width that fits most texts.
const USUAL: u16 = 240;

/// The height of a box with a preview. Most texts fit into the same few lines, so that the list below does not move; a longer one gets
/// up to a quarter of the screen.
pub fn preview_height(preview: &Preview<'_>, side: Side, area: Rect) -> u16 {
    let usual = USUAL.div_ceil(area.width).min(area.height / 12).max(1);
    let paragraphs = paragraphs(preview, side);
    // Each system has as many lines as a single one.
    let systems = paragraphs.len().max(1) as u16;
    let [usual, most] = [usual, (area.height / 5).max(usual)]
        .map(|lines| (lines * systems).min(area.height / 3).max(1));
    let lines = paragraphs
        .iter()
        .map(|text| wrap_at_most(text, area.width - 4, most.into()).lines.len() as u16);
    lines.sum::<u16>().clamp(usual, most) + 2
}

/// The text of a side; with several systems, the candidate of each, with its name.
pub fn paragraphs<'a>(preview: &Preview<'a>, side: Side) -> Vec<Cow<'a, str>> {
    let own = text(preview, side);
    match (side, &*preview.other_candidates) {
        (Side::Reference, _) | (Side::Candidate, []) => vec![own.into()],
        (Side::Candidate, rivals) => {
            let all = std::iter::once((preview.system, own)).chain(rivals.iter().copied());
            all.map(|(name, text)| format!("{name}: {text}").into())
                .collect()
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
