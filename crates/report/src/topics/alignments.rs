//! The sheet of alignments.

use super::page_settings::PageSettings;
use bertscope_analysis::Analysis;
use bertscope_explain::Alignments;
use bertscope_sheet::Sheet;

pub(super) fn sheet(
    _alignments: &Alignments,
    _analysis: &Analysis,
    _choices: &PageSettings,
) -> Sheet {
    Sheet::default()
}
