//! Files and folders that the pages for developers name: each exists.

use std::path::Path;

use super::fences::without_blocks;
use super::{ROOT, files, name};

/// What the name of a file of the repository ends with, where it has no folder before it.
const EXTENSIONS: [&str; 11] = [
    "rs", "toml", "tsv", "md", "py", "sh", "mjs", "js", "html", "json", "css",
];

/// Whether code in a sentence is a path: it has a slash, or the extension of a source file. `NAME` stands for any name.
fn is_path(code: &str) -> bool {
    if !code.chars().all(is_plain) || code.contains("NAME") {
        return false;
    }
    let extension = code.rsplit_once('.').map(|(_, extension)| extension);
    code.contains('/') || extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
}

fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_./-".contains(c)
}

/// The paths of a page, each with its line.
fn paths(page: &str) -> Vec<(usize, String)> {
    let mut paths = Vec::new();
    for (index, line) in without_blocks(page).lines().enumerate() {
        let code = line.split('`').skip(1).step_by(2);
        let found = code.filter(|code| is_path(code));
        paths.extend(found.map(|path| (index + 1, path.to_owned())));
    }
    paths
}

/// Whether a path exists: from the root, or as the end of the path of a file or folder below `folder`.
fn exists(path: &str, folder: &str) -> bool {
    let path = path.trim_end_matches('/');
    if Path::new(ROOT).join(path).exists() {
        return true;
    }
    files(folder)
        .iter()
        .any(|file| format!("/{}/", name(file)).contains(&format!("/{path}/")))
}

/// The paths of a page that do not exist. A page of a crate names files of that crate, or says where the others are.
fn missing(page_name: &str, page: &str) -> Vec<String> {
    let folder = page_name.strip_suffix("README.md").unwrap_or_default();
    let paths = paths(page).into_iter();
    let missing = paths.filter(|(_, path)| !exists(path, folder));
    missing
        .map(|(line, path)| format!("{page_name}:{line}: no {path}"))
        .collect()
}

#[test]
fn every_file_and_folder_that_a_page_for_developers_names_exists() {
    let mut pages = vec!["ARCHITECTURE.md".to_owned(), "CONTRIBUTING.md".to_owned()];
    let of_crates = files("crates").into_iter().map(|path| name(&path));
    pages.extend(of_crates.filter(|page| {
        let parts: Vec<&str> = page.split('/').collect();
        matches!(parts[..], ["crates", _, "README.md"])
    }));
    let mut missing_paths = Vec::new();
    let mut path_count = 0;
    for page_name in &pages {
        let page = std::fs::read_to_string(Path::new(ROOT).join(page_name)).unwrap();
        path_count += paths(&page).len();
        missing_paths.extend(missing(page_name, &page));
    }
    assert!(pages.len() > 12 && path_count > 150, "{path_count} paths");
    assert!(missing_paths.is_empty(), "{}", missing_paths.join("\n"));
}

#[test]
fn a_path_has_a_slash_or_an_extension_and_a_wrong_one_is_named_with_its_line() {
    for path in ["src/tui", "kernel/", "mod.rs", ".ci/run", "keys.tsv"] {
        assert!(is_path(path), "{path}");
    }
    for other in ["0.3.13", "cargo test", "Pair", "examples/NAME", "a::b.rs"] {
        assert!(!is_path(other), "{other}");
    }
    let page = "# A page\n`src/main.rs` and `score.rs`\n```text\n`no/such.rs`\n```\n`rows.rs`, `src/no.rs`";
    let expected = [
        "crates/metric/README.md:6: no rows.rs",
        "crates/metric/README.md:6: no src/no.rs",
    ];
    assert_eq!(missing("crates/metric/README.md", page), expected);
}
