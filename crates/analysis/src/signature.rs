//! The signature: the line that names everything needed to reproduce a score.

use crate::IdfSource;
use bertscope_encoder::{Conventions, Layer, Program};
use bertscope_models::{BaselineSource, ModelIdentity, bundled};

/// The version in the signature of the Python package.
const METRIC_VERSION: &str = "0.3.12";

/// Explains next to a signature why it says 0.3.12 although bertscope reproduces 0.3.13.
pub const VERSION_NOTE: &str = "version=0.3.12 is what bert_score 0.3.13 reports as its version";

/// `bert_score`'s signature, with bertscope's version in the place of the transformers version, and whether the weights are
/// the bundled ones. Another program than the default follows it, except the fast tokenizer, for which `bert_score` has an
/// ending, and windows, which are its computation otherwise.
pub fn signature(
    model: &ModelIdentity,
    layer: Layer,
    idf: Option<&IdfSource>,
    rescaled: Option<BaselineSource>,
    conventions: Conventions,
) -> String {
    let (idf, custom) = match idf {
        None => ("no-idf", ""),
        Some(idf) => (
            "idf",
            if idf.weights.counted().is_none() {
                "-custom-idf"
            } else {
                ""
            },
        ),
    };
    let rescaled = match rescaled {
        None => "",
        Some(BaselineSource::Published) => "-rescaled",
        Some(BaselineSource::Custom) => "-custom-rescaled",
    };
    let (other, ending) = match conventions.program {
        Program::BertScore if conventions.uses_windows() => ("", "-windows"),
        Program::BertScore => ("", ""),
        Program::Transformers5 => (",hug_trans=5", ""),
        Program::FastTokenizer => ("", "_fast-tokenizer"),
        Program::TorchMetrics => (",torchmetrics=1.9.0", ""),
    };
    let own = env!("CARGO_PKG_VERSION");
    let weights = if model.is_bundled() {
        bundled::SIGNATURE_PART
    } else {
        ""
    };
    let name = &model.name;
    format!(
        "{name}_L{layer}_{idf}_version={METRIC_VERSION}(bertscope={own}{weights}{other}){custom}{rescaled}{ending}"
    )
}
