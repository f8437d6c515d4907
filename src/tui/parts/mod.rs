//! What one sees: each part with its state, its areas, its drawing and what it does.

pub mod palette;
