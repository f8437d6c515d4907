//! Explanations of a pair: other alignments over its matrix, and lenses.
//!
//! `cargo bench --bench alignments`. The target for what needs no forward pass is 4 ms at 64 × 64 tokens.

use bertscope::metric::Pair;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use bertscope::analysis::{Analysis, Analyzer, Settings};
use bertscope::explain::{Alignments, Question, Topic, explain};
use bertscope::metric::{Alignment, GreedyMatches, Similarity, Weights};
use bertscope::models::{Model, bundled};
use divan::Bencher;

fn main() {
    divan::main();
}

static MODEL: LazyLock<Arc<Model>> =
    LazyLock::new(|| Arc::new(bundled::model().expect("the bundled model")));

const TOKENS: [usize; 3] = [10, 64, 512];

/// Two texts with this number of tokens and some words in common.
fn analyzed(tokens: usize) -> (Analyzer, Arc<Analysis>) {
    let words = [
        "boat", "ferry", "shore", "coast", "the", "a", "near", "by", "small", "old", "goes", "to",
        "and",
    ];
    let text = |step: usize| {
        (0..tokens - 2)
            .map(|i| words[i * step % words.len()])
            .collect::<Vec<_>>()
            .join(" ")
    };
    let mut analyzer = Analyzer::new(Arc::clone(&MODEL));
    let analysis = analyzer
        .analyze(
            Pair {
                reference: &text(5),
                candidate: &text(7),
            },
            Settings::plain(MODEL.default_layer),
        )
        .expect("texts that fit");
    assert_eq!(analysis.candidate.tokenized.tokens.len(), tokens);
    (analyzer, Arc::new(analysis))
}

#[divan::bench(args = TOKENS)]
fn all_alignments(bencher: Bencher<'_, '_>, tokens: usize) {
    let (_, analysis) = analyzed(tokens);
    bencher.bench_local(|| Alignments::compute(black_box(&analysis)));
}

/// Cosines without any structure.
#[divan::bench(args = TOKENS)]
fn one_to_one_of_random_cells(bencher: Bencher<'_, '_>, tokens: usize) {
    let mut state = 7u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / 16_777_216.0
    };
    let cells = (0..tokens * tokens).map(|_| random()).collect();
    let similarity = Similarity::new(cells, tokens, tokens).expect("a square");
    let weights = Weights::uniform(tokens);
    bencher.bench_local(|| {
        Alignment::one_to_one(
            black_box(&similarity),
            Pair {
                reference: &weights,
                candidate: &weights,
            },
        )
    });
}

/// At the last layer and with the same fast tokens, so that nothing is embedded again.
#[divan::bench(args = TOKENS)]
fn all_lenses(bencher: Bencher<'_, '_>, tokens: usize) {
    let (mut analyzer, analysis) = analyzed(tokens);
    bencher.bench_local(|| {
        explain(
            &mut analyzer,
            &analysis,
            &Question::new(Topic::Lenses),
            &mut |told| {
                black_box(told);
                ControlFlow::Continue(())
            },
        )
    });
}

/// The baseline for comparison: the metric itself on the same matrix.
#[divan::bench(args = TOKENS)]
fn greedy_matches(bencher: Bencher<'_, '_>, tokens: usize) {
    let (_, analysis) = analyzed(tokens);
    bencher.bench_local(|| GreedyMatches::from_similarity(black_box(&analysis.similarity)));
}
