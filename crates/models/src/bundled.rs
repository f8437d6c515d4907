//! The bundled model: all-MiniLM-L6-v2 in 16-bit integers with scales, with its baseline and document frequencies.
//!
//! `assets/minilm/README.md` gives the source of each file and how to rebuild it.

use std::sync::{Arc, LazyLock};

use bertscope_minilm::{
    BASELINE, CONFIG, DISTRIBUTION, FREQUENCIES, TOKENIZER, TOKENIZER_CONFIG, VOCABULARY, WEIGHTS,
};
use bytes::Bytes;

use crate::recognised::Recognition;
use crate::{
    BaselineSource, BaselineTable, Distribution, FrequencyTable, Model, ModelFiles, OpenOptions,
    Pooling, ProgressMonitor, Result, SentencePooling,
};
use bertscope_encoder::weights::Checkpoint;
use bertscope_encoder::{Tokenizer, TokenizerFiles};

/// The short name, for the screen.
pub const NAME: &str = "MiniLM-L6";

/// The published name, for signatures.
pub const FULL_NAME: &str = "sentence-transformers/all-MiniLM-L6-v2";

/// The model's origin, in one word.
pub const ORIGIN: &str = "bundled";

/// The name of its baseline table.
pub const BASELINE_NAME: &str = "bundled baseline";

/// What the weights are and how exact, for the list of models. `benches/bundled.py` measures the difference.
pub const NOTE: &str = "sentence-transformers/all-MiniLM-L6-v2 in 16 bits, within 0.00002";

/// The bundled files. They borrow from the program; nothing is copied. Fails if the assets were damaged when the
/// program was built.
pub fn files() -> Result<ModelFiles> {
    files_with(&weights())
}

/// The bundled files with external weights.
fn files_with(weights: &Bytes) -> Result<ModelFiles> {
    Ok(ModelFiles {
        config: Bytes::from_static(CONFIG),
        tokenizer: TokenizerFiles {
            tokenizer_json: Some(Bytes::from_static(TOKENIZER)),
            vocab_txt: Some(Bytes::from_static(VOCABULARY)),
            tokenizer_config: Some(Bytes::from_static(TOKENIZER_CONFIG)),
            ..TokenizerFiles::default()
        },
        weights: Checkpoint::from_safetensors(weights)?,
    })
}

pub fn weights() -> Bytes {
    Bytes::from_static(WEIGHTS)
}

/// The bundled model with all its layers, on the CPU. Fails if the assets were damaged when the program was built.
pub fn model() -> Result<Model> {
    open(&OpenOptions::default(), &ProgressMonitor::silent())
}

/// The IDF table of general English, for a model whose vocabulary equals that of the bundled tokenizer.
pub fn frequencies_for(tokenizer: &Tokenizer) -> Option<LazyLock<FrequencyTable>> {
    // Its head is enough to know, so that the table is not parsed for a model that cannot use it.
    let counted_with = FREQUENCIES
        .lines()
        .take(5)
        .find_map(|line| line.strip_prefix("#tokenizer "))?;
    if counted_with == tokenizer.fingerprint() {
        Some(frequencies())
    } else {
        None
    }
}

/// The IDF table of general English. Parsed on first use, because parsing takes a few milliseconds and most scores do not need it.
fn frequencies() -> LazyLock<FrequencyTable> {
    LazyLock::new(|| {
        FrequencyTable::parse(FREQUENCIES, "idf.tsv").expect("the bundled idf.tsv is a table")
    })
}

/// The score distribution of the bundled model. Parsed on first use, which takes a few milliseconds; `None` if
/// the asset was damaged when the program was built.
pub fn distribution() -> Option<Arc<Distribution>> {
    static PARSED: LazyLock<Option<Arc<Distribution>>> = LazyLock::new(|| {
        let parsed = Distribution::parse(DISTRIBUTION, "baseline.distribution.tsv");
        parsed.ok().map(Arc::new)
    });
    PARSED.clone()
}

pub fn open(options: &OpenOptions, watch: &ProgressMonitor) -> Result<Model> {
    open_with_weights(&weights(), options, watch)
}

/// The bundled model with external weights, for a program without [`weights`] inside, such as a page that downloads
/// them. Their digest is in `assets/minilm/SHA256SUMS`.
pub fn open_with_weights(
    weights: &Bytes,
    options: &OpenOptions,
    watch: &ProgressMonitor,
) -> Result<Model> {
    let mut model = Model::from_files(
        FULL_NAME.into(),
        ORIGIN.into(),
        files_with(weights)?,
        Recognition::default(),
        options,
        watch,
    )?;
    model.weights = Some(ORIGIN.into());
    model.baselines = Some(BaselineTable::parse(
        BASELINE,
        BASELINE_NAME.into(),
        BaselineSource::Custom,
    )?);
    model.frequencies = Some(frequencies());
    // As in the published modules.json and sentence_bert_config.json.
    model.sentence_pooling = SentencePooling {
        pooling: Ok(Pooling::Mean),
        is_stated: true,
        max_tokens: Some(256),
    };
    Ok(model)
}
