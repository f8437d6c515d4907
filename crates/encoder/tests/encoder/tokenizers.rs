//! Tokenizers of every kind, from every format that models come with: the ids that bert_score's tokenizers give.

use std::collections::HashSet;
use std::path::PathBuf;

use bertscope_encoder::{EncoderError, TokenizedText, Tokenizer, TokenizerFiles};
use bytes::Bytes;
use proptest::prelude::*;
use serde_json::Value;

/// Fixtures with the `model_type` of their config.json; all of them are cut to `model_max_length`.
const FIXTURES: [(&str, &str); 14] = [
    ("bert", "bert"),
    ("bert_cased_mlm", "bert"),
    ("distilbert", "distilbert"),
    ("electra", "electra"),
    ("mpnet", "mpnet"),
    ("roberta", "roberta"),
    ("deberta", "deberta"),
    ("xlm_roberta", "xlm-roberta"),
    ("deberta_v2", "deberta-v2"),
    ("deberta_v2_conv", "deberta-v2"),
    ("albert", "albert"),
    ("t5", "t5"),
    ("t5_gated", "t5"),
    ("modernbert", "modernbert"),
];

/// Those of which a long text is tokenized only at its start.
const SPLIT_AT_SPACES: [&str; 7] = [
    "bert",
    "bert_cased_mlm",
    "distilbert",
    "electra",
    "mpnet",
    "roberta",
    "deberta",
];

/// A regular expression of texts that are hard to split.
const HARD_TEXT: &str = r"(.|[ \t\n\u{a0}\u{3000}▁Ġa-cé日本가हिأ👍🏽\u{300}-\u{303}\u{fe0f}\u{200d}\u{1}.,\-\[\]']|\[MASK\]|<mask>|</s>){0,30}";

fn folder(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../tests/fixtures", name]
        .iter()
        .collect()
}

fn files(name: &str) -> TokenizerFiles {
    let read = |file: &str| {
        let path = folder(name).join(file);
        if path.is_file() {
            std::fs::read(path).map(|bytes| Some(Bytes::from(bytes)))
        } else {
            Ok(None)
        }
    };
    TokenizerFiles::from_reader(read).unwrap()
}

/// tokenizer.json without the vocabularies beside it.
fn described(files: TokenizerFiles) -> TokenizerFiles {
    TokenizerFiles {
        vocab_txt: None,
        vocab_json: None,
        merges_txt: None,
        sentencepiece: None,
        ..files
    }
}

/// The vocabularies without tokenizer.json.
fn raw(files: TokenizerFiles) -> TokenizerFiles {
    TokenizerFiles {
        tokenizer_json: None,
        ..files
    }
}

fn open(files: &TokenizerFiles, model_type: &str) -> Tokenizer {
    Tokenizer::from_files(files, model_type, None).unwrap()
}

fn refusal(files: &TokenizerFiles, model_type: &str) -> String {
    match Tokenizer::from_files(files, model_type, None) {
        Err(EncoderError::Tokenizer(sentence)) => sentence,
        other => panic!("{other:?} is no refusal of the tokenizer"),
    }
}

fn assert_golden(name: &str, tokenizer: &Tokenizer, how: &str) {
    let golden: Value =
        serde_json::from_slice(&std::fs::read(folder(name).join("golden.json")).unwrap()).unwrap();
    let tokens = golden["tokens"].as_object().unwrap();
    assert!(tokens.len() > 50);
    for (text, expected) in tokens {
        let found = tokenizer.tokenize(text).unwrap();
        assert_eq!(
            serde_json::json!(found.ids()),
            expected["ids"],
            "{name}, {how}: {text:?}"
        );
        let pieces: Vec<_> = found.tokens.iter().map(|t| &t.piece).collect();
        assert_eq!(
            serde_json::json!(pieces),
            expected["pieces"],
            "{name}, {how}: {text:?}"
        );
    }
}

#[test]
fn every_fixture_gives_the_golden_tokens_from_all_of_its_files_and_from_each_format_alone() {
    for (name, model_type) in FIXTURES {
        let all = files(name);
        assert_golden(name, &open(&all, model_type), "all files");
        let (described, raw) = (described(all.clone()), raw(all));
        let formats = [
            ("tokenizer.json", described, true),
            ("without tokenizer.json", raw, false),
        ];
        let there = |file: &str| folder(name).join(file).is_file();
        let enough = |json: bool| {
            TokenizerFiles::has_vocabulary(|file| (file == "tokenizer.json") == json && there(file))
        };
        assert!(enough(true) || enough(false));
        for (how, files, _) in formats.iter().filter(|(_, _, json)| enough(*json)) {
            assert_golden(name, &open(files, model_type), how);
        }
    }
}

