//! Pictures of an analysis: SVG, PNG and an interactive page. All of them draw one layout: plain data, the position of
//! everything in pixels.

pub(crate) mod axes;
pub(crate) mod cells;
pub mod compact;
mod description;
mod explanation;
#[cfg(feature = "png")]
mod fonts;
pub(crate) mod geometry;
pub mod html;
pub(crate) mod ink;
pub(crate) mod label;
mod layout;
pub(crate) mod legend;
pub(crate) mod measure;
pub mod notes;
pub(crate) mod pen;
#[cfg(feature = "png")]
mod png;
pub(crate) mod svg;
pub mod typeface;

pub use description::description;
pub use html::html;
pub use ink::hex;
#[cfg(feature = "png")]
pub use png::png;
pub use svg::{matrix_svg, on_page, svg, token_name};
