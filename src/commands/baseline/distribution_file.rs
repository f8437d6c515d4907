//! The distribution of the scores, written next to the table of their means.

use std::path::Path;

use super::part_file::Sums;
use crate::cli::BaselineArgs;
use bertscope_metric::DocumentFrequencies;

use bertscope_models::distribution::{CountedPopulation, Population, Weighting, WeightingTable};
use bertscope_models::{Distribution, FrequencyTable, Model};

/// The content of the file. `populations` are those of `sums`; `frequencies` are the document frequencies behind the
/// weights.
pub fn text(
    args: &BaselineArgs,
    model: &Model,
    frequencies: Option<(&FrequencyTable, &DocumentFrequencies)>,
    populations: &[Population],
    sums: &Sums,
) -> String {
    let named = |path: &Path| {
        path.file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
            .into_owned()
    };
    let head = Distribution {
        model: model.name.clone(),
        tokenizer: model.tokenizer.fingerprint(),
        weighting_table: frequencies.map(|(table, counted)| WeightingTable {
            document_count: counted.document_count(),
            source: table.source.clone(),
        }),

        judged: args
            .judged
            .as_deref()
            .map(|path| args.judged_source.clone().unwrap_or_else(|| named(path))),
        populations: Vec::new(),
    };
    let mut counted = Vec::new();
    for (i, weighting) in [Weighting::Off, Weighting::Table].into_iter().enumerate() {
        for (population, ways) in populations.iter().zip(&sums.histograms) {
            counted.push(CountedPopulation {
                population: *population,
                weighting,
                layers: &ways[i],
            });
        }
    }
    head.to_text(&counted)
}
