//! The two text boxes: their commands, and how they are drawn.

pub mod lines;
pub mod overlap_highlights;
pub mod preview;

use std::ops::Range;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Block;
use unicode_width::UnicodeWidthStr;

use self::lines::{byte_on_next_line, bytes_of, crossed_bytes, visible_lines};
use crate::tui::commands::{Command, Focus};
use crate::tui::common::{Editor, put};
use crate::tui::context::{Screen, inside};
use crate::tui::parts::Outcome;
use crate::tui::parts::border::{is_focused, panel};
use crate::tui::state::State;
use bertscope_analysis::Side;
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::number::pluralized;

/// Columns for the name of a text box.
const MAX_TITLE_WIDTH: u16 = 14;

/// The frame of a text box; its title has the number of tokens, or a truncation warning.
pub fn frame(state: &State, side: Side) -> Block<'static> {
    if let Some(preview) = state.preview() {
        return preview::frame(state, &preview, side);
    }
    let focused = is_focused(state, Focus::Text(side));
    let name = side.pick(" Reference ", " Candidate ");
    // Each compared text shows its name everywhere.
    let title = state
        .name_on_screen(side)
        .map_or_else(|| name.to_owned(), |own| format!("{name}{own} "));
    let mut block = panel(state, title, focused);
    if let Some(count) = length_line(state, side).filter(|_| !state.look.has_few_words()) {
        block = block.title(count.right_aligned());
    }
    block
}

/// Draws both texts, with the cursor in the focused one.
pub fn draw(frame: &mut Frame<'_>, screen: &Screen, state: &State) {
    for side in [Side::Reference, Side::Candidate] {
        match state.preview() {
            Some(preview) => {
                preview::draw(frame, inside(screen.text(side)), state, &preview, side);
            }
            None => draw_one(frame, inside(screen.text(side)), state, side),
        }
    }
}

fn draw_one(frame: &mut Frame<'_>, area: Rect, state: &State, side: Side) {
    let focused = is_focused(state, Focus::Text(side));
    let editor = state.editor(side);
    let (lines, first, total) = visible_lines(state, side, area);
    let highlights = Highlights::new(state, side);
    let selection = editor.selection().filter(|_| focused);
    let buffer = frame.buffer_mut();
    if lines.lines.len() < total {
        // On the frame, before the number of tokens, if there is room for both.
        let part = format!(
            " lines {}–{} of {total} ",
            first + 1,
            first + lines.lines.len()
        );
        let count = length_line(state, side)
            .filter(|_| !state.look.has_few_words())
            .map_or(0, |line| line.width() as u16);
        let x = area.right().saturating_sub(part.width() as u16 + count);
        if x > area.x + MAX_TITLE_WIDTH {
            buffer.set_string(x, area.y - 1, part, state.look.theme.accent());
        }
    }
    for (y, line) in lines.lines.iter().enumerate() {
        let mut x = area.x;
        for glyph in line {
            let mut style = highlights.style(glyph.bytes.start, state);
            if selection
                .as_ref()
                .is_some_and(|s| s.contains(&glyph.bytes.start))
            {
                style = state.look.theme.selection();
            }
            if x + glyph.width <= area.right() {
                buffer.set_stringn(
                    x,
                    area.y + y as u16,
                    &glyph.symbol,
                    glyph.width.into(),
                    style,
                );
            }
            x += glyph.width;
        }
    }
    if editor.text().is_empty() && !focused {
        put(buffer, area, "type here", state.look.theme.quiet());
    }
    if focused {
        let (x, y) = lines.position(editor.cursor());
        frame.set_cursor_position((
            area.x + x.min(area.width - 1),
            area.y + y.min(area.height - 1),
        ));
    }
}

/// The number of words and tokens, or a truncation warning.
fn length_line(state: &State, side: Side) -> Option<Line<'static>> {
    let analysis = state.shown_analysis(Stage::Tokens)?;
    let tokenized = &analysis.side(side).tokenized;
    Some(match tokenized.truncated {
        Some(cut) => Line::styled(
            format!(
                " cut: {} of {} tokens are scored ",
                cut.kept,
                cut.total_as_text()
            ),
            state.look.theme.warning(),
        ),
        None => {
            let count = tokenized.text_token_count();
            let all = tokenized.tokens.len();
            let tokens = pluralized(count, "token");
            Line::styled(
                format!(" {tokens} + {} special ", all - count),
                state.look.theme.quiet(),
            )
        }
    })
}

/// Highlighted parts of the text, as byte ranges.
struct Highlights {
    crossed: Range<usize>,
    cut: Range<usize>,
    /// The parts that word overlap counts, while its panel is open.
    counted: Option<Vec<Range<usize>>>,
}

impl Highlights {
    /// Nothing is highlighted while the analysis is that of another text.
    fn new(state: &State, side: Side) -> Self {
        let text = state.editor(side).text();
        let tokenized = state.shown_tokenized(side);
        let cut = tokenized.and_then(|tokenized| tokenized.truncated);
        Self {
            crossed: crossed_bytes(state, side),
            cut: cut.map_or(0..0, |cut| bytes_of(cut.unseen(), text)),
            counted: tokenized.and_then(|_| overlap_highlights::parts(state, side)),
        }
    }

    fn style(&self, byte: usize, state: &State) -> Style {
        let theme = &state.look.theme;
        let is_crossed = self.crossed.contains(&byte);
        let is_cut = self.cut.contains(&byte);
        let style = match is_cut {
            true => theme.quiet().add_modifier(Modifier::CROSSED_OUT),
            false if is_crossed => theme.accent(),
            false => theme.text(),
        };
        let is_underlined = match &self.counted {
            Some(parts) => overlap_highlights::covers(parts, byte),
            None => is_crossed && !is_cut,
        };
        if is_underlined {
            style.add_modifier(Modifier::UNDERLINED)
        } else {
            style
        }
    }
}

/// Moves between the texts and other parts of the screen, and edits.
pub fn act(state: &mut State, command: Command) -> Outcome {
    match command {
        Command::NextPane => state.move_focus(true),
        Command::PreviousPane => state.move_focus(false),
        Command::EditReference => state.enter_text(Side::Reference),
        Command::EditCandidate => state.enter_text(Side::Candidate),
        Command::EditText => {
            let side = state.last_text;
            state.enter_text(side);
        }
        Command::LineUp => move_to_line(state, false),
        Command::LineDown => move_to_line(state, true),
        Command::Swap => {
            state.inspection_mut().swap();
            state.analyze_edit();
        }
        _ => {
            // Outside the texts, undo and redo are for the text edited last.
            let side = state.text_side();
            if !carry_out(state.editor_mut(side), command) {
                return Outcome::Passed;
            }
            if let Command::Edit(_) = command {
                state.analyze_edit();
            }
        }
    }
    Outcome::Done
}

/// Carries out a command about a text under edit, whatever text that is; returns whether it is one.
pub fn carry_out(editor: &mut Editor, command: Command) -> bool {
    match command {
        Command::MoveCursor(motion) => editor.move_cursor(motion, false),
        Command::Select(motion) => editor.move_cursor(motion, true),
        Command::SelectAll => editor.select_all(),
        Command::Edit(edit) => editor.apply(edit),
        _ => return false,
    }
    true
}

fn move_to_line(state: &mut State, down: bool) {
    let side = state.text_side();
    if let Some(byte) = byte_on_next_line(state, side, down) {
        state.editor_mut(side).set_cursor(byte);
    }
}
