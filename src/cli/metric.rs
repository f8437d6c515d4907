//! The options of the metric.

use std::path::PathBuf;

use clap::Args;

use bertscope_models::device::DeviceName;

use super::choice::choice;
use crate::metric_options::MetricOptions;

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
    #[arg(long, value_name = "LANG", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub lang: Option<String>,
    /// Layer whose hidden states are compared, from 0 to the number of layers [default: the model's default layer]
    #[arg(short, long, alias = "num_layers", alias = "num-layers", value_name = "N", allow_negative_numbers = true)]
    pub layer: Option<usize>,
    /// Weight tokens by inverse document frequency. FILE is a corpus (one text per line), a table written by bertscope idf,
    /// or the word "bundled" for the table of general English. Without FILE, bertscope score counts over the given
    /// references, as bert_score does, and the inspector uses the bundled table
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "")]
    pub idf: Option<String>,
    /// Rescale with a baseline, the mean score of random pairs, so that unrelated sentences score near 0: the model's
    /// own baseline, or the one that bert_score publishes for the model and --lang
    #[arg(long, visible_alias = "rescale-with-baseline", alias = "rescale_with_baseline")]
    pub rescale: bool,
    /// Rescale with this baseline table (LAYER,P,R,F, one line per layer); implies --rescale
    #[arg(long, alias = "baseline_path", alias = "baseline-path", value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Device to run the model on [default: cpu]
    #[arg(long, value_parser = choice::<DeviceName>(), value_name = "DEVICE")]
    pub device: Option<DeviceName>,
}

impl MetricArgs {
    /// Converts the options to plain data.
    #[must_use]
    pub fn options(&self) -> MetricOptions {
        let Self { model, lang, layer, idf, rescale, baseline, device } = self.clone();
        MetricOptions { model, lang, layer, idf, rescale, baseline, device: device.unwrap_or(DeviceName::Cpu) }
    }

    /// These options, with the missing ones taken from `earlier`.
    #[must_use]
    pub(super) fn or(self, earlier: Self) -> Self {
        let Self { model, lang, layer, idf, rescale, baseline, device } = self;
        Self {
            model: model.or(earlier.model),
            lang: lang.or(earlier.lang),
            layer: layer.or(earlier.layer),
            idf: idf.or(earlier.idf),
            rescale: rescale || earlier.rescale,
            baseline: baseline.or(earlier.baseline),
            device: device.or(earlier.device),
        }
    }
}
