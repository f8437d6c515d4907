//! The sheet of the panel, kept until the answer or the settings change: that of a text of 512 tokens has a thousand rows,
//! and a frame and an update need it several times.

use std::sync::Arc;

use super::State;
use super::explanation_panel::AnsweredQuestion;
use bertscope_explain::Topic;
use bertscope_report::explanation::PageSettings;
use bertscope_report::topics;
use bertscope_sheet::Sheet;

/// A sheet, with the answer and the settings that it is of.
#[derive(Debug, Clone)]
pub struct KeptSheet {
    answer: Arc<AnsweredQuestion>,
    settings: PageSettings,
    sheet: Arc<Sheet>,
}

impl State {
    /// The newest answer to the question of the panel as a document.
    pub fn sheet(&self) -> Option<Arc<Sheet>> {
        let answer = self.panel().answered_question()?;
        let settings = self.page_settings();
        match &self.kept_sheet {
            Some(kept) if Arc::ptr_eq(&kept.answer, answer) && kept.settings == settings => {
                Some(Arc::clone(&kept.sheet))
            }
            _ => Some(Arc::new(topics::sheet(
                &answer.explanation,
                &answer.analysis,
                &settings,
            ))),
        }
    }

    /// Keeps the sheet for the frames and updates to come.
    pub fn keep_sheet(&mut self) {
        let sheet = if self.has_panel() { self.sheet() } else { None };
        self.kept_sheet = match (sheet, self.panel().answered_question()) {
            (Some(sheet), Some(answer)) => Some(KeptSheet {
                answer: Arc::clone(answer),
                settings: self.page_settings(),
                sheet,
            }),
            _ => None,
        };
    }

    /// The user's choices for the sheet of the explanation.
    pub fn page_settings(&self) -> PageSettings {
        let panel = self.panel();
        let cell = self.display().cell;
        // The others are about no cell: where the crosshair is does not change them.
        let has_cell = panel.topic == Topic::Layers;
        PageSettings {
            sides: self.sides(),
            open: panel.open.clone(),
            alignment: panel.alignment,
            special: self.display().show_special,
            cell: has_cell.then_some((cell.candidate, cell.reference)),
            ..PageSettings::default()
        }
    }
}
