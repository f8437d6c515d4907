//! The signature: the line that names everything needed to reproduce a score.

use crate::Analysis;
use bertscope_encoder::Program;
use bertscope_metric::Fingerprint;
use bertscope_models::BaselineSource;

/// The version in the signature of the Python package.
const METRIC_VERSION: &str = "0.3.12";

/// Explains next to a signature why it says 0.3.12 although bertscope reproduces 0.3.13.
pub const VERSION_NOTE: &str = "version=0.3.12 is what bert_score 0.3.13 reports as its version";

/// `bert_score`'s signature, with bertscope's version in the place of the transformers version, and what identifies the
/// weights, the IDF table and the baseline row in use. Another program than the default follows it, except the fast tokenizer, for which `bert_score` has an
/// ending, and windows, which are its computation otherwise.
pub fn signature(analysis: &Analysis) -> String {
    let conventions = analysis.conventions();
    let (idf, custom_idf) = match &analysis.idf {
        None => ("no-idf", ""),
        Some(source) if source.weights.counted().is_some() => ("idf", ""),
        Some(_) => ("idf", "-custom-idf"),
    };
    let rescaled = match analysis
        .rescaling()
        .map(|rescaled| rescaled.baseline.source)
    {
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
    let identity = identity(analysis, program);
    let model = &analysis.model.name;
    let layer = analysis.layer;
    format!(
        "{model}_L{layer}_{idf}_version={METRIC_VERSION}(bertscope={bertscope}{identity}){custom_idf}{rescaled}{ending}"
    )
}

/// What tells apart scores of one model and the same settings: its files, the program, the IDF table and the baseline. A
/// published baseline has a fingerprint, too, because a model may have one for each language.
fn identity(analysis: &Analysis, program: &str) -> String {
    let mut parts = Vec::new();
    if let Some(weights) = &analysis.model.weights {
        parts.push(format!(",{weights}"));
    }
    parts.push(program.to_owned());
    if let Some(source) = &analysis.idf {
        parts.push(format!(",idf={}", source.weights.fingerprint()));
    }
    if let Some(row) = analysis.baseline() {
        let baseline = Fingerprint::from_numbers(&row.numbers());
        parts.push(format!(",baseline={baseline}"));
    }
    parts.concat()
}
