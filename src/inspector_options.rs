//! What is asked of the inspector at its start.

use std::path::PathBuf;

use bertscope_analysis::{ScoreRequest, SettingsRequest};
use bertscope_models::device::DeviceName;
use bertscope_report::export::link::PairView;

use crate::appearance::Appearance;
use crate::command_files::CommandFiles;

/// What is asked of the inspector at its start. What nothing asks for comes from the last session, or is a default.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct InspectorOptions {
    /// The references: the first one is shown, and the others are compared with it.
    pub reference: Vec<String>,
    pub candidate: Option<String>,
    /// The model, settings and tables of the command line.
    pub request: ScoreRequest,
    /// The settings of the scores in the file that is opened. They count where the command line says nothing.
    pub file_settings: SettingsRequest,
    pub device: Option<DeviceName>,
    pub appearance: Appearance,
    pub config: ConfigRequest,
    /// Whether the session is neither read nor written.
    pub no_session: bool,
    /// A link to open; its texts and settings replace the others.
    pub link: Option<PairView>,
    /// The parts of the link that could not be read, as a sentence.
    pub link_notice: Option<String>,
    /// The URL of the web page, for links.
    pub page: Option<String>,
    /// The step of the lesson to start at, from 0; `None` for the one at which it was left.
    pub step: Option<usize>,
    /// Whether a lesson shows the teacher's notes.
    pub teacher_notes: bool,
    /// The files of the command, which no export may replace.
    pub files: CommandFiles,
}

/// What is asked of the user's configuration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConfigRequest {
    /// The file, in place of the user's own.
    pub file: Option<PathBuf>,
    /// Whether none is read.
    pub is_off: bool,
}

impl ConfigRequest {
    /// This request, and `earlier` where it says nothing.
    fn merge(self, earlier: Self) -> Self {
        Self {
            file: self.file.or(earlier.file),
            is_off: self.is_off || earlier.is_off,
        }
    }
}

impl InspectorOptions {
    /// The options after the name of a subcommand, and those before it (`earlier`) where they say nothing.
    #[must_use]
    pub fn merge(self, earlier: Self) -> Self {
        let reference = if self.reference.is_empty() {
            earlier.reference
        } else {
            self.reference
        };
        Self {
            reference,
            candidate: self.candidate.or(earlier.candidate),
            request: self.request.merge(earlier.request),
            device: self.device.or(earlier.device),
            appearance: self.appearance.merge(earlier.appearance),
            config: self.config.merge(earlier.config),
            no_session: self.no_session || earlier.no_session,
            // Only a command line without a subcommand has the others.
            ..earlier
        }
    }
}
