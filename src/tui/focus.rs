//! The parts of the screen that keys go to.

use bertscope_analysis::Side;

/// The part of the screen that keys go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focus {
    /// A text box.
    Text(Side),
    /// The heatmap.
    Matrix,
    /// The panel of explanations.
    Panel,
}
