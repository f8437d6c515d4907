//! The axes of the matrix: cell sizes, labels, weights and words.

use std::f32::consts::FRAC_1_SQRT_2;

use super::geometry::{Anchor, Area, CellSize, Detail, Grid, Layout, PicturePart, Role, Text};
use super::{label, measure};
use bertscope_analysis::{Analysis, Side};

const MAX_LABEL_WIDTH: f32 = 168.0;
/// Longest bar of a weight.
const BAR: f32 = 26.0;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slant {
    Level,
    Rising,
    Upright,
}

impl Slant {
    /// The most readable direction in which labels of these widths do not overlap.
    fn for_labels(widths: &[f32], cell_width: f32, size: f32) -> Self {
        if widths.iter().all(|&width| width <= cell_width - 3.0) {
            Self::Level
        } else if cell_width >= size * 1.5 {
            Self::Rising
        } else {
            Self::Upright
        }
    }

    /// Height of labels of which the longest has this width.
    fn height(self, longest: f32, size: f32) -> f32 {
        match self {
            Self::Level => size,
            Self::Rising => (longest + size) * FRAC_1_SQRT_2,
            Self::Upright => longest,
        }
    }

    /// How far the labels extend beyond the right edge of the last column.
    fn overhang(self, widths: &[f32], cell_width: f32) -> f32 {
        if self != Self::Rising {
            return 0.0;
        }
        let right = cell_width * widths.len() as f32;
        let mut most = 0.0f32;
        for (i, width) in widths.iter().enumerate() {
            let end = (i as f32 + 0.5) * cell_width + width * FRAC_1_SQRT_2;
            most = most.max(end - right + 6.0);
        }
        most
    }
}

impl CellSize {
    /// Cells with numbers, if there are not too many.
    fn for_numbers(rows: usize, columns: usize) -> Self {
        if rows > 64 || columns > 40 {
            return Self::for_signs(rows, columns);
        }
        let width = (1080.0 / columns as f32).floor().clamp(27.0, 56.0);
        let height = (1200.0 / rows as f32)
            .floor()
            .clamp(20.0, (width * 0.68).clamp(20.0, 34.0));
        let font = (width * 0.27).min(height * 0.55).clamp(8.0, 13.5);
        Self {
            width,
            height,
            gap: if width > 36.0 { 2.0 } else { 1.0 },
            detail: Detail::Digits(font),
        }
    }

    fn for_signs(rows: usize, columns: usize) -> Self {
        // Whole pixels, or thirds of a doubled one, so that no line between cells is blurred.
        let side = (1560.0 / rows.max(columns) as f32).floor().clamp(3.0, 16.0);
        Self {
            width: side,
            height: side,
            gap: if side >= 12.0 { 1.0 } else { 0.0 },
            detail: Detail::Symbols,
        }
    }

    /// Cells of one of many matrices on a page.
    fn small(rows: usize, columns: usize) -> Self {
        let side = (720.0 / rows.max(columns) as f32).floor().clamp(5.0, 15.0);
        Self {
            width: side,
            height: side,
            gap: 0.0,
            detail: Detail::Symbols,
        }
    }
}

/// A matrix before it is positioned.
pub struct Axes<'a> {
    analysis: &'a Analysis,
    rows: Vec<usize>,
    columns: Vec<usize>,
    cell: CellSize,
    label_size: f32,
    slant: Slant,
    /// Widest label of a row, highest of a column.
    labels: (f32, f32),
    /// Overhang of the last column labels on the right.
    pub overhang: f32,
    /// Largest weight, if weights differ.
    pub max_weight: Option<f64>,
    /// Whether a token continues a word.
    has_pieces: bool,
}

/// Tokens of a side that have a row or column.
pub fn shown_tokens(analysis: &Analysis, side: Side, special: bool) -> Vec<usize> {
    let tokens = analysis.side(side).tokenized.tokens.iter().enumerate();
    tokens
        .filter(|(_, t)| special || !t.special)
        .map(|(i, _)| i)
        .collect()
}

/// The label of a token, which has no position yet and ends at its anchor.
pub fn token_label(analysis: &Analysis, side: Side, token: usize, size: f32) -> Text {
    let of = &analysis.side(side).tokenized.tokens[token];
    let whole = label::token(of);
    let text = label::fit(&whole, MAX_LABEL_WIDTH, size);
    let role = if of.special { Role::Quiet } else { Role::Text };
    Text {
        full_text: (text != whole).then_some(whole),
        token: Some((side, token)),
        ..Text::new(0.0, 0.0, size, role, text).anchored(Anchor::End)
    }
}

