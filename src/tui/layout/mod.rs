//! What stands where on the screen: the areas of the panels, and the lines of text that decide how high they are. It is
//! the same for drawing, for the mouse and for scrolling.

mod body;
pub mod clickable_line;
mod compute;
pub mod derivation;
pub mod footer;
pub mod geometry;
pub mod guess;
pub mod hit_test;
pub mod large_text;
pub mod lesson;
pub mod lists;
pub mod notice;
pub mod opening_progress;
pub mod pair_line;
pub mod panel;
pub mod score;
pub mod screen;
pub mod texts;
pub mod walkthrough;

pub use compute::{has_room_for_detail, lay_out};
