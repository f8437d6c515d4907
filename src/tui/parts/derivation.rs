//! The lines below the matrix: one about the cell under the crosshair, or the derivation of the selected row of the panel, of
//! the cell or of the score.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use crate::tui::commands::{Command, Focus};
use crate::tui::context::{Context, inside};
use crate::tui::parts::border::{Pane, panel};
use crate::tui::parts::scores::lines::is_visible_change;
use crate::tui::state::State;
use bertscope_analysis::{Analysis, Idf};
use bertscope_report::explanation::costliest_token;
use bertscope_report::label::{fit, token};
use bertscope_report::number::{
    exact, exact_change, five_places, pluralized, short, subtrahend, weight,
};
use bertscope_report::topics::{cell, score};
use bertscope_report::wrap::wrapped_text;
use bertscope_sheet::{Derivation, Step};

/// Shows or hides a derivation.
pub fn toggle(state: &mut State) {
    if !has_room(state, state.terminal.size.1) {
        return state.say("The window is too short to show this.");
    }
    // The headline's word is explained first, unless the user has chosen another.
    if state.panel().derivation.is_none()
        && state.focus != Focus::Panel
        && state.shows_costliest_word()
        && !state.display().is_cell_chosen
        && let Some(analysis) = &state.results.analysis
        && let Some((side, token)) = costliest_token(analysis, &state.sides())
    {
        state.choose_token(side, token);
        state.display_mut().is_cell_chosen = false;
    }
    // A derivation that does not fit on these lines scrolls by pages.
    let (most, page) = scroll(state);
    state.panel_mut().derivation = match state.panel().derivation {
        None => Some(0),
        Some(first) if first < most => Some((first + page).min(most)),
        Some(_) => None,
    };
    state.request_cosine();
}

/// The height with the border on a screen where strips take some lines: of the derivation, or of the line about the cell;
/// `None` if there is no room.
pub fn height(state: &State, screen: Rect, taken: u16) -> Option<u16> {
    let is_open = state.panel().derivation.is_some();
    // On a projector, lines below the matrix are only for derivations.
    let is_wanted = !state.hides_scores() && (is_open || !state.look.has_few_words());
    if !is_wanted || !has_room(state, screen.height) {
        return None;
    }
    let (wanted, most) = if is_open {
        let lines = lines(state, screen.width.saturating_sub(4)).len();
        (lines.max(1) as u16, screen.height * 2 / 5)
    } else {
        (1, screen.height / 3)
    };
    Some((wanted + 2).clamp(3, most.saturating_sub(taken).max(3)))
}

/// The derivation, or the line about the cell, below the matrix.
pub fn pane(state: &State) -> Pane {
    let mut border = panel(state, "", false);
    if state.panel().derivation.is_some() {
        // In a text, Esc goes to the matrix first.
        let key = match state.focus {
            Focus::Text(_) => state.key_name(Command::Derivation),
            Focus::Matrix | Focus::Panel => "Esc".to_owned(),
        };
        let closes = Line::styled(format!(" {key} closes "), state.look.theme.quiet());
        border = border.title_bottom(closes.right_aligned());
    }
    Pane { border, draw }
}

fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let area = inside(area);
    if state.panel().derivation.is_some() {
        frame.render_widget(Paragraph::new(visible_lines(state, area)), area);
    } else {
        draw_cell(frame, area, state);
    }
}

fn visible_lines(state: &State, area: Rect) -> Vec<Line<'static>> {
    let theme = &state.look.theme;
    let all = lines(state, area.width);
    let room = usize::from(area.height);
    let first = state
        .panel()
        .derivation
        .unwrap_or(0)
        .min(all.len().saturating_sub(room));
    let below = all.len() - first;
    let mut shown: Vec<Line<'_>> = all
        .into_iter()
        .skip(first)
        .take(room)
        .map(|line| Line::styled(line, theme.text()))
        .collect();
    if room > 0 && below > room {
        shown.truncate(room - 1);
        let more = below - shown.len();
        let key = state.key_name(Command::Derivation);
        let more = pluralized(more, "more line");
        shown.push(Line::styled(format!("… {more}: {key}"), theme.warning()));
    }
    shown
}

