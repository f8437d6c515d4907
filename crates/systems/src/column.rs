//! A column: one number per segment. Each block of segments is stored in the narrowest type that holds its numbers
//! exactly, so that counts of short texts need a byte.

/// Segments per block: their numbers stay in the cache while all resamples of a batch are summed.
pub(crate) const BLOCK_SEGMENTS: usize = 4096;

/// One number for each segment; NaN for one that is undefined. Undefined ones at the end need not be stored.
#[derive(Debug, Clone, Default)]
pub(crate) struct Column {
    blocks: Vec<Block>,
    len: usize,
}

#[derive(Debug, Clone)]
enum Block {
    U8(Vec<u8>),
    U16(Vec<u16>),
    F32(Vec<f32>),
    F64(Vec<f64>),
}

impl Column {
    pub fn push(&mut self, number: f64) {
        if self.len.is_multiple_of(BLOCK_SEGMENTS) {
            let numbers = Vec::with_capacity(BLOCK_SEGMENTS);
            self.blocks.push(Block::U8(numbers));
        }
        self.len += 1;
        if let Some(block) = self.blocks.last_mut() {
            block.push(number);
        }
    }

    /// Adds the number of this segment; those before it are undefined.
    pub fn push_at(&mut self, segment: usize, number: f64) {
        for _ in self.len..segment {
            self.push(f64::NAN);
        }
        self.push(number);
    }

    pub fn get(&self, segment: usize) -> f64 {
        if segment >= self.len {
            return f64::NAN;
        }
        let index = segment % BLOCK_SEGMENTS;
        match &self.blocks[segment / BLOCK_SEGMENTS] {
            Block::U8(numbers) => numbers[index].into(),
            Block::U16(numbers) => numbers[index].into(),
            Block::F32(numbers) => numbers[index].into(),
            Block::F64(numbers) => numbers[index],
        }
    }

    /// The number of a segment; `None` if it is undefined.
    pub fn get_defined(&self, segment: usize) -> Option<f64> {
        let number = self.get(segment);
        if number.is_nan() { None } else { Some(number) }
    }

    /// Writes the numbers of a block to `out`, which is as long as the block.
    pub fn read_block(&self, block: usize, out: &mut [f64]) {
        match &self.blocks[block] {
            Block::U8(numbers) => convert(numbers, out),
            Block::U16(numbers) => convert(numbers, out),
            Block::F32(numbers) => convert(numbers, out),
            Block::F64(numbers) => out.copy_from_slice(numbers),
        }
    }

    /// Writes the numbers of these segments to `out`, which is as long.
    pub fn read_at(&self, segments: &[u32], mut out: &mut [f64]) {
        // The type of the numbers is looked up once for a run of segments in the same block.
        for run in segments.chunk_by(|a, b| block_of(*a) == block_of(*b)) {
            let (run_out, rest) = out.split_at_mut(run.len());
            out = rest;
            match &self.blocks[block_of(run[0])] {
                Block::U8(numbers) => pick(numbers, run, run_out),
                Block::U16(numbers) => pick(numbers, run, run_out),
                Block::F32(numbers) => pick(numbers, run, run_out),
                Block::F64(numbers) => pick(numbers, run, run_out),
            }
        }
    }

    /// A column with these segments.
    pub fn select(&self, segments: &[u32]) -> Self {
        if self.len == 0 {
            // Nothing is defined, so nothing needs to be stored.
            return Self::default();
        }
        segments
            .iter()
            .map(|segment| self.get(*segment as usize))
            .collect()
    }
}

impl FromIterator<f64> for Column {
    fn from_iter<I: IntoIterator<Item = f64>>(numbers: I) -> Self {
        let mut column = Self::default();
        for number in numbers {
            column.push(number);
        }
        column
    }
}

impl Block {
    /// Adds a number, in a wider type if it needs one.
    fn push(&mut self, number: f64) {
        match self {
            Self::U8(numbers) if is_exact(number as u8, number) => numbers.push(number as u8),
            Self::U16(numbers) if is_exact(number as u16, number) => numbers.push(number as u16),
            Self::F32(numbers) if is_exact(number as f32, number) => numbers.push(number as f32),
            Self::F64(numbers) => numbers.push(number),
            Self::U8(_) | Self::U16(_) | Self::F32(_) => {
                self.widen();
                self.push(number);
            }
        }
    }

