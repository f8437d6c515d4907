//! The focus: the part of the screen that keys belong to.

use super::Context;
use crate::tui::commands::Focus;
use bertscope_analysis::Side;

impl Context {
    /// Moves the focus away from a panel that is not drawn, or a matrix that does not exist yet.
    pub fn keep_focus_on_screen(&mut self) {
        match self.focus {
            Focus::Panel if !self.has_panel() => self.focus = Focus::Matrix,
            Focus::Matrix if self.main_picture().is_none() => self.focus = Focus::Panel,
            Focus::Text(_) | Focus::Matrix | Focus::Panel => {}
        }
    }

    /// Leaves a text box, so that plain letters are keys: a scene has started that is controlled by them.
    pub fn free_letters(&mut self) {
        if let Focus::Text(_) = self.focus {
            self.leave_text();
        }
    }

    /// Moves from a text box to the area below it.
    pub fn leave_text(&mut self) {
        self.focus = Focus::Matrix;
        self.keep_focus_on_screen();
    }

    /// Moves the focus to the next or previous part of the screen.
    pub fn move_focus(&mut self, forward: bool) {
        let texts = [Focus::Text(Side::Reference), Focus::Text(Side::Candidate)];
        let matrix = Some(Focus::Matrix).filter(|_| self.main_picture().is_some());
        let panel = Some(Focus::Panel).filter(|_| self.has_panel());
        let panes: Vec<Focus> = texts.into_iter().chain(matrix).chain(panel).collect();
        let here = panes.iter().position(|p| *p == self.focus).unwrap_or(0);
        let step = if forward { 1 } else { panes.len() - 1 };
        self.focus = panes[(here + step) % panes.len()];
        if let Focus::Text(side) = self.focus {
            self.enter_text(side);
        }
    }

    /// Moves to a text box.
    pub fn enter_text(&mut self, side: Side) {
        self.focus = Focus::Text(side);
        self.last_text = side;
    }
}
