//! DeBERTa's disentangled attention: content-to-position (c2p) and position-to-content (p2c) scores.

use std::sync::{Arc, Mutex, PoisonError};

use candle_core::{D, Device, Tensor};

use crate::Result;
use crate::families::buckets::signed_log_bucket;
use crate::kernel::{Panels, Projection};
use crate::layers::{Attention, Bias, Linear};

/// The distances of one block.
#[derive(Debug)]
pub struct DistanceAttention {
    /// Distances as keys, for the content's queries ("c2p").
    keys: Option<Projection>,
    /// Distances as queries, for the content's keys ("p2c").
    queries: Option<Projection>,
    /// The projections for all distances up to some length.
    projected: Mutex<Option<Arc<ProjectedDistances>>>,
}

/// Rows for the distances −(reach − 1) … reach − 1, \[heads, features, rows\].
#[derive(Debug)]
struct ProjectedDistances {
    max_length: usize,
    keys: Option<Tensor>,
    queries: Option<Tensor>,
}

/// The embedding of distances.
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

impl DistanceAttention {
    /// Loads the projections of distances to keys and to queries.
    pub fn new(keys: Option<Linear>, queries: Option<Linear>) -> std::io::Result<Self> {
        let pack = |linear: Option<Linear>| linear.map(|linear| linear.pack()).transpose();
        Ok(Self {
            keys: pack(keys)?,
            queries: pack(queries)?,
            projected: Mutex::default(),
        })
    }

    /// Keys and queries of all distances in a text of n tokens; computed for the next power of two, and again when n exceeds it.
    fn projected(
        &self,
        n: usize,
        distances: &Distances,
        attention: &Attention,
        device: &Device,
    ) -> Result<Arc<ProjectedDistances>> {
        let locked = || {
            self.projected
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        if let Some(known) = locked().as_ref().filter(|known| known.max_length >= n) {
            return Ok(Arc::clone(known));
        }
        // Computed without the lock: a thread that waits for its part of a product may start another text and would then
        // wait here for itself. Two threads may therefore compute the same.
        let reach = n.next_power_of_two().max(32);
        let rows = (1 - reach as i64..reach as i64).map(|distance| distances.row(distance));
        let x = Panels::from_rows(&rows.collect::<Vec<_>>().concat(), distances.width);
        let heads = |projection: &Projection| -> Result<Tensor> {
            let shape = (x.tokens, attention.heads, attention.width / attention.heads);
            let y = Tensor::from_vec(projection.forward(&x).to_rows(), shape, &Device::Cpu)?;
            Ok(y.permute((1, 2, 0))?.contiguous()?.to_device(device)?)
        };
        let projected = Arc::new(ProjectedDistances {
            max_length: reach,
            keys: self.keys.as_ref().map(heads).transpose()?,
            queries: self.queries.as_ref().map(heads).transpose()?,
        });
        *locked() = Some(Arc::clone(&projected));
        Ok(projected)
    }

    /// scale · (content·distance + distance·content) for each text, from the queries and keys \[tokens, width\] of all.
    pub fn bias(
        &self,
        content: &[Tensor; 2],
        lengths: &[usize],
        distances: &Distances,
        attention: &Attention,
    ) -> Result<Bias> {
        let (heads, width) = (attention.heads, attention.width);
        let mut first = 0;
        lengths
            .iter()
            .map(|&n| {
                if n == 0 {
                    return Ok(Vec::new().into());
                }
                let projected = self.projected(n, distances, attention, content[0].device())?;
                let content = |part: usize| -> candle_core::Result<Tensor> {
                    let rows = content[part].narrow(0, first, n)?;
                    rows.reshape((n, heads, width / heads))?
                        .transpose(0, 1)?
                        .contiguous()
                };
                // Only the 2n − 1 distances that occur; column i − j + n − 1 is that of query i and key j.
                let near = |table: &Tensor| {
                    table
                        .narrow(D::Minus1, projected.max_length - n, 2 * n - 1)?
                        .contiguous()
                };
                let columns = |query: usize, key: usize| query + n - 1 - key;
                let mut bias = vec![0.0f32; heads * n * n];
                if let Some(keys) = &projected.keys {
                    let products = content(0)?
                        .matmul(&near(keys)?)?
                        .flatten_all()?
                        .to_vec1::<f32>()?;
                    add(&mut bias, n, |head, i, j| {
                        products[(head * n + i) * (2 * n - 1) + columns(i, j)]
                    });
                }
                if let Some(queries) = &projected.queries {
                    let products = content(1)?
                        .matmul(&near(queries)?)?
                        .flatten_all()?
                        .to_vec1::<f32>()?;
                    add(&mut bias, n, |head, i, j| {
                        products[(head * n + j) * (2 * n - 1) + columns(i, j)]
                    });
                }
                for bias in &mut bias {
                    *bias *= attention.scale;
                }
                first += n;
                Ok(bias.into())
            })
            .collect()
    }
}

/// Adds `value(head, query, key)` to \[heads\]\[queries\]\[keys\].
fn add(bias: &mut [f32], n: usize, value: impl Fn(usize, usize, usize) -> f32) {
    for (row, bias) in bias.chunks_exact_mut(n).enumerate() {
        for (key, bias) in bias.iter_mut().enumerate() {
            *bias += value(row / n, row % n, key);
        }
    }
}
