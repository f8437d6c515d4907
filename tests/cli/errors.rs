//! Bad input: one sentence on standard error that names the culprit and the way out, and nothing on standard output.

use super::{CANDIDATE, Files, REFERENCE, SMALL, bertscope};

/// Runs `score` with these arguments; asserts exit code 2 and a single sentence with every one of the fragments.
fn refuses(arguments: &[&str], fragments: &[&str]) {
    let done = bertscope()
        .arg("score")
        .args(arguments)
        .assert()
        .code(2)
        .stdout("");
    let sentence = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(
        sentence.starts_with("bertscope: ") && sentence.ends_with('\n'),
        "{sentence:?}"
    );
    assert_eq!(sentence.lines().count(), 1, "{sentence}");
    for fragment in fragments {
        assert!(
            sentence.contains(fragment),
            "no {fragment:?} in: {sentence}"
        );
    }
}

/// The same with a pair of texts given already, and a small model unless another is named.
fn pair_refuses(arguments: &[&str], fragments: &[&str]) {
    let model = if arguments.contains(&"--model") {
        &[][..]
    } else {
        &["--model", SMALL]
    };
    refuses(
        &[&["-r", REFERENCE, "-c", CANDIDATE], model, arguments].concat(),
        fragments,
    );
}

#[test]
fn a_missing_file_is_named() {
    let files = Files::new();
    let path = files.path("missing.txt");
    let missing = path.to_str().unwrap();
    let instead = "name an existing file, or put a space before it to score it as a text";
    refuses(
        &["-r", missing, "-c", CANDIDATE],
        &["there is no file", missing, instead],
    );
    refuses(
        &["-r", REFERENCE, "-c", "refs.txt"],
        &["there is no file refs.txt", instead],
    );
    let cannot_read = ["cannot read", missing, ": there is no such file\n"];
    pair_refuses(&["--idf", missing], &cannot_read);
    pair_refuses(&["--baseline", missing], &cannot_read);
}

#[test]
fn a_text_for_an_explanation_that_is_not_asked_for_is_refused() {
    for topics in [&[][..], &["--explain", "matches"]] {
        let before = [&["--before", "x"][..], topics].concat();
        pair_refuses(&before, &["add --explain edit"]);
        let against = [&["--against", "x"][..], topics].concat();
        pair_refuses(&against, &["add --explain compare"]);
    }
}

#[test]
fn a_column_that_is_passed_through_or_blank_is_named() {
    let files = Files::new();
    let path = files.write("blank.tsv", "reference\tcandidate\nA walk.\t\n");
    refuses(
        &[&path, "--keep-columns", "lp"],
        &[
            "blank.tsv has no column named \"lp\"; it has reference, candidate; name the column with --keep-columns",
        ],
    );
    refuses(
        &[&path, "--missing", "error"],
        &["blank.tsv, line 2: column 2 has no text; give --missing skip"],
    );
}

#[test]
fn a_folder_in_the_place_of_a_file_is_named() {
    let files = Files::new();
    let folder = files.path("").to_str().unwrap().to_owned();
    refuses(
        &["-r", &folder, "-c", CANDIDATE],
        &[&folder, "is a folder", "name an existing file"],
    );
    pair_refuses(&["--idf", &folder], &["cannot read", &folder, "directory"]);
    pair_refuses(
        &["--baseline", &folder],
        &["cannot read", &folder, "directory"],
    );
}

/// The memory of a process opens for its owner, and its first byte can be read by nobody, root included.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_cannot_be_read_is_named_with_the_reason() {
    let expected = ["cannot read", "/proc/self/mem", "Input/output error"];
    refuses(&["-r", "/proc/self/mem", "-c", CANDIDATE], &expected);
    refuses(&["-r", REFERENCE, "-c", "/proc/self/mem"], &expected);
    pair_refuses(&["--idf", "/proc/self/mem"], &expected);
    pair_refuses(&["--baseline", "/proc/self/mem"], &expected);
}

#[test]
fn a_path_through_a_file_is_named() {
    let files = Files::new();
    let path = format!("{}/inside.txt", files.write("file.txt", "a\n"));
    refuses(
        &["-r", &path, "-c", CANDIDATE],
        &["there is no file", &path],
    );
    pair_refuses(&["--idf", &path], &["cannot read", &path]);
    pair_refuses(&["--baseline", &path], &["cannot read", &path]);
}

