//! `bertscope score`: pairs in, numbers out.

use std::io::{IsTerminal, Write};

use color_eyre::eyre::Result;

use super::texts::{Item, items};
use super::{Figures, open_model, options, settings};
use crate::analysis::{Analysis, Analyzer, Idf, Settings};
use crate::cli::ScoreArgs;
use crate::metric::{DocumentFrequencies, Score};
use crate::printable::printable;
use crate::report::{Scored, json, text};

/// Candidates that are embedded together.
const BATCH: usize = 64;

/// Runs the subcommand.
///
/// # Errors
/// `ModelError` and `UsageError` for bad input; I/O errors of standard output.
pub fn run(args: &ScoreArgs) -> Result<()> {
    let items = items(&args.reference, &args.candidate)?;
    let model = open_model(args.metric.model_name(), &options(&args.metric)?)?;
    let settings = settings(&args.metric, &model, Idf::References)?;
    if args.metric.layer.is_none()
        && !model.layer_is_tuned
        && model.origin != "bundled"
        && std::io::stderr().is_terminal()
    {
        let (name, layer) = (printable(&model.name), settings.layer);
        eprintln!("bertscope: no layer is known to suit {name} best, so this is its last, {layer}; --layer chooses");
    }
    let mut analyzer = Figures::read(&args.metric, &model)?.analyzer(model);
    let counted = (settings.idf == Idf::References).then(|| count_references(&items, &analyzer)).transpose()?;

    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut scores = Vec::new();
    let mut last = None;
    for batch in items.chunks(BATCH) {
        let texts = batch.iter().flat_map(|i| i.references.iter().chain([&i.candidate]));
        analyzer.prepare(&texts.map(String::as_str).collect::<Vec<_>>(), settings.layer)?;
        for item in batch {
            let scored = score(item, &mut analyzer, settings, counted.as_ref())?;
            if args.json {
                json::write(&mut out, &scored, args.details)?;
            } else {
                text::write(&mut out, &scored, args.details)?;
                scores.push(scored.score());
            }
            last = Some(scored);
        }
    }
    if let (false, Some(last)) = (args.json, last) {
        text::write_summary(&mut out, &scores, &last.analyses[0].signature)?;
    }
    Ok(out.flush()?)
}

fn score(
    item: &Item,
    analyzer: &mut Analyzer,
    settings: Settings,
    counted: Option<&DocumentFrequencies>,
) -> Result<Scored> {
    let analyses = item
        .references
        .iter()
        .map(|reference| analyzer.analyze_among(reference, &item.candidate, settings, counted))
        .collect::<Result<Vec<Analysis>, _>>()?;
    let best = |score: fn(&Analysis) -> Score| Score::best(analyses.iter().map(score)).unwrap_or(Score::ZERO);
    Ok(Scored { raw: best(|a| a.raw), asked: best(Analysis::score), analyses })
}

/// df over the references only, each text counted, as `bert_score` does for `idf=True`.
fn count_references(items: &[Item], analyzer: &Analyzer) -> Result<DocumentFrequencies> {
    let references: Vec<&str> = items.iter().flat_map(|i| &i.references).map(String::as_str).collect();
    Ok(crate::models::frequencies::count(&references, &analyzer.model().tokenizer)?)
}
