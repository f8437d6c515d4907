//! Layers from a model's tensors.

use super::{Linear, Norm};
use crate::Result;
use crate::kernel::{Activation, NormKind};
use crate::weights::{Checkpoint, Matrix};

/// Reads the layers of one block, whose tensors share a prefix.
#[derive(Clone, Copy)]
pub struct Loader<'a> {
    /// The tensors.
    pub weights: &'a Checkpoint,
    /// The prefix of every name, including its dot.
    pub prefix: &'a str,
}

impl Loader<'_> {
    /// `name.weight` and `name.bias`.
    pub fn linear(
        &self,
        name: &str,
        inputs: usize,
        outputs: usize,
        activation: Activation,
    ) -> Result<Linear> {
        let weight = self.matrix(name, outputs, inputs)?;
        let bias = self
            .weights
            .vector(&format!("{}{name}.bias", self.prefix), outputs)?;
        Ok(Linear::new(weight, bias, activation))
    }

    /// `name.weight` alone.
    pub fn without_bias(
        &self,
        name: &str,
        inputs: usize,
        outputs: usize,
        activation: Activation,
    ) -> Result<Linear> {
        Ok(Linear::new(
            self.matrix(name, outputs, inputs)?,
            Vec::new(),
            activation,
        ))
    }

    /// The matrix `name.weight`, \[outputs, inputs\].
    pub fn matrix(&self, name: &str, outputs: usize, inputs: usize) -> Result<Matrix> {
        self.weights
            .matrix(&format!("{}{name}.weight", self.prefix), outputs, inputs)
    }

    /// The layer norm `name.weight`, `name.bias`.
    pub fn norm(&self, name: &str, width: usize, epsilon: f64) -> Result<Norm> {
        let bias = self
            .weights
            .vector(&format!("{}{name}.bias", self.prefix), width)?;
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
        let gain = self
            .weights
            .vector(&format!("{}{name}.weight", self.prefix), width)?;
        Ok(Norm {
            kind,
            gain,
            bias: Vec::new(),
            epsilon,
        })
    }
}
