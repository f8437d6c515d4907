//! The data for the page's script: tokens, matches and numbers, as JSON.

use maud::Markup;
use serde::Serialize;

use crate::escaping::script_json;
use crate::export::picture::geometry::{Grid, Layout};
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
    let mut data = Data {
        candidate: tokens(analysis, Side::Candidate),
        reference: tokens(analysis, Side::Reference),
        grid: None,
        rows: Vec::new(),
        columns: Vec::new(),
        values: Vec::new(),
        raw: analysis.rescaling().map(|_| Vec::new()),
        idf: analysis.idf.is_some(),
    };
    if let Some(grid) = &layout.grid {
        data.add_grid(analysis, grid);
    }
    script_json(&data)
}

impl Data {
    fn add_grid(&mut self, analysis: &Analysis, grid: &Grid) {
        self.grid = Some(GridData {
            x: grid.area.x,
            y: grid.area.y,
            w: grid.cell.width,
            h: grid.cell.height,
        });
        self.rows.clone_from(&grid.rows);
        self.columns.clone_from(&grid.columns);
        for &candidate in &grid.rows {
            for &reference in &grid.columns {
                self.values
                    .push(scaled(analysis.cell(candidate, reference)));
                if let Some(raw) = &mut self.raw {
                    raw.push(scaled(analysis.similarity.get(candidate, reference)));
                }
            }
        }
    }
}

fn scaled(similarity: f32) -> i32 {
    (similarity * SIMILARITY_SCALE).round() as i32
}

fn tokens(analysis: &Analysis, side: Side) -> Vec<TokenData> {
    let own = analysis.side(side);
    let matches = analysis.matches_of(side);
    let weighted = own.tokenized.tokens.iter().zip(own.weights.as_slice());
    let mut tokens = Vec::new();
    for (i, (token, &weight)) in weighted.enumerate() {
        // If the other text has no token, there is no match.
        let found = matches.get(i);
        let second = found.and_then(|found| found.runner_up);
        tokens.push(TokenData {
            t: label::token(token),
            w: weight,
            m: found.map(|found| found.token),
            s: found.map(|found| analysis.scaled_similarity(found.similarity)),
            u: second.map(|second| second.token),
            v: second.map(|second| analysis.scaled_similarity(second.similarity)),
        });
    }
    tokens
}
