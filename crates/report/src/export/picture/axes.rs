//! The axes of the matrix: cell sizes, labels, weights and words.

use super::geometry::{Anchor, Area, Detail, Grid, Layout, PicturePart, Role, Text};
use super::{label, measure};
use bertscope_analysis::{Analysis, Side};

/// Longest label.
const MAX_LABEL_WIDTH: f32 = 168.0;
/// Longest bar of a weight.
const BAR: f32 = 26.0;

/// Direction of the column labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slant {
    Level,
    Rising,
    Upright,
}

/// A matrix before it is positioned.
pub struct Axes<'a> {
    analysis: &'a Analysis,
    rows: Vec<usize>,
    columns: Vec<usize>,
    cell: (f32, f32),
    gap: f32,
    pub detail: Detail,
    /// Font size of the labels of rows, and of columns.
    sizes: (f32, f32),
    slant: Slant,
    /// Widest label of a row, highest of a column.
    labels: (f32, f32),
    /// Overhang of the last column labels on the right.
    pub overhang: f32,
    /// Largest weight, if weights differ.
    pub max_weight: Option<f64>,
    pieces: bool,
}

/// Tokens of a side that have a row or column.
pub fn shown_tokens(analysis: &Analysis, side: Side, special: bool) -> Vec<usize> {
    let tokens = analysis.side(side).tokenized.tokens.iter().enumerate();
    tokens
        .filter(|(_, t)| special || !t.special)
        .map(|(i, _)| i)
        .collect()
}

impl<'a> Axes<'a> {
    /// Determines sizes; `None` if a side has no token to show.
    pub fn new(analysis: &'a Analysis, special: bool, part: PicturePart) -> Option<Self> {
        let rows = shown_tokens(analysis, Side::Candidate, special);
        let columns = shown_tokens(analysis, Side::Reference, special);
        if rows.is_empty() || columns.is_empty() {
            return None;
        }
        let (cell, gap, detail) = match part {
            PicturePart::All | PicturePart::Matrix => cells(rows.len(), columns.len()),
            PicturePart::Small => small_cells(rows.len(), columns.len()),
        };
        let sizes = match detail {
            Detail::Digits(_) => (13.0, 13.0),
            _ => {
                let size = (cell.0 * 0.8).clamp(8.0, 12.0);
                (size, size)
            }
        };
        let lengths = |side: Side, shown: &[usize], size: f32| -> Vec<f32> {
            let tokens = &analysis.side(side).tokenized.tokens;
            shown
                .iter()
                .map(|&i| (measure::width(&label::token(&tokens[i])) * size).min(MAX_LABEL_WIDTH))
                .collect()
        };
        let across = lengths(Side::Reference, &columns, sizes.1);
        let down = lengths(Side::Candidate, &rows, sizes.0);
        let slant = if across.iter().all(|&length| length <= cell.0 - 3.0) {
            Slant::Level
        } else if cell.0 >= sizes.1 * 1.5 {
            Slant::Rising
        } else {
            Slant::Upright
        };
        let longest = |lengths: &[f32]| lengths.iter().fold(0.0f32, |most, &l| most.max(l));
        let height = match slant {
            Slant::Level => sizes.1,
            Slant::Rising => (longest(&across) + sizes.1) * std::f32::consts::FRAC_1_SQRT_2,
            Slant::Upright => longest(&across),
        };
        let right = cell.0 * columns.len() as f32;
        let overhang = across
            .iter()
            .enumerate()
            .fold(0.0f32, |most, (i, &length)| match slant {
                Slant::Rising => most.max(
                    (i as f32 + 0.5) * cell.0 + length * std::f32::consts::FRAC_1_SQRT_2 - right
                        + 6.0,
                ),
                _ => most,
            });
        let weights =
            [&analysis.candidate, &analysis.reference].map(|side| side.weights.as_slice());
        let most = weights.concat().into_iter().fold(0.0f64, f64::max);
        let continues = |side: Side, shown: &[usize]| {
            shown
                .iter()
                .any(|&i| analysis.side(side).tokenized.tokens[i].continues_word)
        };
        Some(Self {
            pieces: continues(Side::Candidate, &rows) || continues(Side::Reference, &columns),
            max_weight: analysis.idf.as_ref().map(|_| most),
            labels: (longest(&down), height),
            analysis,
            rows,
            columns,
            cell,
            gap,
            detail,
            sizes,
            slant,
            overhang,
        })
    }

