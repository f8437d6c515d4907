//! The elements of a picture as plain data, in pixels from the upper left corner.

use super::legend::Legend;
use bertscope_analysis::Side;

/// What a text is for, which decides its colour and weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Above the picture.
    Title,
    /// A score.
    Number,
    /// A token, an axis.
    Text,
    /// What is there to be looked up.
    Quiet,
    /// What must not be overlooked.
    Warning,
}

/// The point of a text that is at its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// Its left end.
    Start,
    /// Its middle.
    Middle,
    /// Its right end.
    End,
}

/// A text on one line.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// Position of its anchor.
    pub x: f32,
    /// Its baseline.
    pub y: f32,
    /// Font size.
    pub size: f32,
    /// What it is for.
    pub role: Role,
    /// The point at `x`.
    pub anchor: Anchor,
    /// Degrees it is turned around its anchor, clockwise.
    pub turn: f32,
    /// What it says.
    pub text: String,
    /// What it would say if it had room.
    pub whole: Option<String>,
    /// The token that it names.
    pub token: Option<(Side, usize)>,
}

/// A rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

/// A best match: whose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// The candidate token's best: a triangle that points right.
    Candidate,
    /// The reference token's best: a triangle that points down.
    Reference,
    /// Each other's best: a diamond.
    Both,
    /// Any of these, where cells are too small to show which: a dot.
    Any,
}

/// The detail of a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Detail {
    /// Its number, in this font size.
    Digits(f32),
    /// Its colour and the sign of a match.
    Signs,
    /// Its colour and a dot for a match.
    Dots,
}

/// The cells.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    /// Where they are.
    pub area: Area,
    /// Width and height of one, with the gap to the next.
    pub cell: (f32, f32),
    /// Space between neighbours.
    pub gap: f32,
    /// The detail of each cell.
    pub detail: Detail,
    /// Candidate token of each row.
    pub rows: Vec<usize>,
    /// Reference token of each column.
    pub columns: Vec<usize>,
}

impl Grid {
    /// The cell of a row and a column, without its gap.
    #[must_use]
    pub fn cell_at(&self, row: usize, column: usize) -> Area {
        let (w, h) = self.cell;
        Area {
            x: self.area.x + column as f32 * w + self.gap / 2.0,
            y: self.area.y + row as f32 * h + self.gap / 2.0,
            width: w - self.gap,
            height: h - self.gap,
        }
    }
}

/// Everything on a picture.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layout {
    /// Size of the whole.
    pub width: f32,
    /// Size of the whole.
    pub height: f32,
    /// Everything that is written, but for the cells.
    pub texts: Vec<Text>,
    /// The cells; `None` when a side has no token to show.
    pub grid: Option<Grid>,
    /// Thin lines along the tokens of one word.
    pub brackets: Vec<Area>,
    /// Weights of tokens.
    pub bars: Vec<Area>,
    /// What its colours and signs mean, where there are cells.
    pub legend: Option<Legend>,
    /// The colour scale.
    pub ramp: Option<Area>,
    /// Signs that the legend explains: where, how large (half its width), and which.
    pub signs: Vec<(f32, f32, f32, Sign)>,
}
