//! Options of `bertscope check`.

use std::path::PathBuf;

use clap::Args;

use bertscope_models::device::DeviceName;

use super::choice::choice;

/// Options of `bertscope check`.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Exported analyses; `-` for standard input
    #[arg(required = true, value_name = "FILE.json")]
    pub files: Vec<PathBuf>,
    /// Model to compute with [default: the one that each file names]
    #[arg(long, value_name = "NAME|DIR")]
    pub model: Option<String>,
    /// What two numbers may differ by; a rescaled one by as much more as rescaling stretches it
    #[arg(long, value_name = "X", default_value_t = 2e-5, value_parser = tolerance)]
    pub tolerance: f64,
    /// One JSON object a file, with all differences
    #[arg(long)]
    pub json: bool,
    /// Where the model computes
    #[arg(long, value_parser = choice::<DeviceName>(), value_name = "DEVICE", default_value = "cpu")]
    pub device: DeviceName,
}

fn tolerance(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number.filter(|x| x.is_finite() && *x >= 0.0).ok_or_else(|| "a number from 0 on, such as 2e-5".to_owned())
}
