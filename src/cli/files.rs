//! The files of a command line.

use std::path::{Path, PathBuf};

use super::{BaselineArgs, Cli, Command, SystemsArgs, is_folder};
use crate::command_files::CommandFiles;
use crate::inspector_options::InspectorOptions;
use crate::metric_options::MetricOptions;
use bertscope_models::Distribution;
use bertscope_pairs::marks::marks_path;
use bertscope_report::findings::figure_names;

impl Cli {
    /// The options of the inspector that the command opens, if it opens one.
    pub fn inspector(&mut self) -> &mut InspectorOptions {
        match &mut self.command {
            Some(Command::Lesson(args)) => &mut args.inspect,
            Some(Command::Open(args)) => &mut args.inspect,
            _ => &mut self.inspect,
        }
    }

    /// The files that the command reads and writes.
    pub fn files(&self) -> CommandFiles {
        let files = CommandFiles::default();
        match &self.command {
            None => files.metric(&self.inspect.metric),
            Some(Command::Score(args)) => files
                .metric(&args.metric)
                .read(
                    args.pairs
                        .iter()
                        .chain(&args.reference)
                        .chain(&args.candidate),
                )
                .write(args.output.iter().chain(&args.summary)),
            Some(Command::Compare(args)) => files.systems(&args.systems).write(&args.output),
            Some(Command::Plot(args)) => files
                .metric(&args.metric)
                .read(args.reference.iter().chain([&args.candidate]))
                .write(&args.output),
            Some(Command::Report(args)) => {
                let figures = |folder: &Path| {
                    let names = figure_names(args.systems.count()).into_iter();
                    names
                        .map(|name| folder.join(name).with_extension("svg"))
                        .collect()
                };
                let written = |path: &PathBuf| {
                    if is_folder(path) {
                        figures(path)
                    } else {
                        vec![path.clone()]
                    }
                };
                files
                    .systems(&args.systems)
                    .write(args.output.iter().flat_map(written))
            }
            Some(Command::Lesson(args)) => files
                .metric(&args.inspect.metric)
                .read([&args.lesson])
                .write(&args.html),
            Some(Command::Open(args)) => files
                .metric(&args.inspect.metric)
                .read([args.pairs_file()])
                .read(
                    args.inspect
                        .reference
                        .iter()
                        .filter(|_| args.file.is_none()),
                )
                .read(&args.scores)
                .write((!args.no_marks).then(|| marks_path(args.pairs_file()))),
            Some(Command::Idf(args)) => files
                .model(args.model.as_deref())
                .read(&args.corpus)
                .write(&args.output),
            Some(Command::Baseline(args)) => files
                .model(args.model.as_deref())
                .read(args.corpus.iter().chain(&args.judged).chain(&args.idf))
                .write(
                    args.output
                        .iter()
                        .flat_map(|output| BaselineArgs::outputs(output)),
                ),
            // The copies have the same names.
            Some(Command::Pack(args)) => {
                let files = files.model(args.folder.to_str());
                let names: Vec<_> = files
                    .reads
                    .iter()
                    .filter_map(|path| path.file_name())
                    .collect();
                let copies: Vec<_> = names
                    .into_iter()
                    .map(|name| args.output.join(name))
                    .collect();
                files.write(copies)
            }
            // They write to standard output or, for manual pages, read nothing.
            Some(Command::Models(_) | Command::Completions(_) | Command::Man(_)) => files,
        }
    }
}

impl CommandFiles {
    fn metric(self, args: &MetricOptions) -> Self {
        self.model(args.model.as_deref())
            .read(&args.idf)
            .read(&args.kinds)
            .read(
                args.baseline
                    .iter()
                    .flat_map(|table| [table.clone(), Distribution::path_beside(table)]),
            )
    }

    fn systems(self, args: &SystemsArgs) -> Self {
        self.metric(&args.metric)
            .read(
                args.table_file
                    .iter()
                    .chain(&args.reference)
                    .chain(&args.candidate),
            )
            .read(&args.scores)
    }
}
