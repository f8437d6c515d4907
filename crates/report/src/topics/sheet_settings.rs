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
    /// Width in which the sheet has the texts; `None` if they are on screen beside it.
    pub text_columns: Option<u16>,
    /// Whether instructions name keys or flags.
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
}

impl Default for SheetSettings {
    fn default() -> Self {
        Self {
            sides: vec![Side::Candidate, Side::Reference],
            open: BTreeSet::new(),
            all_open: false,
            alignment: AlignmentKind::Greedy,
            cell: None,
            special: true,
            text_columns: None,
            controls: Controls::Keys,
        }
    }
}
