//! Options of the metric, which the inspector and most subcommands have.

use std::path::PathBuf;

use bertscope_analysis::{Conventions, Idf, LongTexts, Program, ScoreRequest, SettingsRequest};
use bertscope_models::device::DeviceName;
use bertscope_models::known;
use clap::Args;

use crate::choice::choice;

/// The options that determine a score.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct MetricArgs {
    /// A folder with a transformers model, or a Hugging Face model as NAME or NAME@REVISION: from the cache if it is
    /// there, otherwise downloaded; bertscope models lists some [default: the bundled all-MiniLM-L6-v2]
    #[arg(short, long, value_name = "NAME|DIR")]
    pub model: Option<String>,
    /// Language of the texts, such as en, de or en-sci. Without --model, it selects the model as in bert_score:
    /// roberta-large for en, allenai/scibert_scivocab_uncased for en-sci, bert-base-chinese for zh,
    /// dbmdz/bert-base-turkish-cased for tr, bert-base-multilingual-cased for any other. With --rescale, it selects the
    /// model's published baseline for that language [default with --rescale: en]
    #[arg(long, value_name = "LANG", value_parser = language)]
    pub lang: Option<String>,
    /// Layer whose hidden states are compared, from 0 to the number of layers [default: the model's default layer]
    #[arg(
        short,
        long,
        alias = "num_layers",
        alias = "num-layers",
        value_name = "N",
        allow_negative_numbers = true
    )]
    pub layer: Option<usize>,
    /// Weight tokens by inverse document frequency. FILE is a corpus (one text per line), a table written by bertscope idf,
    /// weights by token id as JSON (FILE.json), or the word "bundled" for the table of general English. Without FILE,
    /// bertscope score counts over the given references, as bert_score does, and the inspector uses the bundled table
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "")]
    pub idf: Option<String>,
    /// Rescale with a baseline, the mean score of random pairs of sentences: the model's own, or the one that bert_score
    /// publishes for the model and --lang. Unrelated sentences then score near 0, and longer unrelated texts higher
    #[arg(
        long,
        visible_alias = "rescale-with-baseline",
        alias = "rescale_with_baseline"
    )]
    pub rescale: bool,
    /// Rescale with this baseline table (LAYER,P,R,F, one line per layer); implies --rescale
    #[arg(
        long,
        alias = "baseline_path",
        alias = "baseline-path",
        value_name = "FILE"
    )]
    pub baseline: Option<PathBuf>,
    /// Program whose score is computed, with its tokens and conventions [default: bert_score]
    #[arg(long = "as", value_parser = choice::<Conventions>(), value_name = "PROGRAM")]
    pub program: Option<Conventions>,
    /// Texts beyond the model's limit: cut, or encoded in overlapping windows, where each token has the vector of the
    /// window with the most context around it [default: cut]
    #[arg(long, value_parser = choice::<LongTexts>(), value_name = "HOW", conflicts_with = "program")]
    pub long: Option<LongTexts>,
    /// Words and expressions of another language for words to look at, instead of the English ones (docs/questions.md)
    #[arg(long, value_name = "FILE")]
    pub kinds: Option<PathBuf>,
    /// Device to run the model on [default: cpu]
    #[arg(long, value_parser = choice::<DeviceName>(), value_name = "DEVICE")]
    pub device: Option<DeviceName>,
}

pub(super) fn language(code: &str) -> Result<String, String> {
    known::check_language(code)?;
    Ok(code.to_owned())
}

impl MetricArgs {
    /// What the options ask for. `bare` is the meaning of `--idf` without a file.
    pub fn request(&self, bare: Idf) -> ScoreRequest {
        let (idf, idf_table) = match self.idf.as_deref() {
            None => (None, None),
            Some("") => (Some(bare), None),
            Some("bundled") => (Some(Idf::Table), None),
            Some(file) => (Some(Idf::Table), Some(PathBuf::from(file))),
        };
        let rescale = self.rescale || self.baseline.is_some();
        ScoreRequest {
            model: self.model.clone(),
            language: self.lang.clone(),
            settings: SettingsRequest {
                layer: self.layer,
                idf,
                // No option asks for raw scores.
                rescale: rescale.then_some(true),
                conventions: self.conventions(),
            },
            idf_table,
            baseline: self.baseline.clone(),
            kinds: self.kinds.clone(),
        }
    }

    /// The conventions of `--as` or `--long`. Either replaces those of the session as a whole: `--long windows` after a session
    /// with torchmetrics has to show windows, which only `bert_score` has.
    fn conventions(&self) -> Option<Conventions> {
        let by_long = self.long.map(|long| Conventions {
            program: Program::BertScore,
            long,
        });
        self.program.or(by_long)
    }
}
