//! A sentencepiece model: normalizer, vocabulary and segmentation.

use super::charsmap::Charsmap;
use super::normalizer::Normalizer;
use super::proto::{ModelProto, PieceKind};
use super::table::Table;
use super::{bpe, unigram};
use crate::tokenizer_files::piece::Piece;
use crate::tokenizer_files::traced::{Glyph, TracedText};
use crate::{EncoderError, Result, TokenId};

/// The segmentation algorithm.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Algorithm {
    Unigram,
    Bpe,
}

/// A model as `SentencePieceProcessor` runs it.
#[derive(Debug, Clone)]
pub struct Model {
    pub(super) table: Table,
    pub(super) normalizer: Normalizer,
    algorithm: Algorithm,
    byte_fallback: bool,
}

/// A piece before it has its final id: the model's own, and the characters that it covers.
pub struct RawPiece {
    pub id: TokenId,
    pub glyphs: Vec<Glyph>,
}

impl Model {
    /// Reads a `.model` file. Fails for anything but a unigram or BPE model.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        const FILE: &str = "the sentencepiece model";
        let wrong = |what: &str| EncoderError::Tokenizer(format!("{FILE} {what}"));
        let proto = ModelProto::decode(bytes).map_err(|e| {
            wrong(&format!(
                "is damaged or incomplete ({e}); download it again"
            ))
        })?;
        if proto.pieces.is_empty() {
            return Err(wrong("has no vocabulary; is it complete?"));
        }
        let trainer = proto.trainer;
        let way = match trainer.model_type {
            1 => Algorithm::Unigram,
            2 => Algorithm::Bpe,
            other => {
                return Err(wrong(&format!(
                    "is of type {other}; only unigram (1) and BPE (2) are supported"
                )));
            }
        };
        let rules = proto.normalizer;
        let pieces = proto
            .pieces
            .into_iter()
            .map(|piece| (piece.piece, piece.score, piece.kind));
        let table = Table::new(pieces)
            .ok_or_else(|| wrong("has no entry for unknown text; is it complete?"))?;
        check_piece_lengths(FILE, &table)?;
        let normalizer = Normalizer {
            charsmap: Charsmap::parse(&rules.charsmap, FILE)?,
            add_dummy_prefix: rules.add_dummy_prefix,
            remove_extra_whitespaces: rules.remove_extra_whitespaces,
            escape_whitespaces: rules.escape_whitespaces,
            blank_after: trainer.blank_after,
            user_defined: table.user_defined.clone(),
        };
        Ok(Self {
            table,
            normalizer,
            algorithm: way,
            byte_fallback: trainer.byte_fallback,
        })
    }

    /// A unigram model from only a vocabulary and a replacement table. Fails when the table is damaged, or there is no
    /// entry for unknown text.
    pub fn unigram(
        file: &str,
        entries: impl Iterator<Item = (String, f32, PieceKind)>,
        charsmap: &[u8],
        byte_fallback: bool,
    ) -> Result<Self> {
        let missing = || EncoderError::Tokenizer(format!("{file} has no entry for unknown text"));
        let table = Table::new(entries).ok_or_else(missing)?;
        check_piece_lengths(file, &table)?;
        let normalizer = Normalizer {
            charsmap: Charsmap::parse(charsmap, file)?,
            add_dummy_prefix: true,
            remove_extra_whitespaces: true,
            escape_whitespaces: true,
            blank_after: false,
            user_defined: table.user_defined.clone(),
        };
        Ok(Self {
            table,
            normalizer,
            algorithm: Algorithm::Unigram,
            byte_fallback,
        })
    }

    /// Splits a text into pieces.
    pub fn encode(&self, text: &TracedText) -> Vec<RawPiece> {
        let text = self.normalizer.normalize(text).0;
        let cuts = match self.algorithm {
            Algorithm::Unigram => unigram::segment(&self.table, &text),
            Algorithm::Bpe => bpe::segment(&self.table, &text),
        };
        let mut pieces: Vec<RawPiece> = Vec::with_capacity(cuts.len());
        // Adjacent unknown characters are one piece, unless the model uses byte fallback.
        let together = |unknown: bool, next: bool| unknown && next && !self.byte_fallback;
        for run in cuts.chunk_by(|(_, _, unknown), (_, _, next)| together(*unknown, *next)) {
            let [(from, _, unknown), ..] = *run else {
                continue;
            };
            let glyphs = &text[from..run.last().map_or(from, |(_, to, _)| *to)];
            let surface: String = glyphs.iter().map(|g| g.c).collect();
            if unknown && self.byte_fallback {
                let id = |byte: u8| self.table.id(&format!("<0x{byte:02X}>"));
                pieces.extend(surface.bytes().map(|byte| RawPiece {
                    id: id(byte),
                    glyphs: glyphs.to_vec(),
                }));
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

/// Maximum characters of a piece: each position of a text is compared with pieces up to the length of the longest. Models are
/// trained with 16.
const MAX_PIECE_CHARS: usize = 256;

fn check_piece_lengths(file: &str, table: &Table) -> Result<()> {
    if table.max_piece_chars <= MAX_PIECE_CHARS {
        return Ok(());
    }
    Err(EncoderError::Tokenizer(format!(
        "{file} has a piece of {} characters, longer than any model's",
        table.max_piece_chars
    )))
}

impl RawPiece {
    /// The characters that the model sees.
    pub fn surface(&self) -> String {
        self.glyphs.iter().map(|g| g.c).collect()
    }
}

/// Whether a piece continues the word of the one before it: letters after letters, without a space.
pub fn continues_word(before: Option<&Glyph>, glyphs: &[Glyph]) -> bool {
    let inner = |g: Option<&Glyph>| g.is_some_and(|g| g.c.is_alphanumeric());
    inner(before) && inner(glyphs.first())
}

/// The piece with its final id.
pub fn piece(id: TokenId, cut: &RawPiece, before: Option<&RawPiece>) -> Piece {
    Piece::from_glyphs(
        id,
        &cut.glyphs,
        continues_word(before.and_then(|cut| cut.glyphs.last()), &cut.glyphs),
    )
}
