//! The inner loop: a few tokens times a block of one or two panels of weights, in registers.

use std::ops::Range;

use prefetch_index::prefetch_index;
use pulp::Simd;

use super::panels::{LANES, PanelRows, Row};
use super::widen::{BlockRows, Integers};

/// Panels that are multiplied together if there are enough registers.
pub const MAX_PANELS: usize = 2;

/// The inputs of some tokens.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    /// Panel-major, \[rows of a panel / 32\]\[stride\]\[32\], from the first of the tokens on: token t's k-th number is
    /// `rows[k / 32 * stride + t][k % 32]`.
    pub rows: &'a [Row],
    /// Tokens per panel, which may be more than are multiplied.
    pub stride: usize,
}

impl Inputs<'_> {
    /// The inputs from the k-th number of every token on; k is a multiple of 32.
    #[inline(always)]
    pub fn skip(self, k: usize) -> Self {
        Self {
            rows: &self.rows[k / LANES * self.stride..],
            ..self
        }
    }
}

/// Whether two panels at once are faster for this number of tokens. Every input is then read half as often, if there are enough
/// registers; but tokens that would fill one tile of one panel need two tiles, and every weight is read twice.
pub const fn two_at_once<S: Simd>(tokens: usize) -> bool {
    has_many_registers::<S>()
        && (tokens <= max_tile_tokens::<S, 2>() || tokens > max_tile_tokens::<S, 1>())
}

/// 32 registers (AVX-512, NEON), not 16. WebAssembly does not specify a number, but its engines use the 16 of SSE on x86-64.
const fn has_many_registers<S: Simd>() -> bool {
    S::REGISTER_COUNT >= 32 && !cfg!(target_family = "wasm")
}

/// Tokens in a tile: as many as keep two accumulators for each panel, the weights and one input in the registers.
///
/// WebAssembly engines have 15 registers on x86-64 and keep the compiler's instruction order, which reads
/// the inputs of all tokens before it uses them. With five tokens the accumulators spill to memory: half the speed.
const fn max_tile_tokens<S: Simd, const PANELS: usize>() -> usize {
    if cfg!(target_family = "wasm") {
        4
    } else if has_many_registers::<S>() && PANELS == 1 {
        12
    } else {
        6
    }
}

const CACHE_LINE_BYTES: usize = 64;

/// Cache lines of one row of each panel.
const MAX_LINES: usize = MAX_PANELS * size_of::<Row>() / CACHE_LINE_BYTES;

/// The most cache lines that one step of a tile prefetches.
const fn max_lines<S: Simd, W: BlockRows>(panels: usize) -> usize {
    // WebAssembly has no prefetch instruction. Without vectors, prefetching saves 3% of the time, and would be compiled for every
    // size of a tile.
    if cfg!(target_family = "wasm") || S::F32_LANES == 1 {
        0
    } else {
        panels * W::MAX_ROW_BYTES / CACHE_LINE_BYTES
    }
}

/// The rows to be multiplied after a block, which its tiles prefetch a row at a time: in every step of a tile, the same
/// few cache lines of the next row.
#[derive(Clone, Copy)]
pub struct Prefetch<'a> {
    /// The bytes of each panel from each cache line of its first row on.
    lines: [&'a [u8]; MAX_LINES],
    line_count: usize,
    row_bytes: usize,
}

impl<'a> Prefetch<'a> {
    pub const NOTHING: Self = Self {
        lines: [&[]; MAX_LINES],
        line_count: 0,
        row_bytes: 0,
    };

