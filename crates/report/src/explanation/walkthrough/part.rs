//! The parts of a stage.

/// A part of a stage.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// The formula.
    Formula(String),
    /// What it means.
    Words(String),
    /// The formula with the numbers of the pair.
    Figure(String),
    /// A common misunderstanding, where the pair shows it.
    Watch(String),
    /// The first numbers of a vector.
    Strip {
        /// The token that the vector belongs to.
        label: String,
        /// The numbers, each between 0 for the smallest of the strips and 1 for the largest.
        heights: Vec<f32>,
    },
}
