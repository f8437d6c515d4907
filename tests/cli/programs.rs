//! `--as` and `--long`: the score of another program, its name in the signature, and the pairs that a program refuses.

use serde_json::Value;

use super::{CANDIDATE, Files, REFERENCE, SMALL, assert_near, bertscope, numbers, score_json};

const ROBERTA: &str = "tests/fixtures/roberta";

/// P, R and F1 in a golden file of lenses.
fn expected(numbers: &Value) -> [Option<f64>; 3] {
    [0, 1, 2].map(|i| numbers[i].as_f64())
}

fn file(name: &str) -> Value {
    let path = format!("{}/tests/lenses/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn pair(model: &str, arguments: &[&str]) -> Value {
    let all = [
        &["-r", REFERENCE, "-c", CANDIDATE, "--model", model],
        arguments,
    ]
    .concat();
    score_json(&all).remove(0)
}

#[test]
fn each_program_has_its_own_score_and_the_signature_names_it() {
    let golden = file("roberta");
    assert_eq!(golden["cases"][0]["reference"], REFERENCE);
    let own = &golden["cases"][0];
    let other = &file("transformers5/roberta")["cases"]["weather"];
    let version = env!("CARGO_PKG_VERSION");
    for (program, layer, scores, signed) in [
        (
            "bert_score",
            Some("2"),
            &own["slow"]["plain"],
            format!("_L2_no-idf_version=0.3.12(bertscope={version})"),
        ),
        (
            "bert_score+transformers5",
            Some("2"),
            &other["plain"],
            format!("_L2_no-idf_version=0.3.12(bertscope={version},hug_trans=5)"),
        ),
        (
            "bert_score+fast",
            Some("2"),
            &own["fast"]["plain"],
            format!("_L2_no-idf_version=0.3.12(bertscope={version})_fast-tokenizer"),
        ),
        // The last layer, by default.
        (
            "torchmetrics",
            None,
            &own["torchmetrics"]["plain"],
            format!("_L4_no-idf_version=0.3.12(bertscope={version},torchmetrics=1.9.0)"),
        ),
    ] {
        let layer = layer.map_or(vec![], |layer| vec!["--layer", layer]);
        let line = pair(ROBERTA, &[&["--as", program][..], &layer].concat());
        assert_near(numbers(&line), expected(scores));
        // A fingerprint of the model's files comes first of what follows the version.
        let signature = line["signature"].as_str().unwrap();
        let (start, end) = signature.split_once(",weights=").unwrap();
        assert_eq!(
            format!("{start}{}", &end[8..]),
            format!("{ROBERTA}{signed}")
        );
    }
}

#[test]
fn idf_over_the_references_of_a_file_is_counted_with_the_tokens_of_the_program() {
    let files = Files::new();
    let golden = file("roberta");
    let cases: Vec<&Value> = golden["cases"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|case| case["name"] != "too-long")
        .collect();
    let row = |case: &&Value| serde_json::json!({ "reference": case["reference"], "candidate": case["candidate"] });
    let rows: Vec<String> = cases.iter().map(|case| row(case).to_string()).collect();
    let table = files.write("pairs.jsonl", rows.join("\n"));
    let lines = score_json(&[
        &table,
        "--model",
        ROBERTA,
        "--as",
        "bert_score+fast",
        "--layer",
        "2",
        "--idf",
    ]);
    for (case, line) in cases.iter().zip(&lines) {
        assert_near(numbers(line), expected(&case["fast"]["idf"]));
    }
}

#[test]
fn a_pair_that_a_program_refuses_is_scored_as_by_default_and_a_note_says_why() {
    for (texts, program, model, why) in [
        (
            ["", "a text"],
            "bert_score+transformers5",
            SMALL,
            "at an empty text",
        ),
        (
            ["a text", "another"],
            "torchmetrics",
            "tests/fixtures/t5",
            "the decoder needs an input too",
        ),
        (
            ["a text", "another"],
            "bert_score+fast",
            "tests/fixtures/albert",
            "The model has no tokenizer.json",
        ),
    ] {
        let score = |more: &[&str]| {
            score_json(&[&["-r", texts[0], "-c", texts[1], "--model", model], more].concat())
                .remove(0)
        };
        let (own, default) = (score(&["--as", program]), score(&[]));
        assert_eq!(
            (numbers(&own), &own["signature"]),
            (numbers(&default), &default["signature"])
        );
        let note = own["note"].as_str().unwrap();
        assert!(
            note.starts_with(&format!("This is the score of bert_score, not {program}: "))
                && note.contains(why),
            "{note}"
        );
    }
}

#[test]
fn an_exported_analysis_names_its_program_and_says_why_a_pair_was_refused() {
    let files = Files::new();
    for (program, reference) in [
        ("bert_score+transformers5", REFERENCE),
        ("bert_score+transformers5", ""),
        ("bert_score+fast", REFERENCE),
        ("torchmetrics", REFERENCE),
        ("bert_score+windows", &"a long text ".repeat(100)),
    ] {
        let json = files.path("pair.json");
        let json = json.to_str().unwrap();
        let plot = [
            "plot", "-r", reference, "-c", CANDIDATE, "--model", ROBERTA, "--as", program, "-o",
            json,
        ];
        bertscope().args(plot).assert().success();
        let document: Value =
            serde_json::from_str(&std::fs::read_to_string(json).unwrap()).unwrap();
        assert_eq!(
            (
                &document["settings"]["program"],
                document["refusal"].is_null()
            ),
            (&program.into(), !reference.is_empty())
        );
    }
}

#[test]
fn a_script_uses_the_program_or_says_that_it_cannot() {
    let script = |program: &str| {
        bertscope()
            .args([
                "plot", "-r", "a", "-c", "b", "--format", "python", "--as", program,
            ])
            .assert()
    };
    for (program, line) in [
        ("bert_score+fast", "    use_fast_tokenizer=True,"),
        ("bert_score+transformers5", "transformers==5.23.0 torch"),
    ] {
        let done = script(program).success();
        assert!(String::from_utf8_lossy(&done.get_output().stdout).contains(line));
    }
    let long = "a ".repeat(600);
    bertscope()
        .args([
            "plot", "-r", &long, "-c", "b", "--format", "python", "--long", "windows",
        ])
        .assert()
        .code(2);
    script("torchmetrics").code(2).stdout("").stderr(
        "bertscope: a script computes the score with bert_score, but this score is that of torchmetrics; choose another program or format\n",
    );
}

#[test]
fn a_lesson_step_is_scored_as_by_its_program_and_an_unknown_one_is_a_fault_with_all_names() {
    let files = Files::new();
    let lesson = |program: &str| {
        let step =
            "[[step]]\nreference = \"The ferry leaves.\"\ncandidate = \"The boat departs.\"\n";
        files.write(
            "mine.toml",
            format!("title = \"Mine\"\n{step}as = \"{program}\"\n"),
        )
    };
    let page = files.path("page.html");
    bertscope()
        .args([
            "lesson",
            &lesson("torchmetrics"),
            "--html",
            page.to_str().unwrap(),
        ])
        .assert()
        .success();
    let page = std::fs::read_to_string(page).unwrap();
    assert!(
        page.contains("Scored as by torchmetrics.") && page.contains(",torchmetrics=1.9.0)"),
        "{page}"
    );
    let done = bertscope()
        .args(["lesson", &lesson("bleu"), "--check"])
        .assert()
        .code(2);
    let said = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    assert!(said.contains("bert_score+transformers5"), "{said}");
}

#[test]
fn the_baseline_of_a_program_averages_its_scores() {
    let files = Files::new();
    let corpus = files.write("corpus.txt", format!("{CANDIDATE}\n{REFERENCE}\n"));
    let baseline = |program: &str| {
        let arguments = [
            "baseline", &corpus, "--model", ROBERTA, "--pairs", "1", "--as", program,
        ];
        let done = bertscope().args(arguments).assert().success();
        let table = String::from_utf8(done.get_output().stdout.clone()).unwrap();
        let row = table.lines().find(|row| row.starts_with("2,")).unwrap();
        row.split(',')
            .skip(1)
            .map(|number| number.parse().unwrap())
            .collect::<Vec<f64>>()
    };
    let texts = [[REFERENCE, CANDIDATE], [CANDIDATE, REFERENCE]];
    for program in [
        "bert_score",
        "bert_score+transformers5",
        "bert_score+fast",
        "torchmetrics",
        "bert_score+windows",
    ] {
        let [p, r, f1] = baseline(program)[..] else {
            panic!("three means")
        };
        // Which of the two texts is the reference was drawn.
        let drawn = texts.map(|[reference, candidate]| {
            let options = [
                "-r", reference, "-c", candidate, "--model", ROBERTA, "--layer", "2", "--as",
                program,
            ];
            numbers(&score_json(&options).remove(0)).map(Option::unwrap)
        });
        let near = |scores: &[f64; 3]| {
            scores
                .iter()
                .zip([p, r, f1])
                .all(|(a, b)| (a - b).abs() < 2e-6)
        };
        assert!(
            drawn.iter().any(near),
            "{program}: {p} {r} {f1} is none of {drawn:?}"
        );
    }
}

#[test]
fn long_texts_are_cut_unless_windows_are_asked_for_and_the_note_counts_the_windows() {
    let long = format!("{REFERENCE} ").repeat(40);
    let score = |more: &[&str]| {
        score_json(
            &[
                &[
                    "-r", &long, "-c", CANDIDATE, "--model", ROBERTA, "--layer", "2",
                ],
                more,
            ]
            .concat(),
        )
        .remove(0)
    };
    let (default, cut, windows) = (
        score(&[]),
        score(&["--long", "cut"]),
        score(&["--long", "windows"]),
    );
    assert_eq!(default, cut);
    assert_eq!(windows, score(&["--as", "bert_score+windows"]));
    assert_ne!(numbers(&cut), numbers(&windows));
    let note = windows["note"].as_str().unwrap();
    assert!(
        note.contains("encoded in") && note.contains("windows of 128, each token"),
        "{note}"
    );
    assert!(
        windows["signature"]
            .as_str()
            .unwrap()
            .ends_with(")-windows")
    );
}

#[test]
fn windows_are_not_for_the_programs_that_cut() {
    let both = [
        "score",
        "-r",
        "a",
        "-c",
        "b",
        "--long",
        "windows",
        "--as",
        "torchmetrics",
    ];
    let done = bertscope().args(both).assert().code(2).stdout("");
    let said = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    assert!(
        said.contains("'--long <HOW>' cannot be used with '--as <PROGRAM>'"),
        "{said}"
    );
}
