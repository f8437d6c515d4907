//! Counts that can be checked by hand, and the marks.
#![allow(clippy::float_cmp)]

use bertscope_overlap::bleu::Tokenizer;
use bertscope_overlap::{
    BleuCounts, ChrfCounts, CorpusCounts, MatchedNgrams, NGram, Overlap, PairCounts, Rouge, bleu,
    rouge,
};

fn texts(words: &[bertscope_overlap::Word]) -> Vec<&str> {
    words.iter().map(|word| word.text.as_str()).collect()
}

fn marked<'t>(text: &'t str, ngrams: &[NGram], order: usize) -> Vec<&'t str> {
    ngrams
        .iter()
        .filter(|ngram| ngram.order == order)
        .map(|ngram| &text[ngram.bytes.clone()])
        .collect()
}

#[test]
fn bleu_counts_clipped_ngrams_and_the_closest_length() {
    let counts = BleuCounts::count(
        "the the the cat",
        &["the cat sat", "the the end of it"],
        Tokenizer::Standard,
    );
    assert_eq!(counts.matches, [3, 2, 0, 0]);
    assert_eq!(counts.totals, [4, 3, 2, 1]);
    assert_eq!((counts.candidate_words, counts.reference_words), (4, 3));
    let score = counts.sentence();
    assert_eq!((score.brevity_penalty, score.orders), (1.0, 4));
    assert_eq!(score.precisions, [75.0, 200.0 / 3.0, 25.0, 25.0]); // half of 1 / 2, a quarter of 1 / 1
}

#[test]
fn a_candidate_of_two_words_has_two_orders_alone_and_four_in_a_corpus() {
    let counts = BleuCounts::count("at noon", &["at noon"], Tokenizer::Standard);
    assert_eq!((counts.sentence().orders, counts.corpus().orders), (2, 4));
    assert!((counts.sentence().score - 100.0).abs() < 1e-9);
    assert_eq!(counts.corpus().score, 0.0);
}

#[test]
fn chrf_counts_an_order_only_where_both_texts_have_it() {
    let counts = ChrfCounts::count("a b c d", &["a bc"]);
    assert_eq!(counts.matches, [3, 2, 1, 0, 0, 0]);
    assert_eq!(counts.candidate, [4, 3, 2, 0, 0, 0]);
    assert_eq!(counts.reference, [3, 2, 1, 0, 0, 0]);
    assert_eq!(counts.score().orders, 3);
}

#[test]
fn rouge_takes_the_best_reference_of_each_kind() {
    let score = Rouge::score("noon at the pier", &["the pier at noon", "at the"]);
    assert_eq!(score.rouge1.f1, 1.0);
    assert!((score.rouge2.f1 - 0.5).abs() < 1e-12); // "at the": 1 of 3 and 1 of 1
    assert!((score.rouge_l.recall - 1.0).abs() < 1e-12);
}

#[test]
fn without_a_reference_or_words_every_score_is_0() {
    for (candidate, references) in [
        ("", &[""][..]),
        ("a ferry", &[]),
        ("", &["a ferry"]),
        ("。", &["!"]),
    ] {
        let Overlap {
            bleu,
            chrf,
            rouge1,
            rouge2,
            rouge_l,
        } = Overlap::score(candidate, references);
        assert_eq!(
            [bleu, Some(chrf), rouge1, rouge2, rouge_l],
            [Some(0.0); 5],
            "{candidate:?} {references:?}"
        );
    }
    assert_eq!(CorpusCounts::default().scores(), None);
}

#[test]
fn a_corpus_of_chinese_and_other_pairs_has_several_tokenizers() {
    let mut corpus = CorpusCounts::default();
    for (reference, several) in [
        ("船は出ます。", false),
        ("渡轮中午出发。", false),
        ("The ferry left.", true),
    ] {
        corpus += &PairCounts::count(reference, &[reference]);
        assert_eq!(corpus.has_several_tokenizers(), several, "{reference}");
    }
}

#[test]
fn bleu_splits_off_punctuation_but_not_within_numbers_and_words() {
    let words = bleu::words(
        "It's \"1,000.5\", e-mail 3-4 &quot;x&quot; sun<skipped>day.",
        Tokenizer::Standard,
    );
    let expected = [
        "It's", "\"", "1,000.5", "\"", ",", "e-mail", "3", "-", "4", "\"", "x", "\"", "sunday", ".",
    ];
    assert_eq!(texts(&words), expected);
    assert_eq!(words[9].bytes.len(), "&quot;".len());
    assert_eq!(words[12].bytes.len(), "sun<skipped>day".len());
}

#[test]
fn rouge_keeps_letters_and_digits_of_ascii() {
    assert_eq!(
        texts(&rouge::words("Naïve İce 1,5 渡轮 \u{212a}m")),
        ["na", "ve", "i", "ce", "1", "5", "km"]
    );
}

#[test]
fn the_marks_are_what_was_counted() {
    let (candidate, reference) = ("no no no, the ferry left.", "the ferry: no, no");
    let matched = MatchedNgrams::bleu(candidate, reference);
    assert_eq!(
        marked(candidate, &matched.candidate, 1),
        ["no", "no", ",", "the", "ferry"]
    );
    assert_eq!(
        marked(reference, &matched.reference, 1),
        ["the", "ferry", "no", ",", "no"]
    );
    assert_eq!(
        marked(candidate, &matched.candidate, 2),
        ["no,", "the ferry"]
    );
    assert_eq!(
        matched.candidate[..2]
            .iter()
            .map(|ngram| ngram.position)
            .collect::<Vec<_>>(),
        [0, 2],
        "the “no” of “no,”"
    );
    assert_eq!(marked(candidate, &matched.candidate, 3), [""; 0]);
    let longest = MatchedNgrams::rouge_l(candidate, reference);
    assert_eq!(
        marked(candidate, &longest.candidate, 1),
        marked(reference, &longest.reference, 1)
    );
    assert_eq!(longest.candidate.len(), 2);
    assert_eq!(
        marked(
            candidate,
            &MatchedNgrams::chrf(candidate, reference).candidate,
            6
        ),
        ["the fer", "he ferr", "e ferry"]
    );
}

#[test]
fn the_script_of_the_references_decides_the_tokenizer_and_what_is_undefined() {
    for (reference, tokenizer, has_rouge) in [
        ("The ferry leaves at noon.", Some("13a"), true),
        ("Un été à Nîmes", Some("13a"), true),
        ("The 渡轮 leaves at noon.", Some("13a"), true),
        ("", Some("13a"), true),
        ("...", Some("13a"), true),
        ("В 2019 году паром отходит.", Some("13a"), false),
        ("배는 정오에 떠난다.", Some("13a"), false),
        ("渡轮中午 12 点出发。", Some("zh"), false),
        ("约翰・史密斯来了。", Some("zh"), false),
        ("船は12時に出ます。", None, false),
        ("เรือออกเที่ยงตรง", None, false),
        ("ເຮືອອອກ", None, false),
        ("ទូក", None, false),
        ("လှေ", None, false),
    ] {
        let scores = Overlap::score("a dog", &[reference]);
        let name = Tokenizer::for_references(&[reference]).map(Tokenizer::name);
        assert_eq!(
            (name, scores.bleu.is_some()),
            (tokenizer, tokenizer.is_some()),
            "{reference}"
        );
        assert_eq!(scores.rouge1.is_some(), has_rouge, "{reference}");
    }
}