    /// Prefetches panels, all with the same type of number.
    #[inline(always)]
    pub fn from_panels<const PANELS: usize>(panels: [PanelRows<'a>; PANELS]) -> Self {
        let mut prefetch = Self::NOTHING;
        for panel in panels {
            let bytes = panel.bytes();
            prefetch.row_bytes = panel.row_bytes();
            for start in (0..prefetch.row_bytes).step_by(CACHE_LINE_BYTES) {
                prefetch.lines[prefetch.line_count] = &bytes[start..];
                prefetch.line_count += 1;
            }
        }
        prefetch
    }
}

/// All tokens times one block of rows of each panel.
pub struct BlockProduct<'a, const PANELS: usize> {
    /// The tokens, from the block's first row on.
    pub x: Inputs<'a>,
    /// The initial value of the sums, for all tokens; `None` to continue the sums of the result.
    pub initial: Option<[&'a Row; PANELS]>,
    pub prefetch: Prefetch<'a>,
}

/// The tokens of a block product, divided into tiles.
#[derive(Clone, Copy)]
struct Tiles {
    tokens: usize,
    count: usize,
}

impl Tiles {
    #[inline(always)]
    fn new<S: Simd, const PANELS: usize>(tokens: usize) -> Self {
        Self {
            tokens,
            count: tokens.div_ceil(max_tile_tokens::<S, PANELS>()),
        }
    }

    /// The tokens of a tile. As even as possible: the first few have one more.
    #[inline(always)]
    fn range(self, tile: usize) -> Range<usize> {
        let size = self.tokens / self.count;
        let larger = self.tokens % self.count;
        let first = tile * size + tile.min(larger);
        first..first + size + usize::from(tile < larger)
    }
}

impl<const PANELS: usize> BlockProduct<'_, PANELS> {
    /// Computes the product in tiles, one row of `out` for each token. All panels have the same number of rows.
    #[inline(always)]
    pub fn run<S: Simd>(&self, simd: S, rows: [&[Row]; PANELS], out: &mut [&mut [Row]; PANELS]) {
        let tiles = Tiles::new::<S, PANELS>(out[0].len());
        let depth = rows[0].len() / LANES;
        let mut rows = rows.map(|rows| rows.as_chunks::<LANES>().0);
        for tile in 0..tiles.count {
            self.tile_of(simd, tiles, tile, &mut rows, depth, out);
        }
    }

