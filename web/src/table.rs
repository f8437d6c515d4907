//! An explanation as tables, in which a row opens to show its derivation.

use bertscope_analysis::Idf;
use bertscope_report::explanation::{Page, RowForm, Span, Target, Tone};
use bertscope_report::export::picture::html::{MAX_ROWS, row};
use maud::{Markup, html};

use crate::story::key;

/// What the terminal abbreviates.
const LONG_NAMES: [(&str, &str); 10] = [
    ("c", "in candidate"),
    ("r", "in reference"),
    ("df", "texts with it"),
    ("w", "weight"),
    ("cos", "cosine"),
    ("ref.", "reference"),
    ("resc. P", "rescaled P"),
    ("resc. R", "rescaled R"),
    ("resc. F1", "rescaled F1"),
    ("if out", "without it"),
];

/// The lead of a page, then its headings, lines of text and tables.
pub fn blocks(page: &Page<'_>, width: u16) -> Markup {
    let mut blocks = Vec::new();
    let mut table = Table::with_heads(page.columns());
    for index in 0..page.len() {
        let spans = page.row(index, width);
        let how = derivation(page, index);
        match page.form(index) {
            RowForm::Heading(columns) => {
                blocks.extend(std::mem::replace(&mut table, Table::with_heads(columns)).finish());
                blocks.push(line(&spans, how));
            }
            RowForm::Cells if spans.is_empty() => {
                blocks.extend(std::mem::take(&mut table).finish());
            }
            RowForm::Text if table.rows.is_empty() => blocks.push(line(&spans, how)),
            RowForm::Text => table.rows.push((vec![spans], how)),
            RowForm::Cells => table.push(cells(spans), how),
        }
    }
    blocks.extend(table.finish());
    html! {
        p .lead { (page.lead()) }
        div .rows .tall[page.len() > MAX_ROWS] { @for block in blocks { (block) } }
    }
}

/// A heading or a line of text.
fn line(spans: &[Span], how: Option<Markup>) -> Markup {
    match how {
        None => html! { div .line { (row(spans)) } },
        Some(how) => html! { details .line { summary { (row(spans)) } div .how { (how) } } },
    }
}

/// The spans of one cell.
type Cell = Vec<Span>;

fn cells(spans: Vec<Span>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for span in spans {
        let is_chart_part = is_chart(std::slice::from_ref(&span));
        let is_sign = span.text == " → "
            || span.text.chars().count() == 1 && !span.text.contains(char::is_alphanumeric);
        match cells.last_mut() {
            Some(cell)
                if if is_chart_part {
                    is_chart(cell)
                } else {
                    is_sign
                } =>
            {
                cell.push(span);
            }
            _ => cells.push(vec![span]),
        }
    }
    cells
}

fn is_chart(cell: &[Span]) -> bool {
    cell.iter()
        .any(|span| matches!(span.tone, Tone::Bar | Tone::Rest))
}

fn class(cell: &[Span]) -> &'static str {
    // In text, the column of numbers is aligned on the right.
    let text = &cell[0].text;
    let is_number =
        text.starts_with(' ') && !text.contains(char::is_alphabetic) && !text.contains('→');
    match (is_chart(cell), is_number) {
        (true, _) => "chart",
        (_, true) => "number",
        _ => "words",
    }
}

#[derive(Default)]
struct Table {
    heads: Vec<String>,
    rows: Vec<(Vec<Cell>, Option<Markup>)>,
}

