//! The flags of the `bert-score` command: a script keeps its arguments and reads the output that it knows.

use bertscope::metric::BERT_SCORE_TOLERANCE;
use serde_json::Value;

use super::{
    CANDIDATE, Files, REFERENCE, SMALL, assert_near, bertscope, golden, golden_file, numbers,
    score, score_json,
};

/// Precision, recall and F1 with six decimals, as both commands print them.
fn assert_printed<'a>(printed: impl Iterator<Item = &'a str>, expected: [f64; 3]) {
    let printed: Vec<&str> = printed.collect();
    assert_eq!(printed.len(), 3, "{printed:?}");
    for (number, expected) in printed.iter().zip(expected) {
        assert_eq!(number.split_once('.').unwrap().1.len(), 6, "{number}");
        let difference = (number.parse::<f64>().unwrap() - expected).abs();
        assert!(
            difference <= BERT_SCORE_TOLERANCE + 5e-7,
            "{number} instead of {expected}"
        );
    }
}

#[test]
fn several_files_after_one_r_are_the_references_of_each_line_and_s_prints_tab_separated_lines_after_the_means()
 {
    let golden_file = golden_file();
    let multi = golden_file["multi"].as_array().unwrap().iter();
    let multi = multi
        .clone()
        .find(|case| case["name"] == "multi-2" && case["layer"] == 6)
        .unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let files = Files::new();
    let first = files.write(
        "1.txt",
        format!("{REFERENCE}\n{}\n", text(&multi["references"][0])),
    );
    let second = files.write(
        "2.txt",
        format!("{REFERENCE}\n{}\n", text(&multi["references"][1])),
    );
    let candidate = files.write(
        "c.txt",
        format!("{CANDIDATE}\n{}\n", text(&multi["candidate"])),
    );
    let weather = golden("weather", 6, "plain").map(Option::unwrap);
    let best = [0, 1, 2].map(|i| multi["plain"][i].as_f64().unwrap());

    let out = score(&["-r", &first, &second, "-c", &candidate, "-s"]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert!(out.ends_with('\n'));
    let (signature, means) = lines[0].split_once(' ').unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        signature,
        format!(
            "sentence-transformers/all-MiniLM-L6-v2_L6_no-idf_version=0.3.12(bertscope={version},bundled)"
        )
    );
    let means: Vec<&str> = means.split(' ').collect();
    assert_eq!([means[0], means[2], means[4]], ["P:", "R:", "F1:"]);
    assert_printed(
        means.iter().skip(1).step_by(2).copied(),
        [0, 1, 2].map(|i| weather[i].midpoint(best[i])),
    );
    assert_printed(lines[1].split('\t'), weather);
    assert_printed(lines[2].split('\t'), best);

    assert_eq!(
        score(&[
            "--cand",
            &candidate,
            "--seg_level",
            "--ref",
            &first,
            &second
        ]),
        out,
        "the long flags"
    );
    assert_eq!(
        score(&["-r", &first, "-r", &second, "-c", &candidate, "-s"]),
        out,
        "a flag for each file"
    );
}

#[test]
fn a_file_of_references_that_has_another_number_of_lines_is_named_and_nothing_is_printed() {
    let files = Files::new();
    let two = files.write("two.txt", "a b\nc d\n");
    let one = files.write("one.txt", "a b\n");
    for references in [[&two, &one], [&one, &two]] {
        let refused = bertscope()
            .args(["score", "-s", "-c", &two, "-r"])
            .args(references)
            .assert()
            .code(2)
            .stdout("");
        refused.stderr(format!(
            "bertscope: {two} has 2 texts and {one} has 1 text; both need the same number\n"
        ));
    }
}

#[test]
fn use_fast_tokenizer_gives_the_scores_and_the_signature_of_bert_score_with_that_flag() {
    let (model, file) = (
        "tests/fixtures/roberta",
        include_str!("../lenses/roberta.json"),
    );
    let own: Value = serde_json::from_str::<Value>(file).unwrap()["cases"][0].take();
    assert_eq!(
        [&own["reference"], &own["candidate"]],
        [REFERENCE, CANDIDATE]
    );
    let pair = [
        "-r",
        REFERENCE,
        "-c",
        CANDIDATE,
        "-m",
        model,
        "--num_layers",
        "2",
    ];
    for (flags, tokenizer, ends) in [
        (&[][..], "slow", ")"),
        (&["--use_fast_tokenizer"], "fast", ")_fast-tokenizer"),
    ] {
        let line = score_json(&[&pair[..], flags].concat()).remove(0);
        assert_near(
            numbers(&line),
            [0, 1, 2].map(|i| own[tokenizer]["plain"][i].as_f64()),
        );
        assert!(
            line["signature"].as_str().unwrap().ends_with(ends),
            "{line}"
        );
    }
}

#[test]
fn scripts_written_for_bert_score_may_keep_their_flags() {
    let flags = [
        "--ref",
        REFERENCE,
        "--cand",
        CANDIDATE,
        "-m",
        SMALL,
        "--num_layers",
        "2",
        "-s",
        "-v",
        "--nthreads",
        "4",
    ];
    let theirs = score_json(&[&flags[..], &["-b", "64"]].concat());
    let ours = score_json(&[
        "-r", REFERENCE, "-c", CANDIDATE, "-m", SMALL, "--layer", "2",
    ]);
    assert_eq!(numbers(&theirs[0]), numbers(&ours[0]));
    for flag in ["--rescale_with_baseline", "--rescale-with-baseline"] {
        assert!(score(&["-r", REFERENCE, "-c", CANDIDATE, flag]).contains("-custom-rescaled"));
    }
}
