//! The files of a command line: no output may be an input, or another output.
//!
//! This is checked once for every command, before anything is opened. Files are compared by identity and not by name, so
//! no other code has to compare an output with an input.

use std::path::{Path, PathBuf};

use super::{BaselineArgs, Cli, Command, SystemsArgs, is_folder};
use crate::inspector_options::InspectorOptions;
use crate::metric_options::MetricOptions;
use crate::usage_error::UsageError;
use bertscope_encoder::TokenizerFiles;
use bertscope_models::Distribution;
use bertscope_pairs::marks::marks_path;
use bertscope_printable::printable;
use bertscope_report::findings::figure_names;
use bertscope_report::save::FileId;

/// The files that a command reads and writes.
#[derive(Debug, Default)]
pub struct CommandFiles {
    reads: Vec<PathBuf>,
    writes: Vec<PathBuf>,
}

impl Cli {
    /// The files that the command reads and writes.
    #[must_use]
    pub fn files(&self) -> CommandFiles {
        let files = CommandFiles::default();
        match &self.command {
            None => files.inspect(&self.inspect),
            Some(Command::Score(args)) => files
                .metric(&args.metric)
                .read(args.pairs.iter().chain(&args.reference).chain(&args.candidate))
                .write(args.output.iter().chain(&args.summary)),
            Some(Command::Compare(args)) => files.systems(&args.systems).write(&args.output),
            Some(Command::Plot(args)) => {
                files.metric(&args.metric).read(args.reference.iter().chain([&args.candidate])).write(&args.output)
            }
            Some(Command::Report(args)) => {
                let figures = |folder: &Path| {
                    let names = figure_names(args.systems.count()).into_iter();
                    names.map(|name| folder.join(name).with_extension("svg")).collect()
                };
                let written = |path: &PathBuf| if is_folder(path) { figures(path) } else { vec![path.clone()] };
                files.systems(&args.systems).write(args.output.iter().flat_map(written))
            }
            Some(Command::Lesson(args)) => files.inspect(&args.inspect).read([&args.lesson]).write(&args.html),
            Some(Command::Open(args)) => files
                .inspect(&args.inspect)
                .read([&args.file])
                .read(&args.scores)
                .write((!args.no_marks).then(|| marks_path(&args.file))),
            Some(Command::Idf(args)) => files.model(args.model.as_deref()).read(&args.corpus).write(&args.output),
            Some(Command::Baseline(args)) => files
                .model(args.model.as_deref())
                .read(args.corpus.iter().chain(&args.judged).chain(&args.idf))
                .write(args.output.iter().flat_map(|output| BaselineArgs::outputs(output))),
            // The copies have the same names.
            Some(Command::Pack(args)) => {
                let files = files.model(args.folder.to_str());
                let names: Vec<_> = files.reads.iter().filter_map(|path| path.file_name()).collect();
                let copies: Vec<_> = names.into_iter().map(|name| args.output.join(name)).collect();
                files.write(copies)
            }
            Some(Command::Web(args)) => files.read(&args.lesson),
            // They write to standard output or, for manual pages, read nothing.
            Some(Command::Check(_) | Command::Models(_) | Command::Completions(_) | Command::Man(_)) => files,
        }
    }
}

impl CommandFiles {
    /// Refuses an output that is an input, and two outputs that are the same file.
    ///
    /// # Errors
    /// [`UsageError`] with the names of the files.
    pub fn check(&self) -> Result<(), UsageError> {
        let shown = |path: &Path| printable(&path.to_string_lossy());
        let inputs: Vec<(&Path, FileId)> = self
            .reads
            .iter()
            .filter(|path| path.is_file())
            .filter_map(|path| Some((&**path, FileId::for_path(path)?)))
            .collect();
        // Standard output has no name, but `>> pairs.jsonl` can make it one of the inputs.
        let standard = Path::new("/dev/stdout");
        let id = standard.is_file().then(|| FileId::for_path(standard)).flatten();
        if let Some((input, _)) = inputs.iter().find(|(_, input)| Some(input) == id.as_ref()) {
            let sentence = format!("standard output is the input file {}; redirect it to another file", shown(input));
            return Err(UsageError(sentence));
        }
        let mut outputs: Vec<(&Path, FileId)> = Vec::new();
        for path in &self.writes {
            let Some(id) = FileId::for_path(path) else { continue };
            if let Some((input, _)) = inputs.iter().find(|(_, input)| *input == id) {
                let what = if *input == path { "the input".to_owned() } else { format!("the input {}", shown(input)) };
                return Err(UsageError(format!("{} is {what}; choose another name for the output", shown(path))));
            }
            if let Some((other, _)) = outputs.iter().find(|(_, output)| *output == id) {
                let both = match shown(path) {
                    path_shown if *other == path => format!("{path_shown} is given for two outputs"),
                    path_shown => format!("{} and {path_shown} are the same file", shown(other)),
                };
                let sentence = format!("{both}; choose another name for one of them");
                return Err(UsageError(sentence));
            }
            outputs.push((path, id));
        }
        Ok(())
    }

    /// Adds inputs; `-` is standard input, which can also be a file.
    fn read<P: AsRef<Path>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        let input = |path: &Path| if path == Path::new("-") { "/dev/stdin".into() } else { path.to_owned() };
        self.reads.extend(paths.into_iter().map(|path| input(path.as_ref())));
        self
    }

    /// Adds outputs.
    fn write<P: AsRef<Path>>(mut self, paths: impl IntoIterator<Item = P>) -> Self {
        self.writes.extend(paths.into_iter().map(|path| path.as_ref().to_owned()));
        self
    }

    /// The files of a model folder that are read.
    fn model(self, name: Option<&str>) -> Self {
        let Some(folder) = name.map(Path::new).filter(|folder| folder.is_dir()) else { return self };
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        self.read(entries.map(|entry| entry.path()).filter(|path| is_model_file(path)))
    }

    fn metric(self, args: &MetricOptions) -> Self {
        self.model(args.model.as_deref())
            .read(&args.idf)
            .read(args.baseline.iter().flat_map(|table| [table.clone(), Distribution::path_beside(table)]))
    }

    fn inspect(self, args: &InspectorOptions) -> Self {
        self.metric(&args.metric).write(&args.screenshot)
    }

    fn systems(self, args: &SystemsArgs) -> Self {
        self.metric(&args.metric)
            .read(args.table_file.iter().chain(&args.reference).chain(&args.candidate))
            .read(&args.scores)
    }
}

fn is_model_file(path: &Path) -> bool {
    let is_weights = path.extension().is_some_and(|kind| kind == "safetensors" || kind == "bin");
    let name = path.file_name().and_then(|name| name.to_str());
    is_weights || name.is_some_and(|name| name == "config.json" || TokenizerFiles::names().any(|known| known == name))
}
