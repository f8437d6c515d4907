//! Options of the inspector, which `lesson` and `open` have too.

use bertscope_analysis::Idf;
use clap::Args;

use super::MetricArgs;
use crate::appearance::Appearance;
use crate::inspector_options::InspectorOptions;

/// Options of the inspector.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub struct InspectorArgs {
    /// The reference text; repeat it to compare several references [default: from the last session, or an example]
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    pub reference: Vec<String>,
    /// The candidate text
    #[arg(short, long, value_name = "TEXT", allow_hyphen_values = true)]
    pub candidate: Option<String>,
    #[command(flatten)]
    pub metric: MetricArgs,
    #[command(flatten)]
    pub appearance: Appearance,
    /// Start fresh: do not load or save the texts and settings of the session
    #[arg(long)]
    pub no_session: bool,
}

impl InspectorArgs {
    /// What the options ask of the inspector. `bare` is the meaning of `--idf` without a file.
    pub fn options(&self, bare: Idf) -> InspectorOptions {
        InspectorOptions {
            reference: self.reference.clone(),
            candidate: self.candidate.clone(),
            request: self.metric.request(bare),
            device: self.metric.device,
            appearance: self.appearance,
            no_session: self.no_session,
            ..InspectorOptions::default()
        }
    }
}
