//! The position in the summary.

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SummarySelection {
    /// The index of the difference on the screen, from 0; there is one for each system but the first.
    pub difference: usize,
    /// The selected word among the drivers.
    pub word: usize,
}
