//! Pictures of an analysis: SVG, PNG and an interactive page. All of them draw one layout: plain data, the position of
//! everything in pixels.

mod axes;
mod cells;
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

pub use html::html;
#[cfg(feature = "png")]
pub use png::png;
pub use svg::svg;
