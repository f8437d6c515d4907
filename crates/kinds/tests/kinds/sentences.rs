//! Where sentences end.

use bertscope_kinds::{WordList, sentences};

#[test]
fn a_full_stop_ends_a_sentence_unless_it_belongs_to_an_abbreviation_an_initial_or_a_number() {
    let list = WordList::english();
    for expected in [
        &["The ferry left.", "It was late!", "Was it?", "Yes…"][..],
        &["Dr. Smith met Mrs. Brown at St. Paul's.", "They talked."],
        &["He likes fruit, e.g. Apples, i.e. Gala.", "She does not."],
        &["J. R. R. Tolkien wrote it.", "C. S. Lewis read it."],
        &[
            "The U.S. Army left.",
            "He lives in the U.S.",
            "The army left.",
        ],
        &["It costs 3.5 million.", "No. 5 is alive."],
        &["She arrived at 3 p.m. on Monday.", "He left."],
        &["See Fig. 3 and pp. 4–5.", "Then stop."],
        &["“Stop.”", "He stopped."],
        &["So do I.", "Me too."],
        &["一つ目の文。", "二つ目の文。"],
    ] {
        let text = expected.join(" ");
        let found: Vec<&str> = sentences(&text, &list)
            .into_iter()
            .map(|bytes| &text[bytes])
            .collect();
        assert_eq!(found, expected);
    }
    let lines = "A title\nThe text. \n\n Its end. ";
    let found: Vec<&str> = sentences(lines, &list)
        .into_iter()
        .map(|bytes| &lines[bytes])
        .collect();
    assert_eq!(found, ["A title", "The text.", "Its end."]);
    assert!(sentences("", &list).is_empty() && sentences(" \n ", &list).is_empty());
}
