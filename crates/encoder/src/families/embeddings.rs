//! The embedding layer: token ids → hidden states of layer 0 (lookup, positions, norm, projection).

use crate::kernel::Panels;
use crate::layers::KernelLayer;
use crate::weights::Table;
use crate::{EncoderError, Result, TokenId};

#[derive(Debug, Clone)]
pub enum Positions {
    /// No position embeddings.
    None,
    /// 0, 1, 2, …
    FromZero(Table),
    /// No position embeddings, because the attention rotates queries and keys, up to this number of tokens.
    Rotary(usize),
    /// Counted from the padding token's id + 1; padding tokens keep that id (RoBERTa, XLM-R, MPNet).
    AfterPadding(Table, TokenId),
}

impl Positions {
    /// Adds the position embedding of a text's next token, of which `seen` were counted before. `None` if the table ends
    /// before that position.
    fn add_next(&self, sum: &mut [f32], id: TokenId, seen: &mut usize) -> Option<()> {
        let (table, first) = match self {
            Self::None | Self::Rotary(_) => return Some(()),
            Self::FromZero(table) => (table, 0),
            Self::AfterPadding(table, padding) if id == *padding => {
                return table.add_row(id as usize, sum);
            }
            Self::AfterPadding(table, padding) => (table, *padding as usize + 1),
        };
        table.add_row(first + *seen, sum)?;
        *seen += 1;
        Some(())
    }
}

/// The embedding layer of a model.
#[derive(Debug)]
pub struct Embeddings {
    /// \[vocabulary, width\].
    pub words: Table,
    pub positions: Positions,
    /// Row 0 of the table of token types, which every token of a single text gets.
    pub token_type: Option<Vec<f32>>,
    /// Applied to the sum, one after the other.
    pub layers: Vec<KernelLayer>,
}

impl Embeddings {
    /// Maximum number of tokens of a text; `None` if there is no limit.
    pub fn max_tokens(&self) -> Option<usize> {
        match &self.positions {
            Positions::None => None,
            Positions::Rotary(max_tokens) => Some(*max_tokens),
            Positions::FromZero(table) => Some(table.entries),
            Positions::AfterPadding(table, padding) => {
                Some(table.entries.saturating_sub(*padding as usize + 1))
            }
        }
    }

    /// Embeds all texts, one after the other, with `positions`: those of the model, or none for static vectors.
    pub fn embed(&self, texts: &[&[TokenId]], positions: &Positions) -> Result<Panels> {
        let width = self.words.width;
        let count: usize = texts.iter().map(|text| text.len()).sum();
        let mut sums = vec![0.0f32; count * width];
        let mut rows = sums.chunks_exact_mut(width.max(1));
        for ids in texts {
            let found = ids.len();
            if let Positions::Rotary(max_tokens) = *positions
                && found > max_tokens
            {
                return Err(EncoderError::TooLong { found, max_tokens });
            }
            let mut seen = 0;
            // The ids first: otherwise the row after a text's last token would be taken and lost.
            for (&id, sum) in ids.iter().zip(&mut rows) {
                if self.words.add_row(id as usize, sum).is_none() {
                    return Err(EncoderError::UnknownId {
                        id,
                        vocabulary: self.words.entries,
                    });
                }
                if positions.add_next(sum, id, &mut seen).is_none() {
                    return Err(EncoderError::TooLong {
                        found,
                        max_tokens: self.max_tokens().unwrap_or(usize::MAX),
                    });
                }
                for (sum, number) in sum.iter_mut().zip(self.token_type.iter().flatten()) {
                    *sum += number;
                }
            }
        }
        let mut x = Panels::from_rows(&sums, width);
        for layer in &self.layers {
            x = layer.forward(&x);
        }
        Ok(x)
    }
}
