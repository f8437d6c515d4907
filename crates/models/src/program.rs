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
        let texts = [texts.candidate, texts.reference];
        let tokenizer = self.program_tokenizers.get(conventions);
        let why = match (conventions.program, tokenizer) {
            (_, Err(why)) => why,
            (Program::BertScore, _) => return None,
            (Program::TorchMetrics, Ok(tokenizer)) => match &*self.family {
                "t5" | "mt5" => {
                    "torchmetrics stops with an error: it runs all of T5, and the decoder needs an input too."
                }
                "modernbert" => {
                    "torchmetrics uses ModernBERT’s last hidden states before the final norm, which bertscope does not keep."
                }
                _ => return self.too_long(tokenizer, texts),
            },
            // Python cannot convert the missing limit, 10³⁰, to an integer.
            (Program::Transformers5 | Program::FastTokenizer, Ok(tokenizer))
                if !tokenizer.states_limit() =>
            {
                "The fast tokenizer stops with an error, because tokenizer_config.json states no model_max_length."
            }
            (Program::Transformers5, Ok(tokenizer))
                if texts.iter().any(|text| tokenizer.is_blank(text)) =>
            {
                "transformers 5 stops with an error at an empty text."
            }
            (Program::Transformers5 | Program::FastTokenizer, Ok(_)) => return None,
        };
        Some(why.to_owned())
    }

    /// Why torchmetrics scores no text that is longer than the position table.
    fn too_long(&self, tokenizer: &Tokenizer, texts: [&str; 2]) -> Option<String> {
        // A text that the tokenizer rejects is an error under every program.
        let counts = texts
            .iter()
            .filter_map(|text| tokenizer.tokenize(text).ok());
        let most = counts
            .map(|text| text.truncated.map_or(text.tokens.len(), |cut| cut.total))
            .max()?;
        let positions = self
            .encoder
            .max_tokens()
            .unwrap_or(tokenizer.max_tokens())
            .min(tokenizer.max_tokens());
        (most > positions).then(|| {
            format!(
                "torchmetrics does not truncate a text of {most} tokens unless truncation=True, and {positions} is the limit here."
            )
        })
    }
}
