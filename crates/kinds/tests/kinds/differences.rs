//! Which expressions are the same, and which stand for each other.

use bertscope_kinds::{Coverage, WordList, differences};

/// The differences as `kind reference>candidate`.
fn found(reference: &str, candidate: &str) -> Vec<String> {
    let list = WordList::english();
    let text = |text: &str, bytes: Option<std::ops::Range<usize>>| {
        bytes.map_or_else(String::new, |bytes| text[bytes].to_owned())
    };
    let shown = differences(reference, candidate, &list).into_iter();
    shown
        .map(|d| {
            format!(
                "{} {}>{}",
                d.kind.name(),
                text(reference, d.reference),
                text(candidate, d.candidate)
            )
        })
        .collect()
}

#[test]
fn one_quantity_is_the_same_in_every_spelling() {
    for spellings in [
        &[
            "12.5% of them",
            "12.5 percent of them",
            "12.5 per cent of them",
        ][..],
        &["1,250 people", "1250 people"],
        &[
            "12,000,000 people",
            "12 million people",
            "twelve million people",
        ],
        &["two hundred and five men", "205 men"],
        &["seventy-five men", "75 men"],
        &["two thousand five hundred men", "2,500 men"],
        &["a dozen eggs", "12 eggs", "twelve eggs"],
        &["a walk of 1,500 m", "a walk of 1500 metres"],
        &["for one and a half hours", "for 1.5 hours"],
        &["it cost $300", "it cost 300 dollars"],
        &[
            "5 kg of flour",
            "5kg of flour",
            "five kilograms of flour",
            "five kilos of flour",
        ],
        &["the 21st century", "the twenty-first century"],
        &["one day", "a day"],
        &["ten km/h", "10 kilometres per hour"],
    ] {
        for pair in spellings.windows(2) {
            assert!(
                found(pair[0], pair[1]).is_empty(),
                "{pair:?}: {:?}",
                found(pair[0], pair[1])
            );
        }
    }
}

#[test]
fn one_date_or_time_is_the_same_in_every_spelling() {
    for spellings in [
        &[
            "on 3 May 2019",
            "on May 3, 2019",
            "on May 3rd, 2019",
            "on the 3rd of May 2019",
            "on 2019-05-03",
            "on 3/5/2019",
        ][..],
        &["at 3:30 pm", "at 3.30 p.m.", "at 15:30"],
        &["at noon", "at midday", "at 12:00", "at 12 pm"],
        &["at 8 o'clock", "at 8 am"],
        &["on 5/3/2019", "on 3 May 2019"],
    ] {
        for pair in spellings.windows(2) {
            assert!(
                found(pair[0], pair[1]).is_empty(),
                "{pair:?}: {:?}",
                found(pair[0], pair[1])
            );
        }
    }
    assert_eq!(found("at 3:30", "at 16:30"), ["date 3:30>16:30"]);
    assert_eq!(
        found("He may go in May.", "He may go in June."),
        ["date May>June"]
    );
    assert_eq!(
        found("It grew in 2019.", "It grew in 2020."),
        ["date 2019>2020"]
    );
    assert_eq!(
        found("It has 2019 rooms.", "It has 2020 rooms."),
        ["number 2019>2020"]
    );
}

#[test]
fn the_same_numbers_in_another_order_differ_as_one_token() {
    for [reference, candidate, expected] in [
        ["on 3/4/2020", "on 4/3/2020", "date 3/4/2020>4/3/2020"],
        ["on 3/4/20", "on 4/3/20", "date 3/4/20>4/3/20"],
        ["They won 3-2.", "They won 2-3.", "number 3-2>2-3"],
        ["about 3/4 of them", "about 4/3 of them", "number 3/4>4/3"],
    ] {
        assert_eq!(found(reference, candidate), [expected]);
    }
    for [reference, candidate] in [
        ["on 3/4/2020", "on 03/04/2020"],
        ["on 3/4/2020", "on 3 April 2020"],
        ["on 4/3/2020", "on 3 April 2020"],
        ["10-15 people", "10 to 15 people"],
        ["They won 3-2.", "It was 3-2 for them."],
        ["at 3:30", "at 15:30"],
    ] {
        assert!(found(reference, candidate).is_empty(), "{reference}");
    }
}

