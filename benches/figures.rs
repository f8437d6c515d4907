//! Explanations of every layer, IDF weights and the ruler, for pairs that are already embedded: data and page.
//!
//! `cargo bench --bench figures`. The target is less than a frame, 4 ms, with 64 × 64 tokens.

use bertscope::metric::Pair;
use std::ops::ControlFlow;
use std::sync::Arc;

use bertscope::analysis::{Analysis, Analyzer, Idf, Settings};
use bertscope::encoder::Layer;
use bertscope::explain::{Question, Topic, explain};
use bertscope::models::bundled;
use bertscope::report::explanation::SheetSettings;
use bertscope::report::topics::sheet;
use bertscope_sheet::columns::sheet_text;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const TOKENS: [usize; 2] = [64, 512];

/// A pair with this number of tokens per side, equal only by chance.
fn pair(tokens: usize) -> (Analyzer, Arc<Analysis>) {
    let words = [
        "river", "stone", "under", "old", "paper", "letter", "green", "winter", "house", "the",
        "song",
    ];
    let side = |step: usize| {
        (0..tokens - 2)
            .map(|i| words[i * step % 11])
            .collect::<Vec<_>>()
            .join(" ")
    };
    let mut analyzer = Analyzer::new(Arc::new(bundled::model().unwrap()));
    let settings = Settings {
        layer: Layer(6),
        idf: Idf::Table,
        rescale: true,
        conventions: bertscope::Conventions::default(),
    };
    let analysis = analyzer
        .analyze(
            Pair {
                reference: &side(3),
                candidate: &side(5),
            },
            settings,
        )
        .unwrap();
    assert_eq!(analysis.candidate.tokenized.tokens.len(), tokens);
    (analyzer, Arc::new(analysis))
}

fn answered(bencher: Bencher<'_, '_>, tokens: usize, topic: Topic) {
    let (mut analyzer, analysis) = pair(tokens);
    let choices = SheetSettings::default();
    bencher.bench_local(|| {
        let mut lines = 0;
        explain(
            &mut analyzer,
            black_box(&analysis),
            &Question::new(topic),
            &mut |answer| {
                lines += sheet_text(&sheet(&answer, &analysis, &choices), 48).len();
                ControlFlow::Continue(())
            },
        )
        .unwrap();
        lines
    });
}

#[divan::bench(args = TOKENS)]
fn every_layer(bencher: Bencher<'_, '_>, tokens: usize) {
    answered(bencher, tokens, Topic::Layers);
}

#[divan::bench(args = TOKENS)]
fn idf_weights(bencher: Bencher<'_, '_>, tokens: usize) {
    answered(bencher, tokens, Topic::Idf);
}

#[divan::bench(args = TOKENS)]
fn ruler(bencher: Bencher<'_, '_>, tokens: usize) {
    answered(bencher, tokens, Topic::Ruler);
}