#[test]
fn a_file_that_is_not_utf_8_is_named_with_the_place() {
    let files = Files::new();
    let latin = files.write("latin.txt", b"na\xefve\n");
    let expected = [latin.as_str(), "is not UTF-8 text", "byte 2", "iconv"];
    refuses(&["-r", &latin, "-c", CANDIDATE], &expected);
    refuses(&["-r", REFERENCE, "-c", &latin], &expected);
    pair_refuses(&["--idf", &latin], &expected);
    pair_refuses(&["--baseline", &latin], &expected);
}

#[test]
fn files_of_different_lengths_are_both_named_with_their_lengths() {
    let files = Files::new();
    let two = files.write("two.txt", "a b\nc d\n");
    let three = files.write("three.txt", "a b\nc d\ne f\n");
    let empty = files.write("empty.txt", "");
    refuses(
        &["-r", &three, "-c", &two],
        &[
            "2 texts",
            "3 texts",
            "need the same number",
            "two.txt",
            "three.txt",
        ],
    );
    refuses(
        &["-r", &two, "-r", REFERENCE, "-c", &two],
        &["2 texts", REFERENCE, "1 text;", "need the same number"],
    );
    refuses(
        &["-r", &empty, "-c", &two],
        &["empty.txt", "0 texts", "need the same number"],
    );
    refuses(
        &["-r", &two, "-c", &empty],
        &[&empty, "is empty; it needs one text per line"],
    );
}

#[test]
fn a_layer_out_of_range_is_refused_with_the_range() {
    pair_refuses(
        &["--layer", "7", "--model", "bundled"],
        &["no layer 7", "all-MiniLM-L6-v2", "choose one from 0 to 6"],
    );
    pair_refuses(
        &["--layer", "5", "--json"],
        &["no layer 5", SMALL, "choose one from 0 to 4"],
    );
}

/// Those the command-line parser refuses, in its own words of more than one line.
#[test]
fn an_option_that_cannot_be_understood_is_named() {
    let pair = ["score", "-r", REFERENCE, "-c", CANDIDATE];
    for (arguments, named) in [
        (&["--layer", "-1"][..], "--layer"),
        (&["--layer", "six"], "--layer"),
        (&["--layer"], "--layer"),
        (&["--baseline"], "--baseline"),
        (&["--colour"], "--colour"),
    ] {
        let done = bertscope()
            .args(pair)
            .args(arguments)
            .assert()
            .code(2)
            .stdout("");
        let message = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(message.lines().next().unwrap().contains(named), "{message}");
    }
    bertscope()
        .args(["score", "-c", CANDIDATE])
        .assert()
        .code(2)
        .stdout("");
}

#[test]
fn a_corrupt_baseline_is_named_with_the_line_and_the_format() {
    let files = Files::new();
    for (content, problem) in [
        ("", "line 1: the file is empty"),
        ("P,R,F\n0.1,0.2,0.3\n", "line 1: found the header"),
        (
            "LAYER,P,R,F\n6,0.1,0.2\n",
            "line 2: expected 4 fields, but found 3",
        ),
        (
            "LAYER,P,R,F\n6,0.1,zero,0.3\n",
            "line 2: \"zero\" is not a number",
        ),
        (
            "LAYER,P,R,F\n6,0.1,0.2,1.5\n",
            "line 2: cannot rescale with a baseline of 1.5: it must be finite",
        ),
        (
            "LAYER,P,R,F\n6,0.1,0.2,inf\n",
            "line 2: cannot rescale with a baseline of inf",
        ),
        (
            "LAYER,P,R,F\n6,.1,.2,.3\n6,.1,.2,.3\n",
            "line 3: layer 6 is listed twice",
        ),
    ] {
        let path = files.write("baseline.tsv", content);
        pair_refuses(
            &["--baseline", &path],
            &[
                "baseline.tsv, ",
                problem,
                "a baseline needs the header LAYER,P,R,F",
            ],
        );
    }
}

