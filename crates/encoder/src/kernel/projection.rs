//! y = activation(x·W + b): the linear layer.

use std::ops::Range;

use pulp::{Simd, WithSimd};
use rayon::prelude::*;

use super::activations::Panels;
use super::functions::{exp, gelu, gelu_tanh, relu, tanh};
use super::instruction_set::InstructionSet;
use super::multiplication::{PanelMultiplication, WidenedPanels};
use super::panels::{LANES, PackedWeight, PanelRows, Row, padded};
use super::threads::is_single_threaded;
use super::tile::{Inputs, two_at_once};

/// The activation function, applied to the result while it is still in the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activation {
    Identity,
    /// Exact GELU, with the error function.
    Gelu,
    /// GELU approximated with tanh.
    GeluTanh,
    /// max(x, 0).
    Relu,
    /// x·σ(x).
    Silu,
    Tanh,
}

/// A linear layer on activations in panels.
#[derive(Debug, Clone)]
pub struct Projection {
    weight: PackedWeight,
    bias: Vec<Row>,
    activation: Activation,
}

impl Projection {
    /// A layer with one bias for each output; an empty slice means no bias.
    pub fn new(weight: PackedWeight, bias: &[f32], activation: Activation) -> Self {
        let outputs = weight.outputs;
        assert!(
            bias.is_empty() || bias.len() == outputs,
            "{} biases for {outputs} outputs",
            bias.len()
        );
        let bias = padded(bias, weight.panels());
        Self {
            weight,
            bias,
            activation,
        }
    }

    pub fn forward(&self, x: &Panels) -> Panels {
        assert_eq!(
            x.width, self.weight.inputs,
            "activations of the layer's inputs"
        );
        let tokens = x.tokens;
        let x = x.rows();
        let mut out = Panels::unwritten(tokens, self.weight.outputs);
        // The worker threads do not know which set the calling thread was told to use.
        let instructions = InstructionSet::current();
        if is_single_threaded() {
            instructions.dispatch(PanelProduct {
                layer: self,
                x,
                tokens,
                first: 0,
                out: out.rows_mut(),
            });
        } else {
            let count = self.panels_at_a_time(tokens);
            let parts = out.rows_mut().chunks_mut((count * tokens).max(1));
            // Handed out one at a time, because the threads of a busy machine do not run at the same speed.
            parts.enumerate().par_bridge().for_each(|(part, out)| {
                instructions.dispatch(PanelProduct {
                    layer: self,
                    x,
                    tokens,
                    first: part * count,
                    out,
                });
            });
        }
        out
    }

    /// Panels that a thread takes at a time: enough work (about 30 µs) to be worth the handover, little enough that no thread
    /// waits long for another at the end.
    fn panels_at_a_time(&self, tokens: usize) -> usize {
        const WORK: usize = 1 << 21;
        // With fewer than eight tokens, reading the weights takes longer than multiplying them.
        let panel = self.weight.inputs * LANES * (2 * tokens).max(16);
        // An even number, because panels are multiplied in pairs.
        WORK.div_ceil(panel.max(1)).next_multiple_of(2)
    }
}

/// Bytes of inputs that are multiplied with all panels before the next inputs: half of a typical L2 cache.
const CACHED_INPUT_BYTES: usize = 1 << 19;

/// Tokens in one product. Fewer would fetch the weights more often; more would leave less room in the
/// L2 cache for their inputs.
const TOKENS_PER_GROUP: usize = 256;

/// Multiplies all tokens with some panels of a layer, from panel `first` on.
struct PanelProduct<'a> {
    layer: &'a Projection,
    x: &'a [Row],
    tokens: usize,
    first: usize,
    out: &'a mut [Row],
}

