//! Prints medians of forward passes, for scripts; it measures the same encoders as the benchmark `forward`.
//!
//! ```sh
//! cargo run --release --example forward -- ours/minilm/7 ours/minilm/32x30 candle/large/30 --seconds 1
//! ```
//!
//! prints a line `ours/minilm 7 1.234` for each: the name, the tokens, and the median in milliseconds. Without
//! arguments, it reads them from standard input, one per line, and answers each at once, so that a script can alternate
//! with other programs (as `benches/peers.py` does). `RAYON_NUM_THREADS` sets the number of threads.
#![expect(clippy::print_stdout, reason = "its answer is what it prints")]

#[path = "../support/mod.rs"]
mod support;

use std::error::Error;
use std::str::FromStr;
use std::time::{Duration, Instant};

use clap::Parser;
use support::{Implementation, Size};

/// Warm-up passes, not timed; a slow pass has one.
const WARM_UP: usize = 2;

/// Minimum number of timed passes.
const MIN_PASSES: usize = 5;

#[derive(Parser)]
struct Args {
    /// What to measure: ours or candle / minilm, minilm-f32 or large / TOKENS or `TEXTSxTOKENS` [default: lines of standard input]
    what: Vec<Pass>,
    /// How long to measure each
    #[arg(long, default_value_t = 0.5)]
    seconds: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args = Args::parse();
    let time = Duration::try_from_secs_f64(args.seconds)?;
    for pass in &args.what {
        println!("{}", pass.measure(time));
    }
    if args.what.is_empty() {
        for line in std::io::stdin().lines() {
            println!("{}", line?.parse::<Pass>()?.measure(time));
        }
    }
    Ok(())
}

#[derive(Debug, Clone)]
struct Pass {
    name: String,
    whose: Implementation,
    size: Size,
    tokens: String,
    count: usize,
    length: usize,
}

impl FromStr for Pass {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is not of the form ours/minilm/7 or candle/large/32x30");
        let [whose, size, tokens] = text.split('/').collect::<Vec<_>>()[..] else {
            return Err(wrong());
        };
        let (count, length) = tokens.split_once('x').unwrap_or(("1", tokens));
        Ok(Self {
            name: format!("{whose}/{size}"),
            whose: match whose {
                "ours" => Implementation::Ours,
                "candle" => Implementation::Candle,
                _ => return Err(wrong()),
            },
            size: match size {
                "minilm" => Size::MiniLm,
                "minilm-f32" => Size::MiniLmF32,
                "large" => Size::Large,
                _ => return Err(wrong()),
            },
            tokens: tokens.to_owned(),
            count: count.parse().map_err(|_| wrong())?,
            length: length.parse().map_err(|_| wrong())?,
        })
    }
}

impl Pass {
    /// The line that is printed.
    fn measure(&self, time: Duration) -> String {
        let encoder = support::encoder(self.whose, self.size);
        let texts = support::texts(self.count, self.length);
        let first = Instant::now();
        support::pass(encoder, &texts);
        // One that is slow needs no more passes to be measured well.
        let is_slow = first.elapsed() > time;
        let min_passes = if is_slow { 1 } else { MIN_PASSES };
        if !is_slow {
            for _ in 1..WARM_UP {
                support::pass(encoder, &texts);
            }
        }
        let start = Instant::now();
        let mut passes = Vec::new();
        while passes.len() < min_passes || start.elapsed() < time {
            let begin = Instant::now();
            support::pass(encoder, &texts);
            passes.push(begin.elapsed());
        }
        passes.sort_unstable();
        let median = passes[passes.len() / 2].as_secs_f64() * 1e3;
        format!("{} {} {median:.4}", self.name, self.tokens)
    }
}
