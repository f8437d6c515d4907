//! The sheet of the panel and its lines, kept until the answer, the settings or the width change: that of a text of 512
//! tokens has a thousand rows, and a frame and an update need it several times.

use std::sync::Arc;

use super::{AnsweredQuestion, Context};
use bertscope_explain::Topic;
use bertscope_report::explanation::SheetSettings;
use bertscope_report::topics;
use bertscope_sheet::columns::Line;
use bertscope_sheet::{Sheet, columns};

/// A sheet, with the answer and the settings that it is of.
#[derive(Debug, Clone)]
pub struct KeptSheet {
    answer: Arc<AnsweredQuestion>,
    settings: SheetSettings,
    sheet: Arc<Sheet>,
    lines: Option<KeptLines>,
}

/// The lines of the kept sheet at a width.
#[derive(Debug, Clone)]
struct KeptLines {
    width: u16,
    lines: Arc<[Line]>,
}

impl Context {
    /// The newest answer to the question of the panel as a document.
    pub fn sheet(&self) -> Option<Arc<Sheet>> {
        let answer = self.panel().answered_question()?;
        let settings = self.sheet_settings();
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

    /// The lines of the sheet of the panel at a width.
    pub fn sheet_lines(&self, sheet: &Arc<Sheet>, width: u16) -> Arc<[Line]> {
        let kept = self.kept_sheet.as_ref();
        let of_sheet = kept.filter(|kept| Arc::ptr_eq(&kept.sheet, sheet));
        match of_sheet.and_then(|kept| kept.lines.as_ref()) {
            Some(kept) if kept.width == width => Arc::clone(&kept.lines),
            _ => columns::lines(&sheet.blocks, width).into(),
        }
    }

    /// Keeps the sheet for the frames and updates to come, and its lines if the panel is on the screen with a width.
    pub fn keep_sheet(&mut self, width: Option<u16>) {
        let sheet = if self.has_panel() { self.sheet() } else { None };
        self.kept_sheet = match (sheet, self.panel().answered_question()) {
            (Some(sheet), Some(answer)) => Some(KeptSheet {
                answer: Arc::clone(answer),
                settings: self.sheet_settings(),
                lines: width.map(|width| KeptLines {
                    width,
                    lines: self.sheet_lines(&sheet, width),
                }),
                sheet,
            }),
            _ => None,
        };
    }

    /// The user's choices for the sheet of the explanation.
    pub fn sheet_settings(&self) -> SheetSettings {
        let panel = self.panel();
        let cell = self.display().cell;
        // The others are about no cell: where the crosshair is does not change them.
        let has_cell = panel.topic == Topic::Layers;
        SheetSettings {
            sides: self.sides(),
            open: panel.open.clone(),
            alignment: panel.alignment,
            special: self.display().show_special,
            cell: has_cell.then_some((cell.candidate, cell.reference)),
            ..SheetSettings::default()
        }
    }
}
