//! Unknown tokens: text that the vocabulary lacks, all of which the model sees as one and the same token.

use crate::Side;
use bertscope_encoder::{Token, TokenizedText};
use bertscope_models::known;
use bertscope_printable::printable;

/// Number of unknown texts that a note names.
const MAX_EXCERPTS: usize = 2;

/// Characters of each of them.
const MAX_EXCERPT_CHARACTERS: usize = 12;

/// The note on the unknown tokens of a pair that was scored with `model`; `None` without any. If more than half of a text
/// is unknown, it names the model that `--lang` selects for its script.
pub fn note(candidate: &TokenizedText, reference: &TokenizedText, model: &str) -> Option<String> {
    let tokens: Vec<&Token> = unknown(candidate).chain(unknown(reference)).collect();
    let piece = printable(&tokens.first()?.piece);
    let mut counts = Vec::new();
    counts.extend(count_of(Side::Candidate, candidate));
    counts.extend(count_of(Side::Reference, reference));
    let counts = counts.join(" and ");
    let excerpts = excerpts(&tokens);
    let mut note = if tokens.len() == 1 {
        format!(
            "{counts} is unknown to this model ({excerpts}): like all other unknown text it is {piece}, so its similarity \
             means nothing."
        )
    } else {
        format!(
            "{counts} are unknown to this model ({excerpts}): all are the same {piece}, so their similarity means nothing."
        )
    };
    if let Some(suggestion) = suggestion(candidate, reference, model) {
        note.push(' ');
        note.push_str(&suggestion);
    }
    Some(note)
}

fn unknown(text: &TokenizedText) -> impl Iterator<Item = &Token> {
    text.tokens.iter().filter(|token| token.unknown)
}

/// How many tokens of a side are unknown; `None` if none is.
fn count_of(side: Side, text: &TokenizedText) -> Option<String> {
    let unknown = unknown(text).count();
    if unknown == 0 {
        return None;
    }
    let tokens = text.text_token_count();
    let s = if tokens == 1 { "" } else { "s" };
    Some(format!("{unknown} of {tokens} {} token{s}", side.name()))
}

/// The first of the different texts of unknown tokens.
fn excerpts(unknown: &[&Token]) -> String {
    let mut excerpts: Vec<String> = Vec::new();
    for token in unknown {
        let excerpt = excerpt(&token.text);
        if excerpts.contains(&excerpt) {
            continue;
        }
        if excerpts.len() == MAX_EXCERPTS {
            excerpts.push("…".to_owned());
            break;
        }
        excerpts.push(excerpt);
    }
    excerpts.join(", ")
}

fn excerpt(text: &str) -> String {
    match text.char_indices().nth(MAX_EXCERPT_CHARACTERS) {
        Some((end, _)) => printable(&text[..end]) + "…",
        None => printable(text),
    }
}

/// A sentence on another model for the script of a text that is mostly unknown, if there is one.
fn suggestion(candidate: &TokenizedText, reference: &TokenizedText, model: &str) -> Option<String> {
    let language = [candidate, reference]
        .into_iter()
        .filter(|text| 2 * unknown(text).count() > text.text_token_count())
        .find_map(language_for_script)?;
    let suggested = known::for_language(language);
    let scored_with = known::find(model).map(|known| known.name);
    if scored_with == Some(suggested) {
        return None;
    }
    Some(match language {
        "zh" => format!("A model for this script: {suggested} (on the command line, --lang zh)."),
        _ => {
            format!(
                "A model for more scripts: {suggested} (on the command line, --lang and the language’s code)."
            )
        }
    })
}

/// A language with the script of a text's unknown letters: `zh`, or `any` without a model of its own. `None` without
/// letters, and for Latin letters, which do not tell the language.
fn language_for_script(text: &TokenizedText) -> Option<&'static str> {
    let mut chinese = 0;
    let mut others = 0;
    for c in unknown(text).flat_map(|token| token.text.chars()) {
        if !c.is_alphabetic() || is_latin(c) {
            continue;
        }
        if is_chinese(c) {
            chinese += 1;
        } else {
            others += 1;
        }
    }
    if chinese + others == 0 {
        None
    } else if chinese > others && !text.text.contains(is_kana_or_hangul) {
        Some("zh")
    } else {
        Some("any")
    }
}

fn is_latin(c: char) -> bool {
    matches!(u32::from(c), 0..=0x24f | 0x1e00..=0x1eff | 0xff21..=0xff5a)
}

pub fn is_chinese(c: char) -> bool {
    matches!(u32::from(c), 0x3400..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x3ffff)
}

/// Japanese and Korean have Chinese characters too.
fn is_kana_or_hangul(c: char) -> bool {
    matches!(u32::from(c), 0x3041..=0x30ff | 0xac00..=0xd7a3)
}
