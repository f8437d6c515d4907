//! The program: the command line contract and the inspector.

mod bundle;
mod cli;
#[cfg(unix)]
mod pty;
mod tui;
