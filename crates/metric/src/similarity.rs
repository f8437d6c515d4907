//! The similarity matrix: one row for each candidate token, one column for each reference token.

// Functions of one vector instruction set are compiled as one, and loops over 16 lanes are what the compiler recognises.
#![allow(clippy::inline_always, clippy::needless_range_loop)]

use pulp::{Arch, Simd, WithSimd};

use super::MetricError;

/// Token vectors of one side: `count` rows of `dimension` numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Vectors {
    values: Vec<f32>,
    count: usize,
    dimension: usize,
}

impl Vectors {
    /// Takes `count` × `dimension` numbers, row after row.
    ///
    /// # Errors
    /// [`MetricError::Shape`] when the buffer has another length, [`MetricError::NotFinite`] for NaN and infinities.
    pub fn new(values: Vec<f32>, count: usize, dimension: usize) -> Result<Self, MetricError> {
        check_shape(&values, count, dimension)?;
        check_finite(&values, dimension)?;
        Ok(Self { values, count, dimension })
    }

    /// Takes one slice for each token.
    ///
    /// # Errors
    /// [`MetricError::Ragged`] when lengths differ, [`MetricError::NotFinite`] for NaN and infinities.
    pub fn from_rows<R: AsRef<[f32]>>(rows: &[R]) -> Result<Self, MetricError> {
        let (values, count, dimension) = flatten(rows)?;
        Self::new(values, count, dimension)
    }

    /// Number of tokens.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Numbers in one vector.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The vector of token `i`.
    #[must_use]
    pub fn row(&self, i: usize) -> &[f32] {
        &self.values[i * self.dimension..(i + 1) * self.dimension]
    }

    /// The same directions with length 1, so that dot products become cosines.
    ///
    /// A zero vector has no direction: it stays zero, and its cosine with anything is 0.
    #[must_use]
    pub fn normalised(self) -> Self {
        self.normalised_on(Arch::new())
    }

    fn normalised_on(mut self, arch: Arch) -> Self {
        arch.dispatch(Normalise { values: &mut self.values, dimension: self.dimension.max(1) });
        self
    }
}

/// A candidate × reference matrix of similarities, all finite.
#[derive(Debug, Clone, PartialEq)]
pub struct Similarity {
    values: Vec<f32>,
    candidates: usize,
    references: usize,
}

impl Similarity {
    /// A matrix computed elsewhere, row after row (`candidates` × `references`).
    ///
    /// # Errors
    /// [`MetricError::Shape`] when the buffer has another length, [`MetricError::NotFinite`] for NaN and infinities.
    pub fn new(values: Vec<f32>, candidates: usize, references: usize) -> Result<Self, MetricError> {
        check_shape(&values, candidates, references)?;
        check_finite(&values, references)?;
        Ok(Self { values, candidates, references })
    }

    /// Takes one slice for each candidate token.
    ///
    /// # Errors
    /// As [`Self::new`], and [`MetricError::Ragged`].
    pub fn from_rows<R: AsRef<[f32]>>(rows: &[R]) -> Result<Self, MetricError> {
        let (values, candidates, references) = flatten(rows)?;
        Self::new(values, candidates, references)
    }

    /// Dot products of the vectors as they are.
    ///
    /// # Errors
    /// [`MetricError::Dimension`] when the two sides' vectors differ in length.
    pub fn dot(candidate: &Vectors, reference: &Vectors) -> Result<Self, MetricError> {
        // With the vector instructions of this processor; the sums are the same with any.
        Self::dot_on(Arch::new(), candidate, reference)
    }

    fn dot_on(arch: Arch, candidate: &Vectors, reference: &Vectors) -> Result<Self, MetricError> {
        if candidate.count > 0 && reference.count > 0 && candidate.dimension != reference.dimension {
            return Err(MetricError::Dimension { candidate: candidate.dimension, reference: reference.dimension });
        }
        let mut values = vec![0.0; candidate.count * reference.count];
        if reference.count > 0 {
            arch.dispatch(Dots { candidate, reference, out: &mut values });
        }
        Self::new(values, candidate.count, reference.count)
    }

    /// Cosines: dot products of the vectors scaled to length 1.
    ///
    /// # Errors
    /// As [`Self::dot`].
    pub fn cosine(candidate: Vectors, reference: Vectors) -> Result<Self, MetricError> {
        Self::dot(&candidate.normalised(), &reference.normalised())
    }

