//! The text of a stage of the walkthrough, in place of the panel.

use std::slice;

use ratatui::layout::Rect;
use ratatui::text::Span;

use crate::tui::commands::{Command, Scope};
use crate::tui::common::clickable_line::ClickableLine;
use crate::tui::common::large_text;
use crate::tui::common::large_text::Size;
use crate::tui::context::screen::inside;
use crate::tui::state::State;
use bertscope_analysis::Side;
use bertscope_printable::printable;
use bertscope_report::explanation::walkthrough::{Stage, sheet};
use bertscope_sheet::Block;
use bertscope_sheet::columns::{self, Line, Part, Tone};

/// The keys of the walkthrough, at the start of the bottom line.
pub fn keys(state: &State, words: &mut ClickableLine) {
    let Some(walking) = state.stack.walkthrough() else {
        return;
    };
    let mut keys = Vec::new();
    if state.scope() == Scope::StepText && walking.first_line < last_line(state) {
        keys.push((Command::Advance, "more"));
    }
    keys.push((Command::NextStep, "next"));
    if has_more_rows(state) {
        keys.push((Command::LastStep, "all rows"));
    }
    keys.push((Command::PreviousStep, "back"));
    keys.push((Command::Walkthrough, "end"));
    words.push_text([Span::raw(" ")]);
    for (action, what) in keys {
        words.push_labelled_key(state.key_label(action), what, &state.look.theme);
        words.push_text([Span::raw("  ")]);
    }
}

/// Whether rows of the matrix are still to come.
pub fn has_more_rows(state: &State) -> bool {
    match (&state.staged, &state.results.analysis) {
        (Some(staged), Some(analysis)) => staged.step().has_more_rows(analysis),
        _ => false,
    }
}

/// The largest scroll position of the text.
pub fn last_line(state: &State) -> u16 {
    let area = state
        .frame
        .clone()
        .and_then(|screen| screen.panel)
        .map(inside);
    area.map_or(0, |area| {
        (lines(state, area).len() as u16).saturating_sub(area.height)
    })
}

/// The text of a stage in an area. On a projector with little room, notes are left out: a teacher says what is in them.
pub fn lines(state: &State, area: Rect) -> Vec<Line> {
    let (Some(staged), Some(analysis)) = (&state.staged, &state.results.analysis) else {
        return Vec::new();
    };
    let cosine = state.results.cosine.as_ref();
    let answer = staged.answer(analysis);
    let mut blocks = sheet(staged.step(), analysis, cosine, answer).blocks;
    if !state.look.projector {
        return columns::lines(&blocks, area.width);
    }
    if staged.stage == Stage::Texts {
        // Their boxes have small letters.
        let texts = [Side::Reference, Side::Candidate].map(|side| state.editor(side).text());
        blocks.splice(0..0, texts.map(|text| Block::Step(text.into())));
    }
    let mut essential = blocks.clone();
    essential.retain(|block| !matches!(block, Block::Note(_)));
    let largest = if state.main_picture().is_none() { 3 } else { 0 };
    for large in (0..=largest).rev() {
        for blocks in [&blocks, &essential] {
            let lines = projected_lines(blocks, area.width, large);
            if lines.len() <= usize::from(area.height) {
                return lines;
            }
        }
    }
    projected_lines(&essential, area.width, 0)
}

/// The lines of blocks with a blank line between two. With 1, `large` letters are those of the numbers, with 2 also of the
/// formula, and with 3 also of the reason.
fn projected_lines(blocks: &[Block], width: u16, large: u8) -> Vec<Line> {
    let mut lines = Vec::new();
    for block in blocks {
        let small = columns::lines(slice::from_ref(block), width);
        let own = large_lines(block, width, large).unwrap_or(small);
        if !lines.is_empty() && !own.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(own);
    }
    lines
}

/// A block in large letters, if they are asked for and exist.
fn large_lines(block: &Block, width: u16, large: u8) -> Option<Vec<Line>> {
    let (least, text, tone) = match block {
        Block::Step(step) => (1, step.to_string(), Tone::Strong),
        Block::Formula(text) => (2, text.clone(), Tone::Accent),
        Block::Text(text) => (3, text.clone(), Tone::Plain),
        _ => return None,
    };
    if large < least {
        return None;
    }
    let letters = large_text::lines(&printable(&text), width, Size::Small)?;
    let lines = letters.into_iter().map(|line| Line {
        parts: vec![Part::new(line, tone)],
        row: None,
    });
    Some(lines.collect())
}
