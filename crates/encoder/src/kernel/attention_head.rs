//! The attention of one head over one text.

use pulp::Simd;

use super::attention::{AttentionShape, SelfAttention};
use super::multiplication::{PanelMultiplication, WidenedPanels};
use super::panels::{LANES, PanelRows, Row};
use super::softmax::softmax;
use super::tile::Inputs;

/// One head's columns of one text's tokens.
pub struct TextHead<'a> {
    pub attention: &'a SelfAttention<'a>,
    /// Query, key and value of all texts side by side, \[panels\]\[tokens\]\[32\].
    pub x: &'a [Row],
    /// Tokens of all texts.
    pub tokens: usize,
    pub head: usize,
    pub text: usize,
    /// The text's first token.
    pub first: usize,
    /// Its number of tokens.
    pub length: usize,
}

/// Memory that is used again for one head and text after the other.
#[derive(Default)]
pub struct HeadBuffers {
    query: RowBuffer,
    key: RowBuffer,
    value: RowBuffer,
    scores: RowBuffer,
    context: RowBuffer,
    widened: WidenedPanels,
}

impl<'a> TextHead<'a> {
    /// Writes the weighted values to the columns of `out`, \[panels\]\[tokens\]\[32\], from `out_column` on.
    #[inline(always)]
    pub fn attend<S: Simd>(
        &self,
        simd: S,
        buffers: &mut HeadBuffers,
        out: &mut [Row],
        out_column: usize,
    ) {
        let length = self.length;
        let feature_panels = self.feature_panels();
        let token_panels = length.div_ceil(LANES);
        let query = self.copy_query(&mut buffers.query);
        let key = self.copy_key(&mut buffers.key);
        let value = self.copy_value(&mut buffers.value);
        if let Some(rotation) = self.attention.rotation {
            rotation.apply(query, key, length, feature_panels);
        }
        let widened = &mut buffers.widened;
        let queries = Inputs {
            rows: query,
            stride: length,
        };
        let scores = buffers.scores.rows(token_panels * length, false);
        multiply_each(simd, queries, key, feature_panels * LANES, scores, widened);
        self.add_bias(scores);
        softmax(scores, length);
        let probabilities = Inputs {
            rows: scores,
            stride: length,
        };
        let context = buffers.context.rows(feature_panels * length, false);
        let depth = token_panels * LANES;
        multiply_each(simd, probabilities, value, depth, context, widened);
        for feature in self.features() {
            let column = out_column + feature;
            let context = &context[feature / LANES * length..][..length];
            let out = &mut out[column / LANES * self.tokens + self.first..];
            self.copy_columns(context, feature, out, column);
        }
    }

    /// Panels for the features of the head.
    #[inline(always)]
    fn feature_panels(&self) -> usize {
        self.attention.shape.head_size().div_ceil(LANES)
    }

    /// Whether the head's last panel has columns beyond the head. Products with elements beyond the head or the text must
    /// be finite, and one factor 0. If a panel ends with the head, only the values have such rows; keys beyond the text
    /// are masked later.
    #[inline(always)]
    fn has_padding(&self) -> bool {
        !self.attention.shape.head_size().is_multiple_of(LANES)
    }

