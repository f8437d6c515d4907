//! A run over the random pairs, then over the judged ones and the random ones by length.

use color_eyre::eyre::Result;
use rayon::prelude::*;

use super::batch::{self, Batch, LayerScores, PopulationPair};
use super::judged::JudgedCorpus;
use super::lengths::LengthDraw;
use super::random::SplitMix;
use super::sums::Sums;
use crate::cli::BaselineArgs;
use crate::commands::interrupt::Interrupt;
use crate::commands::progress_bar::ProgressLine;
use crate::usage_error::refuse;
use bertscope_analysis::Conventions;
use bertscope_encoder::TokenizedText;
use bertscope_metric::{Pair, TokenWeights};
use bertscope_models::corpus::Corpus;
use bertscope_models::distribution::Population;
use bertscope_models::{Model, ModelError};

/// A run and its progress.
pub struct BaselineRun<'a> {
    model: &'a Model,
    corpus: Corpus,
    /// The corpus of the candidates, if they have one of their own.
    pub candidates: Option<Corpus>,
    judged: &'a JudgedCorpus,
    /// If scores with IDF are needed too.
    weights: Option<&'a TokenWeights>,
    program: Conventions,
    random: SplitMix,
    random_pairs: u64,
    drawn_random: u64,
    drawn_judged: usize,
    lengths: Vec<LengthDraw>,
    /// Pairs that are to be scored, without those of a length that the corpus turned out not to have.
    pub total: u64,
    /// Pairs that have been drawn and are in no batch yet.
    waiting: Vec<PopulationPair<TokenizedText>>,
    pub sums: Sums,
}

impl<'a> BaselineRun<'a> {
    /// A run without IDF.
    pub fn new(
        args: &BaselineArgs,
        model: &'a Model,
        corpus: Corpus,
        judged: &'a JudgedCorpus,
    ) -> Self {
        let lengths = match args.by_length {
            Some(pairs) => LengthDraw::all(args.seed, pairs),
            None => Vec::new(),
        };
        let by_length: u64 = lengths.iter().map(|length| length.left).sum();
        let total = args.pairs + judged.pairs.len() as u64 + by_length;
        let ranges: Vec<Population> = lengths.iter().map(LengthDraw::population).collect();
        Self {
            model,
            corpus,
            candidates: None,
            judged,
            weights: None,
            program: args.program,
            random: SplitMix::new(args.seed),
            random_pairs: args.pairs,
            drawn_random: 0,
            drawn_judged: 0,
            lengths,
            total,
            waiting: Vec::new(),
            sums: Sums::zero(model.encoder.layer_count() + 1, &judged.bands, &ranges),
        }
    }

    /// Scores every pair with these weights too.
    pub fn with_weights(self, weights: Option<&'a TokenWeights>) -> Self {
        Self { weights, ..self }
    }

    /// Sums the scores of all pairs, or of those up to an interruption.
    pub fn score_pairs(&mut self, interrupt: &Interrupt) -> Result<()> {
        let bar = ProgressLine::for_pairs(Some(self.total));
        let mut current: Option<Batch> = None;
        loop {
            let next = self.next_pairs()?;
            // The next batch is embedded while this one is scored, so that no core is idle.
            let (embedded, scores) =
                rayon::join(|| self.embed(next), || self.scores(current.as_ref()));
            if let Some(batch) = &current {
                self.sums.add(batch, &scores?);
                bar.advance(batch.len() as u64);
                if interrupt.is_requested() {
                    return Ok(());
                }
            }
            current = embedded?;
            if current.is_none() {
                return Ok(());
            }
        }
    }

    fn embed(
        &self,
        pairs: Vec<PopulationPair<TokenizedText>>,
    ) -> Result<Option<Batch>, ModelError> {
        if pairs.is_empty() {
            return Ok(None);
        }
        Batch::embed(pairs, self.program.program, self.model).map(Some)
    }

    fn scores(&self, batch: Option<&Batch>) -> Result<Vec<LayerScores>, ModelError> {
        match batch {
            Some(batch) => batch.scores(self.weights),
            None => Ok(Vec::new()),
        }
    }

    /// The pairs of the next batch; empty after the last.
    fn next_pairs(&mut self) -> Result<Vec<PopulationPair<TokenizedText>>> {
        if self.waiting.len() < batch::MAX_PAIRS {
            let drawn = self.draw()?;
            let tokenized: Vec<_> = drawn
                .par_iter()
                .map(|pair| self.tokenize(pair))
                .collect::<Result<_>>()?;
            self.waiting.extend(tokenized);
            self.draw_by_length()?;
        }
        let size = batch::batch_size(&self.waiting);
        Ok(self.waiting.drain(..size).collect())
    }

    /// Draws as many pairs as a batch can have. The judged pairs follow the random ones, so that they change nothing in the
    /// means of these.
    fn draw(&mut self) -> Result<Vec<PopulationPair<String>>> {
        let mut drawn = Vec::with_capacity(batch::MAX_PAIRS);
        while drawn.len() < batch::MAX_PAIRS && self.drawn_random < self.random_pairs {
            let references = self.corpus.len();
            let (candidate, reference) = match &self.candidates {
                None => self.random.distinct_pair(references),
                Some(of) => self.random.distinct_pair_of_two(of.len(), references),
            };
            let candidates = self.candidates.as_mut().unwrap_or(&mut self.corpus);
            let candidate = candidates.text(candidate)?;
            let reference = self.corpus.text(reference)?;
            drawn.push(PopulationPair {
                population: 0,
                texts: Pair {
                    reference,
                    candidate,
                },
            });
            self.drawn_random += 1;
        }
        let judged = self.judged.pairs.iter().skip(self.drawn_judged);
        for pair in judged.take(batch::MAX_PAIRS - drawn.len()) {
            drawn.push(pair.clone());
            self.drawn_judged += 1;
        }
        Ok(drawn)
    }

    /// Fills the waiting pairs up to a batch with random pairs by length, which follow the judged ones.
    fn draw_by_length(&mut self) -> Result<()> {
        let before = 1 + self.judged.bands.len();
        for (index, length) in self.lengths.iter_mut().enumerate() {
            while length.left > 0 && self.waiting.len() < batch::MAX_PAIRS {
                let candidates = self.candidates.as_mut();
                let tokenizer = &self.model.tokenizer;
                let Some(texts) = length.pair(&mut self.corpus, candidates, tokenizer)? else {
                    self.total -= length.left;
                    length.left = 0;
                    break;
                };
                length.left -= 1;
                self.waiting.push(PopulationPair {
                    population: before + index,
                    texts,
                });
            }
        }
        Ok(())
    }

    fn tokenize(&self, pair: &PopulationPair<String>) -> Result<PopulationPair<TokenizedText>> {
        let texts = pair.texts.as_ref().map(String::as_str);
        if let Some(reason) = self.model.refusal(self.program, texts) {
            let reason = reason.trim_end_matches('.');
            return refuse(format!(
                "no baseline of this corpus can be computed: {reason}; choose another program with --as"
            ));
        }
        let tokenizer = self.model.tokenizer_of(self.program);
        Ok(PopulationPair {
            population: pair.population,
            texts: Pair {
                reference: tokenizer.tokenize(texts.reference)?,
                candidate: tokenizer.tokenize(texts.candidate)?,
            },
        })
    }
}
