//! The derivation of the numbers of compared texts.

use super::super::columns::figure;
use super::names::letter;
use crate::label::token;
use bertscope_analysis::Side;
use bertscope_explain::compare::Contest;

/// A text's scores.
pub(super) fn contender(contest: &Contest, i: usize) -> Vec<String> {
    let contender = &contest.contenders[i];
    let analysis = &contender.analysis;
    let (score, text) = (analysis.score(), &analysis.side(contest.side).tokenized.text);
    let title = format!("{}, {}", letter(contender), if contender.kept.is_some() { "kept" } else { "on screen" });
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

/// The best matches of a word of the shared text.
pub(super) fn word(contest: &Contest, side: Side, i: usize) -> Vec<String> {
    let word = &contest.words[i];
    let shared = side.other();
    let mut steps = Vec::new();
    for contender in &contest.contenders {
        let analysis = &contender.analysis;
        let found = analysis.matches_of(shared).get(word.tokens.clone()).unwrap_or_default();
        let label = |side: Side, i: usize| token(&analysis.side(side).tokenized.tokens[i]);
        let pairs = word.tokens.clone().zip(found);
        let pairs = pairs.map(|(own, found)| {
            format!("“{}” is most like “{}” with {:.5}", label(shared, own), label(side, found.token), found.similarity)
        });
        steps.push(format!("{}: {}", letter(contender), pairs.collect::<Vec<_>>().join(", ")));
    }
    if word.tokens.len() > 1 {
        steps.push("a word in pieces shows the mean of its pieces".to_owned());
    }
    steps.push(format!("largest − smallest = {:.5}", word.spread));
    steps
}
