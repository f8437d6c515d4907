//! The code that `compare` and `report` share: the systems, their names, and how their candidates are scored.

pub mod input;
pub mod names;
mod other_settings;
mod remarks;
pub mod run;
mod saved;
mod saved_order;
mod saved_reader;
pub mod saved_segments;
pub mod scoring;
