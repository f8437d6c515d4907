//! The derivation of the numbers of compared texts.

use super::super::names::token_name;
use super::difference::Compared;
use crate::number::{exact, exact_change, exact_or_undefined, or_missing, printed_difference};
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
    let candidates = &comparison.candidates;
    let references = &comparison.references;
    let pair = &comparison.pairs[i][j];
    let reference = references.name(j);
    let name = match &*candidates.texts {
        [_] => format!("reference {reference}, {}", role(&references.texts[j])),
        _ => format!("{} on reference {reference}", candidates.name(i)),
    };
    let title = format!("{name}: “{}”", pair.reference.tokenized.text.trim());
    std::iter::once(title).chain(scores(pair)).collect()
}

/// The best of a candidate over several references.
pub(super) fn best(comparison: &TextComparison, i: usize) -> Vec<String> {
    let numbers = comparison.candidates.texts[i].score.numbers();
    let from = comparison.best_references(i);
    let mut parts = Vec::new();
    for (at, name) in ["P", "R", "F1"].into_iter().enumerate() {
        let mut part = format!("{name} {}", exact_or_undefined(numbers[at]));
        if numbers[at].is_some() {
            let names: Vec<String> = from[at]
                .iter()
                .map(|j| comparison.references.name(*j))
                .collect();
            part += " from ";
            part += &names.join(" and ");
        }
        parts.push(part);
    }
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
    let mut steps = vec![numbers(analysis.score())];
    if analysis.rescaling().is_some() {
        steps.push(format!("before rescaling {}", numbers(analysis.raw)));
    }
    steps.extend(analysis.notes.iter().map(ToString::to_string));
    steps
}

fn numbers(score: Score) -> String {
    let [p, r, f1] = score.numbers().map(exact_or_undefined);
    format!("P {p}, R {r}, F1 {f1}")
}

/// The differences of F1, precision and recall.
pub(super) fn total(compared: Compared<'_>) -> Vec<String> {
    let [first, second] = compared.names().map(|text| match compared.ranking.side {
        Side::Candidate => format!("of {text}"),
        Side::Reference => format!("on reference {text}"),
    });
    let [first_scores, second_scores] = compared
        .ranked()
        .map(|text| text.analysis.score().numbers());
    let mut steps = Vec::new();
    for (at, name) in ["precision", "recall", "F1"].into_iter().enumerate() {
        let a = first_scores[at];
        let b = second_scores[at];
        let total = a.zip(b).map(|(a, b)| printed_difference(a, b));
        let total = or_missing(total, exact_change);
        let [a, b] = [a, b].map(exact_or_undefined);
        steps.push(format!(
            "{name} {first} − {name} {second} = {a} − {b} = {total}"
        ));
    }
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
    let mut steps = Vec::new();
    for (i, ranked) in compared.ranked().into_iter().enumerate() {
        steps.extend(word_in_text(compared, mean, word, i, &ranked.analysis));
    }
    let is_rescaled = compared.ranked()[0].analysis.rescaling().is_some();
    steps.extend(contribution(mean, word, is_rescaled));
    if is_rescaled {
        steps.push("rescaling multiplies every difference by 1 ÷ (1 − b)".to_owned());
    }
    steps
}

/// The matches of a word in the first or the second text.
fn word_in_text(
    compared: Compared<'_>,
    mean: &MeanDifference,
    word: &WordDifference,
    i: usize,
    analysis: &Analysis,
) -> Vec<String> {
    let side = mean.side;
    let name = &compared.names()[i];
    let text = match compared.ranking.side {
        Side::Candidate => format!("{}, {name}", side.mean_name()),
        Side::Reference => format!("{}, reference {name}", side.mean_name()),
    };
    let Some(share) = &word.words[i] else {
        return vec![format!(
            "{text}: no “{}” in the {}",
            word.word(),
            side.name()
        )];
    };
    let mut matches = Vec::new();
    let found = analysis.matches_of(side).get(share.tokens.clone());
    for (token, found) in share.tokens.clone().zip(found.unwrap_or_default()) {
        matches.push(format!(
            "“{}” matches “{}”, cosine {}",
            token_name(analysis, side, token),
            token_name(analysis, side.other(), found.token),
            exact(found.similarity)
        ));
    }
    let mut steps = vec![format!(
        "{text}: {}; {} of the total weight",
        matches.join(", "),
        exact(share.share)
    )];
    if share.tokens.len() > 1 {
        steps.push(format!(
            "{text}: the weighted mean of its pieces is {}",
            exact(share.similarity)
        ));
    }
    steps
}

/// How the contribution of a word follows from its weights and similarities in the two texts.
fn contribution(mean: &MeanDifference, word: &WordDifference, is_rescaled: bool) -> Vec<String> {
    let stretched = if is_rescaled {
        format!(" × {}", exact(mean.rescaling_factor))
    } else {
        String::new()
    };
    let sum = exact_change(word.contribution);
    let m = format!(
        "m = {} is the midpoint of the two texts’ {}",
        exact(mean.middle),
        mean.side.mean_name()
    );
    match &word.words {
        // With equal weights, m cancels out.
        [Some(a), Some(b)] if (a.share - b.share).abs() < 1e-12 => {
            let [weight, a, b] = [a.share, a.similarity, b.similarity].map(exact);
            vec![format!(
                "weight × difference = {weight} × ({a} − {b}){stretched} = {sum}"
            )]
        }
        [Some(a), Some(b)] => vec![
            format!(
                "weight × (similarity − m), first minus second = ({} − {}){stretched} = {sum}",
                term(a, mean),
                term(b, mean)
            ),
            m,
        ],
        [Some(first), None] => vec![
            format!(
                "weight × (similarity − m) = {}{stretched} = {sum}",
                term(first, mean)
            ),
            m,
        ],
        [None, Some(second)] => vec![
            format!(
                "−weight × (similarity − m) = −{}{stretched} = {sum}",
                term(second, mean)
            ),
            m,
        ],
        [None, None] => Vec::new(),
    }
}

/// `weight × (similarity − m)` of a word in one of the texts.
fn term(share: &WordShare, mean: &MeanDifference) -> String {
    let [weight, similarity, middle] = [share.share, share.similarity, mean.middle].map(exact);
    format!("{weight} × ({similarity} − {middle})")
}
