//! The sheet of lens.

use super::page_settings::PageSettings;
use bertscope_analysis::Analysis;
use bertscope_explain::Lenses;
use bertscope_sheet::Sheet;

pub(super) fn sheet(_lenses: &Lenses, _analysis: &Analysis, _choices: &PageSettings) -> Sheet {
    Sheet::default()
}
