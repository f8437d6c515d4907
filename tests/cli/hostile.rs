//! What would steer a terminal is shown or escaped, never sent.

use bertscope::printable::visible;
use serde_json::Value;

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

/// NUL can not be part of an argument; it can be part of a file.
fn hostile() -> String {
    HOSTILE.replace('\0', "")
}

#[test]
fn no_text_steers_the_terminal_whatever_is_printed() {
    let files = Files::new();
    let file = files.write("hostile.txt", HOSTILE);
    for text in [hostile(), file] {
        for model in [&[][..], &["--model", SMALL]] {
            for shape in [&[][..], &["--details"], &["--json"], &["--json", "--details"], &["--idf", "--details"]] {
                let pair = ["score", "-r", &text, "-c", &text];
                let done = bertscope().args(pair).args(model).args(shape).assert().success().stderr("");
                assert_harmless(&done.get_output().stdout);
            }
        }
    }
}

#[test]
fn json_escapes_lose_nothing_of_the_text() {
    let text = hostile();
    let done = bertscope().args(["score", "-r", &text, "-c", "x", "--json", "--details"]).assert().success();
    let line: Value = serde_json::from_slice(&done.get_output().stdout).unwrap();
    let characters: Vec<char> = text.chars().collect();
    let mut steering = 0;
    for token in line["reference_tokens"].as_array().unwrap().iter().filter(|t| t["special"] == false) {
        let [start, end] = ["start", "end"].map(|key| token[key].as_u64().unwrap() as usize);
        let expected: String = characters[start..end].iter().collect();
        assert_eq!(token["text"], expected.as_str());
        steering += expected.chars().filter(|c| visible(*c) != *c).count();
    }
    assert!(steering >= 4, "the words of this text are meant to hold such characters, not {steering}");
}

#[test]
fn no_name_in_an_error_steers_the_terminal() {
    let name = hostile();
    let pair = ["score", "-r", REFERENCE, "-c", CANDIDATE];
    for arguments in [["--model", &name], ["--idf", &name], ["--baseline", &name]] {
        let done = bertscope().args(pair).args(arguments).assert().code(2).stdout("");
        assert_harmless(&done.get_output().stderr);
    }
    let path = format!("/{}.txt", name.replace(char::is_whitespace, "").replace('/', ""));
    let done = bertscope().args(["score", "-r", &path, "-c", "x"]).assert().code(2).stdout("");
    assert_harmless(&done.get_output().stderr);

    let files = Files::new();
    let two = files.write("two.txt", "a\nb\n");
    let done = bertscope().args(["score", "-r", &name, "-c", &two]).assert().code(2).stdout("");
    assert_harmless(&done.get_output().stderr);
}

#[test]
fn no_content_of_a_damaged_file_steers_the_terminal() {
    let files = Files::new();
    let model = files.model("damaged");
    std::fs::write(format!("{model}/config.json"), "{\"model_type\": \"\u{9b}2J\\u001b[31m\"}").unwrap();
    let header = files.write("header.tsv", format!("{HOSTILE}\n"));
    let field = files.write("field.tsv", format!("LAYER,P,R,F\n6,0,0,{HOSTILE}\n"));
    for arguments in [["--baseline", &header], ["--baseline", &field], ["--model", &model]] {
        let done =
            bertscope().args(["score", "-r", REFERENCE, "-c", CANDIDATE]).args(arguments).assert().code(2).stdout("");
        assert_harmless(&done.get_output().stderr);
    }
}

#[test]
fn an_id_comes_out_with_the_value_that_it_had_and_steers_nothing() {
    let id = hostile();
    let nested = format!("{{\"a\":\t[\"{id}\", 1.50]}}", id = id.replace(|c: char| c < ' ', ""));
    let ids = [serde_json::to_string(&id).unwrap(), nested];
    let lines = ids.each_ref().map(|id| format!("{{\"id\":{id},\"ref\":\"a b\",\"hyp\":\"a\"}}"));
    for shape in [&["--json"][..], &["--json", "--texts"], &["-f", "tsv"], &["-f", "csv"], &[]] {
        let done = bertscope().args(["score", "-", "-m", SMALL]).args(shape).write_stdin(lines.join("\n")).assert();
        let out = done.success().stderr("").get_output().stdout.clone();
        assert_harmless(&out.replace_tabs());
        if shape.contains(&"--json") {
            let out = String::from_utf8(out).unwrap();
            for (line, id) in out.lines().zip(&ids) {
                let (line, id): (Value, Value) =
                    (serde_json::from_str(line).unwrap(), serde_json::from_str(id).unwrap());
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
        self.iter().map(|byte| if *byte == b'\t' { b' ' } else { *byte }).collect()
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
        assert!(said.starts_with(b"error: ") && said.len() < 4000, "{}", String::from_utf8_lossy(said));
    }
}

#[test]
fn the_source_of_a_table_of_frequencies_steers_nothing() {
    let files = Files::new();
    let corpus = files.write("corpus.txt", "a b\n");
    let table = bertscope().args(["idf", &corpus, "--model", SMALL, "--source", &hostile()]).assert().success();
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
    std::os::unix::fs::symlink(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/bert"), &snapshot).unwrap();
    for shape in [&["models"][..], &["models", "--json"]] {
        let done = bertscope().args(shape).env("HF_HOME", &home).assert().success().stderr("");
        let out = &done.get_output().stdout;
        assert_harmless(out);
        let out = std::str::from_utf8(out).unwrap();
        assert!(out.contains("me/tiny"), "{out}");
        if let Some(line) = out.lines().find(|line| line.starts_with('{') && line.contains("me/tiny")) {
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
        let done = bertscope().args(pair).args(shape).assert().success().stderr("");
        assert_harmless(&done.get_output().stdout);
    }
}