    /// Number of candidate tokens (rows).
    #[must_use]
    pub fn candidates(&self) -> usize {
        self.candidates
    }

    /// Number of reference tokens (columns).
    #[must_use]
    pub fn references(&self) -> usize {
        self.references
    }

    /// Similarity of candidate token `c` and reference token `r`.
    #[must_use]
    pub fn get(&self, c: usize, r: usize) -> f32 {
        self.values[c * self.references + r]
    }

    /// Candidate token `c` against every reference token.
    #[must_use]
    pub fn row(&self, c: usize) -> &[f32] {
        &self.values[c * self.references..(c + 1) * self.references]
    }

    /// Reference token `r` against every candidate token.
    #[must_use]
    pub fn column(&self, r: usize) -> impl ExactSizeIterator<Item = f32> + '_ {
        (0..self.candidates).map(move |c| self.get(c, r))
    }

    /// Smallest and largest number in the matrix; `None` when it is empty.
    #[must_use]
    pub fn range(&self) -> Option<(f32, f32)> {
        let first = *self.values.first()?;
        // All numbers are finite, so a plain comparison will do, which the compiler turns into vector instructions.
        let smaller = |a: f32, b: f32| if a < b { a } else { b };
        let larger = |a: f32, b: f32| if a > b { a } else { b };
        let (blocks, rest) = self.values.as_chunks::<16>();
        let (mut low, mut high) = ([first; 16], [first; 16]);
        for block in blocks {
            for lane in 0..16 {
                low[lane] = smaller(low[lane], block[lane]);
                high[lane] = larger(high[lane], block[lane]);
            }
        }
        let low = low.into_iter().chain(rest.iter().copied()).fold(first, smaller);
        let high = high.into_iter().chain(rest.iter().copied()).fold(first, larger);
        Some((low, high))
    }

    /// The same matrix with rows and columns exchanged: what was the reference is now the candidate.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let values = (0..self.references).flat_map(|r| self.column(r)).collect();
        Self { values, candidates: self.references, references: self.candidates }
    }
}

/// All rows of one side with all rows of the other. (A type, not a closure: what a closure calls is compiled once for all
/// processors.)
struct Dots<'a> {
    candidate: &'a Vectors,
    reference: &'a Vectors,
    out: &'a mut [f32],
}

impl WithSimd for Dots<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        for (i, out) in self.out.chunks_exact_mut(self.reference.count).enumerate() {
            dots(simd, self.candidate.row(i), self.reference, out);
        }
    }
}

/// Every row to length 1.
struct Normalise<'a> {
    values: &'a mut [f32],
    dimension: usize,
}

impl WithSimd for Normalise<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for row in self.values.chunks_exact_mut(self.dimension) {
            normalise(row);
        }
    }
}

/// The dot products of `a` with every row of `b`, each as [`dot`] has it. Four go side by side, because one alone waits for
/// its own last sum.
#[inline(always)]
fn dots<S: Simd>(simd: S, a: &[f32], b: &Vectors, out: &mut [f32]) {
    const TOGETHER: usize = 4;
    let (a_blocks, a_rest) = a.as_chunks::<16>();
    let (groups, last) = out.as_chunks_mut::<TOGETHER>();
    for (group, out) in groups.iter_mut().enumerate() {
        let first = group * TOGETHER;
        let rows: [(&[[f32; 16]], &[f32]); TOGETHER] = [
            b.row(first).as_chunks(),
            b.row(first + 1).as_chunks(),
            b.row(first + 2).as_chunks(),
            b.row(first + 3).as_chunks(),
        ];
        let mut sums = [[0.0f32; 16]; TOGETHER];
        // By hand: the compiler keeps running sums of four rows in memory. A product and a sum, not both in one, so that
        // the last place is the same on every processor.
        for v in 0..16 / S::F32_LANES {
            let zero = simd.splat_f32s(0.0);
            let (mut s0, mut s1, mut s2, mut s3) = (zero, zero, zero, zero);
            let blocks = rows[0].0.iter().zip(rows[1].0).zip(rows[2].0).zip(rows[3].0);
            for (x, (((y0, y1), y2), y3)) in a_blocks.iter().zip(blocks) {
                let part = |block| S::as_simd_f32s(block).0[v];
                let x = part(x);
                s0 = simd.add_f32s(s0, simd.mul_f32s(x, part(y0)));
                s1 = simd.add_f32s(s1, simd.mul_f32s(x, part(y1)));
                s2 = simd.add_f32s(s2, simd.mul_f32s(x, part(y2)));
                s3 = simd.add_f32s(s3, simd.mul_f32s(x, part(y3)));
            }
            for (sums, sum) in sums.iter_mut().zip([s0, s1, s2, s3]) {
                S::as_mut_simd_f32s(sums).0[v] = sum;
            }
        }
        for r in 0..TOGETHER {
            out[r] = total(&sums[r], a_rest, rows[r].1);
        }
    }
    let first = groups.len() * TOGETHER;
    for (j, out) in last.iter_mut().enumerate() {
        *out = dot(a, b.row(first + j));
    }
}

