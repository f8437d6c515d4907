//! The strip of a lesson above the bottom line.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::super::lesson::Playing;
use super::super::state::State;
use super::wrap::wrapped_text;
use crate::printable::printable;

/// Lines of the strip at a width; none without a lesson. `rows` is the height of the screen.
#[must_use]
pub fn height(state: &State, width: u16, rows: u16) -> u16 {
    let most = (rows / 4).max(2);
    state.playing.as_ref().map_or(0, |playing| (1 + words(playing, width).len() as u16).min(most))
}

/// Draws the strip.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, playing: &Playing) {
    let theme = &state.theme;
    let step = playing.now();
    let place = format!(" {}/{} ", playing.step + 1, playing.lesson.steps.len());
    let keys = match () {
        () if state.hides() => "Alt-Enter shows it",
        // Meanwhile these keys are the walkthrough's.
        () if state.walk.is_some() => "Alt-l end",
        () => "Alt-. on  Alt-, back  Alt-l end",
    };
    let mut head = vec![Span::styled(place, theme.accent()), Span::styled(printable(&step.title), theme.strong())];
    let used: usize = head.iter().map(Span::width).sum();
    let gap = usize::from(area.width).saturating_sub(used + keys.len() + 1);
    if gap > 1 {
        head.push(Span::raw(" ".repeat(gap)));
        head.push(Span::styled(keys, theme.quiet()));
    }
    let mut lines = vec![Line::from(head)];
    lines.extend(words(playing, area.width).into_iter().map(|line| Line::styled(format!(" {line}"), theme.text())));
    frame.render_widget(Paragraph::new(lines), area);
}

/// What is asked; and what there is to see, when it may be seen.
fn words(playing: &Playing, width: u16) -> Vec<String> {
    let step = playing.now();
    let text = if playing.hides() { step.question.as_deref().unwrap_or_default() } else { step.note.as_str() };
    text.split('\n').flat_map(|line| wrapped_text(&printable(line), width.saturating_sub(2))).collect()
}
