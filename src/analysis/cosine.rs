//! One cell of the matrix, worked out.

use super::Analyzer;

/// How the cosine of two tokens came about: a·b ÷ (|a|·|b|).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cosine {
    /// Index of the candidate's token.
    pub candidate: usize,
    /// Index of the reference's token.
    pub reference: usize,
    /// Σ aᵢ·bᵢ over the numbers of the two hidden states.
    pub dot: f64,
    /// |a| and |b|: of the candidate's token, of the reference's.
    pub lengths: [f64; 2],
    /// How many numbers a hidden state has.
    pub width: usize,
}

impl Analyzer {
    /// A cell of the pair that was analysed last; `None` when there is no such cell.
    #[must_use]
    pub fn cosine(&self, candidate: usize, reference: usize) -> Option<Cosine> {
        let last = self.last.as_ref()?;
        let (a, b) = (last.candidate.hidden.at(last.layer).ok()?, last.reference.hidden.at(last.layer).ok()?);
        if candidate >= a.count() || reference >= b.count() {
            return None;
        }
        let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
        let (a, b) = (a.row(candidate), b.row(reference));
        let lengths = [dot(a, a).sqrt(), dot(b, b).sqrt()];
        Some(Cosine { candidate, reference, dot: dot(a, b), lengths, width: a.len() })
    }
}
