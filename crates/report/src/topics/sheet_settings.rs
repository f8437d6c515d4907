//! What the sheet of an explanation shows: which sides, open words, alignment and cell.

use std::collections::BTreeSet;

use bertscope_analysis::Side;
use bertscope_metric::alignment::AlignmentKind;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetSettings {
    /// The sides whose matches are shown.
    pub sides: Vec<Side>,
    /// Words that are shown token by token, by their first token.
    pub open: BTreeSet<(Side, usize)>,
    /// Whether every word is shown token by token.
    pub all_open: bool,
    /// The alignment whose pairs are shown.
    pub alignment: AlignmentKind,
    /// The cell under the crosshair, candidate and reference; `None` for the most instructive one.
    pub cell: Option<(usize, usize)>,
    /// Whether the matches of special tokens are shown.
    pub special: bool,
    /// Whether it writes the texts; not where they are on screen beside it.
    pub has_texts: bool,
    /// What instructions name.
    pub controls: Controls,
}

/// The controls that the reader of a sheet has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Controls {
    /// The keys of the inspector.
    #[default]
    Keys,
    /// The flags of the command line.
    Flags,
    /// The buttons of the page.
    Buttons,
}

impl SheetSettings {
    /// Whether a word is shown token by token.
    pub(super) fn opens(&self, side: Side, first_token: usize) -> bool {
        self.all_open || self.open.contains(&(side, first_token))
    }
}

impl Default for SheetSettings {
    fn default() -> Self {
        Self {
            sides: Side::BOTH.into(),
            open: BTreeSet::new(),
            all_open: false,
            alignment: AlignmentKind::Greedy,
            cell: None,
            special: true,
            has_texts: false,
            controls: Controls::Keys,
        }
    }
}
