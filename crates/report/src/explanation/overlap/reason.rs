//! Why BLEU and BERTScore differ for this pair, in two sentences with its own words and numbers.

use crate::number::{MISSING, narrow_score, pluralized, short};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::WordOverlap;
use bertscope_explain::overlap::{ComparedWord, MatchTarget, OverlapReason};
use bertscope_printable::printable;

/// Number of examples that the sentence names.
const MAX_EXAMPLES: usize = 2;

/// The reason, and the notes on what BLEU and ROUGE can count in this script.
pub(super) fn lead(overlap: &WordOverlap, analysis: &Analysis) -> String {
    let mut sentences = vec![sentence(overlap, analysis)];
    for note in overlap.counts.notes() {
        sentences.push(format!("{note}."));
    }
    sentences.join(" ")
}

fn sentence(overlap: &WordOverlap, analysis: &Analysis) -> String {
    let score = narrow_score(Some(analysis.score().f1));
    let f1 = format!("BERTScore’s F1 is {score}.");
    let with_examples = |what: String, verb: &str, examples: Vec<String>| match &examples[..] {
        [] => format!("{what} {f1}"),
        _ => format!("{what} {verb} {}.", examples.join(" and ")),
    };
    let counts = &overlap.counts.bleu;
    let (words, counted) = (counts.totals[0], counts.matches[0]);
    match &overlap.reason {
        OverlapReason::NoSpaces => f1,
        OverlapReason::NoWords => {
            let side = if overlap.words.candidate.is_empty() {
                Side::Candidate
            } else {
                Side::Reference
            };
            let other = if analysis.has_empty_side() {
                "BERTScore is 0 by convention, before rescaling."
            } else {
                &f1
            };
            format!(
                "BLEU finds no word in the {}, so nothing can match. {other}",
                side.name()
            )
        }
        OverlapReason::SameWords => {
            format!(
                "Both texts have the same words in the same order, which is all that BLEU compares. {f1}"
            )
        }
        OverlapReason::OtherWords { matched, clipped } => {
            let often = if *clipped {
                " A repeated word counts at most as often as it is in the reference."
            } else {
                ""
            };
            let what = match (counted, words) {
                (0, _) => "BLEU counts none of the candidate’s words: the reference contains none of them.".into(),
                (1, _) => {
                    format!("BLEU counts 1 of the candidate’s {words} words, one that is also in the reference.{often}")
                }
                _ => format!(
                    "BLEU counts {counted} of the candidate’s {words} words, those that are also in the reference.{often}"
                ),
            };
            let examples = matched.iter().take(MAX_EXAMPLES);
            let examples = examples
                .map(|i| example(overlap, analysis, &overlap.words.candidate[*i]))
                .collect();
            with_examples(what, "BERTScore also gives", examples)
        }
        OverlapReason::OtherOrder { order: Some(order) } => {
            let (runs, matching) = (counts.totals[order - 1], counts.matches[order - 1]);
            let what = match order {
                2 => "pairs of adjacent words".to_owned(),
                _ => format!("sequences of {order} words"),
            };
            format!(
                "BLEU counts every word of the candidate, but only {matching} of its {runs} {what}: in the \
                 reference, the words have other neighbours. BERTScore matches each word by itself, in any position: F1 {score}."
            )
        }
        OverlapReason::OtherOrder { order: None } => {
            format!(
                "BLEU counts every n-gram of up to 4 words; the word order differs only over longer spans. {f1}"
            )
        }
        OverlapReason::Shorter { missing } => {
            let more = pluralized(counts.reference_words - counts.candidate_words, "word");
            let penalty = narrow_score(Some(counts.sentence().brevity_penalty));
            let what = format!(
                "BLEU counts everything in the candidate; the reference is {more} longer, which affects only the brevity penalty \
                 (×{penalty})."
            );
            let examples = missing.iter().take(MAX_EXAMPLES);
            let examples = examples
                .map(|i| match_text(analysis, &overlap.words.reference[*i]))
                .collect();
            with_examples(what, "BERTScore’s recall gives", examples)
        }
    }
}

/// `“midday” .78 for “noon”`.
fn example(overlap: &WordOverlap, analysis: &Analysis, word: &ComparedWord) -> String {
    let found = match_text(analysis, word);
    match word.best.map(|best| (best.target, best.same_tokens)) {
        Some((MatchTarget::Word(i), same_tokens)) => {
            let partner = &overlap.words.reference[i].text;
            let same = if same_tokens && *partner != word.text {
                " (same tokens)"
            } else {
                ""
            };
            format!("{found} for “{}”{same}", printable(partner))
        }
        Some((MatchTarget::Special | MatchTarget::Several, _)) | None => found,
    }
}

/// `“midday” .78`.
fn match_text(analysis: &Analysis, word: &ComparedWord) -> String {
    let similarity = word
        .best
        .map(|best| short(analysis.scaled_similarity(best.similarity as f32)));
    format!(
        "“{}” {}",
        printable(&word.text),
        similarity.as_deref().unwrap_or(MISSING)
    )
}
