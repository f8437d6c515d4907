//! The export prompt, the copy menu, and the outcomes of both.

pub mod job;
pub mod marked;
pub mod prompt;
pub mod threads;
pub mod view;

use std::path::Path;

use crossterm::event::{MouseEvent, MouseEventKind};

use self::job::{ExportJob, ExportOutcome, ExportSubject, ExportTarget, PendingExport};
use self::prompt::{ExportPrompt, PromptError};
use crate::event_log::without_quotes;
use crate::tui::commands::{Command, CopyContent};
use crate::tui::context::{Effect, StatusMessage};
use crate::tui::parts::copy as link;
use crate::tui::parts::{Layer, Outcome, Part};
use crate::tui::state::State;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Topic;
use bertscope_metric::Pair;
use bertscope_printable::printable;
use bertscope_report::explanation::Section;
use bertscope_report::export::{ExportOptions, Format};
use bertscope_report::findings::rows::text::numbers;

/// Opens the prompt or the copy menu, changes the format, and copies.
pub fn act(state: &mut State, command: Command) -> Outcome {
    match command {
        Command::Export => open(state, None),
        Command::ExportAs(format) => match state.blocked_reason(Command::Export) {
            Some(words) => state.say(words),
            None => open(state, Some(format)),
        },
        Command::ExportMarked if state.pairs.is_some() => marked::open(state),
        Command::NextFormat => cycle_format(state, true),
        Command::PreviousFormat => cycle_format(state, false),
        Command::Copy => state.open(Part::Copy),
        Command::CopyAs(content) => start_export(state, ExportTarget::Clipboard(content)),
        Command::ShowCopied => show_copied(state),
        _ => return Outcome::Passed,
    }
    Outcome::Done
}

/// Opens the export prompt, if wanted with the extension of a format.
fn open(state: &mut State, format: Option<Format>) {
    let exports = &state.exports;
    let name = match &exports.file_name {
        Some(name) => name.clone(),
        None => format!("{}bertscope.svg", exports.folder),
    };
    let mut prompt = ExportPrompt::new(ExportSubject::Screen, &name);
    if let Some(format) = format {
        prompt.set_format(format);
    }
    state.open(Part::Export(prompt));
}

/// Replaces the file extension by that of the next or previous format.
fn cycle_format(state: &mut State, forward: bool) {
    if let Some(prompt) = state.stack.export_prompt_mut() {
        prompt.cycle_extension(forward);
    }
}

/// A click outside the prompt closes it.
pub fn handle_mouse(state: &mut State, event: MouseEvent) {
    // It is the lowest strip.
    let frame = state.frame.as_ref();
    let area = frame.and_then(|frame| frame.strips.iter().find(|area| area.height > 0));
    let is_inside = area.is_some_and(|area| area.contains((event.column, event.row).into()));
    if matches!(event.kind, MouseEventKind::Down(_)) && !is_inside {
        state.close(Layer::Prompt);
    }
}

/// Writes the file, or says what is wrong with its name.
pub fn write(state: &mut State) {
    let number = state.exports.newest + 1;
    let Some(prompt) = state.stack.export_prompt_mut() else {
        return;
    };
    if let Err(error) = prompt.check() {
        prompt.error = Some(error);
        return;
    }
    let name = prompt.typed().to_owned();
    let replace = prompt.replaces();
    prompt.error = None;
    prompt.waits_for = Some(number);
    let target = ExportTarget::File { name, replace };
    match prompt.subject {
        ExportSubject::Screen => start_export(state, target),
        ExportSubject::Marked { .. } => marked::start(state, target),
    }
}

/// Exports the pair on the screen, after its newest analysis if that is pending.
pub fn start_export(state: &mut State, target: ExportTarget) {
    state.exports.newest += 1;
    let late = state.results.finished_job < state.results.newest_job;
    let number = state.exports.newest;
    let waits_for = late.then_some(state.results.newest_job);
    let pending = PendingExport {
        number,
        target,
        subject: ExportSubject::Screen,
        waits_for,
    };
    if late {
        state.exports.pending.push(pending);
        return;
    }
    run_export(state, pending);
}

/// Whether an export waits for an analysis that is finished or has failed.
pub fn has_ready(state: &State) -> bool {
    let done = state.results.finished_job;
    let mut pending = state.exports.pending.iter();
    pending.any(|pending| pending.is_ready(done))
}

/// Starts the exports whose analysis is finished or has failed; one whose prompt was closed meanwhile is dropped.
pub fn start_ready(state: &mut State) {
    let done = state.results.finished_job;
    let ready: Vec<PendingExport> = state
        .exports
        .pending
        .extract_if(.., |pending| pending.is_ready(done))
        .collect();
    for pending in ready {
        let is_copy = matches!(pending.target, ExportTarget::Clipboard(_));
        if is_copy || waiting_prompt(state, pending.number).is_some() {
            run_export(state, pending);
        }
    }
}

/// The prompt that waits for an export, unless it was closed meanwhile.
fn waiting_prompt(state: &mut State, number: u64) -> Option<&mut ExportPrompt> {
    let prompt = state.stack.export_prompt_mut()?;
    (prompt.waits_for == Some(number)).then_some(prompt)
}

