//! Options for explanations, of `score` and `plot`.

use clap::Args;

use crate::usage_error::{UsageError, refuse};
use bertscope_explain::Topic;
use bertscope_report::distinct;

#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(try_from = "String")]
pub struct Topics(pub Vec<Topic>);

impl TryFrom<String> for Topics {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self(Topic::ALL.to_vec()));
        }
        let topics: Result<Vec<Topic>, String> = text.split(',').map(topic).collect();
        Ok(Self(topics?))
    }
}

fn topic(name: &str) -> Result<Topic, String> {
    for &topic in Topic::ALL {
        if topic.name().eq_ignore_ascii_case(name.trim()) {
            return Ok(topic);
        }
    }
    Err(format!(
        "unknown explanation {name:?}; use all, or some of {}",
        topic_names()
    ))
}

fn topic_names() -> String {
    let names: Vec<&str> = Topic::ALL.iter().map(|topic| topic.name()).collect();
    names.join(",")
}

fn explain_help() -> String {
    format!(
        "Explain the score: all, or some of {}. In JSON, the numbers of each explanation are under \"data\" (docs/analysis-format.md)",
        topic_names()
    )
}

#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Why")]
pub struct ExplainArgs {
    #[arg(long, value_name = "TOPICS", help = explain_help(), value_parser = |text: &str| Topics::try_from(text.to_owned()))]
    pub explain: Vec<Topics>,
    /// The candidate before an edit, for --explain edit
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub before: Option<String>,
    /// Another candidate for the same reference, for --explain compare. Repeat it for several
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub against: Vec<String>,
}

impl ExplainArgs {
    /// Refuses a text that no explanation would use.
    pub fn check(&self) -> Result<(), UsageError> {
        let topics = self.topics();
        if self.before.is_some() && !topics.contains(&Topic::Edit) {
            return refuse("--before is for the explanation of an edit; add --explain edit");
        }
        if !self.against.is_empty() && !topics.contains(&Topic::Compare) {
            return refuse("--against is for the comparison of candidates; add --explain compare");
        }
        Ok(())
    }

    /// The topics to explain, in the order given, without repetitions.
    pub fn topics(&self) -> Vec<Topic> {
        distinct(
            self.explain
                .iter()
                .flat_map(|topics| topics.0.iter().copied()),
        )
    }
}
