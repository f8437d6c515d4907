//! Tokens times whole panels of weights, block by block.

use pulp::{Simd, WithSimd};

use super::panels::{LANES, PanelRows, Row};
use super::tile::{BlockProduct, Inputs, MAX_PANELS, Prefetch};
use super::widen::{BLOCK_ROWS, Integers, WidenedBlock, widen};

/// A buffer for the block of each panel.
pub type WidenedPanels = [Option<Box<WidenedBlock>>; MAX_PANELS];

/// `out[p][t] = initial[p] + x[t] · panels[p]` for every token t and one or two panels p.
pub struct PanelMultiplication<'a, const PANELS: usize> {
    pub x: Inputs<'a>,
    /// The weights, row after row of inputs. Both panels have the same number of rows.
    pub panels: [PanelRows<'a>; PANELS],
    /// The panels to be multiplied next, which are prefetched meanwhile.
    pub prefetch: Option<[PanelRows<'a>; PANELS]>,
    /// The initial value of the sums, for all tokens; `None` to add to `out`.
    pub initial: Option<[&'a Row; PANELS]>,
    /// One row of 32 for each token.
    pub out: [&'a mut [Row]; PANELS],
    /// A buffer for a block of widened 16-bit weights.
    pub widened: &'a mut WidenedPanels,
}

impl<const PANELS: usize> PanelMultiplication<'_, PANELS> {
    /// Computes the product. Sums are in the order of the panels' rows, however the work is divided.
    #[inline(always)]
    pub fn run<S: Simd>(self, simd: S) {
        // One function for each kind of vector, shared by all callers, to limit compile time.
        simd.vectorize(self);
    }
}

impl<const PANELS: usize> WithSimd for PanelMultiplication<'_, PANELS> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        const { assert!(PANELS >= 1 && PANELS <= MAX_PANELS) }
        let depth = self.panels[0].len();
        let tokens = self.out[0].len();
        // The code below iterates over whole blocks of equal panels; a skipped row would give a wrong sum.
        assert!(depth.is_multiple_of(LANES), "a panel of {depth} rows");
        assert!(
            self.panels.iter().all(|panel| panel.len() == depth),
            "panels of different depth"
        );
        assert!(
            self.out.iter().all(|out| out.len() == tokens),
            "results of different length"
        );
        let mut start = 0;
        while start < depth {
            let end = (start + BLOCK_ROWS).min(depth);
            let next = if end < depth {
                Some(self.panels.map(|panel| panel.slice(end, depth)))
            } else {
                self.prefetch
            };
            let product = BlockProduct {
                x: self.x.skip(start),
                // The other blocks continue the sums of the first.
                initial: self.initial.take(),
                prefetch: next.map_or(Prefetch::NOTHING, Prefetch::from_panels),
            };
            let blocks = self.panels.map(|panel| panel.slice(start, end));
            if let PanelRows::I16(..) = blocks[0] {
                let integers = integers_of(blocks, self.widened);
                product.run_with_integers(simd, integers, &mut self.out);
            } else {
                // A loop, not a closure: the functions called here must be compiled for these vectors as well.
                let mut numbers: [&[Row]; PANELS] = [&[]; PANELS];
                for ((numbers, block), buffer) in
                    numbers.iter_mut().zip(blocks).zip(&mut *self.widened)
                {
                    *numbers = widen(simd, block, buffer);
                }
                product.run(simd, numbers, &mut self.out);
            }
            start = end;
        }
    }
}

/// The blocks, all of integers, each with a buffer for its numbers.
#[inline(always)]
fn integers_of<'a, const PANELS: usize>(
    blocks: [PanelRows<'a>; PANELS],
    widened: &'a mut WidenedPanels,
) -> [Integers<'a>; PANELS] {
    let mut buffers = widened.iter_mut();
    blocks.map(|block| {
        let PanelRows::I16(rows, scales) = block else {
            unreachable!("the panels of a layer have the same type of number");
        };
        let buffer = buffers.next().expect("a buffer for each panel");
        Integers {
            rows,
            scales,
            numbers: &mut WidenedBlock::of(buffer)[..rows.len()],
        }
    })
}
