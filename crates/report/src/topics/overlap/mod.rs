//! The sheet of overlap.

use super::page_settings::PageSettings;
use bertscope_analysis::Analysis;
use bertscope_explain::WordOverlap;
use bertscope_sheet::Sheet;

pub(super) fn sheet(
    _overlap: &WordOverlap,
    _analysis: &Analysis,
    _choices: &PageSettings,
) -> Sheet {
    Sheet::default()
}
