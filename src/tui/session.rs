//! The last pair and settings, kept between runs so that nothing typed is lost.

use std::io::Write;
use std::path::{Path, PathBuf};

use etcetera::{BaseStrategy, choose_base_strategy};
use serde::{Deserialize, Serialize};

use super::pairs_list::FileIdf;
use super::state::{Direction, ModelState, Scale, State};
use bertscope_analysis::Idf;
use bertscope_explain::Topic;
use bertscope_report::palette::Palette;

/// What is kept. Every field may be missing, so that older and newer versions read each other's files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Default)]
#[serde(default)]
pub struct Session {
    /// The reference text.
    pub reference: Option<String>,
    /// The candidate text.
    pub candidate: Option<String>,
    /// What opens the model again, to which the layer belongs.
    pub model: Option<String>,
    /// Model folders that were used, the last one first.
    pub folders: Vec<String>,
    /// The layer.
    pub layer: Option<usize>,
    /// How tokens are weighed: `off`, `table` or `references`.
    pub idf: Option<String>,
    /// Whether the score is rescaled.
    pub rescale: bool,
    /// Which matches are shown.
    pub direction: Option<Direction>,
    /// Whether special tokens are hidden.
    pub hide_special: bool,
    /// Colours of the heatmap.
    pub palette: Option<Palette>,
    /// Ends of the colour scale.
    pub scale: Option<Scale>,
    /// Whether the screen is for a room.
    pub projector: bool,
    /// What the panel explains.
    pub topic: Option<Topic>,
    /// Candidates that are kept to compare with.
    pub kept_candidates: Vec<String>,
    /// References that are kept.
    pub kept_references: Vec<String>,
}

impl Session {
    /// Where the file is: in the user's state folder, or the cache folder where there is no such thing.
    #[must_use]
    pub fn path() -> Option<PathBuf> {
        let folders = choose_base_strategy().ok()?;
        Some(folders.state_dir().unwrap_or_else(|| folders.cache_dir()).join("bertscope").join("session.json"))
    }

    /// Reads the file; a missing or damaged one is an empty session.
    #[must_use]
    pub fn read(path: &Path) -> Self {
        let text = std::fs::read(path).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    /// Writes the file in one step, so that a crash leaves the old one.
    ///
    /// # Errors
    /// When the folder cannot be made or written to.
    pub fn write(&self, path: &Path) -> std::io::Result<()> {
        let folder = path.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(&serde_json::to_vec_pretty(self)?)?;
        file.persist(path)?;
        Ok(())
    }

    /// What is to be kept of a state. Before there is a model, the one that is being opened counts.
    #[must_use]
    pub fn of(state: &State) -> Self {
        let idf = weighing_name(state.idf);
        let coming = state.opening.as_ref();
        let (model, layer) = match &state.model {
            ModelState::Ready(info) => (Some(info.reopen.clone()), state.layer),
            ModelState::Loading => (coming.map(|o| o.request.name.clone()), coming.and_then(|o| o.layer)),
        };
        // So with what the walkthrough sets.
        if let Some(walking) = state.walk {
            let mut before = State { walk: None, ..state.clone() };
            walking.before.restore(&mut before);
            return Self::of(&before);
        }
        // What a lesson shows is the lesson's; what was there before it is kept.
        if let Some(active) = &state.lesson {
            let mut before = State { lesson: None, ..state.clone() };
            active.before.clone().restore(&mut before);
            return Self::of(&before);
        }
        let kept = Self {
            reference: Some(state.reference.text().to_owned()),
            candidate: Some(state.candidate.text().to_owned()),
            model,
            folders: state.folders.clone(),
            layer,
            idf: Some(idf.to_owned()),
            rescale: state.rescale,
            direction: Some(state.direction),
            hide_special: !state.show_special,
            palette: Some(state.palette),
            scale: Some(state.scale),
            projector: state.projector,
            topic: Some(state.explaining.topic),
            kept_candidates: state.explaining.candidates.iter().map(ToString::to_string).collect(),
            kept_references: state.explaining.references.iter().map(ToString::to_string).collect(),
        };
        kept.without_file(state)
    }

    /// Texts and settings that a file of pairs has loaded are not saved unless they were edited; those from before are
    /// kept.
    fn without_file(mut self, state: &State) -> Self {
        let Some((list, own)) = state.pairs.as_ref().and_then(|list| Some((list, list.before.as_ref()?))) else {
            return self;
        };
        if let FileIdf::On(_) = list.idf {
            self.idf = Some(weighing_name(own.idf).to_owned());
        }
        if [state.reference.text(), state.candidate.text()] == list.shown.each_ref().map(String::as_str) {
            self.reference = Some(own.reference.clone());
            self.candidate = Some(own.candidate.clone());
            self.kept_references = own.references.iter().map(ToString::to_string).collect();
        }
        self
    }

    /// How tokens were weighed.
    #[must_use]
    pub fn weighing(&self) -> Idf {
        match self.idf.as_deref() {
            Some("table") => Idf::Table,
            Some("references") => Idf::References,
            _ => Idf::Off,
        }
    }
}

/// What the file has for a way of weighing.
fn weighing_name(idf: Idf) -> &'static str {
    match idf {
        Idf::Off => "off",
        Idf::Table => "table",
        Idf::References => "references",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep").join("session.json");
        let session = Session { reference: Some("a \u{1b}[31m ref".into()), layer: Some(4), ..Session::default() };
        session.write(&path).unwrap();
        assert_eq!(Session::read(&path), session);
    }

    #[test]
    fn a_damaged_file_is_an_empty_session() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("session.json");
        std::fs::write(&path, b"{\"reference\": 3").unwrap();
        assert_eq!(Session::read(&path), Session::default());
    }
}
