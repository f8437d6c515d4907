//! Floor 5: an analysis written out.

pub mod agreement;
pub mod document;
pub mod exact;
pub mod explanation;
pub mod export;
pub mod json;
pub mod label;
pub mod lines;
pub mod markdown;
pub mod number;
pub mod palette;
pub mod picture;
pub mod python;
pub mod rows;
#[cfg(feature = "files")]
pub mod save;
pub mod scored;
pub mod scored_row;
pub mod summary;
pub mod text;
pub mod text_picture;

pub use scored::Scored;
pub use scored_row::ScoredRow;
