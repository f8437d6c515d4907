//! Texts as tokens. Encodes them, those beyond the model's limit in their windows.

use std::sync::Arc;

use crate::{Encoder, HiddenStates, KeptLayers, Result, Token, TokenId, Truncation, Windows};

/// A text and its tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenizedText {
    pub text: Arc<str>,
    /// Its tokens, special ones included.
    pub tokens: Vec<Token>,
    /// Where it was truncated, if it was.
    pub truncated: Option<Truncation>,
    /// The windows in which it is encoded, if it does not fit in one.
    pub windows: Option<Windows>,
}

impl TokenizedText {
    pub fn ids(&self) -> Vec<TokenId> {
        self.tokens.iter().map(|token| token.id).collect()
    }

    /// Number of tokens that are not special.
    pub fn text_token_count(&self) -> usize {
        self.tokens.iter().filter(|token| !token.special).count()
    }
}

/// Encodes texts in one pass, as [`Encoder::encode`] does; those with windows in their windows.
///
/// # Errors
/// As [`Encoder::encode`].
///
/// # Panics
/// If the encoder leaves out a text.
pub fn encode(
    encoder: &dyn Encoder,
    texts: &[&TokenizedText],
    keep: KeptLayers,
) -> Result<Vec<HiddenStates>> {
    let mut inputs: Vec<Vec<TokenId>> = Vec::with_capacity(texts.len());
    for text in texts {
        match text.windows {
            Some(windows) => inputs.extend(windows.inputs(&text.ids())),
            None => inputs.push(text.ids()),
        }
    }
    let inputs: Vec<&[TokenId]> = inputs.iter().map(Vec::as_slice).collect();
    let mut encoded = encoder.encode(&inputs, keep)?.into_iter();
    let mut states = Vec::with_capacity(texts.len());
    for text in texts {
        states.push(match text.windows {
            Some(windows) => windows.join(encoded.by_ref().take(windows.count())),
            None => encoded.next().expect("every text was encoded"),
        });
    }
    Ok(states)
}
