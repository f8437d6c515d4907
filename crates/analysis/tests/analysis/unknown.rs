//! The note on unknown tokens.

use bertscope_analysis::{Analyzer, Note, Settings};
use bertscope_metric::Pair;

/// The sentence about unknown tokens, with the bundled model.
fn note(reference: &str, candidate: &str) -> Option<String> {
    let model = bertscope_models::bundled::model().unwrap();
    let settings = Settings::plain(model.default_layer);
    let analysis = Analyzer::new(model.into())
        .analyze(
            Pair {
                reference,
                candidate,
            },
            settings,
        )
        .unwrap();
    analysis.notes.into_iter().find_map(|note| match note {
        Note::Unknown(sentence) => Some(sentence),
        _ => None,
    })
}

#[test]
fn it_counts_the_unknown_tokens_names_their_text_and_a_model_for_the_script() {
    assert_eq!(
        note("喜欢喝茶。", "请打电话。").unwrap(),
        "4 of 5 candidate tokens and 4 of 5 reference tokens are unknown to this model (请, 打, …): all are the same \
         [UNK], so their similarity means nothing. A model for this script: bert-base-chinese (on the command line, --lang zh)."
    );
    assert_eq!(
        note("we leave at eight", "我们后天早上九点出发。").unwrap(),
        "6 of 11 candidate tokens are unknown to this model (们, 后, …): all are the same [UNK], so their similarity means \
         nothing. A model for this script: bert-base-chinese (on the command line, --lang zh)."
    );
    assert_eq!(
        note("a good job today", "a great 👍🏽 job").unwrap(),
        "1 of 4 candidate tokens is unknown to this model (👍🏽): like all other unknown text it is [UNK], so its \
         similarity means nothing."
    );
}

#[test]
fn a_script_of_many_languages_has_the_multilingual_model_and_emoji_have_none() {
    let many = "A model for more scripts: bert-base-multilingual-cased (on the command line, --lang and the language’s code).";
    for text in ["ฉันชอบดื่มชา 🚀", "私達は寿司と緑茶が好き", "አዲስ አበባ"]
    {
        let sentence = note("a cup of tea", text).unwrap_or_default();
        assert!(sentence.ends_with(many), "{text}: {sentence}");
    }
    for text in ["👍 🚀", "tea for 👍"] {
        assert!(
            note("a cup of tea", text)
                .unwrap()
                .ends_with("means nothing."),
            "{text}"
        );
    }
}

#[test]
fn text_that_spells_out_the_token_is_not_unknown() {
    assert_eq!(note("[UNK] is a token", "the [UNK] token"), None);
    assert_eq!(
        note("the weather is cold today", "it is freezing today"),
        None
    );
}
