//! The sheet of edit.

use super::page_settings::PageSettings;
use bertscope_analysis::Analysis;
use bertscope_explain::EditEffect;
use bertscope_sheet::Sheet;

pub(super) fn sheet(_edit: &EditEffect, _analysis: &Analysis, _choices: &PageSettings) -> Sheet {
    Sheet::default()
}
