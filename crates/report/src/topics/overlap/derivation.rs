//! How the scores of word overlap are computed, with the numbers of the pair.

use super::score_derivation::harmonic;
use crate::number::{exact, or_missing, pluralized};
use bertscope_explain::overlap::AllReferences;
use bertscope_metric::Score;
use bertscope_overlap::bleu::{MAX_ORDER, Tokenizer};
use bertscope_overlap::chrf::BETA_SQUARED;
use bertscope_overlap::{BleuCounts, ChrfCounts, Metric, PairCounts, RougeScore};
use bertscope_sheet::{Derivation, Step};

pub fn metric(metric: Metric, counts: &PairCounts) -> Derivation {
    match (metric, counts.tokenizer, counts.rouge) {
        (Metric::Bleu, Some(tokenizer), _) => bleu(&counts.bleu, tokenizer),
        (Metric::Chrf, _, _) => chrf(&counts.chrf),
        (Metric::Rouge1, _, Some(scores)) => rouge("words", "words", &scores.rouge1),
        (Metric::Rouge2, _, Some(scores)) => {
            let pairs = "pairs of adjacent words";
            rouge(pairs, pairs, &scores.rouge2)
        }
        (Metric::RougeL, _, Some(scores)) => {
            let shared = "words in the longest common subsequence";
            rouge(shared, "words", &scores.rouge_l)
        }
        (Metric::Bleu, None, _) | (_, _, None) => {
            counts.notes().into_iter().map(Step::sentence).collect()
        }
    }
}

/// How several references count.
pub fn all_references(together: AllReferences, metric: Metric) -> Step {
    let how = match metric {
        Metric::Bleu => {
            "BLEU counts n-grams that occur in any reference, and uses the reference length closest to the candidate’s"
        }
        Metric::Chrf => "chrF uses the reference with the highest score",
        Metric::Rouge1 | Metric::Rouge2 | Metric::RougeL => {
            "each ROUGE uses the reference with the highest F1"
        }
    };
    Step::sentence(format!(
        "{how}: {} with {} references",
        or_missing(together.scores.get(metric), exact),
        together.references
    ))
}

fn bleu(counts: &BleuCounts, tokenizer: Tokenizer) -> Derivation {
    let score = counts.sentence();
    let mut steps: Derivation = (1..=score.orders)
        .map(|order| precision(counts, order))
        .collect();
    if (1..MAX_ORDER).contains(&score.orders) {
        steps.push(Step::sentence(format!(
            "the candidate has {}, so longer n-grams do not count",
            pluralized(counts.candidate_words, "word")
        )));
    }
    steps.push(brevity_penalty(counts));
    if counts.matches[0] == 0 {
        steps.push(Step::sentence("BLEU = 0, because no word matches"));
    } else {
        let precisions = score.precisions.map(exact);
        steps.push(Step::computed(
            "BLEU = brevity penalty × geometric mean of the precisions",
            format!(
                "{} × ({})^(1/{})",
                exact(score.brevity_penalty),
                precisions[..score.orders].join(" × "),
                score.orders
            ),
            exact(score.score),
        ));
    }
    let tokenizer = match tokenizer {
        Tokenizer::Standard => "by default: tokenizer 13a",
        Tokenizer::Chinese => "with tok:zh, which makes each Chinese character a word",
    };
    steps.push(Step::sentence(format!(
        "as sacrebleu’s sentence_bleu {tokenizer}, exponential smoothing, case-sensitive"
    )));
    steps
}

/// The count that is assumed where nothing matches, so that the product of the precisions is not 0; `order` is one that the
/// candidate has.
pub fn smoothed_count(counts: &BleuCounts, order: usize) -> Option<f64> {
    if counts.matches[0] == 0 || counts.matches[order - 1] > 0 {
        return None;
    }
    // Exponential smoothing halves it with each order without matches.
    let up_to_order = &counts.matches[..order];
    let unmatched = up_to_order.iter().filter(|matches| **matches == 0).count();
    Some(0.5_f64.powi(unmatched as i32))
}

