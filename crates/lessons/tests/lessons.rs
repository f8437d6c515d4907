//! Lessons: what their files may say, and whether what they claim is so.

use bertscope_metric::Pair;
use std::sync::Arc;

use bertscope_analysis::{Analyzer, Conventions, Idf, Settings};
use bertscope_encoder::Layer;
use bertscope_explain::Topic;
use bertscope_lessons::bundled::{BUNDLED, find};
use bertscope_lessons::check::{CheckReport, check, count_claims, unbacked_numbers};
use bertscope_lessons::{MatchDirection, paragraphs, parse};
use bertscope_models::bundled;
use proptest::prelude::*;

#[test]
fn every_claim_of_every_shipped_lesson_holds_with_the_bundled_model() {
    let mut analyzer = Analyzer::new(Arc::new(bundled::model().unwrap()));
    let mut broken = Vec::new();
    for (name, _) in BUNDLED {
        let lesson = find(name).unwrap();
        for step in &lesson.steps {
            assert!(
                !step.checks.is_empty() && !step.note.is_empty(),
                "{name}: {} claims nothing",
                step.title
            );
            let unbacked = unbacked_numbers(step);
            assert!(unbacked.is_empty(), "{name}: {}: {unbacked:?}", step.title);
        }
        let CheckReport {
            failed,
            missing_layers,
            ..
        } = check(&lesson.steps, &mut analyzer).unwrap();
        broken.extend(
            failed
                .into_iter()
                .chain(missing_layers)
                .map(|broken| (name, broken)),
        );
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn the_gallery_has_a_pair_for_each_thing_that_there_is_to_learn() {
    let gallery = find("gallery").unwrap();
    assert!(gallery.steps.len() >= 16);
    let mut titles: Vec<_> = gallery.steps.iter().map(|s| &s.title).collect();
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), gallery.steps.len());
}

#[test]
fn a_step_has_what_its_file_says() {
    let text = r#"
title = "Mine"
[[step]]
reference = "a b"
candidate = "a c"
layer = 3
idf = "table"
rescale = true
panel = "ledger"
direction = "recall"
"#;
    let lesson = parse(text, "mine.toml").unwrap();
    let step = &lesson.steps[0];
    assert_eq!(
        (
            lesson.title.as_str(),
            step.title.as_str(),
            step.note.as_str()
        ),
        ("Mine", "Step 1", "")
    );
    assert_eq!(
        (
            step.settings.layer,
            step.settings.idf,
            step.settings.rescale
        ),
        (Some(3), Some(Idf::Table), Some(true))
    );
    assert_eq!(
        (step.panel, step.direction),
        (Some(Topic::Ledger), Some(MatchDirection::Recall))
    );
}

