//! The note on words that the model splits into many pieces.

use bertscope_analysis::{Analyzer, Note, Settings};
use bertscope_metric::Pair;

/// The notes on the language, with the bundled model.
fn note(reference: &str, candidate: &str) -> Option<String> {
    let model = bertscope_models::bundled::model().unwrap();
    let settings = Settings::plain(model.default_layer);
    let texts = Pair {
        reference,
        candidate,
    };
    let analysis = Analyzer::new(model.into())
        .analyze(texts, settings)
        .unwrap();
    analysis.notes.into_iter().find_map(|note| match note {
        Note::UnknownLanguage(sentence) => Some(sentence),
        _ => None,
    })
}

#[test]
fn it_counts_the_pieces_of_the_words_of_the_texts_that_are_split() {
    assert_eq!(
        note(
            "Кошка спит на старом диване.",
            "Завтра в городе будет дождь."
        )
        .unwrap(),
        "The model splits these words into 4.2 pieces each: it hardly knows this language, or such words, and even \
         unrelated texts may score high."
    );
    let candidate = note("The cat sleeps.", "Kissa nukkuu sohvalla, ja koira syö.").unwrap();
    assert!(
        candidate.starts_with("The model splits the candidate’s words into 2.6"),
        "{candidate}"
    );
}

#[test]
fn languages_that_the_model_hardly_knows_have_it() {
    for text in [
        "Η γάτα κοιμάται στον καναπέ.",
        "أعلنت الحكومة يوم الخميس عن إصلاح مثير للجدل لنظام التقاعد.",
        "Der Bundestag verabschiedete am Donnerstag das umstrittene Gesetz zur Krankenhausreform.",
        "Rząd ogłosił w czwartek kontrowersyjną reformę emerytalną.",
        "Hükümet perşembe günü tartışmalı bir emeklilik reformu açıkladı.",
        "החתול ישן על הספה.",
    ] {
        assert!(
            note("The cat sleeps on the sofa.", text).is_some(),
            "{text}"
        );
    }
}

#[test]
fn english_names_numbers_code_and_scripts_without_spaces_do_not() {
    for text in [
        "The central bank raised interest rates by half a percentage point on Thursday.",
        "The patient presented with acute myocardial infarction and hypertension, treated with intravenous acetylsalicylate.",
        "Wojciech Szczęsny and Błaszczykowski met Lewandowski.",
        "Giannis Antetokounmpo scored against Bogdanović and Nikola Jokić.",
        "for (int i = 0; i < n; ++i) { sum += a[i]; }",
        "def parse_args(argv): return argparse.ArgumentParser().parse_args(argv)",
        "1234567 89012 34567.89 2023-01-17T10:22:31Z",
        "https://www.example.com/path/to/resource?id=4821",
        "idk wht ur talkin bout bruh smh",
        "猫在沙发上睡觉。",
        "これはペンです",
        "Guten Morgen",
        "",
    ] {
        assert_eq!(note("The cat sleeps on the sofa.", text), None, "{text}");
    }
}
