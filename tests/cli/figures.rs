//! `bertscope baseline` and `bertscope idf`: what they compute, and what becomes of an interrupted run.

use bertscope::metric::BERT_SCORE_TOLERANCE;
use bertscope::models::{
    self, Distribution, FrequencyTable, OpenOptions, ProgressMonitor, frequencies,
};

use serde_json::Value;

use super::{Files, SMALL, bertscope};

/// 120 sentences made of a few words; two of them are blank, and one has nothing that BERT takes for text.
fn sentences() -> Vec<String> {
    const WHO: [&str; 7] = [
        "The baker",
        "A tall man",
        "Nobody",
        "My sister",
        "The old ship",
        "Rain",
        "Every child",
    ];
    const DOES: [&str; 5] = ["waits for", "paints", "is afraid of", "has seen", "forgets"];
    const WHAT: [&str; 11] = [
        "the sea",
        "a yellow door",
        "two letters",
        "bread",
        "her brother",
        "the last train",
        "a song about the moon",
        "nothing",
        "the garden wall",
        "winter",
        "an answer that never came",
    ];
    let sentence = |i: usize| match i {
        17 => String::new(),
        40 => " \t ".to_owned(),
        63 => "\u{7f}".to_owned(),
        _ => format!(
            "{} {} {}{}",
            WHO[i % 7],
            DOES[i / 7 % 5],
            WHAT[i * i % 11],
            if i.is_multiple_of(4) { "!" } else { "." }
        ),
    };
    (0..120).map(sentence).collect()
}

/// A table as numbers, \[layers\]\[P, R, F\].
fn table(text: &str) -> Vec<[f64; 3]> {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("LAYER,P,R,F"), "what pandas reads");
    let row = |(layer, line): (usize, &str)| {
        let fields: Vec<f64> = line
            .split(',')
            .map(|field| field.parse().unwrap())
            .collect();
        assert_eq!((fields.len(), fields[0]), (4, layer as f64), "{line}");
        [fields[1], fields[2], fields[3]]
    };
    lines.enumerate().map(row).collect()
}

