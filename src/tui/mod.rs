//! The inspector, an interactive terminal program.
//!
//! A loop of two phases, messages and drawing, that blocks while nothing happens. A `context::Message` is an
//! event, `root::update` changes the `state::State` and returns effects, and `root::draw` only reads. Analyses run on
//! one thread (`worker`), models are opened on others (`parts::opening`), and exports are rendered and written on further
//! threads (`parts::export`); `threads` has them all.
//!
//! `parts` has a room for each thing that a person sees: its state, its areas, its drawing and what it does. Below them
//! are `context` (what every part sees), `common` (lines of text, lists, borders), `commands` and `terminal`; above them
//! are `root`, which ties them, `session`, `threads`, and `launch`, `startup` and `event_loop`.

#![expect(
    missing_docs,
    reason = "no library: a name that says what it is needs no sentence"
)]
#![expect(
    clippy::disallowed_methods,
    reason = "the inspector draws on standard output, and fails where it cannot"
)]

pub mod checkup;
mod commands;
mod common;
pub mod config;
mod context;
mod event_loop;
mod launch;
mod panic_report;
mod parts;
mod root;
mod session;
mod startup;
mod state;
mod terminal;
pub mod testing;
mod threads;
mod worker;

pub use crate::tui::launch::{Content, run};
