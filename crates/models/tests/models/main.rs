//! Models opened from folders, from the hub and from the program: tokens, weights whole and damaged, tables, downloads.

mod configs;
mod hub;
mod pickles;
mod recognised;
mod tables;
mod tokens;
mod weights;

use std::sync::LazyLock;

use std::path::Path;

use bertscope_models::{Model, OpenOptions, ProgressMonitor, Recognition, bundled, folder};

/// A small random BERT: 600 pieces, 128 positions, 4 layers of width 32.
const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/bert");

static BUNDLED: LazyLock<Model> = LazyLock::new(|| bundled::model().unwrap());
static SMALL: LazyLock<Model> = LazyLock::new(|| {
    let name = || "bert".to_owned();
    folder::model(
        Path::new(FIXTURE),
        name(),
        name(),
        Recognition::default(),
        &OpenOptions::default(),
        &ProgressMonitor::silent(),
    )
    .unwrap()
});
