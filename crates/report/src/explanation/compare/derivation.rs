//! The derivation of the numbers of compared texts.

use super::super::columns::{exact, figure};
use super::names::letter;
use super::{MeanAt, difference};
use crate::label::token;
use bertscope_analysis::Side;
use bertscope_explain::compare::Contest;
use bertscope_explain::difference::WordShare;

/// A text's scores.
pub(super) fn contender(contest: &Contest, i: usize) -> Vec<String> {
    let contender = &contest.contenders[i];
    let analysis = &contender.analysis;
    let (score, text) = (analysis.score(), &analysis.side(contest.side).tokenized.text);
    let title =
        format!("{}, {}", letter(contender), if contender.kept.is_some() { "to compare with" } else { "of this pair" });
    let mut steps = vec![
        format!("{title}: “{}”", text.trim()),
        format!("P {}, R {}, F1 {}", figure(score.precision), figure(score.recall), figure(Some(score.f1))),
    ];
    if analysis.rescaling().is_some() {
        let raw = analysis.raw;
        steps.push(format!(
            "before rescaling P {}, R {}, F1 {}",
            figure(raw.precision),
            figure(raw.recall),
            figure(Some(raw.f1))
        ));
    }
    steps.extend(analysis.notes.iter().map(ToString::to_string));
    steps
}

/// The difference of two means.
pub(super) fn total(contest: &Contest, of: MeanAt) -> Vec<String> {
    let (contenders, mean) = difference::at(contest, of);
    let ([first, second], name) = (contenders.map(letter), mean.side.mean_name());
    let [a, b] = mean.means.map(figure);
    let mut steps = vec![format!("{name} of {first} − {name} of {second} = {a} − {b} = {}", exact(mean.total()))];
    if mean.total().is_none() {
        steps.push(format!("a {name} does not exist where all weights are 0, so there is no difference to explain"));
    } else if mean.words.is_empty() {
        steps.push("a text without words scores 0 by convention, so no word explains the difference".to_owned());
    } else {
        steps.push(format!("the {} words below sum to it", mean.words.len()));
    }
    steps
}

/// A word of a difference: its matches in each text, and what it adds.
pub(super) fn word(contest: &Contest, of: MeanAt, i: usize) -> Vec<String> {
    let (contenders, mean) = difference::at(contest, of);
    let word = &mean.words[i];
    let (side, name) = (mean.side, mean.side.mean_name());
    let mut steps = Vec::new();
    for (contender, share) in contenders.into_iter().zip(&word.words) {
        let letter = letter(contender);
        let analysis = &contender.analysis;
        let Some(share) = share else {
            let word = difference::word_name(contenders, mean, word);
            steps.push(format!("{letter}: no “{word}” in the {}", side.name()));
            continue;
        };
        let found = analysis.matches_of(side).get(share.tokens.clone()).unwrap_or_default();
        let label = |side: Side, i: usize| token(&analysis.side(side).tokenized.tokens[i]);
        let pairs = share.tokens.clone().zip(found).map(|(own, found)| {
            let (own, other) = (label(side, own), label(side.other(), found.token));
            format!("“{own}” is most like “{other}” with {:.5}", found.similarity)
        });
        let weight = format!("{:.5} of all weight", share.share);
        steps.push(format!("{letter}: {}; {weight}", pairs.collect::<Vec<_>>().join(", ")));
        if share.tokens.len() > 1 {
            steps.push(format!("{letter}: the mean of its pieces by weight is {:.5}", share.similarity));
        }
    }
    let is_rescaled = contenders[0].analysis.rescaling().is_some();
    let stretched = if is_rescaled { format!(" × {:.5}", mean.stretch) } else { String::new() };
    let sum = exact(Some(word.contribution));
    let term = |share: &WordShare| format!("{:.5} × ({:.5} − {:.5})", share.share, share.similarity, mean.middle);
    let m = format!("m = {:.5} is halfway between the two texts’ {name}", mean.middle);
    match &word.words {
        [Some(a), Some(b)] if (a.share - b.share).abs() < 1e-12 => steps.push(format!(
            "weight × gap = {:.5} × ({:.5} − {:.5}){stretched} = {sum}",
            a.share, a.similarity, b.similarity
        )),
        [Some(a), Some(b)] => {
            steps.push(format!(
                "weight × (similarity − m), the first less the second = ({} − {}){stretched} = {sum}",
                term(a),
                term(b)
            ));
            steps.push(m);
        }
        [Some(one), None] => {
            steps.push(format!("weight × (similarity − m) = {}{stretched} = {sum}", term(one)));
            steps.push(m);
        }
        [None, Some(one)] => {
            steps.push(format!("−weight × (similarity − m) = −{}{stretched} = {sum}", term(one)));
            steps.push(m);
        }
        [None, None] => {}
    }
    if is_rescaled {
        steps.push("rescaling stretches every difference by 1 ÷ (1 − b)".to_owned());
    }
    steps
}
