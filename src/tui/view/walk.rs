//! A stage of the walkthrough, in the place of the panel.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph};
use unicode_width::UnicodeWidthStr;

use super::super::focus::Focus;
use super::super::keymap::Action;
use super::super::state::State;
use super::super::theme::ColorDepth;
use super::super::walk::ActiveWalk;
use super::clickable_line::ClickableLine;
use super::frame::{is_focused, panel};
use super::screen::inside;
use super::wrap::wrapped_text;
use bertscope_report::explanation::walkthrough::{Facts, Part, Stage, parts};
use bertscope_report::label::left;

/// Bars from low to high.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Keys on the bottom line.
const KEYS: [(Action, &str); 3] =
    [(Action::NextStep(true), "next"), (Action::NextStep(false), "back"), (Action::Walk, "end")];

/// The frame: which stage.
#[must_use]
pub fn frame<'a>(state: &State, walking: &ActiveWalk, area: Rect) -> Block<'a> {
    let place = format!(" Walk {}/{} ", walking.stage.number(), Stage::ALL.len());
    let title = walking.stage.title();
    let block = panel(state, format!(" {title} "), is_focused(state, Focus::Panel));
    let room = usize::from(area.width).saturating_sub(3);
    if title.len() + 2 + place.len() > room {
        return block;
    }
    block.title(Line::styled(place, state.look.theme.accent()).alignment(Alignment::Right))
}

/// The keys of the walkthrough, at the start of the bottom line.
pub(super) fn keys(state: &State, words: &mut ClickableLine) {
    words.push_text([Span::raw(" ")]);
    for (action, what) in KEYS {
        words.push_labelled_key(state.key_label(action), what, &state.look.theme);
        words.push_text([Span::raw("  ")]);
    }
}

/// Draws the inside of the panel.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, walking: &ActiveWalk) {
    let area = inside(area);
    let lines = lines(state, walking, area.width);
    let most = (lines.len() as u16).saturating_sub(area.height);
    let first = walking.first.min(most);
    frame.render_widget(Paragraph::new(lines).scroll((first, 0)), area);
    if first < most && area.height > 0 {
        let at = Rect { x: area.right(), y: area.bottom() - 1, width: 1, height: 1 };
        frame.render_widget(Paragraph::new("↓").style(state.look.theme.accent()), at);
    }
}

pub(super) fn lines(state: &State, walking: &ActiveWalk, width: u16) -> Vec<Line<'static>> {
    let theme = &state.look.theme;
    let Some(analysis) = &state.results.analysis else { return Vec::new() };
    let facts = Facts { analysis, cosine: state.results.cosine.as_ref(), answer: walking.answer(analysis) };
    // To a room the teacher says the words; why a step is there stays on the screen.
    let parts = parts(walking.step(), facts).into_iter().filter(|part| match part {
        Part::Words(_) => !state.look.projector,
        Part::Angle { .. } => false,
        Part::Formula(_) | Part::Why(_) | Part::Figure(_) | Part::Watch(_) | Part::Strip { .. } => true,
    });
    let mut lines = Vec::new();
    for part in parts {
        if state.look.projector && !lines.is_empty() {
            lines.push(Line::default());
        }
        match part {
            Part::Formula(text) => lines.extend(wrapped(&text, width, "", theme.accent())),
            Part::Why(text) | Part::Words(text) => lines.extend(wrapped(&text, width, "", theme.text())),
            Part::Figure(text) => lines.extend(wrapped(&text, width, "", theme.strong())),
            Part::Watch(text) => lines.extend(wrapped(&text, width, "! ", theme.warning())),
            Part::Strip { label, heights } => lines.push(strip(state, &label, &heights, width)),
            Part::Angle { .. } => {}
        }
    }
    lines
}

/// A text in lines, with a sign before the first and blanks before the others.
fn wrapped(text: &str, width: u16, sign: &'static str, style: Style) -> Vec<Line<'static>> {
    let indent = sign.width() as u16;
    wrapped_text(text, width.saturating_sub(indent).max(1))
        .into_iter()
        .enumerate()
        .map(|(i, line)| {
            let before = if i == 0 { sign.to_owned() } else { " ".repeat(indent.into()) };
            Line::styled(before + &line, style)
        })
        .collect()
}

/// Numbers as bars, in the colours of the heatmap: the height says what the colour says.
fn strip(state: &State, label: &str, heights: &[f32], width: u16) -> Line<'static> {
    let room = width.saturating_sub(heights.len() as u16 + 1);
    let mut spans = vec![Span::styled(left(label, room) + " ", state.look.theme.text())];
    for height in heights {
        let bar = BARS[((height * 8.0) as usize).min(7)];
        let style = if state.look.theme.depth == ColorDepth::None {
            state.look.theme.text()
        } else {
            state.look.theme.cell_style(state.look.palette, *height)
        };
        spans.push(Span::styled(bar.to_string(), style));
    }
    Line::from(spans)
}
