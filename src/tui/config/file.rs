//! Where the user's configuration is, and what is told of it at the start.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use etcetera::{BaseStrategy, choose_base_strategy};

use crate::inspector_options::ConfigRequest;
use crate::tui::config::{Config, ParsedConfig, parse};
use bertscope_models::ModelError;
use bertscope_models::text_file::read_text;

const VARIABLE: &str = "BERTSCOPE_CONFIG";

/// The file, and who named it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigPlace {
    pub path: PathBuf,
    /// Whether the user named it, so that it has to exist.
    pub is_named: bool,
}

/// The file of the command line, of the environment, or in the system's folder for configurations.
pub fn place(named: Option<&Path>) -> Option<ConfigPlace> {
    let variable = std::env::var_os(VARIABLE).filter(|path| !path.is_empty());
    if let Some(path) = named.map(Path::to_owned).or(variable.map(PathBuf::from)) {
        return Some(ConfigPlace {
            path,
            is_named: true,
        });
    }
    let folders = choose_base_strategy().ok()?;
    Some(ConfigPlace {
        path: folders.config_dir().join("bertscope").join("config.toml"),
        is_named: false,
    })
}

impl ConfigPlace {
    /// What the file says; `None` if there is none, and none was named.
    pub fn read(&self) -> Result<Option<ParsedConfig>, ModelError> {
        if !self.is_named && !self.path.exists() {
            return Ok(None);
        }
        Ok(Some(parse(&read_text(&self.path)?)))
    }
}

/// The configuration that the inspector starts with.
#[derive(Debug, Clone, Default)]
pub struct LoadedConfig {
    pub config: Config,
    /// The file, which no export may replace.
    pub path: Option<PathBuf>,
    /// What is wrong with the file, as a sentence.
    pub notice: Option<String>,
}

/// Reads the configuration. A file of the command line has to be readable; with any other, the inspector starts, and says
/// what is wrong.
pub fn load(request: &ConfigRequest) -> Result<LoadedConfig, ModelError> {
    let place = place(request.file.as_deref()).filter(|_| !request.is_off);
    let Some(place) = place else {
        return Ok(LoadedConfig::default());
    };
    let parsed = match place.read() {
        Ok(parsed) => parsed.unwrap_or_default(),
        Err(error) if request.file.is_some() => return Err(error),
        Err(error) => {
            return Ok(LoadedConfig {
                notice: Some(format!("The configuration was not used: {error}.")),
                ..LoadedConfig::default()
            });
        }
    };
    let check = check_command(request.file.as_deref());
    Ok(LoadedConfig {
        notice: notice(&place.path, &parsed, &check),
        config: parsed.config,
        path: Some(place.path),
    })
}

/// The command that lists all faults of the file of the command line, or of the user's own.
pub fn check_command(file: Option<&Path>) -> String {
    match file {
        Some(file) => format!("bertscope config --check {}", file.display()),
        None => "bertscope config --check".to_owned(),
    }
}

/// The first fault of a file, and the command that lists the others.
fn notice(path: &Path, parsed: &ParsedConfig, check: &str) -> Option<String> {
    let first = parsed.faults.first()?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut notice = format!("{name}, {first}. The rest of the file is used.");
    let count = parsed.faults.len();
    if count > 1 {
        let _ = write!(notice, " It has {count} faults in all: {check} lists them.");
    }
    Some(notice)
}