#[test]
fn a_corrupt_idf_table_is_named_with_the_line_and_the_remedy() {
    let files = Files::new();
    for (content, problem) in [
        ("#bertscope-idf 1\n", "line 2: "),
        (
            "#bertscope-idf 1\n#documents x\n#source y\n",
            "line 2: N is not a number",
        ),
        (
            "#bertscope-idf 1\n#documents 3\n#source y\n101\t3\n1037\t7\n",
            "line 5: a token cannot occur in more",
        ),
        (
            "#bertscope-idf 1\n#documents 3\n#source y\n101 3\n",
            "line 4: expected a token id",
        ),
        (
            "#bertscope-idf 2\n#documents 3\n#source y\n101\t3\n",
            "line 1: ",
        ),
    ] {
        let path = files.write("table.tsv", content);
        pair_refuses(
            &["--idf", &path],
            &[
                "table.tsv, ",
                problem,
                "write the table with `bertscope idf`",
            ],
        );
    }
}

#[test]
fn an_empty_corpus_is_named() {
    let files = Files::new();
    let empty = files.write("empty.txt", "");
    pair_refuses(
        &["--idf", &empty],
        &[&empty, "is empty; an IDF corpus has one text per line"],
    );
    for subcommand in ["idf", "baseline"] {
        bertscope()
            .args([subcommand, &empty])
            .assert()
            .code(2)
            .stdout("");
    }
}

#[test]
fn an_unknown_model_is_named_with_what_a_model_is() {
    let what = ["config.json, a tokenizer and weights", "leave out --model"];
    pair_refuses(
        &["--model", "./roberta-huge"],
        &[
            "there is no model folder \"./roberta-huge\"",
            what[0],
            what[1],
        ],
    );
    pair_refuses(
        &["--model", "roberta-huge"],
        &[
            "roberta-huge",
            "not in the cache",
            "HF_HUB_OFFLINE",
            "folder",
        ],
    );
    pair_refuses(
        &["--model", "a/b/c"],
        &["\"a/b/c\" is not a model name", "owner/name"],
    );
    pair_refuses(
        &["--model", "Cargo.toml"],
        &["there is no model folder \"Cargo.toml\"", what[0]],
    );
}

#[test]
fn a_model_folder_that_lacks_a_file_is_named_with_the_file() {
    let files = Files::new();
    for file in ["config.json", "tokenizer.json", "model.safetensors"] {
        let folder = files.model(&format!("without-{file}"));
        std::fs::remove_file(format!("{folder}/{file}")).unwrap();
        pair_refuses(
            &["--model", &folder],
            &[
                &folder,
                &format!("has no {file}"),
                "a model folder needs config.json",
            ],
        );
    }
    let folder = files.model("without-limits");
    std::fs::remove_file(format!("{folder}/tokenizer_config.json")).unwrap();
    bertscope()
        .args([
            "score", "-r", REFERENCE, "-c", CANDIDATE, "--model", &folder,
        ])
        .assert()
        .success();
}

