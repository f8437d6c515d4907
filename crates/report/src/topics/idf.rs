//! The sheet of idf.

use super::page_settings::PageSettings;
use bertscope_analysis::Analysis;
use bertscope_explain::idf::IdfWeights;
use bertscope_sheet::Sheet;

pub(super) fn sheet(_idf: &IdfWeights, _analysis: &Analysis, _choices: &PageSettings) -> Sheet {
    Sheet::default()
}
