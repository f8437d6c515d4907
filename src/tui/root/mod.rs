//! What ties the parts: the state, the stack of open parts, the one path of events, the areas of a frame, and its drawing.

pub mod body;
pub mod dispatch;
pub mod draw;
pub mod hit_test;
pub mod keys;
pub mod layout;
pub mod mouse;
pub mod update;
