//! Pictures of an analysis: SVG, PNG and an interactive page. All of them draw one layout: plain data, the position of
//! everything in pixels.

mod axes;
mod cells;
mod description;
pub mod figure;
#[cfg(feature = "png")]
mod fonts;
mod geometry;
pub mod html;
mod ink;
mod label;
mod layout;
mod legend;
mod measure;
mod pen;
#[cfg(feature = "png")]
mod png;
mod remarks;
mod svg;
mod typeface;

pub use description::description;
pub use html::{html, number_tables};
#[cfg(feature = "png")]
pub use png::png;
pub use svg::{matrix_svg, svg};
