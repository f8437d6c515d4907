//! The inner loop: a few tokens times one panel of weights, in registers.

use prefetch_index::prefetch_index;
use pulp::{NullaryFnOnce, Simd};

use super::panels::{HalfRow, LANES, PanelRows, Row};
use super::widen::{widen_bf16, widen_f16, widen_i16};

/// Rows of a panel that are multiplied before the next ones are touched: 24 KB of f32 in two panels, half of an L1
/// cache.
const BLOCK_ROWS: usize = 96;

/// Panels that are multiplied together if there are enough registers.
const MAX_PANELS: usize = 2;

/// Blocks in f32, aligned so that no vector load crosses a cache line.
#[repr(align(64))]
pub struct WidenedPanels([[Row; BLOCK_ROWS]; MAX_PANELS]);

impl Default for WidenedPanels {
    /// Allocated once for many panels: clearing it takes as long as the product of a few tokens.
    #[expect(
        clippy::large_stack_arrays,
        reason = "24 KB, and its address must be a multiple of 64"
    )]
    fn default() -> Self {
        Self([[[0.0; LANES]; BLOCK_ROWS]; MAX_PANELS])
    }
}

/// The inputs of some tokens.
#[derive(Clone, Copy)]
pub struct Inputs<'a> {
    /// Panel-major, \[rows of a panel / 32\]\[stride\]\[32\], from the first of the tokens on: token t's k-th number is
    /// `rows[k / 32 * stride + t][k % 32]`.
    pub rows: &'a [[f32; LANES]],
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
    has_many_registers::<S>() && (tokens <= max_rows::<S, 2>() || tokens > max_rows::<S, 1>())
}

/// 32 registers (AVX-512, NEON), not 16. WebAssembly does not specify a number, but its engines use the 16 of SSE on x86-64.
const fn has_many_registers<S: Simd>() -> bool {
    S::REGISTER_COUNT >= 32 && !cfg!(target_family = "wasm")
}

/// `out[p][t] = begin[p] + x[t] · panels[p]` for every token t and one or two panels p.
pub struct PanelMultiplication<'a, const PANELS: usize> {
    /// The tokens.
    pub x: Inputs<'a>,
    /// The weights, row after row of inputs. Both panels have the same number of rows.
    pub panels: [PanelRows<'a>; PANELS],
    /// The panels to be multiplied next, which are prefetched meanwhile.
    pub prefetch: Option<[PanelRows<'a>; PANELS]>,
    /// The initial value of the sums, for all tokens; `None` to add to `out`.
    pub initial: Option<[&'a Row; PANELS]>,
    /// One row of 32 for each token.
    pub out: [&'a mut [[f32; LANES]]; PANELS],
    /// A buffer for a block of widened 16-bit weights.
    pub widened: &'a mut WidenedPanels,
}

impl<const PANELS: usize> PanelMultiplication<'_, PANELS> {
    /// Computes the product. Sums are in the order of the panels' rows, however the work is divided.
    #[inline(always)]
    pub fn run<S: Simd>(self, simd: S) {
        const { assert!(PANELS >= 1 && PANELS <= MAX_PANELS) }
        // One function for each kind of vector, shared by all callers, to limit compile time.
        simd.vectorize(MultiplicationTask {
            simd,
            multiply: self,
        });
    }
}

struct MultiplicationTask<'a, S, const PANELS: usize> {
    simd: S,
    multiply: PanelMultiplication<'a, PANELS>,
}

impl<S: Simd, const PANELS: usize> NullaryFnOnce for MultiplicationTask<'_, S, PANELS> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self {
            simd,
            multiply:
                PanelMultiplication {
                    x,
                    panels,
                    prefetch: ahead,
                    initial: mut begin,
                    mut out,
                    widened,
                },
        } = self;
        let (depth, tokens) = (panels[0].len(), out[0].len());
        // The code below iterates over whole blocks of equal panels; a skipped row would give a wrong sum.
        assert!(depth.is_multiple_of(LANES), "a panel of {depth} rows");
        assert!(
            panels.iter().all(|panel| panel.len() == depth),
            "panels of different depth"
        );
        assert!(
            out.iter().all(|out| out.len() == tokens),
            "results of different length"
        );
        let mut start = 0;
        while start < depth {
            let end = (start + BLOCK_ROWS).min(depth);
            let next = if end < depth {
                Some(panels.map(|panel| panel.slice(end, depth)))
            } else {
                ahead
            };
            // Loops, not closures: the functions called here must be compiled for these vectors as well.
            let mut blocks: [&[Row]; PANELS] = [&[]; PANELS];
            for ((block, panel), buffer) in blocks.iter_mut().zip(&panels).zip(&mut widened.0) {
                *block = match panel.slice(start, end) {
                    PanelRows::F32(rows) => rows,
                    PanelRows::F16(rows) => widen_f16(simd, rows, buffer),
                    PanelRows::Bf16(rows) => widen_bf16(rows, buffer),
                    PanelRows::I16(rows, scales) => widen_i16(rows, scales, buffer),
                };
            }
            tiles(
                simd,
                x.skip(start),
                blocks,
                next.map(Prefetch::from_panels),
                begin.take(),
                &mut out,
            );
            start = end;
        }
    }
}

