//! A sentencepiece model: normalizer, vocabulary and segmentation.

use std::fmt::Display;

use super::charsmap::Charsmap;
use super::normalizer::Normalizer;
use super::proto::{ModelProto, PieceKind};
use super::table::Table;
use super::{bpe, unigram};
use crate::tokenizer_files::glyphs::{Glyph, text_of};
use crate::{EncoderError, Result, TokenId};

/// The segmentation algorithm.
enum Algorithm {
    Unigram,
    Bpe,
}

/// A model as `SentencePieceProcessor` runs it.
pub struct Model {
    pub table: Table,
    pub normalizer: Normalizer,
    algorithm: Algorithm,
    byte_fallback: bool,
}

/// A piece before it has its final id: the model's own, and the characters that it covers.
pub struct RawPiece {
    pub id: TokenId,
    pub glyphs: Vec<Glyph>,
}

/// Maximum characters of a piece: each position of a text is compared with pieces up to the length of the longest. Models are
/// trained with 16.
const MAX_PIECE_CHARS: usize = 256;

impl Model {
    /// Reads a `.model` file. Fails for anything but a unigram or BPE model.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        const FILE: &str = "the sentencepiece model";
        let proto = ModelProto::decode(bytes).map_err(|error| {
            invalid(
                FILE,
                format_args!("is damaged or incomplete ({error}); download it again"),
            )
        })?;
        if proto.pieces.is_empty() {
            return Err(invalid(FILE, "has no vocabulary; is it complete?"));
        }
        let mut pieces = proto.pieces.iter();
        if !pieces.any(|piece| piece.kind == PieceKind::Unknown) {
            return Err(invalid(
                FILE,
                "has no entry for unknown text; is it complete?",
            ));
        }
        Self::from_proto(FILE, proto)
    }

    /// A model as the file describes it. Fails for anything but a unigram or BPE model, when there is no entry for
    /// unknown text, or when the table of replaced characters is damaged.
    pub fn from_proto(file: &str, proto: ModelProto) -> Result<Self> {
        let algorithm = match proto.model_type {
            1 => Algorithm::Unigram,
            2 => Algorithm::Bpe,
            other => {
                return Err(invalid(
                    file,
                    format_args!("is of type {other}; only unigram (1) and BPE (2) are supported"),
                ));
            }
        };
        let table = Table::new(proto.pieces)
            .ok_or_else(|| invalid(file, "has no entry for unknown text"))?;
        if table.max_piece_chars > MAX_PIECE_CHARS {
            return Err(invalid(
                file,
                format_args!(
                    "has a piece of {} characters, longer than any model's",
                    table.max_piece_chars
                ),
            ));
        }
        let normalizer = Normalizer {
            charsmap: Charsmap::parse(&proto.charsmap, file)?,
            add_dummy_prefix: proto.add_dummy_prefix,
            remove_extra_whitespaces: proto.remove_extra_whitespaces,
            escape_whitespaces: proto.escape_whitespaces,
            blank_after: proto.blank_after,
            user_defined: table.user_defined.clone(),
        };
        Ok(Self {
            table,
            normalizer,
            algorithm,
            byte_fallback: proto.byte_fallback,
        })
    }

    /// Splits a text into pieces.
    pub fn encode(&self, text: &[Glyph]) -> Vec<RawPiece> {
        let text = self.normalizer.normalize(text);
        let segments = match self.algorithm {
            Algorithm::Unigram => unigram::segment(&self.table, &text),
            Algorithm::Bpe => bpe::segment(&self.table, &text),
        };
        let mut pieces = Vec::with_capacity(segments.len());
        // Adjacent unknown characters are one piece, unless the model uses byte fallback.
        let runs = segments
            .chunk_by(|segment, next| segment.is_unknown && next.is_unknown && !self.byte_fallback);
        for run in runs {
            let glyphs = &text[run[0].start..run[run.len() - 1].end];
            let surface = text_of(glyphs);
            if run[0].is_unknown && self.byte_fallback {
                for byte in surface.bytes() {
                    pieces.push(RawPiece {
                        id: self.table.id(&format!("<0x{byte:02X}>")),
                        glyphs: glyphs.to_vec(),
                    });
                }
            } else {
                pieces.push(RawPiece {
                    id: self.table.id(&surface),
                    glyphs: glyphs.to_vec(),
                });
            }
        }
        pieces
    }
}

fn invalid(file: &str, problem: impl Display) -> EncoderError {
    EncoderError::Tokenizer(format!("{file} {problem}"))
}
