//! The question to the audience, shown with the texts in place of the matrix until it is revealed. On a projector, it is
//! as large as fits.

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::super::state::State;
use super::large_text::{self, Size};
use crate::tui::state::guess::best_counts;
use crate::tui::state::lesson::ActiveLesson;
use bertscope_analysis::Side;
use bertscope_explain::kept::text_name;
use bertscope_lessons::paragraphs;
use bertscope_printable::printable;
use bertscope_report::label::fit;
use bertscope_report::wrap::wrapped_text;

/// A text of the question.
struct QuestionPart {
    /// The heading above it.
    name: Option<(String, Style)>,
    text: String,
    style: Style,
    /// Whether a blank line follows.
    ends: bool,
}

/// Draws the question: from the lesson, or a general one.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let parts = parts(state, false);
    let question = parts.len().saturating_sub(1);
    // The largest version that fits: all in large letters, only the question, or nothing.
    let sizes = [
        (Some(Size::Large), Some(Size::Large)),
        (Some(Size::Small), Some(Size::Large)),
        (Some(Size::Small), Some(Size::Small)),
        (None, Some(Size::Large)),
        (None, Some(Size::Small)),
        (None, None),
    ];
    let allowed = sizes.into_iter().filter(|(_, asked)| state.look.projector || asked.is_none());
    let laid_out =
        allowed.map(|(texts, asked)| lines(&parts, area.width, |part| if part == question { asked } else { texts }));
    let mut laid_out: Vec<Vec<QuestionRow>> = laid_out.flatten().collect();
    let height = |rows: &[QuestionRow]| rows.iter().map(QuestionRow::height).sum::<u16>();
    let fits = laid_out.iter().position(|rows| height(rows) <= area.height).unwrap_or(laid_out.len() - 1);
    let mut rows = laid_out.swap_remove(fits);
    if height(&rows) > area.height {
        rows.retain(|row| !matches!(row, QuestionRow::Plain(text, _) if text.is_empty()));
    }
    if height(&rows) > area.height {
        rows = self::parts(state, true).iter().map(|part| part.in_one_line(area.width)).collect();
    }
    let mut y = area.y + area.height.saturating_sub(height(&rows)) / 2;
    for row in rows {
        let at = Rect { y, height: row.height(), ..area }.intersection(area);
        match &row {
            QuestionRow::Large(text, size, style) => large_text::draw(frame.buffer_mut(), at, text, *size, *style),
            QuestionRow::Plain(text, style) => {
                let line = Line::styled(text.clone(), *style);
                frame.render_widget(Paragraph::new(line).alignment(Alignment::Center), at);
            }
        }
        y += row.height();
    }
}

/// The compared texts, each below its name, and the question; `others` leaves out the candidate in its own box.
fn parts(state: &State, others: bool) -> Vec<QuestionPart> {
    let theme = &state.look.theme;
    let (candidates, references) = (state.competing_texts(Side::Candidate), state.competing_texts(Side::Reference));
    let compete = candidates.len() > 1;
    let asked = state.lesson().map(ActiveLesson::current_step).and_then(|step| step.question.as_deref());
    let question = match asked {
        Some(question) => question,
        None if !compete => "Which words will be matched? What will P, R and F1 be?",
        None if candidates.len() == 2 => "Which of them has the higher F1?",
        None => "Which of them has the highest F1?",
    };
    // The reference on screen is in its own box, below its name.
    let beside = references.iter().enumerate().filter(|(i, _)| *i != state.shown_at(Side::Reference));
    let beside = beside.map(|(i, text)| (format!("Reference {}", text_name(Side::Reference, i)), *text));
    let in_box = state.shown_at(Side::Candidate);
    let candidates = candidates.iter().enumerate().filter(|(i, _)| compete && !(others && *i == in_box));
    let candidates = candidates.map(|(i, text)| (text_name(Side::Candidate, i), *text));
    let part = |(name, text): (String, &str)| QuestionPart {
        name: Some((name, theme.accent())),
        text: printable(text),
        style: theme.strong(),
        ends: true,
    };
    let mut parts: Vec<QuestionPart> = beside.map(part).collect();
    if let Some(rule) = best_counts(references.len()).filter(|_| state.takes_guess()) {
        let rule = rule[..1].to_uppercase() + &rule[1..] + ".";
        parts.push(QuestionPart { name: None, text: rule, style: theme.text(), ends: true });
    }
    parts.extend(candidates.map(part));
    let paragraphs = paragraphs(&state.with_keys(question));
    for (i, paragraph) in paragraphs.iter().enumerate() {
        let ends = i + 1 < paragraphs.len();
        parts.push(QuestionPart { name: None, text: printable(paragraph), style: theme.text(), ends });
    }
    parts
}

impl QuestionPart {
    /// For many texts on a small screen.
    fn in_one_line(&self, width: u16) -> QuestionRow {
        let name = self.name.as_ref().map_or_else(String::new, |(name, _)| format!("{name}  "));
        QuestionRow::Plain(fit(&(name + &self.text), width), self.style)
    }
}

/// A line of the question.
enum QuestionRow {
    Large(String, Size, Style),
    Plain(String, Style),
}

impl QuestionRow {
    fn height(&self) -> u16 {
        match self {
            Self::Large(_, size, _) => size.side(),
            Self::Plain(..) => 1,
        }
    }
}

/// The lines of all parts, in large letters where `size` says so; `None` if that does not fit.
fn lines(parts: &[QuestionPart], width: u16, size: impl Fn(usize) -> Option<Size>) -> Option<Vec<QuestionRow>> {
    let mut rows = Vec::new();
    for (i, QuestionPart { name, text, style, ends }) in parts.iter().enumerate() {
        let name = name.as_ref().map(|(name, style)| (name, style));
        for (text, style) in name.into_iter().chain([(text, style)]) {
            if let Some(size) = size(i) {
                let lines = large_text::lines(text, width, size)?;
                rows.extend(lines.into_iter().map(|line| QuestionRow::Large(line, size, *style)));
            } else {
                rows.extend(wrapped_text(text, width).into_iter().map(|line| QuestionRow::Plain(line, *style)));
            }
        }
        rows.extend(ends.then(|| QuestionRow::Plain(String::new(), *style)));
    }
    Some(rows)
}
