//! The real program in a pseudo terminal.

use std::path::Path;

use support::Session;

mod docs;
mod inspector;
mod log;
mod losses;
mod open;
mod printed;
mod replies;
mod scripts;
mod signals;
pub mod support;
mod teach;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_bertscope");

impl Session {
    /// The inspector at 100×30, with its files under `state`.
    pub fn start(state: &Path, arguments: &[&str]) -> Self {
        Self::run(state, PROGRAM, arguments)
    }

    /// The same, after its first score.
    pub fn scored(state: &Path, arguments: &[&str]) -> Self {
        let mut session = Self::start(state, arguments);
        session.wait_for("a score", |screen| screen.contains("F1  ."));
        session
    }

    /// The inspector on two given texts, after its first score, with the cursor in the candidate.
    pub fn on_a_pair(state: &Path, arguments: &[&str]) -> Self {
        let texts = [
            "-r",
            "The ferry leaves at noon.",
            "-c",
            "The boat departs at midday.",
        ];
        Self::scored(state, &[&texts, arguments].concat())
    }
}
