//! Names and numbers as the walkthrough writes them.

use super::stage::StepPart;
use crate::label;
use crate::number::{or_missing, three_places};
use crate::topics::names::{occurrence, quote_token};
use bertscope_analysis::{Analysis, Note, Side};
use bertscope_metric::Score;

/// A token of a side, in quotation marks; special ones without. The second of the same name is `“the#2”`, as in lessons.
pub(super) fn name(analysis: &Analysis, side: Side, index: usize) -> String {
    let tokens = &analysis.side(side).tokenized.tokens;
    let Some(token) = tokens.get(index) else {
        return String::new();
    };
    match occurrence(tokens, index) {
        nth if nth > 1 && !token.special => {
            format!("“{}#{nth}”", label::fit(&label::token(token), 24))
        }
        _ => quote_token(token),
    }
}

/// Says that a text has no words, before P and R are computed; empty for ordinary pairs.
pub(super) fn without_words(analysis: &Analysis) -> Vec<StepPart> {
    let sentences = analysis.notes.iter().filter_map(without_words_sentence);
    sentences.map(StepPart::Pitfall).collect()
}

fn without_words_sentence(note: &Note) -> Option<String> {
    match note {
        Note::Empty(side) => Some(format!(
            "The {} has no words, so there is nothing to match.",
            side.name()
        )),
        Note::TwoTokens(side) => Some(format!(
            "bert_score treats a text of exactly two tokens as empty; write more than one word in the {}.",
            side.name()
        )),
        Note::NoWords(_)
        | Note::Refused(..)
        | Note::NoWeight { .. }
        | Note::Truncated { .. }
        | Note::Windows { .. }
        | Note::BaselineWithoutWindows
        | Note::Unknown(_)
        | Note::UnknownLanguage(_)
        | Note::HtmlEntities(_)
        | Note::NoBaseline { .. }
        | Note::NoFrequencies
        | Note::LooksQuoted
        | Note::UnreadHumanScore
        | Note::CountedReferences(_)
        | Note::SeveralReferences(_) => None,
    }
}

/// Why P and R are 0 by convention; empty for ordinary pairs.
pub(super) fn by_convention(analysis: &Analysis) -> Vec<StepPart> {
    notes(analysis, Note::is_about_empty_text).collect()
}

/// The notes of a kind.
pub(super) fn notes(
    analysis: &Analysis,
    is_kind: impl Fn(&Note) -> bool,
) -> impl Iterator<Item = StepPart> {
    analysis
        .notes
        .iter()
        .filter(move |note| is_kind(note))
        .map(|note| StepPart::Pitfall(note.to_string()))
}

/// P, R and F1 on one line.
pub(super) fn numbers(score: &Score) -> String {
    let [p, r, f1] = score.numbers().map(|x| or_missing(x, three_places));
    format!("P {p}  R {r}  F1 {f1}")
}