    /// Stores the same numbers in the next wider type.
    fn widen(&mut self) {
        match self {
            Self::U8(numbers) => *self = Self::U16(widened(numbers)),
            Self::U16(numbers) => *self = Self::F32(widened(numbers)),
            Self::F32(numbers) => *self = Self::F64(widened(numbers)),
            Self::F64(_) => {}
        }
    }
}

fn block_of(segment: u32) -> usize {
    segment as usize / BLOCK_SEGMENTS
}

/// Compares bits, so that −0 and NaN are kept too.
fn is_exact(stored: impl Into<f64>, number: f64) -> bool {
    stored.into().to_bits() == number.to_bits()
}

/// The same numbers in a wider type, with room for a whole block: a vector that grows may reserve twice what it needs.
fn widened<T: Copy, W: From<T>>(numbers: &[T]) -> Vec<W> {
    let mut wide = Vec::with_capacity(BLOCK_SEGMENTS);
    wide.extend(numbers.iter().map(|number| W::from(*number)));
    wide
}

fn pick<T: Copy + Into<f64>>(numbers: &[T], segments: &[u32], out: &mut [f64]) {
    for (out, segment) in out.iter_mut().zip(segments) {
        *out = numbers[*segment as usize % BLOCK_SEGMENTS].into();
    }
}

fn convert<T: Copy + Into<f64>>(numbers: &[T], out: &mut [f64]) {
    for (out, number) in out.iter_mut().zip(numbers) {
        *out = (*number).into();
    }
}

/// Σ value × times, in eight independent accumulators, so that additions do not wait for each other. Sums can be
/// continued in a further block.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct WeightedSum {
    lanes: [f64; Self::LANES],
    rest: f64,
}

impl WeightedSum {
    const LANES: usize = 8;

    /// Adds a block. Only the last one may have a length that is not a multiple of eight.
    pub fn add(&mut self, numbers: &[f64], times: &[u8]) {
        let numbers = numbers.chunks_exact(Self::LANES);
        let times = times.chunks_exact(Self::LANES);
        self.rest = numbers
            .remainder()
            .iter()
            .zip(times.remainder())
            .map(|(number, times)| *number * f64::from(*times))
            .sum();
        for (numbers, times) in numbers.zip(times) {
            for lane in 0..Self::LANES {
                self.lanes[lane] += numbers[lane] * f64::from(times[lane]);
            }
        }
    }

    pub fn total(&self) -> f64 {
        self.lanes.iter().sum::<f64>() + self.rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_as_wide_as_its_numbers_need_and_returns_each_exactly() {
        let numbers = [
            [7.0, 255.0],
            [3.0, 256.0],
            [0.5, 70_000.0],
            [0.1, f64::MIN_POSITIVE],
            [f64::NAN, -0.0],
        ];
        let column: Column = numbers
            .iter()
            .flat_map(|pair| (0..BLOCK_SEGMENTS).map(|at| pair[at % 2]))
            .collect();
        let bytes = |block: &Block| match block {
            Block::U8(_) => 1,
            Block::U16(_) => 2,
            Block::F32(_) => 4,
            Block::F64(_) => 8,
        };
        assert_eq!(
            column.blocks.iter().map(bytes).collect::<Vec<_>>(),
            [1, 2, 4, 8, 4]
        );
        let mut out = vec![0.0; BLOCK_SEGMENTS];
        for (block, pair) in numbers.iter().enumerate() {
            column.read_block(block, &mut out);
            for at in [0, 1, BLOCK_SEGMENTS - 1] {
                let expected = pair[at % 2].to_bits();
                assert_eq!(
                    [out[at], column.get(block * BLOCK_SEGMENTS + at)].map(f64::to_bits),
                    [expected; 2]
                );
            }
        }
        let some: Vec<u32> = (0..numbers.len() * BLOCK_SEGMENTS)
            .step_by(1000)
            .map(|at| at as u32)
            .collect();
        let mut out = vec![0.0; some.len()];
        column.read_at(&some, &mut out);
        let expected = some.iter().map(|at| column.get(*at as usize).to_bits());
        assert!(out.into_iter().map(f64::to_bits).eq(expected));
    }

    #[test]
    fn a_block_reserves_no_more_than_it_needs_wherever_its_numbers_become_wider() {
        let wide_at =
            |first: usize| (0..BLOCK_SEGMENTS).map(move |at| if at < first { 1.0 } else { 0.1 });
        let column: Column = [0, 1, 3, 2049, 4095]
            .into_iter()
            .flat_map(wide_at)
            .collect();
        for block in &column.blocks {
            assert!(matches!(block, Block::F64(numbers) if numbers.capacity() == BLOCK_SEGMENTS));
        }
    }
}
