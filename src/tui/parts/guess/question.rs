//! The question to the audience, shown with the texts in place of the matrix until it is revealed. On a projector, it is
//! as large as fits.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::takes_guess;
use crate::tui::commands::Focus;
use crate::tui::common::large_text::Size;
use crate::tui::common::{below, large_text};
use crate::tui::context::{Context, inside};
use crate::tui::parts::border::{Pane, is_focused, panel};
use crate::tui::state::State;
use bertscope_analysis::Side;
use bertscope_explain::kept::text_name;
use bertscope_lessons::guess::best_counts;
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

/// The question in place of the matrix: from the lesson, or a general one.
pub fn pane(state: &State) -> Pane {
    let border = panel(state, " Guess ", is_focused(state, Focus::Matrix));
    Pane { border, draw }
}

fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let area = inside(area);
    let parts = question_parts(state, Candidates::All);
    // The largest letters in which texts and question fit.
    let sizes = [Size::Large, Size::Medium, Size::Small]
        .into_iter()
        .filter(|_| state.look.is_large());
    let height = usize::from(area.height);
    let large = sizes
        .filter_map(|size| lines(&parts, area.width, Some(size)))
        .find(|lines| lines.len() <= height);
    let mut lines = large
        .or_else(|| lines(&parts, area.width, None))
        .unwrap_or_default();
    if lines.len() > height {
        lines.retain(|line| line.width() > 0);
    }
    if lines.len() > height {
        lines = question_parts(state, Candidates::OutsideBoxes)
            .iter()
            .map(|part| part.in_one_line(area.width))
            .collect();
    }
    let above = area.height.saturating_sub(lines.len() as u16) / 2;
    frame.render_widget(Paragraph::new(lines).centered(), below(area, above));
}

/// Which candidates stand in the question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Candidates {
    All,
    /// Those that are in no text box.
    OutsideBoxes,
}

/// The compared texts, each below its name, and the question.
fn question_parts(state: &Context, shown: Candidates) -> Vec<QuestionPart> {
    let references = state.competing_texts(Side::Reference);
    let candidates = state.competing_texts(Side::Candidate);
    // The texts on screen are in their own boxes, in small letters.
    let is_large = state.look.is_large() && shown == Candidates::All;
    let mut parts = Vec::new();
    for (i, text) in references.iter().enumerate() {
        if is_large || i != state.shown_at(Side::Reference) {
            let name = part_name(Side::Reference, i, references.len());
            parts.push(named_part(state, name, text));
        }
    }
    if let Some(rule) = best_counts(references.len()).filter(|_| takes_guess(state)) {
        let rule = rule[..1].to_uppercase() + &rule[1..] + ".";
        parts.push(plain_part(state, rule, true));
    }
    let competes = candidates.len() > 1;
    for (i, text) in candidates.iter().enumerate() {
        let is_in_box = i == state.shown_at(Side::Candidate);
        let is_left_out = shown == Candidates::OutsideBoxes && is_in_box;
        if (competes || is_large) && !is_left_out {
            let name = part_name(Side::Candidate, i, candidates.len());
            parts.push(named_part(state, name, text));
        }
    }
    let paragraphs = paragraphs(&state.with_keys(question(state, candidates.len())));
    for (i, paragraph) in paragraphs.iter().enumerate() {
        let ends = i + 1 < paragraphs.len();
        parts.push(plain_part(state, printable(paragraph), ends));
    }
    parts
}

/// The question of the step, or a general one.
fn question(state: &Context, candidates: usize) -> &str {
    let lent = state.lent.as_deref();
    match lent.and_then(|lent| lent.step.question.as_deref()) {
        Some(question) => question,
        None if candidates == 1 => "Which words will be matched? What will P, R and F1 be?",
        None if candidates == 2 => "Which of them has the higher F1?",
        None => "Which of them has the highest F1?",
    }
}

/// The name of a text among those of its side.
fn part_name(side: Side, position: usize, count: usize) -> String {
    match side {
        _ if count == 1 => side.pick("Reference", "Candidate").to_owned(),
        Side::Reference => format!("Reference {}", text_name(side, position)),
        Side::Candidate => text_name(side, position),
    }
}

fn named_part(state: &Context, name: String, text: &str) -> QuestionPart {
    QuestionPart {
        name: Some((name, state.look.theme.accent())),
        text: printable(text),
        style: state.look.theme.strong(),
        ends: true,
    }
}

fn plain_part(state: &Context, text: String, ends: bool) -> QuestionPart {
    QuestionPart {
        name: None,
        text,
        style: state.look.theme.text(),
        ends,
    }
}

impl QuestionPart {
    /// For many texts on a small screen.
    fn in_one_line(&self, width: u16) -> Line<'static> {
        let name = self
            .name
            .as_ref()
            .map_or_else(String::new, |(name, _)| format!("{name}  "));
        Line::styled(fit(&(name + &self.text), width), self.style)
    }
}

/// The lines of all parts, in letters of a size; `None` if a word does not fit. A part without a large form is plain.
fn lines(parts: &[QuestionPart], width: u16, size: Option<Size>) -> Option<Vec<Line<'static>>> {
    let mut lines = Vec::new();
    for QuestionPart {
        name,
        text,
        style,
        ends,
    } in parts
    {
        let size = size.filter(|_| large_text::has_large_form(text));
        // In large letters, the name (A, B, …) is drawn with its text.
        let (letter, above) = match name {
            Some((name, style)) if size.is_none() || name.len() > 1 => {
                ("", Some(Line::styled(name.clone(), *style)))
            }
            Some((name, _)) => (&**name, None),
            None => ("", None),
        };
        lines.extend(above);
        let rows = match size {
            None => wrapped_text(text, width),
            Some(size) => large_text::lines(format!("{letter} {text}").trim(), width, size)?,
        };
        lines.extend(rows.into_iter().map(|row| Line::styled(row, *style)));
        lines.extend(ends.then(Line::default));
    }
    Some(lines)
}
