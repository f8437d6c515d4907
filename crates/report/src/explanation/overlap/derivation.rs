//! How the scores of word overlap are computed, with the numbers of the pair.

use crate::number::{exact, or_missing, pluralized};
use bertscope_explain::overlap::AllReferences;
use bertscope_overlap::bleu::{MAX_ORDER, Tokenizer};
use bertscope_overlap::chrf::BETA_SQUARED;
use bertscope_overlap::{BleuCounts, ChrfCounts, Metric, PairCounts, RougeScore};

pub(super) fn metric(metric: Metric, counts: &PairCounts) -> Vec<String> {
    match (metric, counts.tokenizer, counts.rouge) {
        (Metric::Bleu, Some(tokenizer), _) => bleu(&counts.bleu, tokenizer),
        (Metric::Chrf, _, _) => chrf(&counts.chrf),
        (Metric::Rouge1, _, Some(scores)) => rouge("words", &scores.rouge1),
        (Metric::Rouge2, _, Some(scores)) => rouge("pairs of adjacent words", &scores.rouge2),
        (Metric::RougeL, _, Some(scores)) => {
            rouge("words in the longest common subsequence", &scores.rouge_l)
        }
        (Metric::Bleu, None, _) | (_, _, None) => {
            counts.notes().into_iter().map(str::to_owned).collect()
        }
    }
}

/// How several references count.
pub(super) fn all_references(together: AllReferences, metric: Metric) -> String {
    let how = match metric {
        Metric::Bleu => {
            "BLEU counts n-grams that occur in any reference, and uses the reference length closest to the candidate’s"
        }
        Metric::Chrf => "chrF uses the reference with the highest score",
        Metric::Rouge1 | Metric::Rouge2 | Metric::RougeL => {
            "each ROUGE uses the reference with the highest F1"
        }
    };
    format!(
        "{how}: {} with {} references",
        or_missing(together.scores.get(metric), exact),
        together.references
    )
}

fn bleu(counts: &BleuCounts, tokenizer: Tokenizer) -> Vec<String> {
    let score = counts.sentence();
    let mut steps: Vec<String> = (1..=score.orders)
        .map(|order| precision(counts, order))
        .collect();
    if (1..MAX_ORDER).contains(&score.orders) {
        steps.push(format!(
            "the candidate has {} words, so longer n-grams do not count",
            counts.candidate_words
        ));
    }
    steps.push(brevity_penalty(counts));
    if counts.matches[0] == 0 {
        steps.push("BLEU = 0, because no word matches".to_owned());
    } else {
        let factors = score.precisions.map(exact);
        steps.push(format!(
            "BLEU = brevity penalty × geometric mean of the precisions = {} × ({})^(1/{}) = {}",
            exact(score.brevity_penalty),
            factors[..score.orders].join(" × "),
            score.orders,
            exact(score.score)
        ));
    }
    let tokenizer = match tokenizer {
        Tokenizer::Standard => "by default: tokenizer 13a",
        Tokenizer::Chinese => "with tok:zh, which makes each Chinese character a word",
    };
    steps.push(format!(
        "as sacrebleu’s sentence_bleu {tokenizer}, exponential smoothing, case-sensitive"
    ));
    steps
}

/// The smoothed count where nothing matches, so that the product of the precisions is not 0.
pub(super) fn smoothed_count(counts: &BleuCounts, order: usize) -> Option<f64> {
    let matches = counts.matches[order - 1];
    let total = counts.totals[order - 1];
    if counts.matches[0] == 0 || matches > 0 || total == 0 {
        return None;
    }
    let precision = counts.sentence().precisions[order - 1];
    // It is a power of ½; this undoes the rounding of the division and the product.
    let count = precision / 100.0 * total as f64;
    Some((count * 1024.0).round() / 1024.0)
}

/// How many n-grams match, or the smoothed count if none does.
pub(super) fn precision(counts: &BleuCounts, order: usize) -> String {
    let matches = counts.matches[order - 1];
    let total = counts.totals[order - 1];
    let precision = exact(counts.sentence().precisions[order - 1]);
    let name = if order == 1 {
        "words".to_owned()
    } else {
        format!("{order}-grams")
    };
    let what = format!("{name} of the candidate that are in the reference: {matches} of {total}");
    match smoothed_count(counts, order) {
        Some(assumed) => format!(
            "{what}; smoothed to {assumed} so that the product is not 0: 100 × {assumed} ÷ {total} = {precision}"
        ),
        None if matches == 0 => what,
        None => format!("{what}, 100 × {matches} ÷ {total} = {precision}"),
    }
}

