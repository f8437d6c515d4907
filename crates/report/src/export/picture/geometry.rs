//! The elements of a picture as plain data, in pixels from the upper left corner.

use bertscope_analysis::Side;
use bertscope_sheet::ColourScale;

/// The role of a text, which determines its colour and weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Above the picture.
    Title,
    Number,
    /// A token, an axis.
    Text,
    /// Secondary text.
    Quiet,
    Warning,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// A text on one line.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    /// Position of its anchor.
    pub x: f32,
    /// Its baseline.
    pub y: f32,
    pub size: f32,
    pub role: Role,
    /// The point at `x`.
    pub anchor: Anchor,
    /// Rotation around its anchor, in degrees clockwise.
    pub rotation: f32,
    pub text: String,
    /// The full text, if it was truncated.
    pub full_text: Option<String>,
    /// The token that it names.
    pub token: Option<(Side, usize)>,
}

impl Text {
    /// A level text that starts at `x`.
    pub fn new(x: f32, y: f32, size: f32, role: Role, text: impl Into<String>) -> Self {
        Self {
            x,
            y,
            size,
            role,
            anchor: Anchor::Start,
            rotation: 0.0,
            text: text.into(),
            full_text: None,
            token: None,
        }
    }

    #[must_use]
    pub fn anchored(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    #[must_use]
    pub fn rotated(self, rotation: f32) -> Self {
        Self { rotation, ..self }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

/// Size of a cell with the gap to the next, and its detail.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CellSize {
    pub width: f32,
    pub height: f32,
    pub gap: f32,
    pub detail: Detail,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    pub area: Area,
    pub cell: CellSize,
    /// Candidate token of each row.
    pub rows: Vec<usize>,
    /// Reference token of each column.
    pub columns: Vec<usize>,
}

impl Grid {
    /// The cell of a row and column, without its gap.
    pub fn cell_at(&self, row: usize, column: usize) -> Area {
        let CellSize {
            width, height, gap, ..
        } = self.cell;
        Area {
            x: self.area.x + column as f32 * width + gap / 2.0,
            y: self.area.y + row as f32 * height + gap / 2.0,
            width: width - gap,
            height: height - gap,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Legend {
    pub scale: ColourScale,
    /// Signs of best matches, and what they mean.
    pub symbols: Vec<(char, &'static str)>,
    /// The bars of IDF weights, if any.
    pub weight: Option<String>,
    /// Which tokens have labels, if not all do.
    pub labels: Option<String>,
}

/// Everything on a picture.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layout {
    pub width: f32,
    pub height: f32,
    /// All texts, except in the cells.
    pub texts: Vec<Text>,
    /// The cells; `None` if a side has no token to show.
    pub grid: Option<Grid>,
    /// Thin lines along the tokens of one word.
    pub brackets: Vec<Area>,
    /// Weights of tokens.
    pub bars: Vec<Area>,
    /// The legend, if there are cells.
    pub legend: Option<Legend>,
    /// The colour scale.
    pub ramp: Option<Area>,
    /// Signs in the legend: position, half width, and sign.
    pub symbols: Vec<(f32, f32, f32, char)>,
}

/// The part of a picture to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PicturePart {
    /// Title, texts, scores, matrix, legend, remarks and signature.
    All,
    /// The matrix: an HTML page shows the rest itself.
    Matrix,
    /// The matrix alone, as small as is readable.
    Small,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Detail {
    /// Its number, in this font size.
    Digits(f32),
    /// Its colour and the sign of a match.
    Symbols,
}
