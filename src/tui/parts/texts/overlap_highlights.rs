//! The parts that word overlap counts, underlined in the texts and labels while its panel is open.

use std::ops::Range;

use crate::tui::commands::Focus;
use crate::tui::state::State;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Topic;

/// The counted parts of a text, in bytes: those of the selected row, or of the first row that counts parts of it. `None` if
/// the panel shows another topic, or its answer is about other texts.
pub fn parts(state: &State, side: Side) -> Option<Vec<Range<usize>>> {
    let is_open = state.panel().topic == Topic::Overlap
        && state.has_panel()
        && !state.is_staged()
        && !state.hides_scores();
    let answer = state.panel().answered_question().filter(|_| is_open)?;
    let is_of_text =
        |side: Side| *answer.analysis.side(side).tokenized.text == *state.editor(side).text();
    if !is_of_text(Side::Candidate) || !is_of_text(Side::Reference) {
        return None;
    }
    let sheet = state.sheet()?;
    let chosen = if state.focus == Focus::Panel {
        state.panel().chosen_row(&sheet)
    } else {
        None
    };
    let chosen = chosen.and_then(|number| sheet.rows().nth(number)?.highlights.as_deref());
    let first = sheet.rows().find_map(|row| row.highlights.as_deref());
    let highlights = chosen.or(first)?;
    let of_side = highlights.iter().filter(|highlight| highlight.side == side);
    Some(of_side.map(|highlight| highlight.range.clone()).collect())
}

/// Whether a byte is in one of the sorted parts.
pub fn covers(parts: &[Range<usize>], byte: usize) -> bool {
    let next = parts.partition_point(|part| part.end <= byte);
    parts.get(next).is_some_and(|part| part.start <= byte)
}

/// Whether each token of a side has a counted part.
pub fn tokens(state: &State, analysis: &Analysis, side: Side) -> Option<Vec<bool>> {
    let parts = parts(state, side)?;
    let text = &analysis.side(side).tokenized;
    let characters: Vec<bool> = text
        .text
        .char_indices()
        .map(|(byte, _)| covers(&parts, byte))
        .collect();
    let is_counted =
        |range: Range<usize>| characters.get(range).is_some_and(|all| all.contains(&true));
    Some(
        text.tokens
            .iter()
            .map(|token| !token.special && is_counted(token.start..token.end))
            .collect(),
    )
}
