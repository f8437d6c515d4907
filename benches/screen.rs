//! Draws one frame, and handles one key.
//!
//! `cargo bench --bench screen`. The target is a frame under 4 ms at 200×60, even with 512 × 512 tokens.

#[path = "../tests/tui/support.rs"]
#[allow(dead_code, reason = "the benchmark uses a part of it")]
mod support;

use std::sync::Arc;
use std::time::Duration;

use bertscope::metric::{BaselineRow, Score};
use bertscope::pairs::OtherColumn;
use bertscope::testing::{
    BatchScores, ColorScale, FilePair, HumanScores, Message, PairsList, PairsMessage,
    TerminalEvent, Zoom, draw_screen, key, lay_out, update,
};
use divan::{Bencher, black_box};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use support::{Inspector, words};

fn main() {
    divan::main();
}

/// Ten tokens per side, or as many as the model takes.
fn inspector(tokens: usize) -> Inspector {
    Inspector::with_texts(&words(tokens - 2), &words(tokens - 2))
}

fn frame(bencher: Bencher<'_, '_>, mut inspector: Inspector, (width, height): (u16, u16)) {
    inspector.state.terminal.size = (width, height);
    lay_out(&mut inspector.state);
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    bencher.bench_local(|| {
        terminal
            .draw(|frame| draw_screen(frame, black_box(&inspector.state), inspector.now))
            .unwrap();
    });
}

const TOKENS: [usize; 2] = [10, 512];

#[divan::bench(args = TOKENS)]
fn frame_200x60_fit(bencher: Bencher<'_, '_>, tokens: usize) {
    frame(bencher, inspector(tokens), (200, 60));
}

#[divan::bench(args = TOKENS)]
fn frame_200x60_digits(bencher: Bencher<'_, '_>, tokens: usize) {
    let mut inspector = inspector(tokens);
    inspector.state.look.zoom = Zoom::Digits;
    frame(bencher, inspector, (200, 60));
}

#[divan::bench(args = TOKENS)]
fn frame_200x60_colour(bencher: Bencher<'_, '_>, tokens: usize) {
    let mut inspector = inspector(tokens);
    inspector.state.look.zoom = Zoom::Colour;
    frame(bencher, inspector, (200, 60));
}

#[divan::bench(args = TOKENS)]
fn frame_200x60_range_of_the_data_idf(bencher: Bencher<'_, '_>, tokens: usize) {
    let mut inspector = inspector(tokens);
    inspector.press("F2 F3");
    inspector.state.display_mut().scale = ColorScale::Data;
    frame(bencher, inspector, (200, 60));
}

#[divan::bench(args = TOKENS)]
fn frame_80x24_fit(bencher: Bencher<'_, '_>, tokens: usize) {
    frame(bencher, inspector(tokens), (80, 24));
}

#[divan::bench(args = TOKENS)]
fn frame_200x60_of_a_page_of_text(bencher: Bencher<'_, '_>, tokens: usize) {
    let mut inspector = inspector(tokens);
    inspector.only(Message::Terminal(TerminalEvent::Paste(words(20_000))));
    frame(bencher, inspector, (200, 60));
}

#[divan::bench(args = TOKENS)]
fn update_for_a_letter(bencher: Bencher<'_, '_>, tokens: usize) {
    let inspector = inspector(tokens);
    bencher
        .with_inputs(|| inspector.state.clone())
        .bench_local_refs(|state| {
            update(
                state,
                Message::Terminal(TerminalEvent::Key(key("a").unwrap())),
                inspector.now,
            )
        });
}

#[divan::bench(args = TOKENS)]
fn update_for_a_step_of_the_crosshair(bencher: Bencher<'_, '_>, tokens: usize) {
    let mut inspector = inspector(tokens);
    inspector.press("Esc");
    bencher
        .with_inputs(|| inspector.state.clone())
        .bench_local_refs(|state| {
            update(
                state,
                Message::Terminal(TerminalEvent::Key(key("Down").unwrap())),
                inspector.now,
            )
        });
}

/// A file with this number of judged pairs and two other columns, scored and sorted by rank difference.
fn judged(pairs: usize) -> Inspector {
    let mut inspector = Inspector::with_texts(
        "A lamp burns in the window.",
        "The window is lit by a lamp.",
    );
    let mut list = PairsList::new("pairs.tsv".into(), Vec::new(), false);
    list.human_scores = Some(HumanScores::new(vec!["rating".to_owned()]));
    let other = |name: &str, value: String| OtherColumn {
        name: name.into(),
        value,
    };
    let others = |row: usize| {
        vec![
            other("lp", format!("lp{}", row % 5)),
            other("segment", row.to_string()),
        ]
    };
    list.add_human_scores(
        (0..pairs)
            .map(|row| Some((row * 7919 % 1009) as f64))
            .collect(),
    );
    list.add_columns((0..pairs).map(others).collect());
    let row = |row: usize| {
        let text = format!("{} {row}", words(20));
        Ok(Arc::new(FilePair {
            id: row.to_string(),
            candidate: text.clone(),
            references: vec![text],
            scores: None,
            looks_quoted: false,
            other_candidates: Vec::new(),
        }))
    };
    list.add_rows((0..pairs).map(row).collect());
    inspector.state.open_pairs(list);
    inspector.only(Message::Pairs(PairsMessage::Read(Ok(()))));
    let score = |row: usize| Score {
        precision: Some(0.5),
        recall: Some(0.5),
        f1: (row * 104_729 % 1013) as f64 / 1013.0,
    };
    let scores = BatchScores {
        generation: inspector.state.pairs.as_ref().unwrap().generation,
        scores: (0..pairs)
            .map(|row| (row, Ok([score(row)].into())))
            .collect(),
        baseline: BaselineRow::new(0.3, 0.3, 0.3).ok(),
        elapsed: Duration::ZERO,
    };
    inspector.only(Message::Pairs(PairsMessage::Scored(scores)));
    inspector.press("d");
    inspector
}

const PAIRS: [usize; 2] = [2_800, 100_000];

#[divan::bench(args = PAIRS)]
fn frame_160x50_list_of_pairs(bencher: Bencher<'_, '_>, pairs: usize) {
    frame(bencher, judged(pairs), (160, 50));
}

fn press(bencher: Bencher<'_, '_>, pairs: usize, before: &str, keys: [&str; 2]) {
    let mut inspector = judged(pairs);
    inspector.press(before);
    let mut keys = keys.into_iter().cycle();
    bencher.bench_local(|| {
        inspector.only(Message::Terminal(TerminalEvent::Key(
            key(keys.next().unwrap()).unwrap(),
        )))
    });
}

#[divan::bench(args = PAIRS)]
fn move_in_the_list_of_pairs(bencher: Bencher<'_, '_>, pairs: usize) {
    press(bencher, pairs, "Esc O", ["Down", "Up"]);
}

#[divan::bench(args = PAIRS)]
fn filter_the_list_of_pairs(bencher: Bencher<'_, '_>, pairs: usize) {
    press(bencher, pairs, "/ l p : l p 1", ["a", "Backspace"]);
}

#[divan::bench(args = PAIRS)]
fn sort_pairs_by_the_difference_of_ranks(bencher: Bencher<'_, '_>, pairs: usize) {
    press(bencher, pairs, "d", ["d", "d"]);
}

#[divan::bench(args = PAIRS)]
fn rescale_all_pairs(bencher: Bencher<'_, '_>, pairs: usize) {
    press(bencher, pairs, "d", ["F3", "F3"]);
}
