//! Links.

use proptest::prelude::*;

use super::*;

fn pair(reference: &str, candidate: &str) -> PairLink {
    PairLink::of(Pair { reference: reference.into(), candidate: candidate.into() })
}

fn links() -> impl Strategy<Value = Link> {
    let idf = prop_oneof![Just(Idf::Off), Just(Idf::Table), Just(Idf::References)];
    let kept = || proptest::collection::vec(any::<String>(), 0..4);
    let settings = (proptest::option::of(0usize..40), idf, any::<[bool; 3]>());
    let view = (0..3usize, 0..9usize, proptest::option::of(0..5usize));
    let pair = (any::<String>(), any::<String>(), kept(), kept(), settings, view).prop_map(
        |(reference, candidate, others, references, (layer, idf, [rescale, special, hidden]), (d, p, c))| {
            Link::Pair(Box::new(PairLink {
                texts: Pair { reference, candidate },
                kept: Pair { reference: references, candidate: others },
                layer,
                idf,
                rescale,
                special,
                direction: Direction::ALL[d],
                panel: Topic::ALL[p],
                palette: c.map(|c| Palette::ALL[c]),
                hidden,
            }))
        },
    );
    prop_oneof![pair, (any::<String>(), 1..99usize).prop_map(|(lesson, step)| Link::Lesson { lesson, step })]
}

proptest! {
    #[test]
    fn a_link_is_read_as_it_was_written(link in links()) {
        let fragment = link.fragment();
        prop_assert!(fragment.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_+%=&".contains(&b)), "{}", fragment);
        let address = format!("https://example.org/page/?x=1#{fragment}");
        prop_assert!(Link::is_address(&address));
        prop_assert_eq!(Link::parse(&address), Ok(link));
    }

    #[test]
    fn a_tampered_link_is_read_or_refused_with_a_sentence(link in links(), cut in 0.0..1.0f64, put in any::<String>()) {
        let fragment = link.fragment();
        let at = (fragment.len() as f64 * cut) as usize;
        let (before, after) = fragment.split_at(at);
        for tampered in [before.to_owned(), format!("{before}{put}{after}"), put.clone()] {
            if let Err(error) = Link::parse(&tampered) {
                let sentence = error.to_string();
                prop_assert!(!sentence.is_empty() && !sentence.contains(char::is_control), "{}", sentence);
            }
        }
    }
}

#[test]
fn a_plain_pair_has_only_its_texts() {
    let link = Link::Pair(Box::new(pair("The ferry leaves.", "A boat departs")));
    assert_eq!(link.fragment(), "size=54&reference=The+ferry+leaves%2E&candidate=A+boat+departs");
}

#[test]
fn settings_are_written_where_they_differ() {
    let link = PairLink { layer: Some(3), rescale: true, special: false, idf: Idf::Table, ..pair("a", "b") };
    let fragment = Link::Pair(Box::new(link)).fragment();
    assert_eq!(fragment, "size=64&reference=a&candidate=b&layer=3&idf=table&rescale=yes&special=no");
}

#[test]
fn errors_name_the_field() {
    for (fragment, problem) in [
        ("#", "the link has no pair: nothing follows its #; copy it again, to its end"),
        ("reference=a", "the link has no candidate; copy it again, to its end"),
        ("reference=a&candidate=b&layer=x", "the link says layer = \"x\", which should be a number of a layer"),
        ("reference=a&candidate=%E4", "the link is damaged in its field \"candidate\"; copy it again, to its end"),
        ("reference=a&reference=a", "the link has the field \"reference\" twice; copy it again"),
        (
            "references=a",
            "the link has an unknown field \"references\"; copy it again, or open it with a newer version",
        ),
        (
            "lesson=gallery&layer=3",
            "the link has the field \"layer\", which does not go with its other fields; copy it again",
        ),
        ("lesson=gallery&step=0", "the link says step = \"0\", which should be a number from 1"),
    ] {
        assert_eq!(Link::parse(fragment).unwrap_err().to_string(), problem);
    }
    let long = Link::Pair(Box::new(pair(&"a".repeat(LONGEST_TEXT + 1), "")));
    assert_eq!(Link::parse(&long.fragment()), Err(LinkError::TooLong("reference")));
}

#[test]
fn a_link_that_was_cut_off_anywhere_is_refused_and_one_that_was_lengthened_is_not() {
    let fragment = Link::Pair(Box::new(pair("The ferry leaves.", "A boat departs"))).fragment();
    for cut in "size=54&".len()..fragment.len() {
        assert_eq!(Link::parse(&fragment[..cut]), Err(LinkError::Incomplete), "{}", &fragment[..cut]);
    }
    let Ok(Link::Pair(link)) = Link::parse(&format!("{fragment}&layer=3")) else {
        panic!("a setting was added by hand")
    };
    assert_eq!(link.layer, Some(3));
}

#[test]
fn texts_and_files_are_no_links() {
    for word in ["pairs.tsv", "https://example.org", "See https://example.org/#a", "#reference=a"] {
        assert!(!Link::is_address(word), "{word}");
    }
}
