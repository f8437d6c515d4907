//! What a token says about the text that it stands for.

use std::sync::LazyLock;

use bertscope_encoder::{Token, TokenizedText, Tokenizer, TokenizerFiles};
use bertscope_models::{Model, bundled};
use proptest::prelude::*;

use super::{BUNDLED, SMALL};

fn slice(text: &str, start: usize, end: usize) -> String {
    text.chars().skip(start).take(end - start).collect()
}

fn words(tokenized: &TokenizedText) -> impl Iterator<Item = &Token> {
    let inner = tokenized.tokens.len() - 1;
    tokenized.tokens[1..inner].iter()
}

/// What holds for the tokens of any text.
fn check(model: &Model, text: &str) -> Result<(), TestCaseError> {
    let tokenized = model.tokenizer.tokenize(text).unwrap();
    let (first, last) = (
        &tokenized.tokens[0],
        &tokenized.tokens[tokenized.tokens.len() - 1],
    );
    for (token, piece) in [(first, "[CLS]"), (last, "[SEP]")] {
        prop_assert_eq!(
            (&*token.piece, &*token.text, token.special),
            (piece, piece, true)
        );
        prop_assert_eq!(token.start, token.end);
    }
    let (mut start, mut end) = (first.end, first.end);
    for token in words(&tokenized) {
        // Accents are decomposed, and Hangul with them: the parts of one character may be several tokens.
        let (apart, shared) = (
            token.start >= end,
            token.continues_word && token.start == start && token.end >= end,
        );
        prop_assert!(
            token.end > token.start && (apart || shared),
            "{token:?} after {start}..{end} of {text:?}"
        );
        prop_assert_eq!(&slice(text, token.start, token.end), &token.text);
        prop_assert_eq!(token.text.trim(), &token.text);
        (start, end) = (token.start, token.end);
    }
    prop_assert_eq!(last.start, end);
    prop_assert!(
        end <= text.chars().count() && tokenized.tokens.len() <= model.tokenizer.max_tokens()
    );
    prop_assert_eq!(&*tokenized.text, text);
    Ok(())
}

proptest! {
    #[test]
    fn offsets_are_those_of_the_text_for_any_characters(text in ".{0,40}") {
        check(&BUNDLED, &text)?;
        check(&SMALL, &text)?;
    }

    #[test]
    fn offsets_are_those_of_the_text_for_scripts_marks_and_blanks(
        text in r"[ \t\n\u{a0}\u{3000}a-cé日本語가각हिन्दीأ👍🏽\u{300}-\u{303}\u{fe0f}\u{200d}\u{200b}\u{1}.\-\[\]]{0,40}"
    ) {
        check(&BUNDLED, &text)?;
        check(&SMALL, &text)?;
    }
}

