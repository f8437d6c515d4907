//! Opening a file of 100,000 pairs: until the list has all rows, and drawing a frame of it.
//!
//! `cargo bench --bench pairs`. The target is a second until the last row is listed, and 4 ms for a frame.

#[path = "../tests/tui/support.rs"]
#[allow(dead_code, reason = "the benchmark uses a part of it")]
mod support;

use std::fmt::Write;
use std::path::PathBuf;

use bertscope::pairs::{Columns, Input, Source, TableFormat};
use bertscope::testing::{OpenPairsOptions, OpenedPairs, draw_screen, lay_out};
use divan::{Bencher, black_box};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use support::{Inspector, words};

const PAIRS: usize = 100_000;

fn main() {
    divan::main();
}

/// A file with this number of pairs of about 12 words, and its input.
fn file(folder: &tempfile::TempDir) -> (Input, PathBuf) {
    let path = folder.path().join("pairs.tsv");
    let mut text = "id\treference\tcandidate\n".to_owned();
    for i in 0..PAIRS {
        writeln!(text, "{i}\t{} {i}\t{}", words(8 + i % 9), words(7 + i % 11)).unwrap();
    }
    std::fs::write(&path, text).unwrap();
    let source = Source::File(path.clone());
    let (format, columns) = (TableFormat::Tsv, Columns::default());
    (
        Input::Table {
            source,
            format,
            columns,
            quotes: false,
            header: true,
        },
        path,
    )
}

fn listed(input: &Input, path: PathBuf) -> Inspector {
    let opened = OpenedPairs::open(input, path, OpenPairsOptions::default()).unwrap();
    let mut inspector = Inspector::loading("A.", "B.");
    inspector.state.pairs = Some(opened.list());
    inspector.read(opened);
    inspector
}

#[divan::bench(sample_count = 20)]
fn open_100_000_pairs(bencher: Bencher<'_, '_>) {
    let folder = tempfile::tempdir().unwrap();
    let (input, path) = file(&folder);
    bencher.bench_local(|| {
        let inspector = listed(&input, path.clone());
        assert_eq!(inspector.state.pairs.as_ref().unwrap().items.len(), PAIRS);
        inspector
    });
}

#[divan::bench(sample_count = 20)]
fn filter_100_000_pairs(bencher: Bencher<'_, '_>) {
    let folder = tempfile::tempdir().unwrap();
    let (input, path) = file(&folder);
    let mut list = listed(&input, path).state.pairs.unwrap();
    list.filter.push_str("bridge 777");
    bencher.bench_local(|| list.refresh());
}

#[divan::bench(sample_count = 100)]
fn frame_200x60(bencher: Bencher<'_, '_>) {
    let folder = tempfile::tempdir().unwrap();
    let (input, path) = file(&folder);
    let mut inspector = listed(&input, path);
    inspector.state.terminal.size = (200, 60);
    lay_out(&mut inspector.state);
    let mut terminal = Terminal::new(TestBackend::new(200, 60)).unwrap();
    bencher.bench_local(|| {
        terminal
            .draw(|frame| draw_screen(frame, black_box(&inspector.state), inspector.now))
            .unwrap();
    });
}
