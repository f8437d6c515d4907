//! The sheet of layers.

use super::page_settings::PageSettings;
use bertscope_analysis::Analysis;
use bertscope_explain::Layers;
use bertscope_sheet::Sheet;

pub(super) fn sheet(_layers: &Layers, _analysis: &Analysis, _choices: &PageSettings) -> Sheet {
    Sheet::default()
}
