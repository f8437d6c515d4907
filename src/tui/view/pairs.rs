//! The matches as a list: candidate → reference (precision), reference → candidate (recall).

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::super::state::{Direction, State};
use super::label::{self, left};
use super::layout::inside;
use crate::analysis::{Analysis, Idf, Side};
use crate::metric::Match;
use crate::report::number::short;

/// Draws the inside of the panel; the pair under the crosshair is always among the visible ones.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let area = inside(area);
    let Some(analysis) = &state.analysis else { return };
    // What a line is, so that only the visible ones of perhaps a thousand are written out.
    let mut lines: Vec<Entry> = Vec::new();
    let mut crossed = 0;
    for side in [Side::Candidate, Side::Reference] {
        let hidden = match side {
            Side::Candidate => Direction::Recall,
            Side::Reference => Direction::Precision,
        };
        if state.direction == hidden {
            continue;
        }
        if !lines.is_empty() {
            lines.push(Entry::Blank);
        }
        lines.push(Entry::Heading(side));
        let at = if side == Side::Candidate { state.cell.candidate } else { state.cell.reference };
        for i in state.shown_tokens(side) {
            if i == at && crossed == 0 {
                crossed = lines.len();
            }
            lines.push(Entry::Pair(side, i, i == at));
        }
    }
    let height = usize::from(area.height);
    let first = crossed.saturating_sub(height / 2).min(lines.len().saturating_sub(height));
    let visible: Vec<Line<'_>> = lines
        .into_iter()
        .skip(first)
        .take(height)
        .map(|entry| match entry {
            Entry::Blank => Line::default(),
            Entry::Heading(side) => heading(state, side),
            Entry::Pair(side, i, here) => row(state, analysis, side, i, area.width, here).unwrap_or_default(),
        })
        .collect();
    frame.render_widget(Paragraph::new(visible), area);
}

/// A line of the list.
enum Entry {
    Blank,
    Heading(Side),
    /// A token with its best match, and whether the crosshair is on it.
    Pair(Side, usize, bool),
}

fn heading(state: &State, side: Side) -> Line<'static> {
    let text = match side {
        Side::Candidate => "candidate → reference (P)",
        Side::Reference => "reference → candidate (R)",
    };
    Line::styled(text, state.theme.quiet())
}

fn row(state: &State, analysis: &Analysis, side: Side, i: usize, width: u16, here: bool) -> Option<Line<'static>> {
    let matches: &[Match] = match side {
        Side::Candidate => &analysis.matches.candidate,
        Side::Reference => &analysis.matches.reference,
    };
    let found = matches.get(i)?;
    let own = &analysis.side(side).tokenized.tokens[i];
    let others = &analysis.side(side.other()).tokenized.tokens;
    let partner = &others[found.token];
    let weight = analysis.side(side).weights.as_slice()[i];
    let weightless = weight == 0.0;
    let theme = &state.theme;

    let name: Style = match (here, weightless) {
        (true, _) => theme.accent(),
        (_, true) => theme.quiet(),
        _ => theme.text(),
    };
    // " → ", the similarity, the weight; the runner-up only where there is room for it.
    let runner_up = if width >= 44 { 15 } else { 0 };
    let names = width.saturating_sub(3 + 5 + 5 + runner_up);
    let (first, second) = (names / 2, names - names / 2);
    // A word that matches a mark of the sentence's begin or end is worth a second look.
    let flagged = partner.special && !weightless;
    let partner_text = if flagged { format!("{} !", label::token(partner)) } else { label::token(partner) };
    let place = analysis.shown(found.similarity);
    let mut spans = vec![
        Span::styled(left(&label::token(own), first), name),
        Span::styled(" → ", theme.quiet()),
        Span::styled(left(&partner_text, second), if flagged { theme.warning() } else { name }),
        Span::styled(label::right(&short(place), 5), if weightless { theme.quiet() } else { theme.strong() }),
        Span::styled(label::right(&weight_text(analysis, weight), 5), theme.quiet()),
    ];
    if let Some(second) = found.runner_up.filter(|_| runner_up > 0) {
        let text = format!(" {} {}", short(analysis.shown(second.similarity)), label::token(&others[second.token]));
        spans.push(Span::styled(label::fit(&format!(" 2nd{text}"), runner_up), theme.quiet()));
    }
    Some(Line::from(spans))
}

/// `×7.9` with IDF; without it only what weighs nothing is worth a word.
fn weight_text(analysis: &Analysis, weight: f64) -> String {
    match (analysis.settings.idf, weight == 0.0) {
        (_, true) => "×0".into(),
        (Idf::Off, false) => "×1".into(),
        (_, false) => format!("×{weight:.1}"),
    }
}