#[test]
fn a_list_covers_texts_of_its_language_as_far_as_its_function_words_tell() {
    let list = WordList::english();
    for [reference, candidate] in [
        ["The tenant may sublet.", "The tenant can sublet."],
        ["Police arrested two men in Lyon.", "Two men held in Lyon."],
        ["Rain fell at noon on Sunday.", "It rained on Sunday."],
        ["no", "no"],
    ] {
        assert_eq!(
            list.coverage([reference, candidate]),
            Coverage::Covered,
            "{reference}"
        );
    }
    for [reference, candidate] in [
        ["Он не пришёл.", "Он пришёл."],
        ["彼は来なかった。", "彼は来た。"],
        [
            "Der Vertrag gilt nicht in Berlin.",
            "Der Vertrag gilt in Berlin.",
        ],
        ["Il n’est pas venu en avril.", "Il est venu en avril."],
        [
            "Ella no vino a casa el martes.",
            "Ella vino a casa el martes.",
        ],
    ] {
        assert_eq!(
            list.coverage([reference, candidate]),
            Coverage::OtherLanguage,
            "{reference}"
        );
    }
    for [reference, candidate] in [
        ["Revenue rose sharply.", "Revenue fell sharply."],
        [
            "Oil prices climb amid supply fears",
            "Oil prices drop amid recession fears",
        ],
        ["Umsatz stieg stark.", "Umsatz sank stark."],
    ] {
        assert_eq!(
            list.coverage([reference, candidate]),
            Coverage::Unclear,
            "{reference}"
        );
    }
    let german = WordList::parse("negation: nicht").unwrap();
    assert_eq!(
        german.coverage(["Er kommt.", "Er kommt nicht."]),
        Coverage::Covered
    );
}

#[test]
fn expressions_of_one_kind_are_paired_in_the_order_of_the_texts_and_the_rest_stands_alone() {
    assert_eq!(
        found(
            "He ate 3 eggs and 5 figs.",
            "He ate 4 eggs, 6 figs and 7 dates."
        ),
        ["number 3>4", "number 5>6", "number >7"]
    );
    assert_eq!(
        found("Anna Berg may go.", "Otto Hahn has to go, not now."),
        [
            "negation >not",
            "modality may>has to",
            "name Anna Berg>Otto Hahn"
        ]
    );
    // A unit counts only against another unit.
    assert_eq!(found("It is 5 km away.", "It is far away."), ["number 5>"]);
    assert_eq!(
        found("It is 5 km away.", "It is 5 miles away."),
        ["unit km>miles"]
    );
}

#[test]
fn a_contraction_negates_like_not_and_an_answer_does_not() {
    assert!(
        found("He isn't here.", "He is not here.").is_empty()
            && found("He isn’t here.", "He's not here.").is_empty()
    );
    assert_eq!(found("He is here.", "He isn't here."), ["negation >isn't"]);
    assert!(found("No, he left.", "He left.").is_empty());
}

#[test]
fn a_capital_makes_a_name_only_where_it_says_so() {
    assert!(
        found("Boats came in.", "Ships came in.").is_empty(),
        "the start of a sentence"
    );
    assert!(
        found("WE LIKE THE SEA AND BOATS", "WE LIKE THE SEA AND SHIPS").is_empty(),
        "capitals throughout"
    );
    assert!(
        found(
            "Der Hund jagt die Katze durch den Garten.",
            "Der Hund jagt die Maus durch den Garten."
        )
        .is_empty(),
        "another language"
    );
    assert!(found("The EU met.", "The European Union met.").is_empty());
    assert_eq!(
        found("We saw Rome and Paris.", "We saw Rome and Lyon."),
        ["name Paris>Lyon"]
    );
    assert_eq!(found("NASA said so.", "ESA said so."), ["name NASA>ESA"]);
}

#[test]
fn strange_texts_are_compared_without_a_panic() {
    let texts = [
        "",
        " ",
        "-",
        "5",
        "1.2.3",
        "99999999999999999999999999",
        "1,2,3,4",
        "$",
        "May",
        "n't",
        "12:",
        "12:7",
        "é1",
        "²",
        "5 and a half",
        "and a half",
        "-5-5",
        "🙂 3 🙂",
        "٣ كتب",
        "３ km",
        "'",
        "a",
        "U.S.",
        "0:00",
        "24:59 pm",
        "twenty-",
        "half a half",
    ];
    for reference in texts {
        for candidate in texts {
            for difference in differences(reference, candidate, &WordList::english()) {
                for (text, bytes) in [
                    (reference, difference.reference),
                    (candidate, difference.candidate),
                ] {
                    assert!(
                        bytes.is_none_or(|bytes| text.get(bytes).is_some()),
                        "{reference:?} {candidate:?}"
                    );
                }
            }
        }
    }
}
