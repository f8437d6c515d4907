//! The sheet of pooled.

use super::page_settings::PageSettings;
use bertscope_analysis::Analysis;
use bertscope_explain::SentenceVectors;
use bertscope_sheet::Sheet;

pub(super) fn sheet(
    _vectors: &SentenceVectors,
    _analysis: &Analysis,
    _choices: &PageSettings,
) -> Sheet {
    Sheet::default()
}
