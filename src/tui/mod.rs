//! The inspector, an interactive terminal program.
//!
//! A loop of two phases, messages and drawing, that blocks while nothing happens. A [`state::message::Message`] is an
//! event, [`update::update`] changes the [`state::State`] and returns effects, and [`view::draw`] only reads. Analyses
//! run on one thread ([`work::worker`]), models are opened on others ([`work::opener`]), and exports are rendered and
//! written on further threads ([`work::export_threads`]).
//!
//! Each folder is a room that imports only rooms below it: [`terminal`] and [`input`], which know no other room; then
//! [`pairs`] and [`state`]; then [`layout`]; then [`files`], [`work`] and [`view`]; and [`mod@update`], which ties them. [`launch`],
//! [`startup`] and [`event_loop`] are above all of them.

#![expect(clippy::disallowed_methods, reason = "the inspector draws on standard output, and fails where it cannot")]

pub mod event_loop;
pub mod files;
pub mod input;
pub mod launch;
pub mod layout;
pub mod pairs;
pub mod screenshot;
pub mod startup;
pub mod state;
pub mod terminal;
pub mod update;
pub mod view;
pub mod work;

pub use event_loop::{Platform, Tui};
pub use launch::{run, run_pairs};
