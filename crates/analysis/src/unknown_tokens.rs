//! Unknown tokens: text that the vocabulary lacks, all of which the model sees as one and the same token.

use std::fmt;

use super::Side;
use bertscope_encoder::{Token, TokenizedText};
use bertscope_models::known;
use bertscope_printable::printable;

/// Maximum texts that a note lists, and characters of each.
const MAX_LISTED_TEXTS: usize = 2;
const MAX_TEXT_CHARS: usize = 12;

/// The unknown tokens of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownTokens {
    /// What the model sees, such as `[UNK]`.
    piece: String,
    /// The number of unknown tokens, and of all tokens without special ones, of each text that has any.
    counts: Vec<(Side, usize, usize)>,
    /// What the unknown tokens stand for, each text once.
    texts: Vec<String>,
    /// The model that `--lang` selects for the script of a text of which more than half is unknown.
    suggested_model: Option<&'static str>,
}

impl UnknownTokens {
    /// The unknown tokens of a pair that was scored with `model`; `None` without any.
    pub(super) fn find(candidate: &TokenizedText, reference: &TokenizedText, model: &str) -> Option<Self> {
        let piece = unknown(candidate).chain(unknown(reference)).next()?.piece.clone();
        let (mut counts, mut texts, mut suggested_model) = (Vec::new(), Vec::new(), None);
        for (side, text) in [(Side::Candidate, candidate), (Side::Reference, reference)] {
            let (count, all) = (unknown(text).count(), text.text_token_count());
            counts.extend((count > 0).then_some((side, count, all)));
            suggested_model = suggested_model.or_else(|| model_for_script(text).filter(|_| 2 * count > all));
            for token in unknown(text).filter(|token| token.text != token.piece) {
                if !texts.contains(&token.text) {
                    texts.push(token.text.clone());
                }
            }
        }
        let is_other = |suggested: &&str| known::find(model).is_none_or(|known| known.name != *suggested);
        Some(Self { piece, counts, texts, suggested_model: suggested_model.filter(is_other) })
    }
}

fn unknown(text: &TokenizedText) -> impl Iterator<Item = &Token> {
    text.tokens.iter().filter(|token| token.unknown)
}

/// The model that `--lang` selects for the script of a text's unknown letters; `None` without letters, and for Latin
/// letters, which do not tell the language.
fn model_for_script(text: &TokenizedText) -> Option<&'static str> {
    let is_latin = |c: char| matches!(c, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{ff21}'..='\u{ff5a}');
    let is_chinese =
        |c: &char| matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}');
    let letters = unknown(text).flat_map(|token| token.text.chars()).filter(|c| c.is_alphabetic() && !is_latin(*c));
    let (chinese, others): (Vec<char>, Vec<char>) = letters.partition(is_chinese);
    // Japanese and Korean have Chinese characters too.
    let is_kana_or_hangul = |c| matches!(c, '\u{3041}'..='\u{30ff}' | '\u{ac00}'..='\u{d7a3}');
    let language = match chinese.len() > others.len() && !text.text.contains(is_kana_or_hangul) {
        true => "zh",
        false => "any",
    };
    (!chinese.is_empty() || !others.is_empty()).then(|| known::for_language(language))
}

impl fmt::Display for UnknownTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |(side, count, all): &(Side, usize, usize)| {
            format!("{count} of {all} {} token{}", side.name(), if *all == 1 { "" } else { "s" })
        };
        let counts: Vec<String> = self.counts.iter().map(count).collect();
        let excerpt = |text: &String| match text.char_indices().nth(MAX_TEXT_CHARS) {
            Some((end, _)) => printable(&text[..end]) + "…",
            None => printable(text),
        };
        let mut listed: Vec<String> = self.texts.iter().take(MAX_LISTED_TEXTS).map(excerpt).collect();
        listed.extend((self.texts.len() > MAX_LISTED_TEXTS).then(|| "…".to_owned()));
        let listed = if listed.is_empty() { String::new() } else { format!(" ({})", listed.join(", ")) };
        let (are, why) = match *self.counts {
            [(_, 1, _)] => ("is", "like all other unknown text, it is"),
            _ => ("are", "all are the same"),
        };
        let their = if are == "is" { "its" } else { "their" };
        let (counts, piece) = (counts.join(" and "), &self.piece);
        write!(f, "{counts} {are} unknown to this model{listed}: {why} {piece}, so {their} similarity means nothing.")?;
        match self.suggested_model {
            None => Ok(()),
            Some(model) if model == known::for_language("zh") => {
                write!(f, " A model for this script: {model} (--lang zh).")
            }
            Some(model) => write!(f, " A model for more scripts: {model} (--lang and the language’s code)."),
        }
    }
}