#[test]
#[expect(clippy::too_many_lines, reason = "a table of errors")]
fn what_is_wrong_is_said_with_file_and_position_and_what_to_do() {
    let step = "[[step]]\nreference = \"a\"\ncandidate = \"b\"\n";
    let with = |line: &str| format!("title = \"x\"\n{step}{line}\n");
    let checks = |check: &str| with(&format!("checks = [\n  {{ {check} }},\n]"));
    for (text, line, part) in [
        ("title = \"x\"\n".to_owned(), 1, "at least one [[step]]"),
        (
            "title = \"x\"\nstep = []\n".to_owned(),
            1,
            "at least one [[step]]",
        ),
        (step.to_owned(), 1, "missing field `title`"),
        (format!("title = \" \"\n{step}"), 1, "the text is empty"),
        (
            "title = \"x\"\n\n[[step]]\nreference = \"a\"\n".to_owned(),
            3,
            "missing field `candidate`",
        ),
        (
            "title = \"x\"\n\n[step]\nreference = \"a\"\n".to_owned(),
            3,
            "expected [[step]], in double brackets",
        ),
        (
            "title = \"x\"\nstep = [3]\n".to_owned(),
            2,
            "expected a [[step]]",
        ),
        (
            with("candiate = \"c\""),
            5,
            "unknown field `candiate`; did you mean `candidate`?",
        ),
        (
            with("panel = \"legder\""),
            5,
            "unknown value `legder`; did you mean `ledger`? There are `matches`, `ledger`",
        ),
        (
            with("layer = -1"),
            5,
            "integer `-1`, expected a whole number, 0 or more",
        ),
        (
            with("layer = \"six\""),
            5,
            "string \"six\", expected a whole number, 0 or more",
        ),
        (
            with("layer = 99999999999999999999999"),
            5,
            "expected a whole number",
        ),
        (with("rescale = 1"), 5, "integer `1`, expected a boolean"),
        (
            with("idf = true"),
            5,
            "boolean `true`, expected a text in quotes",
        ),
        (
            with("note = 3"),
            5,
            "integer `3`, expected a text in quotes",
        ),
        (with("note = \"a\"\nnote = \"b\""), 6, "duplicate key"),
        (with("question = \"\""), 5, "the text is empty"),
        (
            with("checks = { score = \"f1\", above = 0.8 }"),
            5,
            "expected a sequence",
        ),
        (with("checks = [\"f1\"]"), 5, "expected a check in { }"),
        (with("note = \"open"), 5, "expected `\"`"),
        (with("note = \"a\" b"), 5, "this is not TOML: "),
        (with("note = \"a\0b\""), 5, "this is not TOML: "),
        (
            checks("score = \"f1\""),
            6,
            "`score` needs `above`, `below` or both",
        ),
        (
            checks("score = \"f2\", above = 0"),
            6,
            "unknown value `f2`; there are `p`, `r`, `f1`, `bleu`, `chrf`",
        ),
        (
            checks("score = \"f1\", above = nan"),
            6,
            "the number is not finite",
        ),
        (
            checks("score = \"f1\", below = inf"),
            6,
            "the number is not finite",
        ),
        (
            checks("score = \"f1\", above = 0.9, below = 0.1"),
            6,
            "no number is above 0.9 and below 0.1",
        ),
        (
            checks("score = \"f1\", lead = \"p\", above = 0"),
            6,
            "exactly one of score, raw, highest, lead, change, cell, best, rank and rescaled",
        ),
        (checks("above = 0"), 6, "this has none of them"),
        (
            checks("score = \"f1\", layer = \"static\", above = 0"),
            6,
            "works only with `cell`, not with `score`",
        ),
        (
            checks("score = \"f1\", layer = \"word\", above = 0"),
            6,
            "expected a whole number, 0 or more, or \"static\"",
        ),
        (with("cell = \"a\""), 5, "expected an array of length 2"),
        (
            checks("score = \"f1\", above = 80"),
            6,
            "`score` is at most 1 here, so it is never above 80",
        ),
        (
            checks("highest = \"p\", above = 1"),
            6,
            "`highest` is at most 1 here",
        ),
        (
            checks("raw = \"r\", above = 1.5, below = 2"),
            6,
            "`raw` is at most 1 here",
        ),
        (
            checks("score = \"bleu\", above = 101"),
            6,
            "`score` is at most 100 here",
        ),
        (
            checks("score = \"rougeL\", above = 50"),
            6,
            "`score` is at most 1 here",
        ),
        (
            checks("score = \"chrf\", below = 0"),
            6,
            "`score` is at least 0 here, so it is never below 0",
        ),
        (
            checks("cell = [\"a\", \"b\"], below = -1"),
            6,
            "`cell` is at least -1 here",
        ),
        (checks("lead = \"f1\", above = 0"), 6, "no such candidate"),
        (
            checks("raw = \"bleu\", above = 0"),
            6,
            "unknown value `bleu`; there are `p`, `r`, `f1`",
        ),
        (
            checks("score = \"f1\", of = \"reference\", above = 0"),
            6,
            "works only with `best`",
        ),
        (
            checks("score = \"f1\", of = \"C\", above = 0"),
            6,
            "candidate C",
        ),
        (
            checks("lead = \"f1\", of = \"A\", above = 0"),
            6,
            "`lead` compares with the first candidate",
        ),
        (
            checks("score = \"f1\", reference = 2, above = 0"),
            6,
            "reference 2, but the step has 1",
        ),
        (
            checks("highest = \"f1\", reference = 1, above = 0"),
            6,
            "leave out `reference`",
        ),
        (
            with("references = [\"a\", \"b\"]"),
            3,
            "`references` lists all of them; leave out `reference`",
        ),
        (
            with("other = \"c\"\ncandidates = [\"a\", \"b\"]").replace("candidate = \"b\"\n", ""),
            4,
            "leave out `other`",
        ),
        (
            with("candidates = []").replace("candidate = \"b\"\n", ""),
            4,
            "`candidates` has 0 texts; it can have 1 to 6",
        ),
        (
            with("candidates = [\"a\", 7]").replace("candidate = \"b\"\n", ""),
            4,
            "integer `7`, expected a text in quotes",
        ),
        (
            with("shows = \"B\""),
            5,
            "`shows` names a candidate that the step does not have",
        ),
        (
            with("minutes = 0"),
            5,
            "integer `0`, expected a whole number from 1 to 600",
        ),
        (
            with("guess = \"F1\""),
            5,
            "unknown value `F1`; there are `f1`, `vote`, `none`",
        ),
        (
            with("guess = \"vote\""),
            5,
            "a vote needs several candidates",
        ),
        (
            with("guess = \"f1\"\nother = \"c\""),
            5,
            "is for one candidate",
        ),
        (
            with("exercise = {}"),
            5,
            "an exercise needs `below`, `above` or `words`",
        ),
        (
            with("exercise = { belwo = 0.7 }"),
            5,
            "unknown field `belwo`; did you mean `below`?",
        ),
        (
            with("exercise = { words = [[]] }"),
            5,
            "a list of `words` is empty",
        ),
        (
            with("exercise = { below = 0.7 }\nother = \"c\""),
            5,
            "this step has several",
        ),
        (with("teacher = \"\""), 5, "the text is empty"),
        (with("note = “curly”"), 5, "are curly, write straight ones"),
        (with("‘note’ = \"a\""), 5, "are curly"),
        (with("note = \"half of them”"), 5, "are curly"),
        (checks("score = “f1”, above = 0.8"), 6, "are curly"),
        (checks("best = \"a\", above = 0"), 6, "`is`"),
        (
            checks("cell = [\"a\", 3], above = 0"),
            6,
            "integer `3`, expected a text in quotes",
        ),
        (
            with(&format!("note = \"{}\"", "a".repeat(20_001))),
            5,
            "the text has 20001 characters",
        ),
    ] {
        let said = parse(&text, "mine.toml").unwrap_err().to_string();
        assert!(
            said.starts_with(&format!("mine.toml, line {line}, column ")) && said.contains(part),
            "{said}"
        );
        assert!(
            !said.contains('\n') && !said.contains('\0') && said.len() < 400,
            "{said:?}"
        );
    }
}

