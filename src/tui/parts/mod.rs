//! What one sees: each part with its state, its areas, its drawing and what it does.

pub mod copy;
pub mod crosshair;
pub mod derivation;
pub mod export;
pub mod footer;
pub mod guess;
pub mod header;
pub mod heatmap;
pub mod lesson;
pub mod marks;
pub mod notice;
pub mod opening;
pub mod pairs;
pub mod palette;
pub mod panel;
pub mod picker;
pub mod scores;
pub mod summary;
pub mod texts;
pub mod walkthrough;