#[test]
fn a_damaged_model_folder_is_named_with_the_damaged_part() {
    let files = Files::new();
    let folder = files.model("damaged");
    let weights = std::fs::read(format!("{folder}/model.safetensors")).unwrap();
    let config = std::fs::read_to_string(format!("{folder}/config.json")).unwrap();
    let refused = |file: &str, content: &[u8], problem: &str| {
        let path = format!("{folder}/{file}");
        let good = std::fs::read(&path).unwrap();
        std::fs::write(&path, content).unwrap();
        pair_refuses(&["--model", &folder], &[&folder, problem]);
        std::fs::write(&path, good).unwrap();
    };
    for (length, problem) in [
        (0, "model.safetensors cannot be used: it is too short"),
        (7, "model.safetensors cannot be used: it is too short"),
        (
            1000,
            "model.safetensors cannot be used: its header is longer than the file",
        ),
        (
            weights.len() / 2,
            "model.safetensors cannot be used: it ends before its tensor",
        ),
        (
            weights.len() - 1,
            "model.safetensors cannot be used: it ends before its tensor",
        ),
    ] {
        refused("model.safetensors", &weights[..length], problem);
    }
    refused(
        "model.safetensors",
        b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
        "it is a Git LFS pointer, not the file itself; fetch the file with `git lfs pull`",
    );
    let xlnet = config.replace("\"bert\"", "\"xlnet\"");
    refused(
        "config.json",
        xlnet.as_bytes(),
        "the architecture \"xlnet\" is not supported (supported: bert, roberta",
    );
    refused(
        "config.json",
        config.replace("\"bert\"", "\"t5\"").as_bytes(),
        "hidden_size 32 is not supported",
    );
    refused(
        "config.json",
        config
            .replace("\"num_attention_heads\": 4", "\"num_attention_heads\": 5")
            .as_bytes(),
        "5 attention heads",
    );
    refused(
        "config.json",
        config
            .replace("\"hidden_size\": 32", "\"hidden_size\": 64")
            .as_bytes(),
        "has the shape",
    );
    refused(
        "config.json",
        config
            .replace("\"num_hidden_layers\": 4", "\"num_hidden_layers\": 5")
            .as_bytes(),
        "encoder.layer.4.",
    );
    refused("config.json", b"{", "config.json cannot be used");
    refused("tokenizer.json", b"{}", "the tokenizer cannot be used");
    refused(
        "tokenizer_config.json",
        br#"{"model_max_length": []}"#,
        "tokenizer_config.json",
    );
    refused(
        "tokenizer_config.json",
        br#"{"model_max_length": 2}"#,
        "leaves no room",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_a_failure_and_not_the_callers_fault() {
    let files = Files::new();
    let nowhere = files.path("no/such/folder/table.tsv");
    let corpus = files.write("corpus.txt", "a b\n");
    let done = bertscope()
        .args(["idf", &corpus, "-o"])
        .arg(&nowhere)
        .assert()
        .code(1)
        .stdout("");
    let sentence = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    assert!(
        sentence.starts_with("bertscope: cannot write ")
            && sentence.contains(nowhere.to_str().unwrap())
    );
    assert_eq!(sentence.lines().count(), 1, "{sentence}");

    let packed = files.path("packed").to_str().unwrap().to_owned();
    let model = files.model("model");
    for arguments in [
        &["score", "-r", "a b", "-c", "a b", "--model", SMALL][..],
        &[
            "score", "-r", "a b", "-c", "a b", "--model", SMALL, "--json",
        ],
        &["idf", &corpus],
        &["pack", &model, &packed],
    ] {
        let mut full = std::process::Command::new(env!("CARGO_BIN_EXE_bertscope"));
        full.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments);
        let device = std::fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let done = full.stdout(device).output().unwrap();
        let sentence = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(1), "{arguments:?}: {sentence}");
        assert!(
            sentence.starts_with("bertscope: ") && sentence.lines().count() == 1,
            "{sentence}"
        );
    }
}

#[test]
fn utf_16_is_named_as_what_it_is_wherever_a_file_is_read() {
    let files = Files::new();
    let utf16 =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let marked = |text: &str| [&[0xff, 0xfe][..], &utf16(text)].concat();
    let table = files.write("t.tsv", marked("ref\thyp\na b\tc d\n"));
    let plain = files.write("p.csv", utf16("ref,hyp\na b,c d\n"));
    let lines = files.write("l.jsonl", marked("{\"ref\":\"a\",\"hyp\":\"b\"}\n"));
    let texts = files.write("x.txt", marked("a b\n"));
    for arguments in [
        &[&*table][..],
        &[&plain],
        &[&lines],
        &["-r", &texts, "-c", "a b"],
    ] {
        refuses(
            &[arguments, &["-m", SMALL]].concat(),
            &["is UTF-16 text; save it as UTF-8", "iconv -f UTF-16"],
        );
    }
    pair_refuses(&["--idf", &texts], &[&texts, "is UTF-16 text"]);
    pair_refuses(&["--baseline", &texts], &[&texts, "is UTF-16 text"]);
    let done = bertscope()
        .args(["lesson", &files.write("l.toml", marked("title")), "--check"])
        .assert()
        .code(2);
    assert!(String::from_utf8_lossy(&done.get_output().stderr).contains("is UTF-16 text"));
}

