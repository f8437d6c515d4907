//! The protobuf of a sentencepiece model: only the fields that say how text is split.
//!
//! Numbers of fields and defaults are those of sentencepiece_model.proto, which is the file format.

use prost::Message;

/// The whole file.
#[derive(Clone, PartialEq, Message)]
pub struct ModelProto {
    /// The vocabulary; an entry's id is its place.
    #[prost(message, repeated, tag = "1")]
    pub pieces: Vec<PieceProto>,
    /// How it was trained, and so what kind it is.
    #[prost(message, optional, tag = "2")]
    pub trainer: Option<TrainerProto>,
    /// How text is normalised.
    #[prost(message, optional, tag = "3")]
    pub normalizer: Option<NormalizerProto>,
}

/// An entry of the vocabulary.
#[derive(Clone, PartialEq, Message)]
pub struct PieceProto {
    /// Its text, with ▁ for a blank.
    #[prost(string, optional, tag = "1")]
    pub piece: Option<String>,
    /// Logarithm of its probability.
    #[prost(float, optional, tag = "2")]
    pub score: Option<f32>,
    /// What it is.
    #[prost(enumeration = "PieceKind", optional, tag = "3", default = "Normal")]
    pub kind: Option<i32>,
}

/// What an entry of the vocabulary is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
#[repr(i32)]
pub enum PieceKind {
    /// A piece of text.
    Normal = 1,
    /// What stands for all text that the vocabulary lacks.
    Unknown = 2,
    /// A mark such as `</s>`, never found in text.
    Control = 3,
    /// Text that is always a piece of its own.
    UserDefined = 4,
    /// Never given.
    Unused = 5,
    /// A byte of unknown text.
    Byte = 6,
}

/// How the model was trained.
#[derive(Clone, PartialEq, Message)]
pub struct TrainerProto {
    /// 1 for unigram, 2 for BPE, 3 for words, 4 for characters.
    #[prost(int32, optional, tag = "3", default = "1")]
    pub model_type: Option<i32>,
    /// Whether ▁ stands after words.
    #[prost(bool, optional, tag = "24")]
    pub blank_after: Option<bool>,
    /// Whether unknown text is given as bytes.
    #[prost(bool, optional, tag = "35")]
    pub byte_fallback: Option<bool>,
}

/// How text is normalised.
#[derive(Clone, PartialEq, Message)]
pub struct NormalizerProto {
    /// The compiled table of replacements.
    #[prost(bytes = "vec", optional, tag = "2")]
    pub charsmap: Option<Vec<u8>>,
    /// Whether a text begins with ▁.
    #[prost(bool, optional, tag = "3", default = "true")]
    pub add_dummy_prefix: Option<bool>,
    /// Whether blanks at the ends go, and several are one.
    #[prost(bool, optional, tag = "4", default = "true")]
    pub remove_extra_whitespaces: Option<bool>,
    /// Whether blanks are written ▁.
    #[prost(bool, optional, tag = "5", default = "true")]
    pub escape_whitespaces: Option<bool>,
}
