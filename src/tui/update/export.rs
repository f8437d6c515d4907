//! The line for a file's name, the choice of what is copied, and what comes of both.

use std::path::Path;
use std::time::Instant;

use crossterm::event::{KeyEvent, MouseEvent, MouseEventKind};

use super::keys::{act, into_line};
use super::{Effect, update};
use crate::tui::export::{Complaint, ExportJob, Exported, Leaving, Prompt, Said, Target};
use crate::tui::keymap::{Action, Scope, action};
use crate::tui::message::Message;
use crate::tui::state::{ModelState, State};
use crate::tui::view::export::hit;
use bertscope_analysis::Analysis;
use bertscope_explain::Topic;
use bertscope_printable::printable;
use bertscope_report::explanation::Section;
use bertscope_report::export::{ExportOptions, Format};
use bertscope_report::rows::text::numbers;

/// Asks for a file's name.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    state.prompt = Some(Prompt::new(&state.file_name));
    Vec::new()
}

/// While the line is open, keys are its own; settings and chords go on working.
pub(super) fn pressed(state: &mut State, key: KeyEvent, now: Instant) -> Vec<Effect> {
    let asked = action(key, Scope::Export);
    let Some(prompt) = &mut state.prompt else { return Vec::new() };
    let at_once = matches!(asked, Some(Action::Quit | Action::Suspend | Action::Redraw | Action::CloseExport));
    if prompt.waits_for.is_some() && !at_once {
        prompt.held.push(Message::Key(key));
        return Vec::new();
    }
    let before = prompt.name.text().to_owned();
    match asked {
        Some(Action::WriteFile) => return write(state),
        Some(Action::CloseExport) => return close(state, now),
        Some(Action::NextKind(forward)) => prompt.turn(forward),
        // These need the keys, or what is being written.
        Some(Action::NextPane | Action::PreviousPane | Action::LeaveText | Action::Swap) => {}
        Some(Action::PickModel | Action::Export | Action::Copy) => {}
        _ if into_line(&mut prompt.name, asked, key) => {}
        Some(action) => return act(state, action, now),
        None => {}
    }
    if let Some(prompt) = state.prompt.as_mut().filter(|prompt| prompt.name.text() != before) {
        prompt.complaint = None;
    }
    Vec::new()
}

/// Text that was pasted while the line is open.
pub(super) fn pasted(prompt: &mut Prompt, text: String) {
    if prompt.waits_for.is_some() {
        prompt.held.push(Message::Paste(text));
    } else {
        // The line break at the end of a copied line belongs to no name.
        prompt.name.insert(text.trim_end_matches(['\r', '\n']));
        prompt.complaint = None;
    }
}

/// A click beside the line closes it.
pub(super) fn pointed(state: &mut State, event: MouseEvent, now: Instant) -> Vec<Effect> {
    let beside = matches!(event.kind, MouseEventKind::Down(_)) && !hit(state, event.column, event.row);
    if beside { close(state, now) } else { Vec::new() }
}

/// The key that says what is copied; any other closes the choice.
pub(super) fn copy(state: &mut State, key: KeyEvent, now: Instant) -> Vec<Effect> {
    state.copying = false;
    match action(key, Scope::Copy) {
        Some(Action::CopyThis(what)) => begin(state, Target::Clipboard(what)),
        Some(action @ (Action::Quit | Action::Suspend | Action::Redraw)) => act(state, action, now),
        _ => Vec::new(),
    }
}

fn write(state: &mut State) -> Vec<Effect> {
    let Some(prompt) = &mut state.prompt else { return Vec::new() };
    if let Err(complaint) = prompt.format() {
        prompt.complaint = Some(complaint);
        return Vec::new();
    }
    let name = prompt.typed().to_owned();
    let replace = prompt.replaces();
    prompt.complaint = None;
    prompt.waits_for = Some(state.exports + 1);
    begin(state, Target::File { name, replace })
}

/// Closes the line. A file that is being written is written; one that waits for its analysis is not.
fn close(state: &mut State, now: Instant) -> Vec<Effect> {
    let Some(prompt) = state.prompt.take() else { return Vec::new() };
    state.leaving.retain(|leaving| leaving.waits_for.is_none() || Some(leaving.number) != prompt.waits_for);
    prompt.held.into_iter().flat_map(|message| update(state, message, now)).collect()
}

/// Sends what is on the screen on its way, or what will be there when the newest text is analysed.
fn begin(state: &mut State, target: Target) -> Vec<Effect> {
    state.exports += 1;
    let late = state.done < state.asked;
    let leaving = Leaving { number: state.exports, target, waits_for: late.then_some(state.asked) };
    if late {
        state.leaving.push(leaving);
        return Vec::new();
    }
    go(state, leaving)
}