#[test]
fn a_sentence_stays_one_that_can_be_read_whatever_a_file_holds() {
    let files = Files::new();
    let long = "x".repeat(5_000_000);
    let header = files.write("h.tsv", format!("{long}\ty\n"));
    let many = files.write("m.csv", vec!["name"; 10_000].join(",") + "\n");
    let field = files.write("f.jsonl", format!("{{\"{long}\":1}}\n"));
    let judged = files.write("j.tsv", format!("ref\thyp\tz\na b\ta\t{long}\n"));
    let twice = files.write("d.tsv", "hyp\thyp\tref\na\tb\tc\n");
    for (arguments, fragments) in [
        (
            &[&*header][..],
            &["xxx…, y; name the column with --candidate-column"][..],
        ),
        (&[&many], &["name, name, ", "and 9990 more"]),
        (
            &[&field],
            &["line 1 has no field for the candidate; it has xxx"],
        ),
        (
            &[&judged, "--human", "z"],
            &["the human score \"xxx", "…\" is not a number"],
        ),
        (&[&twice], &["two columns named \"hyp\""]),
    ] {
        let arguments = [&["score", "-m", SMALL, "-f", "summary"], arguments].concat();
        let done = bertscope().args(&arguments).assert().code(2);
        let said = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(
            said.len() < 4000 && said.lines().count() == 1,
            "{} bytes",
            said.len()
        );
        assert!(
            fragments.iter().all(|fragment| said.contains(fragment)),
            "{said}"
        );
    }
}

#[test]
fn a_quote_that_is_not_closed_is_named_with_its_line_and_nothing_is_scored_in_its_place() {
    let files = Files::new();
    let open = files.write("open.csv", "ref,hyp\na b,a\n\"c d\",c\ne,\"f\ng,h\n");
    let done = bertscope()
        .args(["score", &open, "-m", SMALL, "-f", "csv"])
        .assert()
        .code(2);
    let output = done.get_output();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains(
            "open.csv, line 4: the quote that opens here is never closed; close it, or double it"
        ),
        "{said}"
    );
    assert_eq!(
        String::from_utf8_lossy(&output.stdout).lines().count(),
        3,
        "the two pairs before it"
    );
    let quoted = files.write("open.tsv", "ref\thyp\n\"a b\ta\n");
    refuses(
        &[&quoted, "-m", SMALL, "--quoted"],
        &["open.tsv, line 2: the quote that opens here is never closed"],
    );
}

#[test]
fn half_a_character_in_json_is_named_with_the_way_out() {
    let files = Files::new();
    for (line, fragment) in [
        (
            r#"{"ref":"a b","hyp":"a \ud83d b"}"#,
            r#""hyp" has half of a surrogate pair, such as \ud83d without"#,
        ),
        (
            r#"{"ref":["a b","\udc00"],"hyp":"a"}"#,
            r#""ref.1" has half of a surrogate pair"#,
        ),
        (
            r#"{"ref":"\udc00","hyp":"a"}"#,
            r#""ref" has half of a surrogate pair"#,
        ),
    ] {
        let file = files.write("half.jsonl", line);
        refuses(
            &[&file, "-m", SMALL, "-f", "summary"],
            &["half.jsonl, line 1", fragment],
        );
    }
}

#[cfg(unix)]
#[test]
fn a_temporary_folder_that_is_not_there_is_named_with_the_variable() {
    let pair = "{\"ref\":\"a b\",\"hyp\":\"a\"}\n";
    for arguments in [
        &["score", "-", "--idf", "-m", SMALL][..],
        &["baseline", "-", "--model", SMALL, "--pairs", "2"],
    ] {
        let done = bertscope()
            .args(arguments)
            .env("TMPDIR", "/no/such/folder")
            .write_stdin(pair)
            .assert()
            .code(2);
        let said = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        let expected = "cannot copy standard input, which is read twice, to the temporary folder /no/such/folder: No such file";
        assert!(
            said.contains(expected) && said.contains("set TMPDIR"),
            "{said}"
        );
    }
}

