//! What a terminal gets of texts, ids and names that would steer it.

use super::support::Session;

/// A clearing of the screen in C1, a title, a change of direction.
const HOSTILE: &str = "a\u{9b}2Jb\u{1b}]0;title\u{7}c\u{202e}d";

#[test]
fn a_terminal_gets_no_sequence_from_a_text_an_id_or_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let id = serde_json::to_string(HOSTILE).unwrap();
    file(
        "pairs.jsonl",
        &format!("{{\"id\":{id},\"ref\":{id},\"hyp\":\"a\"}}\nbad{HOSTILE}\n"),
    );
    file("corpus.txt", &format!("{HOSTILE}\n"));
    let option = format!("--{HOSTILE}");
    for arguments in [
        &["score", "pairs.jsonl"][..],
        &["score", "pairs.jsonl", "--json", "--texts"],
        &["score", "pairs.jsonl", "-f", "tsv"],
        &["score", "pairs.jsonl", "-f", "csv"],
        &["score", "pairs.jsonl", "-f", "csv", "-o", "/dev/tty"],
        &["plot", "-r", HOSTILE, "-c", HOSTILE],
        &["plot", "-r", HOSTILE, "-c", HOSTILE, "--format", "html"],
        &["plot", "-r", HOSTILE, "-c", HOSTILE, "--format", "json"],
        &["plot", "-r", HOSTILE, "-c", HOSTILE, "--format", "python"],
        &["idf", "corpus.txt", "--source", HOSTILE],
        &["models", HOSTILE],
        &["score", &option],
        &["score", HOSTILE],
        &["score", "-r", "a", "-c", "b", "--layer", HOSTILE],
    ] {
        let printed = Session::start(folder.path(), arguments).printed();
        assert!(!printed.is_empty());
        for steering in ['\u{9b}', '\u{202e}', '\u{7}'] {
            assert!(
                !printed.contains(steering),
                "{steering:?} by {arguments:?}: {printed:?}"
            );
        }
        assert!(!printed.contains("\u{1b}]"), "{arguments:?}: {printed:?}");
    }
}
