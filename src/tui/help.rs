//! The help, when it covers the screen.

/// The help that is open.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Help {
    /// Its first line in sight.
    pub first: u16,
    /// What is searched for.
    pub search: String,
}
