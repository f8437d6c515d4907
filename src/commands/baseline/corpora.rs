//! The texts that random pairs are drawn from.

use std::path::PathBuf;

use color_eyre::eyre::Result;

use super::random::SplitMix;
use crate::cli::BaselineArgs;
use crate::commands::progress_bar::ProgressLine;
use bertscope_metric::Pair;
use bertscope_models::corpus::Corpus;
use bertscope_models::texts;

/// One corpus for both texts of a pair; or one for each, as for references of one language and candidates of another.
pub struct Corpora {
    references: Corpus,
    /// `None` if they are from the same corpus.
    candidates: Option<Corpus>,
}

impl Corpora {
    pub fn open(args: &BaselineArgs) -> Result<Self> {
        Ok(Self {
            references: open_corpus(&args.corpus, args.max_words)?,
            candidates: match &*args.candidates {
                [] => None,
                files => Some(open_corpus(files, args.max_words)?),
            },
        })
    }

    /// Whether there are two different texts to draw.
    pub fn has_pairs(&mut self) -> bool {
        self.references.len() >= 2 && self.candidates().len() >= 2
    }

    pub fn references(&mut self) -> &mut Corpus {
        &mut self.references
    }

    pub fn candidates(&mut self) -> &mut Corpus {
        self.candidates.as_mut().unwrap_or(&mut self.references)
    }

    /// Two random texts, never those with the same number.
    pub fn draw_pair(&mut self, random: &mut SplitMix) -> Result<Pair<String>> {
        let references = self.references.len();
        let (candidate, reference) = match &self.candidates {
            None => random.distinct_pair(references),
            Some(candidates) => random.distinct_pair_of_two(candidates.len(), references),
        };
        Ok(Pair {
            candidate: self.candidates().text(candidate)?,
            reference: self.references.text(reference)?,
        })
    }
}

fn open_corpus(files: &[PathBuf], max_words: Option<usize>) -> Result<Corpus> {
    let bar = ProgressLine::for_bytes(texts::total_size(files)).with_message("reading the corpus");
    Ok(Corpus::open(
        files,
        |text| fits_length(text, max_words),
        |bytes| bar.advance(bytes),
    )?)
}

/// Whether a text is used: it is not blank and does not have too many words.
fn fits_length(text: &str, max_words: Option<usize>) -> bool {
    let text = text.trim();
    // Words as bert_score counts them: separated by single spaces.
    !text.is_empty() && max_words.is_none_or(|max| text.split(' ').count() <= max)
}
