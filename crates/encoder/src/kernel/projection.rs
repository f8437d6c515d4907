//! y = activation(x·W + b): the linear layer.

use std::ops::Range;

use pulp::{Simd, WithSimd};
use rayon::prelude::*;

use super::activations::Panels;
use super::functions::{exp, gelu, gelu_tanh, relu, tanh};
use super::instruction_set::InstructionSet;
use super::panels::{LANES, PackedWeight};
use super::threads::is_single_threaded;
use super::tile::{Inputs, PanelMultiplication, WidenedPanels, two_at_once};

/// The activation function, applied to the result while it is still in the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activation {
    /// No activation.
    Identity,
    /// Exact GELU, with the error function.
    Gelu,
    /// GELU approximated with tanh.
    GeluTanh,
    /// max(x, 0).
    Relu,
    /// x·σ(x).
    Silu,
    /// tanh.
    Tanh,
}

/// A linear layer on activations in panels.
#[derive(Debug, Clone)]
pub struct Projection {
    weight: PackedWeight,
    bias: Vec<[f32; LANES]>,
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
        let mut padded = vec![[0.0; LANES]; weight.panels()];
        padded.as_flattened_mut()[..bias.len()].copy_from_slice(bias);
        Self {
            weight,
            bias: padded,
            activation,
        }
    }

    /// Applies the layer.
    pub fn forward(&self, x: &Panels) -> Panels {
        assert_eq!(
            x.width, self.weight.inputs,
            "activations of the layer's inputs"
        );
        let (x, tokens) = (x.rows(), x.tokens);
        let mut out = Panels::unwritten(tokens, self.weight.outputs);
        let instructions = InstructionSet::current();
        let product = |first, out| {
            instructions.dispatch(PanelProduct {
                x,
                tokens,
                first,
                layer: self,
                out,
            })
        };
        if is_single_threaded() {
            product(0, out.rows_mut());
        } else {
            // Handed out one at a time, because the threads of a busy machine do not run at the same speed.
            let some = self.panels_at_a_time(tokens);
            let parts = out
                .rows_mut()
                .chunks_mut((some * tokens).max(1))
                .enumerate();
            parts
                .par_bridge()
                .for_each(|(part, out)| product(part * some, out));
        }
        out
    }

    /// Panels that a thread takes at a time: enough work (about 30 µs) to be worth the handover, little enough that no thread
    /// waits long for another at the end.
    fn panels_at_a_time(&self, tokens: usize) -> usize {
        const WORK: usize = 1 << 21;
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
    x: &'a [[f32; LANES]],
    tokens: usize,
    first: usize,
    layer: &'a Projection,
    out: &'a mut [[f32; LANES]],
}

impl WithSimd for PanelProduct<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let Self {
            x,
            tokens,
            first,
            layer,
            out,
        } = self;
        let weight = &layer.weight;
        let inputs = weight.inputs.next_multiple_of(LANES);
        assert!(out.len().is_multiple_of(tokens.max(1)), "a part of a panel");
        let mut widened = WidenedPanels::default();
        let groups = tokens.div_ceil(TOKENS_PER_GROUP).max(1);
        for group in 0..groups {
            let range = group * tokens / groups..(group + 1) * tokens / groups;
            // As many inputs at a time as stay in the cache until the next panel needs them.
            let deep = (CACHED_INPUT_BYTES / (range.len() * size_of::<f32>()).max(1)).max(LANES)
                / LANES
                * LANES;
            for start in (0..inputs).step_by(deep) {
                let end = (start + deep).min(inputs);
                let x = Inputs {
                    rows: &x[range.start..],
                    stride: tokens,
                }
                .skip(start);
                let panels = out
                    .chunks_exact_mut(tokens.max(1))
                    .map(|out| &mut out[range.clone()]);
                let mut panels = panels.enumerate().map(|(i, out)| (first + i, out));
                while let Some(one) = panels.next() {
                    let part = RowsProduct {
                        layer,
                        x,
                        rows: start..end,
                        widened: &mut widened,
                    };
                    match if two_at_once::<S>(range.len()) {
                        panels.next()
                    } else {
                        None
                    } {
                        Some(other) => part.multiply(simd, [one.0, other.0], [one.1, other.1]),
                        None => part.multiply(simd, [one.0], [one.1]),
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

impl RowsProduct<'_> {
    /// Computes it for adjacent `panels`.
    #[inline(always)]
    fn multiply<S: Simd, const PANELS: usize>(
        self,
        simd: S,
        panels: [usize; PANELS],
        mut out: [&mut [[f32; LANES]]; PANELS],
    ) {
        let Self {
            layer,
            x,
            rows,
            widened,
        } = self;
        let weight = &layer.weight;
        let begin = (rows.start == 0).then(|| panels.map(|p| &layer.bias[p]));
        let part = |p| weight.panel(p).slice(rows.start, rows.end);
        // If only one is left, it is used for both.
        let next = panels[PANELS - 1] + 1;
        let ahead = (next < weight.panels())
            .then(|| std::array::from_fn(|p| part((next + p).min(weight.panels() - 1))));
        let outputs = out.each_mut().map(|out| &mut **out);
        PanelMultiplication {
            x,
            panels: panels.map(part),
            prefetch: ahead,
            initial: begin,
            out: outputs,
            widened,
        }
        .run(simd);
        if rows.end == weight.inputs.next_multiple_of(LANES) {
            for out in out {
                layer.activation.apply(out.as_flattened_mut());
            }
        }
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
