//! The notice: the lines above the bottom line that say what went wrong, and what to do next.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use crate::tui::commands::{Command, Focus, Scope};
use crate::tui::common::{ClickableLine, first_lines};
use crate::tui::parts::border::Strip;
use crate::tui::parts::{Layer, Part};
use crate::tui::state::State;
use bertscope_analysis::Side;

/// What to do next after a fresh start, until both examples are edited.
fn hint(state: &State) -> Option<String> {
    let is_plain = !state.is_staged() && !state.is_list_open() && !state.look.has_few_words();
    if !is_plain || state.hides_scores() {
        return None;
    }
    let [is_reference, is_candidate] =
        [Side::Reference, Side::Candidate].map(|side| state.editor(side).is_example());
    let next = state.key_name_in(Command::NextPane, Scope::Everywhere);
    let what = match (is_reference, is_candidate, state.focus) {
        (true, true, _) => format!("Type a reference, press {next}, type a candidate."),
        (false, true, Focus::Text(Side::Candidate)) => "Now type a candidate.".to_owned(),
        (false, true, _) => format!("Now press {next} and type a candidate."),
        (true, false, _) => {
            let previous = state.key_name_in(Command::PreviousPane, Scope::Everywhere);
            format!("Now press {previous} and type a reference.")
        }
        (false, false, _) => return None,
    };
    let help = state.key_name_in(Command::Help, Scope::Matrix);
    Some(format!("{what} Esc, then {help} shows all commands."))
}

/// The lines of the notice, which starts with why nothing is saved; as many as a screen of this size can spare. A prompt
/// takes its place.
fn notice(state: &State, width: u16, height: u16) -> Vec<String> {
    let prompt = state.stack.on(Layer::Prompt);
    if prompt.is_some_and(Part::covers_notice) {
        return Vec::new();
    }
    let most = usize::from(height / 6);
    let mut all = Vec::new();
    // Each on lines of its own, so that what went wrong does not run into what to do next.
    let failure = state.saving.failure.clone();
    let sentences = [failure, state.messages.notice.clone(), hint(state)];
    for sentence in sentences.into_iter().flatten() {
        all.extend(first_lines(&sentence, width, most - all.len()));
    }
    all
}

pub const STRIP: Strip = Strip {
    height: |state, screen| notice(state, screen.width, screen.height).len() as u16,
    words: |_, _| ClickableLine::default(),
    draw,
};

fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let lines = notice(state, area.width, frame.area().height);
    let lines: Vec<Line<'_>> = lines
        .into_iter()
        .map(|line| Line::from(format!(" {line}")))
        .collect();
    let only_hint = state.messages.notice.is_none() && state.saving.failure.is_none();
    let style = if only_hint {
        state.look.theme.accent()
    } else {
        state.look.theme.warning()
    };
    frame.render_widget(Paragraph::new(lines).style(style), area);
}
