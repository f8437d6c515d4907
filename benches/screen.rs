//! Drawing one frame, and the update for one key.
//!
//! `cargo bench --bench screen`. The aim is a frame under 4 ms at 200×60, with 512 × 512 tokens too.

#[path = "../tests/tui/support.rs"]
#[allow(dead_code, reason = "the benchmark uses a part of it")]
mod support;

use bertscope::tui::keymap::key;
use bertscope::tui::message::Message;
use bertscope::tui::state::{Scale, Zoom};
use bertscope::tui::view;
use divan::{Bencher, black_box};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use support::{Inspector, words};

fn main() {
    divan::main();
}

/// Ten tokens a side, or as many as the model takes.
fn inspector(tokens: usize) -> Inspector {
    Inspector::on(&words(tokens - 2), &words(tokens - 2))
}

fn frame(bencher: Bencher<'_, '_>, mut inspector: Inspector, (width, height): (u16, u16)) {
    inspector.state.terminal.size = (width, height);
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    bencher.bench_local(|| {
        terminal.draw(|frame| view::draw(frame, black_box(&inspector.state), inspector.now)).unwrap();
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
    inspector.state.look.scale = Scale::Data;
    frame(bencher, inspector, (200, 60));
}

#[divan::bench(args = TOKENS)]
fn frame_80x24_fit(bencher: Bencher<'_, '_>, tokens: usize) {
    frame(bencher, inspector(tokens), (80, 24));
}

#[divan::bench(args = TOKENS)]
fn frame_200x60_of_a_page_of_text(bencher: Bencher<'_, '_>, tokens: usize) {
    let mut inspector = inspector(tokens);
    inspector.only(Message::Paste(words(20_000)));
    frame(bencher, inspector, (200, 60));
}

#[divan::bench(args = TOKENS)]
fn update_for_a_letter(bencher: Bencher<'_, '_>, tokens: usize) {
    let inspector = inspector(tokens);
    bencher.with_inputs(|| inspector.state.clone()).bench_local_refs(|state| {
        bertscope::tui::update::update(state, Message::Key(key("a").unwrap()), inspector.now)
    });
}

#[divan::bench(args = TOKENS)]
fn update_for_a_step_of_the_crosshair(bencher: Bencher<'_, '_>, tokens: usize) {
    let mut inspector = inspector(tokens);
    inspector.press("Esc");
    bencher.with_inputs(|| inspector.state.clone()).bench_local_refs(|state| {
        bertscope::tui::update::update(state, Message::Key(key("Down").unwrap()), inspector.now)
    });
}
