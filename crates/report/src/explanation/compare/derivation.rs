//! The derivation of the numbers of compared texts.

use super::super::names::token_name;
use super::difference::Compared;
use crate::number::{exact, exact_change, exact_or_undefined, or_missing};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::TextComparison;
use bertscope_explain::compare::RankedText;
use bertscope_explain::f1_difference::F1Share;
use bertscope_explain::mean_difference::{MeanDifference, WordDifference, WordShare};
use bertscope_metric::Score;

/// A candidate's scores: those of its pair, or the best over several references.
pub(super) fn candidate(comparison: &TextComparison, i: usize) -> Vec<String> {
    let candidates = &comparison.candidates;
    let title = format!(
        "{}, {}: “{}”",
        candidates.name(i),
        role(&candidates.texts[i]),
        candidates.text(i).trim()
    );
    match &*comparison.pairs[i] {
        [pair] => std::iter::once(title).chain(scores(pair)).collect(),
        _ => std::iter::once(title).chain(best(comparison, i)).collect(),
    }
}

/// The scores of a pair.
pub(super) fn pair(comparison: &TextComparison, i: usize, j: usize) -> Vec<String> {
    let TextComparison {
        pairs,
        candidates,
        references,
        ..
    } = comparison;
    let (pair, reference) = (&pairs[i][j], references.name(j));
    let name = match &*candidates.texts {
        [_] => format!("reference {reference}, {}", role(&references.texts[j])),
        _ => format!("{} on reference {reference}", candidates.name(i)),
    };
    let title = format!("{name}: “{}”", pair.reference.tokenized.text.trim());
    std::iter::once(title).chain(scores(pair)).collect()
}

/// The best of a candidate over several references.
pub(super) fn best(comparison: &TextComparison, i: usize) -> Vec<String> {
    let best = comparison.candidates.texts[i].score;
    let (numbers, from) = (best.numbers(), comparison.best_references(i));
    let part = |((name, number), from): ((&str, Option<f64>), Vec<usize>)| {
        let from: Vec<String> = from
            .iter()
            .map(|j| comparison.references.name(*j))
            .collect();
        let from = number.map_or_else(String::new, |_| format!(" from {}", from.join(" and ")));
        format!("{name} {}{from}", exact_or_undefined(number))
    };
    let parts: Vec<String> = ["P", "R", "F1"]
        .into_iter()
        .zip(numbers)
        .zip(from)
        .map(part)
        .collect();
    vec![
        format!(
            "best of {} references: {}",
            comparison.references.texts.len(),
            parts.join(", ")
        ),
        "bert_score takes the maximum of P, of R and of F1 separately, so they may come from \
         different references, and F1 need not follow from that P and R"
            .to_owned(),
    ]
}

fn role(compared: &RankedText) -> &'static str {
    if compared.kept.is_some() {
        "to compare with"
    } else {
        "of this pair"
    }
}

fn scores(analysis: &Analysis) -> Vec<String> {
    let numbers = |score: Score| {
        let [p, r, f1] = score.numbers().map(exact_or_undefined);
        format!("P {p}, R {r}, F1 {f1}")
    };
    let mut steps = vec![numbers(analysis.score())];
    if analysis.rescaling().is_some() {
        steps.push(format!("before rescaling {}", numbers(analysis.raw)));
    }
    steps.extend(analysis.notes.iter().map(ToString::to_string));
    steps
}

/// The differences of F1, precision and recall.
pub(super) fn total(compared: Compared<'_>) -> Vec<String> {
    let of_text = |text: String| match compared.ranking.side {
        Side::Candidate => format!("of {text}"),
        Side::Reference => format!("on reference {text}"),
    };
    let [first, second] = compared.names().map(of_text);
    let [a, b] = compared
        .ranked()
        .map(|text| text.analysis.score().numbers());
    let names = ["precision", "recall", "F1"].into_iter().zip(a).zip(b);
    let difference = |((name, a), b): ((&str, Option<f64>), Option<f64>)| {
        let [first_score, second_score] = [a, b].map(exact_or_undefined);
        let total = or_missing(a.zip(b).map(|(a, b)| a - b), exact_change);
        format!("{name} {first} − {name} {second} = {first_score} − {second_score} = {total}")
    };
    let mut steps: Vec<String> = names.map(difference).collect();
    steps.push(match compared.difference.f1.len() {
        0 => {
            "a score is 0 or undefined by convention, so no word explains the difference".to_owned()
        }
        words => format!("the shares of the {words} words below sum to the differences"),
    });
    steps
}

