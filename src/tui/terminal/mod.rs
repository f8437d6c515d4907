//! The terminal: bytes in, as keys and signals, modes and colours out. It knows nothing of the other rooms.

pub mod ansi256;
#[cfg(unix)]
pub mod answers;
mod clipboard;
pub mod color_depth;
#[cfg(unix)]
mod decode;
pub mod event;
pub mod guard;
pub mod heatmap_colours;
pub mod keyboard;
#[cfg(unix)]
mod sequences;
pub mod signals;
pub mod theme;
pub mod theme_colors;
#[cfg(unix)]
mod tty;
