//! The signature: the line that names everything needed to reproduce a score.

use super::IdfSource;
use bertscope_encoder::Layer;
use bertscope_models::BaselineSource;

/// The version in the signature of the Python package.
const METRIC_VERSION: &str = "0.3.12";

/// Explains next to a signature why it says 0.3.12 although bertscope reproduces 0.3.13.
pub const VERSION_NOTE: &str = "version=0.3.12 is what bert_score 0.3.13 reports as its version";

/// `bert_score`'s signature, with bertscope's version in the place of the transformers version.
#[must_use]
pub fn signature(model: &str, layer: Layer, idf: Option<&IdfSource>, rescaled: Option<BaselineSource>) -> String {
    let (idf, custom) = match idf {
        None => ("no-idf", ""),
        Some(idf) => ("idf", if idf.weights.counted().is_none() { "-custom-idf" } else { "" }),
    };
    let rescaled = match rescaled {
        None => "",
        Some(BaselineSource::Published) => "-rescaled",
        Some(BaselineSource::Custom) => "-custom-rescaled",
    };
    let own = env!("CARGO_PKG_VERSION");
    format!("{model}_L{layer}_{idf}_version={METRIC_VERSION}(bertscope={own}){custom}{rescaled}")
}
