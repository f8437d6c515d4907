//! The sheet of ledger.

use super::page_settings::PageSettings;
use bertscope_analysis::Analysis;
use bertscope_explain::ledger::Ledger;
use bertscope_sheet::Sheet;

pub(super) fn sheet(_ledger: &Ledger, _analysis: &Analysis, _choices: &PageSettings) -> Sheet {
    Sheet::default()
}
