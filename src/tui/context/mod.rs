//! What every part of the screen sees: the pair with its settings, the results, the models, the look, and what the loop
//! carries out. Of the parts it knows plain data only: what effects and messages carry.

pub mod earlier_settings;
pub mod effect;
pub mod explanation_panel;
pub mod focus;
pub mod frame;
pub mod inspection;
pub mod kept_sheet;
pub mod key_label;
pub mod lent;
pub mod look;
pub mod message;
pub mod models;
pub mod results;
pub mod shown;
pub mod status;

pub use self::earlier_settings::ChosenSettings;
pub use self::effect::{AnalysisJob, Effect};
pub use self::explanation_panel::{AnsweredQuestion, ExplanationPanel, MAX_KEPT_TEXTS};
pub use self::frame::{
    CellMode, HeatmapGeometry, MIN_SIZE, SIDE_BY_SIDE_WIDTH, Screen, inside, whole,
};
pub use self::inspection::{Audience, DisplaySettings, Inspection};
pub use self::kept_sheet::KeptSheet;
pub use self::key_label::{KeyLabel, text_command};
pub use self::lent::{LentPair, Staged};
pub use self::look::{CellPosition, ColorScale, Look, MatchDirection, Zoom};
pub use self::message::{AnalysisOutcome, Message};
pub use self::models::{ModelInfo, ModelRequest, Models, Opening, short_name};
pub use self::results::{DIM_AFTER, EDIT_PAUSE, Results, ShownChange};
pub use self::shown::{HiddenContent, MainView};
pub use self::status::{Messages, StatusMessage};

use std::sync::Arc;
use std::time::Instant;

use crate::tui::commands::{Focus, Scope};
use crate::tui::common::Editor;
use crate::tui::config::Config;
use bertscope_analysis::Side;

#[derive(Debug, Clone)]
pub struct Context {
    /// The user's own texts and settings.
    pub own: Inspection,
    /// The pair that is on the screen in place of the user's own.
    pub lent: Option<Box<LentPair>>,
    /// The stage up to which the score is built.
    pub staged: Option<Box<Staged>>,
    /// The scope of the list that covers the panes, or of its filter or summary.
    pub list_scope: Option<Scope>,
    pub focus: Focus,
    /// The text box edited last, to return to.
    pub last_text: Side,
    /// Appearance settings.
    pub look: Look,
    /// The user's configuration, with the keys.
    pub config: Arc<Config>,
    pub models: Models,
    pub results: Results,
    /// Messages on the screen.
    pub messages: Messages,
    /// Unsaved changes.
    pub saving: Saving,
    /// Facts about the terminal.
    pub terminal: TerminalState,
    /// What stands where in the frame that is drawn next; `None` before the first message, and on too small a screen.
    pub frame: Option<Arc<Screen>>,
    /// When the message that is being handled arrived.
    pub now: Instant,
    /// The sheet that the panel shows.
    pub kept_sheet: Option<KeptSheet>,
    /// What the loop carries out after this update.
    pub effects: Vec<Effect>,
}

/// Unsaved changes.
#[derive(Debug, Clone, Default)]
pub struct Saving {
    /// Whether something has changed that the session file or the marks file lacks.
    pub unsaved: bool,
    /// Why texts and settings were not saved last time.
    pub failure: Option<String>,
}

/// The most columns and rows that are drawn: a terminal may claim any size, and every cell takes memory and time.
const MAX_DRAWN_SIZE: (u16, u16) = (1000, 400);

/// The part of a terminal that is drawn.
pub fn drawn_size((width, height): (u16, u16)) -> (u16, u16) {
    (width.min(MAX_DRAWN_SIZE.0), height.min(MAX_DRAWN_SIZE.1))
}

/// Facts about the terminal.
#[derive(Debug, Clone, Copy)]
pub struct TerminalState {
    /// Size of the drawn part in cells.
    pub size: (u16, u16),
    /// Whether the user turned mouse capture on everywhere.
    pub mouse: bool,
    /// Whether the Option key of a Mac types characters here, so that chords with Alt are not delivered.
    pub option_types: bool,
}

impl Context {
    /// The pair on the screen with its settings: the user's own, or the one that an open part lends.
    pub fn inspection(&self) -> &Inspection {
        self.lent
            .as_deref()
            .map_or(&self.own, |lent| &lent.inspection)
    }

