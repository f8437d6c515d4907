//! Nothing typed is lost: not to a power cut, not to another window, not to a paste that nothing marks as one.

use std::path::{Path, PathBuf};

use super::PROGRAM;
use super::support::Session;

fn file(folder: &Path) -> PathBuf {
    folder.join("bertscope/session.json")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

#[test]
fn what_was_typed_before_a_power_cut_is_there_again_however_steadily_it_was_typed() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::on_a_pair(folder.path(), &[]);
    session.wait_until("a save while keys keep coming", |session| {
        session.send("a");
        read(&file(folder.path())).contains("midday.aaa")
    });
    session.kill();
    let mut again = Session::start(folder.path(), &[]);
    again.wait_for("what was typed", |screen| screen.contains("midday.aaa"));
    again.quit();
}

#[test]
fn a_note_that_is_being_written_outlives_a_power_cut() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("pairs.tsv"),
        "id\treference\tcandidate\nx\tA house.\tA home.\n",
    )
    .unwrap();
    let mut session = Session::start(folder.path(), &["open", "pairs.tsv", "--no-session"]);
    session.wait_for("the pair", |screen| screen.contains("A house."));
    session.send("\x1bn");
    session.wait_for("the line for a note", |screen| {
        screen.contains("Note on row 1 x › ")
    });
    session.send("half of it");
    let marks = folder.path().join("pairs.tsv.marks.json");
    session.wait_until("a save", |_| read(&marks).contains("half of it"));
    session.kill();
    let mut again = Session::start(folder.path(), &["open", "pairs.tsv", "--no-session"]);
    again.wait_for("the note", |screen| screen.contains("¶ half of it"));
    again.send("\x1bn, more");
    again.wait_for("what was added", |screen| {
        screen.contains("half of it, more")
    });
    again.send("\x1b");
    again.wait_for("the note as it was", |screen| {
        screen.contains("¶ half of it") && !screen.contains("more")
    });
    again.quit();
    assert!(
        read(&marks).contains("\"half of it\""),
        "Esc drops what was added"
    );
}

#[test]
fn two_windows_keep_their_own_texts_and_the_last_one_is_offered() {
    let folder = tempfile::tempdir().unwrap();
    let [mut first, mut second] = [(); 2].map(|()| Session::on_a_pair(folder.path(), &[]));
    first.send(" First");
    first.wait_for("what was typed", |screen| screen.contains("midday. First"));
    second.send(" Second");
    second.wait_for("what was typed", |screen| screen.contains("midday. Second"));
    first.quit();
    second.quit();
    let mut again = Session::start(folder.path(), &[]);
    again.wait_for("the window that was left last", |screen| {
        screen.contains("midday. Second")
    });
    let mut other = Session::start(folder.path(), &[]);
    other.wait_for("the other window", |screen| {
        screen.contains("midday. First")
    });
    for mut session in [again, other] {
        session.quit();
    }
}

#[test]
fn a_session_that_cannot_be_saved_is_said_on_the_screen_and_at_the_end_without_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bertscope"), "a file").unwrap();
    let mut session = Session::scored(folder.path(), &[]);
    session.send(" Typed");
    session.wait_for("why it is not saved", |screen| {
        screen.contains("Texts and settings are not saved: cannot write")
    });
    session.quit();
    let screen = session.screen().replace('\n', "");
    assert!(
        screen.contains("bertscope: Texts and settings are not saved: cannot write "),
        "{screen}"
    );

    let script = format!("exec {PROGRAM} 2>/dev/full");
    let mut session = Session::run(folder.path(), "sh", &["-c", &script]);
    session.wait_for("a score", |screen| screen.contains("F1  ."));
    session.quit();
}

#[test]
fn a_damaged_session_is_said_and_what_is_good_of_it_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let damaged = "{\"candidate\": \"What was typed.\", \"layer\": \"x\"}";
    std::fs::create_dir(folder.path().join("bertscope")).unwrap();
    std::fs::write(file(folder.path()), damaged).unwrap();
    let mut session = Session::start(folder.path(), &[]);
    session.wait_for("what was typed, and the sentence", |screen| {
        screen.contains("What was typed.")
            && screen.contains("session.json has a bad `layer`; the rest was restored")
    });
    session.quit();
    assert_eq!(
        read(&folder.path().join("bertscope/session.json.damaged-1")),
        damaged
    );
    assert!(read(&file(folder.path())).contains("What was typed."));
}

#[test]
fn a_pipe_in_place_of_the_session_file_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("bertscope")).unwrap();
    assert!(
        std::process::Command::new("mkfifo")
            .arg(file(folder.path()))
            .status()
            .unwrap()
            .success()
    );
    let mut session = Session::on_a_pair(folder.path(), &[]);
    session.send(" Typed\x03");
    session.assert_left(0);
    assert!(read(&folder.path().join("bertscope/session-2.json")).contains("midday. Typed"));
}

