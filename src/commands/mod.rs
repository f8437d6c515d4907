//! The headless subcommands, one file for each.

pub mod baseline;
pub mod compare;
#[cfg(feature = "tui")]
pub mod config;
pub mod count_references;
pub mod doctor;
pub mod download_progress;
pub mod explain;
pub mod failures;
pub mod identify;
pub mod idf;
pub mod interrupt;
pub mod lesson;
pub mod matching;
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
    let model = bertscope_models::open(
        name,
        options,
        &download_progress::DownloadLine::default().watch(),
    )?;
    log::info!("opened the model {}", model.name);
    report_recognition(&model, options.depth);
    Ok(Arc::new(model))
}

/// Says for which model a folder is taken.
fn report_recognition(model: &Model, depth: LoadDepth) {
    let recognition = &model.recognition;
    let Some(remark) = &recognition.remark else {
        return;
    };
    let name = &model.name;
    if !matches!(depth, LoadDepth::Layer(_)) {
        console::report(&format!(
            "{name} {remark}; choose another layer with --layer"
        ));
    } else if recognition.known.is_some() {
        // Beside a given layer, the baseline is still worth a word.
        console::report(&format!("{name} {remark}"));
    }
}