    /// Space between the labels and the cells.
    fn rim(&self) -> f32 {
        7.0 + if self.pieces { 7.0 } else { 0.0 }
            + if self.max_weight.is_some() {
                BAR + 4.0
            } else {
                0.0
            }
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

    /// Size of the cells.
    pub fn size(&self) -> (f32, f32) {
        (
            self.cell.0 * self.columns.len() as f32,
            self.cell.1 * self.rows.len() as f32,
        )
    }

    /// Number of tokens for each label, if there is no room for all labels; along rows, along columns.
    pub fn cell_step(&self) -> (usize, usize) {
        let every = |cell: f32, size: f32| ((size * 1.1 / cell).ceil() as usize).max(1);
        let across = if self.slant == Slant::Upright {
            every(self.cell.0, self.sizes.1)
        } else {
            1
        };
        (every(self.cell.1, self.sizes.0), across)
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
            gap: self.gap,
            detail: self.detail,
            rows: self.rows,
            columns: self.columns,
        });
    }

    fn titles(&self, layout: &mut Layout, x: f32, y: f32) {
        let (width, height) = self.size();
        let title = |x: f32, y: f32, anchor: Anchor, rotation: f32, text: &str| Text {
            anchor,
            rotation,
            ..Text::new(x, y, 12.0, Role::Quiet, text)
        };
        let upper = y - self.top() + 11.0;
        // With slanted labels, the axis is centred on their lower ends.
        layout.texts.push(if width >= 80.0 {
            title(x + width / 2.0, upper, Anchor::Middle, 0.0, "Reference")
        } else {
            title(x, upper, Anchor::Start, 0.0, "Reference")
        });
        layout.texts.push(if height >= 76.0 {
            title(
                x - self.left() + 11.0,
                y + height / 2.0,
                Anchor::Middle,
                -90.0,
                "Candidate",
            )
        } else {
            title(x - self.rim(), y - 10.0, Anchor::End, 0.0, "Candidate")
        });
    }

    fn text(&self, side: Side, token: usize, size: f32) -> Text {
        let of = &self.analysis.side(side).tokenized.tokens[token];
        let whole = label::token(of);
        let text = label::fit(&whole, MAX_LABEL_WIDTH, size);
        Text {
            anchor: Anchor::End,
            full_text: (text != whole).then_some(whole),
            token: Some((side, token)),
            ..Text::new(
                0.0,
                0.0,
                size,
                if of.special { Role::Quiet } else { Role::Text },
                text,
            )
        }
    }

    fn row_labels(&self, layout: &mut Layout, x: f32, y: f32) {
        let (step, _) = self.cell_step();
        for (row, &token) in self.rows.iter().enumerate().step_by(step) {
            let middle = y + (row as f32 + 0.5) * self.cell.1;
            let text = self.text(Side::Candidate, token, self.sizes.0);
            layout.texts.push(Text {
                x: x - self.rim(),
                y: middle + 0.36 * self.sizes.0,
                ..text
            });
        }
    }

    fn column_labels(&self, layout: &mut Layout, x: f32, y: f32) {
        let (_, step) = self.cell_step();
        let size = self.sizes.1;
        let foot = y - self.rim();
        for (column, &token) in self.columns.iter().enumerate().step_by(step) {
            let middle = x + (column as f32 + 0.5) * self.cell.0;
            let text = self.text(Side::Reference, token, size);
            layout.texts.push(match self.slant {
                Slant::Level => Text {
                    x: middle,
                    y: foot,
                    anchor: Anchor::Middle,
                    ..text
                },
                Slant::Rising => Text {
                    x: middle + size * 0.3,
                    y: foot,
                    anchor: Anchor::Start,
                    rotation: -45.0,
                    ..text
                },
                Slant::Upright => Text {
                    x: middle + size * 0.36,
                    y: foot,
                    anchor: Anchor::Start,
                    rotation: -90.0,
                    ..text
                },
            });
        }
    }

    /// Bars that grow from the cells towards the labels.
    fn weights(&self, layout: &mut Layout, x: f32, y: f32) {
        let Some(most) = self.max_weight else { return };
        let length = |side: Side, token: usize| {
            let weight = self.analysis.side(side).weights.as_slice()[token];
            // A weight of 0 is a hairline, so that it is visible.
            if most > 0.0 {
                ((weight / most) as f32 * BAR).max(1.0)
            } else {
                1.0
            }
        };
        let thick = |cell: f32| (cell * 0.5).clamp(1.0, 14.0);
        for (side, shown, cell) in self.lines() {
            let thick = thick(cell);
            for (i, &token) in shown.iter().enumerate() {
                let length = length(side, token);
                let start = |origin: f32| origin + (i as f32 + 0.5) * cell - thick / 2.0;
                layout.bars.push(match side {
                    Side::Candidate => Area {
                        x: x - 4.0 - length,
                        y: start(y),
                        width: length,
                        height: thick,
                    },
                    Side::Reference => Area {
                        x: start(x),
                        y: y - 4.0 - length,
                        width: thick,
                        height: length,
                    },
                });
            }
        }
    }

    /// The rows and the columns, each with the size of a cell.
    fn lines(&self) -> [(Side, &[usize], f32); 2] {
        [
            (Side::Candidate, &self.rows, self.cell.1),
            (Side::Reference, &self.columns, self.cell.0),
        ]
    }

    /// A line along the tokens of a word.
    fn words(&self, layout: &mut Layout, x: f32, y: f32) {
        const THIN: f32 = 1.5;
        let at = self.rim() - 7.0;
        for (side, shown, cell) in self.lines() {
            let tokens = &self.analysis.side(side).tokenized.tokens;
            let words = shown.chunk_by(|_, &next| tokens[next].continues_word);
            let mut first = 0;
            for word in words {
                if word.len() > 1 {
                    let inset = (cell * 0.22).min(8.0);
                    let start = first as f32 * cell + inset;
                    let length = word.len() as f32 * cell - 2.0 * inset;
                    layout.brackets.push(match side {
                        Side::Candidate => Area {
                            x: x - at - THIN,
                            y: y + start,
                            width: THIN,
                            height: length,
                        },
                        Side::Reference => Area {
                            x: x + start,
                            y: y - at - THIN,
                            width: length,
                            height: THIN,
                        },
                    });
                }
                first += word.len();
            }
        }
    }
}

