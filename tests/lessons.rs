//! Lessons: what their files may say, and whether what they claim is so.

use std::sync::Arc;

use bertscope::analysis::{Analyzer, Idf};
use bertscope::explain::Topic;
use bertscope::lessons::check::check;
use bertscope::lessons::shipped::{SHIPPED, find};
use bertscope::lessons::{Direction, parse};
use bertscope::models::bundled;

#[test]
fn every_claim_of_every_shipped_lesson_holds_with_the_bundled_model() {
    let mut analyzer = Analyzer::new(Arc::new(bundled::model().unwrap()));
    let mut broken = Vec::new();
    for (name, _) in SHIPPED {
        let lesson = find(name).unwrap();
        for step in &lesson.steps {
            assert!(!step.checks.is_empty() && !step.note.is_empty(), "{name}: {} claims nothing", step.title);
        }
        broken.extend(check(&lesson.steps, &mut analyzer).unwrap().into_iter().map(|broken| (name, broken)));
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn the_gallery_has_a_pair_for_each_thing_that_there_is_to_learn() {
    let gallery = find("gallery").unwrap();
    assert!(gallery.steps.len() >= 16);
    let mut titles: Vec<_> = gallery.steps.iter().map(|s| &s.title).collect();
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), gallery.steps.len());
}

#[test]
fn a_step_has_what_its_file_says() {
    let text = r#"
title = "Mine"
[[step]]
reference = "a b"
candidate = "a c"
layer = 3
idf = "table"
rescale = true
panel = "ledger"
direction = "recall"
"#;
    let lesson = parse(text, "mine.toml").unwrap();
    let step = &lesson.steps[0];
    assert_eq!((lesson.title.as_str(), step.title.as_str(), step.note.as_str()), ("Mine", "Step 1", ""));
    assert_eq!((step.settings.layer, step.settings.idf, step.settings.rescale), (Some(3), Idf::Table, true));
    assert_eq!((step.settings.panel, step.settings.direction), (Some(Topic::Ledger), Some(Direction::Recall)));
}

#[test]
fn what_is_wrong_is_said_with_file_and_line_and_field() {
    let step = "[[step]]\nreference = \"a\"\ncandidate = \"b\"\n";
    for (text, line, part) in [
        ("title = \"x\"\n".to_owned(), 1, "at least one [[step]]"),
        (step.to_owned(), 1, "missing field `title`"),
        ("title = \"x\"\n\n[[step]]\nreference = \"a\"\n".to_owned(), 3, "missing field `candidate`"),
        (format!("title = \"x\"\n{step}candiate = \"c\"\n"), 5, "unknown field `candiate`"),
        (format!("title = \"x\"\n{step}panel = \"legder\"\n"), 5, "unknown variant `legder`"),
        (format!("title = \"x\"\n{step}layer = -1\n"), 5, "-1"),
        (format!("title = \"x\"\n{step}checks = [\n  {{ score = \"f1\" }},\n]\n"), 6, "above"),
        (format!("title = \"x\"\n{step}checks = [{{ lead = \"f1\", above = 0 }}]\n"), 5, "no `other`"),
        (format!("title = \"x\"\n{step}checks = [{{ best = \"a\", above = 0 }}]\n"), 5, "`is`"),
        (format!("title = \"x\"\n{step}note = \"open\n"), 5, ""),
        (
            format!("title = \"x\"\n[[step]]\nreference = \"{}\"\ncandidate = \"b\"\n", "a".repeat(20_001)),
            3,
            "20001 characters",
        ),
    ] {
        let said = parse(&text, "mine.toml").unwrap_err().to_string();
        assert!(said.starts_with(&format!("mine.toml, line {line}: ")) && said.contains(part), "{said}");
        assert!(!said.contains('\n'), "{said:?}");
    }
}

#[test]
fn a_claim_that_does_not_hold_is_named_with_what_is_the_case() {
    let text = r#"
title = "Wrong"
[[step]]
title = "No"
reference = "The ferry leaves at noon."
candidate = "The boat departs at midday."
checks = [
  { score = "f1", above = 0.9 },
  { best = "boat", is = "noon" },
  { cell = ["yacht", "ferry"], above = 0 },
  { score = "f1", below = 0.9 },
]
"#;
    let lesson = parse(text, "wrong.toml").unwrap();
    let mut analyzer = Analyzer::new(Arc::new(bundled::model().unwrap()));
    let problems: Vec<_> = check(&lesson.steps, &mut analyzer).unwrap().into_iter().map(|b| b.problem).collect();
    assert_eq!(problems.len(), 3);
    assert!(problems[0].starts_with("F1 is 0.716") && problems[0].ends_with("not above 0.9"), "{problems:?}");
    assert_eq!(problems[1], "the best match of “boat” is “ferry”, not “noon”");
    assert_eq!(problems[2], "the candidate has no token “yacht”");
}
