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
    if let ModelState::Ready(info) = &state.model {
        let layer = layer.min(info.last_layer.0);
        state.layer = Some(layer);
        // A layer tried in a lesson is not kept for the model.
        if state.lesson.is_none() {
            state.layers.insert(info.reopen.clone(), layer);
        }
    }
    state.unsaved = true;
    move_anchor(state, now);
    request_analysis(state, now)
}

/// Settings: of the score, which needs another analysis, or of the picture, which does not.
pub(super) fn set(state: &mut State, action: Action, now: Instant) -> Vec<Effect> {
    state.unsaved = true;
    match action {
        Action::CycleIdf => {
            state.idf = match state.idf {
                Idf::Off => Idf::Table,
                Idf::Table => Idf::References,
                Idf::References => Idf::Off,
            };
        }
        Action::ToggleRescale => state.rescale = !state.rescale,
        Action::LayerDown | Action::LayerUp => {
            let layer = state.layer.unwrap_or(0);
            return set_layer(
                state,
                if action == Action::LayerDown { layer.saturating_sub(1) } else { layer + 1 },
                now,
            );
        }
        Action::CycleDirection => {
            state.direction = match state.direction {
                Direction::Both => Direction::Precision,
                Direction::Precision => Direction::Recall,
                Direction::Recall => Direction::Both,
            };
            return Vec::new();
        }
        Action::ToggleSpecial => {
            state.show_special = !state.show_special;
            keep_cell(state);
            return Vec::new();
        }
        Action::CyclePalette => {
            state.palette = state.palette.next();
            return Vec::new();
        }
        Action::ToggleScale => {
            state.scale = if state.scale == Scale::Unit { Scale::Data } else { Scale::Unit };
            return Vec::new();
        }
        Action::CycleZoom => {
            state.zoom = match state.zoom {
                Zoom::Fit => Zoom::Digits,
                Zoom::Digits => Zoom::Colour,
                Zoom::Colour => Zoom::Overview,
                Zoom::Overview => Zoom::Fit,
            };
            return Vec::new();
        }
        Action::ToggleTheme => {
            state.theme = Theme { light: !state.theme.light, ..state.theme };
            return Vec::new();
        }
        Action::ToggleProjector => {
            state.projector = !state.projector;
            state.theme.strong = state.projector;
            state.explaining.asked = false;
            keep_focus_on_screen(state);
            state.unsaved = true;
            return Vec::new();
        }
        Action::ToggleMouse => {
            state.mouse = !state.mouse;
            return vec![Effect::CaptureMouse(state.mouse)];
        }
        _ => return Vec::new(),
    }
    move_anchor(state, now);
    request_analysis(state, now)
}
