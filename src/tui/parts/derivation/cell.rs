//! One line about the cell under the crosshair.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::tui::context::Context;
use bertscope_analysis::{Analysis, Idf};
use bertscope_encoder::Token;
use bertscope_report::label::{fit, token};
use bertscope_report::number::{five_places, short, weight};

pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &Context) {
    let Some(analysis) = &state.results.analysis else {
        return;
    };
    let c = state.display().cell.candidate;
    let r = state.display().cell.reference;
    if c >= analysis.similarity.candidate_tokens() || r >= analysis.similarity.reference_tokens() {
        return;
    }
    let theme = &state.look.theme;
    let candidate = &analysis.candidate.tokenized.tokens[c];
    let reference = &analysis.reference.tokenized.tokens[r];
    // The number always has room, however long the words are.
    let room = (area.width / 2).saturating_sub(8).max(4);
    let token = |t: &Token| fit(&token(t), room);
    let mut spans = vec![
        Span::styled(
            format!("“{}” × “{}”  ", token(candidate), token(reference)),
            theme.accent(),
        ),
        Span::styled(
            five_places(Some(f64::from(analysis.cell(c, r)))),
            theme.strong(),
        ),
    ];
    if analysis.rescaling().is_some() {
        let raw = five_places(Some(f64::from(analysis.similarity.get(c, r))));
        spans.push(Span::styled(format!(" (raw {raw})"), theme.quiet()));
    }
    if let Some(sum) = state.contributions() {
        let added = five_places(Some(sum.pair(c, r)));
        spans.push(Span::styled(
            format!("   adds {added} to the cosine of the sentences"),
            theme.quiet(),
        ));
    }
    let standing = match analysis.matches.best_of_row_and_column(c, r) {
        (true, true) => "mutual best match".to_owned(),
        (true, false) => format!("best match of “{}”", token(candidate)),
        (false, true) => format!("best match of “{}”", token(reference)),
        (false, false) => String::new(),
    };
    if !standing.is_empty() {
        spans.push(Span::styled(format!("   {standing}"), theme.text()));
    }
    if analysis.idf.is_some() && analysis.settings.idf != Idf::Off {
        let own = weight(analysis.candidate.weights.as_slice()[c]);
        let other = weight(analysis.reference.weights.as_slice()[r]);
        spans.push(Span::styled(
            format!("   IDF {own} × {other}"),
            theme.quiet(),
        ));
    }
    spans.push(Span::styled(neighbours(analysis, c, r), theme.quiet()));
    // Facts that do not fit are left out rather than cut.
    let mut used = 0;
    spans.retain(|span| {
        used += span.width();
        used <= usize::from(area.width) || used == span.width()
    });
    frame.render_widget(Paragraph::new(Line::from(spans)), area);
}

/// The runner-up or the best match of the row's token.
fn neighbours(analysis: &Analysis, c: usize, r: usize) -> String {
    let Some(found) = analysis.matches.candidate.get(c) else {
        return String::new();
    };
    let name = |i: usize| token(&analysis.reference.tokenized.tokens[i]);
    if found.token != r {
        return format!(
            "   row’s best “{}” {}",
            name(found.token),
            short(analysis.scaled_similarity(found.similarity))
        );
    }
    match found.runner_up {
        Some(second) => {
            format!(
                "   runner-up “{}” {}",
                name(second.token),
                short(analysis.scaled_similarity(second.similarity))
            )
        }
        None => String::new(),
    }
}
