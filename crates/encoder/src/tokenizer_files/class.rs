//! The tokenizer classes of transformers and their defaults.

use strum::{Display, EnumString, VariantArray};

/// A tokenizer class, named as in transformers but for the `Tokenizer` at the end.
#[derive(Clone, Copy, PartialEq, Eq, Display, EnumString)]
#[strum(suffix = "Tokenizer")]
pub enum TokenizerClass {
    Bert,
    DistilBert,
    Electra,
    MobileBert,
    ConvBert,
    SqueezeBert,
    MPNet,
    Roberta,
    Bart,
    Longformer,
    Deberta,
    /// Ids of sentencepiece are shifted by one, with four special tokens of fairseq first.
    XLMRoberta,
    /// Ids of sentencepiece are shifted by four.
    Camembert,
    /// Whitespace, quotes, accents and case are normalised first; numbers before a comma are split again.
    Albert,
    /// Text may be lower-cased and split at punctuation.
    DebertaV2,
    /// Sentinel tokens follow the vocabulary; the text starts with ▁ except in the legacy behaviour.
    #[strum(to_string = "T5", serialize = "MT5")]
    T5,
}

/// How a class splits text.
pub enum TokenizerKind {
    /// vocab.txt.
    WordPiece,
    /// vocab.json and merges.txt.
    ByteLevel,
    /// A sentencepiece model.
    SentencePiece,
}

/// What a special token is for. In the order in which transformers adds the tokens to a vocabulary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Display, VariantArray)]
#[strum(serialize_all = "snake_case", suffix = "_token")]
pub enum Role {
    Bos,
    Eos,
    Unk,
    Sep,
    Pad,
    Cls,
    Mask,
}

/// The other classes of transformers 4.46.3 that only run tokenizer.json, without `TokenizerFast` at the end.
pub const DESCRIBED: &str = "\
    PreTrained Barthez BigBird Blenderbot Bloom CLIP CodeGen CodeLlama Cohere Cpm DPRQuestionEncoder FNet Funnel GPT2 GPTNeoX \
    Gemma Herbert LED LayoutLM Llama Lxmert MBart50 MBart Mvp Nllb OpenAIGPT Pegasus Qwen2 Realm Reformer RemBert \
    RetriBert RoFormer Splinter Whisper XGLM XLNet";

impl TokenizerClass {
    /// The class with this name in transformers. The fast version of a class has the same defaults.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.strip_suffix("Fast").unwrap_or(name);
        name.strip_suffix("Tokenizer")?.parse().ok()
    }

    /// The class of a `model_type` of config.json, which counts when tokenizer_config.json names none.
    pub fn for_model_type(model_type: &str) -> Option<Self> {
        Some(match model_type {
            "bert" | "nezha" | "megatron-bert" | "ernie" | "visual_bert" | "nomic_bert" => {
                Self::Bert
            }
            "distilbert" => Self::DistilBert,
            "electra" => Self::Electra,
            "mobilebert" => Self::MobileBert,
            "convbert" => Self::ConvBert,
            "squeezebert" => Self::SqueezeBert,
            "mpnet" => Self::MPNet,
            "roberta" | "roberta-prelayernorm" | "ibert" | "data2vec-text" => Self::Roberta,
            "bart" => Self::Bart,
            "longformer" => Self::Longformer,
            "deberta" => Self::Deberta,
            "xlm-roberta" | "xlm-roberta-xl" => Self::XLMRoberta,
            "camembert" => Self::Camembert,
            "albert" => Self::Albert,
            "deberta-v2" => Self::DebertaV2,
            "t5" | "mt5" | "umt5" | "longt5" => Self::T5,
            _ => return None,
        })
    }

    pub fn kind(self) -> TokenizerKind {
        match self {
            Self::Bert
            | Self::DistilBert
            | Self::Electra
            | Self::MobileBert
            | Self::ConvBert
            | Self::SqueezeBert
            | Self::MPNet => TokenizerKind::WordPiece,
            Self::Roberta | Self::Bart | Self::Longformer | Self::Deberta => {
                TokenizerKind::ByteLevel
            }
            Self::XLMRoberta | Self::Camembert | Self::Albert | Self::DebertaV2 | Self::T5 => {
                TokenizerKind::SentencePiece
            }
        }
    }

    /// The special token with a role, unless the files name another; empty if the class has none.
    pub fn default_token(self, role: Role) -> &'static str {
        // In the order of the roles: bos, eos, unk, sep, pad, cls, mask.
        let tokens = match self {
            Self::Bert
            | Self::DistilBert
            | Self::Electra
            | Self::MobileBert
            | Self::ConvBert
            | Self::SqueezeBert => ["", "", "[UNK]", "[SEP]", "[PAD]", "[CLS]", "[MASK]"],
            Self::Deberta | Self::DebertaV2 => [
                "[CLS]", "[SEP]", "[UNK]", "[SEP]", "[PAD]", "[CLS]", "[MASK]",
            ],
            Self::Roberta | Self::Bart | Self::Longformer | Self::XLMRoberta | Self::Camembert => {
                ["<s>", "</s>", "<unk>", "</s>", "<pad>", "<s>", "<mask>"]
            }
            Self::MPNet => ["<s>", "</s>", "[UNK]", "</s>", "<pad>", "<s>", "<mask>"],
            Self::Albert => [
                "[CLS]", "[SEP]", "<unk>", "[SEP]", "<pad>", "[CLS]", "[MASK]",
            ],
            Self::T5 => ["", "</s>", "<unk>", "", "<pad>", "", ""],
        };
        tokens[role as usize]
    }

    /// Whether the mask token strips whitespace before it.
    pub fn mask_strips(self) -> bool {
        matches!(
            self,
            Self::MPNet
                | Self::Roberta
                | Self::Bart
                | Self::Longformer
                | Self::Deberta
                | Self::XLMRoberta
                | Self::Camembert
                | Self::Albert
        )
    }
}