fn run(arguments: &[&str]) -> String {
    let done = bertscope().args(arguments).assert().success().stderr("");
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

/// The means that `bert_score` 0.3.13 gives for the same pairs (`all_layers=True`, no IDF), layer after layer.
const MEANS: &str = "LAYER,P,R,F
0,0.7319374,0.7318666,0.7317473
1,0.9035507,0.9033296,0.9034085
2,0.9622528,0.9618737,0.9620502
3,0.9398630,0.9392500,0.9395491
4,0.9236880,0.9234947,0.9235832
";

#[test]
fn a_baseline_is_the_mean_that_bert_score_gives_for_these_pairs_and_never_changes_silently() {
    let files = Files::new();
    let corpus = files.write("corpus.txt", sentences().join("\n"));
    let text = run(&[
        "baseline", &corpus, "--model", SMALL, "--pairs", "200", "--seed", "5",
    ]);
    let (ours, theirs) = (table(&text), table(MEANS));
    assert_eq!(ours.len(), theirs.len());
    for (ours, theirs) in ours.iter().flatten().zip(theirs.iter().flatten()) {
        assert!(
            (ours - theirs).abs() <= BERT_SCORE_TOLERANCE,
            "{ours} instead of {theirs}:\n{text}"
        );
    }
    // Files and pipes that hold the same texts are the same corpus, and blank lines are left out.
    let all = sentences();
    let (first, second) = (all[..50].join("\r\n"), all[50..].join("\n\n\n"));
    let (first, second) = (
        files.write("1", format!("\u{feff}{first}")),
        files.write("2", second),
    );
    let same = ["--model", SMALL, "--pairs", "200", "--seed", "5"];
    assert_eq!(
        run(&[&["baseline", &first, &second], &same[..]].concat()),
        text
    );
    let piped = bertscope()
        .args(["baseline", "-"])
        .args(same)
        .write_stdin(sentences().join("\n"))
        .assert()
        .success();
    assert_eq!(String::from_utf8_lossy(&piped.get_output().stdout), text);
}

#[test]
fn a_corpus_of_candidates_is_one_side_of_every_pair_and_no_text_is_beside_its_translation() {
    let files = Files::new();
    let two = |name: &str, text: &str| files.write(name, format!("{text}\n{text}\n"));
    let references = two("english.txt", "the weather is cold today");
    let candidates = two("other.txt", "a lamp");
    let output = files.path("cross.tsv");
    let output = output.to_str().unwrap();
    let more = ["--model", SMALL, "--pairs", "10"];
    let by_length = ["--by-length", "1", "-o", output];
    let crossed = ["baseline", &references, "--candidates", &candidates];
    bertscope()
        .args(crossed)
        .args(more)
        .args(by_length)
        .assert()
        .success();
    let pair = ["score", "-r", &references, "-c", &candidates];
    let rows = run(&[&pair, &["--model", SMALL, "--json", "--all-layers"][..]].concat());
    let row: Value = serde_json::from_str(rows.lines().next().unwrap()).unwrap();
    for (layer, numbers) in table(&std::fs::read_to_string(output).unwrap())
        .iter()
        .enumerate()
    {
        for (name, ours) in ["precision", "recall", "f1"].iter().zip(numbers) {
            let score = row["layers"][layer][name].as_f64().unwrap();
            assert!((ours - score).abs() < 1e-6, "{ours} instead of {score}");
        }
    }
    let text = std::fs::read_to_string(files.path("cross.distribution.tsv")).unwrap();
    let distribution = Distribution::parse(&text, "cross").unwrap();
    assert_eq!(
        distribution.corpus.as_deref(),
        Some("lines of english.txt, other.txt")
    );

    // Two texts and their translations, which are the texts themselves: only unequal ones are paired.
    let texts = files.write("texts.txt", "the weather is cold today\na lamp");
    let parallel = run(&[&["baseline", &texts, "--candidates", &texts], &more[..]].concat());
    let f1 = row["f1"].as_f64().unwrap();
    let found = table(&parallel)[4][2];
    assert!((found - f1).abs() < 1e-6, "{found} instead of {f1}");
}

#[test]
fn max_words_leaves_out_the_texts_that_have_more() {
    let files = Files::new();
    let few: Vec<_> = sentences()
        .into_iter()
        .filter(|text| text.split(' ').count() <= 4)
        .collect();
    let (all, few) = (
        files.write("all", sentences().join("\n")),
        files.write("few", few.join("\n")),
    );
    let same = ["--model", SMALL, "--pairs", "20"];
    let asked = run(&[&["baseline", &all, "--max-words", "4"], &same[..]].concat());
    assert_eq!(asked, run(&[&["baseline", &few], &same[..]].concat()));
    assert_ne!(asked, run(&[&["baseline", &all], &same[..]].concat()));
    let none = bertscope()
        .args(["baseline", &all, "--max-words", "0"])
        .args(same)
        .assert()
        .code(2)
        .stdout("");
    assert!(String::from_utf8_lossy(&none.get_output().stderr).contains("at least two texts"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_writes_what_was_computed_so_far_and_says_of_how_many_pairs_it_is() {
    let files = Files::new();
    let corpus = files.write("corpus.txt", sentences().join("\n"));
    let [table, distribution] =
        ["baseline.tsv", "baseline.distribution.tsv"].map(|name| files.path(name));
    let output = table.to_str().unwrap();
    let interrupted = interrupt_baseline(&[
        "baseline", &corpus, "--model", SMALL, "--seed", "5", "-o", output,
    ]);
    let pairs = interrupted
        .strip_prefix("bertscope: interrupted after ")
        .and_then(|rest| {
            rest.strip_suffix(" of 1000000000 pairs; the results are of these alone\n")
        })
        .unwrap_or_else(|| panic!("{interrupted}"));
    let written = [&table, &distribution].map(|path| std::fs::read_to_string(path).unwrap());
    assert!(
        written[1].contains(&format!("random\toff\t{pairs}\t4\tF1\t")),
        "{pairs}"
    );

    // Exactly the results of a run of that many pairs.
    let whole = ["--pairs", pairs, "-o", output];
    run(&[
        &["baseline", &corpus, "--model", SMALL, "--seed", "5"],
        &whole[..],
    ]
    .concat());
    let again = [&table, &distribution].map(|path| std::fs::read_to_string(path).unwrap());
    assert_eq!(again, written);
}

/// Starts a baseline of a thousand million pairs and presses Ctrl-C once some have been scored; gives standard error.
#[cfg(unix)]
fn interrupt_baseline(arguments: &[&str]) -> String {
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    // Nothing shows how far the run is, so a machine that is busy gets more time at the next try.
    for milliseconds in [500, 2_000, 8_000, 32_000] {
        let child = Command::new(env!("CARGO_BIN_EXE_bertscope"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(arguments)
            .args(["--pairs", "1000000000"])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        let signal = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap();
        assert!(signal.success());
        let ended = child.wait_with_output().unwrap();
        let message = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.signal(), Some(2), "{message}");
        if message.contains("interrupted after ") && !message.contains("interrupted after 0 ") {
            return message;
        }
    }
    panic!("no pair was scored in half a minute");
}

#[test]
fn an_output_of_a_baseline_that_cannot_be_written_is_refused_before_the_work() {
    let files = Files::new();
    let corpus = files.write("corpus.txt", sentences().join("\n"));
    let nowhere = files.path("no/such/folder/b.tsv");
    let refused = bertscope()
        .args([
            "baseline",
            &corpus,
            "--model",
            SMALL,
            "--pairs",
            "1000000000",
        ])
        .arg("-o")
        .arg(&nowhere)
        .assert()
        .code(1)
        .stdout("");
    let message = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(
        message.contains("cannot write") && message.contains("b.tsv: there is no folder"),
        "{message}"
    );
}

#[test]
fn idf_counts_every_line_once_whatever_its_end_and_as_in_memory() {
    let files = Files::new();
    let mut texts: Vec<String> = Vec::new();
    for i in 0..9000 {
        texts.push(sentences()[i * 7 % 120].clone());
    }
    let (first, second) = texts.split_at(8500);
    let crlf = files.write("crlf.txt", format!("\u{feff}{}\r\n", first.join("\r\n")));
    let plain = files.write("plain.txt", second.join("\n"));
    let printed = run(&["idf", &crlf, &plain, "--model", SMALL]);
    let table = FrequencyTable::parse(&printed, "printed").unwrap();

    let model = format!("{}/{SMALL}", env!("CARGO_MANIFEST_DIR"));
    let model = models::open(
        Some(&model),
        &OpenOptions::default(),
        &ProgressMonitor::silent(),
    )
    .unwrap();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(
        table.weights.counted(),
        Some(&frequencies::count(&texts, &model.tokenizer).unwrap())
    );
    assert_eq!(
        table.weights.counted().unwrap().document_count(),
        9000,
        "empty lines and duplicates are texts too"
    );
    assert!(table.source.contains("crlf.txt, ") && table.source.ends_with("plain.txt"));

    let piped = bertscope()
        .args(["idf", "-", "--model", SMALL])
        .write_stdin(texts.join("\n"))
        .assert()
        .success();
    let piped = FrequencyTable::parse(
        &String::from_utf8_lossy(&piped.get_output().stdout),
        "piped",
    )
    .unwrap();
    assert_eq!(
        (&*piped.source, &piped.weights),
        ("standard input", &table.weights)
    );
}

#[test]
fn a_corpus_that_is_no_text_is_refused_with_file_line_and_byte() {
    let files = Files::new();
    let bad = files.write("bad.txt", b"fine\r\nna\xefve\n");
    let empty = files.write("empty.txt", b"\xef\xbb\xbf");
    for command in ["idf", "baseline"] {
        let refused = bertscope()
            .args([command, &bad, "--model", SMALL])
            .assert()
            .code(2)
            .stdout("");
        let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        for part in ["bad.txt is not UTF-8 text", "byte 8", "line 2", "iconv"] {
            assert!(said.contains(part), "{said}");
        }
        bertscope()
            .args([command, &empty, "--model", SMALL])
            .assert()
            .code(2)
            .stdout("");
        let folder = files.path("").to_str().unwrap().to_owned();
        let refused = bertscope()
            .args([command, &folder, "--model", SMALL])
            .assert()
            .code(2)
            .stdout("");
        let said = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        assert!(
            said.contains("cannot read") && said.to_lowercase().contains("directory"),
            "{said}"
        );
    }
}

/// Neighbouring sentences as judged pairs in JSON Lines.
fn judged_lines() -> Vec<String> {
    sentences()
        .windows(2)
        .enumerate()
        .filter(|(_, two)| two.iter().all(|text| text.trim().len() > 1))
        .map(|(i, two)| {
            format!(
                "{{\"candidate\": \"{}\", \"reference\": \"{}\", \"score\": {}}}",
                two[0],
                two[1],
                i % 5
            )
        })
        .collect()
}

/// Asks where a pair ranks among the pairs of a baseline.
fn ask_ruler(baseline: &str, model: &str) -> assert_cmd::assert::Assert {
    let pair = [
        "score",
        "-r",
        "The baker paints bread.",
        "-c",
        "Nobody paints bread.",
        "--explain",
        "ruler",
    ];
    bertscope()
        .args(pair)
        .args(["--model", model, "--baseline", baseline])
        .assert()
}

/// The ruler in one line, wherever it was broken.
fn shown_ruler(baseline: &str) -> String {
    let shown = ask_ruler(baseline, SMALL).success();
    let shown = String::from_utf8_lossy(&shown.get_output().stdout).into_owned();
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn beside_a_baseline_lies_how_its_scores_are_spread_and_the_ruler_finds_it() {
    use bertscope::encoder::Layer;
    use bertscope::models::distribution::{LEVELS, Measure, Weighting};

    let files = Files::new();
    let corpus = files.write("corpus.txt", sentences().join("\n"));
    let judged = judged_lines();
    let judged_file = files.write("judged.jsonl", judged.join("\n"));
    let output = files.path("b.tsv");
    let output = output.to_str().unwrap();
    let same = ["--model", SMALL, "--pairs", "200", "--seed", "5"];
    let more = [
        "--judged",
        &judged_file,
        "--judged-source",
        "our own",
        "--idf",
        &corpus,
        "--by-length",
        "8",
        "--source",
        "our own lines",
        "-o",
        output,
    ];
    let made = bertscope()
        .args([&["baseline", &corpus], &same[..], &more].concat())
        .assert()
        .success();
    let missing = String::from_utf8_lossy(&made.get_output().stderr).into_owned();
    // This tokenizer splits words into many pieces, so the lines are long, and the model takes 128 tokens.
    for length in ["6 to 11", "182 to 362"] {
        assert!(
            missing.contains(&format!("join to 0 random pairs of {length} tokens")),
            "{missing}"
        );
    }
    let means = std::fs::read_to_string(output).unwrap();
    assert_eq!(
        means,
        run(&[&["baseline", &corpus], &same[..]].concat()),
        "the table is what it always was"
    );

    let text = std::fs::read_to_string(files.path("b.distribution.tsv")).unwrap();
    let found = Distribution::parse(&text, "b").unwrap();
    assert_eq!(
        (found.judged.as_deref(), found.has_table("corpus.txt", 120)),
        (Some("our own"), true)
    );
    for weighing in [Weighting::Off, Weighting::Table] {
        let pairs: Vec<u64> = found
            .with_weighting(weighing)
            .map(|spread| spread.pairs)
            .collect();
        assert_eq!((pairs.len(), pairs[0]), (10, 200));
        assert_eq!(pairs[1..6].iter().sum::<u64>(), judged.len() as u64);
        assert_eq!(pairs[6..], [8; 4]);
    }
    let random = found.with_weighting(Weighting::Off).next().unwrap();
    for (layer, row) in table(&means).into_iter().enumerate() {
        for (&measure, mean) in Measure::ALL.iter().zip(row) {
            let quantiles = random.quantiles_at(Layer(layer), measure).unwrap();
            let mid = |two: &[f64]| {
                (two[1] - two[0]) * (quantiles.value_at(two[0]) + quantiles.value_at(two[1])) / 2.0
            };
            let area: f64 = LEVELS.windows(2).map(mid).sum();
            assert!((area - mean).abs() < 5e-3, "layer {layer}: {area} {mean}");
        }
    }

    let shown = shown_ruler(output);
    assert!(
        shown.contains("of 8 random pairs of 12 to 22 tokens, joined from our own lines")
            && shown.contains("(our own)")
            && shown.contains("3.2–4"),
        "{shown}"
    );
    // A file without pairs by length, as older versions wrote it.
    let is_by_length =
        |line: &&str| line.starts_with("#corpus") || line.strip_prefix("random ").is_some();
    let old: Vec<&str> = text.lines().filter(|line| !is_by_length(line)).collect();
    files.write("old.distribution.tsv", old.join("\n"));
    let shown = shown_ruler(&files.write("old.tsv", &means));
    assert!(
        shown.contains("of 200 random pairs")
            && shown.contains("These have any length")
            && shown.contains("(our own)"),
        "{shown}"
    );
    // One of another model is refused; without one, the ruler says how to make it.
    let refused = ask_ruler(output, "tests/fixtures/roberta").code(2);
    assert!(String::from_utf8_lossy(&refused.get_output().stderr).contains("another model"));
    let alone = files.write("alone.tsv", &means);
    let shown = shown_ruler(&alone);
    assert!(shown.contains("bertscope baseline CORPUS"), "{shown}");
}
