//! The focus: the part of the screen that keys belong to.

use crate::tui::commands::Focus;
use crate::tui::context::Context;
use bertscope_analysis::Side;

/// Moves the focus away from a panel that is not drawn, or a matrix that does not exist yet.
pub fn keep_focus_on_screen(context: &mut Context) {
    match context.focus {
        Focus::Panel if !context.has_panel() => context.focus = Focus::Matrix,
        Focus::Matrix if context.main_picture().is_none() => context.focus = Focus::Panel,
        Focus::Text(_) | Focus::Matrix | Focus::Panel => {}
    }
}

/// Leaves a text box, so that plain letters are keys: a scene has started that is controlled by them.
pub fn free_letters(context: &mut Context) {
    if let Focus::Text(_) = context.focus {
        leave_text(context);
    }
}

/// Moves from a text box to the area below it.
pub fn leave_text(context: &mut Context) {
    context.focus = Focus::Matrix;
    keep_focus_on_screen(context);
}

/// Moves the focus to the next or previous part of the screen.
pub fn focus(context: &mut Context, forward: bool) {
    let texts = [Focus::Text(Side::Reference), Focus::Text(Side::Candidate)];
    let matrix = Some(Focus::Matrix).filter(|_| context.main_picture().is_some());
    let panel = Some(Focus::Panel).filter(|_| context.has_panel());
    let panes: Vec<Focus> = texts.into_iter().chain(matrix).chain(panel).collect();
    let here = panes.iter().position(|p| *p == context.focus).unwrap_or(0);
    let step = if forward { 1 } else { panes.len() - 1 };
    context.focus = panes[(here + step) % panes.len()];
    if let Focus::Text(side) = context.focus {
        enter_text(context, side);
    }
}

/// Moves to a text box.
pub fn enter_text(context: &mut Context, side: Side) {
    (context.focus, context.last_text) = (Focus::Text(side), side);
}
