//! One cell at every layer: the cosine of the two tokens' static vectors, then at each layer.

use super::super::names::numbered_token;
use crate::number::exact;
use crate::topics::example_cell;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Layers;
use bertscope_explain::layers::LayerRow;
use bertscope_metric::Similarity;
use bertscope_sheet::{Cell, Chart, Column, Row, Sheet, Step, Subject, Table};

struct FollowedCell<'a> {
    layers: &'a Layers,
    candidate: usize,
    reference: usize,
    /// What its numbers are.
    name: String,
}

/// A heading and a table about a cell, or about the most instructive one; nothing if the matrix does not have the cell.
pub fn add(sheet: &mut Sheet, layers: &Layers, analysis: &Analysis, at: Option<(usize, usize)>) {
    let (candidate, reference) = at.unwrap_or_else(|| example_cell(analysis));
    let own = numbered_token(analysis, Side::Candidate, candidate);
    let other = numbered_token(analysis, Side::Reference, reference);
    if own.is_empty() || other.is_empty() {
        return;
    }
    let cell = FollowedCell {
        layers,
        candidate,
        reference,
        name: format!("cosine of {own} and {other}"),
    };
    let mut table = Table::new([
        Column::new("layer"),
        Column::parts().ranked(1),
        Column::new("cosine"),
    ]);
    table.push(cell.static_row());
    for row in &layers.rows {
        table.push(cell.layer_row(row));
    }
    sheet.heading(format!("{}: static vectors, then each layer", cell.name));
    sheet.push(table);
}

impl FollowedCell<'_> {
    fn static_row(&self) -> Row {
        let subject = Subject::Cell {
            candidate: self.candidate,
            reference: self.reference,
        };
        let vectors = if self.layers.is_layer_zero_static() {
            "a static vector is a token’s embedding, the same in every text; this model adds no position to it, so layer 0 is \
             static, too"
        } else {
            "a static vector is a token’s embedding without its position, the same in every text"
        };
        self.row("static", subject, &self.layers.static_similarity, vectors)
    }

    fn layer_row(&self, row: &LayerRow) -> Row {
        let vectors = match row.layer.0 {
            0 if self.layers.is_layer_zero_static() => "layer 0 is the embedding alone",
            0 => "layer 0 is the embedding plus its position; no other token is mixed in yet",
            1 => "at layer 1, one transformer block has mixed in the other tokens of each text",
            n => &format!(
                "at layer {n}, {n} transformer blocks have mixed in the other tokens of each text"
            ),
        };
        let name = row.layer.to_string();
        self.row(&name, Subject::Layer(row.layer), &row.similarity, vectors)
    }

    /// `vectors` says what the vectors are.
    fn row(&self, name: &str, subject: Subject, similarity: &Similarity, vectors: &str) -> Row {
        let is_scored = subject == Subject::Layer(self.layers.scored_layer);
        let mark = if is_scored { "▶ " } else { "" };
        let cosine = f64::from(similarity.get(self.candidate, self.reference));
        let cells = [
            Cell::named(format!("{mark}{name}")),
            Chart::Bar(cosine).into(),
            Cell::rounded_score(cosine),
        ];
        let steps = [
            Step::sentence(vectors),
            Step::result(&self.name, exact(cosine)),
        ];
        Row::new(cells).about(subject, steps).chosen_if(is_scored)
    }
}
