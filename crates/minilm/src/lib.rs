//! The bundled model's files: all-MiniLM-L6-v2 in 16-bit integers with scales, its baseline and document frequencies.
//!
//! Bytes only; `bertscope-models` parses them. They are in their own crate so that the 48 MB are compiled only once.
//! `assets/minilm/README.md` gives the source of each file and how to rebuild it.

/// model.safetensors: matrices as 16-bit integers with an f32 scale for each 32 of them, vectors in f32, without the pooler.
pub static WEIGHTS: &[u8] = include_bytes!("../../../assets/minilm/model.safetensors");
/// config.json, as published.
pub static CONFIG: &[u8] = include_bytes!("../../../assets/minilm/config.json");
/// tokenizer.json, as published.
pub static TOKENIZER: &[u8] = include_bytes!("../../../assets/minilm/tokenizer.json");
/// vocab.txt: the vocabulary of tokenizer.json, one piece per line.
pub static VOCABULARY: &[u8] = include_bytes!("../../../assets/minilm/vocab.txt");
/// tokenizer_config.json, as published.
pub static TOKENIZER_CONFIG: &[u8] = include_bytes!("../../../assets/minilm/tokenizer_config.json");
/// The mean P, R and F1 of random pairs at every layer, in `bert_score`'s format.
pub static BASELINE: &str = include_str!("../../../assets/minilm/baseline.tsv");
/// Document frequencies of general English.
pub static FREQUENCIES: &str = include_str!("../../../assets/minilm/idf.tsv");
/// Quantiles of P, R and F1 at every layer, of random and of judged pairs.
pub static DISTRIBUTION: &str = include_str!("../../../assets/minilm/baseline.distribution.tsv");
