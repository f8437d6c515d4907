//! The inspector, an interactive terminal program.
//!
//! A loop of two phases, messages and drawing, that blocks while nothing happens. A [`message::Message`] is an event,
//! [`update::update`] changes the [`state::State`] and returns effects, and [`view::draw`] only reads. Analyses run on
//! one thread ([`worker`]), models are opened on others ([`opener`]), and exports are rendered and written on further
//! threads ([`export_threads`]).

#![expect(clippy::disallowed_methods, reason = "the inspector draws on standard output, and fails where it cannot")]

pub mod ansi256;
pub mod boundaries;
pub mod command_palette;
pub mod competing_texts;
pub mod driver_sums;
pub mod editor;
pub mod event_loop;
pub mod explanation_panel;
pub mod export;
pub mod export_prompt;
pub mod export_threads;
pub mod focus;
pub mod glossary;
pub mod guess;
pub mod heatmap_colours;
pub mod inspection;
pub mod key_label;
pub mod keyboard;
pub mod keymap;
pub mod launch;
pub mod lesson;
pub mod lesson_keys;
mod link;
pub mod look;
pub mod marked_export;
pub mod marks_file;
pub mod matrix;
pub mod message;
pub mod model_registry;
pub mod models;
pub mod open_overlay;
pub mod opener;
pub mod opening;
pub mod overlay;
mod pair_rows;
pub mod pair_scorer;
pub mod pair_settings;
pub mod pair_threads;
pub mod pairs_list;
pub mod picker;
pub mod results;
pub mod scene;
pub mod screen_svg;
pub mod screenshot;
pub mod session;
pub mod session_file;
pub mod signals;
pub mod startup;
pub mod state;
pub mod terminal;
pub mod terminal_replies;
pub mod theme;
pub mod update;
pub mod view;
pub mod visibility;
pub mod walkthrough;
pub mod worker;

pub use event_loop::{Platform, Tui};
pub use launch::{run, run_pairs};