#[test]
fn the_class_of_tokenizer_config_goes_before_the_type_of_the_model() {
    assert_golden(
        "roberta",
        &open(&files("roberta"), "bert"),
        "model type of another family",
    );
    assert_golden(
        "xlm_roberta",
        &open(&raw(files("xlm_roberta")), ""),
        "no model type",
    );
}

#[test]
fn without_configuration_the_defaults_of_the_class_serve() {
    for (name, model_type) in [
        ("bert", "bert"),
        ("mpnet", "mpnet"),
        ("roberta", "roberta"),
        ("deberta", "deberta"),
    ] {
        let bare = TokenizerFiles {
            tokenizer_config: None,
            special_tokens_map: None,
            ..raw(files(name))
        };
        let (bare, full) = (open(&bare, model_type), open(&files(name), model_type));
        for text in [
            "",
            "Le café is cold <mask> [MASK] today",
            "the [SEP] and </s> of [CLS]",
        ] {
            assert_eq!(
                bare.tokenize(text).unwrap().ids(),
                full.tokenize(text).unwrap().ids(),
                "{name}: {text:?}"
            );
        }
    }
}

#[test]
fn cls_and_sep_weigh_nothing_and_the_end_mark_of_t5_does() {
    for (name, model_type) in FIXTURES {
        let tokenized = open(&files(name), model_type).tokenize("the cat").unwrap();
        let (marks, inner): (Vec<_>, Vec<_>) = tokenized.tokens.iter().partition(|t| t.special);
        assert!(
            inner.iter().all(|t| !t.weightless) && inner.len() == tokenized.text_token_count(),
            "{name}"
        );
        let t5 = model_type == "t5";
        assert_eq!(marks.len(), if t5 { 1 } else { 2 }, "{name}");
        assert!(
            marks.iter().all(|t| t.weightless != t5 && t.start == t.end),
            "{name}"
        );
    }
}

#[test]
fn a_t5_text_that_ends_with_the_end_mark_gets_no_second_one() {
    let tokenizer = open(&files("t5"), "t5");
    let [once, twice] = ["the cat", "the cat</s>"].map(|text| tokenizer.tokenize(text).unwrap());
    assert_eq!(once.ids(), twice.ids());
    assert_eq!(
        (
            twice.tokens.last().unwrap().start,
            twice.tokens.last().unwrap().end
        ),
        (7, 11)
    );
}

#[test]
fn texts_are_cut_by_the_files_or_the_positions_whichever_is_less() {
    let roberta = files("roberta");
    let most = |files: &TokenizerFiles, positions| {
        Tokenizer::from_files(files, "roberta", positions)
            .map(|tokenizer| tokenizer.max_tokens())
            .ok()
    };
    assert_eq!(most(&roberta, Some(64)), Some(64));
    assert_eq!(most(&roberta, Some(512)), Some(128));
    assert_eq!(most(&roberta, None), Some(128));
    let config = br#"{"model_max_length": 1000000000000000019884624838656, "tokenizer_class": "RobertaTokenizer"}"#;
    let endless = TokenizerFiles {
        tokenizer_config: Some(Bytes::from_static(config)),
        ..roberta
    };
    assert_eq!(most(&endless, Some(512)), Some(512));
    assert_eq!(most(&endless, None), Some(4096));
    assert_eq!(most(&endless, Some(2)), None, "no room for a text");
    let config = br#"{"model_max_length": 999999999, "tokenizer_class": "RobertaTokenizer"}"#;
    let absurd = TokenizerFiles {
        tokenizer_config: Some(Bytes::from_static(config)),
        ..endless
    };
    assert_eq!(most(&absurd, Some(512)), Some(512));
    assert_eq!(
        most(&absurd, None),
        Some(8192),
        "the attention of more would not fit in memory"
    );
}

#[test]
fn a_long_text_is_split_only_as_far_as_the_model_reads_it_into_the_same_tokens() {
    for (name, model_type) in FIXTURES {
        let tokenizer = open(&files(name), model_type);
        // Windows have room for so many tokens that the text fits in them.
        let whole = tokenizer.in_windows();
        // A word of 90,000 letters is longer than the part that is tokenized first.
        for start in ["", &"a".repeat(90_000)] {
            let short = format!(
                " \t{start} É[MASK] don't 日本 {}",
                "the cat's ".repeat(2_000)
            );
            let long = short.clone() + &"the cat's ".repeat(40_000);
            let found = tokenizer.tokenize(&long).unwrap();
            let cut = found.truncated.unwrap();
            let kept = cut.kept - 1;
            assert_eq!(
                found.tokens[..kept],
                whole.tokenize(&short).unwrap().tokens[..kept],
                "{name}"
            );
            let splits_whole = !SPLIT_AT_SPACES.contains(&name);
            assert_eq!(
                (cut.more, cut.total > 140_000),
                (!splits_whole, splits_whole),
                "{name}"
            );
        }
    }
}

