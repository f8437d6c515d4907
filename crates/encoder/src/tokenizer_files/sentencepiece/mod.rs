//! Sentencepiece models, and the processing that transformers' classes add to them.

mod bpe;
mod charsmap;
mod model;
mod normalizer;
pub mod proto;
mod table;
mod unigram;

pub use self::charsmap::Charsmap;
use self::model::{Model, RawPiece};
use self::normalizer::METASPACE;
use super::class::Wrapper;
use super::piece::Piece;
use super::special::{SpecialTokens, TokenizerConfig};
use super::traced::{Glyph, TracedText, is_combining, is_punctuation, is_space};
use crate::{Result, TokenId};

/// The first id of a vocabulary: fairseq's special tokens come before the model's own.
const FAIRSEQ: [(&str, TokenId); 4] = [("<s>", 0), ("<pad>", 1), ("</s>", 2), ("<unk>", 3)];

/// A sentencepiece model within its class.
#[derive(Debug, Clone)]
pub struct SentencePiece {
    model: Model,
    wrapper: Wrapper,
    /// Whether the ids in the file are final and not shifted.
    shifted: bool,
    unknown: String,
    unknown_id: TokenId,
    split_by_punct: bool,
    remove_space: bool,
    keep_accents: bool,
    /// Whether the class lower-cases text.
    pub(super) lower: bool,
    /// T5: whether the non-legacy behaviour is set.
    pub(super) modern: bool,
    /// T5: whether a text starts with ▁.
    pub(super) prefix: bool,
}

impl SentencePiece {
    /// Reads a `.model` file for a class. Fails when the file is damaged.
    pub fn read(
        bytes: &[u8],
        wrapper: Wrapper,
        settings: &TokenizerConfig,
        special: &SpecialTokens,
    ) -> Result<Self> {
        Ok(Self::new(
            Model::parse(bytes)?,
            true,
            wrapper,
            settings,
            special,
        ))
    }

    /// A class with the vocabulary of tokenizer.json, whose ids are final. Fails when it has no entry for unknown text.
    pub fn from_unigram(
        entries: impl Iterator<Item = (String, f32, proto::PieceKind)>,
        charsmap: &[u8],
        byte_fallback: bool,
        wrapper: Wrapper,
        settings: &TokenizerConfig,
        special: &SpecialTokens,
    ) -> Result<Self> {
        let model = Model::unigram("tokenizer.json", entries, charsmap, byte_fallback)?;
        Ok(Self::new(model, false, wrapper, settings, special))
    }

    fn new(
        mut model: Model,
        raw: bool,
        wrapper: Wrapper,
        settings: &TokenizerConfig,
        special: &SpecialTokens,
    ) -> Self {
        let modern = wrapper == Wrapper::T5 && settings.flag("legacy") == Some(false);
        if modern {
            model.normalizer.add_dummy_prefix = false;
        }
        let unknown = special.role("unk_token").unwrap_or("<unk>").to_owned();
        let mut sentence = Self {
            model,
            wrapper,
            shifted: raw && matches!(wrapper, Wrapper::XlmRoberta | Wrapper::Camembert),
            unknown,
            unknown_id: 3,
            split_by_punct: settings.flag("split_by_punct").unwrap_or(false),
            remove_space: settings.flag("remove_space").unwrap_or(true),
            keep_accents: settings.flag("keep_accents").unwrap_or(false),
            lower: settings
                .flag("do_lower_case")
                .unwrap_or(wrapper == Wrapper::Albert),
            modern,
            prefix: settings.flag("add_prefix_space").unwrap_or(true),
        };
        if !sentence.shifted {
            sentence.unknown_id = sentence.model.table.id(&sentence.unknown);
        }
        sentence
    }

    /// The number of entries that the class counts, before tokens are added.
    pub fn entry_count(&self) -> usize {
        let own = self.model.table.len();
        match self.wrapper {
            Wrapper::XlmRoberta if self.shifted => own + 2,
            Wrapper::Camembert if self.shifted => own + 4,
            _ => own,
        }
    }

    /// The id of a vocabulary entry, if there is one.
    pub fn id(&self, entry: &str) -> Option<TokenId> {
        if self.shifted && self.wrapper == Wrapper::XlmRoberta {
            let fixed = FAIRSEQ
                .iter()
                .find(|(name, _)| *name == entry)
                .map(|(_, id)| *id);
            let mask = (entry == "<mask>").then(|| (self.model.table.len() + 1) as TokenId);
            if fixed.or(mask).is_some() {
                return fixed.or(mask);
            }
        }
        self.model
            .table
            .has(entry)
            .then(|| self.final_id(self.model.table.id(entry)))
    }

    /// The vocabulary entry with an id.
    pub fn name(&self, id: TokenId) -> Option<&str> {
        if !self.shifted {
            return self.model.table.name(id);
        }
        match self.wrapper {
            Wrapper::XlmRoberta if id < 4 => Some(FAIRSEQ[id as usize].0),
            Wrapper::XlmRoberta if id as usize == self.model.table.len() + 1 => Some("<mask>"),
            Wrapper::XlmRoberta => self.model.table.name(id - 1),
            _ => self.model.table.name(id.checked_sub(4)?),
        }
    }

