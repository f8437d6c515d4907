//! The real program in a pseudo terminal.

mod inspector;
mod printed;
mod support;
mod teach;
