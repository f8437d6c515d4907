//! Scores of every family against `bert_score`'s, alone and among many texts.

mod bulk;
mod golden;
mod model_keys;
mod unknown;
mod unknown_language;
mod windows;
