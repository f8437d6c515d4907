//! The real program in a pseudo terminal.

mod inspector;
mod support;
mod teach;
