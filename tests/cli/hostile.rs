//! What would steer a terminal is shown or escaped, never sent.

use std::path::Path;

use bertscope_printable::visible;
use serde_json::{Value, json};

use super::{CANDIDATE, Files, REFERENCE, SMALL, bertscope};

/// Sequences in C0 and in C1, a title, a bell, a deletion, a line separator and a change of direction, inside of words
/// and between them, so that tokens hold them.
const HOSTILE: &str = "al\u{1b}pha \u{1b}[31mbe\u{9b}ta \u{9b}2J \u{1b}]0;title\u{7} gam\u{7f}ma\u{8} del\u{90}ta \
                       \u{202e}weat\u{2066}her\u{2028}e\u{200f}n\u{61c}d\u{0}";

fn assert_harmless(out: &[u8]) {
    let text = std::str::from_utf8(out).expect("UTF-8");
    let steering = text.chars().find(|c| *c != '\n' && visible(*c) != *c);
    assert_eq!(steering, None, "in {text:?}");
}

/// NUL cannot be part of an argument; it can be part of a file.
fn hostile() -> String {
    HOSTILE.replace('\0', "")
}

#[test]
fn no_text_steers_the_terminal_whatever_is_printed() {
    let files = Files::new();
    let file = files.write("hostile.txt", HOSTILE);
    for text in [hostile(), file] {
        for model in [&[][..], &["--model", SMALL]] {
            for shape in [
                &[][..],
                &["--details"],
                &["--json"],
                &["--json", "--details"],
                &["--idf", "--details"],
            ] {
                let pair = ["score", "-r", &text, "-c", &text];
                let done = bertscope()
                    .args(pair)
                    .args(model)
                    .args(shape)
                    .assert()
                    .success()
                    .stderr("");
                assert_harmless(&done.get_output().stdout);
            }
        }
    }
}

#[test]
fn json_escapes_lose_nothing_of_the_text() {
    let text = hostile();
    let done = bertscope()
        .args(["score", "-r", &text, "-c", "x", "--json", "--details"])
        .assert()
        .success();
    let line: Value = serde_json::from_slice(&done.get_output().stdout).unwrap();
    let characters: Vec<char> = text.chars().collect();
    let mut steering = 0;
    for token in line["reference_tokens"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|t| t["special"] == false)
    {
        let [start, end] = ["start", "end"].map(|key| token[key].as_u64().unwrap() as usize);
        let expected: String = characters[start..end].iter().collect();
        assert_eq!(token["text"], expected.as_str());
        steering += expected.chars().filter(|c| visible(*c) != *c).count();
    }
    assert!(
        steering >= 4,
        "the words of this text are meant to hold such characters, not {steering}"
    );
}

#[test]
fn no_name_in_an_error_steers_the_terminal() {
    let name = hostile();
    let pair = ["score", "-r", REFERENCE, "-c", CANDIDATE];
    for arguments in [["--model", &name], ["--idf", &name], ["--baseline", &name]] {
        let done = bertscope()
            .args(pair)
            .args(arguments)
            .assert()
            .code(2)
            .stdout("");
        assert_harmless(&done.get_output().stderr);
    }
    let path = format!(
        "/{}.txt",
        name.replace(char::is_whitespace, "").replace('/', "")
    );
    let done = bertscope()
        .args(["score", "-r", &path, "-c", "x"])
        .assert()
        .code(2)
        .stdout("");
    assert_harmless(&done.get_output().stderr);

    let files = Files::new();
    let two = files.write("two.txt", "a\nb\n");
    let done = bertscope()
        .args(["score", "-r", &name, "-c", &two])
        .assert()
        .code(2)
        .stdout("");
    assert_harmless(&done.get_output().stderr);
}

#[test]
fn no_content_of_a_damaged_file_steers_the_terminal() {
    let files = Files::new();
    let model = files.model("damaged");
    std::fs::write(
        format!("{model}/config.json"),
        "{\"model_type\": \"\u{9b}2J\\u001b[31m\"}",
    )
    .unwrap();
    let header = files.write("header.tsv", format!("{HOSTILE}\n"));
    let field = files.write("field.tsv", format!("LAYER,P,R,F\n6,0,0,{HOSTILE}\n"));
    for arguments in [
        ["--baseline", &header],
        ["--baseline", &field],
        ["--model", &model],
    ] {
        let done = bertscope()
            .args(["score", "-r", REFERENCE, "-c", CANDIDATE])
            .args(arguments)
            .assert()
            .code(2)
            .stdout("");
        assert_harmless(&done.get_output().stderr);
    }
}

