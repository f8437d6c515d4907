//! The tokenizer of each program.

use std::sync::OnceLock;

use crate::{Conventions, Program, Tokenizer, TokenizerFiles};

/// The tokenizers of all programs. Each but the default one is built on first use, because reading a large tokenizer.json
/// takes a second and it is rarely needed.
#[derive(Debug)]
pub struct ProgramTokenizers {
    default: Tokenizer,
    files: TokenizerFiles,
    model_type: String,
    positions: Option<usize>,
    built: [OnceLock<Result<Tokenizer, String>>; Conventions::ALL.len()],
}

impl ProgramTokenizers {
    /// The tokenizers of a model whose position table allows `positions` tokens. `default` is that of `bert_score`.
    pub fn new(
        default: Tokenizer,
        files: &TokenizerFiles,
        model_type: &str,
        positions: Option<usize>,
    ) -> Self {
        let files = TokenizerFiles {
            vocab_txt: None,
            vocab_json: None,
            merges_txt: None,
            sentencepiece: None,
            ..files.clone()
        };
        Self {
            default,
            files,
            model_type: model_type.to_owned(),
            positions,
            built: Default::default(),
        }
    }

    /// The tokenizer for these conventions, or a sentence that says why there is none. All but those of `bert_score` need
    /// tokenizer.json: without it, transformers builds them from the other files, by rules that this crate does not
    /// implement.
    pub fn get(&self, conventions: Conventions) -> Result<&Tokenizer, &str> {
        self.built[conventions.row()]
            .get_or_init(|| self.build(conventions))
            .as_ref()
            .map_err(String::as_str)
    }

    fn build(&self, conventions: Conventions) -> Result<Tokenizer, String> {
        let program = conventions.program;
        if conventions.uses_windows() {
            return Ok(self.default.in_windows());
        }
        if program == Program::BertScore {
            return Ok(self.default.clone());
        }
        if self.files.tokenizer_json.is_none() {
            return Err(
                "The model has no tokenizer.json, which defines its fast tokenizer.".to_owned(),
            );
        }
        if program == Program::TorchMetrics {
            // torchmetrics has the fast tokenizer, which is too large to be built twice.
            let fast = self.get(Program::FastTokenizer.into())?;
            return Ok(fast.for_torchmetrics());
        }
        Tokenizer::fast_from_files(&self.files, &self.model_type, self.positions, program)
            .map_err(|error| format!("The fast tokenizer cannot be loaded: {error}"))
    }
}
