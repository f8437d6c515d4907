//! `bertscope baseline`: computes the mean scores of random pairs from a corpus, one row per layer.

mod batch;
mod distribution_file;
mod judged;
mod part_file;
mod random;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use color_eyre::eyre::{Result, eyre};
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use self::batch::{Batch, TokenizedPair};
use self::judged::JudgedCorpus;
use self::part_file::{BaselineIdentity, PartFile, Sums};
use self::random::SplitMix;
use super::interrupt::Interrupt;
use super::open_model;
use super::output::{self, write_out};
use super::progress_bar::ProgressLine;
use crate::cli::BaselineArgs;
use crate::console;
use crate::usage_error::{UsageError, refuse};
use bertscope_analysis::Conventions;
use bertscope_encoder::Layer;
use bertscope_metric::{BaselineRow, Pair, TokenWeights};
use bertscope_models::corpus::Corpus;
use bertscope_models::distribution::Population;
use bertscope_models::{
    BaselineTable, Distribution, FrequencyTable, Model, ModelError, OpenOptions, texts,
};

/// Interval between saves of the progress.
const SAVE_INTERVAL: Duration = Duration::from_secs(5);

/// Runs the subcommand.
pub fn run(args: &BaselineArgs) -> Result<()> {
    let options = OpenOptions {
        compute: args.device.compute()?,
        ..OpenOptions::default()
    };
    let model = open_model(args.model.as_deref(), &options)?;
    let corpus = {
        let bar = ProgressLine::for_bytes(texts::total_size(&args.corpus))
            .with_message("reading the corpus");
        Corpus::open(
            &args.corpus,
            |text| fits_length(text, args.max_words),
            |bytes| bar.advance(bytes),
        )?
    };
    if corpus.len() < 2 || args.pairs == 0 {
        return refuse(
            "a baseline needs a corpus of at least two texts, and --pairs of at least 1",
        );
    }
    if !args.program.is_default() && (args.judged.is_some() || args.idf.is_some()) {
        return refuse(
            "--judged and --idf are for the distribution of bert_score's scores; leave them out, or --as",
        );
    }
    let judged = args
        .judged
        .as_deref()
        .map(JudgedCorpus::read)
        .transpose()?
        .unwrap_or_default();
    let tokenizer = model.tokenizer_of(args.program);
    let named = args
        .idf
        .as_deref()
        .map(|file| FrequencyTable::open(file, tokenizer))
        .transpose()?;
    let frequencies = named.as_ref().or(model.frequencies.as_deref());
    let given = || {
        UsageError(
            "a baseline needs a corpus or a table of bertscope idf, not given weights".into(),
        )
    };
    let counted = frequencies
        .map(|table| table.weights.counted().ok_or_else(given))
        .transpose()?;
    let frequencies = frequencies.zip(counted);
    let identity = BaselineIdentity {
        model: model.name.clone(),
        program: args.program,
        tokenizer: tokenizer.fingerprint(),
        layers: model.encoder.layer_count(),
        device: format!("{:?}", args.device).to_lowercase(),
        probe: BaselineIdentity::probe(&model)?,
        texts: corpus.len(),
        corpus: corpus.fingerprint().to_owned(),
        seed: args.seed,
        judged: args.judged.is_some().then(|| judged.fingerprint.clone()),
        frequencies: frequencies.map(|(table, counted)| {
            let text = FrequencyTable::text(&table.source, table.tokenizer.as_deref(), counted);
            short_hex(Sha256::new_with_prefix(text))
        }),
    };
    let populations: Vec<Population> = [Population::Random]
        .into_iter()
        .chain(judged.bands.clone())
        .collect();
    let part = args
        .output
        .as_deref()
        .and_then(|output| PartFile::for_output(output, identity));
    if let Some(PartFile { output, .. }) = &part {
        // Errors in writing are found before the work is done.
        output::destination(output)?;
        if args.program.is_default() {
            output::destination(&Distribution::path_beside(output))?;
        }
    }
    let resumed = part.as_ref().filter(|_| !args.restart);
    let before = resumed
        .map(|part| part.read(args.pairs, populations.len()))
        .transpose()?
        .flatten();
    if let Some(before) = &before {
        console::report(&format!(
            "resuming after {} of {} pairs",
            before.pairs, args.pairs
        ));
    }
    let mut run = BaselineRun {
        model: &model,
        corpus,
        judged: &judged,
        // These scores are only written to a file.
        frequencies: part
            .as_ref()
            .and(frequencies)
            .map(|(table, _)| &table.weights),
        program: args.program,
        random: SplitMix::new(args.seed),
        drawn: 0,
        total: args.pairs,
        sums: before
            .unwrap_or_else(|| Sums::zero(model.encoder.layer_count() + 1, populations.len())),
    };
    match &part {
        None => run.score_pairs(|_| Ok(true))?,
        Some(part) => {
            let stop = Interrupt::install();
            // Written at once, so that an output that cannot be written is found before the work is done.
            part.write(&run.sums)?;
            let mut kept = Instant::now();
            run.score_pairs(|sums| {
                if kept.elapsed() >= SAVE_INTERVAL {
                    part.write(sums)?;
                    kept = Instant::now();
                }
                Ok(!stop.is_requested())
            })?;
            part.write(&run.sums)?;
            if !run.is_done() {
                let sentence = "pairs are done; run the same command to resume";
                let done = run.sums.pairs + run.sums.judged;
                let sentence = format!(
                    "{done} of {} {sentence}",
                    args.pairs + judged.pairs.len() as u64
                );
                console::report(&sentence);
                stop.end();
                return Err(eyre!(sentence));
            }
        }
    }
    let sums = &run.sums;
    let table = table(sums)?;
    let Some(part) = part else {
        return write_out(args.output.as_deref(), table);
    };
    // The ruler compares scores of bert_score with it.
    if args.program.is_default() {
        let distribution = distribution_file::text(args, &model, frequencies, &populations, sums);
        write_out(Some(&Distribution::path_beside(&part.output)), distribution)?;
    }
    write_out(Some(&part.output), table)?;
    part.remove()
}

