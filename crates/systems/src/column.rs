//! A column: one number per segment, and its sum over a resample.

/// Segments per block: their numbers stay in the cache while all resamples of a batch are summed.
pub(crate) const BLOCK_SEGMENTS: usize = 4096;

/// One number for each segment.
#[derive(Debug, Clone)]
pub(crate) enum Column {
    /// f64, so that means are bit-identical to those of `score`.
    F64(Vec<f64>),
    /// f32: counts, or values that need at most seven digits.
    F32(Vec<f32>),
}

impl Column {
    pub fn len(&self) -> usize {
        match self {
            Self::F64(numbers) => numbers.len(),
            Self::F32(numbers) => numbers.len(),
        }
    }

    pub fn push(&mut self, number: f64) {
        match self {
            Self::F64(numbers) => numbers.push(number),
            Self::F32(numbers) => numbers.push(number as f32),
        }
    }

    pub fn get(&self, segment: usize) -> f64 {
        match self {
            Self::F64(numbers) => numbers[segment],
            Self::F32(numbers) => numbers[segment].into(),
        }
    }

    /// Sets the values of the selected segments to 0.
    pub fn clear_where(&mut self, is_cleared: impl Fn(usize) -> bool) {
        let cleared = (0..self.len()).filter(|segment| is_cleared(*segment));
        match self {
            Self::F64(numbers) => cleared.collect::<Vec<_>>().into_iter().for_each(|segment| numbers[segment] = 0.0),
            Self::F32(numbers) => cleared.collect::<Vec<_>>().into_iter().for_each(|segment| numbers[segment] = 0.0),
        }
    }

    /// A column of the same kind with these segments.
    pub fn select(&self, segments: impl Iterator<Item = usize>) -> Self {
        match self {
            Self::F64(numbers) => Self::F64(segments.map(|segment| numbers[segment]).collect()),
            Self::F32(numbers) => Self::F32(segments.map(|segment| numbers[segment]).collect()),
        }
    }

    /// Σ value × times over `times.len()` segments, starting at segment `first`.
    pub fn sum(&self, first: usize, times: &[i32]) -> f64 {
        match self {
            Self::F64(numbers) => dot(&numbers[first..], times),
            Self::F32(numbers) => dot(&numbers[first..], times),
        }
    }
}

/// Eight independent accumulators, so that additions do not wait for each other.
fn dot<T: Copy + Into<f64>>(numbers: &[T], times: &[i32]) -> f64 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    let (numbers, times) = (numbers[..times.len()].chunks_exact(LANES), times.chunks_exact(LANES));
    let rest: f64 = numbers.remainder().iter().zip(times.remainder()).map(|(x, n)| (*x).into() * f64::from(*n)).sum();
    for (numbers, times) in numbers.zip(times) {
        for lane in 0..LANES {
            sums[lane] += numbers[lane].into() * f64::from(times[lane]);
        }
    }
    sums.iter().sum::<f64>() + rest
}
