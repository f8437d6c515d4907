//! The embedding layer: token ids → hidden states of layer 0 (lookup, positions, norm, projection).

use candle_core::{Device, Tensor};

use crate::kernel::{AddNorm, Projection, to_panels};
use crate::weights::Table;
use crate::{EncoderError, TokenId};

/// Position embeddings.
#[derive(Debug, Clone)]
pub enum Positions {
    /// No position embeddings.
    None,
    /// 0, 1, 2, …
    FromZero(Table),
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
    #[must_use]
    pub fn max_tokens(&self) -> Option<usize> {
        match &self.positions {
            Positions::None => None,
            Positions::FromZero(table) => Some(table.entries()),
            Positions::AfterPadding(table, padding) => Some(table.entries().saturating_sub(*padding as usize + 1)),
        }
    }

    /// Embeds all texts, one after the other, in panels.
    ///
    /// # Errors
    /// [`EncoderError::UnknownId`], [`EncoderError::TooLong`], or candle's.
    pub fn forward(&self, texts: &[&[TokenId]]) -> Result<Tensor, EncoderError> {
        self.embed(texts, &self.positions)
    }

    /// Static vectors of tokens, in panels: [`Self::forward`] without position embeddings.
    ///
    /// # Errors
    /// As [`Self::forward`], except [`EncoderError::TooLong`].
    pub fn without_positions(&self, ids: &[TokenId]) -> Result<Tensor, EncoderError> {
        self.embed(&[ids], &Positions::None)
    }

    fn embed(&self, texts: &[&[TokenId]], positions: &Positions) -> Result<Tensor, EncoderError> {
        let width = self.words.width();
        let count: usize = texts.iter().map(|t| t.len()).sum();
        let mut sums = vec![0.0f32; count * width];
        let mut rows = sums.chunks_exact_mut(width.max(1));
        for ids in texts {
            let mut seen = 0;
            for (&id, sum) in ids.iter().zip(&mut rows) {
                let unknown = EncoderError::UnknownId { id, vocabulary: self.words.entries() };
                self.words.add_row(id as usize, sum).ok_or(unknown)?;
                let place = match positions {
                    Positions::None => None,
                    Positions::FromZero(table) => Some((table, seen)),
                    Positions::AfterPadding(table, padding) => {
                        let next = *padding as usize + 1 + seen;
                        Some((table, if id == *padding { *padding as usize } else { next }))
                    }
                };
                let stands_still = matches!(positions, Positions::AfterPadding(_, padding) if id == *padding);
                seen += usize::from(!stands_still);
                if let Some((table, place)) = place {
                    let most = self.max_tokens().unwrap_or(usize::MAX);
                    table.add_row(place, sum).ok_or(EncoderError::TooLong { found: ids.len(), most })?;
                }
                for (sum, number) in sum.iter_mut().zip(self.token_type.iter().flatten()) {
                    *sum += number;
                }
            }
        }
        let mut x = to_panels(&Tensor::from_vec(sums, (count, width), &Device::Cpu)?)?;
        if let Some(projection) = &self.projection_before {
            x = projection.forward(&x)?;
        }
        if let Some(norm) = &self.norm {
            x = norm.forward(&x, None)?;
        }
        if let Some(projection) = &self.projection_after {
            x = projection.forward(&x)?;
        }
        Ok(x)
    }
}