pub fn label_widths(analysis: &Analysis, side: Side, shown: &[usize], size: f32) -> Vec<f32> {
    let mut widths = Vec::new();
    for &token in shown {
        let label = token_label(analysis, side, token, size);
        widths.push(measure::width(&label.text) * size);
    }
    widths
}

pub fn longest(widths: &[f32]) -> f32 {
    widths.iter().copied().fold(0.0, f32::max)
}

/// The largest weight of a token, also of one that is not shown.
fn max_weight(analysis: &Analysis) -> f64 {
    let sides = [&analysis.candidate, &analysis.reference];
    let weights = sides.iter().flat_map(|side| side.weights.as_slice());
    weights.copied().fold(0.0, f64::max)
}

impl<'a> Axes<'a> {
    /// Determines sizes; `None` if a side has no token to show.
    pub fn new(analysis: &'a Analysis, special: bool, part: PicturePart) -> Option<Self> {
        let rows = shown_tokens(analysis, Side::Candidate, special);
        let columns = shown_tokens(analysis, Side::Reference, special);
        if rows.is_empty() || columns.is_empty() {
            return None;
        }
        let cell = match part {
            PicturePart::All | PicturePart::Matrix => {
                CellSize::for_numbers(rows.len(), columns.len())
            }
            PicturePart::Small => CellSize::small(rows.len(), columns.len()),
        };
        let label_size = match cell.detail {
            Detail::Digits(_) => 13.0,
            Detail::Symbols => (cell.width * 0.8).clamp(8.0, 12.0),
        };
        let across = label_widths(analysis, Side::Reference, &columns, label_size);
        let down = label_widths(analysis, Side::Candidate, &rows, label_size);
        let slant = Slant::for_labels(&across, cell.width, label_size);
        Some(Self {
            has_pieces: [&analysis.candidate, &analysis.reference]
                .into_iter()
                .flat_map(|side| &side.tokenized.tokens)
                .any(|token| token.continues_word),
            max_weight: analysis.idf.as_ref().map(|_| max_weight(analysis)),
            labels: (longest(&down), slant.height(longest(&across), label_size)),
            overhang: slant.overhang(&across, cell.width),
            analysis,
            rows,
            columns,
            cell,
            label_size,
            slant,
        })
    }

    /// Space between the labels and the cells.
    fn rim(&self) -> f32 {
        let words = if self.has_pieces { 7.0 } else { 0.0 };
        let weights = if self.max_weight.is_some() {
            BAR + 4.0
        } else {
            0.0
        };
        7.0 + words + weights
    }

    /// Space left of the cells.
    pub fn left(&self) -> f32 {
        // Whole pixels, so that the edges of cells are sharp.
        (20.0 + self.labels.0 + self.rim()).ceil()
    }

    /// Space above the cells.
    pub fn top(&self) -> f32 {
        (22.0 + self.labels.1 + self.rim()).ceil()
    }

    pub fn size(&self) -> (f32, f32) {
        (
            self.cell.width * self.columns.len() as f32,
            self.cell.height * self.rows.len() as f32,
        )
    }

    /// Number of tokens for each label: more than 1 if there is no room for all labels.
    pub fn label_step(&self) -> usize {
        // A label needs a little more than its font size. Where rows are as low as that, columns are as narrow.
        ((self.label_size * 1.1 / self.cell.height).ceil() as usize).max(1)
    }

    /// Positions everything, the upper left corner of the cells at `x` and `y`.
    pub fn add_to(self, layout: &mut Layout, x: f32, y: f32) {
        let (width, height) = self.size();
        self.titles(layout, x, y);
        self.row_labels(layout, x, y);
        self.column_labels(layout, x, y);
        self.weights(layout, x, y);
        self.words(layout, x, y);
        layout.grid = Some(Grid {
            area: Area {
                x,
                y,
                width,
                height,
            },
            cell: self.cell,
            rows: self.rows,
            columns: self.columns,
        });
    }

