//! What `compare` and `report` share: which systems there are, what they are called, and how their candidates are scored.

mod entities;
pub mod input;
pub mod names;
mod other_settings;
pub mod remarks;
mod repeated_ids;
pub mod saved;
pub mod saved_segments;
pub mod scoring;