#[test]
fn a_vocabulary_is_as_large_as_the_embedding_of_its_model() {
    for (name, model_type) in FIXTURES {
        let config: Value =
            serde_json::from_slice(&std::fs::read(folder(name).join("config.json")).unwrap())
                .unwrap();
        let embeddings = usize::try_from(config["vocab_size"].as_u64().unwrap()).unwrap();
        let found = open(&files(name), model_type).vocabulary_size();
        assert!(
            found <= embeddings && found + 110 > embeddings,
            "{name}: {found} of {embeddings}"
        );
    }
}

fn words(tokenized: &TokenizedText) -> Vec<(&str, usize, bool)> {
    let inner = tokenized
        .tokens
        .iter()
        .filter(|t| !(t.special && t.start == t.end));
    inner
        .map(|t| (&*t.text, t.start, t.continues_word))
        .collect()
}

#[test]
fn tokens_of_every_kind_point_at_their_characters_and_know_their_words() {
    for (name, model_type, text, expected) in [
        (
            "roberta",
            "roberta",
            "the café 吃",
            &[
                ("the", 0, false),
                ("c", 4, false),
                ("afé", 5, true),
                ("Ġ", 8, false),
                ("吃", 9, true),
                ("吃", 9, true),
            ][..],
        ),
        (
            "xlm_roberta",
            "xlm-roberta",
            " Stop. </s>",
            &[
                ("S", 1, false),
                ("top", 2, true),
                (".", 5, false),
                ("</s>", 7, false),
            ],
        ),
        (
            "t5",
            "t5",
            "Le ① <extra_id_3>",
            &[
                ("▁", 0, false),
                ("L", 0, false),
                ("e", 1, true),
                ("▁", 2, false),
                ("①", 3, false),
                ("<extra_id_3>", 5, false),
            ],
        ),
    ] {
        let tokenized = open(&files(name), model_type).tokenize(text).unwrap();
        assert_eq!(words(&tokenized), expected, "{name}");
    }
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of cases")]
fn damaged_files_are_refused_in_one_sentence_that_names_them() {
    let part = |bytes: &Option<Bytes>, keep: usize| Some(bytes.as_ref().unwrap().slice(..keep));
    let empty = || Some(Bytes::new());
    let text = |text: &'static str| Some(Bytes::from_static(text.as_bytes()));
    let (bert, roberta, t5) = (raw(files("bert")), raw(files("roberta")), raw(files("t5")));
    let all = files("bert");
    let cases = [
        (
            "bert",
            "vocab.txt",
            TokenizerFiles {
                vocab_txt: text("[CLS]\n[SEP]\nword\n"),
                ..bert.clone()
            },
        ),
        (
            "bert",
            "vocab.txt",
            TokenizerFiles {
                vocab_txt: empty(),
                ..bert.clone()
            },
        ),
        (
            "bert",
            "vocab.txt",
            TokenizerFiles {
                vocab_txt: Some(Bytes::from_static(b"\xff\xfe")),
                ..bert.clone()
            },
        ),
        (
            "bert",
            "vocab.txt",
            TokenizerFiles {
                vocab_txt: None,
                ..bert.clone()
            },
        ),
        (
            "bert",
            "tokenizer_config.json",
            TokenizerFiles {
                tokenizer_config: text("[1]"),
                ..bert.clone()
            },
        ),
        (
            "bert",
            "tokenizer.json",
            described(TokenizerFiles {
                tokenizer_json: part(&all.tokenizer_json, 900),
                ..all
            }),
        ),
        (
            "roberta",
            "vocab.json",
            TokenizerFiles {
                vocab_json: part(&roberta.vocab_json, 100),
                ..roberta.clone()
            },
        ),
        (
            "roberta",
            "vocab.json",
            TokenizerFiles {
                vocab_json: text("{\"a\": -1}"),
                ..roberta.clone()
            },
        ),
        (
            "roberta",
            "merges.txt",
            TokenizerFiles {
                merges_txt: text("#version: 0.2\na b c\n"),
                ..roberta.clone()
            },
        ),
        (
            "roberta",
            "merges.txt",
            TokenizerFiles {
                merges_txt: text("#version: 0.2\nqqq zzz\n"),
                ..roberta.clone()
            },
        ),
        (
            "roberta",
            "merges.txt",
            TokenizerFiles {
                merges_txt: empty(),
                ..roberta.clone()
            },
        ),
        (
            "roberta",
            "merges.txt",
            TokenizerFiles {
                merges_txt: None,
                ..roberta.clone()
            },
        ),
        (
            "t5",
            "sentencepiece model",
            TokenizerFiles {
                sentencepiece: part(&t5.sentencepiece, 5000),
                ..t5.clone()
            },
        ),
        (
            "t5",
            "sentencepiece model",
            TokenizerFiles {
                sentencepiece: part(&t5.sentencepiece, 100),
                ..t5.clone()
            },
        ),
        (
            "t5",
            "sentencepiece model",
            TokenizerFiles {
                sentencepiece: empty(),
                ..t5.clone()
            },
        ),
        (
            "t5",
            "sentencepiece model",
            TokenizerFiles {
                sentencepiece: text("no model at all"),
                ..t5.clone()
            },
        ),
    ];
    for (model_type, file, files) in cases {
        let sentence = refusal(&files, model_type);
        assert!(
            sentence.contains(file) && !sentence.contains('\n') && sentence.len() < 300,
            "{file}: {sentence}"
        );
    }
    assert!(refusal(&TokenizerFiles::default(), "gpt9").contains("gpt9"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn offsets_ascend_within_the_text_and_leave_no_letter_out(
        text in HARD_TEXT
    ) {
        for (name, _) in FIXTURES {
            let tokenized = TOKENIZERS.with(|all| all[name].tokenize(&text)).unwrap();
            let count = text.chars().count();
            let (mut start, mut covered) = (0, HashSet::new());
            for token in &tokenized.tokens {
                prop_assert!(start <= token.start && token.start <= token.end && token.end <= count, "{name} {token:?}");
                start = token.start;
                covered.extend(token.start..token.end);
                let part: String = text.chars().skip(token.start).take(token.end - token.start).collect();
                prop_assert!(token.text == part || part.trim().is_empty() || token.text == token.piece, "{name} {token:?}");
            }
            let visible = |c: char| c.is_ascii_alphanumeric();
            let complete = text.chars().enumerate().all(|(i, c)| !visible(c) || covered.contains(&i));
            prop_assert!(complete || tokenized.truncated.is_some(), "{name} {text:?}");
        }
    }

    #[test]
    fn tokens_before_a_space_between_words_do_not_depend_on_what_follows(
        start in HARD_TEXT, end in HARD_TEXT, last in "[a-zA-Z0-9]", next in "[a-zA-Z0-9]"
    ) {
        let start = start + &last;
        let whole = format!("{start} {next}{end}");
        for name in SPLIT_AT_SPACES {
            let [start, whole] = [&start, &whole].map(|text| TOKENIZERS.with(|all| all[name].tokenize(text)).unwrap());
            // Without the special token at the end.
            let count = start.tokens.len() - 1;
            prop_assert_eq!(&start.tokens[..count], &whole.tokens[..count], "{}", name);
        }
    }

    #[test]
    fn no_bytes_make_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), cut in 0_usize..4000, at in 0_usize..4000) {
        let bytes = Bytes::from(bytes);
        let own = TokenizerFiles {
            vocab_txt: Some(bytes.clone()),
            vocab_json: Some(bytes.clone()),
            merges_txt: Some(bytes.clone()),
            sentencepiece: Some(bytes.clone()),
            ..TokenizerFiles::default()
        };
        // A sound model with some bytes replaced, and cut.
        let model = files("t5").sentencepiece.unwrap();
        let mut hurt = model.to_vec();
        let end = (at + bytes.len()).min(hurt.len());
        hurt.splice(at..end, bytes.iter().copied());
        hurt.truncate(hurt.len() - cut);
        let hurt = TokenizerFiles { sentencepiece: Some(hurt.into()), ..TokenizerFiles::default() };
        for (files, kinds) in [(own, &["bert", "roberta", "t5", "albert"][..]), (hurt, &["t5", "xlm-roberta", "camembert"])] {
            for kind in kinds {
                if let Ok(tokenizer) = Tokenizer::from_files(&files, kind, Some(64)) {
                    tokenizer.tokenize("the cat </s> ① é吃").unwrap();
                }
            }
        }
    }
}

thread_local! {
    static TOKENIZERS: std::collections::HashMap<&'static str, Tokenizer> =
        FIXTURES.into_iter().map(|(name, model_type)| (name, open(&files(name), model_type))).collect();
}
