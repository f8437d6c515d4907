//! What is typed over the pairs of a file: the note of a pair, and edits of pairs that are not on the screen.

mod drafts;
mod note;

pub use drafts::{Drafts, Preview};
pub use note::NoteDraft;
