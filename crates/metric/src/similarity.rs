//! The similarity matrix: one row for each candidate token, one column for each reference token.

use pulp::Arch;

use crate::MetricError;
use crate::dot::DotProducts;
use crate::validate::{check_finite, check_shape, flatten};
use crate::vectors::Vectors;

/// A candidate × reference matrix of similarities, all finite.
#[derive(Debug, Clone, PartialEq)]
pub struct Similarity {
    values: Vec<f32>,
    candidate_tokens: usize,
    reference_tokens: usize,
}

impl Similarity {
    /// A matrix computed elsewhere, row-major (`candidates` × `references`).
    ///
    /// # Errors
    /// [`MetricError::Shape`] if the buffer has the wrong length, [`MetricError::NotFinite`] for NaN and infinities.
    pub fn new(
        values: Vec<f32>,
        candidates: usize,
        references: usize,
    ) -> Result<Self, MetricError> {
        check_shape(&values, candidates, references)?;
        check_finite(&values, references)?;
        Ok(Self {
            values,
            candidate_tokens: candidates,
            reference_tokens: references,
        })
    }

    /// Builds the matrix from one row for each candidate token.
    ///
    /// # Errors
    /// As [`Self::new`], and [`MetricError::Ragged`].
    pub fn from_rows<R: AsRef<[f32]>>(rows: &[R]) -> Result<Self, MetricError> {
        let flat = flatten(rows)?;
        Self::new(flat.values, flat.rows, flat.columns)
    }

    /// Dot products of the vectors, which are not normalised first.
    ///
    /// # Errors
    /// [`MetricError::Dimension`] when the two sides' vectors differ in length.
    pub fn dot(candidate: &Vectors, reference: &Vectors) -> Result<Self, MetricError> {
        // With the vector instructions of this processor; the results are the same with any.
        Self::dot_on(Arch::new(), candidate, reference)
    }

    fn dot_on(arch: Arch, candidate: &Vectors, reference: &Vectors) -> Result<Self, MetricError> {
        let candidates = candidate.count();
        let references = reference.count();
        // A side without tokens has no dimension, so it fits any other.
        if candidates > 0 && references > 0 && candidate.dimension() != reference.dimension() {
            return Err(MetricError::Dimension {
                candidate: candidate.dimension(),
                reference: reference.dimension(),
            });
        }
        let mut out = vec![0.0; candidates * references];
        if !out.is_empty() {
            arch.dispatch(DotProducts {
                candidate: candidate.values(),
                reference: reference.values(),
                reference_rows: references,
                out: &mut out,
            });
        }
        Self::new(out, candidates, references)
    }

    /// Cosines: dot products of the vectors scaled to length 1.
    ///
    /// # Errors
    /// As [`Self::dot`].
    pub fn cosine(candidate: Vectors, reference: Vectors) -> Result<Self, MetricError> {
        Self::dot(&candidate.normalised(), &reference.normalised())
    }

    /// Number of candidate tokens (rows).
    pub fn candidate_tokens(&self) -> usize {
        self.candidate_tokens
    }

    /// Number of reference tokens (columns).
    pub fn reference_tokens(&self) -> usize {
        self.reference_tokens
    }

    /// Similarity of candidate token `c` and reference token `r`.
    pub fn get(&self, c: usize, r: usize) -> f32 {
        self.values[c * self.reference_tokens + r]
    }

    /// Candidate token `c` against every reference token.
    pub fn row(&self, c: usize) -> &[f32] {
        &self.values[c * self.reference_tokens..(c + 1) * self.reference_tokens]
    }

    /// Reference token `r` against every candidate token.
    pub fn column(&self, r: usize) -> impl ExactSizeIterator<Item = f32> + '_ {
        (0..self.candidate_tokens).map(move |c| self.get(c, r))
    }

    /// Smallest and largest number in the matrix; `None` when it is empty.
    pub fn range(&self) -> Option<(f32, f32)> {
        let first = *self.values.first()?;
        let (blocks, rest) = self.values.as_chunks::<LANES>();
        let mut low = [first; LANES];
        let mut high = [first; LANES];
        for block in blocks {
            for lane in 0..LANES {
                low[lane] = smaller(low[lane], block[lane]);
                high[lane] = larger(high[lane], block[lane]);
            }
        }
        Some((
            low.iter().chain(rest).copied().fold(first, smaller),
            high.iter().chain(rest).copied().fold(first, larger),
        ))
    }

    /// The transposed matrix, with reference and candidate swapped.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let values = (0..self.reference_tokens)
            .flat_map(|r| self.column(r))
            .collect();
        Self {
            values,
            candidate_tokens: self.reference_tokens,
            reference_tokens: self.candidate_tokens,
        }
    }
}

/// Numbers that are compared side by side, so that the loop vectorises.
const LANES: usize = 16;

/// All numbers of a matrix are finite, so a plain comparison is enough; `f32::min` would test for NaN.
fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The instruction sets that this processor has, the scalar one first.
    fn archs() -> Vec<Arch> {
        let archs = [
            Some(Arch::Scalar),
            #[cfg(target_arch = "x86_64")]
            pulp::x86::V3::try_new().map(Arch::V3),
            #[cfg(target_arch = "x86_64")]
            pulp::x86::V4::try_new().map(Arch::V4),
            #[cfg(target_arch = "aarch64")]
            pulp::aarch64::Neon::try_new().map(Arch::Neon),
            #[cfg(target_arch = "wasm32")]
            pulp::wasm::Simd128::try_new().map(Arch::Simd128),
        ];
        archs.into_iter().flatten().collect()
    }

    #[test]
    fn cosines_follow_their_definition_and_are_the_same_bits_on_every_instruction_set() {
        for dimension in [1, 7, 15, 16, 17, 33, 45, 54, 132, 384] {
            for (candidates, references) in [(1, 1), (2, 3), (5, 4), (3, 13), (40, 9)] {
                let vectors = |count: usize, step: f32| {
                    let values = (0..count * dimension)
                        .map(|i| (i as f32 * step + 1.0).sin())
                        .collect();
                    Vectors::new(values, count, dimension).unwrap()
                };
                let (candidate, reference) = (vectors(candidates, 0.7), vectors(references, 0.9));
                let cosines = |arch| {
                    let [candidate, reference] =
                        [&candidate, &reference].map(|v| v.clone().normalised_on(arch));
                    Similarity::dot_on(arch, &candidate, &reference).unwrap()
                };
                let all: Vec<Similarity> = archs().into_iter().map(cosines).collect();
                let exact = |c: usize, r: usize| {
                    let dot = |a: &[f32], b: &[f32]| {
                        a.iter()
                            .zip(b)
                            .map(|(a, b)| f64::from(*a) * f64::from(*b))
                            .sum::<f64>()
                    };
                    let (c, r) = (candidate.row(c), reference.row(r));
                    dot(c, r) / (dot(c, c) * dot(r, r)).sqrt()
                };
                for (c, r) in (0..candidates).flat_map(|c| (0..references).map(move |r| (c, r))) {
                    assert!(
                        (f64::from(all[0].get(c, r)) - exact(c, r)).abs() < 1e-6,
                        "{dimension} numbers, cell {c}, {r}"
                    );
                    assert!(
                        all.iter()
                            .all(|other| other.get(c, r).to_bits() == all[0].get(c, r).to_bits())
                    );
                }
            }
        }
    }
}