#[test]
fn the_first_error_is_reported_with_its_line_and_column_in_characters() {
    let text = "title = \"x\"\n[[step]]\nreference = \"a\"\ncandidate = \"b\"\n\
                checks = [{ cell = [\"é\", \"ü\"], above = 0.1, belwo = 2 }]\nlayer = -1\n";
    assert_eq!(
        parse(text, "mine.toml").unwrap_err().to_string(),
        "mine.toml, line 5, column 45: unknown field `belwo`; did you mean `below`? There are `score`, `raw`, \
         `highest`, `lead`, `change`, `cell`, `best`, `rank`, `rescaled`, `model`, `of`, `reference`, `layer`, `above`, `below`, `is`"
    );
}

#[test]
fn an_unknown_action_of_a_text_is_an_error_that_names_the_nearest() {
    let text = "title = \"x\"\n[[step]]\nreference = \"a\"\ncandidate = \"b\"\nnote = \"use {nxt-layer}\"\n";
    let said = parse(text, "mine.toml").unwrap_err().to_string();
    assert!(
        said.starts_with(
            "mine.toml, line 5, column 8: unknown action `nxt-layer`; did you mean `next-layer`?"
        ) && said.ends_with("For a word in braces, write `{ nxt-layer }`"),
        "{said}"
    );
}

#[test]
fn brackets_inside_a_text_start_no_step() {
    let quoted = "title = \"x\"\n[[step]]\nreference = \"\"\"\n[step]\n\"\"\"\ncandidate = \"b\"\n";
    assert_eq!(
        parse(quoted, "mine.toml").unwrap().steps[0].references[0],
        "[step]\n"
    );
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let text = format!("title = \"x\"\n{}", "# \n".repeat(400_000));
    let said = parse(&text, "mine.toml").unwrap_err().to_string();
    assert!(said.contains("larger than a lesson can be"), "{said}");
}

