//! The real program in a pseudo terminal.

mod inspector;
mod losses;
mod printed;
mod signals;
mod support;
mod teach;
