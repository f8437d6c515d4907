//! The data for the page's script: tokens, matches and numbers, as JSON.

use maud::Markup;
use serde::Serialize;

use crate::escaping::script_json;
use crate::export::picture::geometry::Layout;
use crate::export::picture::label;
use bertscope_analysis::{Analysis, Side};

/// Similarities are written as whole numbers of this part.
const SIMILARITY_SCALE: f32 = 1e5;

#[derive(Serialize)]
struct Data {
    candidate: Vec<TokenData>,
    reference: Vec<TokenData>,
    grid: Option<GridData>,
    rows: Vec<usize>,
    columns: Vec<usize>,
    /// As shown in the picture, in hundred-thousandths, row by row.
    values: Vec<i32>,
    /// Before rescaling, if they differ.
    raw: Option<Vec<i32>>,
    idf: bool,
}

#[derive(Serialize)]
struct TokenData {
    /// Text.
    t: String,
    /// Weight.
    w: f64,
    /// Index of the best match on the other side.
    m: Option<usize>,
    /// Its similarity.
    s: Option<f32>,
    /// Index of the runner-up.
    u: Option<usize>,
    /// Its similarity.
    v: Option<f32>,
}

#[derive(Serialize)]
struct GridData {
    x: f32,
    y: f32,
    w: f32,
    h: f32,
}

/// The data, for a `script` element.
pub fn json(analysis: &Analysis, layout: &Layout) -> Markup {
    let (rows, columns) = layout
        .grid
        .as_ref()
        .map_or((&[][..], &[][..]), |g| (&g.rows[..], &g.columns[..]));
    let numbers = |number: &dyn Fn(usize, usize) -> f32| -> Vec<i32> {
        let cells = rows
            .iter()
            .flat_map(|&c| columns.iter().map(move |&r| (c, r)));
        cells
            .map(|(c, r)| (number(c, r) * SIMILARITY_SCALE).round() as i32)
            .collect()
    };
    let data = Data {
        candidate: tokens(analysis, Side::Candidate),
        reference: tokens(analysis, Side::Reference),
        grid: layout.grid.as_ref().map(|g| GridData {
            x: g.area.x,
            y: g.area.y,
            w: g.cell.0,
            h: g.cell.1,
        }),
        values: numbers(&|c, r| analysis.cell(c, r)),
        raw: analysis
            .rescaling()
            .map(|_| numbers(&|c, r| analysis.similarity.get(c, r))),
        rows: rows.to_vec(),
        columns: columns.to_vec(),
        idf: analysis.idf.is_some(),
    };
    script_json(&data)
}

fn tokens(analysis: &Analysis, side: Side) -> Vec<TokenData> {
    let (own, matches) = (analysis.side(side), analysis.matches_of(side));
    let weighed = own
        .tokenized
        .tokens
        .iter()
        .zip(own.weights.as_slice())
        .enumerate();
    weighed
        .map(|(i, (token, &weight))| {
            let found = matches.get(i);
            let second = found.and_then(|m| m.runner_up);
            TokenData {
                t: label::token(token),
                w: weight,
                m: found.map(|m| m.token),
                s: found.map(|m| analysis.scaled_similarity(m.similarity)),
                u: second.map(|r| r.token),
                v: second.map(|r| analysis.scaled_similarity(r.similarity)),
            }
        })
        .collect()
}
