//! The strip of a lesson above the bottom line.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::super::lesson::Playing;
use super::super::state::State;
use super::label::fit;
use super::words::Words;
use super::wrap::wrapped_text;
use crate::explain::Explanation;
use crate::explain::compare::Contender;
use crate::printable::printable;
use crate::report::number::short;

/// Lines of the strip at a width; none without a lesson. `rows` is the height of the screen.
#[must_use]
pub fn height(state: &State, width: u16, rows: u16) -> u16 {
    let most = (rows / 3).max(2);
    state.playing.as_ref().map_or(0, |playing| (1 + words(state, playing, width).len() as u16).min(most))
}

/// Draws the strip.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State, playing: &Playing) {
    let mut lines = vec![head(state, playing, area.width).line()];
    let mut words = words(state, playing, area.width);
    let room = usize::from(area.height).saturating_sub(1);
    if words.len() > room {
        words.truncate(room);
        if let Some((last, _)) = words.last_mut() {
            *last = format!("{} …", fit(last, area.width.saturating_sub(4)).trim_end_matches(['…', ' ']));
        }
    }
    lines.extend(words.into_iter().map(|(line, style)| Line::styled(format!(" {line}"), style)));
    frame.render_widget(Paragraph::new(lines), area);
}

/// The first line: which step, and the keys that lead on.
pub(super) fn head(state: &State, playing: &Playing, width: u16) -> Words {
    let theme = &state.theme;
    let mut head = Words::default();
    let place = format!(" {}/{} ", playing.step + 1, playing.lesson.steps.len());
    head.say([Span::styled(place, theme.accent()), Span::styled(printable(&playing.now().title), theme.strong())]);
    let offers: &[(&'static str, &str)] = match () {
        () if state.hides() => &[("Alt-Enter", "shows it")],
        // Meanwhile these keys are the walkthrough's.
        () if state.walk.is_some() => &[("Alt-l", "end")],
        () => &[("Alt-.", "on"), ("Alt-,", "back"), ("Alt-l", "end")],
    };
    let mut keys = Words::default();
    for (i, (key, what)) in offers.iter().enumerate() {
        keys.say((i > 0).then(|| Span::raw("  ")));
        keys.offer(key, *key, what, theme);
    }
    let gap = usize::from(width).saturating_sub(head.width() + keys.width() + 1);
    if gap > 1 {
        head.say([Span::raw(" ".repeat(gap))]);
        head.append(keys);
    }
    head
}

/// What is asked; and what there is to see, when it may be seen.
fn words(state: &State, playing: &Playing, width: u16) -> Vec<(String, Style)> {
    let theme = &state.theme;
    let step = playing.now();
    let lines = |text: &str, style: Style| {
        let lines = text.split('\n').flat_map(|line| wrapped_text(&printable(line), width.saturating_sub(2)));
        lines.map(|line| (line, style)).collect::<Vec<_>>()
    };
    if state.hides() {
        return lines(step.question.as_deref().unwrap_or_default(), theme.text());
    }
    let mut all = step.other.as_deref().map_or_else(Vec::new, |other| lines(&both(state, other), theme.strong()));
    all.extend(lines(&step.note, theme.text()));
    all
}

/// The two that competed, under the names that the question gave them.
fn both(state: &State, other: &str) -> String {
    let [a, b] = rivals(state).unwrap_or_default();
    let said = |name: &str, own: Option<f64>, others: Option<f64>| {
        let number = own.map_or_else(String::new, |x| format!(" {}", short(x as f32)));
        let wins = matches!((own, others), (Some(own), Some(others)) if own > others);
        format!("{name}{number}{}", if wins { "▴" } else { "" })
    };
    format!("{} the candidate above · {} {other}", said("A", a, b), said("B", b, a))
}

/// F1 of a step's two candidates, once both are scored and may be seen.
pub(super) fn rivals(state: &State) -> Option<[Option<f64>; 2]> {
    let playing = state.playing.as_ref().filter(|playing| !playing.hides())?;
    let other = playing.now().other.as_deref()?;
    let Explanation::Compare(comparison) = &state.explaining.current()?.explanation else { return None };
    let contest = comparison.candidates.as_ref()?;
    let f1 = |text: &str| {
        let of_text = |c: &&Contender| &*c.analysis.candidate.tokenized.text == text;
        contest.contenders.iter().find(of_text).map(|c| c.analysis.score().f1)
    };
    Some([f1(state.candidate.text()), f1(other)])
}
