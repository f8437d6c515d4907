//! What a program does with a model: its tokenizer, its default layer, and the pairs that it refuses.

use bertscope_encoder::{Layer, Program, Tokenizer};
use bertscope_metric::Pair;

use super::Model;

impl Model {
    /// The tokenizer of a program; the default program's where that one cannot be built.
    #[must_use]
    pub fn tokenizer_of(&self, program: Program) -> &Tokenizer {
        self.program_tokenizers.get(program).unwrap_or(&self.tokenizer)
    }

    /// The layer that a program compares unless it is told another: torchmetrics takes the last one.
    #[must_use]
    pub fn default_layer_of(&self, program: Program) -> Layer {
        match program {
            Program::BertScore | Program::Transformers5 | Program::FastTokenizer => self.default_layer,
            Program::TorchMetrics => Layer(self.encoder.layer_count()),
        }
    }

    /// Why a program computes no score for a pair, as a sentence; `None` if it computes one.
    #[must_use]
    pub fn refusal(&self, program: Program, texts: Pair<&str>) -> Option<String> {
        let tokenizer = match self.program_tokenizers.get(program) {
            Ok(tokenizer) => tokenizer,
            Err(why) => return Some(why.to_owned()),
        };
        let texts = [texts.candidate, texts.reference];
        match program {
            Program::BertScore => None,
            // Both stop when they convert the missing limit, 10³⁰, to an integer.
            Program::Transformers5 | Program::FastTokenizer if !tokenizer.states_limit() => Some(format!(
                "{} stops with an error, because the tokenizer states no model_max_length.",
                program.name()
            )),
            Program::Transformers5 => texts.iter().any(|text| tokenizer.is_blank(text)).then(|| {
                "bert_score with transformers 5 stops with an error at an empty text: the tokenizer has no \
                 build_inputs_with_special_tokens."
                    .to_owned()
            }),
            Program::FastTokenizer => None,
            Program::TorchMetrics => self.torchmetrics_refusal(tokenizer, texts),
        }
    }

    fn torchmetrics_refusal(&self, tokenizer: &Tokenizer, texts: [&str; 2]) -> Option<String> {
        match &*self.family {
            "t5" | "mt5" => {
                let why = "torchmetrics stops with an error: it runs all of T5, and the decoder needs an input too.";
                return Some(why.to_owned());
            }
            "modernbert" => {
                let why =
                    "torchmetrics uses ModernBERT’s last hidden states before the final norm, which bertscope does not keep.";
                return Some(why.to_owned());
            }
            _ => {}
        }
        // A text that the tokenizer rejects is an error under every program.
        let tokenized = texts.map(|text| tokenizer.tokenize(text).ok());
        let counts = tokenized.iter().flatten().map(|text| text.truncated.map_or(text.tokens.len(), |cut| cut.total));
        let most = counts.max().unwrap_or(0);
        if let Some(positions) = self.encoder.max_tokens().filter(|positions| *positions < most) {
            return Some(format!(
                "torchmetrics stops with an error: it does not truncate a text of {most} tokens unless truncation=True, and \
                 the model has positions for {positions}."
            ));
        }
        (most > tokenizer.max_tokens())
            .then(|| "torchmetrics would not truncate a text that bertscope has to truncate.".to_owned())
    }
}
