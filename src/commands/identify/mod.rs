//! `bertscope identify`: finds the settings that give a number that was printed elsewhere.

mod model_means;

use std::ffi::OsString;

use color_eyre::eyre::Result;

use self::model_means::{ModelMeans, SettingMeans};
use super::progress_bar::ProgressLine;
use crate::bare_words::shell_quoted;
use crate::cli::IdentifyArgs;
use crate::command_files::CommandFiles;
use crate::console;
use crate::usage_error::{UsageError, refuse};
use bertscope_analysis::{Conventions, Idf, ScoreRequest, Settings};
use bertscope_metric::Score;
use bertscope_pairs::{Input, PairsError};
use bertscope_printable::printable;
use bertscope_report::findings::identified::{IdentifiedSetting, IdentifiedSettings};
use bertscope_report::json_parts::write_line;
use bertscope_sheet::columns;
use bertscope_systems::{ChanceAgreement, NearestNumbers, PrintedNumber, SettingScore};

/// Settings that are listed at most: those that agree, or the nearest if none does.
const MAX_AGREEING: usize = 8;
const NEAREST: usize = 3;

/// The words of the command line: a file of pairs, if one is named, and the numbers.
struct Question<'a> {
    file: Option<&'a str>,
    words: &'a [String],
    numbers: Vec<PrintedNumber>,
}

/// A setting of one of the models, with its nearest numbers.
struct NearSetting<'a> {
    model: &'a ModelMeans,
    means: &'a SettingMeans,
    nearest: NearestNumbers,
}

pub fn run(args: &IdentifyArgs) -> Result<()> {
    let question = Question::read(args)?;
    let mut files = CommandFiles::default()
        .read(question.file)
        .read(&args.reference)
        .read(&args.candidate);
    for model in &args.model {
        files = files.model(Some(model));
    }
    files.check()?;
    // The input is read several times: to count the references under each program, and to score.
    let input = question.input(args)?.rewindable()?;
    let lines = ProgressLine::estimated_rows(&input);
    let mut requests = vec![ScoreRequest::default(); args.model.len().max(1)];
    let mut models = Vec::with_capacity(requests.len());
    for (index, request) in requests.iter_mut().enumerate() {
        request.model = args.model.get(index).cloned();
        request.language.clone_from(&args.lang);
        models.push(ModelMeans::compute(request, args.device, &input, lines)?);
    }
    let mut settings = Vec::new();
    let mut scores: Vec<SettingScore> = Vec::new();
    for model in &models {
        for means in &model.settings {
            scores.push(means.score);
            if let Some(nearest) = means.score.nearest(&question.numbers) {
                settings.push(NearSetting {
                    model,
                    means,
                    nearest,
                });
            }
        }
    }
    // Stable: of equally near ones, the default program and the raw score.
    settings.sort_by(|a, b| a.nearest.difference.total_cmp(&b.nearest.difference));
    let agreeing = settings
        .iter()
        .filter(|setting| setting.nearest.agrees)
        .count();
    if agreeing > 0 {
        settings.retain(|setting| setting.nearest.agrees);
        settings.truncate(MAX_AGREEING);
    } else {
        settings.truncate(NEAREST);
    }
    let mut left_out: Vec<String> = Vec::new();
    for model in &models {
        left_out.extend(model.left_out.iter().cloned());
    }
    let found = IdentifiedSettings {
        numbers: question.words.to_vec(),
        agreeing,
        compared: scores.len(),
        by_chance: ChanceAgreement::count(&question.numbers, &scores),
        left_out,
        settings: settings
            .iter()
            .map(|setting| setting.identified(&question))
            .collect::<Result<_>>()?,
    };
    let mut bytes = Vec::new();
    if args.json {
        write_line(&mut bytes, &found)?;
    } else {
        bytes = columns::text(&found.sheet()).into_bytes();
    }
    Ok(console::print(&bytes)?)
}

impl<'a> Question<'a> {
    fn read(args: &'a IdentifyArgs) -> Result<Self, UsageError> {
        let has_file = args.candidate.is_none();
        let (file, words) = match args.words.split_first() {
            Some((file, words)) if has_file => (Some(file.as_str()), words),
            _ => (None, &args.words[..]),
        };
        if let Some(file) = file
            && words.is_empty()
            && PrintedNumber::parse(file).is_none()
        {
            return refuse(format!(
                "there is no number to find: give it after the file, as in `bertscope identify {} 0.9312`",
                printable(file)
            ));
        }
        if has_file && words.is_empty() {
            return refuse(
                "nothing to compare the number with: give -r REF and -c CAND, or a file of pairs before the number",
            );
        }
        if words.len() > 3 {
            return refuse(format!(
                "{} numbers are given, and a pair has three at most; give some of P, R and F1",
                words.len()
            ));
        }
        let mut numbers = Vec::with_capacity(words.len());
        for word in words {
            let Some(number) = PrintedNumber::parse(word) else {
                return refuse(format!(
                    "{} is not a score: write it as it was printed, such as 0.9312, or 93.12 for a percentage",
                    printable(word)
                ));
            };
            numbers.push(number);
        }
        Ok(Self {
            file,
            words,
            numbers,
        })
    }

    fn input(&self, args: &IdentifyArgs) -> Result<Input, PairsError> {
        match self.file {
            Some(file) => args.table.open_named(file, &[]),
            None => Input::parallel(&args.reference, args.candidate.as_slice(), args.files.lines),
        }
    }
}

impl NearSetting<'_> {
    fn identified(&self, question: &Question<'_>) -> Result<IdentifiedSetting> {
        let settings = self.means.settings;
        let model = self.model.name();
        let positions = self.nearest.positions.iter();
        Ok(IdentifiedSetting {
            model: model.to_owned(),
            settings,
            programs: self
                .means
                .programs
                .iter()
                .map(|program| program.name())
                .collect(),
            measures: positions.map(|position| Score::KEYS[*position]).collect(),
            score: self.means.score.score,
            difference: self.nearest.difference,
            signature: self.model.signature(settings)?,
            command: self.command(question, settings),
        })
    }

    /// The command of `score` that prints the numbers: this one, with the settings in place of its own words.
    fn command(&self, question: &Question<'_>, settings: Settings) -> String {
        let mut words: Vec<OsString> = vec!["bertscope".into(), "score".into()];
        let mut given = std::env::args_os().skip(2);
        while let Some(word) = given.next() {
            let text = word.to_string_lossy();
            if text == "-r" || text == "-c" {
                words.push(word);
                words.extend(given.next());
            } else if text == "-m" || text == "--model" {
                given.next();
            } else if !is_own(&text, question) {
                words.push(word);
            }
        }
        if let Some(name) = &self.model.requested {
            words.extend(["-m".into(), name.into()]);
        }
        if self.model.pair_count > 1 {
            words.extend(["-f".into(), "summary".into()]);
        }
        words.extend(["--layer".into(), settings.layer.to_string().into()]);
        if settings.rescale {
            words.push("--rescale".into());
        }
        if settings.conventions != Conventions::default() {
            words.extend(["--as".into(), settings.conventions.name().into()]);
        }
        match settings.idf {
            Idf::Off => {}
            // Last, so that no word is read as its value.
            Idf::References => words.push("--idf".into()),
            Idf::Table => words.extend(["--idf".into(), "bundled".into()]),
        }
        shell_quoted(words.into_iter())
    }
}

/// Whether a word is for this command alone.
fn is_own(word: &str, question: &Question<'_>) -> bool {
    word == "--json"
        || word.starts_with("--model=")
        || question.words.iter().any(|number| number == word)
}
