//! The two texts, their words and their tokens.

use std::collections::HashSet;

use unicode_segmentation::UnicodeSegmentation;

use super::phrases::{notes, without_words};
use super::stage::StepPart;
use crate::distinct;
use crate::label;
use crate::number::{pluralized, with_thousands_separators};
use crate::topics::names::quote_token;
use crate::topics::names::side_title;
use bertscope_analysis::{Analysis, Note, Side};
use bertscope_printable::printable;

use StepPart::{Detail, Formula, Pitfall, Reason, WorkedFormula};

/// Tokens or words that are listed for each text.
const MAX_LISTED_TOKENS: usize = 24;

const SIDES: [Side; 2] = [Side::Reference, Side::Candidate];

/// What the score is about. Nothing has been computed yet.
pub(super) fn texts(analysis: &Analysis) -> Vec<StepPart> {
    let mut parts = vec![
        Formula("reference ⟷ candidate".into()),
        Reason(
            "The reference says what was meant. How much of that does the candidate say, and what else does it say?"
                .into(),
        ),
        Detail("A person would read both and judge. The next steps show what BERTScore does instead.".into()),
    ];
    if analysis.candidate.tokenized.text == analysis.reference.tokenized.text {
        parts.push(Pitfall(
            "Both texts are the same, so every token will match itself.".into(),
        ));
    }
    parts.extend(without_words(analysis));
    parts
}

/// The words that both texts share: all that a word overlap metric sees.
pub(super) fn words(analysis: &Analysis) -> Vec<StepPart> {
    let mut parts = vec![
        Formula("words of the candidate that are also in the reference".into()),
        Reason("BLEU and ROUGE count words and word sequences that both texts share. They cannot see that two words mean the same thing.".into()),
        Detail("Case and punctuation are ignored here, as in ROUGE. BLEU counts both.".into()),
    ];
    let reference = lowercase_words(&analysis.reference.tokenized.text);
    let candidate = lowercase_words(&analysis.candidate.tokenized.text);
    let known: HashSet<&String> = reference.iter().collect();
    let (shared, only): (Vec<&String>, Vec<&String>) =
        candidate.iter().partition(|word| known.contains(word));
    if !candidate.is_empty() {
        parts.push(WorkedFormula(format!(
            "Shared: {} of the candidate’s {}",
            with_thousands_separators(shared.len() as u64),
            pluralized(candidate.len() as u64, "word")
        )));
        for (what, words) in [("In both", shared), ("Only in the candidate", only)] {
            let names: Vec<String> = words
                .iter()
                .map(|word| format!("“{}”", label::fit(&printable(word), 24)))
                .collect();
            if !names.is_empty() {
                parts.push(WorkedFormula(format!(
                    "{what}: {}",
                    label::list_names(&names, MAX_LISTED_TOKENS)
                )));
            }
        }
        if reference != candidate && known == candidate.iter().collect() {
            parts.push(Pitfall(
                "Both texts have the same words: counting them cannot tell the texts apart.".into(),
            ));
        }
    }
    parts.extend(without_words(analysis));
    parts
}

fn lowercase_words(text: &str) -> Vec<String> {
    text.unicode_words().map(str::to_lowercase).collect()
}

pub(super) fn tokens(analysis: &Analysis) -> Vec<StepPart> {
    let mut parts = vec![
        Formula("text → tokens".into()),
        Reason(
            "A model reads tokens from a fixed vocabulary. A word that is not in it is split into word pieces.".into(),
        ),
        Detail("· marks a word piece that continues a word.".into()),
    ];
    for side in SIDES {
        let tokens = &analysis.side(side).tokenized.tokens;
        let shown: Vec<String> = tokens
            .iter()
            .take(MAX_LISTED_TOKENS)
            .map(|t| label::fit(&label::token(t), 24))
            .collect();
        let rest = if tokens.len() > MAX_LISTED_TOKENS {
            format!(" … and {} more", tokens.len() - MAX_LISTED_TOKENS)
        } else {
            String::new()
        };
        parts.push(WorkedFormula(format!(
            "{}, {}: {}{rest}",
            side_title(side),
            tokens.len(),
            shown.join(" ")
        )));
    }
    let of_both = SIDES
        .iter()
        .flat_map(|side| &analysis.side(*side).tokenized.tokens);
    let special = distinct(of_both.filter(|token| token.special).map(quote_token));
    if !special.is_empty() {
        let they = if special.len() == 1 {
            "It has zero weight, but"
        } else {
            "They have zero weight, but"
        };
        parts.push(Pitfall(format!(
            "The model adds {}. {they} can be matched.",
            label::list_names(&special, 4)
        )));
    }
    parts.extend(notes(analysis, |note| {
        matches!(
            note,
            Note::Unknown(_)
                | Note::UnknownLanguage(_)
                | Note::HtmlEntities(_)
                | Note::Truncated { .. }
                | Note::Windows { .. }
        )
    }));
    parts.extend(without_words(analysis));
    parts
}
