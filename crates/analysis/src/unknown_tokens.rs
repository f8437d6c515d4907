//! Unknown tokens: text that the vocabulary lacks, all of which the model sees as one and the same token.

use crate::Side;
use bertscope_encoder::{Token, TokenizedText};
use bertscope_models::known;
use bertscope_printable::printable;

/// The note on the unknown tokens of a pair that was scored with `model`; `None` without any. If more than half of a text
/// is unknown, it names the model that `--lang` selects for its script.
pub(super) fn note(
    candidate: &TokenizedText,
    reference: &TokenizedText,
    model: &str,
) -> Option<String> {
    let all = || unknown(candidate).chain(unknown(reference));
    let piece = printable(&all().next()?.piece);
    let (mut counts, mut suggested) = (Vec::new(), None);
    for (side, text) in [(Side::Candidate, candidate), (Side::Reference, reference)] {
        let (count, tokens) = (unknown(text).count(), text.text_token_count());
        let s = if tokens == 1 { "" } else { "s" };
        counts.extend((count > 0).then(|| format!("{count} of {tokens} {} token{s}", side.name())));
        suggested = suggested.or_else(|| language_for_script(text).filter(|_| 2 * count > tokens));
    }
    let mut texts: Vec<String> = Vec::new();
    for text in all().map(|token| excerpt(&token.text)) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    if texts.len() > 2 {
        texts.splice(2.., ["…".to_owned()]);
    }
    let (are, so, their) = match all().count() {
        1 => ("is", "like all other unknown text it is", "its"),
        _ => ("are", "all are the same", "their"),
    };
    let (counts, texts) = (counts.join(" and "), texts.join(", "));
    let note = format!(
        "{counts} {are} unknown to this model ({texts}): {so} {piece}, so {their} similarity means nothing."
    );
    let scored_with = known::find(model).map(|known| known.name);
    Some(
        match suggested.map(|language| (language, known::for_language(language))) {
            Some((_, other)) if scored_with == Some(other) => note,
            Some(("zh", other)) => format!("{note} A model for this script: {other} (--lang zh)."),
            Some((_, other)) => format!(
                "{note} A model for more scripts: {other} (--lang and the language’s code)."
            ),
            None => note,
        },
    )
}

fn unknown(text: &TokenizedText) -> impl Iterator<Item = &Token> {
    text.tokens.iter().filter(|token| token.unknown)
}

fn excerpt(text: &str) -> String {
    let cut = text.char_indices().nth(12);
    cut.map_or_else(|| printable(text), |(end, _)| printable(&text[..end]) + "…")
}

/// A language with the script of a text's unknown letters: `zh`, or `any` without a model of its own. `None` without
/// letters, and for Latin letters, which do not tell the language.
fn language_for_script(text: &TokenizedText) -> Option<&'static str> {
    let is_latin =
        |c: char| matches!(c, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{ff21}'..='\u{ff5a}');
    let is_chinese = |c: &char| matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}');
    // Japanese and Korean have Chinese characters too.
    let is_kana_or_hangul = |c| matches!(c, '\u{3041}'..='\u{30ff}' | '\u{ac00}'..='\u{d7a3}');
    let letters = unknown(text)
        .flat_map(|token| token.text.chars())
        .filter(|c| c.is_alphabetic() && !is_latin(*c));
    let (chinese, others): (Vec<char>, Vec<char>) = letters.partition(is_chinese);
    let is_chinese = chinese.len() > others.len() && !text.text.contains(is_kana_or_hangul);
    (!chinese.is_empty() || !others.is_empty()).then_some(if is_chinese { "zh" } else { "any" })
}
