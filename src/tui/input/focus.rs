//! The parts of the screen that can have the focus.

use bertscope_analysis::Side;

/// The part of the screen with the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focus {
    /// A text box.
    Text(Side),
    /// The heatmap.
    Matrix,
    /// The explanation panel.
    Panel,
}
