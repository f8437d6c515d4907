//! The attention of one head over one text.

use std::ops::Range;

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
    /// The text's first token, and its number of tokens.
    pub first: usize,
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
    /// Writes the weighted values to the columns of head `out_head` in `out`, \[panels\]\[tokens\]\[32\].
    #[inline(always)]
    pub fn attend<S: Simd>(
        &self,
        simd: S,
        buffers: &mut HeadBuffers,
        out_head: usize,
        out: &mut [Row],
    ) {
        let length = self.length;
        let depth = self.feature_panels() * LANES;
        let query = self.copy_query(&mut buffers.query);
        let key = self.copy_key(&mut buffers.key);
        let value = self.copy_value(&mut buffers.value);
        if let Some(rotation) = self.attention.rotation {
            rotation.apply(query, key, length, self.feature_panels());
        }
        let scores = buffers.scores.rows(self.token_panels() * length, false);
        let queries = Inputs {
            rows: query,
            stride: length,
        };
        multiply_each(simd, queries, key, depth, scores, &mut buffers.widened);
        self.add_bias(scores);
        softmax(scores, length);
        let context = buffers.context.rows(self.feature_panels() * length, false);
        let probabilities = Inputs {
            rows: scores,
            stride: length,
        };
        let depth = self.token_panels() * LANES;
        multiply_each(
            simd,
            probabilities,
            value,
            depth,
            context,
            &mut buffers.widened,
        );
        for run in self.runs(out_head * self.attention.shape.head_size()) {
            copy_columns(
                &context[run.head_panel * length..][..length],
                run.head_lane,
                &mut out[run.panel * self.tokens + self.first..],
                run.lane,
                run.columns,
            );
        }
    }

    /// Panels for the features of the head.
    #[inline(always)]
    fn feature_panels(&self) -> usize {
        self.attention.shape.head_size().div_ceil(LANES)
    }

    /// Panels for the tokens of the text.
    #[inline(always)]
    fn token_panels(&self) -> usize {
        self.length.div_ceil(LANES)
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
        for run in self.runs(self.column(0)) {
            let query = &mut query[run.head_panel * self.length..];
            copy_columns(self.rows(&run), run.lane, query, run.head_lane, run.columns);
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
        let key = buffer.rows(self.token_panels() * depth, self.has_padding());
        for run in self.runs(self.column(1)) {
            let feature = run.head_panel * LANES + run.head_lane;
            for (t, row) in self.rows(&run).iter().enumerate() {
                let key = &mut key[t / LANES * depth + feature..][..run.columns];
                for (target, number) in key.iter_mut().zip(&row[run.lane..run.lane + run.columns]) {
                    target[t % LANES] = *number;
                }
            }
        }
        key
    }

    /// The values as weights, \[feature panels\]\[tokens, rounded up to 32\]\[32\].
    #[inline(always)]
    fn copy_value<'b>(&self, buffer: &'b mut RowBuffer) -> &'b mut [Row] {
        let depth = self.token_panels() * LANES;
        let value = buffer.rows(self.feature_panels() * depth, self.has_padding());
        for panel in value.chunks_exact_mut(depth) {
            panel[self.length..].fill([0.0; LANES]);
        }
        for run in self.runs(self.column(2)) {
            let value = &mut value[run.head_panel * depth..];
            copy_columns(self.rows(&run), run.lane, value, run.head_lane, run.columns);
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

    /// The head's columns, of which the first is column `start` of some panels.
    #[inline(always)]
    fn runs(&self, start: usize) -> ColumnRuns {
        ColumnRuns {
            start,
            columns: start..start + self.attention.shape.head_size(),
        }
    }

    /// The text's rows of the panel with these columns.
    #[inline(always)]
    fn rows(&self, run: &ColumnRun) -> &'a [Row] {
        &self.x[run.panel * self.tokens + self.first..][..self.length]
    }
}

/// Columns of a head that are adjacent both in the panels of all heads and in panels that start with the head.
struct ColumnRun {
    panel: usize,
    /// The first column in that panel.
    lane: usize,
    /// The panel and the column in the panels that start with the head.
    head_panel: usize,
    head_lane: usize,
    columns: usize,
}

/// Divides columns into runs.
struct ColumnRuns {
    /// The head's first column.
    start: usize,
    /// Those that are left.
    columns: Range<usize>,
}

impl Iterator for ColumnRuns {
    type Item = ColumnRun;

    #[inline(always)]
    fn next(&mut self) -> Option<ColumnRun> {
        if self.columns.is_empty() {
            return None;
        }
        let column = self.columns.start;
        let feature = column - self.start;
        let lane = column % LANES;
        let head_lane = feature % LANES;
        let columns = (LANES - lane)
            .min(LANES - head_lane)
            .min(self.columns.len());
        self.columns.start += columns;
        Some(ColumnRun {
            panel: column / LANES,
            lane,
            head_panel: feature / LANES,
            head_lane,
            columns,
        })
    }
}

/// Copies columns of rows to columns of other rows.
#[inline(always)]
fn copy_columns(rows: &[Row], from: usize, to: &mut [Row], at: usize, columns: usize) {
    // Whole rows are one block of memory.
    if columns == LANES {
        to[..rows.len()].copy_from_slice(rows);
        return;
    }
    for (to, row) in to[..rows.len()].iter_mut().zip(rows) {
        to[at..at + columns].copy_from_slice(&row[from..from + columns]);
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