fn run_export(state: &mut State, pending: PendingExport) {
    let analysis = match &state.results.analysis {
        Some(analysis) if state.results.error.is_none() && !state.results.is_from_other_model => {
            analysis.clone()
        }
        _ => {
            let why = match state.models.current {
                None => "the model is not ready yet",
                Some(_) => "the current text has no score",
            };
            let why = format!("{why}, so there is nothing to export");
            return report_error(state, &pending, PromptError::Other(why));
        }
    };
    let format = match &pending.target {
        ExportTarget::File { name, .. } => Format::from_path(Path::new(name)),
        ExportTarget::Clipboard(what) => what.format(),
    };
    let (Some(format), number) = (format, pending.number) else {
        let text = match pending.target {
            ExportTarget::Clipboard(CopyContent::Link) => link::url(state),
            ExportTarget::Clipboard(_) | ExportTarget::File { .. } => Ok(scores(&analysis)),
        };
        return match text {
            Ok(text) => copy_text(state, &pending, text),
            Err(why) => report_error(state, &pending, PromptError::Other(why)),
        };
    };
    let explanation = export_section(state, &analysis, format);
    let options = ExportOptions {
        dark: !state.look.theme.light,
        palette: state.look.palette(),
        text_names: Pair {
            reference: state.name_on_screen(Side::Reference),
            candidate: state.name_on_screen(Side::Candidate),
        },
        origin: state.pair_origin(),
        special: state.display().show_special,
        explanations: explanation.into_iter().collect(),
        ..ExportOptions::default()
    };
    let target = pending.target.clone();
    state.exports.pending.push(PendingExport {
        waits_for: None,
        ..pending
    });
    state.effects.push(Effect::Export(ExportJob {
        number,
        analysis,
        format,
        options,
        target,
    }));
}

/// The explanation in the panel, if it is about the same pair, with all columns. Pictures and pages have it if it is on
/// the screen; other formats have tables of the matches anyway.
fn export_section(state: &State, analysis: &Analysis, format: Format) -> Option<Section> {
    let answer = state
        .panel()
        .answered_question()
        .filter(|answer| *answer.analysis == *analysis)?;
    let is_left_out = match format {
        Format::Svg | Format::Png | Format::Html => state.frame.clone()?.panel.is_none(),
        _ => answer.topic == Topic::Matches,
    };
    if is_left_out {
        return None;
    }
    let cell = state.display().cell;
    Some(Section::with_cell(
        Some((cell.candidate, cell.reference)),
        &answer.explanation,
        &answer.analysis,
    ))
}

/// The scores as quoted in a paper.
fn scores(analysis: &Analysis) -> String {
    format!(
        "{}  {}",
        numbers(analysis.score().numbers()),
        printable(&analysis.signature)
    )
}

/// Handles the outcome of an export.
pub fn on_exported(state: &mut State, number: u64, exported: ExportOutcome) {
    let all = &mut state.exports.pending;
    let Some(at) = all.iter().position(|pending| pending.number == number) else {
        return;
    };
    let pending = all.remove(at);
    match (exported, &pending.target) {
        (ExportOutcome::Text(text), _) => copy_text(state, &pending, text),
        (
            ExportOutcome::File {
                path,
                bytes,
                missing,
            },
            ExportTarget::File { name, .. },
        ) => {
            log::info!("wrote {name}, {bytes} bytes");
            match pending.subject {
                ExportSubject::Screen => state.exports.file_name = Some(name.clone()),
                ExportSubject::Marked { .. } => state.exports.marked_name = Some(name.clone()),
            }
            if waiting_prompt(state, number).is_some() {
                state.close(Layer::Prompt);
            }
            state.messages.status = Some(StatusMessage::Written(path, bytes, missing));
        }
        (ExportOutcome::Exists, ExportTarget::File { name, .. }) => {
            report_error(state, &pending, PromptError::Exists(name.clone()));
        }
        (ExportOutcome::Failed(why), _) => report_error(state, &pending, PromptError::Other(why)),
        (ExportOutcome::File { .. } | ExportOutcome::Exists, ExportTarget::Clipboard(_)) => {}
    }
}

fn copy_text(state: &mut State, pending: &PendingExport, text: String) {
    let ExportTarget::Clipboard(what) = pending.target else {
        return;
    };
    state.messages.status = Some(StatusMessage::Copied(what, text.len()));
    copy(state, text);
}

/// Copies a text. It is kept, because no terminal says whether it took the text.
pub fn copy(state: &mut State, text: String) {
    state.exports.copied = Some(text.clone());
    state.effects.push(Effect::Copy(text));
}

fn show_copied(state: &mut State) {
    match state.exports.copied.clone() {
        Some(text) => {
            state.open(Part::Copied);
            state.effects.push(Effect::ShowText(text));
        }
        None => state.say("Nothing was copied yet."),
    }
}

/// Returns from the copied text to the inspector.
pub fn hide_copied(state: &mut State) {
    state.close(Layer::Palette);
    state.effects.push(Effect::Resume);
}

/// Reports why an export failed: in the prompt, if it was started there, otherwise on the bottom line.
pub fn report_error(state: &mut State, pending: &PendingExport, why: PromptError) {
    log::warn!("not exported: {}", without_quotes(&why.message()));
    match waiting_prompt(state, pending.number) {
        Some(prompt) => {
            prompt.error = Some(why);
            prompt.waits_for = None;
            // Keys typed ahead for a prompt that was expected to close; an Enter among them must not answer a question
            // that the user has not seen.
            state.typed_ahead.clear();
        }
        None => {
            let word = if matches!(pending.target, ExportTarget::File { .. }) {
                "written"
            } else {
                "copied"
            };
            state.say_failure(format!("Not {word}: {}", why.message()));
        }
    }
}
