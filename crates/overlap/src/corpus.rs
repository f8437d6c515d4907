//! Corpus scores from the counts of many pairs.

use std::ops::AddAssign;

use crate::{BleuCounts, ChrfCounts, Overlap, PairCounts};

/// The counts of many pairs.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CorpusCounts {
    pairs: u64,
    bleu: BleuCounts,
    chrf: ChrfCounts,
    /// Sums of F1: ROUGE-1, -2, -L.
    rouge: [f64; 3],
}

impl CorpusCounts {
    /// The scores of the corpus: BLEU and chrF from the summed counts of all pairs, which are not means of pair scores, and the means
    /// of ROUGE. `None` without pairs.
    pub fn scores(&self) -> Option<Overlap> {
        let mean = |sum: f64| sum / self.pairs as f64;
        (self.pairs > 0).then(|| Overlap {
            bleu: self.bleu.corpus().score,
            chrf: self.chrf.score().score,
            rouge1: mean(self.rouge[0]),
            rouge2: mean(self.rouge[1]),
            rouge_l: mean(self.rouge[2]),
        })
    }
}

impl AddAssign<&PairCounts> for CorpusCounts {
    fn add_assign(&mut self, pair: &PairCounts) {
        self.pairs += 1;
        self.bleu += pair.bleu;
        self.chrf += pair.chrf;
        let rouge = pair.rouge;
        for (sum, kind) in self
            .rouge
            .iter_mut()
            .zip([rouge.rouge1, rouge.rouge2, rouge.rouge_l])
        {
            *sum += kind.f1;
        }
    }
}
