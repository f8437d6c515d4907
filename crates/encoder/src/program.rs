//! The programs whose BERTScore is computed, and the tokenizer of each.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::{Layer, Tokenizer, TokenizerFiles};

/// A program that computes BERTScore, with the versions on which its tokens depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Program {
    /// `bert_score` 0.3.13 with transformers 4 and its slow tokenizers, which are written in Python.
    #[default]
    #[serde(rename = "bert_score")]
    BertScore,
    /// `bert_score` 0.3.13 with transformers 5, which has no slow tokenizers.
    #[serde(rename = "bert_score+transformers5")]
    Transformers5,
    /// `bert_score` 0.3.13 with transformers 4 and `use_fast_tokenizer=True`.
    #[serde(rename = "bert_score+fast")]
    FastTokenizer,
    /// torchmetrics 1.9.0 with transformers 4.
    #[serde(rename = "torchmetrics")]
    TorchMetrics,
    /// No program of its own: `bert_score` as above, but a text beyond the model's limit is encoded in windows, not cut.
    #[serde(rename = "bert_score+windows")]
    Windows,
}

impl Program {
    /// All of them as declared, the default first, with their names and their descriptions for the help.
    pub const ALL: [(Self, &'static str, &'static str); 5] = [
        (
            Self::BertScore,
            "bert_score",
            "bert_score 0.3.13 with transformers 4",
        ),
        (
            Self::Transformers5,
            "bert_score+transformers5",
            "bert_score 0.3.13 with transformers 5",
        ),
        (
            Self::FastTokenizer,
            "bert_score+fast",
            "bert_score 0.3.13 with transformers 4 and use_fast_tokenizer=True",
        ),
        (
            Self::TorchMetrics,
            "torchmetrics",
            "torchmetrics 1.9.0, by default at the last layer",
        ),
        (
            Self::Windows,
            "bert_score+windows",
            "As bert_score, but texts beyond the model's limit are not cut: --long windows",
        ),
    ];

    /// Its name in options, files and links.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The program with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|(_, known, _)| *known == name)
            .map(|(program, ..)| program)
    }

    /// The layer that it compares unless it is told another. `own` is the model's default in `bert_score`.
    pub fn default_layer(self, own: Layer, last: Layer) -> Layer {
        if self == Self::TorchMetrics {
            last
        } else {
            own
        }
    }

    /// Whether it is the default, which files and links do not name.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// The tokenizers of all programs. Each but the default one is built on first use, because reading a large tokenizer.json
/// takes a second and it is rarely needed.
#[derive(Debug)]
pub struct ProgramTokenizers {
    default: Tokenizer,
    files: TokenizerFiles,
    model_type: String,
    positions: Option<usize>,
    built: [OnceLock<Result<Tokenizer, String>>; Program::ALL.len()],
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
            tokenizer_json: files.tokenizer_json.clone(),
            tokenizer_config: files.tokenizer_config.clone(),
            special_tokens_map: files.special_tokens_map.clone(),
            added_tokens: files.added_tokens.clone(),
            ..TokenizerFiles::default()
        };
        Self {
            default,
            files,
            model_type: model_type.to_owned(),
            positions,
            built: Default::default(),
        }
    }

    /// The tokenizer of a program, or a sentence that says why there is none. All but the default one need tokenizer.json:
    /// without it, transformers builds them from the other files, by rules that this crate does not implement.
    pub fn get(&self, program: Program) -> Result<&Tokenizer, &str> {
        let build = || match program {
            Program::BertScore => Ok(self.default.clone()),
            Program::Windows => Ok(self.default.in_windows()),
            _ if self.files.tokenizer_json.is_none() => {
                Err("The model has no tokenizer.json, which defines its fast tokenizer.".to_owned())
            }
            // The same tokenizer, which is large.
            Program::TorchMetrics => self
                .get(Program::FastTokenizer)
                .map(Tokenizer::for_torchmetrics)
                .map_err(str::to_owned),
            Program::Transformers5 | Program::FastTokenizer => {
                let built = Tokenizer::fast_from_files(
                    &self.files,
                    &self.model_type,
                    self.positions,
                    program,
                );
                built.map_err(|error| format!("The fast tokenizer cannot be loaded: {error}"))
            }
        };
        self.built[program as usize]
            .get_or_init(build)
            .as_ref()
            .map_err(String::as_str)
    }
}
