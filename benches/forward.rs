//! The time for a text: forward passes, opening the bundled model, and the similarity matrix.
//!
//! `RAYON_NUM_THREADS=1 cargo bench --bench forward` measures with one thread; a word at the end of the command selects
//! benchmarks by name. `benches/peers.sh` compares the same passes with `PyTorch` and ONNX Runtime.

mod support;

use support::{Implementation, Size};

fn main() {
    divan::main();
}

/// One forward pass; the argument is the number of tokens.
mod minilm {
    use divan::Bencher;

    use super::{Implementation, Size, measure};

    #[divan::bench(args = [7, 30])]
    fn ours(bencher: Bencher, tokens: usize) {
        measure(bencher, Implementation::Ours, Size::MiniLm, 1, tokens);
    }

    #[divan::bench(args = [7, 30])]
    fn ours_with_f32_weights(bencher: Bencher, tokens: usize) {
        measure(bencher, Implementation::Ours, Size::MiniLmF32, 1, tokens);
    }

    #[divan::bench(args = [7, 30])]
    fn candle(bencher: Bencher, tokens: usize) {
        measure(bencher, Implementation::Candle, Size::MiniLm, 1, tokens);
    }

    #[divan::bench]
    fn batch_of_32_texts_of_30_tokens(bencher: Bencher) {
        measure(bencher, Implementation::Ours, Size::MiniLm, 32, 30);
    }
}

/// One forward pass at roberta-large's size; loading takes a few seconds and 850 MB for each of the two.
#[divan::bench_group(sample_count = 30, sample_size = 1)]
mod roberta_large_size {
    use divan::Bencher;

    use super::{Implementation, Size, measure};

    #[divan::bench(args = [7, 30])]
    fn ours(bencher: Bencher, tokens: usize) {
        measure(bencher, Implementation::Ours, Size::Large, 1, tokens);
    }

    #[divan::bench(args = [7, 30])]
    fn candle(bencher: Bencher, tokens: usize) {
        measure(bencher, Implementation::Candle, Size::Large, 1, tokens);
    }
}

/// The steps before the bundled model can score.
#[divan::bench_group(sample_count = 30, sample_size = 1)]
mod start {
    use bertscope::encoder::config::ModelConfig;
    use bertscope::encoder::families::{LoadOptions, load};
    use bertscope::encoder::{Compute, Encoder, Tokenizer};
    use bertscope::models::{Model, ModelError, bundled};

    #[divan::bench]
    fn tokenizer() -> Result<Tokenizer, ModelError> {
        Ok(Tokenizer::from_files(
            &bundled::files()?.tokenizer,
            "bert",
            Some(512),
        )?)
    }

    #[divan::bench]
    fn weights() -> Result<Box<dyn Encoder>, ModelError> {
        let files = bundled::files()?;
        let loading = LoadOptions {
            compute: Compute::Panels,
            last_layer: None,
        };
        Ok(load(
            &ModelConfig::parse(&files.config)?,
            files.weights,
            &loading,
        )?)
    }

    #[divan::bench]
    fn whole_model() -> Result<Model, ModelError> {
        bundled::model()
    }
}

/// The matrix of cosines between two texts; the argument is the number of tokens of each.
#[divan::bench(args = [30, 512])]
fn cosine(bencher: divan::Bencher, tokens: usize) {
    use bertscope::metric::{Similarity, Vectors};

    const WIDTH: usize = 384;
    let values = |step: f32| {
        (0..tokens * WIDTH)
            .map(|i| (i as f32 * step).sin())
            .collect()
    };
    let vectors = |step| Vectors::new(values(step), tokens, WIDTH).expect("finite numbers");
    let (candidate, reference) = (vectors(0.7), vectors(0.9));
    bencher
        .with_inputs(|| (candidate.clone(), reference.clone()))
        .bench_values(|(candidate, reference)| Similarity::cosine(candidate, reference));
}

fn measure(
    bencher: divan::Bencher,
    whose: Implementation,
    size: Size,
    count: usize,
    tokens: usize,
) {
    let encoder = support::encoder(whose, size);
    let texts = support::texts(count, tokens);
    support::pass(encoder, &texts);
    bencher.bench_local(|| support::pass(encoder, &texts));
}
