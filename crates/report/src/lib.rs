//! Renders an analysis and its explanations, in four rooms: [`topics`], the answers as sheets; [`explanation`], what
//! files and the walkthrough say; [`export`], one pair as a picture, document or link; [`findings`], results over a file. The
//! other modules are below them.

pub mod direction;
pub mod explanation;
pub mod export;
pub mod findings;
pub mod json_parts;
mod sequence;
pub mod topics;

use bertscope_sheet::escaping;
pub use bertscope_sheet::{label, number, wrap};
pub use direction::MatchDirection;
pub use export::PairOrigin;
pub use findings::ScoredCandidate;
pub use sequence::{distinct, next_variant};
