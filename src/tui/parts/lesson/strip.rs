//! The strip of a lesson above the bottom line.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthStr;

use super::active::ActiveLesson;
use crate::tui::commands::Command;
use crate::tui::common::{ClickableLine, cut_off};
use crate::tui::context::{Context, whole};
use crate::tui::parts::border::Strip;
use crate::tui::state::State;
use bertscope_lessons::paragraphs;
use bertscope_printable::printable;
use bertscope_report::explanation::walkthrough::Stage;
use bertscope_report::number::pluralized;
use bertscope_report::wrap::wrapped_text;

/// The step with its keys, and its question or note. The rest of a long text is scrolled to.
pub const STRIP: Strip = Strip {
    height,
    words: |state, width| {
        let active = state.stack.lesson();
        active.map_or_else(ClickableLine::default, |active| head(state, active, width))
    },
    draw,
};

fn height(state: &State, screen: Rect) -> u16 {
    let most = state.max_lent_words(screen.height);
    state.stack.lesson().map_or(0, |active| {
        (1 + words(state, active, screen.width).len() as u16).min(most)
    })
}

fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let Some(active) = state.stack.lesson() else {
        return;
    };
    let mut lines = vec![head(state, active, area.width).line()];
    let words = words(state, active, area.width);
    for (line, style) in visible_lines(words, active.scrolled, area) {
        lines.push(Line::styled(format!(" {line}"), style));
    }
    frame.render_widget(Paragraph::new(lines), area);
}

const END: (Command, &str) = (Command::EndLesson, "end");

/// The first line: the step, and the keys for moving on.
fn head(state: &State, active: &ActiveLesson, width: u16) -> ClickableLine {
    let theme = &state.look.theme;
    let mut head = ClickableLine::default();
    let keys = ClickableLine::of_keys(state, &offers(state, active));
    let title = printable(&active.current_step().title);
    let place = step_position(active, title.width() + keys.width(), width);
    head.push(place, theme.accent());
    head.push(title, theme.strong());
    let gap = usize::from(width).saturating_sub(head.width() + keys.width() + 1);
    if gap > 1 {
        head.push_plain(" ".repeat(gap));
        head.append(keys);
    }
    head
}

/// The keys for moving on, with one word each.
fn offers(state: &State, active: &ActiveLesson) -> Vec<(Command, &'static str)> {
    if state.hides_scores() {
        return vec![(Command::Reveal, state.next_reveal())];
    }
    // Meanwhile, the other keys control the walkthrough.
    if state.is_staged() {
        return vec![END];
    }
    if active.scrolled < scroll(state).0 {
        return vec![
            (Command::NoteDown, "more"),
            (Command::NextStep, "next"),
            END,
        ];
    }
    vec![
        (Command::NextStep, "next"),
        (Command::PreviousStep, "back"),
        END,
    ]
}

/// The question, or the note once the scores are shown; with `--notes`, the teacher's note below it.
fn words(state: &Context, active: &ActiveLesson, width: u16) -> Vec<(String, Style)> {
    let step = active.current_step();
    let text = if state.hides_scores() {
        step.question.as_deref().unwrap_or_default()
    } else if state.shows(Stage::F1) {
        &step.note
    } else {
        // A note discusses scores that the walkthrough has not built yet.
        ""
    };
    let theme = &state.look.theme;
    let mut shown = paragraphs(&state.with_keys(text));
    shown.extend(exercise_line(state, active));
    let own = shown.len();
    if state.look.teacher_notes {
        shown.extend(teacher_notes(state, active));
    }
    let mut lines: Vec<(String, Style)> = Vec::new();
    for (at, paragraph) in shown.iter().enumerate() {
        let style = if at < own {
            theme.text()
        } else {
            theme.quiet()
        };
        if at > 0 {
            lines.push((String::new(), theme.text()));
        }
        let wrapped = wrapped_text(&printable(paragraph), width.saturating_sub(2));
        lines.extend(wrapped.into_iter().map(|line| (line, style)));
    }
    lines
}

/// The conditions of the exercise for the candidate on the screen, in one paragraph, because a terminal has few lines:
/// `✓ F1 is below .700: it is .652 · ✗ …`.
fn exercise_line(state: &Context, active: &ActiveLesson) -> Option<String> {
    let exercise = active.current_step().exercise.as_ref()?;
    let actual = state.actual_scores()?;
    let candidate = state.inspection().candidate.text();
    let mut parts = Vec::new();
    for condition in exercise.conditions(candidate, actual.f1[0]) {
        let symbol = if condition.is_met { "✓" } else { "✗" };
        parts.push(format!("{symbol} {}", condition.text));
    }
    Some(parts.join(" · "))
}

/// `Teacher, 4 minutes (12 of 60): Let them vote first.`
fn teacher_notes(state: &Context, active: &ActiveLesson) -> Vec<String> {
    let step = active.current_step();
    let lesson = &active.lesson;
    let minutes = step.minutes.zip(lesson.minutes()).map(|(minutes, all)| {
        let so_far = lesson.minutes_up_to(active.step + 1).unwrap_or(minutes);
        let minutes = pluralized(minutes, "minute");
        format!(", {minutes} ({so_far} of {all})")
    });
    let mut notes = paragraphs(&state.with_keys(step.teacher_note.as_deref().unwrap_or_default()));
    if minutes.is_none() && notes.is_empty() {
        return Vec::new();
    }
    let minutes = minutes.unwrap_or_default();
    match notes.first_mut() {
        Some(first) => *first = format!("Teacher{minutes}: {first}"),
        None => notes.push(format!("Teacher{minutes}.")),
    }
    notes
}

/// The number of the step, with the lesson's name if there is room beside the `others` of the line.
fn step_position(active: &ActiveLesson, others: usize, width: u16) -> String {
    let place = format!(" {}/{} ", active.step + 1, active.lesson.steps.len());
    let named = format!(" {}{place}", printable(&active.lesson.title));
    if named.width() + others + 4 <= usize::from(width) {
        named
    } else {
        place
    }
}

/// The lines that fit, ending in `…` if there are more.
fn visible_lines(
    mut words: Vec<(String, Style)>,
    scrolled: usize,
    area: Rect,
) -> Vec<(String, Style)> {
    let room = usize::from(area.height).saturating_sub(1);
    let above = scrolled.min(words.len().saturating_sub(room));
    words.drain(..above);
    if words.len() > room {
        words.truncate(room);
        if let Some((last, _)) = words.last_mut() {
            *last = cut_off(last, area.width);
        }
    }
    words
}

/// The maximum scroll position of the note, and the lines per page.
pub fn scroll(state: &State) -> (usize, usize) {
    let screen = whole(state);
    let room = usize::from(height(state, screen).saturating_sub(1));
    let lines = state
        .stack
        .lesson()
        .map_or(0, |active| words(state, active, screen.width).len());
    (lines.saturating_sub(room), room.saturating_sub(1).max(1))
}
