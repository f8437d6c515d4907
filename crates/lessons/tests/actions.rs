//! Placeholders for keys and buttons in a lesson's texts.

use std::sync::Arc;

use bertscope_analysis::Analyzer;
use bertscope_explain::Topic;
use bertscope_lessons::bundled::{BUNDLED, find};
use bertscope_lessons::html_page::{PageOptions, html};
use bertscope_lessons::{Lesson, TextAction, fill, parse};
use bertscope_models::bundled;
use proptest::prelude::*;

fn texts(lesson: &Lesson) -> Vec<&str> {
    let of_steps = lesson.steps.iter().flat_map(|step| {
        [
            step.question.as_deref(),
            Some(step.note.as_str()),
            step.teacher_note.as_deref(),
        ]
        .into_iter()
        .flatten()
    });
    of_steps.chain([lesson.about.as_str()]).collect()
}

fn on_paper(text: &str) -> String {
    fill(text, |_| None)
}

/// A medium that can do everything.
fn spelled_out(text: &str) -> String {
    fill(text, |action| Some(format!("<{}>", action.name())))
}

/// What reads like a key of some medium.
fn keys_named(text: &str) -> Vec<&str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let pairs = words
        .windows(2)
        .chain(words.last().map(std::slice::from_ref));
    let is_key = |pair: &[&str]| {
        let word = pair[0].trim_matches([',', '.', ';', ':', ')', '“', '”']);
        let inside = word.trim_start_matches('(');
        let next = pair.get(1).copied().unwrap_or_default();
        let is_single = |word: &str| word.chars().count() == 1;
        let named = ["Tab", "Esc", "Enter", "Space", "PageUp", "PageDown"];
        let is_function_key = inside
            .strip_prefix('F')
            .and_then(|n| n.parse::<u8>().ok())
            .is_some_and(|n| n > 1);
        let is_choice = inside.starts_with(|c: char| ('A'..='F').contains(&c));
        ["Ctrl-", "Alt-", "Shift-"]
            .iter()
            .any(|chord| inside.starts_with(chord))
            || named.contains(&inside)
            || is_function_key
            || inside.eq_ignore_ascii_case("press")
            || inside.eq_ignore_ascii_case("key") && is_single(next.trim_end_matches([',', ')']))
            || word.starts_with('(') && pair[0].ends_with(')') && is_single(inside) && !is_choice
            || is_single(pair[0].trim_start_matches('('))
                && inside != "a"
                && inside.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_punctuation())
                && next.starts_with(|c: char| c.is_ascii_lowercase())
                && next.len() > 1
    };
    pairs
        .filter(|pair| is_key(pair))
        .map(|pair| pair[0])
        .collect()
}

#[test]
fn no_text_of_a_bundled_lesson_names_a_key() {
    for (name, _) in BUNDLED {
        for text in texts(&find(name).unwrap()) {
            assert_eq!(keys_named(text), [""; 0], "{name}: {text}");
        }
    }
    for text in [
        "A (press v) starts the same.",
        "Select a word and press = for it.",
        "At layer 0 ([ goes down), both are 1.",
        "Choose a model (Ctrl-o lists models).",
        "Rescaling is on (b turns it off).",
        "It costs .38 (key 2, “Why not 1.0?”).",
        "Press F10 to widen it.",
        "Zoom: F10.",
        "Tab into the panel.",
        "The walkthrough (W) builds it.",
        "v switches to A.",
        "To go on, use Alt-.",
    ] {
        assert_ne!(keys_named(text), [""; 0], "{text}");
    }
}

#[test]
fn on_paper_bundled_lessons_read_as_if_there_were_no_keys() {
    for (name, _) in BUNDLED {
        for text in texts(&find(name).unwrap()) {
            let (paper, screen) = (on_paper(text), spelled_out(text));
            for filled in [&paper, &screen] {
                assert!(
                    !filled.contains(['{', '}']) && !filled.contains("()"),
                    "{name}: {filled}"
                );
                let odd = [" ,", " :", " ;", " )", "( ", "..", ",.", "  "]
                    .into_iter()
                    .find(|odd| filled.contains(odd));
                assert_eq!(odd, None, "{name}: {filled}");
                assert!(!filled.ends_with(" ."), "{name}: {filled}");
            }
            assert!(
                !paper.contains('<') && (text.is_empty() || !paper.is_empty()),
                "{name}: {paper}"
            );
        }
    }
}

