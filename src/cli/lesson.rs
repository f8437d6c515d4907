//! Options of `bertscope lesson`.

use std::path::PathBuf;

use clap::Args;

use super::InspectorArgs;

#[derive(Debug, Args)]
pub struct LessonArgs {
    /// A lesson file (TOML, see docs/lessons.md) or a bundled lesson: gallery, first-steps, what-it-misses,
    /// weights-and-scales, context, hour, why
    #[arg(value_name = "FILE|NAME", default_value = "gallery")]
    pub lesson: String,
    /// Check the lesson's claims against the model's numbers, and exit. With --html, the page is written only if all
    /// claims hold
    #[arg(long)]
    pub check: bool,
    /// Write the lesson as a single-file HTML handout, and exit
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// With --html: write a worksheet without the answers; the last page is the answer key
    #[arg(long, requires = "html")]
    pub worksheet: bool,
    /// Show the teacher's notes below each step, or with --html on the page
    #[arg(long)]
    pub notes: bool,
    /// The inspector's options.
    #[command(flatten)]
    pub inspect: InspectorArgs,
}
