//! The derivation of one cell of the matrix: dot product, norms, cosine.

use crate::Analyzer;
use bertscope_encoder::Program;

/// The cosine of two tokens and its parts: a·b ÷ (|a|·|b|).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cosine {
    /// Index of the candidate's token.
    pub candidate: usize,
    /// Index of the reference's token.
    pub reference: usize,
    /// The dot product Σ aᵢ·bᵢ of the two hidden states.
    pub dot: f64,
    /// The norms |a| of the candidate's hidden state and |b| of the reference's.
    pub norms: [f64; 2],
    /// The dimension of a hidden state.
    pub dimension: usize,
    /// The first [`PREVIEW_DIMENSIONS`] dimensions of both hidden states, the candidate's first; padded with zeros.
    previews: [[f32; PREVIEW_DIMENSIONS]; 2],
}

/// How many dimensions of a hidden state are kept for display.
pub const PREVIEW_DIMENSIONS: usize = 24;

impl Cosine {
    /// The first dimensions of the candidate's hidden state and of the reference's, at most [`PREVIEW_DIMENSIONS`].
    pub fn previews(&self) -> [&[f32]; 2] {
        let count = self.dimension.min(PREVIEW_DIMENSIONS);
        [&self.previews[0][..count], &self.previews[1][..count]]
    }
}

impl Analyzer {
    /// The derivation of a cell of the last analysed pair; `None` if the indices are out of range, or
    /// if the program sets one of the vectors to zero.
    pub fn cosine(&self, candidate: usize, reference: usize) -> Option<Cosine> {
        let last = self.last_pairing.as_ref()?;
        let candidates = last.candidate.hidden.vectors_at(last.layer).ok()?;
        let references = last.reference.hidden.vectors_at(last.layer).ok()?;
        if candidate >= candidates.count() || reference >= references.count() {
            return None;
        }
        if last.candidate.conventions.program == Program::TorchMetrics
            && last.similarity.get(candidate, reference) == 0.0
        {
            return None;
        }
        let a = candidates.row(candidate);
        let b = references.row(reference);
        Some(Cosine {
            candidate,
            reference,
            dot: dot(a, b),
            norms: [dot(a, a).sqrt(), dot(b, b).sqrt()],
            dimension: a.len(),
            previews: [preview(a), preview(b)],
        })
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(a, b)| f64::from(*a) * f64::from(*b))
        .sum()
}

fn preview(vector: &[f32]) -> [f32; PREVIEW_DIMENSIONS] {
    let mut preview = [0.0; PREVIEW_DIMENSIONS];
    let count = vector.len().min(PREVIEW_DIMENSIONS);
    preview[..count].copy_from_slice(&vector[..count]);
    preview
}
