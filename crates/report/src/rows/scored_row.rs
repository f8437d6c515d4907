//! A pair that was scored, ready to be written as a row.

use crate::explanation::Section;
use crate::scored::Scored;
use bertscope_pairs::{Id, Pair};

/// A pair that was scored.
#[derive(Debug, Clone, Copy)]
pub struct ScoredRow<'a> {
    /// Its number, from 1.
    pub number: u64,
    /// Its name, where it has one.
    pub id: Option<&'a Id>,
    /// Its scores at each requested layer, at least one.
    pub layers: &'a [Scored],
    /// Position among them of the layer that counts.
    pub chosen: usize,
    /// The texts, when they are written too.
    pub texts: Option<&'a Pair>,
    /// What is explained about the reference with the highest F1.
    pub why: &'a [Section],
}

impl ScoredRow<'_> {
    /// The scores at the layer that counts.
    #[must_use]
    pub fn chosen(&self) -> &Scored {
        &self.layers[self.chosen]
    }
}