/// A program that is killed cannot clean up: the copy has no name in the first place.
#[cfg(target_os = "linux")]
#[test]
fn the_copy_of_standard_input_is_in_no_folder_while_it_is_read() {
    use std::io::Write as _;
    let folder = tempfile::tempdir().unwrap();
    let mut running = std::process::Command::new(assert_cmd::cargo::cargo_bin!("bertscope"))
        .args(["score", "-", "--idf", "-m", SMALL, "--json"])
        .env("TMPDIR", folder.path())
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = running.stdin.take().unwrap();
    input
        .write_all(b"{\"ref\":\"a b\",\"hyp\":\"a\"}\n")
        .unwrap();
    let open_files = format!("/proc/{}/fd", running.id());
    let has_copy = || {
        let open = std::fs::read_dir(&open_files).unwrap();
        open.filter_map(|file| std::fs::read_link(file.unwrap().path()).ok())
            .any(|path| path.starts_with(folder.path()))
    };
    while !has_copy() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    drop(input);
    let done = running.wait_with_output().unwrap();
    assert!(done.status.success() && done.stdout.starts_with(b"{\"precision\""));
}

#[test]
fn a_comparison_of_too_many_texts_is_refused_with_the_number() {
    let references: Vec<String> = (0..1_001).map(|i| format!("text {i}")).collect();
    let pair = serde_json::json!({"candidate": "a", "references": references, "ask": {"explain": ["compare"]}});
    let done = bertscope()
        .args(["score", "-", "--json", "--ask-column", "ask", "-m", SMALL])
        .write_stdin(format!("{pair}\n"))
        .assert()
        .code(2);
    let said = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    let expected = "1001 texts are too many to compare with each other; compare at most 1000";
    assert!(said.contains(expected), "{said}");
}

/// As the Python module passes the weights of a caller.
#[cfg(unix)]
#[test]
fn given_weights_may_come_through_a_descriptor() {
    let files = Files::new();
    let weights = (0..5000)
        .map(|id| format!("\"{id}\": 1.0"))
        .collect::<Vec<_>>();
    let weights = format!("#bertscope-weights 1\n{{{}}}", weights.join(",\n"));
    let file = files.write("weights", &weights);
    let shell = format!(
        "exec 3< {file}; exec {} score -r a -c 'a b' -m {SMALL} --idf /dev/fd/3",
        assert_cmd::cargo::cargo_bin!("bertscope").display()
    );
    let done = std::process::Command::new("sh")
        .args(["-c", &shell])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{said}");
}

#[test]
fn the_password_in_the_address_of_a_hub_is_never_shown() {
    for (endpoint, code) in [
        ("http://me:secret@127.0.0.1:1", 2),
        ("http://me:sec/ret@127.0.0.1:1/", 2),
        ("ftp://me:secret@x", 2),
    ] {
        let mut command = bertscope();
        command
            .env_remove("HF_HUB_OFFLINE")
            .env("HF_ENDPOINT", endpoint)
            .env("NO_PROXY", "127.0.0.1");
        let done = command
            .args(["score", "-r", "a", "-c", "b", "--model", "me/none"])
            .assert()
            .code(code);
        let said = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
        assert!(
            !said.contains("secret") && !said.contains("sec/") && !said.contains("me:"),
            "{said}"
        );
    }
}

#[test]
fn words_without_options_are_answered_with_the_command_that_was_meant() {
    let files = Files::new();
    let [a, b] = ["a.txt", "b.txt"].map(|name| files.write(name, "A house.\n"));
    for (arguments, meant) in [
        (
            vec!["score", "A house.", "A home", "--json"],
            "bertscope score -r 'A house.' -c 'A home' --json".to_owned(),
        ),
        (
            vec!["score", &*a, &*b],
            format!("bertscope score -r {a} -c {b}"),
        ),
        (
            vec!["compare", &*a, &*b],
            format!("bertscope compare -r REFERENCES -c {a} -c {b}"),
        ),
        (
            vec!["compare", &*a, &*a, &*b],
            format!("bertscope compare -r {a} -c {a} -c {b}"),
        ),
        (vec![&*a, &*b], format!("bertscope score -r {a} -c {b}")),
    ] {
        let done = bertscope().args(&arguments).assert().code(2).stdout("");
        let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
        assert!(
            said.starts_with("bertscope: ") && said.ends_with(&format!(" run: {meant}\n")),
            "{said}"
        );
    }
    let misspelt = bertscope().args(["scor", "pairs.tsv"]).assert().code(2);
    assert!(
        String::from_utf8_lossy(&misspelt.get_output().stderr).contains("unrecognized subcommand")
    );
}
