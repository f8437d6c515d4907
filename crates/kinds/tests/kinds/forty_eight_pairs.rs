//! 48 pairs, each with everything that must be listed: what only the reference has (−) and what only the candidate has (+).

use super::differences::found;

/// A reference, a candidate, and the expressions.
type Listed = (&'static str, &'static str, &'static [&'static str]);

/// Two ways to write one quantity or date: nothing is listed.
const EQUAL: [Listed; 20] = [
    ("Half of the members left.", "50% of the members left.", &[]),
    (
        "Half of the members left.",
        "Fifty percent of the members left.",
        &[],
    ),
    (
        "A third of the voters stayed at home.",
        "33% of the voters stayed at home.",
        &[],
    ),
    (
        "A third of the voters stayed at home.",
        "One third of the voters stayed at home.",
        &[],
    ),
    ("Two thirds of it is water.", "2/3 of it is water.", &[]),
    (
        "Three quarters of it is water.",
        "75 per cent of it is water.",
        &[],
    ),
    ("It cost $3m.", "It cost 3 million dollars.", &[]),
    ("It cost $3m.", "It cost three million dollars.", &[]),
    (
        "The deal is worth €2.5bn.",
        "The deal is worth 2.5 billion euros.",
        &[],
    ),
    ("She earns $80k.", "She earns 80,000 dollars.", &[]),
    (
        "It was built in the nineties.",
        "It was built in the 1990s.",
        &[],
    ),
    (
        "It was built in the ’80s.",
        "It was built in the eighties.",
        &[],
    ),
    ("It took one and a half hours.", "It took 1.5 hours.", &[]),
    ("Half a million people came.", "500,000 people came.", &[]),
    ("Twenty-one men came.", "21 men came.", &[]),
    (
        "The talks begin on 3 May.",
        "The talks begin on May 3rd.",
        &[],
    ),
    ("The shop opens at 3 pm.", "The shop opens at 15:00.", &[]),
    ("She came third.", "She came 3rd.", &[]),
    ("He isn't here.", "He is not here.", &[]),
    (
        "The EU met in Rome.",
        "The European Union met in Rome.",
        &[],
    ),
];

/// Numbers, dates, units and names.
const DECIDED: [Listed; 14] = [
    (
        "Half of the members left.",
        "40% of the members left.",
        &["number −Half", "number +40%"],
    ),
    (
        "A third of the voters came.",
        "A quarter of the voters came.",
        &["number −A third", "number +A quarter"],
    ),
    (
        "It cost $3m.",
        "It cost $3bn.",
        &["number −3m", "number +3bn"],
    ),
    ("It cost $300.", "It cost €300.", &["unit −$", "unit +€"]),
    (
        "Rates rose by 5%.",
        "Rates rose by 5 percentage points.",
        &["number −5%", "number +5"],
    ),
    (
        "It was built in the nineties.",
        "It was built in the 1980s.",
        &["date −nineties", "date +1980s"],
    ),
    (
        "In May the river rose.",
        "In June the river rose.",
        &["date −May", "date +June"],
    ),
    (
        "May was cold.",
        "March was cold.",
        &["date −May", "date +March"],
    ),
    (
        "He was born in may 1990.",
        "He was born in june 1990.",
        &["date −may 1990", "date +june 1990"],
    ),
    (
        "The dose is 5 mg.",
        "The dose is 5 g.",
        &["unit −mg", "unit +g"],
    ),
    (
        "The train leaves at 9 am.",
        "The train leaves at 9 pm.",
        &["date −9 am", "date +9 pm"],
    ),
    (
        "They won 3-2.",
        "They won 2-3.",
        &["number −3-2", "number +2-3"],
    ),
    (
        "We met Anna in Lyon.",
        "We met Anna in Nantes.",
        &["name −Lyon", "name +Nantes"],
    ),
    ("Three men were hurt.", "Men were hurt.", &["number −Three"]),
];

/// Words that only one text has. Whether it is wrong is not said: some of these candidates are right.
const WORDS: [Listed; 14] = [
    (
        "He denies the theft.",
        "He says that he has no part in the theft.",
        &["negation +no"],
    ),
    (
        "The shop is closed.",
        "The shop is not open.",
        &["negation +not"],
    ),
    (
        "The plan failed.",
        "The plan did not work.",
        &["negation +not"],
    ),
    (
        "The committee did not approve it.",
        "The committee rejected it.",
        &["negation −not"],
    ),
    (
        "The committee did not approve it.",
        "The committee approved it.",
        &["negation −not"],
    ),
    (
        "He never came.",
        "He did not come.",
        &["negation −never", "negation +not"],
    ),
    (
        "Visitors must register.",
        "Visitors may register.",
        &["modality −must", "modality +may"],
    ),
    (
        "You have to go.",
        "You must go.",
        &["modality −have to", "modality +must"],
    ),
    (
        "May I come in?",
        "Can I come in?",
        &["modality −May", "modality +Can"],
    ),
    ("He may leave.", "He will leave.", &["modality −may"]),
    ("She can swim.", "She can't swim.", &["negation +can't"]),
    (
        "The drug is safe without food.",
        "The drug is safe with food.",
        &["negation −without"],
    ),
    (
        "Theresa May resigned.",
        "The prime minister resigned.",
        &["name −Theresa May"],
    ),
    // What no word shows is not found, and no sentence says that nothing differs.
    ("Revenue rose sharply.", "Revenue fell sharply.", &[]),
];

#[test]
fn forty_eight_pairs_list_what_the_texts_decide_and_nothing_else() {
    let pairs = EQUAL.iter().chain(&DECIDED).chain(&WORDS);
    let mut wrong = Vec::new();
    for (reference, candidate, expected) in pairs {
        let found = found(reference, candidate);
        if found != *expected {
            wrong.push(format!("{reference} / {candidate}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_article_in_half_a_day_is_no_number_of_its_own() {
    let nothing: [String; 0] = [];
    assert_eq!(
        found("They waited half an hour.", "They waited 0.5 hours."),
        nothing
    );
    assert_eq!(
        found(
            "Rates rose by half a percentage point.",
            "Rates rose by 50."
        ),
        ["number −half a", "number +50"]
    );
}