impl Table {
    fn with_heads(heads: &[&str]) -> Self {
        Self {
            heads: heads.iter().map(|&name| name.to_owned()).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; the first one, if nothing names the columns and it has no derivation, names them.
    fn push(&mut self, cells: Vec<Cell>, how: Option<Markup>) {
        if how.is_some() || !self.rows.is_empty() || !self.heads.is_empty() {
            return self.rows.push((cells, how));
        }
        self.heads = cells.iter().map(|cell| column_name(cell)).collect();
    }

    /// The class of a column: that of its first cell.
    fn column_class(&self, column: usize) -> &'static str {
        match self.rows.iter().find_map(|(cells, _)| cells.get(column)) {
            Some(cell) => class(cell),
            None => "words",
        }
    }

    fn finish(self) -> Option<Markup> {
        let widest_row = self.rows.iter().map(|(cells, _)| cells.len()).max()?;
        let columns = widest_row.max(self.heads.len());
        Some(html! {
            table {
                @if !self.heads.is_empty() {
                    thead { tr { @for i in 0..columns {
                        @match self.heads.get(i).filter(|name| !name.trim().is_empty()) {
                            // Over a chart, a name stands where the chart shows what it names.
                            Some(name) => { th scope="col" class=(self.column_class(i)) { (if self.column_class(i) == "chart" { name.as_str() } else { name.trim() }) } }
                            None => { td class=(self.column_class(i)) {} }
                        }
                    } } }
                }
                tbody {
                    @for (cells, how) in &self.rows {
                        tr {
                            @for (i, cell) in cells.iter().enumerate() {
                                // A remark instead of numbers has the rest of the row.
                                @let rest = (i + 1 == cells.len() && class(cell) == "words").then_some(columns - i).filter(|rest| *rest > 1);
                                @if i == 0 {
                                    th scope="row" class=(class(cell)) colspan=[rest] {
                                        @if how.is_some() { button type="button" aria-expanded="false" { (row(cell)) } } @else { (row(cell)) }
                                    }
                                } @else {
                                    td class=(class(cell)) colspan=[rest] { (row(cell)) }
                                }
                            }
                        }
                        @if let Some(how) = how { tr .how hidden { td colspan=(columns) { (how) } } }
                    }
                }
            }
        })
    }
}

/// What a cell says as the head of its column.
fn column_name(cell: &[Span]) -> String {
    let name: String = cell.iter().map(|span| span.text.as_str()).collect();
    for (short, long) in LONG_NAMES {
        if short == name.trim() {
            return long.to_owned();
        }
    }
    name
}

/// How the numbers of a row were computed, and a button for its target.
fn derivation(page: &Page<'_>, index: usize) -> Option<Markup> {
    let steps = page.derivation(index);
    let target = page.target(index).and_then(target_action);
    if steps.is_empty() && target.is_none() {
        return None;
    }
    Some(html! {
        @if !steps.is_empty() { ul { @for step in &steps { li { (step) } } } }
        @if let Some((go, label)) = target { button type="button" data-go=(go) { (label) } }
    })
}

/// The target of a row: for the script, and as the label of a button. `None` if it has no target.
fn target_action(target: Target) -> Option<(String, String)> {
    Some(match target {
        Target::Token(side, token) | Target::Word(side, token) => (
            format!("token {}", key(side, token)),
            "Show it in the picture".to_owned(),
        ),
        Target::Cell {
            candidate,
            reference,
        } => (
            format!("cell {candidate} {reference}"),
            "Show the cell in the picture".to_owned(),
        ),
        Target::Layer(layer) => (
            format!("layer {layer}"),
            format!("Score with layer {layer}"),
        ),
        Target::Idf(idf) => {
            let (name, label) = match idf {
                Idf::Off => ("off", "Score without IDF weights"),
                Idf::Table => ("table", "Weight tokens by the IDF table"),
                Idf::References => ("references", "Weight tokens by this reference only"),
            };
            (format!("idf {name}"), label.to_owned())
        }
        Target::Rescale(true) => ("rescale yes".to_owned(), "Rescale the score".to_owned()),
        Target::Rescale(false) => ("rescale no".to_owned(), "Show the raw score".to_owned()),
        Target::Alignment(kind) => (
            format!("alignment {}", kind.name()),
            "List its pairs".to_owned(),
        ),
        Target::KeptText(side, index) => (
            format!("kept {} {index}", side.name()),
            "Swap in this text".to_owned(),
        ),
        Target::KeptPair {
            candidate,
            reference,
        } => (
            format!("kept candidate {candidate} reference {reference}"),
            "Swap in both texts".to_owned(),
        ),
        Target::Row => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_span_is_a_cell_but_signs_and_the_rest_of_a_chart_belong_to_the_cell_before() {
        let row = [
            ("word", Tone::Plain),
            (" → ", Tone::Quiet),
            ("match", Tone::Plain),
            (" .9123", Tone::Strong),
            ("▴", Tone::Up),
            // The filled part of a bar, which is only its gap if the number is 0, and the empty part.
            (" ", Tone::Bar),
            ("──", Tone::Rest),
            ("     —", Tone::Quiet),
        ];
        let cells = cells(row.map(|(text, tone)| Span::new(text, tone)).into());
        let texts: Vec<String> = cells
            .iter()
            .map(|cell| cell.iter().map(|span| &*span.text).collect())
            .collect();
        assert_eq!(texts, ["word → ", "match", " .9123▴", " ──", "     —"]);
        assert_eq!(
            cells.iter().map(|cell| class(cell)).collect::<Vec<_>>(),
            ["words", "words", "number", "chart", "number"]
        );
    }
}
