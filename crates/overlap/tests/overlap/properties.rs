//! What holds for any texts.

use bertscope_overlap::{ChrfCounts, MatchedNgrams, NGram, Overlap, PairCounts, Rouge, rouge};
use proptest::prelude::*;

/// Few words, so that much repeats, and any characters.
fn text() -> impl Strategy<Value = String> {
    let words = prop::collection::vec(
        prop::sample::select(vec!["the", "noon", "at", "1,5", "-", "渡轮"]),
        0..20,
    );
    prop_oneof![
        words.prop_map(|words| words.join(" ")),
        any::<String>(),
        "[a-c .,&;0-9<>-]{0,40}"
    ]
}

fn count_of_order(ngrams: &[NGram], order: usize) -> u64 {
    ngrams.iter().filter(|ngram| ngram.order == order).count() as u64
}

/// The table that every textbook has.
fn longest_common(a: &[String], b: &[String]) -> usize {
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..a.len() {
        for j in 0..b.len() {
            table[i + 1][j + 1] = if a[i] == b[j] {
                table[i][j] + 1
            } else {
                table[i][j + 1].max(table[i + 1][j])
            };
        }
    }
    table[a.len()][b.len()]
}

proptest! {
    #[test]
    fn scores_stay_in_their_scales(candidate in text(), references in prop::collection::vec(text(), 0..3)) {
        let references: Vec<&str> = references.iter().map(String::as_str).collect();
        let scores = Overlap::score(&candidate, &references);
        for score in [scores.bleu.unwrap_or(0.0), scores.chrf] {
            prop_assert!((0.0..=100.0 + 1e-9).contains(&score), "{scores:?}");
        }
        for score in [scores.rouge1, scores.rouge2, scores.rouge_l].into_iter().flatten() {
            prop_assert!((0.0..=1.0).contains(&score), "{scores:?}");
        }
    }

    #[test]
    fn there_are_as_many_marks_as_matches(candidate in text(), reference in text()) {
        let counted = [
            (MatchedNgrams::bleu(&candidate, &reference), PairCounts::count(&candidate, &[&reference]).bleu.matches.to_vec()),
            (MatchedNgrams::chrf(&candidate, &reference), ChrfCounts::count(&candidate, &[&reference]).matches.to_vec()),
        ];
        for (marks, matches) in counted {
            for (order, matches) in (1..).zip(matches) {
                prop_assert_eq!(count_of_order(&marks.candidate, order), matches);
                prop_assert_eq!(count_of_order(&marks.reference, order), matches);
            }
            for (text, ngrams) in [(&candidate, &marks.candidate), (&reference, &marks.reference)] {
                prop_assert!(ngrams.iter().all(|ngram| text.get(ngram.bytes.clone()).is_some_and(|t| !t.is_empty())));
            }
        }
    }

    #[test]
    fn the_subsequence_is_common_in_order_and_longest(
        candidate in prop::collection::vec("[a-e]", 0..200),
        reference in prop::collection::vec("[a-e]", 0..200),
    ) {
        let (a, b) = (candidate.join(" "), reference.join(" "));
        let marks = MatchedNgrams::rouge_l(&a, &b);
        let of = |text: &str, ngrams: &[NGram]| -> Vec<String> {
            ngrams.iter().map(|ngram| text[ngram.bytes.clone()].to_owned()).collect()
        };
        prop_assert_eq!(of(&a, &marks.candidate), of(&b, &marks.reference));
        prop_assert!(marks.candidate.is_sorted_by_key(|ngram| ngram.position));
        prop_assert!(marks.reference.is_sorted_by_key(|ngram| ngram.position));
        let longest = longest_common(&candidate, &reference);
        prop_assert_eq!(marks.candidate.len(), longest);
        let recall = Rouge::score(&a, &[&b]).rouge_l.recall * reference.len() as f64;
        prop_assert!((recall - longest as f64).abs() < 1e-9);
    }

    #[test]
    fn a_reference_more_never_lowers_chrf_or_rouge(candidate in text(), one in text(), two in text()) {
        let chrf = [&[&*one][..], &[&one, &two]].map(|references| Overlap::score(&candidate, references).chrf);
        prop_assert!(chrf[1] >= chrf[0]);
        let alone = Rouge::score(&candidate, &[&one]);
        let both = Rouge::score(&candidate, &[&one, &two]);
        prop_assert!(both.rouge1.f1 >= alone.rouge1.f1 && both.rouge2.f1 >= alone.rouge2.f1);
        prop_assert!(both.rouge_l.f1 >= alone.rouge_l.f1);
    }

    #[test]
    fn words_of_rouge_are_where_they_say(text in text()) {
        for word in rouge::words(&text) {
            prop_assert!(text.get(word.bytes).is_some_and(|written| !written.is_empty()));
        }
    }
}
