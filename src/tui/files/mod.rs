//! What is read and written: session, marks, exported pairs, links. It knows the state, but neither threads nor the
//! screen.

pub(in crate::tui) mod link;
pub mod marked_export;
pub mod session;
pub mod session_file;