#[test]
fn a_burst_that_nothing_marks_as_a_paste_arrives_whole_without_another_key() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::scored(folder.path(), &[]);
    let words: Vec<String> = (0..10_000).map(|i| format!("w{i:05}")).collect();
    session.send("\x15");
    // Carriage returns, as terminals send line ends.
    session.send(&format!("{} the end", words.join("\r")));
    session.wait_for("its end", |screen| screen.contains("w09999 the end"));
    // With a key in it, and removed at once.
    session.send("!\x7f\x1b[D\x1b[C\x03");
    session.assert_left(0);
    let kept = read(&file(folder.path()));
    assert!(
        kept.contains(&format!("\"{} the end\"", words.join(" "))),
        "{} bytes",
        kept.len()
    );
}

#[test]
fn no_export_replaces_a_file_that_the_inspector_reads_or_keeps_by_whatever_name() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    std::fs::write(
        place("pairs.jsonl"),
        "{\"reference\": \"A ferry.\", \"candidate\": \"A boat.\"}\n",
    )
    .unwrap();
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/bert");
    std::fs::create_dir(place("model")).unwrap();
    for file in std::fs::read_dir(model).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), place("model").join(file.file_name())).unwrap();
    }
    std::os::unix::fs::symlink(place("pairs.jsonl"), place("link.md")).unwrap();
    std::fs::hard_link(place("pairs.jsonl"), place("twin.html")).unwrap();
    let before = std::fs::read(place("pairs.jsonl")).unwrap();
    let mut session = Session::start(
        folder.path(),
        &["open", "pairs.jsonl", "--model", "./model"],
    );
    session.wait_for("the list", |screen| screen.contains("M mark"));
    session.send("M");
    session.wait_for("the mark", |screen| screen.contains("● Row 1"));
    let export = |session: &mut Session, name: &str| {
        session.send("\x13\x15");
        session.wait_for("the line for a name", |screen| screen.contains(" to › "));
        session.send(&format!("{name}\r"));
        session.wait_for("a refusal", |screen| {
            screen.contains("is in use; choose another name")
        });
        session.send("\x1b");
        session.wait_for("no question", |screen| !screen.contains(" to › "));
    };
    for name in ["pairs.jsonl", "link.md", "twin.html"] {
        export(&mut session, name);
    }
    session.send("\r");
    session.wait_for("the pair", |screen| screen.contains(" c candidate"));
    for name in [
        "pairs.jsonl.marks.json",
        "model/config.json",
        "bertscope/session.json",
    ] {
        export(&mut session, name);
    }
    session.quit();
    assert_eq!(std::fs::read(place("pairs.jsonl")).unwrap(), before);
    let config = |folder: &std::path::Path| std::fs::read(folder.join("config.json")).unwrap();
    assert_eq!(config(&place("model")), config(model.as_ref()));
}

#[test]
fn a_terminal_of_any_size_gets_a_drawn_part_and_answers_keys() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(folder.path(), &["--no-session", "-r", "One.", "-c", "Two."]);
    session.wait_for("a score", |screen| screen.contains("F1  ."));
    for (rows, columns) in [(5000, 10_000), (u16::MAX, u16::MAX)] {
        session.claim_size(rows, columns);
        session.send("x");
    }
    session.claim_size(30, 100);
    session.send("y");
    session.wait_for("what was typed", |screen| screen.contains("Two.xxy"));
    session.quit();
}

#[test]
fn the_inspector_reads_keys_and_ends_in_odd_environments() {
    for setup in [
        "unset TERM HOME LANG",
        "export TERM=dumb LC_ALL=C",
        "export TERM=none COLORTERM=none SSH_CONNECTION=none",
        "export NO_COLOR=1 COLUMNS=many LINES=-1 RAYON_NUM_THREADS=0",
        "gone=$(mktemp -d); cd $gone; rmdir $gone",
        "exec 2>&-",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let script = format!("{setup}\nexec {PROGRAM} --no-session -r One. -c Two.");
        let mut session = Session::run(folder.path(), "sh", &["-c", &script]);
        session.wait_for(setup, |screen| screen.contains("F1  ."));
        session.send("x");
        session.wait_for(setup, |screen| screen.contains("Two.x"));
        session.quit();
    }
    for setup in ["exec 0<&-", "exec 1>&-"] {
        let folder = tempfile::tempdir().unwrap();
        let mut session = Session::run(
            folder.path(),
            "sh",
            &["-c", &format!("{setup}\nexec {PROGRAM} --no-session")],
        );
        session.wait_for(setup, |screen| {
            screen.contains("bertscope: the inspector needs a terminal")
        });
        session.assert_left(2);
    }
}