    /// [`Self::run`] with rows of integers, which the first tile widens for the others. WebAssembly's engines have no registers
    /// left for that (a short text took 1.3 times as long in Chromium, twice as long in Node 20): there it is a step of its own.
    #[inline(always)]
    pub fn run_with_integers<S: Simd>(
        &self,
        simd: S,
        mut integers: [Integers<'_>; PANELS],
        out: &mut [&mut [Row]; PANELS],
    ) {
        let tiles = Tiles::new::<S, PANELS>(out[0].len());
        let depth = integers[0].rows.len() / LANES;
        let mut first_left = 0;
        if cfg!(target_family = "wasm") {
            for integers in &mut integers {
                integers.widen(simd);
            }
        } else if tiles.count > 0 {
            self.tile_of(simd, tiles, 0, &mut integers, depth, out);
            first_left = 1;
        }
        let mut rows = integers.map(|integers| integers.numbers.as_chunks::<LANES>().0);
        for tile in first_left..tiles.count {
            self.tile_of(simd, tiles, tile, &mut rows, depth, out);
        }
    }

    /// The cache lines that a tile prefetches. The first two tiles share the prefetching, so that each step prefetches half as
    /// many lines.
    #[inline(always)]
    fn lines(&self, tiles: Tiles, tile: usize) -> &[&[u8]] {
        let lines = &self.prefetch.lines[..self.prefetch.line_count];
        if tiles.count == 1 {
            return lines;
        }
        let (first, second) = lines.split_at(lines.len().div_ceil(2));
        match tile {
            0 => first,
            1 => second,
            _ => &[],
        }
    }

    /// Multiplies a tile, whose number of tokens and of cache lines is known only at run time. Numbers of lines that do not
    /// occur are not compiled.
    #[inline(always)]
    fn tile_of<S: Simd, W: BlockRows>(
        &self,
        simd: S,
        tiles: Tiles,
        tile: usize,
        weights: &mut [W; PANELS],
        depth: usize,
        out: &mut [&mut [Row]; PANELS],
    ) {
        let tokens = tiles.range(tile);
        match *self.lines(tiles, tile) {
            [a] if const { max_lines::<S, W>(PANELS) >= 1 } => {
                self.tile_with_lines(simd, tokens, [a], weights, depth, out);
            }
            [a, b] if const { max_lines::<S, W>(PANELS) >= 2 } => {
                self.tile_with_lines(simd, tokens, [a, b], weights, depth, out);
            }
            [a, b, c, d] if const { max_lines::<S, W>(PANELS) >= 4 } => {
                self.tile_with_lines(simd, tokens, [a, b, c, d], weights, depth, out);
            }
            _ => self.tile_with_lines(simd, tokens, [], weights, depth, out),
        }
    }

    /// Runs [`Self::tile`] for a number of tokens that is known only at run time.
    #[inline(always)]
    fn tile_with_lines<S: Simd, W: BlockRows, const LINES: usize>(
        &self,
        simd: S,
        tokens: Range<usize>,
        lines: [&[u8]; LINES],
        weights: &mut [W; PANELS],
        depth: usize,
        out: &mut [&mut [Row]; PANELS],
    ) {
        macro_rules! with_rows {
            ($($n:literal)*) => {
                match tokens.len() {
                    // Sizes that do not occur are not compiled.
                    $($n if const { $n <= max_tile_tokens::<S, PANELS>() } => {
                        self.tile::<S, W, LINES, $n>(simd, tokens.start, lines, weights, depth, out);
                    })*
                    count => unreachable!("a tile of {count} tokens"),
                }
            };
        }
        with_rows!(1 2 3 4 5 6 7 8 9 10 11 12);
    }

    /// Multiplies `ROWS` tokens with the blocks. Their number is a constant, so that the loops over them are unrolled
    /// and every sum has a register. Every step prefetches one row of `lines`: prefetching all rows at once would stall
    /// the processor, which has few line buffers.
    #[inline(always)]
    fn tile<S: Simd, W: BlockRows, const LINES: usize, const ROWS: usize>(
        &self,
        simd: S,
        first: usize,
        lines: [&[u8]; LINES],
        weights: &mut [W; PANELS],
        depth: usize,
        out: &mut [&mut [Row]; PANELS],
    ) {
        // Found once: checking the bounds for every row and pair took 2 to 4% of a product.
        let out = out.each_mut().map(|out| {
            out[first..]
                .first_chunk_mut::<ROWS>()
                .expect("results of every token")
        });
        // Two vectors of every row at a time: the sums of more would not fit the registers.
        for pair in 0..LANES / (2 * S::F32_LANES) {
            let left = 2 * pair;
            let right = left + 1;
            let mut sums = [[[simd.splat_f32s(0.0); 2]; PANELS]; ROWS];
            for (r, sums) in sums.iter_mut().enumerate() {
                for (p, sum) in sums.iter_mut().enumerate() {
                    let initial = self.initial.map_or(&out[p][r], |initial| initial[p]);
                    let row = S::as_simd_f32s(initial).0;
                    *sum = [row[left], row[right]];
                }
            }
            for k in 0..depth {
                let inputs = self.x.rows[k * self.x.stride + first..]
                    .first_chunk::<ROWS>()
                    .expect("inputs of every token");
                for lane in 0..LANES {
                    if pair == 0 {
                        for line in lines {
                            prefetch_index(line, (k * LANES + lane) * self.prefetch.row_bytes);
                        }
                    }
                    // A loop: with link-time optimisation, a closure that returns registers may stay a call, which passes them in memory.
                    let mut vectors = [[simd.splat_f32s(0.0); 2]; PANELS];
                    for (vectors, weights) in vectors.iter_mut().zip(weights.iter_mut()) {
                        *vectors = weights.vectors(simd, k, lane, pair);
                    }
                    for r in 0..ROWS {
                        let input = simd.splat_f32s(inputs[r][lane]);
                        for p in 0..PANELS {
                            // Fused, or a product and a sum if the processor has no such instruction.
                            sums[r][p][0] =
                                simd.mul_add_e_f32s(input, vectors[p][0], sums[r][p][0]);
                            sums[r][p][1] =
                                simd.mul_add_e_f32s(input, vectors[p][1], sums[r][p][1]);
                        }
                    }
                }
            }
            for (r, sums) in sums.iter().enumerate() {
                for (p, sum) in sums.iter().enumerate() {
                    let row = S::as_mut_simd_f32s(&mut out[p][r]).0;
                    row[left] = sum[0];
                    row[right] = sum[1];
                }
            }
        }
    }
}
