//! The options of the metric, shared by the command line, the inspector and every subcommand.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bertscope_analysis::{Analyzer, Idf, Settings};
use bertscope_encoder::{Conventions, Layer, LongTexts, Program};
use bertscope_kinds::WordList;
use bertscope_models::device::DeviceName;
use bertscope_models::text_file::read_text;
use bertscope_models::{
    BaselineTable, Distribution, FrequencyTable, LoadDepth, Model, ModelError, OpenOptions, known,
    published,
};
use clap::Args;
use clap::builder::NonEmptyStringValueParser;

use crate::choice::choice;

/// The options that determine a score.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct MetricOptions {
    /// A folder with a transformers model, or a Hugging Face model as NAME or NAME@REVISION: from the cache if it is
    /// there, otherwise downloaded; bertscope models lists some [default: the bundled all-MiniLM-L6-v2]
    #[arg(short, long, value_name = "NAME|DIR")]
    pub model: Option<String>,
    /// Language of the texts, such as en, de or en-sci. Without --model, it selects the model as in bert_score:
    /// roberta-large for en, allenai/scibert_scivocab_uncased for en-sci, bert-base-chinese for zh,
    /// dbmdz/bert-base-turkish-cased for tr, bert-base-multilingual-cased for any other. With --rescale, it selects the
    /// model's published baseline for that language [default with --rescale: en]
    #[arg(long, value_name = "LANG", value_parser = NonEmptyStringValueParser::new())]
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
    /// Rescale with a baseline, the mean score of random pairs, so that unrelated sentences score near 0: the model's
    /// own baseline, or the one that bert_score publishes for the model and --lang
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
    /// Words and expressions of another language for differences in kind, instead of the English ones (docs/questions.md)
    #[arg(long, value_name = "FILE")]
    pub kinds: Option<PathBuf>,
    /// Device to run the model on [default: cpu]
    #[arg(long, value_parser = choice::<DeviceName>(), value_name = "DEVICE")]
    pub device: Option<DeviceName>,
}

impl MetricOptions {
    /// The requested model: by name, or by the language of the texts; `None` for the bundled model.
    pub fn model_name(&self) -> Option<&str> {
        self.model
            .as_deref()
            .or_else(|| self.lang.as_deref().map(known::for_language))
    }

    /// The conventions of `--as` or `--long`, if given. Each says both halves, so that it replaces those of the session.
    pub fn conventions(&self) -> Option<Conventions> {
        let by_long = self.long.map(|long| Conventions {
            program: Program::BertScore,
            long,
        });
        self.program.or(by_long)
    }

    /// The settings for a model. `bare` is the meaning of `--idf` without a file.
    pub fn settings(&self, model: &Model, bare: Idf) -> Result<Settings, ModelError> {
        let conventions = self.conventions().unwrap_or_default();
        Ok(Settings {
            layer: self
                .layer
                .map_or(Ok(model.default_layer_of(conventions)), |n| {
                    model.check_layer(n)
                })?,
            idf: match self.idf.as_deref() {
                None => Idf::Off,
                Some("") => bare,
                Some(_) => Idf::Table,
            },
            rescale: self.rescale || self.baseline.is_some(),
            conventions,
        })
    }

    /// How the model is opened: with all its layers, or only those that scores need.
    pub fn open_options(&self, all_layers: bool) -> Result<OpenOptions, ModelError> {
        let depth = match self.layer {
            _ if all_layers => LoadDepth::All,
            Some(layer) => LoadDepth::Layer(Layer(layer)),
            // Its default layer is the last.
            None if self.conventions() == Some(Program::TorchMetrics.into()) => LoadDepth::All,
            None => LoadDepth::Default,
        };
        Ok(OpenOptions {
            compute: self.device.unwrap_or_default().compute()?,
            depth,
        })
    }

    /// Reads the given tables of document frequencies and baselines, which replace the model's, and looks for a published
    /// baseline if the model has none.
    pub fn with_tables(&self, mut analyzer: Analyzer) -> Result<Analyzer, ModelError> {
        if let Some(file) = self
            .idf
            .as_deref()
            .filter(|idf| !matches!(*idf, "" | "bundled"))
        {
            let tokenizer = analyzer
                .model()
                .tokenizer_of(self.conventions().unwrap_or_default());
            let table = FrequencyTable::open(Path::new(file), tokenizer)?;
            analyzer = analyzer.with_frequencies(table);
        }
        let model = analyzer.model();
        if let Some(file) = &self.baseline {
            let table = BaselineTable::read(file)?;
            let distribution =
                Distribution::read_beside(file, &model.tokenizer, model.encoder.layer_count())?;
            analyzer = analyzer.with_baselines(table);
            if let Some(distribution) = distribution {
                analyzer = analyzer.with_distribution(distribution);
            }
        } else if model.baselines.is_none() {
            let language = self.lang.as_deref().unwrap_or(published::DEFAULT_LANGUAGE);
            if let Some(table) = published::baseline(&model.name, language) {
                analyzer = analyzer.with_baselines(table);
            }
        }
        Ok(analyzer.with_kind_words(self.kind_words()?))
    }

    /// The words and expressions of `--kinds`, or the English ones.
    pub fn kind_words(&self) -> Result<Arc<WordList>, ModelError> {
        let Some(path) = &self.kinds else {
            return Ok(WordList::english());
        };
        let list = WordList::parse(&read_text(path)?);
        list.map(Arc::new).map_err(|error| ModelError::Read {
            path: path.clone(),
            reason: error.to_string(),
        })
    }

    /// These options, with the missing ones taken from `earlier`.
    pub fn or(self, earlier: Self) -> Self {
        let program = self.conventions().or(earlier.conventions());
        Self {
            model: self.model.or(earlier.model),
            lang: self.lang.or(earlier.lang),
            layer: self.layer.or(earlier.layer),
            idf: self.idf.or(earlier.idf),
            rescale: self.rescale || earlier.rescale,
            baseline: self.baseline.or(earlier.baseline),
            program,
            long: None,
            kinds: self.kinds.or(earlier.kinds),
            device: self.device.or(earlier.device),
        }
    }
}
