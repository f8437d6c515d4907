//! Settings of the score and of its display.

use crate::tui::commands::Command;
use crate::tui::context::{ColorScale, Zoom};
use crate::tui::parts::Outcome;
use crate::tui::parts::palette::entries::value;
use crate::tui::state::State;
use bertscope_analysis::{Conventions, Idf};
use bertscope_report::explanation::walkthrough::Stage;

/// Scores at a layer, or at the last one.
pub fn set_layer(state: &mut State, layer: usize) {
    let before = state.chosen_settings();
    if let Some(info) = &state.models.current {
        let layer = layer.min(info.last_layer.0);
        let reopen = info.reopen.clone();
        // A layer tried out in a lesson is not stored for the model.
        if state.has_own_pair() {
            state.models.layers.insert(reopen, layer);
        }
        state.inspection_mut().layer = Some(layer);
    }
    state.remember_settings(before);
    state.analyze_edit();
}

/// Scores as a program does: at its default layer, if the layer was the default of the program before.
pub fn set_conventions(state: &mut State, conventions: Conventions) {
    let chosen = state.chosen_settings();
    let before = std::mem::replace(&mut state.inspection_mut().conventions, conventions);
    if let Some(info) = &state.models.current {
        let old_default = info.default_layer(before).0;
        let new_default = info.default_layer(conventions).0;
        let layer = &mut state.inspection_mut().layer;
        if *layer == Some(old_default) {
            *layer = Some(new_default);
        }
    }
    state.remember_settings(chosen);
    state.analyze_edit();
}

/// Changes a setting: of the score, which needs another analysis, or of the display, which does not.
pub fn act(state: &mut State, command: Command) -> Outcome {
    match command {
        Command::LayerDown | Command::LayerUp => step_layer(state, command == Command::LayerUp),
        Command::Defaults => {
            let key = state.key_name(Command::UndoSetting);
            state.choose_defaults(&key);
            on_other_settings(state);
        }
        Command::UndoSetting => {
            state.undo_setting();
            on_other_settings(state);
        }
        _ => {
            let before = state.chosen_settings();
            if change(state, command) == Outcome::Passed {
                return Outcome::Passed;
            }
            state.remember_settings(before);
            say_unseen(state, command);
        }
    }
    state.saving.unsaved = true;
    Outcome::Done
}

/// Scores and draws with settings that several commands have set.
fn on_other_settings(state: &mut State) {
    state.keep_cell();
    state.analyze_edit();
}

/// Goes a layer up or down; at the ends, says so.
fn step_layer(state: &mut State, up: bool) {
    let layer = state.inspection().layer.unwrap_or(0);
    match state.models.last_layer() {
        Some(last) if up && layer == last => {
            state.say(format!("Layer {last} is the last one of this model."));
        }
        Some(_) if !up && layer == 0 => {
            state.say("Layer 0 is the first one: the embeddings of the tokens.");
        }
        _ if up => set_layer(state, layer + 1),
        _ => set_layer(state, layer.saturating_sub(1)),
    }
}

/// Changes one setting.
fn change(state: &mut State, command: Command) -> Outcome {
    let look = &mut state.look;
    match command {
        Command::Idf => {
            // With IDF from a single reference, all its weights are 0; the panel of IDF weights explains this and
            // offers to switch.
            let idf = &mut state.inspection_mut().idf;
            *idf = if *idf == Idf::Off {
                Idf::Table
            } else {
                Idf::Off
            };
            state.analyze_edit();
        }
        Command::Rescale => {
            state.display_mut().rescale = !state.display().rescale;
            state.analyze_edit();
        }
        Command::Direction => {
            let direction = &mut state.display_mut().direction;
            *direction = direction.next();
        }
        Command::SpecialTokens => {
            state.display_mut().show_special = !state.display().show_special;
            state.keep_cell();
        }
        Command::Colours => look.palette = Some(look.palette().next()),
        Command::ColourRange => {
            let scale = &mut state.display_mut().scale;
            *scale = if *scale == ColorScale::Unit {
                ColorScale::Data
            } else {
                ColorScale::Unit
            };
        }
        Command::Zoom => {
            look.zoom = match look.zoom {
                Zoom::Fit => Zoom::Digits,
                Zoom::Digits => Zoom::Colour,
                Zoom::Colour => Zoom::Overview,
                Zoom::Overview => Zoom::Fit,
            };
        }
        Command::Theme => {
            // The heatmap keeps its colours.
            look.palette = Some(look.palette());
            look.theme.light = !look.theme.light;
        }
        Command::Projector => {
            look.toggle_projector();
            state.panel_mut().asked = false;
            state.keep_focus_on_screen();
        }
        Command::Mouse => state.terminal.mouse = !state.terminal.mouse,
        _ => return Outcome::Passed,
    }
    Outcome::Done
}

/// Says a change that is not on the screen yet, because of a step of the walkthrough or a guess.
fn say_unseen(state: &mut State, command: Command) {
    let seen_from = match command {
        Command::Idf => Stage::Weights,
        Command::Rescale => Stage::F1,
        Command::Direction => Stage::RowBest,
        Command::SpecialTokens | Command::Colours | Command::ColourRange | Command::Zoom => {
            Stage::Rows
        }
        _ => return,
    };
    if state.shows(seen_from) {
        return;
    }
    let name = command.name().unwrap_or_default();
    let value = value(state, command);
    let when = if state.is_staged() {
        format!(
            "the walkthrough shows it from step {} on",
            seen_from.number()
        )
    } else {
        "it shows when the scores are revealed".to_owned()
    };
    state.say(format!("{name}: {value}; {when}."));
}
