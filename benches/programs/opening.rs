//! Measures the time to open a model from a folder, and its peak memory, for scripts.
//!
//! ```sh
//! cargo run --release --example opening -- FOLDER [LAYER]
//! ```
//!
//! prints milliseconds and MB: `1234.5 890.1`. With LAYER, only the layers up to that one are read. The peak is 0 if the
//! system does not report it.
#![expect(clippy::print_stdout, reason = "its answer is what it prints")]

use std::time::Instant;

use bertscope::encoder::Layer;
use bertscope::models::{self, LoadDepth, OpenOptions, ProgressMonitor};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().ok_or("a folder is needed")?;
    let depth = args
        .next()
        .map(|layer| layer.parse())
        .transpose()?
        .map_or(LoadDepth::All, |n| LoadDepth::Layer(Layer(n)));
    let start = Instant::now();
    let model = models::open(
        Some(&folder),
        &OpenOptions {
            depth,
            ..OpenOptions::default()
        },
        &ProgressMonitor::silent(),
    )?;
    let elapsed = start.elapsed();
    println!("{:.1} {:.1}", elapsed.as_secs_f64() * 1e3, peak_megabytes());
    drop(model);
    Ok(())
}

/// The high-water mark of resident memory.
fn peak_megabytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}
