//! y = activation(x·W + b): the linear layer.

use candle_core::{CpuStorage, CustomOp1, Layout, Result, Shape, Tensor};
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::functions::{exp, gelu, gelu_tanh, tanh};
use super::panels::{LANES, PackedWeight, PanelRows};
use super::tile::multiply;

/// What is applied to the result, while it is still in the cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activation {
    /// Nothing.
    Identity,
    /// GELU by the error function.
    Gelu,
    /// GELU by tanh.
    GeluTanh,
    /// max(x, 0).
    Relu,
    /// x·σ(x).
    Silu,
    /// tanh.
    Tanh,
}

/// A linear layer on panel-major activations: \[in / 32, tokens, 32\] → \[out / 32, tokens, 32\].
#[derive(Debug, Clone)]
pub struct Projection {
    weight: PackedWeight,
    bias: Vec<[f32; LANES]>,
    activation: Activation,
}

impl Projection {
    /// A layer with one bias for each output; an empty slice stands for no bias.
    ///
    /// # Errors
    /// When there are neither 0 nor `weight.outputs()` biases.
    pub fn new(weight: PackedWeight, bias: &[f32], activation: Activation) -> Result<Self> {
        if !bias.is_empty() && bias.len() != weight.outputs() {
            candle_core::bail!("{} biases for {} outputs", bias.len(), weight.outputs());
        }
        let mut padded = vec![[0.0; LANES]; weight.panels()];
        padded.as_flattened_mut()[..bias.len()].copy_from_slice(bias);
        Ok(Self { weight, bias: padded, activation })
    }

    /// Applies the layer.
    ///
    /// # Errors
    /// When `x` is not a contiguous f32 tensor \[in / 32, tokens, 32\] on the CPU.
    pub fn forward(&self, x: &Tensor) -> Result<Tensor> {
        x.apply_op1_no_bwd(self)
    }

    /// Panels that a thread takes at a time: enough work (some 30 µs) to be worth the taking, little enough that no thread
    /// waits long for another at the end.
    fn panels_at_a_time(&self, tokens: usize) -> usize {
        const WORK: usize = 1 << 21;
        let panel = self.weight.inputs() * LANES * (2 * tokens).max(16);
        WORK.div_ceil(panel.max(1))
    }
}

impl CustomOp1 for Projection {
    fn name(&self) -> &'static str {
        "projection"
    }

    fn cpu_fwd(&self, storage: &CpuStorage, layout: &Layout) -> Result<(CpuStorage, Shape)> {
        let (x, tokens) = panel_major(storage, layout, self.weight.inputs())?;
        let panels = self.weight.panels();
        let mut out = vec![0.0f32; panels * tokens * LANES];
        let arch = Arch::new();
        let some = self.panels_at_a_time(tokens);
        // Handed out one after the other: threads of a busy machine do not run at the same speed.
        let parts = out.as_chunks_mut::<LANES>().0.chunks_mut((some * tokens).max(1)).enumerate();
        parts.par_bridge().for_each(|(part, out)| {
            for (i, out) in out.chunks_mut(tokens.max(1)).enumerate() {
                let p = part * some + i;
                arch.dispatch(PanelProduct {
                    x,
                    panel: self.weight.panel(p),
                    ahead: (p + 1 < panels).then(|| self.weight.panel(p + 1)),
                    bias: &self.bias[p],
                    activation: self.activation,
                    out,
                });
            }
        });
        Ok((CpuStorage::F32(out), (panels, tokens, LANES).into()))
    }
}

/// The rows of 32 behind a tensor \[width / 32, tokens, 32\], and its number of tokens.
pub(super) fn panel_major<'s>(
    storage: &'s CpuStorage,
    layout: &Layout,
    width: usize,
) -> Result<(&'s [[f32; LANES]], usize)> {
    let (panels, tokens, lanes) = layout.shape().dims3()?;
    let (CpuStorage::F32(values), Some((start, end))) = (storage, layout.contiguous_offsets()) else {
        candle_core::bail!("panel-major activations are contiguous and f32");
    };
    if lanes != LANES || panels != width.div_ceil(LANES) {
        candle_core::bail!("activations of width {width} do not come as {:?}", layout.shape());
    }
    Ok((values[start..end].as_chunks::<LANES>().0, tokens))
}

struct PanelProduct<'a> {
    x: &'a [[f32; LANES]],
    panel: PanelRows<'a>,
    ahead: Option<PanelRows<'a>>,
    bias: &'a [f32; LANES],
    activation: Activation,
    out: &'a mut [[f32; LANES]],
}

impl WithSimd for PanelProduct<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        self.out.fill(*self.bias);
        multiply(simd, self.x, self.panel, self.ahead, self.out);
        let values = self.out.as_flattened_mut();
        match self.activation {
            Activation::Identity => {}
            Activation::Gelu => values.iter_mut().for_each(|v| *v = gelu(*v)),
            Activation::GeluTanh => values.iter_mut().for_each(|v| *v = gelu_tanh(*v)),
            Activation::Relu => values.iter_mut().for_each(|v| *v = v.max(0.0)),
            Activation::Silu => values.iter_mut().for_each(|v| *v /= 1.0 + exp(-*v)),
            Activation::Tanh => values.iter_mut().for_each(|v| *v = tanh(*v)),
        }
    }
}
