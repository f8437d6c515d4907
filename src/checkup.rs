//! A section of `bertscope doctor`: facts, and what is broken.

use std::path::{Path, PathBuf};

use bertscope_sheet::{Cell, Fact};

#[derive(Debug)]
pub struct Section {
    pub title: &'static str,
    pub facts: Vec<Fact>,
    /// What is broken, and what to do about it.
    pub problems: Vec<String>,
}

impl Section {
    pub fn new(title: &'static str) -> Self {
        Self {
            title,
            facts: Vec::new(),
            problems: Vec::new(),
        }
    }

    pub fn fact(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.facts.push(Fact::new(name, Cell::named(value)));
    }
}

/// A path in which `~` stands for the home folder, and for the name of its owner elsewhere.
pub fn anonymous(path: &Path) -> String {
    let Some(home) = std::env::home_dir() else {
        return path.display().to_string();
    };
    if let Ok(rest) = path.strip_prefix(&home) {
        return Path::new("~").join(rest).display().to_string();
    }
    let mut shown = PathBuf::new();
    for part in path {
        let is_owner = home.file_name() == Some(part);
        shown.push(if is_owner { "~".as_ref() } else { part });
    }
    shown.display().to_string()
}

/// The names of these variables that are set, and not empty.
pub fn set_variables(names: &[&'static str]) -> Vec<&'static str> {
    names.iter().copied().filter(|name| is_set(name)).collect()
}

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}
