//! The real program in a pseudo terminal.

mod demo;
mod film;
mod inspector;
mod losses;
mod open;
mod pictures;
mod printed;
mod replies;
mod signals;
mod still;
pub mod support;
mod teach;
mod window;
