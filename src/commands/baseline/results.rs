//! What is written: the table of means, and the distribution of the scores beside it.

use std::path::Path;

use super::sums::Sums;
use crate::cli::BaselineArgs;
use bertscope_encoder::Layer;
use bertscope_metric::BaselineRow;
use bertscope_models::distribution::{CountedPopulation, Weighting, WeightingTable};
use bertscope_models::texts::display_path;
use bertscope_models::{BaselineTable, Distribution, FrequencyTable, Model, ModelError};

/// The table of the means of the random pairs at all layers.
pub fn table(sums: &Sums) -> Result<String, ModelError> {
    let pairs = sums.random_pairs() as f64;
    let mut rows = Vec::with_capacity(sums.layers.len());
    for (layer, [p, r, f1]) in sums.layers.iter().enumerate() {
        let row = BaselineRow::new(p / pairs, r / pairs, f1 / pairs)?;
        rows.push((Layer(layer), row));
    }
    Ok(BaselineTable::to_text(&rows))
}

/// The distribution of the scores. `table` has the document frequencies behind the weights.
pub fn distribution(
    args: &BaselineArgs,
    model: &Model,
    table: Option<&FrequencyTable>,
    sums: &Sums,
) -> String {
    let head = Distribution {
        model: model.name.clone(),
        tokenizer: model.tokenizer.fingerprint(),
        weighting_table: table.and_then(weighting_table),
        corpus: args.by_length.map(|_| corpus_source(args)),
        judged: judged_source(args),
        populations: Vec::new(),
    };
    let mut counted = Vec::new();
    for weighting in [Weighting::Off, Weighting::Table] {
        for counts in &sums.populations {
            counted.push(CountedPopulation {
                population: counts.population,
                weighting,
                layers: match weighting {
                    Weighting::Off => &counts.unweighted,
                    Weighting::Table => &counts.weighted,
                },
            });
        }
    }
    head.to_text(&counted)
}

fn weighting_table(table: &FrequencyTable) -> Option<WeightingTable> {
    Some(WeightingTable {
        document_count: table.weights.counted()?.document_count(),
        source: table.source.clone(),
    })
}

/// The name of the texts: as given, or that of their files.
fn corpus_source(args: &BaselineArgs) -> String {
    if let Some(source) = &args.source {
        return source.clone();
    }
    let files = args.corpus.iter().chain(&args.candidates);
    let names: Vec<String> = files.map(|path| file_name(path)).collect();
    format!("lines of {}", names.join(", "))
}

/// The name of the judged pairs: as given, or that of their file.
fn judged_source(args: &BaselineArgs) -> Option<String> {
    let file = args.judged.as_deref()?;
    Some(match &args.judged_source {
        Some(source) => source.clone(),
        None => file_name(file),
    })
}

fn file_name(path: &Path) -> String {
    let path = display_path(path);
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}
