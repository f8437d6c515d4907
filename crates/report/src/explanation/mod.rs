//! Explanations for screens and files: the section of a file, the settings of a sheet, the costliest word and the
//! walkthrough. The sheets are in [`crate::topics`].

mod costliest;
mod section;
pub mod walkthrough;

pub use crate::topics::{Controls, SheetSettings};
pub use costliest::{costliest_token, costliest_word};
pub use section::{COLUMNS, Section, SectionRow};