/// The share of the n-grams of one order that match, with the smoothed count if none does.
pub fn precision(counts: &BleuCounts, order: usize) -> Step {
    let total = counts.totals[order - 1];
    let things = if order == 1 {
        "words".to_owned()
    } else {
        format!("{order}-grams")
    };
    let precision =
        format!("precision: {things} of the candidate that are in the reference, in percent");
    let smoothed = smoothed_count(counts, order);
    let count = smoothed.unwrap_or(counts.matches[order - 1] as f64);
    let formula = match smoothed {
        Some(assumed) => {
            format!("{precision}; none is, smoothed to {assumed} so that the product is not 0")
        }
        None => precision,
    };
    Step::computed(
        formula,
        format!("100 × {count} ÷ {total}"),
        exact(100.0 * count / total as f64),
    )
}

fn brevity_penalty(counts: &BleuCounts) -> Step {
    let candidate = counts.candidate_words;
    let reference = counts.reference_words;
    if candidate == 0 {
        return Step::sentence("brevity penalty = 0: the candidate has no words");
    }
    if candidate >= reference {
        return Step::sentence(format!(
            "brevity penalty = 1: the candidate, {}, is not shorter than the reference, {reference}",
            pluralized(candidate, "word")
        ));
    }
    Step::computed(
        "brevity penalty = exp(1 − reference ÷ candidate)",
        format!("exp(1 − {reference} ÷ {candidate})"),
        exact(counts.sentence().brevity_penalty),
    )
}

fn chrf(counts: &ChrfCounts) -> Derivation {
    let score = counts.score();
    let mut steps = Derivation::new();
    for i in 0..score.orders {
        let shared = counts.matches[i];
        let candidate = counts.candidate[i];
        let reference = counts.reference[i];
        steps.push(Step::sentence(format!(
            "n-grams of {} without spaces: {shared} shared, ÷ {candidate} of the candidate = {}, ÷ {reference} of the \
             reference = {}",
            pluralized(i + 1, "character"),
            exact(shared as f64 / candidate as f64),
            exact(shared as f64 / reference as f64)
        )));
    }
    if score.precision + score.recall > 0.0 {
        let [p, r] = [score.precision, score.recall].map(exact);
        steps.push(Step::sentence(format!("means: P = {p}, R = {r}")));
        steps.push(Step::computed(
            "chrF = 100 × (1 + β²) × P × R ÷ (β² × P + R), β = 2",
            format!(
                "100 × {} × {p} × {r} ÷ ({BETA_SQUARED} × {p} + {r})",
                1.0 + BETA_SQUARED
            ),
            exact(score.score),
        ));
    } else {
        steps.push(Step::sentence("chrF = 0, because no character matches"));
    }
    steps.push(Step::sentence(
        "as sacrebleu’s sentence_chrf by default; case-sensitive",
    ));
    if let Some(longest) = counts.matches.iter().rposition(|matches| *matches > 0) {
        steps.push(Step::sentence(format!(
            "the longest shared n-grams, of {}, are underlined",
            pluralized(longest + 1, "character")
        )));
    }
    steps
}

/// P and R as the `shared` part of all `things` of a text, and F1.
fn rouge(shared: &str, things: &str, score: &RougeScore) -> Derivation {
    let mut steps = Derivation::new();
    if score.candidate == 0 || score.reference == 0 {
        let side = if score.candidate == 0 {
            "candidate"
        } else {
            "reference"
        };
        steps.push(Step::sentence(format!(
            "the {side} has no words for ROUGE, which keeps only letters a to z and digits"
        )));
    } else {
        steps.push(Step::computed(
            format!("P = shared {shared} ÷ {things} of the candidate"),
            format!("{} ÷ {}", score.shared, score.candidate),
            exact(score.precision),
        ));
        steps.push(Step::computed(
            format!("R = shared {shared} ÷ {things} of the reference"),
            format!("{} ÷ {}", score.shared, score.reference),
            exact(score.recall),
        ));
    }
    let f1 = harmonic(&Score {
        precision: Some(score.precision),
        recall: Some(score.recall),
        f1: score.f1,
    });
    steps.push(f1.unwrap_or_else(|| Step::sentence("F1 = 0, because nothing is shared")));
    steps.push(Step::sentence(
        "as rouge-score 0.1.2 without stemming: lowercased, only a to z and 0 to 9, no punctuation",
    ));
    steps
}
