//! `bertscope baseline`: a corpus in, the mean scores of random pairs out, a row for each layer.

mod batch;
mod part;
mod random;
#[cfg(test)]
mod tests;

use std::time::{Duration, Instant};

use color_eyre::eyre::{Result, eyre};
use rayon::prelude::*;

use self::batch::{Batch, Pair};
use self::part::{Identity, Part, Sums};
use self::random::SplitMix;
use super::bar::Bar;
use super::stop::Stop;
use super::{UsageError, open_model, write_out};
use crate::cli::BaselineArgs;
use crate::encoder::Layer;
use crate::metric::BaselineRow;
use crate::models::corpus::Corpus;
use crate::models::{BaselineTable, Model, ModelError, OpenOptions, texts};

/// How often what is done is kept.
const KEEP: Duration = Duration::from_secs(5);

/// Runs the subcommand.
///
/// # Errors
/// `ModelError` when a file can not be read, `UsageError` when there are too few texts or the part file is of another
/// baseline; I/O errors of the output.
pub fn run(args: &BaselineArgs) -> Result<()> {
    let options = OpenOptions { compute: args.device.compute()?, ..OpenOptions::default() };
    let model = open_model(args.model.as_deref(), &options)?;
    let corpus = {
        let bar = Bar::reading(texts::size(&args.corpus)).saying("reading the corpus");
        Corpus::open(&args.corpus, |text| is_wanted(text, args.max_words), |bytes| bar.advance(bytes))?
    };
    if corpus.len() < 2 || args.pairs == 0 {
        return Err(UsageError("a baseline needs a corpus of at least two texts, and at least one pair".into()).into());
    }
    let identity = Identity {
        model: model.name.clone(),
        tokenizer: model.tokenizer.fingerprint(),
        layers: model.encoder.layers(),
        device: format!("{:?}", args.device).to_lowercase(),
        probe: Identity::probe(&model)?,
        texts: corpus.len(),
        corpus: corpus.fingerprint().to_owned(),
        seed: args.seed,
    };
    let part = args.output.as_deref().and_then(|output| Part::beside(output, identity));
    let before = match &part {
        Some(part) if !args.restart => part.read(args.pairs)?,
        _ => None,
    };
    if let Some(before) = &before {
        eprintln!("bertscope: goes on after {} of {} pairs", before.pairs, args.pairs);
    }
    let sums = before.unwrap_or_else(|| Sums::none(model.encoder.layers() + 1));
    let mut run = Run { model: &model, corpus, random: SplitMix::new(args.seed), drawn: 0, total: args.pairs, sums };
    match &part {
        None => run.go_through(|_| Ok(true))?,
        Some(part) => {
            let stop = Stop::listening();
            // At once, so that a place that can not be written to is found before the work is done.
            part.write(&run.sums)?;
            let mut kept = Instant::now();
            run.go_through(|sums| {
                if kept.elapsed() >= KEEP {
                    part.write(sums)?;
                    kept = Instant::now();
                }
                Ok(!stop.is_wanted())
            })?;
            part.write(&run.sums)?;
            if run.sums.pairs < args.pairs {
                let sentence = "pairs are done; the same command goes on where this one stopped";
                let sentence = format!("{} of {} {sentence}", run.sums.pairs, args.pairs);
                eprintln!("bertscope: {sentence}");
                stop.end();
                return Err(eyre!(sentence));
            }
        }
    }
    write_out(args.output.as_deref(), &table(&run.sums)?)?;
    part.map_or(Ok(()), |part| part.remove())
}

/// Whether a text takes part: not a blank one, and none with too many words.
fn is_wanted(text: &str, max_words: Option<usize>) -> bool {
    let text = text.trim();
    // As bert_score counts: what stands between single blanks.
    !text.is_empty() && max_words.is_none_or(|most| text.split(' ').count() <= most)
}

/// The mean of every layer, as a file.
fn table(sums: &Sums) -> Result<String, ModelError> {
    let row = |(layer, [p, r, f]): (usize, &[f64; 3])| {
        let mean = |sum: &f64| sum / sums.pairs as f64;
        Ok((Layer(layer), BaselineRow::new(mean(p), mean(r), mean(f))?))
    };
    let rows = sums.layers.iter().enumerate().map(row).collect::<Result<Vec<_>, ModelError>>()?;
    Ok(BaselineTable::to_text(&rows))
}

/// A run over the pairs that are not done yet.
struct Run<'a> {
    model: &'a Model,
    corpus: Corpus,
    random: SplitMix,
    /// Pairs that the generator gave.
    drawn: u64,
    /// Pairs there will be.
    total: u64,
    sums: Sums,
}

impl Run<'_> {
    /// Adds up the scores of all pairs, or until `go_on`, which sees the sums after every batch, says no.
    fn go_through(&mut self, mut go_on: impl FnMut(&Sums) -> Result<bool>) -> Result<()> {
        let bar = Bar::counting("pairs", self.sums.pairs, self.total);
        while self.drawn < self.sums.pairs {
            self.random.two_of(self.corpus.len());
            self.drawn += 1;
        }
        let mut waiting: Vec<Pair> = Vec::new();
        let mut current: Option<Batch> = None;
        loop {
            self.fill(&mut waiting)?;
            let next: Vec<Pair> = waiting.drain(..batch::next(&waiting)).collect();
            // The next batch is embedded while this one is scored, so that all cores have work at every moment.
            let embed = || (!next.is_empty()).then(|| Batch::embed(next, self.model)).transpose();
            let (embedded, scores) = rayon::join(embed, || current.as_ref().map(Batch::scores).transpose());
            if let Some(scores) = scores? {
                let before = self.sums.pairs;
                self.sums.add(&scores);
                bar.advance(self.sums.pairs - before);
                if !go_on(&self.sums)? {
                    return Ok(());
                }
            }
            current = embedded?;
            if current.is_none() {
                return Ok(());
            }
        }
    }

    /// Draws and tokenizes pairs until a batch can be made of them.
    fn fill(&mut self, waiting: &mut Vec<Pair>) -> Result<(), ModelError> {
        if waiting.len() >= batch::PAIRS {
            return Ok(());
        }
        let mut drawn = Vec::with_capacity(batch::PAIRS);
        while drawn.len() < batch::PAIRS && self.drawn < self.total {
            let (candidate, reference) = self.random.two_of(self.corpus.len());
            drawn.push([self.corpus.text(candidate)?, self.corpus.text(reference)?]);
            self.drawn += 1;
        }
        let tokenize = |[candidate, reference]: &[String; 2]| -> Result<Pair, ModelError> {
            Ok([self.model.tokenizer.tokenize(candidate)?, self.model.tokenizer.tokenize(reference)?])
        };
        waiting.extend(drawn.par_iter().map(tokenize).collect::<Result<Vec<_>, _>>()?);
        Ok(())
    }
}
