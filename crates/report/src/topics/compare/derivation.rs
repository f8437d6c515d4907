//! The derivation of the numbers of compared texts.

use super::super::names::token_name;
use super::difference::Compared;
use crate::number::{exact, exact_change, exact_or_undefined, or_missing};
use crate::topics::edit::why_no_word_explains;
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::TextComparison;
use bertscope_explain::compare::RankedText;
use bertscope_explain::f1_difference::F1Share;
use bertscope_explain::mean_difference::{MeanDifference, WordDifference, WordShare};
use bertscope_metric::Score;
use bertscope_sheet::{Derivation, Step};

/// A candidate's scores: those of its pair, or the best over several references.
pub fn candidate(comparison: &TextComparison, i: usize) -> Derivation {
    let candidates = &comparison.candidates;
    let mut steps = vec![Step::sentence(format!(
        "{}, {}: “{}”",
        candidates.name(i),
        role(&candidates.texts[i]),
        candidates.text(i).trim()
    ))];
    steps.extend(match &*comparison.pairs[i] {
        [pair] => scores(pair),
        _ => best(comparison, i),
    });
    steps
}

/// The scores of a pair.
pub fn pair(comparison: &TextComparison, i: usize, j: usize) -> Derivation {
    let candidates = &comparison.candidates;
    let references = &comparison.references;
    let reference = references.name(j);
    let name = match &*candidates.texts {
        [_] => format!("reference {reference}, {}", role(&references.texts[j])),
        _ => format!("{} on reference {reference}", candidates.name(i)),
    };
    let text = references.text(j).trim();
    let mut steps = vec![Step::sentence(format!("{name}: “{text}”"))];
    steps.extend(scores(&comparison.pairs[i][j]));
    steps
}

/// The best of a candidate over several references.
pub fn best(comparison: &TextComparison, i: usize) -> Derivation {
    let references = &comparison.references;
    let numbers = comparison.candidates.texts[i].score.numbers();
    let from = comparison.best_references(i);
    let mut parts = Vec::new();
    for (at, name) in Score::SYMBOLS.into_iter().enumerate() {
        let mut part = format!("{name} {}", exact_or_undefined(numbers[at]));
        if numbers[at].is_some() {
            let names: Vec<String> = from[at].iter().map(|j| references.name(*j)).collect();
            part += " from ";
            part += &names.join(" and ");
        }
        parts.push(part);
    }
    let count = references.texts.len();
    let best = format!("best of {count} references: {}", parts.join(", "));
    let maxima = "bert_score takes the maximum of P, of R and of F1 separately, so they may come from different references, \
                  and F1 need not follow from that P and R";
    vec![best.into(), maxima.into()]
}

fn role(compared: &RankedText) -> &'static str {
    if compared.kept.is_some() {
        "to compare with"
    } else {
        "of this pair"
    }
}

fn scores(analysis: &Analysis) -> Derivation {
    let mut steps = vec![Step::sentence(numbers(analysis.score()))];
    if analysis.rescaling().is_some() {
        let raw = numbers(analysis.raw);
        steps.push(Step::sentence(format!("before rescaling {raw}")));
    }
    steps.extend(analysis.notes.iter().map(|note| note.to_string().into()));
    steps
}

fn numbers(score: Score) -> String {
    let [p, r, f1] = score.numbers().map(exact_or_undefined);
    format!("P {p}, R {r}, F1 {f1}")
}

/// The differences of precision, recall and F1.
pub fn total(compared: Compared<'_>) -> Derivation {
    let [first, second] = compared.names().map(|text| match compared.ranking.side {
        Side::Candidate => format!("of {text}"),
        Side::Reference => format!("on reference {text}"),
    });
    let [a, b] = compared
        .texts()
        .map(|text| text.analysis.score().numbers().map(exact_or_undefined));
    let totals = compared.totals();
    let mut steps = Derivation::new();
    for (at, name) in ["precision", "recall", "F1"].into_iter().enumerate() {
        steps.push(Step::computed(
            format!("{name} {first} − {name} {second}"),
            format!("{} − {}", a[at], b[at]),
            or_missing(totals[at], exact_change),
        ));
    }
    steps.push(match compared.difference.f1.len() {
        0 => {
            let [one, other] = compared.texts();
            let reason = why_no_word_explains(&one.analysis, &other.analysis);
            Step::sentence(format!("no word explains the difference, because {reason}"))
        }
        words => format!("the shares of the {words} words below sum to the differences").into(),
    });
    steps
}

