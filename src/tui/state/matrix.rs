//! Display settings of the matrix: matches, scale, size and crosshair.

pub use bertscope_report::direction::MatchDirection;

/// The range of the colour scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ColorScale {
    /// 0 and 1, so that heatmaps are comparable.
    Unit,
    /// The smallest and the largest number of the matrix.
    Data,
}

/// The size of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zoom {
    /// As large as fits.
    Fit,
    /// With digits.
    Digits,
    /// Colour only, two columns wide.
    Colour,
    /// Half a character high: an overview of the whole matrix.
    Overview,
}

/// A cell of the matrix; special tokens count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CellPosition {
    /// Row.
    pub candidate: usize,
    /// Column.
    pub reference: usize,
}
