//! The sheet of compare.

use super::page_settings::PageSettings;
use bertscope_analysis::Analysis;
use bertscope_explain::TextComparison;
use bertscope_sheet::Sheet;

pub(super) fn sheet(
    _comparison: &TextComparison,
    _analysis: &Analysis,
    _choices: &PageSettings,
) -> Sheet {
    Sheet::default()
}
