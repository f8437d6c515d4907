//! Links.

use proptest::prelude::*;

use super::*;
use crate::direction::MatchDirection;
use crate::export::palette::Palette;
use bertscope_analysis::{Conventions, Idf, Program, SettingsRequest};
use bertscope_explain::{KeptTexts, Topic};
use serde_json::{Value, json};

fn pair(reference: &str, candidate: &str) -> PairView {
    PairView {
        reference: reference.into(),
        candidate: candidate.into(),
        ..PairView::default()
    }
}

fn links() -> impl Strategy<Value = Link> {
    // A link has only what differs from the default.
    let idf = prop_oneof![
        Just(None),
        Just(Some(Idf::Table)),
        Just(Some(Idf::References))
    ];
    let kept = || {
        let texts = proptest::collection::vec(any::<String>(), 0..4);
        (texts, 0..5usize).prop_map(|(texts, at)| {
            KeptTexts::with_shown_position(at, texts.iter().map(|text| text.as_str().into()))
        })
    };
    let settings = (proptest::option::of(0usize..40), idf, any::<[bool; 3]>());
    let conventions = proptest::sample::select(&Conventions::ALL[..])
        .prop_map(|(conventions, ..)| Some(conventions).filter(|some| !some.is_default()));
    let view = (
        0..3usize,
        0..9usize,
        proptest::option::of(0..5usize),
        conventions,
    );
    let pair = (
        any::<String>(),
        any::<String>(),
        kept(),
        kept(),
        settings,
        view,
    )
        .prop_map(
            |(
                reference,
                candidate,
                others,
                references,
                (layer, idf, [rescale, special, hidden]),
                (d, p, c, conventions),
            )| {
                Link::Pair(Box::new(PairView {
                    reference,
                    candidate,
                    others,
                    other_references: references,
                    settings: SettingsRequest {
                        layer,
                        idf,
                        rescale: rescale.then_some(true),
                        conventions,
                    },
                    special,
                    direction: MatchDirection::ALL[d],
                    panel: Topic::ALL[p],
                    palette: c.map(|c| Palette::ALL[c]),
                    hidden,
                    cell: None,
                }))
            },
        );
    prop_oneof![
        pair,
        (any::<String>(), 1..99usize).prop_map(|(lesson, step)| Link::Lesson { lesson, step })
    ]
}

