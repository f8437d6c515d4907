//! The items of the library that other programs use: a change that was not meant to change them fails here.
//!
//! They are what the `lib.rs` of the facade and of the crates for others exports. The modules of the facade that are internal
//! crates are not followed.

use std::path::Path;

const FOR_OTHERS: [&str; 4] = [
    "src/lib.rs",
    "crates/metric/src/lib.rs",
    "crates/analysis/src/lib.rs",
    "crates/explain/src/lib.rs",
];

/// The names that a `lib.rs` exports, without hidden ones, in their order.
fn exports(source: &str) -> Vec<String> {
    let mut exports = Vec::new();
    let code = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join(" ");
    for statement in code
        .split_inclusive([';', '{', '}'])
        .scan(String::new(), |open, part| {
            // The braces of `use a::{B, C};` end no statement.
            open.push_str(part);
            let is_whole = !open.contains("use ") || part.ends_with(';');
            Some(if is_whole {
                std::mem::take(open)
            } else {
                String::new()
            })
        })
    {
        let Some((attributes, item)) = statement
            .split_once("pub ")
            .filter(|(before, _)| !before.contains("fn "))
        else {
            continue;
        };
        let item = item.trim_end_matches([';', '{', ' ']);
        match item.split_once("::{") {
            _ if attributes.contains("doc(hidden)") => {}
            Some((from, names)) => {
                let names = names
                    .trim_end_matches('}')
                    .split(',')
                    .map(str::trim)
                    .filter(|name| !name.is_empty());
                exports.extend(names.map(|name| format!("{from}::{name}")));
            }
            None if item.starts_with("fn ") || item.contains(": ") => {}
            None => exports.push(item.to_owned()),
        }
    }
    exports
}

#[test]
fn the_exported_items_are_those_that_were_promised() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let listed = FOR_OTHERS.map(|path| {
        let source = std::fs::read_to_string(root.join(path)).unwrap();
        format!("{path}\n  {}\n", exports(&source).join("\n  "))
    });
    let (listed, promised) = (listed.concat(), include_str!("data/facade.txt"));
    assert!(
        listed == promised,
        "the exported items changed; if that is meant, tests/data/facade.txt has to be:\n{listed}"
    );
}