/// A word's share of the difference: its shares of precision and recall, and their matches.
pub(super) fn share(compared: Compared<'_>, share: &F1Share) -> Vec<String> {
    let [f1, p, r] = [share.f1, share.means[0], share.means[1]].map(exact_change);
    let slopes = "F1 depends on P and R: its share is that of P and of R, each × the mean slope of 2PR ÷ (P + R)";
    let mut steps = vec![format!(
        "“{}” has {f1} of the difference of F1, {p} of P and {r} of R",
        share.word
    )];
    steps.push(slopes.to_owned());
    steps.extend(
        compared
            .occurrences(share)
            .flat_map(|(mean, word)| self::word(compared, mean, word)),
    );
    steps
}

/// A word of a mean: its matches in each text, and its contribution.
fn word(compared: Compared<'_>, mean: &MeanDifference, word: &WordDifference) -> Vec<String> {
    let (side, name) = (mean.side, mean.side.mean_name());
    let mut steps = Vec::new();
    let names = compared.names().map(|text| match compared.ranking.side {
        Side::Candidate => format!("{name}, {text}"),
        Side::Reference => format!("{name}, reference {text}"),
    });
    for ((ranked, text), share) in compared.ranked().into_iter().zip(names).zip(&word.words) {
        let analysis = &ranked.analysis;
        let Some(share) = share else {
            steps.push(format!(
                "{text}: no “{}” in the {}",
                word.word(),
                side.name()
            ));
            continue;
        };
        let found = analysis
            .matches_of(side)
            .get(share.tokens.clone())
            .unwrap_or_default();
        let pairs = share.tokens.clone().zip(found).map(|(own, found)| {
            let (own, other) = (
                token_name(analysis, side, own),
                token_name(analysis, side.other(), found.token),
            );
            format!(
                "“{own}” matches “{other}”, cosine {}",
                exact(found.similarity)
            )
        });
        let weight = format!("{} of the total weight", exact(share.share));
        steps.push(format!(
            "{text}: {}; {weight}",
            pairs.collect::<Vec<_>>().join(", ")
        ));
        if share.tokens.len() > 1 {
            steps.push(format!(
                "{text}: the weighted mean of its pieces is {}",
                exact(share.similarity)
            ));
        }
    }
    let is_rescaled = compared.ranked()[0].analysis.rescaling().is_some();
    let stretched = if is_rescaled {
        format!(" × {}", exact(mean.rescaling_factor))
    } else {
        String::new()
    };
    let sum = exact_change(word.contribution);
    let m = format!(
        "m = {} is the midpoint of the two texts’ {name}",
        exact(mean.middle)
    );
    match &word.words {
        [Some(a), Some(b)] if (a.share - b.share).abs() < 1e-12 => {
            let [weight, a, b] = [a.share, a.similarity, b.similarity].map(exact);
            steps.push(format!(
                "weight × difference = {weight} × ({a} − {b}){stretched} = {sum}"
            ));
        }
        [Some(a), Some(b)] => {
            steps.push(format!(
                "weight × (similarity − m), first minus second = ({} − {}){stretched} = {sum}",
                term(a, mean),
                term(b, mean)
            ));
            steps.push(m);
        }
        [Some(one), None] | [None, Some(one)] => {
            let sign = if word.words[0].is_some() { "" } else { "−" };
            steps.push(format!(
                "{sign}weight × (similarity − m) = {sign}{}{stretched} = {sum}",
                term(one, mean)
            ));
            steps.push(m);
        }
        [None, None] => {}
    }
    if is_rescaled {
        steps.push("rescaling multiplies every difference by 1 ÷ (1 − b)".to_owned());
    }
    steps
}

/// `weight × (similarity − m)` of a word in one of the texts.
fn term(share: &WordShare, mean: &MeanDifference) -> String {
    let [weight, similarity, middle] = [share.share, share.similarity, mean.middle].map(exact);
    format!("{weight} × ({similarity} − {middle})")
}
