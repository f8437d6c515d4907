//! The real program in a pseudo terminal.

mod demo;
mod film;
mod inspector;
mod losses;
mod printed;
mod replies;
mod signals;
pub mod support;
mod teach;
