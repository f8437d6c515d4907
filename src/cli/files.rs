//! The files of a command line.

use std::path::{Path, PathBuf};

use super::{BaselineArgs, Cli, Command, SystemsArgs, is_folder};
use crate::command_files::CommandFiles;
use crate::inspector_options::InspectorOptions;
use bertscope_analysis::{Idf, ScoreRequest};
use bertscope_models::Distribution;
use bertscope_pairs::marks::marks_path;
use bertscope_report::findings::figure_names;

impl Cli {
    /// The files that the command reads and writes; `inspector` is what it asks of the inspector.
    pub fn files(&self, inspector: &InspectorOptions) -> CommandFiles {
        let files = CommandFiles::default();
        match &self.command {
            None => files.request(&inspector.request),
            Some(Command::Score(args)) => files
                .request(&args.metric.request(Idf::References))
                .read(
                    args.pairs
                        .iter()
                        .chain(&args.reference)
                        .chain(&args.candidate),
                )
                .write(args.output.iter().chain(&args.summary)),
            Some(Command::Compare(args)) => files.systems(&args.systems).write(&args.output),
            Some(Command::Plot(args)) => files
                .request(&args.metric.request(Idf::References))
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
                .request(&inspector.request)
                .read([&args.lesson])
                .write(&args.html),
            Some(Command::Open(args)) => files
                .request(&inspector.request)
                .read([args.pairs_file()])
                .read(inspector.reference.iter().filter(|_| args.file.is_none()))
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
            Some(Command::Web(args)) => files.read(&args.lesson),
            // They write to standard output or, for manual pages, read nothing.
            Some(
                Command::Check(_) | Command::Models(_) | Command::Completions(_) | Command::Man(_),
            ) => files,
        }
    }
}

impl CommandFiles {
    fn request(self, request: &ScoreRequest) -> Self {
        self.model(request.model.as_deref())
            .read(&request.idf_table)
            .read(&request.kinds)
            .read(
                request
                    .baseline
                    .iter()
                    .flat_map(|table| [table.clone(), Distribution::path_beside(table)]),
            )
    }

    fn systems(self, args: &SystemsArgs) -> Self {
        self.request(&args.metric.request(Idf::References))
            .read(
                args.table_file
                    .iter()
                    .chain(&args.reference)
                    .chain(&args.candidate),
            )
            .read(&args.scores)
    }
}