#[test]
fn an_id_comes_out_with_the_value_that_it_had_and_steers_nothing() {
    let id = hostile();
    let nested = format!(
        "{{\"a\":\t[\"{id}\", 1.50]}}",
        id = id.replace(|c: char| c < ' ', "")
    );
    let ids = [serde_json::to_string(&id).unwrap(), nested];
    let lines = ids
        .each_ref()
        .map(|id| format!("{{\"id\":{id},\"ref\":\"a b\",\"hyp\":\"a\"}}"));
    for shape in [
        &["--json"][..],
        &["--json", "--texts"],
        &["-f", "tsv"],
        &["-f", "csv"],
        &[],
    ] {
        let done = bertscope()
            .args(["score", "-", "-m", SMALL])
            .args(shape)
            .write_stdin(lines.join("\n"))
            .assert();
        let out = done.success().stderr("").get_output().stdout.clone();
        assert_harmless(&out.replace_tabs());
        if shape.contains(&"--json") {
            let out = String::from_utf8(out).unwrap();
            for (line, id) in out.lines().zip(&ids) {
                let (line, id): (Value, Value) = (
                    serde_json::from_str(line).unwrap(),
                    serde_json::from_str(id).unwrap(),
                );
                assert_eq!(line["id"], id);
            }
        }
    }
}

/// Tabs separate columns.
trait ReplaceTabs {
    fn replace_tabs(&self) -> Vec<u8>;
}

impl ReplaceTabs for Vec<u8> {
    fn replace_tabs(&self) -> Vec<u8> {
        self.iter()
            .map(|byte| if *byte == b'\t' { b' ' } else { *byte })
            .collect()
    }
}

#[test]
fn what_a_wrong_command_line_repeats_steers_nothing_and_is_cut() {
    let long = "x".repeat(100_000);
    for arguments in [
        &["score", "--no-such", &format!("-{}", hostile())][..],
        &["score", &format!("--{}", hostile()), "x"],
        &[&hostile()],
        &["score", "-r", "a", "-c", "b", "--layer", &hostile()],
        &["score", "-r", "a", "-c", "b", "--format", &hostile()],
        &["score", "-r", "a", "-c", "b", "--explain", &hostile()],
        &["score", "-r", "a", "-c", "b", "--lang", "", &hostile()],
        &["score", "-r", "a", "-c", "b", "--layer", &long],
        &["score", "-r", "a", "-c", "b", "--explain", &long],
        &["completions", &long],
    ] {
        let done = bertscope().args(arguments).assert().code(2).stdout("");
        let said = &done.get_output().stderr;
        assert_harmless(said);
        assert!(
            said.starts_with(b"error: ") && said.len() < 4000,
            "{}",
            String::from_utf8_lossy(said)
        );
    }
}

#[test]
fn the_source_of_a_table_of_frequencies_steers_nothing() {
    let files = Files::new();
    let corpus = files.write("corpus.txt", "a b\n");
    let table = bertscope()
        .args(["idf", &corpus, "--model", SMALL, "--source", &hostile()])
        .assert()
        .success();
    let table = &table.get_output().stdout;
    assert_harmless(&table.replace_tabs());
    assert!(String::from_utf8_lossy(table).contains("\n#source al␛pha ␛[31mbe"));
}

#[cfg(unix)]
#[test]
fn models_of_a_cache_with_any_name_are_listed_and_steer_nothing() {
    let files = Files::new();
    let home = files.path("home\u{1b}[31m\u{9b}2J\u{202e}");
    let snapshot = home.join(format!("hub/models--me--tiny/snapshots/{}", "a".repeat(40)));
    std::fs::create_dir_all(snapshot.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/bert"),
        &snapshot,
    )
    .unwrap();
    for shape in [&["models"][..], &["models", "--json"]] {
        let done = bertscope()
            .args(shape)
            .env("HF_HOME", &home)
            .assert()
            .success()
            .stderr("");
        let out = &done.get_output().stdout;
        assert_harmless(out);
        let out = std::str::from_utf8(out).unwrap();
        assert!(out.contains("me/tiny"), "{out}");
        if let Some(line) = out
            .lines()
            .find(|line| line.starts_with('{') && line.contains("me/tiny"))
        {
            let line: Value = serde_json::from_str(line).unwrap();
            assert_eq!(line["folder"], snapshot.to_str().unwrap());
        }
    }
}

#[cfg(unix)]
#[test]
fn the_name_of_a_model_folder_steers_nothing_in_signatures_and_notes() {
    let files = Files::new();
    let model = files.model("m\u{1b}[31m\u{9b}2J");
    for shape in [&["--rescale"][..], &["--rescale", "--json"]] {
        let pair = ["score", "-r", REFERENCE, "-c", CANDIDATE, "--model", &model];
        let done = bertscope()
            .args(pair)
            .args(shape)
            .assert()
            .success()
            .stderr("");
        assert_harmless(&done.get_output().stdout);
    }
}

