//! The signature: the line that names everything needed to reproduce a score.

use crate::Analysis;
use bertscope_encoder::Program;
use bertscope_models::{BaselineSource, bundled};

/// The version in the signature of the Python package.
const METRIC_VERSION: &str = "0.3.12";

/// Explains next to a signature why it says 0.3.12 although bertscope reproduces 0.3.13.
pub const VERSION_NOTE: &str = "version=0.3.12 is what bert_score 0.3.13 reports as its version";

/// `bert_score`'s signature, with bertscope's version in the place of the transformers version, and whether the weights are
/// the bundled ones. Another program than the default follows it, except the fast tokenizer, for which `bert_score` has an
/// ending, and windows, which are its computation otherwise.
pub(super) fn signature(analysis: &Analysis) -> String {
    let conventions = analysis.conventions();
    let (idf, custom_idf) = match &analysis.idf {
        None => ("no-idf", ""),
        Some(source) if source.weights.counted().is_some() => ("idf", ""),
        Some(_) => ("idf", "-custom-idf"),
    };
    let rescaled = match analysis.rescaling().map(|rescaled| rescaled.source) {
        None => "",
        Some(BaselineSource::Published) => "-rescaled",
        Some(BaselineSource::Custom) => "-custom-rescaled",
    };
    let (program, ending) = match conventions.program {
        Program::BertScore if conventions.uses_windows() => ("", "-windows"),
        Program::BertScore => ("", ""),
        Program::Transformers5 => (",hug_trans=5", ""),
        Program::FastTokenizer => ("", "_fast-tokenizer"),
        Program::TorchMetrics => (",torchmetrics=1.9.0", ""),
    };
    let bertscope = env!("CARGO_PKG_VERSION");
    let weights = if analysis.model.is_bundled() {
        bundled::SIGNATURE_PART
    } else {
        ""
    };
    let model = &analysis.model.name;
    let layer = analysis.layer;
    format!(
        "{model}_L{layer}_{idf}_version={METRIC_VERSION}(bertscope={bertscope}{weights}{program}){custom_idf}{rescaled}{ending}"
    )
}
