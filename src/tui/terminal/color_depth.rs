//! How many colours the terminal has, and which variable says so.

use std::io::stdout;

use super::theme::ColorDepth;
use termprofile::{DetectorSettings, Env, EnvVarSource, TermProfile, TermVars};

/// The variables that may decide, those that overrule others first. The last ones tell of a service that runs jobs and
/// shows their output, which decides before the terminal.
const VARIABLES: [&str; 24] = [
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR_FORCE",
    "CLICOLOR",
    "TTY_FORCE",
    "COLORTERM",
    "TERM_PROGRAM",
    "TMUX",
    "TERM",
    "GOOGLE_CLOUD_SHELL",
    "GITHUB_ACTIONS",
    "GITEA_ACTIONS",
    "CIRCLECI",
    "GITLAB_CI",
    "DRONE",
    "CI_NAME",
    "APPVEYOR",
    "TRAVIS",
    "BUILDKITE",
    "AGENT_NAME",
    "TEAMCITY_VERSION",
    "TF_BUILD",
    "CIRRUS_CI",
    "CI",
];

/// The colours of the terminal on standard output.
pub fn detect() -> ColorDepth {
    detect_from(&Env)
}

/// The variables without which the depth would be another.
pub fn deciding_variables() -> Vec<&'static str> {
    let depth = detect();
    let mut names = VARIABLES.to_vec();
    names.retain(|name| detect_from(&Without(name)) != depth);
    names
}

fn detect_from(source: &impl EnvVarSource) -> ColorDepth {
    let variables = TermVars::from_source(source, &stdout(), DetectorSettings::default());
    match TermProfile::detect_with_vars(variables) {
        TermProfile::NoTty | TermProfile::NoColor => ColorDepth::None,
        TermProfile::Ansi16 => ColorDepth::Ansi16,
        TermProfile::Ansi256 => ColorDepth::Ansi256,
        TermProfile::TrueColor => ColorDepth::True,
    }
}

/// The environment without one variable.
struct Without(&'static str);

impl EnvVarSource for Without {
    fn var(&self, name: &str) -> Option<String> {
        if name == self.0 { None } else { Env.var(name) }
    }
}
