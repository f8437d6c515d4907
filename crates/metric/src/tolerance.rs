//! How exact the scores are.

/// How far P, R and F1 of a pair may lie from those of `bert_score` 0.3.13, before rescaling.
pub const BERT_SCORE_TOLERANCE: f64 = 2e-5;
