//! The cache of models, and how the hub is reached.

use crate::checkup::{Section, anonymous, set_variables};
use bertscope_models::Hub;
use bertscope_models::hub::HubSettings;
use bertscope_printable::size;

pub fn cache() -> Section {
    let mut section = Section::new("Model cache");
    let hub = Hub::from_env();
    let folder = hub.cache();
    let absent = if folder.is_dir() {
        ""
    } else {
        " (does not exist)"
    };
    section.fact("folder", anonymous(folder) + absent);
    for model in hub.list() {
        section.fact(model.name.to_string(), size(model.bytes));
    }
    // Downloads resume, so that this is no problem.
    for model in hub.list_incomplete() {
        section.fact(model.id, format!("incomplete: {}", model.missing));
    }
    section
}

pub fn network() -> Section {
    let mut section = Section::new("Hub");
    let settings = HubSettings::from_env();
    section.fact("endpoint", settings.redacted_endpoint());
    #[cfg(feature = "hub")]
    match settings.proxy() {
        Ok(proxy) => section.fact("proxy", proxy.as_deref().unwrap_or("none")),
        Err(problem) => {
            section.fact("proxy", "unknown");
            section.problems.push(problem);
        }
    }
    let direct = set_variables(&["NO_PROXY", "no_proxy"]);
    if !direct.is_empty() {
        section.fact(
            "hosts without the proxy",
            format!("by {}", direct.join(", ")),
        );
    }
    let switches = set_variables(&["HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"]);
    let offline = match (settings.offline, &switches[..]) {
        (true, switches) => format!("yes, by {}", switches.join(", ")),
        (false, []) => "no".to_owned(),
        (false, switches) => format!("no: {} is not 1, true, yes or on", switches.join(", ")),
    };
    section.fact("offline", offline);
    let token = if settings.token.is_some() {
        "set"
    } else {
        "none"
    };
    section.fact("access token", token);
    section
}
