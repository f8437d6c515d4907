//! Floor 5: the inspector.
pub mod palette {
/// p
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Palette { /// v
 Viridis }
}
pub mod theme {
/// p
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ColorDepth { /// v
 None }
}
/// x
pub fn run(_: &crate::cli::InspectArgs) -> color_eyre::Result<()> { Ok(()) }