    /// The pair and settings, mutable.
    pub fn inspection_mut(&mut self) -> &mut Inspection {
        self.lent
            .as_deref_mut()
            .map_or(&mut self.own, |lent| &mut lent.inspection)
    }

    /// Whether the pair on the screen is the user's own.
    pub fn has_own_pair(&self) -> bool {
        self.lent.is_none()
    }

    /// The display settings: of the stage, or of the pair on the screen.
    pub fn display(&self) -> &DisplaySettings {
        self.staged
            .as_deref()
            .map_or(&self.inspection().display, |staged| &staged.display)
    }

    pub fn display_mut(&mut self) -> &mut DisplaySettings {
        match self.staged.as_deref_mut() {
            Some(staged) => &mut staged.display,
            None => match self.lent.as_deref_mut() {
                Some(lent) => &mut lent.inspection.display,
                None => &mut self.own.display,
            },
        }
    }

    /// Whether the score is built stage by stage.
    pub fn is_staged(&self) -> bool {
        self.staged.is_some()
    }

    pub fn panel(&self) -> &ExplanationPanel {
        &self.inspection().panel
    }

    pub fn panel_mut(&mut self) -> &mut ExplanationPanel {
        &mut self.inspection_mut().panel
    }

    /// The text box of a side.
    pub fn editor(&self, side: Side) -> &Editor {
        self.inspection().editor(side)
    }

    /// The text box of a side, mutable.
    pub fn editor_mut(&mut self, side: Side) -> &mut Editor {
        self.inspection_mut().editor_mut(side)
    }

    /// The side of the text with the focus, or of the text edited last.
    pub fn text_side(&self) -> Side {
        if let Focus::Text(side) = self.focus {
            side
        } else {
            self.last_text
        }
    }

    /// Whether the list of pairs covers the panes.
    pub fn is_list_open(&self) -> bool {
        self.list_scope.is_some()
    }

    /// The scope of keys without a prompt or the palette: it names the keys in sentences.
    pub fn scene_scope(&self) -> Scope {
        self.list_scope.unwrap_or_else(|| self.pane_scope())
    }

    /// The scope of the pane with the focus.
    pub fn pane_scope(&self) -> Scope {
        match self.focus {
            Focus::Panel if self.is_staged() => Scope::StepText,
            Focus::Matrix if self.main_picture() == Some(MainView::Question) => Scope::StepText,
            Focus::Matrix if self.is_staged() || !self.has_own_pair() => Scope::Step,
            focus => Scope::for_focus(focus),
        }
    }

    /// Indices of the tokens with a row or column.
    pub fn shown_tokens(&self, side: Side) -> Vec<usize> {
        let Some(analysis) = &self.results.analysis else {
            return Vec::new();
        };
        let tokens = &analysis.side(side).tokenized.tokens;
        (0..tokens.len())
            .filter(|&i| self.display().show_special || !tokens[i].special)
            .collect()
    }

    /// The shown tokens without the special ones that no word matches, except under the crosshair.
    pub fn unfolded_tokens(&self, side: Side) -> Vec<usize> {
        let Some(analysis) = &self.results.analysis else {
            return Vec::new();
        };
        let mut shown = self.shown_tokens(side);
        shown.retain(|&i| {
            let mut matched = analysis.matched_to_special(side.other());
            i == self.display().cell.token(side)
                || !analysis.side(side).tokenized.tokens[i].special
                || matched.any(|(_, found)| found.token == i)
        });
        shown
    }

    /// The sides whose matches are shown.
    pub fn sides(&self) -> Vec<Side> {
        self.display().direction.sides()
    }

    /// Whether there is a panel: not while the audience guesses, and on a projector only for a stage, for a step that
    /// needs it, and when the user asked a question.
    pub fn has_panel(&self) -> bool {
        if self.hides_scores() {
            return false;
        }
        !self.look.hides_unasked_panel()
            || self.is_staged()
            || self.panel().asked
            || self.lent.as_deref().is_some_and(LentPair::needs_panel)
    }

    /// Whether the derivation of the cosine under the crosshair is computed.
    pub fn needs_cosine(&self) -> bool {
        let stage_shows_it = self
            .staged
            .as_deref()
            .is_some_and(|staged| staged.stage.shows_cell_numbers());
        stage_shows_it || self.panel().derivation.is_some()
    }
}
