//! The signature: the line that names everything needed to reproduce a score.

use bertscope_encoder::Layer;
use bertscope_models::{BaselineSource, ModelIdentity, bundled};

/// The version in the signature of the Python package.
const METRIC_VERSION: &str = "0.3.12";

/// Explains next to a signature why it says 0.3.12 although bertscope reproduces 0.3.13.
pub const VERSION_NOTE: &str = "version=0.3.12 is what bert_score 0.3.13 reports as its version";

/// `bert_score`'s signature, with bertscope's version in the place of the transformers version, and whether the weights are
/// the bundled ones.
#[must_use]
pub fn signature(model: &ModelIdentity, layer: Layer, idf: bool, rescaled: Option<BaselineSource>) -> String {
    let idf = if idf { "idf" } else { "no-idf" };
    let rescaled = match rescaled {
        None => "",
        Some(BaselineSource::Published) => "-rescaled",
        Some(BaselineSource::Custom) => "-custom-rescaled",
    };
    let own = env!("CARGO_PKG_VERSION");
    let weights = if model.is_bundled() { bundled::SIGNATURE_PART } else { "" };
    let name = &model.name;
    format!("{name}_L{layer}_{idf}_version={METRIC_VERSION}(bertscope={own}{weights}){rescaled}")
}
