//! The files of a command: no output may be an input, or another output.
//!
//! This is checked once for every command, before anything is opened, and in the inspector before every export. Files are
//! compared by identity and not by name, so no other code has to compare an output with an input.

use std::path::{Path, PathBuf};

use crate::usage_error::{UsageError, refuse};
use bertscope_encoder::TokenizerFiles;
use bertscope_report::save::{FileId, display_path};

/// The files that a command reads and writes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CommandFiles {
    pub(crate) reads: Vec<PathBuf>,
    writes: Vec<PathBuf>,
}

impl CommandFiles {
    /// Refuses an output that is an input, and two outputs that are the same file.
    pub fn check(&self) -> Result<(), UsageError> {
        let inputs: Vec<(&Path, FileId)> = self
            .reads
            .iter()
            .filter(|path| path.is_file())
            .filter_map(|path| Some((&**path, FileId::for_path(path)?)))
            .collect();
        // Standard output has no name, but `>> pairs.jsonl` can make it one of the inputs.
        let standard = Path::new("/dev/stdout");
        let id = standard
            .is_file()
            .then(|| FileId::for_path(standard))
            .flatten();
        if let Some((input, _)) = inputs.iter().find(|(_, input)| Some(input) == id.as_ref()) {
            return refuse(format!(
                "standard output is the input file {}; redirect it to another file",
                display_path(input)
            ));
        }
        let mut outputs: Vec<(&Path, FileId)> = Vec::new();
        for path in &self.writes {
            let Some(id) = FileId::for_path(path) else {
                continue;
            };
            if let Some((input, _)) = inputs.iter().find(|(_, input)| *input == id) {
                let what = if *input == path {
                    "the input".to_owned()
                } else {
                    format!("the input {}", display_path(input))
                };
                return refuse(format!(
                    "{} is {what}; choose another name for the output",
                    display_path(path)
                ));
            }
            if let Some((other, _)) = outputs.iter().find(|(_, output)| *output == id) {
                let both = match display_path(path) {
                    path_shown if *other == path => {
                        format!("{path_shown} is given for two outputs")
                    }
                    path_shown => {
                        format!("{} and {path_shown} are the same file", display_path(other))
                    }
                };
                return refuse(format!("{both}; choose another name for one of them"));
            }
            outputs.push((path, id));
        }
        Ok(())
    }

    /// Refuses a further output that is one of the files.
    pub fn refuse(&self, output: &Path) -> Result<(), UsageError> {
        let id = FileId::for_path(output);
        match self
            .reads
            .iter()
            .chain(&self.writes)
            .find(|path| id.is_some() && FileId::for_path(path) == id)
        {
            None => Ok(()),
            Some(file) => refuse(format!(
                "{} is in use; choose another name",
                display_path(file)
            )),
        }
    }

    /// Adds inputs; `-` is standard input, which can also be a file.
    #[must_use]
    pub fn read<P: AsRef<Path>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        let input = |path: &Path| {
            if path == Path::new("-") {
                "/dev/stdin".into()
            } else {
                path.to_owned()
            }
        };
        self.reads
            .extend(paths.into_iter().map(|path| input(path.as_ref())));
        self
    }

    /// Adds outputs.
    #[must_use]
    pub fn write<P: AsRef<Path>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        self.writes
            .extend(paths.into_iter().map(|path| path.as_ref().to_owned()));
        self
    }

    /// The files of a model folder that are read.
    #[must_use]
    pub fn model(self, name: Option<&str>) -> Self {
        let Some(folder) = name.map(Path::new).filter(|folder| folder.is_dir()) else {
            return self;
        };
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        self.read(
            entries
                .map(|entry| entry.path())
                .filter(|path| is_model_file(path)),
        )
    }
}

fn is_model_file(path: &Path) -> bool {
    let is_weights = path
        .extension()
        .is_some_and(|kind| kind == "safetensors" || kind == "bin");
    let name = path.file_name().and_then(|name| name.to_str());
    is_weights
        || name.is_some_and(|name| {
            name == "config.json" || TokenizerFiles::names().any(|known| known == name)
        })
}
