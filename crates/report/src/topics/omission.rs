//! The sheet of omission.

use super::page_settings::PageSettings;
use bertscope_analysis::Analysis;
use bertscope_explain::omission::Omissions;
use bertscope_sheet::Sheet;

pub(super) fn sheet(_all: &Omissions, _analysis: &Analysis, _choices: &PageSettings) -> Sheet {
    Sheet::default()
}