#[test]
fn a_question_about_cells_and_words_is_not_guessed_as_a_score() {
    let hour = find("hour").unwrap();
    let words: Vec<_> = (1..)
        .zip(&hour.steps)
        .filter(|(_, step)| !step.takes_guess())
        .map(|(number, _)| number)
        .collect();
    assert_eq!(words, [2, 3, 4, 5, 6, 7, 8, 9, 10]);
}

#[test]
fn a_step_may_have_several_candidates_and_references_minutes_and_a_note_for_the_teacher() {
    let text = r#"
title = "Several"
[[step]]
references = ["The ferry leaves at noon.", "At noon the boat departs."]
candidates = ["The boat departs at midday.", "The bus is late.", "At noon the boat departs."]
shows = "C"
minutes = 4
teacher = "Ask who is sure."
checks = [
  { score = "f1", above = 0.7, below = 0.75 },
  { score = "f1", of = "C", reference = 2, above = 0.999 },
  { highest = "f1", of = "C", above = 0.999 },
  { score = "f1", of = "C", below = 0.99 },
  { lead = "f1", of = "C", above = 0.01 },
  { lead = "f1", below = -0.1 },
  { best = "boat", of = "reference", reference = 2, is = "boat" },
  { cell = ["boat", "ferry"], layer = 0, below = 0.5 },
  { cell = ["boat", "ferry"], layer = "static", below = 0.5 },
]
[[step]]
reference = "a"
candidate = "b"
"#;
    let lesson = parse(text, "mine.toml").unwrap();
    let step = &lesson.steps[0];
    assert_eq!(
        (
            step.references.len(),
            step.candidates.len(),
            step.shown_candidate
        ),
        (2, 3, 2)
    );
    assert_eq!(
        (step.minutes, lesson.minutes(), step.teacher_note.as_deref()),
        (Some(4), Some(4), Some("Ask who is sure."))
    );
    let mut analyzer = Analyzer::new(Arc::new(bundled::model().unwrap()));
    assert_eq!(
        check(&lesson.steps, &mut analyzer).unwrap(),
        CheckReport::default()
    );
}

#[test]
fn a_step_points_at_a_cell_by_the_names_of_its_tokens_and_the_check_names_one_that_is_not_there() {
    let mut analyzer = Analyzer::new(Arc::new(bundled::model().unwrap()));
    let mut problems = |cell: &str| {
        let text = format!(
            "title = \"x\"\n[[step]]\nreference = \"a b b\"\ncandidates = [\"c\", \"d e\"]\nshows = \"B\"\ncell = {cell}\n"
        );
        let checked = check(&parse(&text, "x").unwrap().steps, &mut analyzer).unwrap();
        checked
            .failed
            .into_iter()
            .map(|found| found.problem)
            .collect::<Vec<_>>()
    };
    assert!(problems("[\"e\", \"b#2\"]").is_empty());
    assert_eq!(
        problems("[\"c\", \"b\"]"),
        ["the candidate has no token “c”"]
    );
    assert_eq!(
        problems("[\"d\", \"b#3\"]"),
        ["the reference has no token “b#3”"]
    );
}

#[test]
fn a_blank_line_ends_a_paragraph_and_other_ends_of_lines_are_blanks() {
    assert_eq!(
        paragraphs("\nOne\n  and two.\r\n\n \t\n\nThree.\n"),
        ["One and two.", "Three."]
    );
    assert!(paragraphs(" \n\n").is_empty());
}

#[test]
fn empty_texts_may_be_what_a_step_is_about() {
    let text = "title = \"x\"\n[[step]]\nreference = \"\"\ncandidate = \"\"\nother = \"\"\n";
    assert_eq!(parse(text, "mine.toml").unwrap().steps[0].candidates[0], "");
}

