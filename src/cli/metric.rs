//! Options that say which score is meant.

use std::path::PathBuf;

use clap::Args;

use bertscope_models::device::DeviceName;

use super::choice::choice;
use crate::metric_options::MetricOptions;

/// Which score, whichever way it is shown.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct MetricArgs {
    /// A folder as transformers saves a model, or a model of the hub as NAME or NAME@REVISION: from the cache if it is
    /// there, otherwise downloaded [default: the bundled all-MiniLM-L6-v2]
    #[arg(short, long, value_name = "NAME|DIR")]
    pub model: Option<String>,
    /// Language of the texts, such as `en`, `de` or `en-sci`. Without --model it chooses the model, as in `bert_score`:
    /// roberta-large for en, allenai/scibert_scivocab_uncased for en-sci, bert-base-chinese for zh,
    /// dbmdz/bert-base-turkish-cased for tr, bert-base-multilingual-cased for any other. With --rescale it chooses the
    /// published baseline of the model [default there: en]
    #[arg(long, value_name = "LANG", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub lang: Option<String>,
    /// Layer whose hidden states are compared, 0 to the number of layers [default: the model's own]
    #[arg(short, long, alias = "num_layers", alias = "num-layers", value_name = "N", allow_negative_numbers = true)]
    pub layer: Option<usize>,
    /// Weigh tokens by inverse document frequency: over a corpus FILE (a text a line), over a table that `bertscope
    /// idf` wrote, or `bundled` for general English. Without FILE, `score` counts over the references that it is given,
    /// as `bert_score` does, and the inspector uses the bundled table
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "")]
    pub idf: Option<String>,
    /// Rescale against the scores of random pairs, so that unrelated sentences come out near 0: with the model's own
    /// baseline, or the one that `bert_score` publishes for it and --lang
    #[arg(long, visible_alias = "rescale-with-baseline", alias = "rescale_with_baseline")]
    pub rescale: bool,
    /// Rescale with this table (`LAYER,P,R,F`, a line for each layer); implies --rescale
    #[arg(long, alias = "baseline_path", alias = "baseline-path", value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Where the model computes [default: cpu]
    #[arg(long, value_parser = choice::<DeviceName>(), value_name = "DEVICE")]
    pub device: Option<DeviceName>,
}

impl MetricArgs {
    /// Which score they ask for.
    #[must_use]
    pub fn options(&self) -> MetricOptions {
        let Self { model, lang, layer, idf, rescale, baseline, device } = self.clone();
        MetricOptions { model, lang, layer, idf, rescale, baseline, device: device.unwrap_or(DeviceName::Cpu) }
    }

    /// These options, and where one is not given, that of `earlier`.
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