#[test]
fn what_names_a_missing_control_is_left_out_the_parenthesis_or_else_the_sentence() {
    for (text, paper) in [
        ("A ({other-text}) starts the same.", "A starts the same."),
        ("Both are 1 (go down with {previous-layer}).", "Both are 1."),
        (
            "Both are 1 ({previous-layer}), and so on.",
            "Both are 1, and so on.",
        ),
        ("One. To widen it, use {zoom}. Two.", "One. Two."),
        ("One. To widen it, use {zoom}.", "One."),
        ("To widen it, use {zoom}. Two.", "Two."),
        ("To widen it, use {zoom}.", ""),
        ("({zoom} widens it.) Two.", "Two."),
        ("One. ({zoom} widens it.) Two.", "One. Two."),
        ("One ({swap}, see [3] (or {zoom})) is.", "One is."),
        ("One (see B (with {zoom})) is.", "One (see B) is."),
        (
            "Is it .9? Use {zoom}! “So.” And e.g. {swap}.",
            "Is it .9? “So.”",
        ),
        (
            "It costs .38 (why? {ledger} lists it) of 1.",
            "It costs .38 of 1.",
        ),
        ("1) Choose. 2) Use {swap}. :( No.", "1) Choose. :( No."),
        ("First, ({zoom}), second.", "First, second."),
        ("({zoom}), then more.", "then more."),
        ("See ({zoom})", "See"),
        ("({zoom}).", ""),
        (
            "One.\n\nUse {zoom}.\n\nThree\nlines ({swap}).",
            "One.\n\nThree lines.",
        ),
        ("一。{zoom}。三。", "一。三。"),
    ] {
        assert_eq!(on_paper(text), paper, "{text}");
    }
}

#[test]
fn a_control_is_filled_in_where_its_placeholder_stands() {
    let text = "Both are 1 (go down with {previous-layer}). Use {zoom}, not {nothing}. {idf} shows it: {toggle-idf}.";
    let expected = "Both are 1 (go down with <previous-layer>). <idf> shows it: <toggle-idf>.";
    assert_eq!(
        spelled_out(text),
        expected,
        "a name that no medium knows is not shown"
    );
    let blank = fill("One ({zoom}). Two.", |_| Some(" ".to_owned()));
    assert_eq!(blank, "One. Two.", "a blank is no control");
}

#[test]
fn other_braces_are_text() {
    for text in [
        "{}",
        "{-}",
        "{ zoom }",
        "{zoom",
        "zoom}",
        "{a b}",
        "{1}",
        "f({x, y})",
        "{größe}",
        "One  blank.\n",
    ] {
        let lesson = format!(
            "title = \"x\"\n[[step]]\nreference = \"{{zoom}}\"\ncandidate = \"b\"\nnote = '''{text}'''\n"
        );
        let lesson = parse(&lesson, "x").unwrap();
        assert_eq!(
            (on_paper(text).as_str(), spelled_out(text).as_str()),
            (text, text)
        );
        assert_eq!(
            (
                lesson.steps[0].note.as_str(),
                lesson.steps[0].references[0].as_str()
            ),
            (text, "{zoom}")
        );
    }
    assert_eq!(fill("{{zoom}}", |_| Some("v".to_owned())), "{ v }");
}

#[test]
fn an_unknown_action_is_an_error_in_each_text_that_is_filled_and_in_no_other() {
    for (field, name) in [
        ("question = \"Use {swap}, then {swop}.\"", "swop"),
        ("note = \"Use {Zoom}.\"", "Zoom"),
        ("teacher = \"{ledger} {legder}\"", "legder"),
    ] {
        let text = format!(
            "title = \"x\"\n[[step]]\nreference = \"a {{nothing}}\"\ncandidate = \"b\"\n{field}\n"
        );
        let said = parse(&text, "mine.toml").unwrap_err().to_string();
        assert!(
            said.contains(&format!(
                "line 5, column {}: unknown action `{name}`",
                field.find('"').unwrap() + 1
            )),
            "{said}"
        );
        for known in TextAction::all().map(TextAction::name) {
            assert!(said.contains(known), "{known}: {said}");
        }
    }
}

