//! The sheet of matches: the matched pairs, then the score of each alignment, and the hub tokens.

mod differences;
mod hubs;
mod pairs;
mod scores;

pub use scores::table as scores_table;

use crate::topics::SheetSettings;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Alignments;
use bertscope_sheet::{Sheet, Subject};

/// The pairs of the chosen alignment, then the alignments and the hubs.
pub fn sheet(alignments: &Alignments, analysis: &Analysis, choices: &SheetSettings) -> Sheet {
    let lead = if alignments.by_convention {
        "With an empty text, raw scores are 0 by convention, however its tokens are aligned."
    } else {
        "Each token’s match, and what the score would be if each token could be matched only once."
    };
    let mut sheet = Sheet::new(lead);
    let differences = differences::table(&alignments.kinds);
    if !differences.rows.is_empty() {
        sheet.push(differences);
    }
    for &side in &choices.sides {
        let pairs = pairs::table(alignments, analysis, choices, side);
        if !pairs.rows.is_empty() {
            sheet.push(pairs);
        }
    }
    sheet.push(scores::table(alignments, analysis, choices.alignment));
    let hubs = hubs::table(alignments, analysis, &choices.sides);
    // No token of a pair that scores 0 by convention is matched, whatever the matrix says.
    if !hubs.rows.is_empty() && !alignments.by_convention {
        sheet.push(hubs);
    }
    sheet
}

/// The cell of a token of `side` and one of the other side.
fn cell_of(side: Side, own: usize, other: usize) -> Subject {
    let (candidate, reference) = side.pick((other, own), (own, other));
    Subject::Cell {
        candidate,
        reference,
    }
}
