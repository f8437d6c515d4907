//! Layer, IDF, rescaling and model: what each option changes, and that the signature says so.

use serde_json::Value;

use super::{
    CANDIDATE, Files, REFERENCE, SMALL, assert_near, bertscope, golden, golden_file, numbers,
    score_json,
};

fn pair(arguments: &[&str]) -> Value {
    let mut lines = score_json(&[&["-r", REFERENCE, "-c", CANDIDATE], arguments].concat());
    assert_eq!(lines.len(), 1);
    lines.remove(0)
}

fn signature(line: &Value) -> String {
    let version = format!("_version=0.3.12(bertscope={}", env!("CARGO_PKG_VERSION"));
    let signature = line["signature"].as_str().unwrap().replace(",bundled", "");
    // Fingerprints of weights, IDF table and baseline.
    let (head, rest) = signature.split_once(&version).unwrap();
    let (_, tail) = rest.split_once(')').unwrap();
    format!("{head} {tail}").replace("sentence-transformers/", "")
}

/// The texts over which the golden IDF weights were counted; one of them is empty.
fn idf_corpus() -> Vec<String> {
    let corpus = golden_file()["idf_corpus"].clone();
    corpus
        .as_array()
        .unwrap()
        .iter()
        .map(|text| text.as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn layer_chooses_whose_hidden_states_are_compared() {
    for layer in [0, 4, 6] {
        let line = pair(&["--layer", &layer.to_string()]);
        assert_near(numbers(&line), golden("weather", layer, "plain"));
        assert_eq!(
            signature(&line),
            format!("all-MiniLM-L6-v2_L{layer}_no-idf ")
        );
    }
}

#[test]
fn idf_over_a_corpus_file_and_over_the_table_of_that_corpus_are_the_same() {
    let files = Files::new();
    let corpus = files.write("corpus.txt", idf_corpus().join("\n"));
    let table = files.path("table.tsv");
    let table = table.to_str().unwrap();
    bertscope()
        .args(["idf", &corpus, "-o", table])
        .assert()
        .success()
        .stdout("")
        .stderr("");
    let printed = bertscope().args(["idf", &corpus]).assert().success();
    assert_eq!(printed.get_output().stdout, std::fs::read(table).unwrap());

    for source in [&corpus, table] {
        let line = pair(&["--idf", source]);
        assert_near(numbers(&line), golden("weather", 6, "idf"));
        assert_eq!(signature(&line), "all-MiniLM-L6-v2_L6_idf ");
    }
    let details = pair(&["--idf", table, "--details"]);
    let golden = golden_file();
    for token in details["reference_tokens"].as_array().unwrap() {
        let expected = golden["idf"]
            .get(token["id"].to_string())
            .unwrap_or(&golden["idf_unseen"]);
        assert!(
            (token["weight"].as_f64().unwrap() - expected.as_f64().unwrap()).abs() < 1e-9,
            "{token}"
        );
    }
}

#[test]
fn idf_without_a_file_counts_over_the_references_at_hand() {
    let files = Files::new();
    let corpus = idf_corpus();
    let references = files.write("r.txt", corpus.join("\n"));
    let candidates = files.write(
        "c.txt",
        [vec![CANDIDATE.to_owned()], vec!["x".to_owned(); 11]]
            .concat()
            .join("\n"),
    );
    let lines = score_json(&["-r", &references, "-c", &candidates, "--idf"]);
    assert_eq!(corpus[0], REFERENCE);
    assert_near(numbers(&lines[0]), golden("weather", 6, "idf"));
}

#[test]
fn idf_over_one_reference_is_undefined_and_says_why() {
    let line = pair(&["--idf"]);
    assert_eq!(numbers(&line)[1], None, "recall is 0/0");
    assert_eq!(
        numbers(&line)[2],
        Some(0.0),
        "bert_score makes 0 of an F1 that is not a number"
    );
    assert_eq!(numbers(&line), numbers(&line["raw"]));
    let note = line["note"].as_str().unwrap();
    assert!(
        note.contains("ln(2/2) = 0") && note.contains("recall is 0/0"),
        "{note}"
    );
    assert!(
        !note.contains("precision is"),
        "the candidate's own words still have weights: {note}"
    );

    let text = bertscope()
        .args(["score", "-r", REFERENCE, "-c", CANDIDATE, "--idf"])
        .assert()
        .success();
    let text = String::from_utf8_lossy(&text.get_output().stdout).into_owned();
    assert!(
        text.contains("R —") && text.contains("note: ") && !text.contains("NaN"),
        "{text}"
    );
}

#[test]
fn idf_bundled_uses_the_table_inside() {
    let line = pair(&["--idf", "bundled", "--details"]);
    let weight = |i: usize| line["reference_tokens"][i]["weight"].as_f64().unwrap();
    assert_eq!(
        (weight(0), weight(6)),
        (0.0, 0.0),
        "special tokens occur in every text"
    );
    assert!(
        weight(1) < weight(2) && weight(3) < weight(4),
        "the < weather, is < cold"
    );
}

#[test]
fn rescale_stretches_each_number_with_its_own_bundled_baseline() {
    let line = pair(&["--rescale"]);
    let table = include_str!("../../assets/minilm/baseline.tsv");
    let row = table
        .lines()
        .find_map(|line| line.strip_prefix("6,"))
        .expect("a row for the default layer, the last");
    let row: Vec<f64> = row.split(',').map(|field| field.parse().unwrap()).collect();
    let raw = numbers(&line["raw"]);
    assert_near(raw, golden("weather", 6, "plain"));
    assert_near(
        numbers(&line),
        [0, 1, 2].map(|i| raw[i].map(|x| (x - row[i]) / (1.0 - row[i]))),
    );
    assert_eq!(
        signature(&line),
        "all-MiniLM-L6-v2_L6_no-idf -custom-rescaled"
    );
    assert_eq!(
        pair(&["--rescale-with-baseline"]),
        line,
        "bert_score's own name of the option"
    );
}

#[test]
fn a_baseline_file_is_used_for_every_layer_and_implies_rescale() {
    let files = Files::new();
    let baseline = files.write("b.tsv", golden_file()["baseline_tsv"].as_str().unwrap());
    for layer in [0, 6] {
        let line = pair(&["--baseline", &baseline, "--layer", &layer.to_string()]);
        assert_near(numbers(&line), golden("weather", layer, "rescaled"));
        assert_near(numbers(&line["raw"]), golden("weather", layer, "plain"));
        assert_eq!(
            signature(&line),
            format!("all-MiniLM-L6-v2_L{layer}_no-idf -custom-rescaled")
        );
    }
}

#[test]
fn a_model_without_a_baseline_stays_raw_and_says_so() {
    let line = pair(&["--model", SMALL, "--rescale"]);
    assert_eq!(numbers(&line), numbers(&line["raw"]));
    let note = line["note"].as_str().unwrap();
    assert!(note.contains("No baseline for layer"), "{line}");
    assert!(!signature(&line).ends_with("rescaled"));
}

#[test]
fn a_given_baseline_without_the_layer_is_refused_and_its_layers_are_named() {
    let files = Files::new();
    let baseline = files.write("b.tsv", "LAYER,P,R,F\n5,0.1,0.2,0.3\n");
    let done = bertscope()
        .args(["score", "-r", "a b", "-c", "a", "--baseline", &baseline])
        .assert()
        .code(2);
    let message = String::from_utf8_lossy(&done.get_output().stderr);
    assert!(
        message.contains("b.tsv has no baseline for layer 6, only for 5"),
        "{message}"
    );
}

#[test]
fn a_model_folder_scores_with_its_own_last_layer_and_name() {
    let golden: Value = serde_json::from_str(include_str!("../fixtures/bert/golden.json")).unwrap();
    let case = golden["cases"]
        .as_array()
        .unwrap()
        .iter()
        .rfind(|case| case["layer"] == 4 && case["plain"][0] != 1.0);
    let case = case.unwrap();
    let text = |side: &str| case[side].as_str().unwrap();
    let lines = score_json(&[
        "-r",
        text("reference"),
        "-c",
        text("candidate"),
        "--model",
        SMALL,
    ]);
    assert_near(
        numbers(&lines[0]),
        [0, 1, 2].map(|i| case["plain"][i].as_f64()),
    );
    assert_eq!(signature(&lines[0]), format!("{SMALL}_L4_no-idf "));
}

#[test]
fn a_baseline_that_the_program_computes_can_be_rescaled_with() {
    let files = Files::new();
    let corpus = files.write("corpus.txt", idf_corpus().join("\n"));
    let table = |name: &str, seed: &str| {
        let path = files.path(name).to_str().unwrap().to_owned();
        let arguments = [
            "baseline", &corpus, "--model", SMALL, "--pairs", "40", "--seed", seed, "-o", &path,
        ];
        bertscope()
            .args(arguments)
            .assert()
            .success()
            .stdout("")
            .stderr("");
        path
    };
    let (one, again, other) = (table("1", "7"), table("2", "7"), table("3", "8"));
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    assert_eq!(read(&one), read(&again), "the seed decides");
    assert_ne!(read(&one), read(&other));
    assert_eq!(read(&one).lines().count(), 6, "a header and layers 0 to 4");
    let line = pair(&["--model", SMALL, "--baseline", &one]);
    assert_ne!(numbers(&line), numbers(&line["raw"]));
}

#[test]
fn a_table_of_another_tokenizer_is_refused_and_the_corpus_itself_serves_every_model() {
    let files = Files::new();
    let corpus = files.write("corpus.txt", idf_corpus().join("\n"));
    let table = files.path("table.tsv");
    let table = table.to_str().unwrap();
    bertscope()
        .args(["idf", &corpus, "-o", table])
        .assert()
        .success();
    let score = ["score", "-r", REFERENCE, "-c", CANDIDATE, "--model", SMALL];
    let done = bertscope()
        .args(score)
        .args(["--idf", table])
        .assert()
        .code(2)
        .stdout("");
    let sentence = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    assert!(
        sentence.contains("table.tsv was counted with a different tokenizer"),
        "{sentence}"
    );
    bertscope()
        .args(score)
        .args(["--idf", &corpus])
        .assert()
        .success();
    bertscope()
        .args(["idf", &corpus, "-o", table, "--model", SMALL])
        .assert()
        .success();
    bertscope()
        .args(score)
        .args(["--idf", table])
        .assert()
        .success();
}

#[test]
fn candles_products_give_the_same_numbers_as_bertscopes() {
    for layer in [0, 3, 6] {
        let line = pair(&[
            "--device",
            "candle",
            "--layer",
            &layer.to_string(),
            "--rescale",
        ]);
        let own = pair(&["--layer", &layer.to_string(), "--rescale"]);
        assert_near(numbers(&line), numbers(&own));
        assert_eq!(signature(&line), signature(&own));
    }
}

#[cfg(not(feature = "cuda"))]
#[test]
fn a_device_that_this_program_was_not_built_for_is_refused_with_the_feature() {
    let score = [
        "score", "-r", REFERENCE, "-c", CANDIDATE, "--device", "cuda",
    ];
    let done = bertscope().args(score).assert().code(2).stdout("");
    let sentence = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    assert!(
        sentence.contains("the device cuda is not available")
            && sentence.contains("without the feature `cuda`"),
        "{sentence}"
    );
}
