//! The sheet of kinds.

use super::page_settings::PageSettings;
use bertscope_analysis::Analysis;
use bertscope_explain::Kinds;
use bertscope_sheet::Sheet;

pub(super) fn sheet(_kinds: &Kinds, _analysis: &Analysis, _choices: &PageSettings) -> Sheet {
    Sheet::default()
}