/// The number of lines that can be scrolled, and the lines per page.
fn scroll(state: &State) -> (usize, usize) {
    let frame = state.frame.as_ref();
    let Some(area) = frame.and_then(|screen| screen.detail).map(inside) else {
        return (0, 1);
    };
    let all = lines(state, area.width).len();
    let room = usize::from(area.height);
    (all.saturating_sub(room), room.saturating_sub(1).max(1))
}

fn lines(state: &State, width: u16) -> Vec<String> {
    steps(state)
        .iter()
        .flat_map(|step| wrapped_text(&step.to_string(), width))
        .collect()
}

/// The change that is shown beside the scores.
fn change(state: &State) -> Option<Step> {
    let change = state.results.change()?;
    let [.., Some(f1)] = change.numbers() else {
        return None;
    };
    if !is_visible_change(f1) {
        return None;
    }
    let after = exact(change.after.score().f1);
    let before = subtrahend(change.before.score().f1);
    let difference = exact_change(f1);
    Some(match change.reasons() {
        None => Step::computed(
            "ΔF1",
            format!("{after} − {before} before this edit"),
            difference,
        ),
        Some([reason, _]) => Step::computed(
            "ΔF1",
            format!("{after} − {before}"),
            format!("{difference} {reason}"),
        ),
    })
}

/// What has the focus comes first.
fn steps(state: &State) -> Derivation {
    let Some(analysis) = &state.results.analysis else {
        return Vec::new();
    };
    if state.focus == Focus::Panel
        && let Some(sheet) = state.sheet()
        && let Some(chosen) = state.panel().chosen_row(&sheet)
        && let Some(row) = sheet.rows().nth(chosen)
        && !row.derivation.is_empty()
    {
        return row.derivation.clone();
    }
    let cell = cell(
        analysis,
        state.display().cell.candidate,
        state.display().cell.reference,
        state.results.cosine.as_ref(),
    );
    let score = score(analysis).into_iter().chain(change(state));
    match state.focus {
        Focus::Text(_) => score.chain(cell).collect(),
        Focus::Matrix | Focus::Panel => cell.into_iter().chain(score).collect(),
    }
}

/// Whether there is room for the line about the cell under the crosshair, or for a derivation.
fn has_room(state: &Context, height: u16) -> bool {
    // The text of the walkthrough says the same.
    !state.is_staged() && height >= if state.look.is_large() { 24 } else { 18 }
}

/// One line about the cell under the crosshair.
fn draw_cell(frame: &mut Frame<'_>, area: Rect, state: &Context) {
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
    let [candidate, reference] = [candidate, reference].map(|word| fit(&token(word), room));
    let number = five_places(Some(f64::from(analysis.cell(c, r))));
    let mut spans = vec![
        Span::styled(format!("“{candidate}” × “{reference}”  "), theme.accent()),
        Span::styled(number, theme.strong()),
    ];
    if analysis.rescaling().is_some() {
        let raw = five_places(Some(f64::from(analysis.similarity.get(c, r))));
        spans.push(Span::styled(format!(" (raw {raw})"), theme.quiet()));
    }
    if let Some(sum) = state.contributions() {
        let added = five_places(Some(sum.pair(c, r)));
        let sentence = format!("   adds {added} to the cosine of the sentences");
        spans.push(Span::styled(sentence, theme.quiet()));
    }
    let standing = match analysis.matches.best_of_row_and_column(c, r) {
        (true, true) => "mutual best match".to_owned(),
        (true, false) => format!("best match of “{candidate}”"),
        (false, true) => format!("best match of “{reference}”"),
        (false, false) => String::new(),
    };
    if !standing.is_empty() {
        spans.push(Span::styled(format!("   {standing}"), theme.text()));
    }
    if analysis.idf.is_some() && analysis.settings.idf != Idf::Off {
        let own = weight(analysis.candidate.weights.as_slice()[c]);
        let other = weight(analysis.reference.weights.as_slice()[r]);
        let weights = format!("   IDF {own} × {other}");
        spans.push(Span::styled(weights, theme.quiet()));
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
    let (what, near, similarity) = match found.runner_up {
        _ if found.token != r => ("row’s best", found.token, found.similarity),
        Some(second) => ("runner-up", second.token, second.similarity),
        None => return String::new(),
    };
    let name = token(&analysis.reference.tokenized.tokens[near]);
    let number = short(analysis.scaled_similarity(similarity));
    format!("   {what} “{name}” {number}")
}
