//! The real program in a pseudo terminal.

mod inspector;
mod losses;
mod signals;
mod support;
mod teach;
