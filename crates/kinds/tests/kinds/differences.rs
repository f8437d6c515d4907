//! Which expressions are the same, and which stand for each other.

use bertscope_kinds::{Difference, WordList, differences};

/// What only the reference has, as `kind −expression`, then what only the candidate has, as `kind +expression`.
pub(crate) fn found(reference: &str, candidate: &str) -> Vec<String> {
    let found = differences(reference, candidate, &WordList::english());
    let named = |sign, text: &str, difference: &Difference| {
        let expression = &text[difference.bytes.clone()];
        format!("{} {sign}{expression}", difference.kind.name())
    };
    let references = found.reference.iter();
    let candidates = found.candidate.iter();
    references
        .map(|difference| named('−', reference, difference))
        .chain(candidates.map(|difference| named('+', candidate, difference)))
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
    assert_eq!(found("at 3:30", "at 16:30"), ["date −3:30", "date +16:30"]);
    assert_eq!(
        found("He may go in May.", "He may go in June."),
        ["date −May", "date +June"]
    );
    assert_eq!(
        found("It grew in 2019.", "It grew in 2020."),
        ["date −2019", "date +2020"]
    );
    assert_eq!(
        found("It has 2019 rooms.", "It has 2020 rooms."),
        ["number −2019", "number +2020"]
    );
}

#[test]
fn the_same_numbers_in_another_order_differ_as_one_token() {
    for [reference, candidate, left, added] in [
        [
            "on 3/4/2020",
            "on 4/3/2020",
            "date −3/4/2020",
            "date +4/3/2020",
        ],
        ["on 3/4/20", "on 4/3/20", "date −3/4/20", "date +4/3/20"],
        [
            "They won 3-2.",
            "They won 2-3.",
            "number −3-2",
            "number +2-3",
        ],
        [
            "about 3/4 of them",
            "about 4/3 of them",
            "number −3/4",
            "number +4/3",
        ],
    ] {
        assert_eq!(found(reference, candidate), [left, added]);
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
fn each_expression_stands_alone_whatever_the_other_text_has_instead() {
    assert_eq!(
        found(
            "He ate 3 eggs and 5 figs.",
            "He ate 4 eggs, 5 figs and 7 dates."
        ),
        ["number −3", "number +4", "number +7"]
    );
    assert_eq!(
        found("Anna Berg may go.", "Otto Hahn has to go, not now."),
        [
            "name −Anna Berg",
            "modality −may",
            "name +Otto Hahn",
            "modality +has to",
            "negation +not"
        ]
    );
    // A unit counts only against another unit.
    assert_eq!(found("It is 5 km away.", "It is far away."), ["number −5"]);
    assert_eq!(
        found("It is 5 km away.", "It is 5 miles away."),
        ["unit −km", "unit +miles"]
    );
}

#[test]
fn a_contraction_has_the_word_that_it_contracts() {
    assert!(
        found("He isn't here.", "He is not here.").is_empty()
            && found("He isn’t here.", "He's not here.").is_empty()
    );
    assert_eq!(found("He is here.", "He isn't here."), ["negation +isn't"]);
    assert!(found("He cannot come.", "He can not come.").is_empty());
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
        ["name −Paris", "name +Lyon"]
    );
    assert_eq!(
        found("NASA said so.", "ESA said so."),
        ["name −NASA", "name +ESA"]
    );
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
            let found = differences(reference, candidate, &WordList::english());
            for (text, differences) in [(reference, found.reference), (candidate, found.candidate)]
            {
                for Difference { bytes, .. } in differences {
                    assert!(text.get(bytes).is_some(), "{reference:?} {candidate:?}");
                }
            }
        }
    }
}

#[test]
fn an_expression_that_only_occurs_again_is_said_to() {
    let of_candidate = |reference: &str, candidate: &str| {
        let found = differences(reference, candidate, &WordList::english());
        assert!(found.reference.is_empty(), "{found:?}");
        let candidates = found.candidate.into_iter();
        candidates
            .map(|difference| {
                (
                    candidate[difference.bytes].to_owned(),
                    difference.is_repeated,
                )
            })
            .collect::<Vec<_>>()
    };
    let noon = "The ferry leaves at noon.";
    assert_eq!(
        of_candidate(noon, "At noon the ferry leaves, at noon or at 15:30."),
        [("noon".to_owned(), true), ("15:30".to_owned(), false)]
    );
    assert_eq!(
        of_candidate("He did not say it.", "He did not say that it isn't so."),
        [("isn't".to_owned(), true)]
    );
    assert!(of_candidate("At noon, at noon.", "At 12:00, at noon.").is_empty());
}

#[test]
fn an_abbreviation_stands_for_words_in_a_row() {
    assert!(found("The EU agreed.", "The European Union agreed.").is_empty());
    let names = found("The USA agreed.", "The United States of America agreed.");
    assert_eq!(names, ["name −USA", "name +United States", "name +America"]);
}

/// The English list finds words of other languages where they are spelt like English ones, and takes the nouns of a short
/// German text for names.
#[test]
fn of_another_language_only_what_looks_english_is_found() {
    assert_eq!(
        found("O barco sai no porto.", "O barco sai do porto."),
        ["negation −no"]
    );
    assert!(found("Le bateau ne part pas.", "Le bateau part.").is_empty());
    assert_eq!(
        found("Der Hund schläft im Garten.", "Der Hund schläft im Haus."),
        ["name −Garten", "name +Haus"]
    );
    let dog = "Der Hund schläft heute schon seit vielen Stunden ruhig neben seinem";
    assert!(found(&format!("{dog} Garten."), &format!("{dog} Haus.")).is_empty());
}
