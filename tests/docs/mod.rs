//! The documentation: its commands run as printed, its links resolve, and its generated pages are current.

mod claims;
mod cli_page;
#[cfg(unix)]
mod commands;
mod config_page;
#[cfg(unix)]
mod expected;
mod fences;
mod fields;
mod links;
mod measured;
mod paths;
#[cfg(unix)]
mod shell;

use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Whether the pages are to be rewritten instead of compared.
fn writes() -> bool {
    std::env::var_os("BERTSCOPE_WRITE_DOCS").is_some()
}

/// All files of a folder of the repository and of those below it, sorted, without what is built.
pub fn files(folder: &str) -> Vec<PathBuf> {
    fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
        let Ok(entries) = std::fs::read_dir(folder) else {
            return;
        };
        for path in entries.map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if name.starts_with('.')
                || ["target", "node_modules", "dist", "__pycache__"].contains(&name.as_str())
            {
                continue;
            }
            if path.is_dir() {
                collect(&path, found);
            } else {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    collect(&Path::new(ROOT).join(folder), &mut found);
    found.sort();
    found
}

/// The Markdown files of a folder and of those below it.
fn markdown(folder: &str) -> Vec<PathBuf> {
    files(folder)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect()
}

/// A path as the repository names it.
pub fn name(path: &Path) -> String {
    path.strip_prefix(ROOT)
        .unwrap_or(path)
        .to_string_lossy()
        .replace('\\', "/")
}

/// A generated page: it is as the test says, or it is written.
fn assert_generated(path: &str, page: &str) {
    let file = Path::new(ROOT).join(path);
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    if written != page && writes() {
        return std::fs::write(file, page).unwrap();
    }
    assert!(
        written == page,
        "{path} is out of date: run this test with BERTSCOPE_WRITE_DOCS=1"
    );
}

#[test]
fn the_citation_file_has_the_version_of_the_program() {
    let citation = std::fs::read_to_string(Path::new(ROOT).join("CITATION.cff")).unwrap();
    assert!(
        citation.contains(concat!("\nversion: ", env!("CARGO_PKG_VERSION"), "\n")),
        "{citation}"
    );
}