/// Whether a text is used: it is not blank and does not have too many words.
fn fits_length(text: &str, max_words: Option<usize>) -> bool {
    let text = text.trim();
    // Words as bert_score counts them: separated by single spaces.
    !text.is_empty() && max_words.is_none_or(|most| text.split(' ').count() <= most)
}

/// The table of the means of all layers.
fn table(sums: &Sums) -> Result<String, ModelError> {
    let row = |(layer, [p, r, f]): (usize, &[f64; 3])| {
        let mean = |sum: &f64| sum / sums.pairs as f64;
        Ok((Layer(layer), BaselineRow::new(mean(p), mean(r), mean(f))?))
    };
    let rows = sums
        .layers
        .iter()
        .enumerate()
        .map(row)
        .collect::<Result<Vec<_>, ModelError>>()?;
    Ok(BaselineTable::to_text(&rows))
}

/// A run over the remaining pairs.
struct BaselineRun<'a> {
    model: &'a Model,
    corpus: Corpus,
    judged: &'a JudgedCorpus,
    /// The frequencies, if scores with IDF are needed too.
    frequencies: Option<&'a TokenWeights>,
    program: Conventions,
    random: SplitMix,
    /// Pairs drawn so far.
    drawn: u64,
    /// Total number of pairs.
    total: u64,
    sums: Sums,
}

impl BaselineRun<'_> {
    /// Whether all pairs are scored.
    fn is_done(&self) -> bool {
        self.sums.pairs >= self.total && self.sums.judged >= self.judged.pairs.len() as u64
    }

    /// Sums the scores of all pairs, the random ones before the judged ones. `keep_going` sees the sums after each
    /// batch and can stop the run by returning false.
    fn score_pairs(&mut self, mut keep_going: impl FnMut(&Sums) -> Result<bool>) -> Result<()> {
        let all = self.total + self.judged.pairs.len() as u64;
        let bar =
            ProgressLine::for_pairs(Some(all)).starting_at(self.sums.pairs + self.sums.judged);
        let mut judged = self.sums.judged as usize;
        while self.drawn < self.sums.pairs {
            self.random.distinct_pair(self.corpus.len());
            self.drawn += 1;
        }
        let frequencies = self.frequencies;
        let mut waiting: Vec<TokenizedPair> = Vec::new();
        let mut current: Option<Batch> = None;
        loop {
            self.fill(&mut waiting, &mut judged)?;
            let next: Vec<TokenizedPair> = waiting.drain(..batch::batch_len(&waiting)).collect();
            // The next batch is embedded while this one is scored, so that no core is idle.
            let embed = || {
                (!next.is_empty())
                    .then(|| Batch::embed(next, self.program.program, self.model))
                    .transpose()
            };
            let (embedded, scores) = rayon::join(embed, || {
                current
                    .as_ref()
                    .map(|batch| Ok((batch.sets(), batch.scores(frequencies)?)))
                    .transpose()
            });
            let scores: Result<_, ModelError> = scores;
            if let Some((sets, scores)) = scores? {
                self.sums.add(&sets, &scores);
                bar.advance(sets.len() as u64);
                if !keep_going(&self.sums)? {
                    return Ok(());
                }
            }
            current = embedded?;
            if current.is_none() {
                return Ok(());
            }
        }
    }

    /// Draws and tokenizes pairs for the next batch; `judged` counts the judged pairs that were used.
    fn fill(&mut self, waiting: &mut Vec<TokenizedPair>, judged: &mut usize) -> Result<()> {
        if waiting.len() >= batch::MAX_PAIRS {
            return Ok(());
        }
        let mut drawn = Vec::with_capacity(batch::MAX_PAIRS);
        while drawn.len() < batch::MAX_PAIRS {
            if self.drawn < self.total {
                let (candidate, reference) = self.random.distinct_pair(self.corpus.len());
                drawn.push((
                    0,
                    self.corpus.text(candidate)?,
                    self.corpus.text(reference)?,
                ));
                self.drawn += 1;
            } else if let Some((candidate, reference, band)) = self.judged.pairs.get(*judged) {
                drawn.push((band + 1, candidate.clone(), reference.clone()));
                *judged += 1;
            } else {
                break;
            }
        }
        let tokenizer = self.model.tokenizer_of(self.program);
        let tokenize =
            |(set, candidate, reference): &(usize, String, String)| -> Result<TokenizedPair> {
                if let Some(why) = self.model.refusal(
                    self.program,
                    Pair {
                        reference,
                        candidate,
                    },
                ) {
                    let name = self.program.name();
                    return refuse(format!(
                        "{name} computes no baseline of this corpus with this model. {why}"
                    ));
                }
                let texts = [
                    tokenizer.tokenize(candidate)?,
                    tokenizer.tokenize(reference)?,
                ];
                Ok(TokenizedPair { set: *set, texts })
            };
        waiting.extend(
            drawn
                .par_iter()
                .map(tokenize)
                .collect::<Result<Vec<_>, _>>()?,
        );
        Ok(())
    }
}

/// The first 16 hexadecimal digits.
fn short_hex(digest: Sha256) -> String {
    format!("{:.16x}", digest.finalize())
}
