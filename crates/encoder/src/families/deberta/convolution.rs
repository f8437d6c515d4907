//! The convolution over neighbouring tokens that DeBERTa v2-xlarge adds to its first block.

use candle_core::{Device, Tensor};

use super::common::DebertaConfig;
use crate::EncoderError;
use crate::config::ModelConfig;
use crate::kernel::{Activation, AddNorm, PackedWeight, Projection, from_panels, to_panels};
use crate::layers::{Loader, activate};
use crate::weights::{Checkpoint, Matrix};

/// The convolution that v2-xlarge adds to the output of its first block.
#[derive(Debug)]
pub struct Convolution {
    /// One linear layer for each position of the kernel; the convolution is their sum.
    taps: Vec<Projection>,
    bias: Tensor,
    activation: Activation,
    norm: AddNorm,
}

impl Convolution {
    /// Reads the convolution, if the model has one.
    ///
    /// # Errors
    /// [`EncoderError`] when a field or tensor is missing or has the wrong shape.
    pub fn load(
        config: &ModelConfig,
        weights: &Checkpoint,
        common: &DebertaConfig,
    ) -> Result<Option<Self>, EncoderError> {
        let places = config.count_or("conv_kernel_size", 0)?;
        if places == 0 {
            return Ok(None);
        }
        if places.is_multiple_of(2) || config.size_or("conv_groups", 1)? != 1 {
            return Err(EncoderError::Config("this DeBERTa convolution is not supported".into()));
        }
        let width = common.size.width;
        let numbers = weights.numbers("encoder.conv.conv.weight", &[width, width, places])?;
        let taps = (0..places)
            .map(|place| {
                let bytes: Vec<u8> = numbers.iter().skip(place).step_by(places).flat_map(|n| n.to_le_bytes()).collect();
                let weight = PackedWeight::pack(&[Matrix::in_memory(bytes, width, width)])?;
                Projection::new(weight, &[], Activation::Identity)
            })
            .collect::<candle_core::Result<_>>()?;
        let bias = weights.vector("encoder.conv.conv.bias", width)?;
        let loader = Loader { weights, prefix: "encoder.conv." };
        Ok(Some(Self {
            taps,
            bias: Tensor::new(bias, &Device::Cpu)?,
            activation: config.activation("conv_act", "tanh")?,
            norm: loader.norm("LayerNorm", width, common.size.epsilon)?.pack()?,
        }))
    }

    /// norm(`output` + activation(convolution of `input` over the tokens of each text)), all in panels.
    ///
    /// # Errors
    /// Errors of candle's operations.
    pub fn forward(
        &self,
        input: &Tensor,
        output: &Tensor,
        lengths: &[usize],
        width: usize,
    ) -> Result<Tensor, EncoderError> {
        let middle = self.taps.len() / 2;
        let mut texts = Vec::new();
        let taps: Vec<Tensor> =
            self.taps.iter().map(|tap| from_panels(&tap.forward(input)?, width)).collect::<Result<_, _>>()?;
        let mut first = 0;
        for &n in lengths.iter().filter(|n| **n > 0) {
            let mut sum = Tensor::zeros((n, width), taps[0].dtype(), taps[0].device())?;
            for (place, tap) in taps.iter().enumerate() {
                // This tap adds token t + place − middle to token t; outside the text it adds nothing.
                let (before, after) = (middle.saturating_sub(place), place.saturating_sub(middle));
                if before + after < n {
                    let rows = tap.narrow(0, first + after, n - before - after)?;
                    sum = (sum + rows.pad_with_zeros(0, before, after)?)?;
                }
            }
            texts.push(sum);
            first += n;
        }
        let sum = Tensor::cat(&texts, 0)?.broadcast_add(&self.bias)?;
        let active = activate(self.activation, &sum)?;
        Ok(self.norm.forward(&to_panels(&active)?, Some(output))?)
    }
}
