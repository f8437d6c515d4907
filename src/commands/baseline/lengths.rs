//! Random pairs of about the same length: unrelated texts score higher the longer they are.

use color_eyre::eyre::Result;

use super::random::SplitMix;
use bertscope_encoder::{TokenizedText, Tokenizer};
use bertscope_metric::Pair;
use bertscope_models::corpus::Corpus;
use bertscope_models::distribution::Population;

/// The numbers of tokens of both texts, special ones included: from n ÷ √2 to n · √2 for n = 8, 16, … 256.
const RANGES: [[usize; 2]; 6] = [[6, 11], [12, 22], [23, 45], [46, 90], [91, 181], [182, 362]];

/// How often a text is begun again before its length is given up, as for a corpus with only longer lines.
const MAX_TRIES: usize = 1000;

/// Draws pairs of a length. Each text is random lines of its corpus, joined; no line is in a pair twice, and none of two
/// corpora beside its translation, which has the same number.
pub struct LengthDraw {
    low: usize,
    high: usize,
    random: SplitMix,
    /// Pairs that are still to be drawn.
    pub left: u64,
}

impl LengthDraw {
    /// One for each length. Their pairs do not depend on how many others are drawn.
    pub fn all(seed: u64, pairs: u64) -> Vec<Self> {
        (1..)
            .zip(RANGES)
            .map(|(number, [low, high])| Self {
                low,
                high,
                random: SplitMix::new(seed.wrapping_add(number)),
                left: pairs,
            })
            .collect()
    }

    pub fn population(&self) -> Population {
        Population::RandomOfLength {
            low: self.low,
            high: self.high,
        }
    }

    /// The next pair; `None` if the lines of a corpus do not join to this length. The candidates may have a corpus of their
    /// own.
    pub fn pair(
        &mut self,
        corpus: &mut Corpus,
        candidates: Option<&mut Corpus>,
        tokenizer: &Tokenizer,
    ) -> Result<Option<Pair<TokenizedText>>> {
        let mut used = Vec::new();
        let candidates = candidates.unwrap_or(&mut *corpus);
        let Some(candidate) = self.text(candidates, tokenizer, &mut used)? else {
            return Ok(None);
        };
        let Some(reference) = self.text(corpus, tokenizer, &mut used)? else {
            return Ok(None);
        };
        Ok(Some(Pair {
            reference,
            candidate,
        }))
    }

    /// A text of lines that are not among the `used` ones, to which they are added.
    fn text(
        &mut self,
        corpus: &mut Corpus,
        tokenizer: &Tokenizer,
        used: &mut Vec<usize>,
    ) -> Result<Option<TokenizedText>> {
        let used_before = used.len();
        for _ in 0..MAX_TRIES {
            if let Some(text) = self.joined_lines(corpus, tokenizer, used)? {
                return Ok(Some(text));
            }
            used.truncate(used_before);
        }
        Ok(None)
    }

    /// Joins lines to a text; `None` if it became too long, or a line came twice.
    fn joined_lines(
        &mut self,
        corpus: &mut Corpus,
        tokenizer: &Tokenizer,
        used: &mut Vec<usize>,
    ) -> Result<Option<TokenizedText>> {
        // Lines are added up to a random length, so that not all texts end shortly after `low`.
        let length = self.low + self.random.below(self.high - self.low + 1);
        let mut lines = Vec::new();
        let mut count = tokenizer.tokenize("")?.tokens.len();
        while count < length {
            let line = self.random.below(corpus.len());
            if used.contains(&line) {
                return Ok(None);
            }
            used.push(line);
            let text = corpus.text(line)?;
            count += tokenizer.tokenize(&text)?.text_token_count();
            if count > self.high {
                return Ok(None);
            }
            lines.push(text);
        }
        let text = tokenizer.tokenize(&lines.join(" "))?;
        // The tokens of two lines may merge where they are joined, and the model may take fewer.
        let fits = (self.low..=self.high).contains(&text.tokens.len());
        Ok(fits.then_some(text))
    }
}
