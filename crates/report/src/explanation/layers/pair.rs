//! One cell at every layer: the cosine of the two tokens' static vectors, then at each layer.

use unicode_width::UnicodeWidthStr;

use super::super::columns::{COLUMN_WIDTH, cell, fit_spans, five_places, value};
use super::super::page::{Span, Target, Tone};
use super::super::walkthrough::example_cell;
use crate::label::{fit, token};
use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::Token;
use bertscope_explain::Layers;
use bertscope_metric::Similarity;

/// Columns of a name, and of the longest bar.
const NAME_WIDTH: u16 = 8;
const BAR_WIDTH: u16 = 40;

/// A candidate token and a reference token.
pub(super) struct TokenPair<'a> {
    layers: &'a Layers,
    /// Row and column of the matrix.
    cell: (usize, usize),
    /// The names of both, as in the checks of a lesson: the second token with a name ends with `#2`.
    names: [String; 2],
}

/// A line of the chart.
#[derive(Debug, Clone, Copy)]
pub(super) enum PairRow {
    /// What the others are.
    Heading,
    /// The vectors of the tokens alone.
    Static,
    /// The hidden states of a layer, by its number.
    Layer(usize),
}

impl<'a> TokenPair<'a> {
    /// A cell, or the most instructive one; `None` if the matrix does not have the cell.
    pub(super) fn new(layers: &'a Layers, analysis: &Analysis, cell: Option<(usize, usize)>) -> Option<Self> {
        let (c, r) = cell.unwrap_or_else(|| example_cell(analysis));
        let [a, b] = [(Side::Candidate, c), (Side::Reference, r)]
            .map(|(side, i)| name(&analysis.side(side).tokenized.tokens, i));
        Some(Self { layers, cell: (c, r), names: [a?, b?] })
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = PairRow> {
        [PairRow::Heading, PairRow::Static].into_iter().chain((0..self.layers.rows.len()).map(PairRow::Layer))
    }

    pub(super) fn row(&self, line: PairRow, width: u16) -> Vec<Span> {
        match line {
            PairRow::Heading => self.heading(width),
            PairRow::Static => self.bar(" static ", Tone::Plain, &self.layers.static_similarity, width),
            PairRow::Layer(layer) => {
                let (sign, tone) =
                    if layer == self.layers.scored_layer.0 { ('▶', Tone::Strong) } else { (' ', Tone::Plain) };
                self.bar(&format!("{sign}{layer:>6} "), tone, &self.layers.rows[layer].similarity, width)
            }
        }
    }

    fn heading(&self, width: u16) -> Vec<Span> {
        let [a, b] = &self.names;
        let words = format!("cosine of {a} and {b}");
        let forms = [format!("{words}: static vectors, then each layer"), words];
        let short = || fit(&format!("{a} × {b}"), width);
        let text = forms.into_iter().find(|text| text.width() <= usize::from(width)).unwrap_or_else(short);
        vec![Span::new(text, Tone::Accent)]
    }

    /// ` static ━━━━━━━━━──  .9712`, with a bar from 0 to 1.
    fn bar(&self, name: &str, tone: Tone, similarity: &Similarity, width: u16) -> Vec<Span> {
        let cosine = self.cosine(similarity);
        let bar = width.saturating_sub(NAME_WIDTH + COLUMN_WIDTH).min(BAR_WIDTH);
        let full = (cosine.clamp(0.0, 1.0) * f64::from(bar)).round() as usize;
        let spans = vec![
            Span::new(name, tone),
            Span::new("━".repeat(full), Tone::Bar),
            Span::new("─".repeat(usize::from(bar) - full), Tone::Rest),
            cell(&value(Some(cosine)), tone),
        ];
        fit_spans(spans, width)
    }

    fn cosine(&self, similarity: &Similarity) -> f64 {
        f64::from(similarity.get(self.cell.0, self.cell.1))
    }

    pub(super) fn target(&self, line: PairRow) -> Option<Target> {
        let (candidate, reference) = self.cell;
        match line {
            PairRow::Heading => None,
            PairRow::Static => Some(Target::Cell { candidate, reference }),
            PairRow::Layer(layer) => Some(Target::Layer(self.layers.rows[layer].layer)),
        }
    }

    pub(super) fn derivation(&self, line: PairRow) -> Vec<String> {
        let [a, b] = &self.names;
        let cosine = |of: &Similarity| format!("cosine of {a} and {b} = {}", five_places(Some(self.cosine(of))));
        match line {
            PairRow::Heading => Vec::new(),
            PairRow::Static => {
                let what = "a static vector is a token’s embedding without its position, the same in every text";
                let mut steps = vec![what.to_owned(), cosine(&self.layers.static_similarity)];
                if self.layers.is_layer_zero_static() {
                    steps.push("this model adds no positions to its embeddings, so layer 0 is static, too".to_owned());
                }
                steps
            }
            PairRow::Layer(layer) => {
                let what = match layer {
                    0 if self.layers.is_layer_zero_static() => "layer 0 is the embedding alone".to_owned(),
                    0 => "layer 0 is the embedding plus its position; no other token is mixed in yet".to_owned(),
                    1 => "at layer 1, one transformer block has mixed in the other tokens of each text".to_owned(),
                    n => format!("at layer {n}, {n} transformer blocks have mixed in the other tokens of each text"),
                };
                vec![what, cosine(&self.layers.rows[layer].similarity)]
            }
        }
    }
}

/// A token in quotation marks, special tokens without; the second token with a name ends with `#2`.
fn name(tokens: &[Token], index: usize) -> Option<String> {
    let own = tokens.get(index)?;
    let label = token(own);
    let nth = tokens[..index].iter().filter(|other| token(other) == label).count() + 1;
    let label = fit(&label, 24);
    let quoted = if own.special { label } else { format!("“{label}”") };
    Some(if nth > 1 { format!("{quoted}#{nth}") } else { quoted })
}
