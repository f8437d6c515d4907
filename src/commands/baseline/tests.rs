//! Judged pairs and pairs by length beside the random ones.

use std::sync::Arc;

use clap::Parser;

use super::lengths::LengthDraw;
use super::*;
use crate::cli::{Cli, Command};
use bertscope_analysis::{Analyzer, Settings};
use bertscope_encoder::Layer;
use bertscope_metric::Pair;
use bertscope_models::distribution::{LEVELS, ScoreHistogram};
use bertscope_models::{Model, ProgressMonitor};

const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/bert");

fn text(i: usize) -> String {
    let words = [
        "a", "red", "lamp", "stands", "by", "the", "open", "door", "of", "an", "old", "house",
    ];
    (0..2 + i % 40)
        .map(|k| words[(i * k + k + i / 7) % 12])
        .collect::<Vec<_>>()
        .join(" ")
}

/// A run over 50 random pairs and these judged ones.
fn run<'a>(corpus: &Path, model: &'a Model, judged: &'a JudgedCorpus) -> BaselineRun<'a> {
    let line = [
        "bertscope",
        "baseline",
        "corpus",
        "--pairs",
        "50",
        "--seed",
        "3",
    ];
    let Some(Command::Baseline(args)) = Cli::parse_from(line).command else {
        panic!("another command");
    };
    let corpus = Corpus::open(&[corpus.to_owned()], |_| true, |_| ()).unwrap();
    let mut run = BaselineRun::new(&args, model, corpus, judged);
    run.score_pairs(&Interrupt::default()).unwrap();
    run
}

#[test]
fn judged_pairs_are_in_the_band_of_their_judgement_and_none_of_them_moves_the_mean() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = folder.path().join("corpus.txt");
    let texts: Vec<String> = (0..150).map(text).collect();
    std::fs::write(&corpus, texts.join("\n")).unwrap();
    let row = |i: usize| format!("{}\t{}\t{}", text(i), text(i + i % 7), 7 - i % 7);
    let rows: Vec<String> = (10..110).map(row).collect();
    let file = folder.path().join("judged.tsv");
    let table = format!("reference\tcandidate\tscore\n{}", rows.join("\n"));
    std::fs::write(&file, table).unwrap();
    let judged = JudgedCorpus::read(&file).unwrap();
    let silent = ProgressMonitor::silent();
    let model = bertscope_models::open(Some(SMALL), &OpenOptions::default(), &silent).unwrap();

    let with = run(&corpus, &model, &judged);
    let populations = &with.sums.populations;
    let bands: Vec<u64> = populations
        .iter()
        .map(|counts| counts.unweighted[4][2].total())
        .collect();
    // Judgements 1 to 7 in bands of 1.2: 1 and 2, 3, 4, 5, 6 and 7.
    let expected = |least: usize, most: usize| {
        (10..110)
            .filter(|i| (least..=most).contains(&(7 - i % 7)))
            .count() as u64
    };
    assert_eq!(
        bands,
        [
            50,
            expected(1, 2),
            expected(3, 3),
            expected(4, 4),
            expected(5, 5),
            expected(6, 7)
        ]
    );
    assert_eq!((with.sums.random_pairs(), with.sums.pairs()), (50, 150));
    assert!(
        populations
            .iter()
            .all(|counts| counts.weighted[4][2].total() == 0),
        "no table, no scores with IDF"
    );
    let without = JudgedCorpus::default();
    let without = run(&corpus, &model, &without);
    assert_eq!(with.sums.layers, without.sums.layers);
    assert_eq!(populations[0], without.sums.populations[0]);
}

#[test]
fn figures_by_length_are_those_of_the_same_pairs_scored_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("corpus.txt");
    let texts: Vec<String> = (0..150).map(text).collect();
    std::fs::write(&file, texts.join("\n")).unwrap();
    let silent = ProgressMonitor::silent();
    let model = bertscope_models::open(Some(SMALL), &OpenOptions::default(), &silent).unwrap();
    let model = Arc::new(model);
    let line = [
        "bertscope",
        "baseline",
        "corpus",
        "--pairs",
        "2",
        "--by-length",
        "9",
        "-o",
        "b.tsv",
    ];
    let Some(Command::Baseline(args)) = Cli::parse_from(line).command else {
        panic!("another command");
    };
    let judged = JudgedCorpus::default();
    let open = || Corpus::open(std::slice::from_ref(&file), |_| true, |_| ()).unwrap();
    let mut run = BaselineRun::new(&args, &model, open(), &judged);
    run.score_pairs(&Interrupt::default()).unwrap();

    let mut corpus = open();
    let mut analyzer = Analyzer::new(Arc::clone(&model));
    let mut total = 2;
    let counted = run.sums.populations.iter().skip(1);
    for (counts, mut length) in counted.zip(LengthDraw::all(0, 9)) {
        assert_eq!(counts.population, length.population());
        let Population::RandomOfLength { low, high } = counts.population else {
            panic!("not by length");
        };
        let mut expected: [ScoreHistogram; 3] = Default::default();
        for _ in 0..9 {
            let Some(pair) = length.pair(&mut corpus, None, &model.tokenizer).unwrap() else {
                break;
            };
            for side in [&pair.candidate, &pair.reference] {
                assert!((low..=high).contains(&side.tokens.len()));
            }
            let texts = Pair {
                candidate: &*pair.candidate.text,
                reference: &*pair.reference.text,
            };
            let analysis = analyzer.analyze(texts, Settings::plain(Layer(4))).unwrap();
            for (counts, score) in expected.iter_mut().zip(analysis.raw.numbers()) {
                counts.add(score.unwrap());
            }
            total += 1;
        }
        for (counts, expected) in counts.unweighted[4].iter().zip(&expected) {
            assert_eq!(counts.total(), expected.total(), "{low} to {high} tokens");
            let (Some(counts), Some(expected)) = (counts.quantiles(), expected.quantiles()) else {
                continue;
            };
            for level in LEVELS {
                // Batches may round differently, by one step of a histogram.
                let difference = counts.value_at(level) - expected.value_at(level);
                assert!(
                    difference.abs() < 1.5e-4,
                    "{low} to {high} tokens: {difference}"
                );
            }
        }
    }
    let longest = run.sums.populations.last().unwrap();
    assert_eq!(longest.pairs, 0, "the model takes fewer tokens");
    assert_eq!((run.sums.pairs(), run.total), (total, total));
}

#[test]
fn judgements_that_do_not_differ_or_are_no_numbers_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let read = |rows: &str| {
        let file = folder.path().join("j.tsv");
        std::fs::write(&file, format!("reference\tcandidate\tscore\n{rows}")).unwrap();
        JudgedCorpus::read(&file).unwrap_err().to_string()
    };
    assert!(read("a\tb\t1\na\tc\t1\n").contains("has no two different human scores"));
    assert!(read("").contains("has no two different human scores"));
    let said = read("a\tb\tgood\n");
    assert!(
        said.contains("j.tsv") && said.contains("line 2") && said.contains("\"good\""),
        "{said}"
    );
}
