//! The files of a command line: no output may be an input, or another output.
//!
//! This is checked once for every command, before anything is opened. Files are compared by identity and not by name, so
//! no other code has to compare an output with an input.

use std::path::{Path, PathBuf};

use super::{
    BaselineArgs, Cli, Command, CompareArgs, IdfArgs, InspectArgs, LessonArgs, MetricArgs, OpenArgs, PackArgs,
    PlotArgs, ReportArgs, ScoreArgs, SystemsArgs, is_folder,
};
use crate::usage_error::UsageError;
use bertscope_encoder::TokenizerFiles;
use bertscope_models::Distribution;
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
        let mut files = CommandFiles::default();
        match &self.command {
            None => files.inspect(&self.inspect),
            Some(Command::Score(args)) => files.score(args),
            Some(Command::Compare(args)) => files.compare(args),
            Some(Command::Plot(args)) => files.plot(args),
            Some(Command::Report(args)) => files.report(args),
            Some(Command::Lesson(args)) => files.lesson(args),
            Some(Command::Open(args)) => files.open(args),
            Some(Command::Idf(args)) => files.idf(args),
            Some(Command::Baseline(args)) => files.baseline(args),
            Some(Command::Pack(args)) => files.pack(args),
            Some(Command::Web(args)) => files.reads.extend(args.lesson.iter().cloned()),
            // They write to standard output or, for manual pages, read nothing.
            Some(Command::Check(_) | Command::Models(_) | Command::Completions(_) | Command::Man(_)) => {}
        }
        files
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

    /// Adds an input; `-` is standard input, which can also be a file.
    fn read(&mut self, path: impl AsRef<Path>) {
        let path = path.as_ref();
        self.reads.push(if path == Path::new("-") { "/dev/stdin".into() } else { path.to_owned() });
    }

    fn write(&mut self, path: impl AsRef<Path>) {
        self.writes.push(path.as_ref().to_owned());
    }

    /// The files of a model folder that are read.
    fn model(&mut self, name: Option<&str>) {
        let Some(folder) = name.map(Path::new).filter(|folder| folder.is_dir()) else { return };
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let is_weights = Path::new(&name).extension().is_some_and(|kind| kind == "safetensors" || kind == "bin");
            if is_weights || name.to_str().is_some_and(|name| name == "config.json" || is_tokenizer_file(name)) {
                self.reads.push(entry.path());
            }
        }
    }

    fn metric(&mut self, args: &MetricArgs) {
        self.model(args.model.as_deref());
        if let Some(idf) = &args.idf {
            self.read(idf);
        }
        if let Some(baseline) = &args.baseline {
            self.read(baseline);
            self.read(Distribution::path_beside(baseline));
        }
    }

    fn inspect(&mut self, args: &InspectArgs) {
        self.metric(&args.metric);
        args.screenshot.iter().for_each(|path| self.write(path));
    }

    fn score(&mut self, args: &ScoreArgs) {
        self.metric(&args.metric);
        args.pairs.iter().chain(&args.reference).chain(&args.candidate).for_each(|path| self.read(path));
        args.output.iter().chain(&args.summary).for_each(|path| self.write(path));
    }

    fn systems(&mut self, args: &SystemsArgs) {
        self.metric(&args.metric);
        args.table_file.iter().chain(&args.reference).chain(&args.candidate).for_each(|path| self.read(path));
        args.scores.iter().for_each(|path| self.read(path));
    }

    fn compare(&mut self, args: &CompareArgs) {
        self.systems(&args.systems);
        args.output.iter().for_each(|path| self.write(path));
    }

    fn plot(&mut self, args: &PlotArgs) {
        self.metric(&args.metric);
        args.reference.iter().chain([&args.candidate]).for_each(|path| self.read(path));
        args.output.iter().for_each(|path| self.write(path));
    }

    fn report(&mut self, args: &ReportArgs) {
        self.systems(&args.systems);
        for path in &args.output {
            if is_folder(path) {
                for name in figure_names(args.systems.count()) {
                    self.write(path.join(name).with_extension("svg"));
                }
            } else {
                self.write(path);
            }
        }
    }

    fn lesson(&mut self, args: &LessonArgs) {
        self.inspect(&args.inspect);
        self.read(&args.lesson);
        args.html.iter().for_each(|path| self.write(path));
    }

    fn open(&mut self, args: &OpenArgs) {
        self.inspect(&args.inspect);
        self.read(&args.file);
        args.scores.iter().for_each(|path| self.read(path));
        if !args.no_marks {
            self.write(bertscope_pairs::marks::marks_path(&args.file));
        }
    }

    fn idf(&mut self, args: &IdfArgs) {
        self.model(args.model.as_deref());
        args.corpus.iter().for_each(|path| self.read(path));
        args.output.iter().for_each(|path| self.write(path));
    }

    fn baseline(&mut self, args: &BaselineArgs) {
        self.model(args.model.as_deref());
        args.corpus.iter().chain(&args.judged).chain(&args.idf).for_each(|path| self.read(path));
        if let Some(output) = &args.output {
            self.write(output);
            self.write(Distribution::path_beside(output));
            self.write(BaselineArgs::part_beside(output));
        }
    }

    fn pack(&mut self, args: &PackArgs) {
        self.model(args.folder.to_str());
        // The copies have the same names.
        let copies: Vec<PathBuf> =
            self.reads.iter().filter_map(|path| path.file_name()).map(|name| args.output.join(name)).collect();
        self.writes.extend(copies);
    }
}

fn is_tokenizer_file(name: &str) -> bool {
    TokenizerFiles::names().any(|known| known == name)
}
