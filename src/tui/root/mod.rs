//! What ties the parts: the state, the stack of open parts, the one path of events, the areas of a frame, and its drawing.

pub mod act;
pub mod analysis;
pub mod body;
pub mod draw;
pub mod enter_and_esc;
pub mod focus;
pub mod frame;
pub mod hit_test;
pub mod keys;
pub mod layout;
pub mod mouse;
pub mod overlay;
pub mod settings;
pub mod stack;
pub mod state;
pub mod status;
pub mod update;
