//! From a text to its hidden states: every kind of tokenizer file, every family, both ways to compute.

mod families;
mod forward;
mod hostile;
mod many;
mod tokenizers;

/// A small random BERT: 600 pieces, 128 positions, 4 layers of width 32.
const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/bert");
