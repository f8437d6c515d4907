//! The sheet of ruler.

use super::page_settings::PageSettings;
use bertscope_analysis::Analysis;
use bertscope_explain::ruler::Ruler;
use bertscope_sheet::Sheet;

pub(super) fn sheet(_ruler: &Ruler, _analysis: &Analysis, _choices: &PageSettings) -> Sheet {
    Sheet::default()
}
