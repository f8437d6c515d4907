//! DeBERTa's disentangled attention: content-to-position (c2p) and position-to-content (p2c) scores.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use candle_core::{D, Device, Tensor};

use super::buckets::signed_log_bucket;
use crate::Result;
use crate::kernel::{AttentionShape, Bias, Panels, Projection};
use crate::layers::Linear;

/// The embedding of distances, which all blocks share.
#[derive(Debug)]
pub struct Distances {
    /// \[2 · span, width\].
    pub embeddings: Vec<f32>,
    /// Dimension of a hidden state.
    pub width: usize,
    /// Number of distances with a row, in each direction.
    pub span: usize,
    /// Number of buckets for long distances; 0 for none.
    pub buckets: usize,
    /// The largest distance with its own embedding; larger ones share it.
    pub max_distance: usize,
}

impl Distances {
    /// The embedding of the distance `query − key`.
    fn row(&self, distance: i64) -> &[f32] {
        let bucket = signed_log_bucket(distance, self.buckets, self.max_distance);
        let row = (bucket + self.span as i64).clamp(0, 2 * self.span as i64 - 1) as usize;
        &self.embeddings[row * self.width..][..self.width]
    }
}

/// The attention between contents and distances in one block.
#[derive(Debug)]
pub struct DistanceAttention {
    projections: Vec<DistanceProjection>,
    /// The projections for all distances up to some length.
    projected: Mutex<Option<Arc<ProjectedDistances>>>,
}

/// A projection of distances, and what it is multiplied with.
#[derive(Debug)]
struct DistanceProjection {
    content: Content,
    layer: Projection,
}

/// The side of a pair of tokens whose content is multiplied with their distance.
#[derive(Debug, Clone, Copy)]
pub enum Content {
    /// The content's queries, with distances as keys ("c2p").
    Query,
    /// The content's keys, with distances as queries ("p2c").
    Key,
}

/// Rows for the distances −(`max_length` − 1) … `max_length` − 1, \[heads, features, rows\].
#[derive(Debug)]
struct ProjectedDistances {
    max_length: usize,
    /// In the order of the projections.
    tensors: Vec<Tensor>,
}

impl DistanceAttention {
    /// Loads the projections of distances for some contents.
    pub fn new(layers: &[(Content, Linear)]) -> std::io::Result<Self> {
        let mut projections = Vec::with_capacity(layers.len());
        for (content, layer) in layers {
            projections.push(DistanceProjection {
                content: *content,
                layer: layer.pack()?,
            });
        }
        Ok(Self {
            projections,
            projected: Mutex::default(),
        })
    }

    /// scale · (content·distance + distance·content) for each text, from the queries and keys \[tokens, width\] of all.
    pub fn bias(
        &self,
        content: &[Tensor; 2],
        lengths: &[usize],
        distances: &Distances,
        shape: &AttentionShape,
    ) -> Result<Bias> {
        let [queries, keys] = content;
        let mut biases = Vec::with_capacity(lengths.len());
        let mut first = 0;
        for &n in lengths {
            let mut bias = vec![0.0f32; shape.heads * n * n];
            if n > 0 {
                let projected = self.projected(n, distances, shape, queries.device())?;
                for (projection, distances) in self.projections.iter().zip(&projected.tensors) {
                    let content = match projection.content {
                        Content::Query => queries,
                        Content::Key => keys,
                    };
                    let content = heads(&content.narrow(0, first, n)?, shape)?;
                    let products = products(&content, distances, projected.max_length)?;
                    add_products(&mut bias, n, &products, projection.content);
                }
            }
            for number in &mut bias {
                *number *= shape.scale;
            }
            biases.push(bias.into());
            first += n;
        }
        Ok(biases)
    }

    /// Keys and queries of all distances in a text of n tokens; computed for the next power of two, and again when n exceeds it.
    fn projected(
        &self,
        n: usize,
        distances: &Distances,
        shape: &AttentionShape,
        device: &Device,
    ) -> Result<Arc<ProjectedDistances>> {
        if let Some(existing) = &*self.lock()
            && existing.max_length >= n
        {
            return Ok(Arc::clone(existing));
        }
        // Computed without the lock: a thread that waits for its part of a product may start another text and would then
        // wait here for itself. Two threads may therefore compute the same.
        let max_length = n.next_power_of_two().max(32);
        let mut rows = Vec::new();
        for distance in 1 - max_length as i64..max_length as i64 {
            rows.extend_from_slice(distances.row(distance));
        }
        let x = Panels::from_rows(&rows, distances.width);
        let mut tensors = Vec::with_capacity(self.projections.len());
        for projection in &self.projections {
            tensors.push(project(&projection.layer, &x, shape)?.to_device(device)?);
        }
        let projected = Arc::new(ProjectedDistances {
            max_length,
            tensors,
        });
        *self.lock() = Some(Arc::clone(&projected));
        Ok(projected)
    }

    fn lock(&self) -> MutexGuard<'_, Option<Arc<ProjectedDistances>>> {
        // What a panic left behind is complete: it is replaced as a whole.
        self.projected
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Rows → \[heads, features, rows\].
fn project(
    projection: &Projection,
    x: &Panels,
    shape: &AttentionShape,
) -> candle_core::Result<Tensor> {
    let sizes = (x.tokens, shape.heads, shape.head_size());
    let y = Tensor::from_vec(projection.forward(x).to_rows(), sizes, &Device::Cpu)?;
    y.permute((1, 2, 0))?.contiguous()
}

/// \[tokens, width\] → \[heads, tokens, features\].
fn heads(rows: &Tensor, shape: &AttentionShape) -> candle_core::Result<Tensor> {
    rows.reshape((rows.dim(0)?, shape.heads, shape.head_size()))?
        .transpose(0, 1)?
        .contiguous()
}

/// The products of \[heads, n tokens, features\] with the 2n − 1 distances that occur, \[heads\]\[n\]\[2n − 1\]; column
/// i − j + n − 1 is that of query i and key j.
fn products(
    content: &Tensor,
    distances: &Tensor,
    max_length: usize,
) -> candle_core::Result<Vec<f32>> {
    let n = content.dim(1)?;
    let occurring = distances
        .narrow(D::Minus1, max_length - n, 2 * n - 1)?
        .contiguous()?;
    content.matmul(&occurring)?.flatten_all()?.to_vec1()
}

/// Adds [`products`] to \[heads\]\[n queries\]\[n keys\].
fn add_products(bias: &mut [f32], n: usize, products: &[f32], content: Content) {
    for (row, bias) in bias.chunks_exact_mut(n).enumerate() {
        let head = row / n;
        let query = row % n;
        for (key, bias) in bias.iter_mut().enumerate() {
            let token = match content {
                Content::Query => query,
                Content::Key => key,
            };
            *bias += products[(head * n + token) * (2 * n - 1) + query + n - 1 - key];
        }
    }
}
