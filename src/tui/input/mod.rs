//! What the user can type, press and ask for: texts under edit, keys, actions and commands. It knows neither the
//! state nor what an action does.

pub mod boundaries;
pub mod command_palette;
pub mod editor;
pub mod focus;
pub mod keymap;