#[test]
fn every_topic_has_its_name_of_the_command_line_and_no_name_stands_twice() {
    for &topic in Topic::ALL {
        assert_eq!(
            TextAction::from_name(topic.name()),
            Some(TextAction::Topic(topic))
        );
    }
    let mut names: Vec<_> = TextAction::all().map(TextAction::name).collect();
    assert!(
        names
            .iter()
            .all(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '-'))
    );
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    assert_eq!(TextAction::from_name("Zoom"), None);
}

#[test]
fn the_guide_lists_every_name() {
    let guide = include_str!("../../../docs/lessons.md");
    let section = guide
        .split("\n## ")
        .find(|section| section.starts_with("Keys and buttons"))
        .unwrap();
    for name in TextAction::all().map(TextAction::name) {
        assert!(section.contains(&format!("`{{{name}}}`")), "{name}");
    }
}

#[test]
fn a_handout_and_a_worksheet_name_no_key_not_even_to_the_teacher() {
    let text = r#"
title = "Keys"
about = "Two sentences ({lenses})."
[[step]]
reference = "The ferry leaves at noon."
candidate = "The boat departs at midday."
question = "Guess ({guess}) F1. Then use {reveal}."
note = "F1 is .72 ({ledger} says why)."
teacher = "Start the walkthrough ({walkthrough})."
[[step]]
reference = "The ferry leaves at noon."
candidate = "The boat departs at midday."
question = "{guess}"
note = "Press Ctrl-o, as your own lessons may say."
"#;
    let lesson = parse(text, "mine.toml").unwrap();
    let mut analyzer = Analyzer::new(Arc::new(bundled::model().unwrap()));
    for worksheet in [false, true] {
        let page = html(
            &lesson,
            PageOptions {
                worksheet,
                teacher_notes: true,
            },
            &mut analyzer,
        )
        .unwrap();
        for (_, action) in page.match_indices('{').map(|(at, _)| (at, &page[at..])) {
            assert!(
                TextAction::all()
                    .all(|known| !action.starts_with(&format!("{{{}}}", known.name())))
            );
        }
        for said in [
            "Two sentences.",
            "Guess F1.",
            "F1 is .72.",
            "Start the walkthrough.",
            "Press Ctrl-o, as",
        ] {
            assert!(page.contains(&format!("<p>{said}")), "{said}");
        }
    }
}

/// Texts of placeholders, parentheses and ends of sentences.
fn pieces() -> impl Strategy<Value = String> {
    let signs = [
        "{", "}", "(", ")", " ", ". ", "! ", ".", "…", ",", "”", "。", "\n", "\n\n", "-", "zoom",
        "Zoom ", "a ", "é",
    ];
    let names = [
        "{zoom}",
        "{swap}",
        "{idf}",
        "({zoom})",
        " ({idf} x)",
        "{nothing}",
        "{{zoom}}",
        "{zo({swap})om}",
    ];
    let known = prop::sample::select(signs.into_iter().chain(names).collect::<Vec<_>>());
    let piece = prop_oneof![9 => known.prop_map(str::to_owned), 1 => any::<String>()];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn has_placeholder(text: &str) -> bool {
    text.split('{')
        .skip(1)
        .filter_map(|rest| rest.split_once('}'))
        .any(|(name, _)| {
            name.contains(|c: char| c.is_ascii_alphabetic())
                && name.chars().all(|c| c.is_ascii_alphabetic() || c == '-')
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn filling_in_never_panics_and_leaves_no_placeholder(text in pieces(), name in "[a-z{}()]{0,4}") {
        let only_zoom = |action| (action == TextAction::Zoom).then(|| name.clone());
        for filled in [on_paper(&text), fill(&text, only_zoom), fill(&text, |_| Some(name.clone()))] {
            prop_assert!(!has_placeholder(&filled), "{text:?} became {filled:?}");
        }
        if !has_placeholder(&text) {
            prop_assert_eq!(on_paper(&text), text);
        }
    }
}
