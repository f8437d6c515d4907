//! Lists of other languages.

use bertscope_kinds::{DifferenceKind, WordList, differences};

#[test]
fn a_list_of_another_language_replaces_the_english_one() {
    let german = "\
# German
decimal: ,
negation: nicht, kein, keine
modality: darf, kann
modality: muss
number: 2, zwei
unit: km, Kilometer
unit: m, Meter
month: Januar
month: Februar
year: im Jahr
ignored: nicht nur
";
    let list = WordList::parse(german).unwrap();
    let kinds = |a: &str, b: &str| {
        differences(a, b, &list)
            .iter()
            .map(|difference| difference.kind)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        kinds("Er darf kommen.", "Er darf nicht kommen."),
        [DifferenceKind::Negation]
    );
    assert_eq!(
        kinds("Er darf kommen.", "Er muss kommen."),
        [DifferenceKind::Modality; 2]
    );
    assert!(kinds("zwei Kilometer weit", "2,0 km weit").is_empty());
    assert!(kinds("1500 Meter weit", "1.500 m weit").is_empty());
    assert!(kinds("nicht nur er kommt", "er kommt").is_empty());
    assert_eq!(
        kinds("im Jahr 2019", "im Jahr 2020"),
        [DifferenceKind::Date; 2]
    );
    assert_eq!(
        kinds("am 3. Januar 2019", "am 3. Februar 2019"),
        [DifferenceKind::Date; 2]
    );
    assert!(kinds("He may come.", "He may not come.").is_empty());
}

#[test]
fn a_line_that_cannot_be_read_is_named_with_what_to_write() {
    for (text, expected) in [
        (
            "negation not",
            "line 1: no colon; write NAME: expression, expression",
        ),
        (
            "\n# x\nnegations: not",
            "line 3: unknown name \"negations\"; use decimal, abbreviation, negation, modality, number, unit, month, date, hour, year, subject, article, ignored",
        ),
        ("negation:", "line 1: no expression after negation:"),
        (
            "number: twelve",
            "line 1: number: starts with digits, such as number: 12, twelve",
        ),
        (
            "decimal: ;",
            "line 1: the decimal separator is . or , and not \";\"",
        ),
    ] {
        assert_eq!(WordList::parse(text).unwrap_err().to_string(), expected);
    }
    assert!(WordList::parse("\u{feff}# nothing\n").is_ok());
}
