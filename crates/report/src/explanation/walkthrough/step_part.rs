//! The parts of a stage.

/// A part of a stage.
#[derive(Debug, Clone, PartialEq)]
pub enum StepPart {
    /// The formula.
    Formula(String),
    /// Why the step exists; always shown.
    Reason(String),
    /// A longer explanation; hidden on a projector if there is no room.
    Detail(String),
    /// The formula with the numbers of the pair.
    WorkedFormula(String),
    /// A common misunderstanding, where the pair shows it.
    Pitfall(String),
    /// The first numbers of a vector.
    Strip {
        /// The token that the vector belongs to.
        label: String,
        /// The numbers, each between 0 for the smallest of the strips and 1 for the largest.
        heights: Vec<f32>,
    },
    /// Two vectors from the same point.
    Angle {
        /// The angle between them in degrees, 0 to 180.
        degrees: f64,
        /// The tokens that they belong to: of the candidate, of the reference.
        labels: [String; 2],
    },
}
