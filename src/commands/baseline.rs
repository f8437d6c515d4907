//! `bertscope baseline`: a corpus in, the mean scores of random pairs out, a row for each layer.

use color_eyre::eyre::Result;
use rayon::prelude::*;

use super::{UsageError, open_model, write_out};
use crate::cli::BaselineArgs;
use crate::encoder::{HiddenStates, Keep, Layer, TokenizedText};
use crate::metric::{BaselineRow, Score, Similarity, Weights};
use crate::models::input::{lines, read_text};
use crate::models::{BaselineTable, Model, ModelError, OpenOptions};

/// Pairs that are embedded together.
const BATCH: usize = 32;

/// Runs the subcommand.
///
/// # Errors
/// `ModelError` when a file can not be read, `UsageError` when there are too few texts; I/O errors of the output.
pub fn run(args: &BaselineArgs) -> Result<()> {
    let model = open_model(args.model.as_deref(), &OpenOptions::default())?;
    let corpus = args.corpus.iter().map(|p| read_text(p)).collect::<Result<Vec<_>, _>>()?;
    let texts: Vec<&str> = corpus.iter().flat_map(|t| lines(t)).filter(|t| !t.trim().is_empty()).collect();
    if texts.len() < 2 || args.pairs == 0 {
        return Err(UsageError("a baseline needs a corpus of at least two texts, and at least one pair".into()).into());
    }
    let mut random = SplitMix(args.seed);
    let pairs: Vec<_> = (0..args.pairs).map(|_| random.two_of(texts.len())).collect();

    let mut sums = vec![[0.0f64; 3]; model.encoder.layers() + 1];
    for batch in pairs.chunks(BATCH) {
        let sentences: Vec<&str> = batch.iter().flat_map(|&(a, b)| [texts[a], texts[b]]).collect();
        for (layer, scores) in score_batch(&sentences, &model)?.into_iter().enumerate() {
            for (sum, score) in sums[layer].iter_mut().zip(scores) {
                *sum += score;
            }
        }
    }
    let mean = |sum: f64| sum / args.pairs as f64;
    let rows = sums
        .into_iter()
        .enumerate()
        .map(|(layer, [p, r, f])| Ok((Layer(layer), BaselineRow::new(mean(p), mean(r), mean(f))?)))
        .collect::<Result<Vec<_>, ModelError>>()?;
    write_out(args.output.as_deref(), &BaselineTable::to_text(&rows))
}

/// Sums of P, R and F1 at every layer over sentences that belong together two by two.
fn score_batch(sentences: &[&str], model: &Model) -> Result<Vec<[f64; 3]>, ModelError> {
    let tokenized = sentences.iter().map(|s| model.tokenizer.tokenize(s)).collect::<Result<Vec<_>, _>>()?;
    let ids: Vec<_> = tokenized.iter().map(TokenizedText::ids).collect();
    let hidden =
        model.encoder.encode(&ids.iter().map(Vec::as_slice).collect::<Vec<_>>(), Keep::Through(Layer(usize::MAX)))?;
    let weights = |t: &TokenizedText| Weights::without_special(t.tokens.iter().map(|t| t.weightless));
    let score = |layer: Layer, a: usize, b: usize| -> Result<Score, ModelError> {
        let at = |h: &HiddenStates| h.at(layer);
        let similarity = Similarity::cosine(at(&hidden[a])?, at(&hidden[b])?)?;
        Ok(Score::of(&similarity, &weights(&tokenized[a]), &weights(&tokenized[b]))?)
    };
    (0..=model.encoder.layers())
        .into_par_iter()
        .map(|layer| {
            let mut sum = [0.0; 3];
            for pair in 0..sentences.len() / 2 {
                let s = score(Layer(layer), 2 * pair, 2 * pair + 1)?;
                sum[0] += s.precision.unwrap_or(0.0);
                sum[1] += s.recall.unwrap_or(0.0);
                sum[2] += s.f1;
            }
            Ok(sum)
        })
        .collect()
}

/// `SplitMix64` (Steele et al. 2014): ten lines that give the same pairs on every machine and with every version of
/// any library, which is what a seed is for.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Two different indices below `n`, which is at least 2.
    fn two_of(&mut self, n: usize) -> (usize, usize) {
        let n = n as u64;
        let first = self.next() % n;
        let second = (first + 1 + self.next() % (n - 1)) % n;
        (first as usize, second as usize)
    }
}
