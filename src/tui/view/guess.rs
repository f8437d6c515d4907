//! What is shown instead of the matrix while the scores are hidden: the texts that compete, and the question.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::super::lesson::ActiveLesson;
use super::super::state::State;
use super::wrap::wrapped_text;
use bertscope_lessons::paragraphs;
use bertscope_printable::printable;

/// Draws the question. It is a lesson's, or one that fits any pair.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let theme = &state.look.theme;
    let asked = state.lesson().map(ActiveLesson::now).filter(|step| step.question.is_some());
    // All that compete, in the order of their letters, and the references that are not on the screen.
    let shown = state.inspection().candidate.text();
    let (rivals, references): (Vec<&str>, &[String]) = match asked {
        Some(step) => {
            let others = step.others.iter().map(String::as_str);
            (std::iter::once(shown).chain(others).collect(), &step.other_references)
        }
        None => (state.panel().candidates.with_shown(shown), &[]),
    };
    let compete = rivals.len() > 1;
    let question = match asked {
        Some(step) => step.question.as_deref().unwrap_or_default(),
        None if !compete => "Which words will find each other? What will P, R and F1 be?",
        None if rivals.len() == 2 => "Which of them has the higher F1?",
        None => "Which of them has the highest F1?",
    };
    let mut parts = Vec::new();
    for (i, reference) in references.iter().enumerate() {
        parts.push((format!("Reference {}", i + 2), theme.accent()));
        parts.push((reference.clone(), theme.strong()));
        parts.push((String::new(), theme.text()));
    }
    if compete {
        for (letter, text) in ('A'..).zip(rivals) {
            parts.extend([(letter.to_string(), theme.accent()), (text.to_owned(), theme.strong())]);
            parts.push((String::new(), theme.text()));
        }
    }
    for (i, paragraph) in paragraphs(question).into_iter().enumerate() {
        if i > 0 {
            parts.push((String::new(), theme.text()));
        }
        parts.push((paragraph, theme.text()));
    }
    let lines: Vec<Line<'_>> = parts
        .into_iter()
        .flat_map(|(text, style)| {
            wrapped_text(&printable(&text), area.width).into_iter().map(move |line| Line::styled(line, style))
        })
        .collect();
    let height = (lines.len() as u16).min(area.height);
    let middle = Rect { y: area.y + (area.height - height) / 2, height, ..area };
    frame.render_widget(Paragraph::new(lines).alignment(Alignment::Center), middle);
}
