//! The tokenizer classes of transformers and their defaults.

/// How a class splits text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenizerKind {
    /// vocab.txt.
    WordPiece,
    /// vocab.json and merges.txt; `blank_first` if `bert_score` adds a space before the text.
    ByteLevel {
        /// Whether a space is added before the text.
        blank_first: bool,
    },
    /// A sentencepiece model.
    SentencePiece(Wrapper),
}

/// The processing that a class adds to its sentencepiece model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrapper {
    /// Ids are the model's own; text may be lower-cased and split at punctuation.
    DebertaV2,
    /// Ids are shifted by one, with four special tokens of fairseq first.
    XlmRoberta,
    /// Ids are shifted by four.
    Camembert,
    /// Whitespace, quotes, accents and case are normalised first; numbers before a comma are split again.
    Albert,
    /// Sentinel tokens follow the vocabulary; the text starts with ▁ except in the legacy behaviour.
    T5,
}

/// A tokenizer class and its defaults. The special tokens are in the order in which transformers adds them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TokenizerClass {
    /// Its name in transformers.
    pub name: &'static str,
    /// How it splits.
    pub kind: TokenizerKind,
    /// `bos_token`, `eos_token`, `unk_token`, `sep_token`, `pad_token`, `cls_token`, `mask_token`.
    pub special: [Option<&'static str>; 7],
    /// Whether the mask token strips whitespace before it.
    pub mask_strips: bool,
}

/// Names of the special tokens in the configuration, in the order of [`TokenizerClass::special`].
pub const ROLES: [&str; 7] = [
    "bos_token",
    "eos_token",
    "unk_token",
    "sep_token",
    "pad_token",
    "cls_token",
    "mask_token",
];

const SQUARE: [Option<&str>; 7] = [
    None,
    None,
    Some("[UNK]"),
    Some("[SEP]"),
    Some("[PAD]"),
    Some("[CLS]"),
    Some("[MASK]"),
];
const DEBERTA: [Option<&str>; 7] = [
    Some("[CLS]"),
    Some("[SEP]"),
    Some("[UNK]"),
    Some("[SEP]"),
    Some("[PAD]"),
    Some("[CLS]"),
    Some("[MASK]"),
];
const ANGLE: [Option<&str>; 7] = [
    Some("<s>"),
    Some("</s>"),
    Some("<unk>"),
    Some("</s>"),
    Some("<pad>"),
    Some("<s>"),
    Some("<mask>"),
];
const MPNET: [Option<&str>; 7] = [
    Some("<s>"),
    Some("</s>"),
    Some("[UNK]"),
    Some("</s>"),
    Some("<pad>"),
    Some("<s>"),
    Some("<mask>"),
];
const ALBERT: [Option<&str>; 7] = [
    Some("[CLS]"),
    Some("[SEP]"),
    Some("<unk>"),
    Some("[SEP]"),
    Some("<pad>"),
    Some("[CLS]"),
    Some("[MASK]"),
];
const T5: [Option<&str>; 7] = [
    None,
    Some("</s>"),
    Some("<unk>"),
    None,
    Some("<pad>"),
    None,
    None,
];

const fn class(
    name: &'static str,
    kind: TokenizerKind,
    special: [Option<&'static str>; 7],
    mask_strips: bool,
) -> TokenizerClass {
    TokenizerClass {
        name,
        kind,
        special,
        mask_strips,
    }
}

const PLAIN_BYTE_LEVEL: TokenizerKind = TokenizerKind::ByteLevel { blank_first: false };

/// Each class, and the model types that use it when tokenizer_config.json names no class.
const CLASSES: &[(TokenizerClass, &[&str])] = &[
    (
        class("BertTokenizer", TokenizerKind::WordPiece, SQUARE, false),
        &[
            "bert",
            "nezha",
            "megatron-bert",
            "ernie",
            "visual_bert",
            "nomic_bert",
        ],
    ),
    (
        class(
            "DistilBertTokenizer",
            TokenizerKind::WordPiece,
            SQUARE,
            false,
        ),
        &["distilbert"],
    ),
    (
        class("ElectraTokenizer", TokenizerKind::WordPiece, SQUARE, false),
        &["electra"],
    ),
    (
        class(
            "MobileBertTokenizer",
            TokenizerKind::WordPiece,
            SQUARE,
            false,
        ),
        &["mobilebert"],
    ),
    (
        class("ConvBertTokenizer", TokenizerKind::WordPiece, SQUARE, false),
        &["convbert"],
    ),
    (
        class(
            "SqueezeBertTokenizer",
            TokenizerKind::WordPiece,
            SQUARE,
            false,
        ),
        &["squeezebert"],
    ),
    (
        class("MPNetTokenizer", TokenizerKind::WordPiece, MPNET, true),
        &["mpnet"],
    ),
    (
        class(
            "RobertaTokenizer",
            TokenizerKind::ByteLevel { blank_first: true },
            ANGLE,
            true,
        ),
        &["roberta", "roberta-prelayernorm", "ibert", "data2vec-text"],
    ),
    (
        class("BartTokenizer", PLAIN_BYTE_LEVEL, ANGLE, true),
        &["bart"],
    ),
    (
        class("LongformerTokenizer", PLAIN_BYTE_LEVEL, ANGLE, true),
        &["longformer"],
    ),
    (
        class("DebertaTokenizer", PLAIN_BYTE_LEVEL, DEBERTA, true),
        &["deberta"],
    ),
    (
        class(
            "XLMRobertaTokenizer",
            TokenizerKind::SentencePiece(Wrapper::XlmRoberta),
            ANGLE,
            true,
        ),
        &["xlm-roberta", "xlm-roberta-xl"],
    ),
    (
        class(
            "CamembertTokenizer",
            TokenizerKind::SentencePiece(Wrapper::Camembert),
            ANGLE,
            true,
        ),
        &["camembert"],
    ),
    (
        class(
            "AlbertTokenizer",
            TokenizerKind::SentencePiece(Wrapper::Albert),
            ALBERT,
            true,
        ),
        &["albert"],
    ),
    (
        class(
            "DebertaV2Tokenizer",
            TokenizerKind::SentencePiece(Wrapper::DebertaV2),
            DEBERTA,
            false,
        ),
        &["deberta-v2"],
    ),
    (
        class(
            "T5Tokenizer",
            TokenizerKind::SentencePiece(Wrapper::T5),
            T5,
            false,
        ),
        &["t5", "mt5", "umt5", "longt5"],
    ),
];

impl TokenizerClass {
    /// The class with this name in transformers.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = if name == "MT5Tokenizer" {
            "T5Tokenizer"
        } else {
            name
        };
        CLASSES
            .iter()
            .map(|(class, _)| *class)
            .find(|class| class.name == name)
    }

    /// The class of a `model_type` of config.json.
    pub fn for_model_type(model_type: &str) -> Option<Self> {
        CLASSES
            .iter()
            .find(|(_, models)| models.contains(&model_type))
            .map(|(class, _)| *class)
    }
}
