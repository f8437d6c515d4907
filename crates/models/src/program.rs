//! What a program does with a model: its tokenizer, its default layer, and the pairs that it refuses.

use bertscope_encoder::{Conventions, Layer, Program, Tokenizer};
use bertscope_metric::Pair;

use crate::Model;

impl Model {
    /// The tokenizer for these conventions; that of `bert_score` where it cannot be built.
    pub fn tokenizer_of(&self, conventions: Conventions) -> &Tokenizer {
        self.program_tokenizers
            .get(conventions)
            .unwrap_or(&self.tokenizer)
    }

    /// The default layer under these conventions.
    pub fn default_layer_of(&self, conventions: Conventions) -> Layer {
        conventions.default_layer(self.default_layer, Layer(self.encoder.layer_count()))
    }

    /// Why a program computes no score for a pair, as a sentence; `None` if it computes one.
    pub fn refusal(&self, conventions: Conventions, texts: Pair<&str>) -> Option<String> {
        let tokenizer = match self.program_tokenizers.get(conventions) {
            Ok(tokenizer) => tokenizer,
            Err(reason) => return Some(reason.to_owned()),
        };
        let texts = [texts.candidate, texts.reference];
        match conventions.program {
            Program::BertScore => None,
            Program::TorchMetrics => self.torchmetrics_refusal(tokenizer, texts),
            // Python cannot convert the missing limit, 10³⁰, to an integer.
            Program::Transformers5 | Program::FastTokenizer if !tokenizer.states_limit() => Some(
                "The fast tokenizer stops with an error, because tokenizer_config.json states no model_max_length."
                    .to_owned(),
            ),
            Program::Transformers5 if texts.iter().any(|text| tokenizer.is_blank(text)) => {
                Some("transformers 5 stops with an error at an empty text.".to_owned())
            }
            Program::Transformers5 | Program::FastTokenizer => None,
        }
    }

    fn torchmetrics_refusal(&self, tokenizer: &Tokenizer, texts: [&str; 2]) -> Option<String> {
        match &*self.family {
            "t5" | "mt5" => Some(
                "torchmetrics stops with an error: it runs all of T5, and the decoder needs an input too."
                    .to_owned(),
            ),
            "modernbert" => Some(
                "torchmetrics uses ModernBERT’s last hidden states before the final norm, which bertscope does not keep."
                    .to_owned(),
            ),
            _ => self.too_long(tokenizer, texts),
        }
    }

    /// Why torchmetrics scores no text that is longer than the position table.
    fn too_long(&self, tokenizer: &Tokenizer, texts: [&str; 2]) -> Option<String> {
        let mut longest = 0;
        for text in texts {
            // A text that the tokenizer rejects is an error under every program.
            if let Ok(text) = tokenizer.tokenize(text) {
                let tokens = match text.truncated {
                    Some(truncation) => truncation.total,
                    None => text.tokens.len(),
                };
                longest = longest.max(tokens);
            }
        }
        let max_tokens = tokenizer.max_tokens();
        let positions = self
            .encoder
            .max_tokens()
            .unwrap_or(max_tokens)
            .min(max_tokens);
        if longest <= positions {
            return None;
        }
        Some(format!(
            "torchmetrics does not truncate a text of {longest} tokens unless truncation=True, and {positions} is the limit here."
        ))
    }
}
