//! The embedding layer: token ids → hidden states of layer 0 (lookup, positions, norm, projection).

use crate::kernel::{AddNorm, Panels, Projection};
use crate::weights::Table;
use crate::{EncoderError, Result, TokenId};

/// Position embeddings.
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

/// The embedding layer of a model.
#[derive(Debug, Clone)]
pub struct Embeddings {
    /// \[vocabulary, width\].
    pub words: Table,
    /// Position embeddings.
    pub positions: Positions,
    /// Row 0 of the table of token types, which every token of a single text gets.
    pub token_type: Option<Vec<f32>>,
    /// Applied before the norm.
    pub projection_before: Option<Projection>,
    /// Applied to the sum.
    pub norm: Option<AddNorm>,
    /// Applied after the norm.
    pub projection_after: Option<Projection>,
}

impl Embeddings {
    /// Maximum number of tokens of a text; `None` if there is no limit.
    pub fn max_tokens(&self) -> Option<usize> {
        match &self.positions {
            Positions::None => None,
            Positions::Rotary(most) => Some(*most),
            Positions::FromZero(table) => Some(table.entries),
            Positions::AfterPadding(table, padding) => {
                Some(table.entries.saturating_sub(*padding as usize + 1))
            }
        }
    }

    /// Embeds all texts, one after the other, with `positions`: those of the model, or none for static vectors.
    pub fn embed(&self, texts: &[&[TokenId]], positions: &Positions) -> Result<Panels> {
        let width = self.words.width;
        let count: usize = texts.iter().map(|t| t.len()).sum();
        let mut sums = vec![0.0f32; count * width];
        let mut rows = sums.chunks_exact_mut(width.max(1));
        for ids in texts {
            let (mut seen, found) = (0, ids.len());
            if let Positions::Rotary(most) = *positions
                && found > most
            {
                return Err(EncoderError::TooLong { found, most });
            }
            for (&id, sum) in ids.iter().zip(&mut rows) {
                let unknown = EncoderError::UnknownId {
                    id,
                    vocabulary: self.words.entries,
                };
                self.words.add_row(id as usize, sum).ok_or(unknown)?;
                let row = match positions {
                    Positions::None | Positions::Rotary(_) => None,
                    Positions::FromZero(table) => Some((table, seen)),
                    Positions::AfterPadding(table, padding) if id == *padding => {
                        Some((table, id as usize))
                    }
                    Positions::AfterPadding(table, padding) => {
                        Some((table, *padding as usize + 1 + seen))
                    }
                };
                seen += usize::from(
                    !matches!(positions, Positions::AfterPadding(_, padding) if id == *padding),
                );
                if let Some((table, row)) = row {
                    let most = self.max_tokens().unwrap_or(usize::MAX);
                    table
                        .add_row(row, sum)
                        .ok_or(EncoderError::TooLong { found, most })?;
                }
                for (sum, number) in sum.iter_mut().zip(self.token_type.iter().flatten()) {
                    *sum += number;
                }
            }
        }
        let mut x = Panels::from_rows(&sums, width);
        if let Some(projection) = &self.projection_before {
            x = projection.forward(&x);
        }
        if let Some(norm) = &self.norm {
            x = norm.forward(&x, None);
        }
        if let Some(projection) = &self.projection_after {
            x = projection.forward(&x);
        }
        Ok(x)
    }
}