    /// The scaled queries, \[feature panels\]\[tokens\]\[32\].
    #[inline(always)]
    fn copy_query<'b>(&self, buffer: &'b mut RowBuffer) -> &'b mut [Row] {
        let AttentionShape { scale, .. } = self.attention.shape;
        let query = buffer.rows(self.feature_panels() * self.length, self.has_padding());
        for feature in self.features() {
            let column = self.column(0) + feature;
            let query = &mut query[feature / LANES * self.length..];
            self.copy_columns(self.rows(column), column, query, feature);
        }
        for number in query.as_flattened_mut() {
            *number *= scale;
        }
        query
    }

    /// The keys as weights, transposed: \[token panels\]\[features\]\[32 tokens\].
    #[inline(always)]
    fn copy_key<'b>(&self, buffer: &'b mut RowBuffer) -> &'b mut [Row] {
        let depth = self.feature_panels() * LANES;
        let token_panels = self.length.div_ceil(LANES);
        let key = buffer.rows(token_panels * depth, self.has_padding());
        let count = self.attention.shape.columns_at_once();
        for feature in self.features() {
            let column = self.column(1) + feature;
            for (t, row) in self.rows(column).iter().enumerate() {
                let numbers = &row[column % LANES..][..count];
                let key = &mut key[t / LANES * depth + feature..][..count];
                for (target, number) in key.iter_mut().zip(numbers) {
                    target[t % LANES] = *number;
                }
            }
        }
        key
    }

    /// The values as weights, \[feature panels\]\[tokens, rounded up to 32\]\[32\].
    #[inline(always)]
    fn copy_value<'b>(&self, buffer: &'b mut RowBuffer) -> &'b mut [Row] {
        let depth = self.length.next_multiple_of(LANES);
        let value = buffer.rows(self.feature_panels() * depth, self.has_padding());
        for panel in value.chunks_exact_mut(depth) {
            panel[self.length..].fill([0.0; LANES]);
        }
        for feature in self.features() {
            let column = self.column(2) + feature;
            let value = &mut value[feature / LANES * depth..];
            self.copy_columns(self.rows(column), column, value, feature);
        }
        value
    }

    #[inline(always)]
    fn add_bias(&self, scores: &mut [Row]) {
        let Some(bias) = self.attention.bias else {
            return;
        };
        let length = self.length;
        let bias = &bias[self.text][self.head * length * length..][..length * length];
        for (q, bias) in bias.chunks_exact(length).enumerate() {
            for (k, bias) in bias.iter().enumerate() {
                scores[k / LANES * length + q][k % LANES] += bias;
            }
        }
    }

    /// The head's first column of the queries (0), the keys (1) or the values (2).
    #[inline(always)]
    fn column(&self, part: usize) -> usize {
        part * self.attention.shape.width + self.head * self.attention.shape.head_size()
    }

    /// The text's rows of the panel with this column.
    #[inline(always)]
    fn rows(&self, column: usize) -> &'a [Row] {
        &self.x[column / LANES * self.tokens + self.first..][..self.length]
    }

    /// The first features of the columns that are copied at once.
    #[inline(always)]
    fn features(&self) -> impl Iterator<Item = usize> {
        let shape = &self.attention.shape;
        (0..shape.head_size()).step_by(shape.columns_at_once())
    }

    /// Copies as many columns of rows as are copied at once to columns of other rows.
    #[inline(always)]
    fn copy_columns(&self, rows: &[Row], from: usize, to: &mut [Row], at: usize) {
        let count = self.attention.shape.columns_at_once();
        let to = &mut to[..rows.len()];
        // Whole rows are one block of memory.
        if count == LANES {
            to.copy_from_slice(rows);
            return;
        }
        for (to, row) in to.iter_mut().zip(rows) {
            to[at % LANES..][..count].copy_from_slice(&row[from % LANES..][..count]);
        }
    }
}

/// Multiplies the inputs with each panel of `depth` rows.
#[inline(always)]
fn multiply_each<S: Simd>(
    simd: S,
    x: Inputs<'_>,
    panels: &[Row],
    depth: usize,
    out: &mut [Row],
    widened: &mut WidenedPanels,
) {
    for (panel, out) in panels
        .chunks_exact(depth)
        .zip(out.chunks_exact_mut(x.stride))
    {
        PanelMultiplication {
            x,
            panels: [PanelRows::F32(panel)],
            // They were just written, so they are in the cache.
            prefetch: None,
            initial: Some([&[0.0; LANES]]),
            out: [out],
            widened,
        }
        .run(simd);
    }
}

/// Rows that are reused for text after text, so that no memory is allocated in between.
#[derive(Default)]
struct RowBuffer(Vec<f32>);

impl RowBuffer {
    /// `count` rows of zeros, or with unspecified contents (NaN in tests), the first at the start of a cache line.
    #[inline(always)]
    fn rows(&mut self, count: usize, zeros: bool) -> &mut [Row] {
        const LINE: usize = 64;
        let needed = count * LANES + LINE / size_of::<f32>();
        if self.0.len() < needed {
            self.0.resize(needed, 0.0);
        }
        let start = self
            .0
            .as_ptr()
            .align_offset(LINE)
            .min(LINE / size_of::<f32>());
        let rows = &mut self.0[start..].as_chunks_mut().0[..count];
        if zeros {
            rows.fill([0.0; LANES]);
        } else if cfg!(test) {
            rows.fill([f32::NAN; LANES]);
        }
        rows
    }
}
