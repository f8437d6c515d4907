//! `--lang`: the model of a language, and the published baseline of a model and a language.

use serde_json::Value;

use super::{CANDIDATE, Files, REFERENCE, SMALL, assert_near, bertscope, numbers};

/// Scores the pair at layer 4 with small random models in folders that have the names of published ones.
///
/// `bert_score` goes by the name as well, so the published figures apply.
fn pair(arguments: &[&str]) -> Value {
    let files = Files::new();
    files.model("bert-base-multilingual-cased");
    files.model("bert-base-chinese");
    let texts = [
        "score", "-r", REFERENCE, "-c", CANDIDATE, "--json", "--layer", "4",
    ];
    let done = bertscope()
        .current_dir(files.path(""))
        .args(texts)
        .args(arguments)
        .assert()
        .success()
        .stderr("");
    serde_json::from_slice(&done.get_output().stdout).unwrap()
}

fn assert_rescaled(line: &Value, row: [f64; 3]) {
    let raw = numbers(&line["raw"]);
    assert_near(
        numbers(line),
        [0, 1, 2].map(|i| raw[i].map(|x| (x - row[i]) / (1.0 - row[i]))),
    );
    assert!(line["note"].is_null(), "{line}");
}

fn model_and_end(line: &Value) -> (String, String) {
    let signature = line["signature"].as_str().unwrap();
    let (model, end) = (
        signature.split_once("_L4_").unwrap().0,
        signature.split_once(')').unwrap().1,
    );
    (model.to_owned(), end.to_owned())
}

#[test]
fn rescale_uses_the_published_baseline_of_the_model_in_english_or_in_the_language_that_is_named() {
    let model = ["--model", "bert-base-multilingual-cased", "--rescale"];
    let english = pair(&model);
    assert_rescaled(&english, [0.506_605_7, 0.506_592_87, 0.505_495_3]);
    let german = pair(&[&model[..], &["--lang", "de"]].concat());
    assert_rescaled(&german, [0.498_238_6, 0.498_178_33, 0.497_226_72]);
    assert_eq!(
        german["raw"], english["raw"],
        "a named model stays, whatever the language"
    );
    for line in [english, german] {
        assert_eq!(
            model_and_end(&line),
            ("bert-base-multilingual-cased".into(), "-rescaled".into())
        );
    }
}

#[test]
fn a_language_that_changes_nothing_has_a_note_and_an_unknown_one_is_an_error() {
    let score = ["score", "-r", REFERENCE, "-c", CANDIDATE];
    let bundled = ["-m", "sentence-transformers/all-MiniLM-L6-v2"];
    for (options, reason) in [
        (
            &["--model", SMALL][..],
            "it only selects the published baseline for --rescale",
        ),
        (
            &[bundled[0], bundled[1], "--rescale"],
            "one baseline of its own",
        ),
    ] {
        let arguments = [&score[..], options, &["--lang", "de"]].concat();
        let done = bertscope().args(&arguments).assert().success();
        let said = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(
            said.contains("--lang de changes nothing") && said.contains(reason),
            "{said}"
        );
    }
    let unknown = [&score[..], &["--model", SMALL, "--lang", "xx"]].concat();
    let done = bertscope().args(&unknown).assert().code(2);
    let said = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    assert!(
        said.contains("xx") && said.contains("a code of ISO 639-1"),
        "{said}"
    );
}

#[test]
fn a_language_chooses_the_model_where_none_is_named() {
    let chinese = pair(&["--lang", "zh", "--rescale"]);
    assert_eq!(
        model_and_end(&chinese),
        ("bert-base-chinese".into(), "-rescaled".into())
    );
    assert_rescaled(&chinese, [0.518_401_7, 0.518_402_3, 0.517_837_05]);
    let finnish = pair(&["--lang", "fi"]);
    assert_eq!(
        model_and_end(&finnish),
        ("bert-base-multilingual-cased".into(), String::new()),
        "raw unless asked"
    );
    assert_eq!(numbers(&finnish), numbers(&finnish["raw"]));
}

#[test]
fn a_baseline_file_goes_before_the_published_one() {
    let files = Files::new();
    let own = files.write("b.tsv", "LAYER,P,R,F\n4,0.1,0.2,0.3\n");
    let line = pair(&["--lang", "de", "--baseline", &own]);
    assert_rescaled(&line, [0.1, 0.2, 0.3]);
    assert_eq!(model_and_end(&line).1, "-custom-rescaled");
}

#[test]
fn a_language_without_a_published_baseline_stays_raw_and_names_those_that_have_one() {
    let line = pair(&["--lang", "ja", "--rescale"]);
    assert_eq!(
        model_and_end(&line),
        ("bert-base-multilingual-cased".into(), String::new())
    );
    assert_eq!(numbers(&line), numbers(&line["raw"]));
    let note = line["note"].as_str().unwrap();
    for part in [
        "No baseline for layer 4",
        "published ones for cs, de, en, es,",
        "bertscope baseline",
        "--baseline FILE",
    ] {
        assert!(note.contains(part), "no {part:?} in: {note}");
    }
}

#[test]
fn an_empty_language_is_refused() {
    let done = bertscope()
        .args(["score", "-r", REFERENCE, "-c", CANDIDATE, "--lang", ""])
        .assert()
        .code(2)
        .stdout("");
    assert!(String::from_utf8_lossy(&done.get_output().stderr).contains("--lang"));
}