#[test]
fn at_a_layer_that_the_model_lacks_claims_are_not_checked_and_none_of_them_fails() {
    let text = "title = \"x\"\n[[step]]\nreference = \"a\"\ncandidate = \"b\"\nlayer = 6\n\
                [[step]]\ntitle = \"Far\"\nreference = \"a\"\ncandidate = \"b\"\nlayer = 99\n\
                checks = [{ score = \"f1\", above = 0.9 }]\n\
                [[step]]\nreference = \"a\"\ncandidate = \"b\"\n\
                checks = [{ score = \"f1\", above = -2 }, { score = \"f1\", layer = 7, above = 0.9 }]\n";
    let lesson = parse(text, "mine.toml").unwrap();
    let mut analyzer = Analyzer::new(Arc::new(bundled::model().unwrap()));
    let checked = check(&lesson.steps, &mut analyzer).unwrap();
    assert!(checked.failed.is_empty(), "{checked:#?}");
    let missing: Vec<_> = checked
        .missing_layers
        .iter()
        .map(|found| (found.step, &*found.title, &*found.problem))
        .collect();
    assert_eq!(
        missing,
        [
            (2, "Far", "`layer` is 99, but this model has layers 0 to 6"),
            (
                3,
                "Step 3",
                "`layer` is 7, but this model has layers 0 to 6"
            )
        ]
    );
    assert_eq!((checked.unchecked, count_claims(&lesson.steps)), (2, 3));
}

#[test]
fn what_is_wrong_with_several_claims_of_a_step_is_said_once() {
    let text = "title = \"x\"\n[[step]]\nreference = \"a ferry\"\ncandidate = \"a boat\"\ncell = [\"ship\", \"ferry\"]\n\
                checks = [{ cell = [\"ship\", \"ferry\"], above = 0.1 }, { best = \"ship\", is = \"ferry\" },\n\
                { score = \"f1\", layer = 7, above = 0.9 }, { cell = [\"boat\", \"ferry\"], layer = 7, above = 0.9 }]\n";
    let lesson = parse(text, "mine.toml").unwrap();
    let mut analyzer = Analyzer::new(Arc::new(bundled::model().unwrap()));
    let checked = check(&lesson.steps, &mut analyzer).unwrap();
    assert_eq!(
        (checked.failed.len(), checked.missing_layers.len()),
        (1, 1),
        "{checked:#?}"
    );
    assert!(checked.failed[0].problem.contains("ship"), "{checked:#?}");
    assert_eq!(
        (
            checked.failed_count,
            checked.unchecked,
            count_claims(&lesson.steps)
        ),
        (3, 2, 5)
    );
}

#[test]
fn what_the_gallery_says_of_words_that_no_check_can_hold_is_so() {
    let mut analyzer = Analyzer::new(Arc::new(bundled::model().unwrap()));
    let gallery = find("gallery").unwrap();
    let step = |title: &str| {
        gallery
            .steps
            .iter()
            .find(|step| step.title == title)
            .unwrap()
    };

    let long = step("A long text");
    assert!(
        long.note.contains("leaving one out moves F1 little"),
        "{}",
        long.note
    );
    let settings = Settings {
        layer: Layer(6),
        idf: Idf::Off,
        rescale: false,
        conventions: Conventions::default(),
    };
    let mut f1 = |candidate: &str| {
        analyzer
            .analyze(
                Pair {
                    reference: &long.references[0],
                    candidate,
                },
                settings,
            )
            .unwrap()
            .score()
            .f1
    };
    let whole = f1(&long.candidates[0]);
    let words: Vec<&str> = long.candidates[0].split(' ').collect();
    for left_out in 0..words.len() {
        let without = [&words[..left_out], &words[left_out + 1..]]
            .concat()
            .join(" ");
        assert!((f1(&without) - whole).abs() < 0.05, "{without}");
    }

    let script = step("Another script");
    let han = |token: &&str| {
        matches!(
            token.chars().collect::<Vec<_>>()[..],
            ['\u{4e00}'..='\u{9fff}']
        )
    };
    let han = include_str!("../../../assets/minilm/vocab.txt")
        .lines()
        .filter(han)
        .count();
    let note = format!(
        "{han} Han characters, but none of these: each becomes [UNK], the same unknown token, and only the full stop"
    );
    assert!(script.note.contains(&note), "{}", script.note);
    for text in [&script.references[0], &script.candidates[0]] {
        let tokens = &analyzer
            .analyze(
                Pair {
                    reference: text,
                    candidate: text,
                },
                settings,
            )
            .unwrap()
            .candidate
            .tokenized
            .tokens;
        let pieces: Vec<_> = tokens
            .iter()
            .filter(|t| !t.special && t.piece != "[UNK]")
            .map(|t| &*t.piece)
            .collect();
        assert_eq!(pieces, ["。"]);
    }
}

