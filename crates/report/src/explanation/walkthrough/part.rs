//! What a stage is made of.

/// A part of a stage.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// The formula.
    Formula(String),
    /// What it means.
    Words(String),
    /// The same in the figures of the pair.
    Figure(String),
    /// What people stumble over and is true of this pair.
    Watch(String),
    /// The first numbers of a vector.
    Strip {
        /// The token that has them.
        label: String,
        /// The numbers, each between 0 for the smallest of the strips and 1 for the largest.
        heights: Vec<f32>,
    },
}
