//! Renders an analysis and its explanations: pictures, pages, documents, rows and summaries.

pub mod direction;
pub mod document;
pub mod explanation;
pub mod export;
mod export_options;
pub mod figures;
pub mod findings;
pub mod handout;
pub mod json_numbers;
pub mod json_parts;
pub mod label;
pub mod link;
pub mod markdown;
pub mod number;
pub mod origin;
pub mod page_head;
pub mod palette;
pub mod picture;
pub mod python;
mod rendered;
pub mod rows;
#[cfg(feature = "files")]
pub mod save;
pub mod scored;
pub mod sheet;
pub mod text_picture;
pub mod wrap;

pub use direction::MatchDirection;
pub use origin::PairOrigin;
pub use rows::ScoredRow;
pub use scored::ScoredCandidate;