proptest! {
    #[test]
    fn a_link_is_read_as_it_was_written(link in links()) {
        let fragment = link.fragment();
        prop_assert!(fragment.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_+%=&".contains(&b)), "{}", fragment);
        let address = format!("https://example.org/page/?x=1#{fragment}");
        prop_assert!(Link::looks_like_link(&address));
        prop_assert_eq!(Link::parse(&address), Ok(ParsedLink { link, warnings: LinkWarnings::default() }));
    }

    #[test]
    fn a_tampered_link_is_read_or_refused_with_a_sentence(link in links(), cut in 0.0..1.0f64, put in any::<String>()) {
        let fragment = link.fragment();
        let at = (fragment.len() as f64 * cut) as usize;
        let (before, after) = fragment.split_at(at);
        for tampered in [before.to_owned(), format!("{before}{put}{after}"), put.clone()] {
            let sentence = match Link::parse(&tampered) {
                Ok(opened) => opened.warnings.notice(),
                Err(error) => Some(error.to_string()),
            };
            if let Some(sentence) = sentence {
                prop_assert!(!sentence.is_empty() && !sentence.contains(char::is_control), "{}", sentence);
            }
        }
    }
}

#[test]
fn a_plain_pair_has_only_its_texts() {
    let link = Link::Pair(Box::new(pair("The ferry leaves.", "A boat departs")));
    assert_eq!(
        link.fragment(),
        "size=54&reference=The+ferry+leaves%2E&candidate=A+boat+departs"
    );
}

#[test]
fn settings_are_written_where_they_differ() {
    let link = PairView {
        settings: SettingsRequest {
            layer: Some(3),
            idf: Some(Idf::Table),
            rescale: Some(true),
            conventions: Some(Conventions::default()),
        },
        special: false,
        ..pair("a", "b")
    };
    let fragment = Link::Pair(Box::new(link)).fragment();
    assert_eq!(
        fragment,
        "size=64&reference=a&candidate=b&layer=3&idf=table&rescale=yes&special=no"
    );
}

#[test]
fn a_link_names_the_program_unless_it_is_the_default_one() {
    let link = PairView {
        settings: SettingsRequest {
            conventions: Some(Program::Transformers5.into()),
            ..SettingsRequest::default()
        },
        ..pair("a", "b")
    };
    let fragment = Link::Pair(Box::new(link)).fragment();
    assert_eq!(
        fragment,
        "size=53&reference=a&candidate=b&as=bert_score%2Btransformers5"
    );
    let ParsedLink { link, warnings } = Link::parse("reference=a&candidate=b&as=bleu").unwrap();
    assert_eq!(link, Link::Pair(Box::new(pair("a", "b"))));
    assert!(
        warnings
            .notice()
            .unwrap()
            .contains("bert_score+fast or torchmetrics")
    );
}

#[test]
fn a_link_without_a_text_opens_nothing_and_says_why() {
    for (fragment, problem) in [
        (
            "#",
            "the link has no pair: nothing follows its #; copy the whole link again",
        ),
        (
            "size=54",
            "the link has no pair: nothing follows its #; copy the whole link again",
        ),
        (
            "candidate=%E4&layer=3",
            "the link has no readable text; left out: the field \"candidate\", which is damaged; the field \"layer\", which \
             does not fit the other fields; copy the whole link again",
        ),
    ] {
        assert_eq!(Link::parse(fragment).unwrap_err().to_string(), problem);
    }
}

#[test]
fn a_damaged_link_keeps_the_texts_that_can_be_read_and_says_what_was_left_out() {
    let long = "a".repeat(MAX_TEXT_CHARS + 1);
    for (fragment, texts, flaws) in [
        (
            "reference=a",
            ("a", ""),
            "the field \"candidate\", which is missing",
        ),
        (
            "reference=a&candidate=b&layer=x",
            ("a", "b"),
            "the field \"layer\", which should be a layer number, not \"x\"",
        ),
        (
            "reference=a&candidate=%E4",
            ("a", ""),
            "the field \"candidate\", which is damaged",
        ),
        (
            "reference=a&reference=b&candidate=c",
            ("a", "c"),
            "the second field \"reference\"",
        ),
        (
            "reference=a&candidate=b&references=c",
            ("a", "b"),
            "the unknown field \"references\"",
        ),
        (
            "reference=a&candidate=b&step=2",
            ("a", "b"),
            "the field \"step\", which does not fit the other fields",
        ),
        (
            &format!("reference={long}&candidate=b"),
            ("", "b"),
            "the field \"reference\", which is longer than 20,000 characters",
        ),
    ] {
        let opened = Link::parse(fragment).unwrap();
        let Link::Pair(pair) = opened.link else {
            panic!("{fragment}")
        };
        assert_eq!((&*pair.reference, &*pair.candidate), texts, "{fragment}");
        assert_eq!(opened.warnings.to_string(), flaws);
        let sentence = opened.warnings.notice().unwrap();
        assert!(
            sentence.starts_with("Part of the link could not be used and was left out: "),
            "{sentence}"
        );
    }
}

#[test]
fn a_step_that_is_no_number_is_named_as_a_word_and_a_huge_one_is_the_last() {
    let step = |typed: &str| {
        let opened = Link::parse(&format!("lesson=gallery&step={typed}")).unwrap();
        let Link::Lesson { step, .. } = opened.link else {
            panic!("{typed}")
        };
        (step, opened.warnings.to_string())
    };
    for word in ["0", "inf", "NaN", "-1", "1e3", "2.0", "", "\u{661}"] {
        let flaw = format!("the field \"step\", which should be a number, 1 or more, not {word:?}");
        assert_eq!(step(&encode(word)), (1, flaw));
    }
    let damaged = "the field \"step\", which is damaged".to_owned();
    for typed in ["%zz", "%", "%E4"] {
        assert_eq!(step(typed), (1, damaged.clone()));
    }
    assert_eq!(step("007"), (7, String::new()));
    assert_eq!(step(&"9".repeat(40)), (usize::MAX, String::new()));
}

#[test]
fn a_link_that_was_cut_off_keeps_its_whole_texts() {
    let (reference, candidate) = ("The ferry leaves.", "A boat departs");
    let fragment = Link::Pair(Box::new(pair(reference, candidate))).fragment();
    let second = fragment.find("candidate=").unwrap();
    for cut in second + "candidate=".len()..fragment.len() {
        let opened = Link::parse(&fragment[..cut]).unwrap();
        assert_eq!(
            opened.link,
            Link::Pair(Box::new(pair(reference, ""))),
            "{}",
            &fragment[..cut]
        );
        assert_eq!(
            opened.warnings.to_string(),
            "everything from the field \"candidate\" on"
        );
    }
    for cut in "size=54&".len()..second {
        assert!(
            Link::parse(&fragment[..cut]).is_err(),
            "{}",
            &fragment[..cut]
        );
    }
}

#[test]
fn a_link_that_was_lengthened_by_hand_is_whole() {
    let fragment = Link::Pair(Box::new(pair("The ferry leaves.", "A boat departs"))).fragment();
    let Ok(ParsedLink {
        link: Link::Pair(link),
        warnings: flaws,
    }) = Link::parse(&format!("{fragment}&layer=3"))
    else {
        panic!("a setting was added by hand")
    };
    assert_eq!(
        (link.settings.layer, flaws),
        (Some(3), LinkWarnings::default())
    );
}

#[test]
fn texts_that_are_compared_keep_their_letters() {
    let others = KeptTexts::with_shown_position(1, ["first".into()]);
    let link = Link::Pair(Box::new(PairView {
        others,
        ..pair("a", "second")
    }));
    assert_eq!(
        link.fragment(),
        "size=59&reference=a&candidate=second&other=first&candidate-letter=B"
    );
    assert_eq!(Link::parse(&link.fragment()).unwrap().link, link);
}

#[test]
fn texts_and_files_are_no_links() {
    for word in [
        "pairs.tsv",
        "https://example.org",
        "See https://example.org/#a",
        "#reference=a",
    ] {
        assert!(!Link::looks_like_link(word), "{word}");
    }
}

#[test]
fn tables_of_names_are_as_declared_and_name_what_links_accept() {
    let check = |field: &str, rows: &[(usize, Value, &str)], unlisted: &str| {
        for (row, (value, link, name)) in rows.iter().enumerate() {
            assert_eq!((*value, link.as_str()), (row, Some(*name)));
        }
        let listed = fields::expected(field).replace(" or ", ", ");
        assert_eq!(
            listed + unlisted,
            rows.iter()
                .map(|(.., name)| *name)
                .collect::<Vec<_>>()
                .join(", ")
        );
    };
    check(
        "panel",
        &Topic::ALL
            .iter()
            .map(|topic| (*topic as usize, json!(topic), topic.name()))
            .collect::<Vec<_>>(),
        "",
    );
    check(
        "palette",
        &[0, 1, 2, 3, 4].map(|at| (at, json!(Palette::ALL[at]), Palette::ALL[at].name())),
        "",
    );
    let mut row = 0;
    let conventions = Conventions::ALL.map(|(conventions, name, _)| {
        row += 1;
        (row - 1, json!(conventions), name)
    });
    check("as", &conventions, ", bert_score+windows");
}
