//! The text of a stage of the walkthrough, in place of the panel.

use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

use super::super::state::State;
use super::clickable_line::ClickableLine;
use super::large_text::{self, Size};
use super::screen::{Screen, inside};
use crate::tui::commands::{Command, Scope};
use crate::tui::state::walkthrough::ActiveWalkthrough;
use crate::tui::terminal::theme::ColorDepth;
use bertscope_analysis::Side;
use bertscope_printable::printable;
use bertscope_report::explanation::walkthrough::{Stage, StepInputs, StepPart, parts};
use bertscope_report::label::{align_left, fit};
use bertscope_report::wrap::wrapped_text;

/// Bars from low to high.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Maximum width of a bar, including the space after it.
const MAX_BAR_WIDTH: u16 = 4;

/// Keys on the bottom line.
const KEYS: [(Command, &str); 3] = [
    (Command::NextStep, "next"),
    (Command::PreviousStep, "back"),
    (Command::Walkthrough, "end"),
];

/// The keys of the walkthrough, at the start of the bottom line.
pub(in crate::tui) fn keys(state: &State, words: &mut ClickableLine) {
    words.push_text([Span::raw(" ")]);
    let more_rows = state
        .walkthrough()
        .zip(state.results.analysis.as_ref())
        .is_some_and(|(walk, analysis)| walk.step().has_more_rows(analysis));
    let rows = more_rows.then_some((Command::LastStep, "all rows"));
    let has_more = state
        .walkthrough()
        .is_some_and(|walk| walk.first_line < last_line(state));
    let more = (has_more && state.scope() == Scope::StepText).then_some((Command::Advance, "more"));
    let [next, others @ ..] = KEYS;
    for (command, what) in more.into_iter().chain([next]).chain(rows).chain(others) {
        words.push_labelled_key(state.key_label(command), what, &state.look.theme);
        words.push_text([Span::raw("  ")]);
    }
}

/// The largest scroll position of the text.
pub fn last_line(state: &State) -> u16 {
    let area = Screen::current(state)
        .and_then(|screen| screen.panel)
        .map(inside);
    state.walkthrough().zip(area).map_or(0, |(walking, area)| {
        (lines(state, walking, area).len() as u16).saturating_sub(area.height)
    })
}

/// The text of a stage in an area. On a projector with little room, what a teacher would say is left out; the reason
/// for the step stays on the screen.
pub(in crate::tui) fn lines(
    state: &State,
    walking: &ActiveWalkthrough,
    area: Rect,
) -> Vec<Line<'static>> {
    let Some(analysis) = &state.results.analysis else {
        return Vec::new();
    };
    let facts = StepInputs {
        analysis,
        cosine: state.results.cosine.as_ref(),
        answer: walking.answer(analysis),
    };
    let mut parts = parts(walking.step(), facts);
    if !state.look.projector {
        return part_lines(state, &parts, area.width, 0);
    }
    if walking.stage == Stage::Texts {
        // Their boxes have small letters.
        let texts =
            [Side::Reference, Side::Candidate].map(|side| printable(state.editor(side).text()));
        parts.splice(0..0, texts.map(StepPart::WorkedFormula));
    }
    let mut essential = parts.clone();
    essential.retain(|part| !matches!(part, StepPart::Detail(_)));
    let largest = if state.main_picture().is_none() { 3 } else { 0 };
    let versions = (0..=largest)
        .rev()
        .flat_map(|large| [(&parts, large), (&essential, large)]);
    let mut versions = versions.map(|(parts, large)| part_lines(state, parts, area.width, large));
    let fitting = versions.find(|lines| lines.len() <= usize::from(area.height));
    fitting.unwrap_or_else(|| part_lines(state, &essential, area.width, 0))
}

/// The lines of the parts. With 1, `large` letters are those of the numbers, with 2 also of the formula, and with 3 also
/// of the reason.
fn part_lines(state: &State, parts: &[StepPart], width: u16, large: u8) -> Vec<Line<'static>> {
    let theme = &state.look.theme;
    let labels = parts.iter().filter_map(|part| match part {
        StepPart::Strip { label, .. } => Some(label.width() as u16),
        _ => None,
    });
    let label_width = labels.max().unwrap_or(0);
    let mut lines = Vec::new();
    for part in parts {
        let part = match part {
            StepPart::Formula(text) => letters(text, width, large >= 2, theme.accent()),
            StepPart::Reason(text) => letters(text, width, large >= 3, theme.text()),
            StepPart::Detail(text) => letters(text, width, false, theme.text()),
            StepPart::WorkedFormula(text) => letters(text, width, large >= 1, theme.strong()),
            StepPart::Pitfall(text) => wrap_with_symbol(text, width, "! ", theme.warning()),
            StepPart::Strip { label, heights } => {
                strip(state, &align_left(label, label_width), heights, width)
            }
            // It is drawn beside the text.
            StepPart::Angle { .. } => continue,
        };
        if state.look.projector && !lines.is_empty() {
            lines.push(Line::default());
        }
        lines.extend(part);
    }
    lines
}

/// Wraps a text, in large letters if they are asked for and exist.
fn letters(text: &str, width: u16, large: bool, style: Style) -> Vec<Line<'static>> {
    match large
        .then(|| large_text::lines(text, width, Size::Small))
        .flatten()
    {
        Some(lines) => lines
            .into_iter()
            .map(|line| Line::styled(line, style))
            .collect(),
        None => wrap_with_symbol(text, width, "", style),
    }
}

/// Wraps a text, with a symbol before the first line and spaces before the others.
fn wrap_with_symbol(
    text: &str,
    width: u16,
    sign: &'static str,
    style: Style,
) -> Vec<Line<'static>> {
    let indent = sign.width() as u16;
    wrapped_text(text, width.saturating_sub(indent).max(1))
        .into_iter()
        .enumerate()
        .map(|(i, line)| {
            let before = if i == 0 {
                sign.to_owned()
            } else {
                " ".repeat(indent.into())
            };
            Line::styled(before + &line, style)
        })
        .collect()
}

/// Draws numbers as bars in the colours of the heatmap: height and colour show the same value. On a projector, bars are
/// as wide as fits.
fn strip(state: &State, label: &str, heights: &[f32], width: u16) -> Vec<Line<'static>> {
    let count = heights.len() as u16;
    let label = fit(label, width.saturating_sub(count + 1));
    let room = width.saturating_sub(label.width() as u16 + 1);
    let widest = if state.look.projector {
        MAX_BAR_WIDTH
    } else {
        1
    };
    let columns = (room / count.max(1)).clamp(1, widest);
    let mut spans = vec![Span::styled(label + " ", state.look.theme.text())];
    for height in heights {
        let bar = BARS[((height * 8.0) as usize).min(7)];
        let style = if state.look.theme.depth == ColorDepth::None {
            state.look.theme.text()
        } else {
            state.look.theme.cell_style(state.look.palette(), *height)
        };
        spans.push(Span::styled(
            bar.to_string().repeat(usize::from(columns).max(2) - 1),
            style,
        ));
        if columns > 1 {
            spans.push(Span::raw(" "));
        }
    }
    vec![Line::from(spans)]
}
