//! One cell at every layer: the cosine of the two tokens' static vectors, then at each layer.

use unicode_width::UnicodeWidthStr;

use super::super::columns::{COLUMN_WIDTH, bar, cell};
use super::super::names::{occurrence, quote_token};
use super::super::page::{Row, RowForm, Span, Target, Tone};
use super::super::walkthrough::example_cell;
use crate::label::fit;
use crate::number::{exact, narrow_score};
use bertscope_analysis::Analysis;
use bertscope_encoder::Token;
use bertscope_explain::Layers;

/// Columns of a name, and of the longest bar.
const NAME_WIDTH: u16 = 8;
const BAR_WIDTH: u16 = 40;

/// The rows about a cell, or about the most instructive one; `None` if the matrix does not have the cell.
pub(super) fn rows<'a>(
    layers: &'a Layers,
    analysis: &Analysis,
    at: Option<(usize, usize)>,
) -> Option<impl Iterator<Item = Row<'a>>> {
    let (candidate, reference) = at.unwrap_or_else(|| example_cell(analysis));
    let a = name(&analysis.candidate.tokenized.tokens, candidate)?;
    let b = name(&analysis.reference.tokenized.tokens, reference)?;
    let title = format!("cosine of {a} and {b}");
    let heading = {
        let (title, short) = (title.clone(), format!("{a} × {b}"));
        Row::new(move |width| heading(&title, &short, width))
            .with_form(RowForm::Heading(&["layer", "", "cosine"]))
    };
    let all = std::iter::once(None).chain((0..layers.rows.len()).map(Some));
    let chart = all.map(move |layer| {
        let (name, tone, similarity, target) = match layer {
            None => (
                " static ".to_owned(),
                Tone::Plain,
                &layers.static_similarity,
                Target::Cell {
                    candidate,
                    reference,
                },
            ),
            Some(i) => {
                let row = &layers.rows[i];
                let (sign, tone) = if row.layer == layers.scored_layer {
                    ('▶', Tone::Strong)
                } else {
                    (' ', Tone::Plain)
                };
                (
                    format!("{sign}{i:>6} "),
                    tone,
                    &*row.similarity,
                    Target::Layer(row.layer),
                )
            }
        };
        let cosine = f64::from(similarity.get(candidate, reference));
        let number = format!("{title} = {}", exact(cosine));
        Row::new(move |width| bar_line(&name, tone, cosine, width))
            .about(target, move || derivation(layers, layer, &number))
    });
    Some(std::iter::once(heading).chain(chart))
}

/// What the rows below it are.
fn heading(title: &str, short: &str, width: u16) -> Vec<Span> {
    let forms = [
        format!("{title}: static vectors, then each layer"),
        title.to_owned(),
    ];
    let form = forms
        .into_iter()
        .find(|text| text.width() <= usize::from(width));
    vec![Span::new(
        form.unwrap_or_else(|| fit(short, width)),
        Tone::Accent,
    )]
}

/// ` static ━━━━━━━━━──  .9712`, with a bar from 0 to 1.
fn bar_line(name: &str, tone: Tone, cosine: f64, width: u16) -> Vec<Span> {
    let [full, rest] = bar(
        "",
        cosine,
        width
            .saturating_sub(NAME_WIDTH + COLUMN_WIDTH)
            .min(BAR_WIDTH),
        "─",
    );
    vec![
        Span::new(name, tone),
        full,
        rest,
        cell(&narrow_score(Some(cosine)), tone),
    ]
}

/// What the vectors of a layer are, static ones without a layer, and their cosine.
fn derivation(layers: &Layers, layer: Option<usize>, cosine: &str) -> Vec<String> {
    let what = match layer {
        None => {
            "a static vector is a token’s embedding without its position, the same in every text"
                .to_owned()
        }
        Some(0) if layers.is_layer_zero_static() => "layer 0 is the embedding alone".to_owned(),
        Some(0) => {
            "layer 0 is the embedding plus its position; no other token is mixed in yet".to_owned()
        }
        Some(1) => "at layer 1, one transformer block has mixed in the other tokens of each text"
            .to_owned(),
        Some(n) => format!(
            "at layer {n}, {n} transformer blocks have mixed in the other tokens of each text"
        ),
    };
    let mut steps = vec![what, cosine.to_owned()];
    if layer.is_none() && layers.is_layer_zero_static() {
        steps.push(
            "this model adds no positions to its embeddings, so layer 0 is static, too".to_owned(),
        );
    }
    steps
}

/// A token in quotation marks, special tokens without; the second token with a name ends with `#2`.
fn name(tokens: &[Token], index: usize) -> Option<String> {
    let quoted = quote_token(tokens.get(index)?);
    Some(match occurrence(tokens, index) {
        1 => quoted,
        nth => format!("{quoted}#{nth}"),
    })
}
