//! Options of `bertscope check`.

use std::path::PathBuf;

use clap::Args;

use bertscope_metric::BERT_SCORE_TOLERANCE;
use bertscope_models::device::DeviceName;

use crate::choice::choice;

/// Options of `bertscope check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Exported analyses (JSON); - is standard input
    #[arg(required = true, value_name = "FILE.json")]
    pub files: Vec<PathBuf>,
    /// Model to score with [default: the one named in each file]
    #[arg(long, value_name = "NAME|DIR")]
    pub model: Option<String>,
    /// Largest allowed difference between two numbers; for rescaled numbers, multiplied by 1 ÷ (1 − baseline)
    #[arg(long, value_name = "X", default_value_t = BERT_SCORE_TOLERANCE, value_parser = tolerance)]
    pub tolerance: f64,
    /// Print one JSON object per file, with all differences
    #[arg(long)]
    pub json: bool,
    /// Device to run the model on
    #[arg(long, value_parser = choice::<DeviceName>(), value_name = "DEVICE", default_value = "cpu")]
    pub device: DeviceName,
}

fn tolerance(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|x| x.is_finite() && *x >= 0.0)
        .ok_or_else(|| "expected a number of at least 0, such as 2e-5".to_owned())
}