/// Σ aᵢ·bᵢ in 16 running sums, which the compiler turns into vector instructions and which loses less precision than one.
#[inline(always)]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let (a_blocks, a_rest) = a.as_chunks::<16>();
    let (b_blocks, b_rest) = b.as_chunks::<16>();
    let mut sums = [0.0f32; 16];
    for (x, y) in a_blocks.iter().zip(b_blocks) {
        for lane in 0..16 {
            sums[lane] += x[lane] * y[lane];
        }
    }
    total(&sums, a_rest, b_rest)
}

#[inline(always)]
fn total(sums: &[f32; 16], a_rest: &[f32], b_rest: &[f32]) -> f32 {
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(x, y)| x * y).sum();
    sums.iter().sum::<f32>() + rest
}

#[inline(always)]
fn normalise(row: &mut [f32]) {
    let square = dot(row, row);
    if square.is_normal() {
        let length = square.sqrt();
        for v in row {
            *v /= length;
        }
    } else if row.iter().any(|v| *v != 0.0) {
        // Numbers whose squares f32 can not hold.
        let length = row.iter().map(|v| f64::from(*v).powi(2)).sum::<f64>().sqrt();
        for v in row {
            *v = (f64::from(*v) / length) as f32;
        }
    }
}

fn flatten<R: AsRef<[f32]>>(rows: &[R]) -> Result<(Vec<f32>, usize, usize), MetricError> {
    let expected = rows.first().map_or(0, |r| r.as_ref().len());
    let mut values = Vec::with_capacity(rows.len() * expected);
    for (row, numbers) in rows.iter().map(AsRef::as_ref).enumerate() {
        if numbers.len() != expected {
            return Err(MetricError::Ragged { row, found: numbers.len(), expected });
        }
        values.extend_from_slice(numbers);
    }
    Ok((values, rows.len(), expected))
}

fn check_shape(values: &[f32], rows: usize, cols: usize) -> Result<(), MetricError> {
    if rows.checked_mul(cols) == Some(values.len()) {
        Ok(())
    } else {
        Err(MetricError::Shape { rows, cols, found: values.len() })
    }
}

fn check_finite(values: &[f32], cols: usize) -> Result<(), MetricError> {
    // Without an early end, which the compiler turns into vector instructions; where it is, is asked only if it is.
    let finite = values.iter().fold(true, |finite, v| finite & v.is_finite());
    match if finite { None } else { values.iter().position(|v| !v.is_finite()) } {
        Some(i) => Err(MetricError::NotFinite { row: i / cols, col: i % cols }),
        None => Ok(()),
    }
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
                    let values = (0..count * dimension).map(|i| (i as f32 * step + 1.0).sin()).collect();
                    Vectors::new(values, count, dimension).unwrap()
                };
                let (candidate, reference) = (vectors(candidates, 0.7), vectors(references, 0.9));
                let cosines = |arch| {
                    let [candidate, reference] = [&candidate, &reference].map(|v| v.clone().normalised_on(arch));
                    Similarity::dot_on(arch, &candidate, &reference).unwrap()
                };
                let all: Vec<Similarity> = archs().into_iter().map(cosines).collect();
                let exact = |c: usize, r: usize| {
                    let dot =
                        |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
                    let (c, r) = (candidate.row(c), reference.row(r));
                    dot(c, r) / (dot(c, c) * dot(r, r)).sqrt()
                };
                for (c, r) in (0..candidates).flat_map(|c| (0..references).map(move |r| (c, r))) {
                    assert!(
                        (f64::from(all[0].get(c, r)) - exact(c, r)).abs() < 1e-6,
                        "{dimension} numbers, cell {c}, {r}"
                    );
                    assert!(all.iter().all(|other| other.get(c, r).to_bits() == all[0].get(c, r).to_bits()));
                }
            }
        }
    }
}
