//! What-if explanations: their time without embedding, and the time of leave-one-out with embedding.
//!
//! `cargo bench --bench what_if`. The targets are 4 ms for 64 × 64 tokens without embedding, and 300 ms for two texts of 30
//! tokens of which every word is deleted and embedded again.

use bertscope::metric::Pair;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock, Mutex};

use bertscope::analysis::{Analysis, Analyzer, Settings};
use bertscope::encoder::Layer;
use bertscope::explain::{EditEffect, Omissions, Question, Topic, explain};
use bertscope::models::bundled;
use bertscope::report::explanation::SheetSettings;
use bertscope::report::topics::sheet;
use bertscope_sheet::columns::sheet_text;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const WORDS: [&str; 24] = [
    "the", "ferry", "leaves", "at", "noon", "and", "a", "boat", "comes", "back", "late", "from",
    "every", "island", "where", "people", "wait", "for", "bread", "with", "old", "letters", "in",
    "rain",
];

/// A text with this number of tokens, two of them special; other steps give other texts.
fn text_of(tokens: usize, step: usize) -> String {
    (0..tokens - 2)
        .map(|i| WORDS[i * step % WORDS.len()])
        .collect::<Vec<_>>()
        .join(" ")
}

static ANALYZER: LazyLock<Mutex<Analyzer>> = LazyLock::new(|| {
    Mutex::new(Analyzer::new(Arc::new(
        bundled::model().expect("the bundled model"),
    )))
});

fn analysis(reference: &str, candidate: &str) -> Arc<Analysis> {
    let settings = Settings::plain(Layer(6));
    let mut analyzer = ANALYZER.lock().expect("no benchmark failed");
    Arc::new(
        analyzer
            .analyze(
                Pair {
                    reference,
                    candidate,
                },
                settings,
            )
            .expect("two texts"),
    )
}

fn pair(tokens: usize) -> Arc<Analysis> {
    let analysis = analysis(&text_of(tokens, 5), &text_of(tokens, 7));
    assert_eq!(
        (
            analysis.similarity.candidate_tokens(),
            analysis.similarity.reference_tokens()
        ),
        (tokens, tokens)
    );
    analysis
}

/// Every word and piece left out of the matching; the argument is the number of tokens of each text.
#[divan::bench(args = [30, 64, 512])]
fn left_out_of_the_matching(bencher: Bencher, tokens: usize) {
    let analysis = pair(tokens);
    bencher.bench(|| Omissions::compute(black_box(&analysis)));
}

/// A third of the candidate's words are replaced.
#[divan::bench(args = [64, 512])]
fn edit(bencher: Bencher, tokens: usize) {
    let after = pair(tokens);
    let words = text_of(tokens, 7);
    let words: Vec<&str> = words
        .split(' ')
        .enumerate()
        .map(|(i, word)| if i % 3 == 0 { "snow" } else { word })
        .collect();
    let before = analysis(&text_of(tokens, 5), &words.join(" "));
    bencher.bench(|| EditEffect::compute(black_box(Some(&before)), black_box(&after)));
}

/// Three candidates on one reference or three at every layer, with cached hidden states: matrices, matches,
/// scores, and the comparison.
#[divan::bench(args = [1, 3])]
fn three_candidates_compared(bencher: Bencher, references: usize) {
    let kept = |steps: &[usize]| steps.iter().map(|step| text_of(64, *step).into()).collect();
    let (candidates, references) = (kept(&[11, 13]), kept(&[17, 19][..references - 1]));
    let question = Question {
        candidates,
        references,
        ..Question::new(Topic::Compare)
    };
    let analysis = pair(64);
    let mut analyzer = ANALYZER.lock().expect("no benchmark failed");
    let mut compare = || {
        explain(&mut analyzer, &analysis, &question, &mut |answer| {
            black_box(answer);
            ControlFlow::Continue(())
        })
    };
    compare().expect("texts");
    bencher.bench_local(compare);
}

/// Every row of the leave-one-out page, at 48 columns.
#[divan::bench(args = [64])]
fn page_of_dropped_words(bencher: Bencher, tokens: usize) {
    let analysis = pair(tokens);
    let all = bertscope::explain::Explanation::Drop(Omissions::compute(&analysis).expect("a pair"));
    let choices = SheetSettings::default();
    bencher.bench(|| sheet_text(&sheet(black_box(&all), &analysis, &choices), 48));
}

/// Every word and piece of both texts deleted in turn, embedded and scored.
#[divan::bench(args = [30], sample_count = 20, sample_size = 1)]
fn every_word_deleted_and_embedded_again(bencher: Bencher, tokens: usize) {
    let analysis = pair(tokens);
    let question = Question::new(Topic::Drop);
    let mut analyzer = ANALYZER.lock().expect("no benchmark failed");
    bencher.bench_local(|| {
        let mut answers = 0;
        explain(&mut analyzer, &analysis, &question, &mut |answer| {
            answers += 1;
            black_box(answer);
            ControlFlow::Continue(())
        })
        .expect("texts");
        answers
    });
}
