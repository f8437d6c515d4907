//! Options of `bertscope lesson`.

use std::path::PathBuf;

use clap::Args;

use super::InspectArgs;

/// Options of `bertscope lesson`.
#[derive(Debug, Args)]
pub struct LessonArgs {
    /// A lesson's file (TOML, see docs/lessons.md), or one of those inside: gallery, first-steps, what-it-misses,
    /// weights-and-scales, context, hour
    #[arg(value_name = "FILE|NAME", default_value = "gallery")]
    pub lesson: String,
    /// Check what the lesson claims against the model's numbers, and exit. With --html the page is written only if all
    /// of it holds
    #[arg(long)]
    pub check: bool,
    /// Write the lesson as a page for hand-outs, complete in one file, and leave
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// With --html: a worksheet, without the answers to its questions; the last page is the key
    #[arg(long, requires = "html")]
    pub worksheet: bool,
    /// Show the teacher's notes: below each step in the inspector, or with --html on the page
    #[arg(long)]
    pub notes: bool,
    /// The inspector's options.
    #[command(flatten)]
    pub inspect: InspectArgs,
}