/// Size of a cell, the gap between two, and their detail.
fn cells(rows: usize, columns: usize) -> ((f32, f32), f32, Detail) {
    if rows <= 64 && columns <= 40 {
        let width = (1080.0 / columns as f32).floor().clamp(27.0, 56.0);
        let height = (1200.0 / rows as f32)
            .floor()
            .clamp(20.0, (width * 0.68).clamp(20.0, 34.0));
        let font = (width * 0.27).min(height * 0.55).clamp(8.0, 13.5);
        return (
            (width, height),
            if width > 36.0 { 2.0 } else { 1.0 },
            Detail::Digits(font),
        );
    }
    let most = rows.max(columns) as f32;
    // Whole pixels, or thirds of a doubled one, so that no line between cells is blurred.
    let side = (1560.0 / most).floor().clamp(3.0, 16.0);
    let (gap, detail) = match side {
        12.0.. => (1.0, Detail::Symbols),
        8.0.. => (0.0, Detail::Symbols),
        _ => (0.0, Detail::Dots),
    };
    ((side, side), gap, detail)
}

/// The same for many matrices on one page: cells without numbers.
fn small_cells(rows: usize, columns: usize) -> ((f32, f32), f32, Detail) {
    let side = (720.0 / rows.max(columns) as f32).floor().clamp(5.0, 15.0);
    (
        (side, side),
        0.0,
        if side >= 10.0 {
            Detail::Symbols
        } else {
            Detail::Dots
        },
    )
}
