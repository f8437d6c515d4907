//! Document frequencies of the references of an input, counted before scoring.

use color_eyre::eyre::Result;

use super::progress_bar::ProgressLine;
use super::row_windows::RowWindows;
use bertscope_encoder::Tokenizer;
use bertscope_metric::DocumentFrequencies;
use bertscope_models::frequencies::FrequencyCounter;
use bertscope_pairs::Input;

/// Counts df over the references only, including repeated texts, as `bert_score` does for `idf=True`. `lines` sets the
/// length of the progress bar.
pub fn reference_frequencies(
    input: &Input,
    lines: Option<u64>,
    tokenizer: &Tokenizer,
) -> Result<DocumentFrequencies> {
    let bar = ProgressLine::for_pairs(lines).with_message("counting");
    let mut counter = FrequencyCounter::new();
    for window in RowWindows::open(input.rows()?)? {
        let (rows, end) = window;
        let references: Vec<&String> = rows
            .iter()
            .flatten()
            .flat_map(|pair| &pair.references)
            .collect();
        counter.add_all(&references, tokenizer)?;
        bar.advance(rows.len() as u64);
        end?;
    }
    Ok(counter.finish())
}
