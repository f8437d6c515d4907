//! Links between the pages of the repository.

use std::collections::{HashMap, HashSet};
use std::path::{Component, Path, PathBuf};

use super::fences::without_blocks;
use super::{ROOT, markdown, name};

/// A link: its line, the path that it names, and the anchor.
struct Link {
    line: usize,
    path: String,
    anchor: String,
}

/// A line without its code spans.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

/// The links of a page to other files and to headings.
fn links(page: &str) -> Vec<Link> {
    let mut links = Vec::new();
    for (i, line) in without_blocks(page).lines().enumerate() {
        // A label may be code, the target is not.
        let line = without_code(line);
        let mut targets: Vec<&str> = Vec::new();
        for (start, end) in [("](", ')'), ("href=\"", '"'), ("src=\"", '"')] {
            let found = line
                .split(start)
                .skip(1)
                .filter_map(|rest| rest.split_once(end));
            targets.extend(found.map(|(target, _)| target));
        }
        if line.starts_with('[') {
            targets.extend(line.split_once("]: ").map(|(_, target)| target));
        }
        for target in targets {
            let target = target.split_whitespace().next().unwrap_or_default();
            if target.contains(':') {
                continue;
            }
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            links.push(Link {
                line: i + 1,
                path: path.to_owned(),
                anchor: anchor.to_owned(),
            });
        }
    }
    links
}

/// The anchors of a page, by the rule of GitHub: lower case, no punctuation, a hyphen for each space, numbered if repeated.
fn anchors(page: &str) -> HashSet<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut anchors = HashSet::new();
    for line in without_blocks(page).lines() {
        let hashes = line.len() - line.trim_start_matches('#').len();
        if (1..=6).contains(&hashes) && line[hashes..].starts_with(' ') {
            let title = title(&line[hashes..]).to_lowercase();
            let kept = |c: &char| c.is_alphanumeric() || ['-', '_', ' '].contains(c);
            let anchor: String = title
                .trim()
                .chars()
                .filter(kept)
                .collect::<String>()
                .replace(' ', "-");
            let count = counts.entry(anchor.clone()).or_default();
            anchors.insert(if *count == 0 {
                anchor
            } else {
                format!("{anchor}-{count}")
            });
            *count += 1;
        }
        for start in ["id=\"", "name=\""] {
            anchors.extend(
                line.split(start)
                    .skip(1)
                    .filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())),
            );
        }
    }
    anchors
}

/// A heading with the labels of its links instead of the links.
fn title(heading: &str) -> String {
    let mut rest = heading;
    let mut title = String::new();
    while let Some((before, after)) = rest.split_once("](") {
        title.push_str(before);
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    title + rest
}

/// The file that a link names, from the page that has it.
fn target(page: &Path, link: &Link) -> PathBuf {
    if link.path.is_empty() {
        return page.to_owned();
    }
    let folder = if link.path.starts_with('/') {
        Path::new(ROOT)
    } else {
        page.parent().unwrap()
    };
    let mut target = PathBuf::new();
    for part in folder
        .join(link.path.trim_start_matches('/').replace("%20", " "))
        .components()
    {
        if part == Component::ParentDir {
            target.pop();
        } else {
            target.push(part);
        }
    }
    target
}

/// What is wrong with the links of a page.
fn broken(path: &Path, page: &str) -> Vec<String> {
    let mut broken = Vec::new();
    for link in links(page) {
        let target = target(path, &link);
        let mut say = |what: String| broken.push(format!("{}:{}: {what}", name(path), link.line));
        if !target.starts_with(ROOT) || target != path && !target.exists() {
            say(format!("no file {}", link.path));
        } else if !link.anchor.is_empty()
            && target
                .extension()
                .is_some_and(|extension| extension == "md")
        {
            let there = if target == path {
                page.to_owned()
            } else {
                std::fs::read_to_string(&target).unwrap()
            };
            if !anchors(&there).contains(&link.anchor) {
                say(format!(
                    "no heading for #{} in {}",
                    link.anchor,
                    name(&target)
                ));
            }
        }
    }
    broken
}

#[test]
fn every_link_leads_to_a_file_and_a_heading_that_exist() {
    let pages = markdown("");
    assert!(pages.len() > 20, "{}", pages.len());
    let broken: Vec<String> = pages
        .iter()
        .flat_map(|path| broken(path, &std::fs::read_to_string(path).unwrap()))
        .collect();
    assert!(
        broken.is_empty(),
        "{} broken links\n{}",
        broken.len(),
        broken.join("\n")
    );
}

#[test]
fn every_page_of_the_documentation_is_reachable_from_its_index() {
    let docs = Path::new(ROOT).join("docs");
    let mut reached = HashSet::from([docs.join("README.md")]);
    let mut next: Vec<PathBuf> = reached.iter().cloned().collect();
    while let Some(path) = next.pop() {
        let page = std::fs::read_to_string(&path).unwrap_or_default();
        for link in links(&page) {
            let target = target(&path, &link);
            let is_page = target.starts_with(&docs)
                && target
                    .extension()
                    .is_some_and(|extension| extension == "md");
            if is_page && target.exists() && reached.insert(target.clone()) {
                next.push(target);
            }
        }
    }
    let lost: Vec<String> = markdown("docs")
        .iter()
        .filter(|page| !reached.contains(*page))
        .map(|p| name(p))
        .collect();
    assert!(
        lost.is_empty() && docs.join("README.md").exists(),
        "not reachable from docs/README.md: {}",
        lost.join(", ")
    );
}

#[test]
fn anchors_follow_the_rule_of_github() {
    let page = "# Why not 1.0?\n## `--ask-column`, in short\n## Same\n### Same\n\n```text\n# no heading\n```\n\
        ## A [link](x.md) & `bert_score`\n<a id=\"own\"></a>\n## Übersicht · 2\n";
    let expected = [
        "why-not-10",
        "--ask-column-in-short",
        "same",
        "same-1",
        "a-link--bert_score",
        "own",
        "übersicht--2",
    ]
    .map(String::from);
    assert_eq!(anchors(page), HashSet::from(expected));
}

#[test]
fn links_in_code_are_no_links_and_broken_ones_are_named() {
    let here = Path::new(ROOT).join("docs/page.md");
    let page = "# Top\n[`code`](../README.md) [a](#top \"Top\") `[b](no.md)` [c](https://example.org/x)\n```text\n[d](no.md)\n\
        ```\n[e](no.md) ![f](../assets/no.svg)\n\n[g]: no-such.md\n[h](#bottom) [i](../../outside.md)\n";
    let expected = [
        "docs/page.md:6: no file no.md",
        "docs/page.md:6: no file ../assets/no.svg",
        "docs/page.md:8: no file no-such.md",
        "docs/page.md:9: no heading for #bottom in docs/page.md",
        "docs/page.md:9: no file ../../outside.md",
    ];
    assert_eq!(broken(&here, page), expected);
}