    fn titles(&self, layout: &mut Layout, x: f32, y: f32) {
        let (width, height) = self.size();
        let upper = y - self.top() + 11.0;
        let left = x - self.left() + 11.0;
        // With slanted labels, the axis is centred on their lower ends.
        let columns = Text::new(x + width / 2.0, upper, 12.0, Role::Quiet, "Reference");
        let rows = Text::new(left, y + height / 2.0, 12.0, Role::Quiet, "Candidate");
        layout.texts.push(columns.anchored(Anchor::Middle));
        layout
            .texts
            .push(rows.anchored(Anchor::Middle).rotated(-90.0));
    }

    fn row_labels(&self, layout: &mut Layout, x: f32, y: f32) {
        for (row, &token) in self.rows.iter().enumerate().step_by(self.label_step()) {
            let middle = y + (row as f32 + 0.5) * self.cell.height;
            layout.texts.push(Text {
                x: x - self.rim(),
                y: middle + 0.36 * self.label_size,
                ..token_label(self.analysis, Side::Candidate, token, self.label_size)
            });
        }
    }

    fn column_labels(&self, layout: &mut Layout, x: f32, y: f32) {
        let size = self.label_size;
        let foot = y - self.rim();
        for (column, &token) in self.columns.iter().enumerate().step_by(self.label_step()) {
            let middle = x + (column as f32 + 0.5) * self.cell.width;
            let text = token_label(self.analysis, Side::Reference, token, size);
            let (right, anchor, rotation) = match self.slant {
                Slant::Level => (0.0, Anchor::Middle, 0.0),
                Slant::Rising => (0.3, Anchor::Start, -45.0),
                Slant::Upright => (0.36, Anchor::Start, -90.0),
            };
            layout.texts.push(Text {
                x: middle + size * right,
                y: foot,
                ..text.anchored(anchor).rotated(rotation)
            });
        }
    }

    /// Bars that grow from the cells towards the labels.
    fn weights(&self, layout: &mut Layout, x: f32, y: f32) {
        let Some(most) = self.max_weight else { return };
        for (side, shown, cell) in self.lines() {
            let thick = (cell * 0.5).clamp(1.0, 14.0);
            let weights = self.analysis.side(side).weights.as_slice();
            for (i, &token) in shown.iter().enumerate() {
                let bar = Beside {
                    start: (i as f32 + 0.5) * cell - thick / 2.0,
                    length: thick,
                    distance: 4.0,
                    thickness: bar_length(weights[token], most),
                };
                layout.bars.push(bar.area(side, x, y));
            }
        }
    }

    /// The rows and the columns, each with the size of a cell.
    fn lines(&self) -> [(Side, &[usize], f32); 2] {
        [
            (Side::Candidate, &self.rows, self.cell.height),
            (Side::Reference, &self.columns, self.cell.width),
        ]
    }

    /// A line along the tokens of a word.
    fn words(&self, layout: &mut Layout, x: f32, y: f32) {
        for (side, shown, cell) in self.lines() {
            let tokens = &self.analysis.side(side).tokenized.tokens;
            let inset = (cell * 0.22).min(8.0);
            let mut first = 0;
            for word in shown.chunk_by(|_, &next| tokens[next].continues_word) {
                if word.len() > 1 {
                    let line = Beside {
                        start: first as f32 * cell + inset,
                        length: word.len() as f32 * cell - 2.0 * inset,
                        distance: self.rim() - 7.0,
                        thickness: 1.5,
                    };
                    layout.brackets.push(line.area(side, x, y));
                }
                first += word.len();
            }
        }
    }
}

/// A rectangle left of the rows or above the columns.
struct Beside {
    /// Where it begins, from the first cell, and how long it is along the cells.
    start: f32,
    length: f32,
    /// How far it is from the cells, and how far it extends from there.
    distance: f32,
    thickness: f32,
}

impl Beside {
    /// The rectangle, where the upper left corner of the cells is at `x` and `y`.
    fn area(&self, side: Side, x: f32, y: f32) -> Area {
        let away = self.distance + self.thickness;
        match side {
            Side::Candidate => Area {
                x: x - away,
                y: y + self.start,
                width: self.thickness,
                height: self.length,
            },
            Side::Reference => Area {
                x: x + self.start,
                y: y - away,
                width: self.length,
                height: self.thickness,
            },
        }
    }
}

fn bar_length(weight: f64, most: f64) -> f32 {
    // A weight of 0 is a hairline, so that it is visible.
    if most > 0.0 {
        ((weight / most) as f32 * BAR).max(1.0)
    } else {
        1.0
    }
}
