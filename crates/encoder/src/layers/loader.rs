//! Layers from a model's tensors.

use super::linear::Linear;
use super::norm::Norm;
use crate::Result;
use crate::kernel::NormKind;
use crate::weights::{Checkpoint, Matrix};

/// Reads layers whose tensors share a prefix, such as those of one block.
#[derive(Clone, Copy)]
pub struct Loader<'a> {
    weights: &'a Checkpoint,
    prefix: &'a str,
}

impl<'a> Loader<'a> {
    /// `prefix` is the start of every name, including its dot.
    pub fn new(weights: &'a Checkpoint, prefix: &'a str) -> Self {
        Self { weights, prefix }
    }

    /// `name.weight` and `name.bias`.
    pub fn linear(&self, name: &str, inputs: usize, outputs: usize) -> Result<Linear> {
        Ok(Linear::new(
            self.matrix(name, outputs, inputs)?,
            self.vector(&format!("{name}.bias"), outputs)?,
        ))
    }

    /// `name.weight` alone.
    pub fn linear_without_bias(&self, name: &str, inputs: usize, outputs: usize) -> Result<Linear> {
        Ok(Linear::new(self.matrix(name, outputs, inputs)?, Vec::new()))
    }

    /// The matrix `name.weight`, \[outputs, inputs\].
    pub fn matrix(&self, name: &str, outputs: usize, inputs: usize) -> Result<Matrix> {
        self.weights
            .matrix(&format!("{}{name}.weight", self.prefix), outputs, inputs)
    }

    /// The vector `name`.
    pub fn vector(&self, name: &str, length: usize) -> Result<Vec<f32>> {
        self.weights
            .vector(&format!("{}{name}", self.prefix), length)
    }

    /// The layer norm `name.weight`, `name.bias`.
    pub fn norm(&self, name: &str, width: usize, epsilon: f64) -> Result<Norm> {
        let bias = self.vector(&format!("{name}.bias"), width)?;
        Ok(Norm {
            bias,
            ..self.norm_without_bias(NormKind::Layer, name, width, epsilon)?
        })
    }

    /// A norm without bias, `name.weight`.
    pub fn norm_without_bias(
        &self,
        kind: NormKind,
        name: &str,
        width: usize,
        epsilon: f64,
    ) -> Result<Norm> {
        Ok(Norm {
            kind,
            gain: self.vector(&format!("{name}.weight"), width)?,
            bias: Vec::new(),
            epsilon,
        })
    }
}
