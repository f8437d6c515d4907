//! Draws the text of a stage of the walkthrough, in place of the panel. The words are those of
//! `bertscope_report::explanation::walkthrough`.

use std::slice;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::Paragraph;

use crate::tui::commands::{Command, Focus, Scope};
use crate::tui::common::large_text::Size;
use crate::tui::common::sheet::styled;
use crate::tui::common::{ClickableLine, large_text};
use crate::tui::context::{Context, Staged, inside};
use crate::tui::parts::Part;
use crate::tui::parts::border::Pane;
use crate::tui::parts::panel::view::{mark_more, numbered_frame};
use crate::tui::state::State;
use bertscope_analysis::Side;
use bertscope_printable::printable;
use bertscope_report::explanation::walkthrough::{Stage, sheet};
use bertscope_report::number::pluralized;
use bertscope_sheet::columns::{Line, Tone};
use bertscope_sheet::{Block, columns};

/// The text of a stage, below its title and its number.
pub fn pane(state: &State, staged: &Staged, area: Rect) -> Pane {
    let stage = staged.stage;
    let place = format!("Step {}/{}", stage.number(), Stage::ALL.len());
    let border = numbered_frame(state, area, stage.title(), &place);
    Pane { border, draw }
}

fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let Some(staged) = &state.staged else { return };
    let area = inside(area);
    let lines = lines(state, area);
    let most = (lines.len() as u16).saturating_sub(area.height);
    let first = staged.first_line.min(most);
    let lines = lines
        .into_iter()
        .map(|line| styled(&state.look.theme, line));
    let lines: Vec<ratatui::text::Line<'_>> = lines.collect();
    frame.render_widget(Paragraph::new(lines).scroll((first, 0)), area);
    if first < most {
        mark_more(frame, area, state);
    }
}

/// The keys of the walkthrough, at the start of the bottom line, unless something is open over it.
pub fn keys(state: &State) -> ClickableLine {
    let (Some(staged), Some(Part::Walkthrough)) = (&state.staged, state.stack.top()) else {
        return ClickableLine::default();
    };
    let mut keys = Vec::new();
    if state.scope() == Scope::StepText && staged.first_line < last_line(state) {
        keys.push((Command::Advance, "more"));
    }
    keys.push((Command::NextStep, "next"));
    if has_more_rows(state) {
        keys.push((Command::LastStep, "all rows"));
    }
    keys.push((Command::PreviousStep, "back"));
    keys.push((Command::Walkthrough, "end"));
    let mut words = ClickableLine::default();
    words.push_plain(" ");
    words.append(ClickableLine::of_keys(state, &keys));
    words.push_plain("  ");
    words
}

/// Whether rows of the matrix are still to come.
pub fn has_more_rows(state: &State) -> bool {
    match (&state.staged, &state.results.analysis) {
        (Some(staged), Some(analysis)) => staged.step().has_more_rows(analysis),
        _ => false,
    }
}

/// The inside of the pane on the screen.
pub fn inside_of_pane(state: &State) -> Option<Rect> {
    state.frame.as_ref()?.panel.map(inside)
}

/// The largest scroll position of the text.
pub fn last_line(state: &State) -> u16 {
    inside_of_pane(state).map_or(0, |area| {
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
    blocks.extend(out_of_sight(state, staged.stage).map(Block::Note));
    if !state.look.is_large() {
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

/// Which rows and columns of the matrix are not on the screen beside a text that may describe them, and the way to them.
fn out_of_sight(context: &Context, stage: Stage) -> Option<String> {
    let screen = context.frame.as_deref()?;
    let matrix = screen.heatmap.as_ref()?;
    // The rows come one by one, and the newest is in sight.
    let rows = if stage == Stage::Rows {
        0
    } else {
        matrix.total.0 - matrix.rows.len()
    };
    let columns = matrix.total.1 - matrix.columns.len();
    let rows_text = pluralized(rows, "row");
    let columns_text = pluralized(columns, "column");
    let missing = match (rows, columns) {
        (0, 0) => return None,
        (_, 0) => rows_text,
        (0, _) => columns_text,
        _ => format!("{rows_text} and {columns_text}"),
    };
    let verb = if rows + columns == 1 { "is" } else { "are" };
    let way = if context.focus == Focus::Matrix {
        "arrows go there".to_owned()
    } else {
        let key = context.key_name(Command::PreviousPane);
        format!("{key}, then arrows go there")
    };
    Some(format!(
        "{missing} of the matrix {verb} off the screen: {way}."
    ))
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
        parts: vec![columns::Part::new(line, tone)],
        row: None,
    });
    Some(lines.collect())
}