/// A word's share of the difference: its shares of precision and recall, and their matches.
pub fn share(compared: Compared<'_>, share: &F1Share) -> Derivation {
    let [f1, p, r] = [share.f1, share.means[0], share.means[1]].map(exact_change);
    let mut steps = vec![
        Step::sentence(format!(
            "“{}” has {f1} of the difference of F1, {p} of P and {r} of R",
            share.word
        )),
        Step::sentence(
            "F1 depends on P and R: its share is that of P and of R, each × the mean slope of 2PR ÷ (P + R)",
        ),
    ];
    let is_rescaled = compared.texts()[0].analysis.rescaling().is_some();
    for (mean, word) in compared.occurrences(&share.word) {
        for i in 0..2 {
            steps.extend(word_in_text(compared, mean, word, i));
        }
        steps.extend(contribution(mean, word, is_rescaled));
        if is_rescaled {
            steps.push("rescaling multiplies every difference by 1 ÷ (1 − b)".into());
        }
    }
    steps
}

/// The matches of a word in the first or the second text.
fn word_in_text(
    compared: Compared<'_>,
    mean: &MeanDifference,
    word: &WordDifference,
    i: usize,
) -> Derivation {
    let analysis = &compared.texts()[i].analysis;
    let side = mean.side;
    let reference = match compared.ranking.side {
        Side::Candidate => "",
        Side::Reference => "reference ",
    };
    let text = format!("{}, {reference}{}", side.mean_name(), compared.names()[i]);
    let Some(share) = &word.words[i] else {
        let missing = format!("{text}: no “{}” in the {}", word.word(), side.name());
        return vec![missing.into()];
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
    let mut steps = vec![Step::sentence(format!(
        "{text}: {}; {} of the total weight",
        matches.join(", "),
        exact(share.share)
    ))];
    if share.tokens.len() > 1 {
        steps.push(Step::sentence(format!(
            "{text}: the weighted mean of its pieces is {}",
            exact(share.similarity)
        )));
    }
    steps
}

/// How the contribution of a word follows from its weights and similarities in the two texts.
fn contribution(mean: &MeanDifference, word: &WordDifference, is_rescaled: bool) -> Derivation {
    let (formula, numbers) = match &word.words {
        // With equal weights, m cancels out.
        [Some(a), Some(b)] if (a.share - b.share).abs() < 1e-12 => {
            let [weight, a, b] = [a.share, a.similarity, b.similarity].map(exact);
            ("weight × difference", format!("{weight} × ({a} − {b})"))
        }
        [Some(a), Some(b)] => (
            "weight × (similarity − m), first minus second",
            format!("({} − {})", term(a, mean), term(b, mean)),
        ),
        [Some(first), None] => ("weight × (similarity − m)", term(first, mean)),
        [None, Some(second)] => (
            "−weight × (similarity − m)",
            format!("−{}", term(second, mean)),
        ),
        [None, None] => return Derivation::new(),
    };
    let factor = if is_rescaled {
        format!(" × {}", exact(mean.rescaling_factor))
    } else {
        String::new()
    };
    let sum = exact_change(word.contribution);
    let mut steps = vec![Step::computed(formula, numbers + &factor, sum)];
    if formula.contains("− m") {
        steps.push(Step::sentence(format!(
            "m = {} is the midpoint of the two texts’ {}",
            exact(mean.middle),
            mean.side.mean_name()
        )));
    }
    steps
}

/// `weight × (similarity − m)` of a word in one of the texts.
fn term(share: &WordShare, mean: &MeanDifference) -> String {
    let [weight, similarity, middle] = [share.share, share.similarity, mean.middle].map(exact);
    format!("{weight} × ({similarity} − {middle})")
}
