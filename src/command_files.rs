//! The files of a command: no output may be an input, another output, or named after a format that no command writes.
//!
//! Every command lists its files beside the code that opens them, and checks them before it opens anything; the inspector
//! checks every export. Files are compared by identity and not by name, so no other code has to compare an output with an
//! input.

use std::path::{Path, PathBuf};

use crate::event_log;
use crate::usage_error::{UsageError, refuse};
use bertscope_analysis::ScoreRequest;
use bertscope_encoder::TokenizerFiles;
use bertscope_models::Distribution;
use bertscope_save::{FileId, display_path};

/// The files that a command reads and writes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CommandFiles {
    inputs: Vec<PathBuf>,
    outputs: Vec<PathBuf>,
}

/// A path and the file that it leads to.
struct KnownFile<'a> {
    path: &'a Path,
    id: FileId,
}

impl<'a> KnownFile<'a> {
    /// `None` for a device, a pipe or a folder, which no output can replace.
    fn new(path: &'a Path) -> Option<Self> {
        let id = FileId::for_path(path)?;
        Some(Self { path, id })
    }

    fn find<'f>(&self, files: &'f [KnownFile<'a>]) -> Option<&'f KnownFile<'a>> {
        files.iter().find(|file| file.id == self.id)
    }
}

impl CommandFiles {
    /// Refuses an output that is an input, two outputs that are the same file, and one in a format that no command writes.
    /// The log is an output, too, and written from here on.
    pub fn check(&self) -> Result<(), UsageError> {
        let inputs: Vec<KnownFile> = self
            .inputs
            .iter()
            .filter(|path| path.is_file())
            .filter_map(|path| KnownFile::new(path))
            .collect();
        check_standard_output(&inputs)?;
        let mut outputs: Vec<KnownFile> = Vec::new();
        for path in self.outputs.iter().chain(&event_log::path()) {
            refuse_unwritten_format(path)?;
            let Some(output) = KnownFile::new(path) else {
                continue;
            };
            if let Some(input) = output.find(&inputs) {
                return refuse_input(path, input.path);
            }
            if let Some(other) = output.find(&outputs) {
                return refuse_second_output(path, other.path);
            }
            outputs.push(output);
        }
        for input in &inputs {
            log::info!("reads {}", display_path(input.path));
        }
        event_log::open_file()
    }

    /// Refuses a further output that is one of the files.
    pub fn refuse(&self, output: &Path) -> Result<(), UsageError> {
        let Some(output) = KnownFile::new(output) else {
            return Ok(());
        };
        for path in self.inputs.iter().chain(&self.outputs) {
            if FileId::for_path(path).as_ref() == Some(&output.id) {
                return refuse(format!(
                    "{} is in use; choose another name",
                    display_path(path)
                ));
            }
        }
        Ok(())
    }

    /// Adds inputs; `-` is standard input, which can also be a file.
    #[must_use]
    pub fn read<P: AsRef<Path>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        for path in paths {
            let path = path.as_ref();
            let is_standard_input = path == Path::new("-");
            let input = if is_standard_input {
                Path::new("/dev/stdin")
            } else {
                path
            };
            self.inputs.push(input.to_owned());
        }
        self
    }

    #[must_use]
    pub fn write<P: AsRef<Path>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        let paths = paths.into_iter();
        self.outputs
            .extend(paths.map(|path| path.as_ref().to_owned()));
        self
    }

    /// Adds the files of a model folder.
    #[must_use]
    pub fn model(self, name: Option<&str>) -> Self {
        let Some(folder) = name else { return self };
        // A name on the hub is no folder, and an unreadable one is reported when the model is opened.
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let paths = entries.map(|entry| entry.path());
        self.read(paths.filter(|path| is_model_file(path)))
    }

    /// Adds the files that a score is asked for with.
    #[must_use]
    pub fn request(self, request: &ScoreRequest) -> Self {
        let baseline = request.baseline.as_deref();
        self.model(request.model.as_deref())
            .read(&request.idf_table)
            .read(&request.kinds)
            .read(baseline)
            .read(baseline.map(Distribution::path_beside))
    }
}

/// Standard output has no name, but `>> pairs.jsonl` can make it one of the inputs.
fn check_standard_output(inputs: &[KnownFile]) -> Result<(), UsageError> {
    let path = Path::new("/dev/stdout");
    if !path.is_file() {
        return Ok(());
    }
    match KnownFile::new(path).and_then(|output| output.find(inputs).map(|input| input.path)) {
        None => Ok(()),
        Some(input) => refuse(format!(
            "standard output is the input file {}; redirect it to another file",
            display_path(input)
        )),
    }
}

fn refuse_input(output: &Path, input: &Path) -> Result<(), UsageError> {
    let output_name = display_path(output);
    let input = if input == output {
        "the input".to_owned()
    } else {
        format!("the input {}", display_path(input))
    };
    refuse(format!(
        "{output_name} is {input}; choose another name for the output"
    ))
}

fn refuse_second_output(output: &Path, other: &Path) -> Result<(), UsageError> {
    let output_name = display_path(output);
    let both = if other == output {
        format!("{output_name} is given for two outputs")
    } else {
        format!(
            "{} and {output_name} are the same file",
            display_path(other)
        )
    };
    refuse(format!("{both}; choose another name for one of them"))
}

/// Compressed files and tables that are not text. A file with such a name that has text in it opens nowhere.
const UNWRITTEN_FORMATS: [&str; 9] = [
    "gz", "zip", "zst", "xz", "xlsx", "xls", "ods", "parquet", "feather",
];

fn refuse_unwritten_format(output: &Path) -> Result<(), UsageError> {
    let extension = output.extension().unwrap_or_default().to_ascii_lowercase();
    match extension.to_str() {
        Some(name) if UNWRITTEN_FORMATS.contains(&name) => refuse(format!(
            "{} would not be a .{name} file: bertscope writes text, neither compressed nor as a spreadsheet; choose another \
             extension, such as .csv, and convert the file",
            display_path(output)
        )),
        _ => Ok(()),
    }
}

fn is_model_file(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    if extension == "safetensors" || extension == "bin" {
        return true;
    }
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else {
        return false;
    };
    name == "config.json" || TokenizerFiles::names().any(|known| known == name)
}
