//! The convolution over neighbouring tokens that DeBERTa v2-xlarge adds to its first block.

use candle_core::{Device, Tensor};

use super::common::DebertaConfig;
use crate::candle::activate;
use crate::config::ModelConfig;
use crate::kernel::{Activation, AddNorm, PackedWeight, Panels, Projection};
use crate::layers::Loader;
use crate::weights::{Checkpoint, Matrix};
use crate::{EncoderError, Result};

/// The convolution that v2-xlarge adds to the output of its first block.
#[derive(Debug)]
pub struct Convolution {
    /// One linear layer for each position of the kernel; the convolution is their sum.
    taps: Vec<Projection>,
    bias: Vec<f32>,
    activation: Activation,
    norm: AddNorm,
}

impl Convolution {
    /// Reads the convolution, if the model has one.
    pub fn load(
        config: &ModelConfig,
        weights: &Checkpoint,
        common: &DebertaConfig,
    ) -> Result<Option<Self>> {
        let places = config.count_or("conv_kernel_size", 0)?;
        if places == 0 {
            return Ok(None);
        }
        if places.is_multiple_of(2) || config.size_or("conv_groups", 1)? != 1 {
            return Err(EncoderError::Config(
                "this DeBERTa convolution is not supported".into(),
            ));
        }
        let width = common.size.width;
        let numbers = weights.numbers("encoder.conv.conv.weight", &[width, width, places])?;
        let mut taps = Vec::with_capacity(places);
        for place in 0..places {
            let bytes = numbers
                .iter()
                .skip(place)
                .step_by(places)
                .flat_map(|number| number.to_le_bytes())
                .collect();
            let weight = PackedWeight::pack(&[Matrix::in_memory(bytes, width, width)])?;
            taps.push(Projection::new(weight, &[], Activation::Identity));
        }
        let norm = Loader::new(weights, "encoder.conv.");
        Ok(Some(Self {
            taps,
            bias: weights.vector("encoder.conv.conv.bias", width)?,
            activation: config.activation("conv_act", "tanh")?,
            norm: norm.norm("LayerNorm", width, common.size.epsilon)?.pack(),
        }))
    }

    /// norm(`output` + activation(convolution of `input` over the tokens of each text)).
    pub fn forward(&self, input: &Panels, output: &Panels, lengths: &[usize]) -> Result<Panels> {
        let width = input.width;
        let sums = self.convolve(input, lengths);
        let sums = Tensor::from_vec(sums, (input.tokens, width), &Device::Cpu)?;
        let active = activate(self.activation, &sums)?.flatten_all()?.to_vec1()?;
        Ok(self
            .norm
            .forward(&Panels::from_rows(&active, width), Some(output)))
    }

    /// \[tokens, width\] sums over neighbouring tokens, with the bias.
    fn convolve(&self, input: &Panels, lengths: &[usize]) -> Vec<f32> {
        let width = input.width;
        let middle = self.taps.len() / 2;
        let mut sums = vec![0.0; input.tokens * width];
        for (place, tap) in self.taps.iter().enumerate() {
            let products = tap.forward(input).to_rows();
            // This tap adds token t + place − middle to token t; outside the text it adds nothing.
            let before = middle.saturating_sub(place);
            let after = place.saturating_sub(middle);
            let mut first = 0;
            for &n in lengths {
                if before + after < n {
                    let neighbours =
                        &products[(first + after) * width..(first + n - before) * width];
                    add(&mut sums[(first + before) * width..], neighbours);
                }
                first += n;
            }
        }
        for sum in sums.chunks_exact_mut(width) {
            add(sum, &self.bias);
        }
        sums
    }
}

fn add(sums: &mut [f32], numbers: &[f32]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}