    fn final_id(&self, own: TokenId) -> TokenId {
        match (self.shifted, self.wrapper) {
            (true, _) if own == self.model.table.unknown => self.unknown_id,
            (true, Wrapper::XlmRoberta) => {
                let name = self.model.table.name(own);
                FAIRSEQ
                    .iter()
                    .find(|(fixed, _)| name == Some(fixed))
                    .map_or(own + 1, |(_, id)| *id)
            }
            (true, _) => own + 4,
            (false, _) => own,
        }
    }

    /// Splits a part of a text.
    pub fn split(&self, text: &TracedText) -> Vec<Piece> {
        let cuts = match self.wrapper {
            Wrapper::T5
                if self.modern
                    && matches!(text.0.first(), Some(g) if g.c == METASPACE || g.c == ' ') =>
            {
                self.after_unknown(text)
            }
            Wrapper::DebertaV2 if self.split_by_punct => {
                let parts = text
                    .0
                    .chunk_by(|a, b| !is_punctuation(a.c) && !is_punctuation(b.c));
                parts
                    .flat_map(|part| self.model.encode(&TracedText(part.to_vec())))
                    .collect()
            }
            Wrapper::Albert => self.albert(text),
            _ => self.model.encode(text),
        };
        let before = |i: usize| i.checked_sub(1).map(|i| &cuts[i]);
        cuts.iter()
            .enumerate()
            .map(|(i, cut)| model::piece(self.final_id(cut.id), cut, before(i)))
            .collect()
    }

    /// T5's non-legacy behaviour: the text is split as if it followed `<unk>`, so that its space stays.
    fn after_unknown(&self, text: &TracedText) -> Vec<RawPiece> {
        let place = text.0.first().map_or(0, |g| g.start);
        let mark: Vec<Glyph> = self
            .unknown
            .chars()
            .map(|c| Glyph {
                c,
                start: place,
                end: place,
            })
            .collect();
        let alone = self.model.encode(&TracedText(mark.clone())).len();
        let whole = TracedText(mark.into_iter().chain(text.0.iter().copied()).collect());
        let mut cuts = self.model.encode(&whole);
        if cuts.len() >= alone {
            cuts.drain(..alone);
        }
        cuts
    }

    /// ALBERT's normalisation; numbers before a comma are split again without it.
    fn albert(&self, text: &TracedText) -> Vec<RawPiece> {
        let mut text = if self.remove_space {
            collapse_spaces(text)
        } else {
            text.clone()
        };
        for quotes in ['`', '\''] {
            text = straighten_quotes(&text, quotes);
        }
        if !self.keep_accents {
            text = TracedText(
                text.nfkd()
                    .0
                    .into_iter()
                    .filter(|g| !is_combining(g.c))
                    .collect(),
            );
        }
        // Compatibility decomposition may produce capitals.
        if self.lower {
            text = text.map_chars(char::to_lowercase);
        }
        let mut cuts = Vec::new();
        for cut in self.model.encode(&text) {
            let count = cut.glyphs.len();
            let number =
                count > 1 && cut.glyphs[count - 1].c == ',' && is_digit(cut.glyphs[count - 2].c);
            if !number {
                cuts.push(cut);
                continue;
            }
            let (digits, comma) = cut.glyphs.split_at(count - 1);
            let plain: Vec<Glyph> = digits
                .iter()
                .copied()
                .filter(|g| g.c != METASPACE)
                .collect();
            let mut again = self.model.encode(&TracedText(plain));
            let blank_before = cut.glyphs[0].c == METASPACE;
            if let Some(first) = again
                .first_mut()
                .filter(|first| !blank_before && first.glyphs[0].c == METASPACE)
            {
                if first.glyphs.len() == 1 {
                    again.remove(0);
                } else {
                    first.glyphs.remove(0);
                    first.id = self.model.table.id(&first.surface());
                }
            }
            cuts.extend(again);
            cuts.push(RawPiece {
                id: self.model.table.id(","),
                glyphs: comma.to_vec(),
            });
        }
        cuts
    }
}

/// Removes whitespace at the ends, and collapses runs of it.
fn collapse_spaces(text: &TracedText) -> TracedText {
    let mut out: Vec<Glyph> = Vec::with_capacity(text.0.len());
    for word in text
        .0
        .split(|g| is_space(g.c))
        .filter(|word| !word.is_empty())
    {
        if let Some(last) = out.last().copied() {
            out.push(Glyph {
                c: ' ',
                start: last.end,
                end: word[0].start,
            });
        }
        out.extend_from_slice(word);
    }
    TracedText(out)
}

/// Replaces two single quotes with a double one.
fn straighten_quotes(text: &TracedText, quote: char) -> TracedText {
    let mut out: Vec<Glyph> = Vec::with_capacity(text.0.len());
    let mut rest = text.0.iter().peekable();
    while let Some(g) = rest.next() {
        match rest.next_if(|next| g.c == quote && next.c == quote) {
            Some(next) => out.push(Glyph {
                c: '"',
                start: g.start,
                end: next.end,
            }),
            None => out.push(*g),
        }
    }
    TracedText(out)
}

/// `str.isdigit`: decimal digits, and superscript ones.
fn is_digit(c: char) -> bool {
    use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
    c.general_category() == GeneralCategory::DecimalNumber
        || matches!(c, '²' | '³' | '¹' | '⁰'..='⁹' | '₀'..='₉')
}
