//! Document frequencies of references, counted before scoring: of the references only, including repeated texts, as
//! `bert_score` does for `idf=True`.

use color_eyre::eyre::Result;

use super::progress_bar::ProgressLine;
use super::row_windows::RowWindows;
use bertscope_analysis::{Analyzer, Idf, Settings};
use bertscope_encoder::Tokenizer;
use bertscope_metric::DocumentFrequencies;
use bertscope_models::ModelError;
use bertscope_models::frequencies;
use bertscope_pairs::Input;

/// Counts df over references that are in memory.
pub fn count_references<'a>(
    references: impl IntoIterator<Item = &'a String>,
    tokenizer: &Tokenizer,
) -> Result<DocumentFrequencies, ModelError> {
    let references: Vec<&String> = references.into_iter().collect();
    frequencies::count(&references, tokenizer)
}

/// Counts df over references that are in memory, if these settings need them.
pub fn count_references_for<'a>(
    settings: Settings,
    analyzer: &Analyzer,
    references: impl IntoIterator<Item = &'a String>,
) -> Result<Option<DocumentFrequencies>, ModelError> {
    if settings.idf != Idf::References {
        return Ok(None);
    }
    let tokenizer = analyzer.model().tokenizer_of(settings.conventions);
    count_references(references, tokenizer).map(Some)
}

/// Counts df over the references of an input. `lines` sets the length of the progress bar.
pub fn count_references_of(
    input: &Input,
    lines: Option<u64>,
    tokenizer: &Tokenizer,
) -> Result<DocumentFrequencies> {
    let bar = ProgressLine::for_pairs(lines).with_message("counting");
    let mut counted = DocumentFrequencies::default();
    for window in RowWindows::open(input.rows()?)? {
        // Invalid rows are reported when they are scored, and a pair that is skipped counts for nothing.
        let rows = window.rows.iter().flatten();
        let pairs = rows.filter(|pair| pair.missing.is_none());
        let references: Vec<&String> = pairs.flat_map(|pair| &pair.references).collect();
        counted = counted.merged(frequencies::count(&references, tokenizer)?);
        bar.advance(window.rows.len() as u64);
        window.end?;
    }
    Ok(counted)
}