/// Data to prefetch: the bytes of each panel, and the bytes per row.
#[derive(Clone, Copy)]
struct Prefetch<'a, const PANELS: usize> {
    bytes: [&'a [u8]; PANELS],
    row: usize,
}

impl<'a, const PANELS: usize> Prefetch<'a, PANELS> {
    #[inline(always)]
    fn from_panels(panels: [PanelRows<'a>; PANELS]) -> Self {
        Self {
            bytes: panels.map(|panel| match panel {
                PanelRows::F32(rows) => bytemuck::cast_slice(rows),
                PanelRows::F16(rows) | PanelRows::Bf16(rows) | PanelRows::I16(rows, _) => {
                    bytemuck::cast_slice(rows)
                }
            }),
            row: if matches!(panels[0], PanelRows::F32(_)) {
                size_of::<Row>()
            } else {
                size_of::<HalfRow>()
            },
        }
    }

    /// Cache lines in the rows of one step.
    #[inline(always)]
    fn lines(&self) -> usize {
        PANELS * self.row / CACHE_LINE_BYTES
    }

    /// Starts at the `line`th of these cache lines.
    #[inline(always)]
    fn line(&self, line: usize) -> &'a [u8] {
        let lines = self.row / CACHE_LINE_BYTES;
        &self.bytes[line / lines][line % lines * CACHE_LINE_BYTES..]
    }
}

/// Bytes in a cache line.
const CACHE_LINE_BYTES: usize = 64;

/// Multiplies all tokens with one block of each panel.
#[inline(always)]
fn tiles<S: Simd, const PANELS: usize>(
    simd: S,
    x: Inputs<'_>,
    blocks: [&[Row]; PANELS],
    next: Option<Prefetch<'_, PANELS>>,
    begin: Option<[&Row; PANELS]>,
    out: &mut [&mut [[f32; LANES]]; PANELS],
) {
    let tokens = out[0].len();
    let tiles = tokens.div_ceil(max_rows::<S, PANELS>());
    // WebAssembly has no prefetch instruction.
    let all = if cfg!(target_family = "wasm") {
        0
    } else {
        next.map_or(0, |next| next.lines())
    };
    // The first tiles share the prefetching.
    let share = if tiles == 1 { all } else { all.div_ceil(2) };
    // As even as possible: the first few have one more token.
    let (least, more) = (tokens / tiles.max(1), tokens % tiles.max(1));
    let (mut first, mut line) = (0, 0);
    for t in 0..tiles {
        let rows = least + usize::from(t < more);
        let lines = share.min(all - line);
        let row = next.map_or(0, |next| next.row);
        macro_rules! with_rows {
            ($($n:literal)*) => {
                match (rows, lines, next) {
                    // Impossible sizes are not compiled.
                    $(
                        ($n, 1, Some(next)) if const { $n <= max_rows::<S, PANELS>() } => {
                            let ahead = ([next.line(line)], row);
                            tile::<S, PANELS, 1, $n>(simd, x, first, blocks, begin, out, ahead);
                        }
                        ($n, 2, Some(next)) if const { $n <= max_rows::<S, PANELS>() } => {
                            let ahead = ([next.line(line), next.line(line + 1)], row);
                            tile::<S, PANELS, 2, $n>(simd, x, first, blocks, begin, out, ahead);
                        }
                        ($n, 4, Some(next)) if const { $n <= max_rows::<S, PANELS>() && PANELS > 1 } => {
                            let ahead = ([0, 1, 2, 3].map(|l| next.line(line + l)), row);
                            tile::<S, PANELS, 4, $n>(simd, x, first, blocks, begin, out, ahead);
                        }
                        ($n, ..) if const { $n <= max_rows::<S, PANELS>() } => tile::<S, PANELS, 0, $n>(simd, x, first, blocks, begin, out, ([], 0)),
                    )*
                    _ => unreachable!("a tile of {rows} tokens"),
                }
            };
        }
        with_rows!(1 2 3 4 5 6 7 8 9 10 11 12);
        first += rows;
        line += lines;
    }
}

