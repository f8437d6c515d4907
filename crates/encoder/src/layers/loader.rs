//! Layers from a model's tensors.

use super::{Compute, Linear, Norm};
use crate::EncoderError;
use crate::kernel::{Activation, NormKind};
use crate::weights::{Matrix, Weights};

/// Reads the layers of one block, whose tensors share a prefix.
#[derive(Clone, Copy)]
pub struct Loader<'a> {
    /// The tensors.
    pub weights: &'a Weights,
    /// Where the layers will compute.
    pub compute: &'a Compute,
    /// What stands before every name, with its dot.
    pub prefix: &'a str,
}

impl Loader<'_> {
    /// `name.weight` and `name.bias`.
    ///
    /// # Errors
    /// [`EncoderError`] when a tensor is missing or has another shape.
    pub fn linear(
        &self,
        name: &str,
        inputs: usize,
        outputs: usize,
        activation: Activation,
    ) -> Result<Linear, EncoderError> {
        self.side_by_side(&[name], inputs, outputs, activation)
    }

    /// Several layers of the same shape, their outputs one after the other.
    ///
    /// # Errors
    /// As [`Self::linear`].
    pub fn side_by_side(
        &self,
        names: &[&str],
        inputs: usize,
        outputs: usize,
        activation: Activation,
    ) -> Result<Linear, EncoderError> {
        let (mut parts, mut bias) = (Vec::new(), Vec::new());
        for name in names {
            parts.push(self.matrix(name, outputs, inputs)?);
            bias.extend(self.weights.vector(&format!("{}{name}.bias", self.prefix), outputs)?);
        }
        Ok(Linear::new(self.compute, &parts, &bias, activation)?)
    }

    /// `name.weight` alone, of one or several layers.
    ///
    /// # Errors
    /// As [`Self::linear`].
    pub fn without_bias(
        &self,
        names: &[&str],
        inputs: usize,
        outputs: usize,
        activation: Activation,
    ) -> Result<Linear, EncoderError> {
        let parts = names.iter().map(|name| self.matrix(name, outputs, inputs)).collect::<Result<Vec<_>, _>>()?;
        Ok(Linear::new(self.compute, &parts, &[], activation)?)
    }

    /// The matrix `name.weight`, \[outputs, inputs\].
    ///
    /// # Errors
    /// As [`Self::linear`].
    pub fn matrix(&self, name: &str, outputs: usize, inputs: usize) -> Result<Matrix, EncoderError> {
        self.weights.matrix(&format!("{}{name}.weight", self.prefix), outputs, inputs)
    }

    /// The layer norm `name.weight`, `name.bias`.
    ///
    /// # Errors
    /// [`EncoderError`] when a tensor is missing or has another shape.
    pub fn norm(&self, name: &str, width: usize, epsilon: f64) -> Result<Norm, EncoderError> {
        let bias = self.weights.vector(&format!("{}{name}.bias", self.prefix), width)?;
        self.norm_with(NormKind::Layer, name, &bias, width, epsilon)
    }

    /// A norm without bias, `name.weight`.
    ///
    /// # Errors
    /// As [`Self::norm`].
    pub fn norm_without_bias(
        &self,
        kind: NormKind,
        name: &str,
        width: usize,
        epsilon: f64,
    ) -> Result<Norm, EncoderError> {
        self.norm_with(kind, name, &[], width, epsilon)
    }

    fn norm_with(
        &self,
        kind: NormKind,
        name: &str,
        bias: &[f32],
        width: usize,
        epsilon: f64,
    ) -> Result<Norm, EncoderError> {
        let gain = self.weights.vector(&format!("{}{name}.weight", self.prefix), width)?;
        Ok(Norm::new(self.compute, kind, &gain, bias, epsilon)?)
    }
}