#[test]
fn a_claim_that_does_not_hold_is_named_with_what_is_the_case() {
    let text = r#"
title = "Wrong"
[[step]]
title = "No"
reference = "The ferry leaves at noon."
candidate = "The boat departs at midday."
checks = [
  { score = "f1", above = 0.9 },
  { best = "boat", is = "noon" },
  { cell = ["yacht", "ferry"], above = 0 },
  { score = "f1", below = 0.9 },
]
"#;
    let lesson = parse(text, "wrong.toml").unwrap();
    let mut analyzer = Analyzer::new(Arc::new(bundled::model().unwrap()));
    let problems: Vec<_> = check(&lesson.steps, &mut analyzer)
        .unwrap()
        .failed
        .into_iter()
        .map(|found| found.problem)
        .collect();
    assert_eq!(problems.len(), 3);
    assert!(
        problems[0].starts_with("F1 is 0.716") && problems[0].ends_with("not above 0.9"),
        "{problems:?}"
    );
    assert_eq!(
        problems[1],
        "the best match of “boat” is “ferry”, not “noon”"
    );
    assert_eq!(problems[2], "the candidate has no token “yacht”");
}

#[test]
fn a_check_may_be_about_word_overlap_in_its_own_scale() {
    let text = r#"
title = "Overlap"
[[step]]
title = "Other words"
reference = "The ferry leaves at noon."
candidate = "The ferry left at noon."
other = "The boat departs at midday."
checks = [
  { score = "bleu", above = 37.9, below = 38.0 },
  { score = "chrf", of = "other", below = 40 },
  { lead = "rougeL", below = -0.3 },
  { score = "rouge2", above = 0.6 },
]
"#;
    let lesson = parse(text, "overlap.toml").unwrap();
    let mut analyzer = Analyzer::new(Arc::new(bundled::model().unwrap()));
    let problems: Vec<_> = check(&lesson.steps, &mut analyzer)
        .unwrap()
        .failed
        .into_iter()
        .map(|b| b.problem)
        .collect();
    assert_eq!(problems, ["ROUGE-2 is 0.5000, not above 0.6"]);
}

/// Pieces that lessons are made of and trip over, and any others.
fn pieces() -> impl Strategy<Value = String> {
    let fields = [
        "title",
        "reference",
        "candidate",
        "other",
        "question",
        "note",
        "best",
        "is",
    ];
    let fields = fields.map(|name| format!("{name} = \"a b\"\n"));
    let settings = [
        "layer = 3\n",
        "layer = -1\n",
        "rescale = true\n",
        "panel = \"ledger\"\n",
        "idf = \"table\"\n",
    ];
    let checks = [
        "checks = [{ score = \"f1\", above = ",
        "cell = [\"a\", \"b\"]",
        "direction = 1979-05-27\n",
    ];
    let signs = [
        "[", "]", "{", "}", "=", "\n", "\"", "\"\"\"", "'", "'''", "#", ",", ".", "0x", "1e999",
        "nan", "inf",
    ];
    let odd = [
        "[[step]]\n",
        "[step]\n",
        "\\u",
        "\\ud800",
        "\0",
        "\u{feff}",
        "ä",
        "\u{9b}",
        "\r",
        "title",
    ];
    let known = settings
        .into_iter()
        .chain(checks)
        .chain(signs)
        .chain(odd)
        .map(str::to_owned)
        .chain(fields);
    let known = prop::sample::select(known.collect::<Vec<_>>());
    let piece = prop_oneof![9 => known, 1 => any::<String>()];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_text_is_a_lesson_or_a_sentence_with_file_and_line(text in pieces(), begun in any::<bool>()) {
        let start = "title = \"T\"\n[[step]]\nreference = \"a\"\ncandidate = \"b\"\n";
        let text = if begun { format!("{start}{text}") } else { text };
        if let Err(error) = parse(&text, "mine.toml") {
            let sentence = error.to_string();
            prop_assert!(sentence.starts_with("mine.toml, line ") && sentence.len() < 2_000, "{}", sentence);
        }
    }
}

