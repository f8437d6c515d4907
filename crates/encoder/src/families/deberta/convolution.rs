//! The convolution over neighbouring tokens that DeBERTa v2-xlarge adds to its first block.

use candle_core::{Device, Tensor};

use super::common::DebertaConfig;
use crate::config::ModelConfig;
use crate::kernel::{Activation, AddNorm, PackedWeight, Panels, Projection};
use crate::layers::{Loader, activate};
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
        let taps = (0..places)
            .map(|place| {
                let bytes: Vec<u8> = numbers
                    .iter()
                    .skip(place)
                    .step_by(places)
                    .flat_map(|n| n.to_le_bytes())
                    .collect();
                let weight = PackedWeight::pack(&[Matrix::in_memory(bytes, width, width)])?;
                Ok(Projection::new(weight, &[], Activation::Identity))
            })
            .collect::<Result<_>>()?;
        let loader = Loader {
            weights,
            prefix: "encoder.conv.",
        };
        Ok(Some(Self {
            taps,
            bias: weights.vector("encoder.conv.conv.bias", width)?,
            activation: config.activation("conv_act", "tanh")?,
            norm: loader.norm("LayerNorm", width, common.size.epsilon)?.pack(),
        }))
    }

    /// norm(`output` + activation(convolution of `input` over the tokens of each text)).
    pub fn forward(&self, input: &Panels, output: &Panels, lengths: &[usize]) -> Result<Panels> {
        let (middle, width) = (self.taps.len() / 2, input.width);
        let taps: Vec<Vec<f32>> = self
            .taps
            .iter()
            .map(|tap| tap.forward(input).to_rows())
            .collect();
        let mut sums = vec![0.0; input.tokens * width];
        let mut first = 0;
        for &n in lengths {
            for (place, tap) in taps.iter().enumerate() {
                // This tap adds token t + place − middle to token t; outside the text it adds nothing.
                let (before, after) = (middle.saturating_sub(place), place.saturating_sub(middle));
                if before + after < n {
                    let numbers = &tap[(first + after) * width..(first + n - before) * width];
                    add(&mut sums[(first + before) * width..], numbers);
                }
            }
            first += n;
        }
        sums.chunks_exact_mut(width)
            .for_each(|sum| add(sum, &self.bias));
        let active = activate(
            self.activation,
            &Tensor::from_vec(sums, (input.tokens, width), &Device::Cpu)?,
        )?;
        Ok(self.norm.forward(
            &Panels::from_rows(&active.flatten_all()?.to_vec1()?, width),
            Some(output),
        ))
    }
}

fn add(sums: &mut [f32], numbers: &[f32]) {
    sums.iter_mut()
        .zip(numbers)
        .for_each(|(sum, number)| *sum += number);
}