/// An analysis has come, or will not come: whatever waits for it goes.
pub(super) fn analyzed(state: &mut State) -> Vec<Effect> {
    let done = state.done;
    let ready = |leaving: &mut Leaving| leaving.waits_for.is_some_and(|job| job <= done);
    let ready: Vec<Leaving> = state.leaving.extract_if(.., ready).collect();
    ready.into_iter().flat_map(|leaving| go(state, leaving)).collect()
}

fn go(state: &mut State, leaving: Leaving) -> Vec<Effect> {
    let analysis = match &state.analysis {
        Some(analysis) if state.error.is_none() && !state.of_other_model => analysis.clone(),
        _ => {
            let loading = state.model == ModelState::Loading;
            let why = if loading { "the model is not there yet" } else { "the text as it is now has no score" };
            refuse(state, &leaving, Complaint::Other(format!("{why}, so there is nothing to take out")));
            return Vec::new();
        }
    };
    let format = match &leaving.target {
        Target::File { name, .. } => Format::of(Path::new(name)),
        Target::Clipboard(what) => what.format(),
    };
    let (Some(format), number) = (format, leaving.number) else {
        return sent(state, &leaving, scores(&analysis));
    };
    let options = ExportOptions {
        dark: !state.theme.light,
        palette: state.palette,
        title: None,
        special: state.show_special,
        explanations: explained(state, &analysis),
        ..ExportOptions::default()
    };
    let target = leaving.target.clone();
    state.leaving.push(Leaving { waits_for: None, ..leaving });
    vec![Effect::Export(ExportJob { number, analysis, format, options, target })]
}

/// What the panel explains goes along, if it speaks of the same pair. The picture has the matches anyway.
fn explained(state: &State, analysis: &Analysis) -> Vec<Section> {
    const WIDTH: u16 = 100;
    let answer = state.explaining.current().filter(|answer| *answer.analysis == *analysis);
    let section = answer.map(|answer| Section::of(&answer.explanation, &answer.analysis, WIDTH));
    section.into_iter().filter(|section| section.topic != Topic::Matches).collect()
}

/// What somebody would write into a paper.
fn scores(analysis: &Analysis) -> String {
    format!("{}  {}", numbers(&analysis.score()), printable(&analysis.signature))
}

/// Something was made, or could not be.
pub(super) fn exported(state: &mut State, number: u64, exported: Exported, now: Instant) -> Vec<Effect> {
    let Some(at) = state.leaving.iter().position(|leaving| leaving.number == number) else { return Vec::new() };
    let leaving = state.leaving.remove(at);
    match (exported, &leaving.target) {
        (Exported::Text(text), _) => return sent(state, &leaving, text),
        (Exported::File { path, bytes, missing }, Target::File { name, .. }) => {
            state.file_name.clone_from(name);
            let asks = state.prompt.as_ref().is_some_and(|prompt| prompt.waits_for == Some(number));
            let effects = if asks { close(state, now) } else { Vec::new() };
            state.said = Some(Said::Written(path, bytes, missing));
            return effects;
        }
        (Exported::Exists, Target::File { name, .. }) => {
            refuse(state, &leaving, Complaint::Exists(name.clone()));
        }
        (Exported::Failed(why), _) => refuse(state, &leaving, Complaint::Other(why)),
        (Exported::File { .. } | Exported::Exists, Target::Clipboard(_)) => {}
    }
    Vec::new()
}

fn sent(state: &mut State, leaving: &Leaving, text: String) -> Vec<Effect> {
    let Target::Clipboard(what) = leaving.target else { return Vec::new() };
    state.said = Some(Said::Copied(what, text.len()));
    vec![Effect::Copy(text)]
}

/// Says why nothing came of it: in the open line, if it was asked there, and otherwise at the bottom.
fn refuse(state: &mut State, leaving: &Leaving, why: Complaint) {
    match state.prompt.as_mut().filter(|prompt| prompt.waits_for == Some(leaving.number)) {
        Some(prompt) => {
            prompt.complaint = Some(why);
            prompt.waits_for = None;
            // Typed ahead for a line that would have been closed; an Enter among it must not answer a question that
            // nobody has seen.
            prompt.held.clear();
        }
        None => {
            let word = if matches!(leaving.target, Target::File { .. }) { "written" } else { "copied" };
            state.said = Some(Said::Failed(format!("Not {word}: {}", why.sentence())));
        }
    }
}
