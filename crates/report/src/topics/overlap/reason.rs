//! Why BLEU and BERTScore differ for this pair, in two sentences with its own words and numbers.

use crate::number::{MISSING, narrow_score, pluralized, short};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::WordOverlap;
use bertscope_explain::overlap::{ComparedWord, MatchTarget, OverlapReason};
use bertscope_printable::printable;

/// Number of examples that the sentence names.
const MAX_EXAMPLES: usize = 2;

/// The reason, and the notes on what BLEU and ROUGE can count in this script.
pub fn lead(overlap: &WordOverlap, analysis: &Analysis) -> String {
    let mut sentences = vec![sentence(overlap, analysis)];
    for note in overlap.counts.notes() {
        sentences.push(format!("{note}."));
    }
    sentences.join(" ")
}

fn sentence(overlap: &WordOverlap, analysis: &Analysis) -> String {
    let f1 = narrow_score(Some(analysis.score().f1));
    let score = format!("BERTScore’s F1 is {f1}.");
    let (what, examples) = match &overlap.reason {
        OverlapReason::NoSpaces => return score,
        OverlapReason::NoWords => return no_words(overlap, analysis, &score),
        OverlapReason::SameWords => {
            return format!(
                "Both texts have the same words in the same order, which is all that BLEU compares. {score}"
            );
        }
        OverlapReason::OtherOrder { order: Some(order) } => {
            return format!(
                "{} BERTScore matches each word by itself, in any position: F1 {f1}.",
                other_order(overlap, *order)
            );
        }
        OverlapReason::OtherOrder { order: None } => {
            return format!(
                "BLEU counts every n-gram of up to 4 words; the word order differs only over longer spans. {score}"
            );
        }
        OverlapReason::OtherWords { matched, clipped } => {
            let words = matched.iter().map(|i| &overlap.words.candidate[*i]);
            let examples = words.map(|word| example(overlap, analysis, word));
            (
                other_words(overlap, *clipped),
                named("BERTScore also gives", examples),
            )
        }
        OverlapReason::Shorter { missing } => {
            let words = missing.iter().map(|i| &overlap.words.reference[*i]);
            let examples = words.map(|word| match_text(analysis, word));
            (
                shorter(overlap),
                named("BERTScore’s recall gives", examples),
            )
        }
    };
    format!("{what} {}", examples.unwrap_or(score))
}

fn no_words(overlap: &WordOverlap, analysis: &Analysis, score: &str) -> String {
    let side = if overlap.words.candidate.is_empty() {
        Side::Candidate
    } else {
        Side::Reference
    };
    let score = if analysis.has_empty_side() {
        "BERTScore is 0 by convention, before rescaling."
    } else {
        score
    };
    format!(
        "BLEU finds no word in the {}, so nothing can match. {score}",
        side.name()
    )
}

fn other_words(overlap: &WordOverlap, is_clipped: bool) -> String {
    let counted = overlap.counts.bleu.matches[0];
    let words = overlap.counts.bleu.totals[0];
    let often = if is_clipped {
        " A repeated word counts at most as often as it is in the reference."
    } else {
        ""
    };
    match counted {
        0 => {
            "BLEU counts none of the candidate’s words: the reference contains none of them as written.".into()
        }
        1 => format!(
            "BLEU counts 1 of the candidate’s {words} words, one that is also in the reference.{often}"
        ),
        _ => format!(
            "BLEU counts {counted} of the candidate’s {words} words, those that are also in the reference.{often}"
        ),
    }
}

fn other_order(overlap: &WordOverlap, order: usize) -> String {
    let matching = overlap.counts.bleu.matches[order - 1];
    let all = overlap.counts.bleu.totals[order - 1];
    let runs = match order {
        2 => "pairs of adjacent words".to_owned(),
        _ => format!("sequences of {order} words"),
    };
    format!(
        "BLEU counts every word of the candidate, but only {matching} of its {all} {runs}: the reference lacks the \
         others, or has them less often."
    )
}

fn shorter(overlap: &WordOverlap) -> String {
    let counts = &overlap.counts.bleu;
    let more = pluralized(counts.reference_words - counts.candidate_words, "word");
    let penalty = narrow_score(Some(counts.sentence().brevity_penalty));
    format!(
        "BLEU counts everything in the candidate; the reference is {more} longer, which affects only the brevity penalty \
         (×{penalty})."
    )
}

/// A sentence with the first examples; `None` if there are none.
fn named(verb: &str, examples: impl Iterator<Item = String>) -> Option<String> {
    let examples: Vec<String> = examples.take(MAX_EXAMPLES).collect();
    if examples.is_empty() {
        return None;
    }
    Some(format!("{verb} {}.", examples.join(" and ")))
}

/// `“midday” .78 for “noon”`.
fn example(overlap: &WordOverlap, analysis: &Analysis, word: &ComparedWord) -> String {
    let found = match_text(analysis, word);
    let Some(best) = word.best else { return found };
    let MatchTarget::Word(i) = best.target else {
        return found;
    };
    let partner = &overlap.words.reference[i].text;
    let same = if best.same_tokens && *partner != word.text {
        " (same tokens)"
    } else {
        ""
    };
    format!("{found} for “{}”{same}", printable(partner))
}

/// `“midday” .78`.
fn match_text(analysis: &Analysis, word: &ComparedWord) -> String {
    let similarity = match word.best {
        Some(best) => short(analysis.scaled_similarity(best.similarity as f32)),
        None => MISSING.to_owned(),
    };
    format!("“{}” {similarity}", printable(&word.text))
}