/// Tokens in a tile: as many as keep two accumulators for each panel, the weights and one input in the registers.
///
/// WebAssembly engines have 15 registers on x86-64 and keep the compiler's instruction order, which reads
/// the inputs of all tokens before it uses them. With five tokens the accumulators spill to memory: half the speed.
const fn max_rows<S: Simd, const PANELS: usize>() -> usize {
    if cfg!(target_family = "wasm") {
        4
    } else if has_many_registers::<S>() && PANELS == 1 {
        12
    } else {
        6
    }
}

/// Multiplies a few tokens with one block of each panel. Every step prefetches `LINES` cache lines of the next rows. Prefetching all
/// at once would stall the processor, which has few line buffers.
#[inline(always)]
fn tile<S: Simd, const PANELS: usize, const LINES: usize, const ROWS: usize>(
    simd: S,
    x: Inputs<'_>,
    first: usize,
    blocks: [&[Row]; PANELS],
    begin: Option<[&Row; PANELS]>,
    out: &mut [&mut [[f32; LANES]]; PANELS],
    ahead: ([&[u8]; LINES], usize),
) {
    let out = out.each_mut().map(|out| {
        out[first..]
            .first_chunk_mut::<ROWS>()
            .expect("results of every token")
    });
    for pair in 0..LANES / (2 * S::F32_LANES) {
        let (left, right) = (2 * pair, 2 * pair + 1);
        let mut sums = [[[simd.splat_f32s(0.0); 2]; PANELS]; ROWS];
        for (r, sums) in sums.iter_mut().enumerate() {
            for (p, sum) in sums.iter_mut().enumerate() {
                let row = S::as_simd_f32s(begin.map_or(&out[p][r], |begin| begin[p])).0;
                *sum = [row[left], row[right]];
            }
        }
        let weights = blocks.map(|block| block.as_chunks::<LANES>().0);
        for k in 0..weights[0].len() {
            let inputs = x.rows[k * x.stride + first..]
                .first_chunk::<ROWS>()
                .expect("inputs of every token");
            let blocks = weights.map(|block| &block[k]);
            for lane in 0..LANES {
                if pair == 0 {
                    for line in ahead.0 {
                        prefetch_index(line, (k * LANES + lane) * ahead.1);
                    }
                }
                // A loop: with link-time optimisation, a closure that returns registers may stay a call, which passes them in memory.
                let mut weights = [[simd.splat_f32s(0.0); 2]; PANELS];
                for (weights, block) in weights.iter_mut().zip(blocks) {
                    let row = S::as_simd_f32s(&block[lane]).0;
                    *weights = [row[left], row[right]];
                }
                for r in 0..ROWS {
                    let input = simd.splat_f32s(inputs[r][lane]);
                    for p in 0..PANELS {
                        // Fused, or a product and a sum if the processor has no such instruction.
                        sums[r][p][0] = simd.mul_add_e_f32s(input, weights[p][0], sums[r][p][0]);
                        sums[r][p][1] = simd.mul_add_e_f32s(input, weights[p][1], sums[r][p][1]);
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
