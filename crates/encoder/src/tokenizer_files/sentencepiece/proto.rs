//! The protobuf of a sentencepiece model: only the fields that affect how text is split.
//!
//! Field numbers and defaults are those of sentencepiece_model.proto, the file format.

use prost::DecodeError;
use prost::encoding::{self, DecodeContext, WireType};

/// The whole file.
pub struct ModelProto {
    /// The vocabulary; an entry's id is its position.
    pub pieces: Vec<PieceProto>,
    /// 1 for unigram, 2 for BPE, 3 for words, 4 for characters.
    pub model_type: i32,
    /// Whether ▁ is a suffix of words.
    pub blank_after: bool,
    /// Whether unknown text is split into bytes (byte fallback).
    pub byte_fallback: bool,
    /// The compiled table of replacements.
    pub charsmap: Vec<u8>,
    /// Whether ▁ is added before a text.
    pub add_dummy_prefix: bool,
    /// Whether whitespace is removed at the ends and collapsed in between.
    pub remove_extra_whitespaces: bool,
    /// Whether spaces are written as ▁.
    pub escape_whitespaces: bool,
}

impl Default for ModelProto {
    fn default() -> Self {
        Self {
            pieces: Vec::new(),
            model_type: 1,
            blank_after: false,
            byte_fallback: false,
            charsmap: Vec::new(),
            add_dummy_prefix: true,
            remove_extra_whitespaces: true,
            escape_whitespaces: true,
        }
    }
}

/// An entry of the vocabulary.
#[derive(Default)]
pub struct PieceProto {
    /// Its text, with ▁ for a space.
    pub piece: String,
    /// Its log probability.
    pub score: f32,
    pub kind: PieceKind,
}

/// The type of a vocabulary entry.
#[derive(PartialEq, Eq, Default)]
pub enum PieceKind {
    #[default]
    Normal,
    /// The unknown piece, for all text that the vocabulary lacks.
    Unknown,
    /// A special token such as `</s>`, never found in text.
    Control,
    /// Text that is always its own piece (user-defined).
    UserDefined,
    Unused,
    /// A byte of unknown text.
    Byte,
}

impl ModelProto {
    /// Reads a file. Fails if it is not a protobuf, or a field has another type.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut model = Self::default();
        let mut message = Vec::new();
        each_field(bytes, |tag, wire, rest, context| {
            // The others are a self-test, and the way back from pieces to text.
            if !matches!(tag, 1..=3) {
                return encoding::skip_field(wire, tag, rest, context);
            }
            encoding::bytes::merge(wire, &mut message, rest, context)?;
            match tag {
                1 => model.pieces.push(PieceProto::decode(&message)?),
                2 => model.merge_trainer(&message)?,
                _ => model.merge_normalizer(&message)?,
            }
            Ok(())
        })?;
        Ok(model)
    }

    fn merge_trainer(&mut self, bytes: &[u8]) -> Result<(), DecodeError> {
        each_field(bytes, |tag, wire, rest, context| match tag {
            3 => encoding::int32::merge(wire, &mut self.model_type, rest, context),
            24 => encoding::bool::merge(wire, &mut self.blank_after, rest, context),
            35 => encoding::bool::merge(wire, &mut self.byte_fallback, rest, context),
            _ => encoding::skip_field(wire, tag, rest, context),
        })
    }

    fn merge_normalizer(&mut self, bytes: &[u8]) -> Result<(), DecodeError> {
        each_field(bytes, |tag, wire, rest, context| match tag {
            2 => encoding::bytes::merge(wire, &mut self.charsmap, rest, context),
            3 => encoding::bool::merge(wire, &mut self.add_dummy_prefix, rest, context),
            4 => encoding::bool::merge(wire, &mut self.remove_extra_whitespaces, rest, context),
            5 => encoding::bool::merge(wire, &mut self.escape_whitespaces, rest, context),
            _ => encoding::skip_field(wire, tag, rest, context),
        })
    }
}

impl PieceProto {
    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let mut piece = Self::default();
        let mut kind = 1;
        each_field(bytes, |tag, wire, rest, context| match tag {
            1 => encoding::string::merge(wire, &mut piece.piece, rest, context),
            2 => encoding::float::merge(wire, &mut piece.score, rest, context),
            3 => encoding::int32::merge(wire, &mut kind, rest, context),
            _ => encoding::skip_field(wire, tag, rest, context),
        })?;
        piece.kind = match kind {
            2 => PieceKind::Unknown,
            3 => PieceKind::Control,
            4 => PieceKind::UserDefined,
            5 => PieceKind::Unused,
            6 => PieceKind::Byte,
            // Protobuf treats an unknown enum value as the default.
            _ => PieceKind::Normal,
        };
        Ok(piece)
    }
}

/// Calls `field` for each field of a message with its number, its type and the bytes from its value on, from which it reads
/// the value.
fn each_field(
    mut bytes: &[u8],
    mut field: impl FnMut(u32, WireType, &mut &[u8], DecodeContext) -> Result<(), DecodeError>,
) -> Result<(), DecodeError> {
    while !bytes.is_empty() {
        let (tag, wire) = encoding::decode_key(&mut bytes)?;
        field(tag, wire, &mut bytes, DecodeContext::default())?;
    }
    Ok(())
}