/// The bundled model's tokenizer, read from the published tokenizer.json alone.
static PUBLISHED: LazyLock<Tokenizer> = LazyLock::new(|| {
    let files = TokenizerFiles {
        vocab_txt: None,
        ..bundled::files().unwrap().tokenizer
    };
    Tokenizer::from_files(&files, "bert", Some(512)).unwrap()
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn vocab_txt_and_the_published_tokenizer_json_give_the_same_tokens_for_any_text(
        text in r"(\PC|.|[ \t\na-zA-Z0-9'.,#é日ü\u{300}]{1,8}|\[(MASK|SEP|UNK|PAD|unused7)\]|##(ing|s)){0,40}"
    ) {
        prop_assert_eq!(BUNDLED.tokenizer.tokenize(&text).unwrap().tokens, PUBLISHED.tokenize(&text).unwrap().tokens);
    }
}

#[test]
fn vocab_txt_and_the_published_tokenizer_json_give_the_same_tokens_for_every_character_and_entry() {
    let (ours, published) = (&BUNDLED.tokenizer, &*PUBLISHED);
    assert_eq!(ours.fingerprint(), published.fingerprint());
    assert_eq!(
        (ours.vocabulary_size(), ours.max_tokens()),
        (published.vocabulary_size(), published.max_tokens())
    );
    let characters: Vec<char> = ('\0'..=char::MAX).collect();
    let written = |c: &char| format!("{c} a{c}b ");
    let entries: Vec<_> =
        std::str::from_utf8(&bundled::files().unwrap().tokenizer.vocab_txt.unwrap())
            .unwrap()
            .lines()
            .map(str::to_owned)
            .collect();
    assert_eq!(entries.len(), ours.vocabulary_size());
    let texts = characters
        .chunks(64)
        .map(|some| some.iter().map(written).collect())
        .chain(entries.chunks(64).map(|some| some.join(" ")));
    for text in texts {
        let text: String = text;
        let tokens =
            |tokenizer: &Tokenizer| tokenizer.for_torchmetrics().tokenize(&text).unwrap().tokens;
        assert!(tokens(ours) == tokens(published), "{text:?}");
    }
}

#[test]
fn each_token_points_at_its_own_characters() {
    for (text, expected) in [
        (
            "Le café naïve",
            &[("le", "Le", 0), ("cafe", "café", 3), ("naive", "naïve", 8)][..],
        ),
        (
            "我吃apples。",
            &[
                ("我", "我", 0),
                ("[UNK]", "吃", 1),
                ("apples", "apples", 2),
                ("。", "。", 8),
            ],
        ),
        (
            "great 👍🏽 job",
            &[("great", "great", 0), ("[UNK]", "👍🏽", 6), ("job", "job", 9)],
        ),
        (
            "cafe\u{301} Zu\u{308}rich",
            &[("cafe", "cafe\u{301}", 0), ("zurich", "Zu\u{308}rich", 6)],
        ),
        (
            "\u{a0} \t\nlate  night ",
            &[("late", "late", 4), ("night", "night", 10)],
        ),
        (
            "한글",
            &[
                ("ᄒ", "한", 0),
                ("##ᅡ", "한", 0),
                ("##ᆫ", "한", 0),
                ("##ᄀ", "글", 1),
                ("##ᅳ", "글", 1),
                ("##ᆯ", "글", 1),
            ],
        ),
        (
            "a\u{7}b\u{200b}c d",
            &[("abc", "a\u{7}b\u{200b}c", 0), ("d", "d", 6)],
        ),
        (
            "!\u{1d15e} a",
            &[("!", "!", 0), ("[UNK]", "\u{1d15e}", 1), ("a", "a", 3)],
        ),
        (
            "the [MASK] [SEP]",
            &[
                ("the", "the", 0),
                ("[MASK]", "[MASK]", 4),
                ("[SEP]", "[SEP]", 11),
            ],
        ),
    ] {
        let tokenized = BUNDLED.tokenizer.tokenize(text).unwrap();
        let found: Vec<_> = words(&tokenized)
            .map(|t| (&*t.piece, &*t.text, t.start))
            .collect();
        assert_eq!(found, expected, "{text:?}");
    }
}

#[test]
fn pieces_continue_a_word_only_within_it() {
    for (text, expected) in [
        ("unbelievably sad", "un|bel+ie+va+bly+|sad"),
        (
            "Well-known, unbelievably",
            "Well|-|known|,|un|bel+ie+va+bly+",
        ),
        ("e\u{301}te\u{301}", "e\u{301}t|e\u{301}+"),
        ("yes yes", "yes|yes"),
    ] {
        let tokenized = BUNDLED.tokenizer.tokenize(text).unwrap();
        let found: Vec<_> = words(&tokenized)
            .map(|t| format!("{}{}", t.text, if t.continues_word { "+" } else { "" }))
            .collect();
        assert_eq!(
            found.join("|").replace("+|", "+"),
            expected.replace("+|", "+"),
            "{text:?}"
        );
        assert!(
            tokenized
                .tokens
                .iter()
                .all(|t| t.continues_word == t.piece.starts_with("##")),
            "{text:?}"
        );
    }
}

#[test]
fn special_tokens_written_in_the_text_weigh_nothing_but_keep_their_place() {
    let tokenized = BUNDLED.tokenizer.tokenize("a [SEP] b [MASK]").unwrap();
    let special: Vec<_> = words(&tokenized).map(|t| (&*t.text, t.special)).collect();
    assert_eq!(
        special,
        [
            ("a", false),
            ("[SEP]", true),
            ("b", false),
            ("[MASK]", false)
        ]
    );
}

#[test]
fn a_blank_text_is_special_tokens_only() {
    for text in ["", " ", "\u{a0}\t\r\n\u{1c}\u{3000}"] {
        let tokenized = BUNDLED.tokenizer.tokenize(text).unwrap();
        assert_eq!(tokenized.ids(), [101, 102], "{text:?}");
        assert_eq!(
            (tokenized.text_token_count(), tokenized.truncated),
            (0, None)
        );
    }
}

#[test]
fn a_text_that_is_too_long_is_cut_and_says_where() {
    for model in [&*BUNDLED, &*SMALL] {
        let most = model.tokenizer.max_tokens();
        let fits = vec!["a"; most - 2].join(" ");
        let fitting = model.tokenizer.tokenize(&fits).unwrap();
        assert_eq!((fitting.tokens.len(), fitting.truncated), (most, None));

        let text = format!("  {fits} é b a");
        let tokenized = model.tokenizer.tokenize(&text).unwrap();
        let cut = tokenized.truncated.expect("three tokens too many");
        assert_eq!((cut.kept, cut.total), (most, most + 3));
        assert_eq!(tokenized.ids(), fitting.ids());
        assert_eq!(slice(&text, cut.at, text.chars().count()), "é b a");
        assert_eq!(
            tokenized.tokens[most - 1].end + 1,
            cut.at,
            "the last token ends before the blank"
        );
    }
}
