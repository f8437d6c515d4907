//! How the matrix is shown: which matches, which scale, how large, and where the crosshair is.

pub use bertscope_report::direction::Direction;

/// The numbers at the ends of the colour scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Scale {
    /// 0 and 1, so that pictures can be compared.
    Unit,
    /// The smallest and the largest number shown.
    Data,
}

/// How large a cell is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zoom {
    /// As large as fits.
    Fit,
    /// With digits.
    Digits,
    /// Colour only, two columns wide.
    Colour,
    /// Half a character high: the whole matrix at a glance.
    Overview,
}

/// A cell of the matrix, special tokens counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CellAt {
    /// Row.
    pub candidate: usize,
    /// Column.
    pub reference: usize,
}
