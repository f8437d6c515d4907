//! The program: the command line contract, the inspector, and downloads from a hub that runs in the test.

mod bundle;
mod cli;
mod hub;
#[cfg(unix)]
mod pty;
mod tui;
