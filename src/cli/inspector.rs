//! Options of the inspector, which `lesson` and `open` have too.

use std::path::PathBuf;

use bertscope_analysis::Idf;
use clap::Args;

use super::MetricArgs;
use crate::appearance::Appearance;
use crate::inspector_options::{ConfigRequest, InspectorOptions};

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
    /// Use this configuration instead of your own [default: $BERTSCOPE_CONFIG, or the file that bertscope config names]
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,
    /// Use no configuration
    #[arg(long)]
    pub no_config: bool,
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
            config: ConfigRequest {
                file: self.config.clone(),
                is_off: self.no_config,
            },
            no_session: self.no_session,
            ..InspectorOptions::default()
        }
    }
}