/// The model that was pickled with every type of storage called otherwise that no layer is made of.
fn pickled(files: &Files, name: &str, class: &str) -> String {
    let (folder, root) = (
        files.path(name),
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"),
    );
    std::fs::create_dir(&folder).unwrap();
    for entry in std::fs::read_dir(root.join("bert_cased_mlm")).unwrap() {
        let file = entry.unwrap().file_name();
        if file != "model.safetensors" {
            std::fs::copy(root.join("bert_cased_mlm").join(&file), folder.join(&file)).unwrap();
        }
    }
    let mut pickle = std::fs::read(root.join("pickles/pytorch_model.bin")).unwrap();
    let (from, to) = (b"LongStorage", class.as_bytes());
    let places: Vec<usize> = (0..pickle.len() - from.len())
        .filter(|at| pickle[*at..].starts_with(from))
        .collect();
    assert!(!places.is_empty() && from.len() == to.len());
    for at in places {
        pickle[at..at + to.len()].copy_from_slice(to);
    }
    std::fs::write(folder.join("pytorch_model.bin"), pickle).unwrap();
    folder.to_str().unwrap().to_owned()
}

#[test]
fn a_pickle_prints_nothing_whatever_it_names() {
    let files = Files::new();
    let score = |model: &str| {
        let pair = ["score", "-r", "the cat", "-c", "a cat", "--model", model];
        let done = bertscope().args(pair).assert().success().stderr("");
        assert_harmless(&done.get_output().stdout);
        String::from_utf8_lossy(&done.get_output().stdout)
            .lines()
            .next()
            .unwrap()
            .to_owned()
    };
    let plain = score(&pickled(&files, "plain", "LongStorage"));
    for (name, class) in [("bool", "BoolStorage"), ("title", "\u{1b}]0;x\u{7}LONGS")] {
        assert_eq!(score(&pickled(&files, name, class)), plain);
    }
}

#[test]
fn a_panic_inside_the_tokenizers_library_is_one_sentence_and_nothing_else_is_printed() {
    let files = Files::new();
    let model = files.model("damaged");
    let path = format!("{model}/tokenizer.json");
    let published: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    let with = |part: &str, value: Value| {
        let mut json = published.clone();
        json[part] = value;
        std::fs::write(&path, json.to_string()).unwrap();
    };
    let pair = ["score", "-r", "the cat", "-c", "a cat", "--model", &model];

    with(
        "normalizer",
        json!({"type": "Precompiled", "precompiled_charsmap": "/////w=="}),
    );
    let done = bertscope().args(pair).assert().code(2).stdout("");
    let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    assert!(
        said.starts_with("bertscope: ") && said.contains("tokenizer.json: "),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");

    // The tokenizer that scores needs the vocabulary only; the one that is compared with it cannot split.
    with("normalizer", published["normalizer"].clone());
    with("pre_tokenizer", json!({"type": "FixedLength", "length": 0}));
    let done = bertscope()
        .args(pair)
        .args(["--explain", "lenses"])
        .assert()
        .success()
        .stderr("");
    let shown = String::from_utf8(done.get_output().stdout.clone()).unwrap();
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        shown.contains(
            "The fast tokenizer cannot be loaded: the tokenizer cannot be used: tokenizer.json"
        ),
        "{shown}"
    );
}

#[cfg(unix)]
#[test]
fn a_device_that_never_ends_is_refused_as_corpus_and_as_table() {
    let pair = ["score", "-r", REFERENCE, "-c", CANDIDATE];
    for arguments in [
        [&pair[..], &["--idf", "/dev/zero"]].concat(),
        [&pair[..], &["--baseline", "/dev/zero"]].concat(),
        vec!["idf", "/dev/zero"],
        vec!["baseline", "/dev/zero"],
    ] {
        let done = bertscope().args(&arguments).assert().code(2).stdout("");
        let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
        assert!(
            said.contains("/dev/zero")
                && ["larger than", "longer than", "is a binary file"]
                    .iter()
                    .any(|reason| said.contains(reason)),
            "{said}"
        );
    }
}

#[test]
fn no_more_threads_than_processors_are_started_and_that_is_said_once() {
    let processors = std::thread::available_parallelism().unwrap().get();
    for (threads, said) in [
        ("10000", true),
        ("1", false),
        (&*processors.to_string(), false),
        ("many", false),
    ] {
        let mut command = bertscope();
        command
            .args(["score", "-r", REFERENCE, "-c", CANDIDATE])
            .env("RAYON_NUM_THREADS", threads);
        let output = command
            .timeout(std::time::Duration::from_secs(60))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{threads}");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            errors.matches("no more threads are used").count(),
            usize::from(said),
            "{threads}: {errors}"
        );
    }
}
