//! Settings of the score and of the picture.

use std::time::Instant;

use super::analysis::{move_anchor, request_analysis};
use super::crosshair::keep_cell;
use super::effect::Effect;
use super::panes::keep_focus_on_screen;
use crate::tui::keymap::Action;
use crate::tui::matrix::{Direction, Scale, Zoom};
use crate::tui::state::{ModelState, State};
use crate::tui::theme::Theme;
use bertscope_analysis::Idf;

/// Scores at a layer, or at the last one.
pub(super) fn set_layer(state: &mut State, layer: usize, now: Instant) -> Vec<Effect> {
    if let ModelState::Ready(info) = &state.models.current {
        let layer = layer.min(info.last_layer.0);
        let reopen = info.reopen.clone();
        // A layer tried in a lesson is not kept for the model.
        if state.lesson().is_none() {
            state.models.layers.insert(reopen, layer);
        }
        state.inspection_mut().layer = Some(layer);
    }
    state.saving.unsaved = true;
    move_anchor(state, now);
    request_analysis(state, now)
}

/// Settings: of the score, which needs another analysis, or of the picture, which does not.
pub(super) fn set(state: &mut State, action: Action, now: Instant) -> Vec<Effect> {
    state.saving.unsaved = true;
    match action {
        Action::CycleIdf => {
            state.inspection_mut().idf = match state.inspection().idf {
                Idf::Off => Idf::Table,
                Idf::Table => Idf::References,
                Idf::References => Idf::Off,
            };
        }
        Action::ToggleRescale => state.picture_mut().rescale = !state.picture().rescale,
        Action::LayerDown | Action::LayerUp => {
            let layer = state.inspection().layer.unwrap_or(0);
            return set_layer(
                state,
                if action == Action::LayerDown { layer.saturating_sub(1) } else { layer + 1 },
                now,
            );
        }
        Action::CycleDirection => {
            state.picture_mut().direction = match state.picture().direction {
                Direction::Both => Direction::Precision,
                Direction::Precision => Direction::Recall,
                Direction::Recall => Direction::Both,
            };
            return Vec::new();
        }
        Action::ToggleSpecial => {
            state.picture_mut().show_special = !state.picture().show_special;
            keep_cell(state);
            return Vec::new();
        }
        Action::CyclePalette => {
            state.look.palette = state.look.palette.next();
            return Vec::new();
        }
        Action::ToggleScale => {
            state.look.scale = if state.look.scale == Scale::Unit { Scale::Data } else { Scale::Unit };
            return Vec::new();
        }
        Action::CycleZoom => {
            state.look.zoom = match state.look.zoom {
                Zoom::Fit => Zoom::Digits,
                Zoom::Digits => Zoom::Colour,
                Zoom::Colour => Zoom::Overview,
                Zoom::Overview => Zoom::Fit,
            };
            return Vec::new();
        }
        Action::ToggleTheme => {
            state.look.theme = Theme { light: !state.look.theme.light, ..state.look.theme };
            return Vec::new();
        }
        Action::ToggleProjector => {
            state.look.projector = !state.look.projector;
            state.look.theme.strong = state.look.projector;
            state.panel_mut().asked = false;
            keep_focus_on_screen(state);
            state.saving.unsaved = true;
            return Vec::new();
        }
        Action::ToggleMouse => {
            state.terminal.mouse = !state.terminal.mouse;
            return vec![Effect::CaptureMouse(state.terminal.mouse)];
        }
        _ => return Vec::new(),
    }
    move_anchor(state, now);
    request_analysis(state, now)
}
