//! The fingerprint of a model's files. It reads a sample of the weights, because all of them may be several gigabytes.

use bertscope_encoder::EncoderError;
use bertscope_metric::Fingerprint;

use crate::ModelFiles;

/// The fingerprint of config.json, the tokenizer's files, and the names, shapes and a sample of the tensors.
pub fn compute(files: &ModelFiles) -> Result<Fingerprint, EncoderError> {
    let tokenizer = &files.tokenizer;
    let named = [
        &tokenizer.tokenizer_json,
        &tokenizer.tokenizer_config,
        &tokenizer.special_tokens_map,
        &tokenizer.added_tokens,
        &tokenizer.vocab_txt,
        &tokenizer.vocab_json,
        &tokenizer.merges_txt,
        &tokenizer.sentencepiece,
    ];
    let mut bytes = Vec::new();
    add(&mut bytes, &files.config);
    for file in named {
        add(&mut bytes, file.as_deref().unwrap_or_default());
    }
    add(&mut bytes, &files.weights.sample()?);
    Ok(Fingerprint::new(&bytes))
}

/// With its length in front, so that no two lists of files have the same bytes.
fn add(bytes: &mut Vec<u8>, file: &[u8]) {
    bytes.extend((file.len() as u64).to_le_bytes());
    bytes.extend(file);
}
