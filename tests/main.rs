//! The program: the command line contract, the inspector, and what is written about them.

mod bundle;
mod cli;
mod docs;
mod facade;
#[cfg(unix)]
mod pty;
mod tui;
mod wording;