fn brevity_penalty(counts: &BleuCounts) -> String {
    let BleuCounts {
        candidate_words: c,
        reference_words: r,
        ..
    } = *counts;
    let penalty = exact(counts.sentence().brevity_penalty);
    match c {
        0 => "brevity penalty = 0: the candidate has no words".to_owned(),
        _ if c >= r => format!(
            "brevity penalty = 1: the candidate, {c} words, is not shorter than the reference, {r}"
        ),
        _ => format!(
            "brevity penalty = exp(1 − reference ÷ candidate) = exp(1 − {r} ÷ {c}) = {penalty}"
        ),
    }
}

fn chrf(counts: &ChrfCounts) -> Vec<String> {
    let score = counts.score();
    let mut steps = Vec::new();
    for i in 0..score.orders {
        let shared = counts.matches[i];
        let candidate = counts.candidate[i];
        let reference = counts.reference[i];
        steps.push(format!(
            "n-grams of {} without spaces: {shared} shared, ÷ {candidate} of the candidate = {}, ÷ {reference} of the \
             reference = {}",
            pluralized(i as u64 + 1, "character"),
            exact(shared as f64 / candidate as f64),
            exact(shared as f64 / reference as f64)
        ));
    }
    if score.precision + score.recall > 0.0 {
        let [p, r, chrf] = [score.precision, score.recall, score.score].map(exact);
        steps.push(format!("means: P = {p}, R = {r}"));
        steps.push(format!(
            "chrF = 100 × (1 + β²) × P × R ÷ (β² × P + R), β = 2: 100 × {} × {p} × {r} ÷ ({BETA_SQUARED} × {p} + {r}) = \
             {chrf}",
            1.0 + BETA_SQUARED
        ));
    } else {
        steps.push("chrF = 0, because no character matches".to_owned());
    }
    steps.push("as sacrebleu’s sentence_chrf by default; case-sensitive".to_owned());
    if let Some(longest) = counts.matches.iter().rposition(|matches| *matches > 0) {
        steps.push(format!(
            "the longest shared n-grams, of {} characters, are underlined",
            longest + 1
        ));
    }
    steps
}

fn rouge(what: &str, score: &RougeScore) -> Vec<String> {
    let RougeScore {
        shared,
        candidate,
        reference,
        precision,
        recall,
        f1,
    } = *score;
    let mut steps = Vec::new();
    if candidate == 0 || reference == 0 {
        let side = if candidate == 0 {
            "candidate"
        } else {
            "reference"
        };
        steps.push(format!(
            "the {side} has no words for ROUGE, which keeps only letters a to z and digits"
        ));
    } else {
        let [precision, recall] = [precision, recall].map(exact);
        steps.push(format!(
            "shared {what}: {shared}; P = {shared} ÷ {candidate} of the candidate = {precision}, R = {shared} ÷ {reference} \
             of the reference = {recall}"
        ));
    }
    steps.push(if shared == 0 {
        "F1 = 0, because nothing is shared".to_owned()
    } else {
        let [p, r, sum, f1] = [precision, recall, precision + recall, f1].map(exact);
        format!("F1 = 2PR ÷ (P + R) = 2 × {p} × {r} ÷ {sum} = {f1}")
    });
    steps.push(
        "as rouge-score 0.1.2 without stemming: lowercased, only a to z and 0 to 9, no punctuation"
            .to_owned(),
    );
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_assumed_is_a_half_and_its_halves_whatever_the_length_is() {
        for words in 4..300 {
            let counts = BleuCounts {
                matches: [1, 0, 0, 0],
                totals: [words, words - 1, words - 2, words - 3],
                candidate_words: words,
                reference_words: words,
            };
            let assumed = [2, 3, 4].map(|order| smoothed_count(&counts, order));
            assert_eq!(
                assumed,
                [Some(0.5), Some(0.25), Some(0.125)],
                "{words} words"
            );
        }
    }
}