impl WithSimd for PanelProduct<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let tokens = self.tokens;
        assert!(
            self.out.len().is_multiple_of(tokens.max(1)),
            "a part of a panel"
        );
        let inputs = self.layer.weight.inputs.next_multiple_of(LANES);
        let mut widened = WidenedPanels::default();
        let groups = tokens.div_ceil(TOKENS_PER_GROUP).max(1);
        for group in 0..groups {
            let range = group * tokens / groups..(group + 1) * tokens / groups;
            let x = Inputs {
                rows: &self.x[range.start..],
                stride: tokens,
            };
            // As many inputs at a time as stay in the cache until the next panel needs them.
            let deep = (CACHED_INPUT_BYTES / (range.len() * size_of::<f32>()).max(1)).max(LANES)
                / LANES
                * LANES;
            for start in (0..inputs).step_by(deep) {
                let mut part = RowsProduct {
                    layer: self.layer,
                    x: x.skip(start),
                    rows: start..(start + deep).min(inputs),
                    widened: &mut widened,
                };
                let panels = self.out.chunks_exact_mut(tokens.max(1));
                let mut panels = (self.first..).zip(panels.map(|out| &mut out[range.clone()]));
                while let Some((panel, out)) = panels.next() {
                    let other = if two_at_once::<S>(range.len()) {
                        panels.next()
                    } else {
                        None
                    };
                    match other {
                        Some((other, other_out)) => {
                            part.multiply(simd, [panel, other], [out, other_out]);
                        }
                        None => part.multiply(simd, [panel], [out]),
                    }
                }
            }
        }
    }
}

/// The product of some tokens and some rows of a layer's panels.
struct RowsProduct<'a> {
    layer: &'a Projection,
    x: Inputs<'a>,
    rows: Range<usize>,
    widened: &'a mut WidenedPanels,
}

impl<'a> RowsProduct<'a> {
    /// Computes it for adjacent `panels`.
    #[inline(always)]
    fn multiply<S: Simd, const PANELS: usize>(
        &mut self,
        simd: S,
        panels: [usize; PANELS],
        mut out: [&mut [Row]; PANELS],
    ) {
        let layer = self.layer;
        let is_first = self.rows.start == 0;
        let is_last = self.rows.end == layer.weight.inputs.next_multiple_of(LANES);
        PanelMultiplication {
            x: self.x,
            panels: panels.map(|panel| self.panel(panel)),
            prefetch: self.panels_after(panels[PANELS - 1]),
            initial: if is_first {
                Some(panels.map(|panel| &layer.bias[panel]))
            } else {
                None
            },
            out: out.each_mut().map(|out| &mut **out),
            widened: self.widened,
        }
        .run(simd);
        if is_last {
            for out in out {
                layer.activation.apply(out.as_flattened_mut());
            }
        }
    }

    /// These rows of a panel.
    #[inline(always)]
    fn panel(&self, panel: usize) -> PanelRows<'a> {
        let Range { start, end } = self.rows;
        self.layer.weight.panel(panel).slice(start, end)
    }

    /// The panels after `panel`, to be multiplied next. If only one is left, it is used for both.
    #[inline(always)]
    fn panels_after<const PANELS: usize>(&self, panel: usize) -> Option<[PanelRows<'a>; PANELS]> {
        let count = self.layer.weight.panels();
        if panel + 1 == count {
            return None;
        }
        Some(std::array::from_fn(|p| {
            self.panel((panel + 1 + p).min(count - 1))
        }))
    }
}

impl Activation {
    #[inline(always)]
    fn apply(self, values: &mut [f32]) {
        match self {
            Self::Identity => {}
            Self::Gelu => values.iter_mut().for_each(|v| *v = gelu(*v)),
            Self::GeluTanh => values.iter_mut().for_each(|v| *v = gelu_tanh(*v)),
            Self::Relu => values.iter_mut().for_each(|v| *v = relu(*v)),
            Self::Silu => values.iter_mut().for_each(|v| *v /= 1.0 + exp(-*v)),
            Self::Tanh => values.iter_mut().for_each(|v| *v = tanh(*v)),
        }
    }
}
