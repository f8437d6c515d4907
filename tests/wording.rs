//! One word for each concept, plain English, British spelling: `tests/data/wording.tsv` says what is not to be written.

mod prose;

use std::process::Command;

use bertscope::testing::Cli;
use clap::CommandFactory;
use prose::{Language, prose};
use regex::Regex;

use crate::docs::{files, name};

/// A row of the table.
struct Rule {
    phrase: Regex,
    /// A word of another spelling, which may be right as a name in a program.
    spelling: bool,
    instead: &'static str,
    /// Starts of the paths that may say it.
    except: Vec<&'static str>,
}

fn rules() -> Vec<Rule> {
    let rows = include_str!("data/wording.tsv")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let rule = |row: &'static str| {
        let fields: Vec<&str> = row.split('\t').collect();
        let [kind, phrase, instead, ref except @ ..] = fields[..] else {
            panic!("three or four fields: {row}")
        };
        assert!(
            ["phrase", "spelling"].contains(&kind) && except.len() <= 1,
            "{row}"
        );
        // A phrase may go on in the next line, but not in the next paragraph.
        let phrase = format!(r"(?i)\b(?:{})\b", phrase.replace(' ', r"[ \t]*[ \n][ \t]*"));
        Rule {
            phrase: Regex::new(&phrase).unwrap_or_else(|error| panic!("{row}: {error}")),
            spelling: kind == "spelling",
            instead,
            except: except.iter().flat_map(|paths| paths.split(' ')).collect(),
        }
    };
    rows.map(rule).collect()
}

/// Whether a word that was found is a name rather than prose: an identifier, an option, a property, a type, a file.
fn is_name(text: &str, start: usize, end: usize) -> bool {
    let (before, after) = (&text[..start], &text[end..]);
    let joined = |c: char| {
        [
            '_', '-', '.', '/', ':', '#', '=', '<', '$', '@', '&', '"', '\'', '(',
        ]
        .contains(&c)
    };
    let mut follows = after.chars();
    let goes_on = match follows.next() {
        Some('.') => follows.next().is_some_and(char::is_alphanumeric),
        Some(c) => ['_', '-', '/', ':', ';', '=', '(', '"', '\'', '>'].contains(&c),
        None => false,
    };
    let is_type = text[start..].starts_with(char::is_uppercase) && {
        let line = before.rsplit('\n').next().unwrap().trim_end_matches(' ');
        !(line.is_empty() || line.ends_with(['.', '!', '?', '|', '*', prose::COVER]))
    };
    let is_whole_text = before.ends_with(prose::COVER) && after.starts_with(prose::COVER);
    let is_upper = text[start..end].chars().all(char::is_uppercase);
    before.ends_with(joined) || goes_on || is_type || is_whole_text || is_upper
}

/// What a text should not say: line, phrase, and what to write instead.
fn hits<'a>(rules: &'a [Rule], path: &str, text: &str) -> Vec<(usize, String, &'a str)> {
    let mut hits = Vec::new();
    for rule in rules
        .iter()
        .filter(|rule| !rule.except.iter().any(|start| path.starts_with(start)))
    {
        for found in rule.phrase.find_iter(text) {
            if !rule.spelling || !is_name(text, found.start(), found.end()) {
                let phrase = found
                    .as_str()
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ");
                hits.push((
                    text[..found.start()].matches('\n').count() + 1,
                    phrase,
                    rule.instead,
                ));
            }
        }
    }
    hits.sort();
    hits
}

/// The language of a file that is read, by its name in the repository.
fn language(path: &str) -> Option<Language> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let extension = name.rsplit_once('.')?.1;
    let tests = path
        .split('/')
        .any(|part| part == "tests" || part == "tests.rs");
    match extension {
        "md" => Some(Language::Markdown),
        "tsv" if folder.starts_with("src/") => Some(Language::Markdown),
        "toml" if folder == "assets/lessons" => Some(Language::Toml),
        "rs" if !tests => Some(Language::Rust),
        "js" if folder == "web/page" => Some(Language::Script),
        "html" if folder == "web/page" => Some(Language::Html),
        "py" | "pyi" if folder == "python/bertscope" => Some(Language::Python),
        _ => None,
    }
}

fn help(subcommand: Option<&str>) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_bertscope"))
        .args(subcommand)
        .arg("--help")
        .output()
        .unwrap();
    String::from_utf8(done.stdout).unwrap()
}

/// Everything that a person reads, by path, and the prose of it.
fn everything() -> Vec<(String, String)> {
    let mut texts = Vec::new();
    for path in files("") {
        let name = name(&path);
        if let Some(language) = language(&name) {
            texts.push((
                name,
                prose(&std::fs::read_to_string(path).unwrap(), language),
            ));
        }
    }
    texts.push((
        "bertscope --help".to_owned(),
        prose(&help(None), Language::Help),
    ));
    for subcommand in Cli::command().get_subcommands() {
        let name = subcommand.get_name();
        texts.push((
            format!("bertscope {name} --help"),
            prose(&help(Some(name)), Language::Help),
        ));
    }
    texts
}

#[test]
fn everything_that_a_person_reads_keeps_to_the_vocabulary() {
    let rules = rules();
    let texts = everything();
    assert!(texts.len() > 300, "only {} files are read", texts.len());
    let mut report = Vec::new();
    for (path, text) in &texts {
        let hits = hits(&rules, path, text);
        report.extend(
            hits.iter().map(|(line, phrase, instead)| {
                format!("{path}:{line}: {phrase:?}: write {instead}")
            }),
        );
    }
    assert!(
        report.is_empty(),
        "{} phrases\n{}",
        report.len(),
        report.join("\n")
    );
}

#[test]
fn a_phrase_is_found_across_lines_and_a_spelling_only_in_prose() {
    let rules = rules();
    let found = |text: &str| hits(&rules, "docs/x.md", &prose(text, Language::Markdown)).len();
    for bad in [
        "It can\nnot.",
        "Somebody reads.",
        "A red color.",
        "Color the cells.",
        "a gray center",
        "any behavior.",
    ] {
        assert!(found(bad) > 0, "{bad}");
    }
    for good in [
        "It can\n\nnot.",
        "`can not`",
        "the type Color",
        "text-align: center;",
        "--color",
        "Cannot",
        "`color`",
    ] {
        assert_eq!(found(good), 0, "{good}");
    }
}

#[test]
fn the_table_has_no_row_twice() {
    let mut phrases: Vec<String> = rules().iter().map(|rule| rule.phrase.to_string()).collect();
    let count = phrases.len();
    phrases.sort();
    phrases.dedup();
    assert!(phrases.len() == count && count > 60, "{count}");
}
