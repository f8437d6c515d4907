//! The headless subcommands, one file for each.

pub mod baseline;
pub mod compare;
pub mod count_references;
pub mod download_progress;
pub mod explain;
pub mod failures;
pub mod idf;
pub mod interrupt;
pub mod lesson;
pub mod models;
#[cfg(feature = "tui")]
pub mod open;
pub mod output;
pub mod pack;
pub mod plot;
pub mod progress_bar;
pub mod report;
pub mod row_windows;
pub mod score;
pub mod shell;
pub mod systems;

use std::sync::Arc;

use crate::console;
use bertscope_models::{LoadDepth, Model, ModelError, OpenOptions};

/// Opens the model named on the command line; shows the progress of a download.
pub fn open_model(name: Option<&str>, options: &OpenOptions) -> Result<Arc<Model>, ModelError> {
    bertscope_models::open(
        name,
        options,
        &download_progress::DownloadLine::default().watch(),
    )
    .inspect(|model| {
        let is_layer_given = matches!(options.depth, LoadDepth::Layer(_));
        let recognition = &model.recognition;
        // Beside a given layer, the baseline of a known model is still worth a word.
        if let Some(remark) = &recognition.remark
            && (!is_layer_given || recognition.known.is_some())
        {
            console::report(&format!("{} {remark}", model.name));
        }
    })
    .map(Arc::new)
}