#[test]
fn a_number_of_a_question_or_of_the_teacher_needs_a_claim_too_and_a_baseline_can_be_one() {
    let lesson = |checks: &str| {
        let text = format!(
            "title = \"t\"\n[[step]]\nreference = \"a\"\ncandidate = \"b\"\nquestion = \"Is .25 high?\"\nnote = \"n\"\n\
             teacher = \"The floor is .83, so .9 is .41.\"\nchecks = [{checks}]"
        );
        parse(&text, "mine")
    };
    let plain = lesson("").unwrap();
    let unbacked = unbacked_numbers(&plain.steps[0]);
    assert_eq!(unbacked, [".25", ".83", ".9", ".41"]);
    let claims = "{ score = \"f1\", above = -2, below = 0.25 }, { rescaled = 0.83, model = \"roberta-large\", above = -0.03, below = 0.03 }, \
                  { rescaled = 0.9, model = \"roberta-large\", above = 0.405, below = 0.415 }";
    let backed = lesson(claims).unwrap();
    assert!(unbacked_numbers(&backed.steps[0]).is_empty());
    let wrong = "{ rescaled = 0.9, model = \"roberta-large\", below = 0.4 }, { rescaled = 0.9, model = \"my/model\", above = 0 }, \
                 { rescaled = 0.11, above = 0 }";
    let mut analyzer = Analyzer::new(Arc::new(bundled::model().unwrap()));
    let report = check(&lesson(wrong).unwrap().steps, &mut analyzer).unwrap();
    let problems: Vec<&str> = report.failed.iter().map(|found| &*found.problem).collect();
    assert_eq!(
        problems,
        [
            "a raw F1 of 0.9, rescaled for roberta-large, is 0.4075, not below 0.4",
            "bert_score publishes no baseline for my/model and English",
            "a raw F1 of 0.11, rescaled for this model, is -0.0052, not above 0",
        ]
    );
    let error = lesson("{ raw = \"f1\", model = \"roberta-large\", above = 0.1 }").unwrap_err();
    assert!(
        error
            .to_string()
            .contains("`model` works only with `rescaled`, not with `raw`"),
        "{error}"
    );
}

#[test]
fn a_percentage_needs_a_claim_and_a_number_of_the_text_has_to_be_the_value_when_rounded() {
    let lesson = |checks: &str| {
        let text = format!(
            "title = \"t\"\n[[step]]\nreference = \"The recipe needs two eggs.\"\ncandidate = \"Our satellite lost its signal.\"\n\
             note = \"F1 is .14, higher than that of 74% of random pairs.\"\nchecks = [{checks}]"
        );
        parse(&text, "mine")
    };
    let mut analyzer = Analyzer::new(Arc::new(bundled::model().unwrap()));
    let mut problems = |checks: &str| {
        let report = check(&lesson(checks).unwrap().steps, &mut analyzer).unwrap();
        let failed = report.failed.into_iter();
        failed.map(|found| found.problem).collect::<Vec<_>>()
    };
    assert_eq!(
        unbacked_numbers(&lesson("").unwrap().steps[0]),
        [".14", "74%"]
    );

    let claims = "{ score = \"f1\", above = 0.125, below = 0.145 }, { rank = \"random\", above = 0.735, below = 0.745 }";
    assert!(unbacked_numbers(&lesson(claims).unwrap().steps[0]).is_empty());
    assert_eq!(problems(claims), ["F1 is 0.1324, not .14"]);
    // A claim that fails is not blamed twice, and the limit of a claim is no value.
    assert_eq!(
        problems("{ score = \"f1\", above = 0.135, below = 0.145 }"),
        ["F1 is 0.1324, not above 0.135"]
    );
    assert!(problems("{ score = \"f1\", below = 0.14 }").is_empty());
    assert_eq!(
        problems("{ rank = \"1-2\", above = 0.5 }, { rank = \"7-8\", above = 0.5 }"),
        [
            "the share of the ruler’s 1-2 pairs below F1 is 0.0001, not above 0.5",
            "the ruler of this model has no pairs named 7-8; name random, or ratings such as 0-1"
        ]
    );
}
