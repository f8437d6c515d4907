//! The inspector, an interactive terminal program.
//!
//! A loop of two phases, messages and drawing, that blocks while nothing happens. A `state::message::Message` is an
//! event, `update::update` changes the `state::State` and returns effects, and `view::draw` only reads. Analyses
//! run on one thread (`work::worker`), models are opened on others (`work::opener`), and exports are rendered and
//! written on further threads (`work::export_threads`).
//!
//! Each folder is a room that imports only rooms below it: `terminal`, `input` and `commands`; then
//! `pairs` and `state`; then `layout`; then `files`, `work` and `view`; and `update`, which ties them. `launch`,
//! `startup` and `event_loop` are above all of them. `parts` has what one sees in rooms of their own, with their state,
//! areas and drawing.

#![expect(
    missing_docs,
    reason = "no library: a name that says what it is needs no sentence"
)]
#![expect(
    clippy::disallowed_methods,
    reason = "the inspector draws on standard output, and fails where it cannot"
)]

mod commands;
mod event_loop;
mod files;
mod input;
mod launch;
mod layout;
mod pairs;
mod parts;
mod startup;
mod state;
mod terminal;
pub mod testing;
mod update;
mod view;
mod work;

pub use launch::{run, run_pairs};
