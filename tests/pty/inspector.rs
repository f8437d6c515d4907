//! The real program in a real (pseudo) terminal.

use std::process::Command;

use super::PROGRAM;
use super::support::{Session, saved_session};

const SCORED: &str = "F1  .7";

#[test]
fn a_whole_session_types_toggles_resizes_pastes_quits_and_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::on_a_pair(folder.path(), &[]);
    session.send(" Typed");
    session.wait_for("what was typed", |screen| {
        screen.contains("at midday. Typed")
    });
    session.send("\x1bOQ");
    session.wait_for("IDF", |screen| screen.contains("IDF general English"));
    session.send("\x1bOR");
    session.wait_for("rescaling", |screen| screen.contains("rescaled  both ways"));
    session.send("\x1b[200~ two\rlines\x1b[31m red\x1b[201~");
    session.wait_for("the paste, harmless", |screen| {
        screen.contains("two lines␛[31m red")
    });
    session.resize(50, 130);
    session.wait_for("the new size", |screen| {
        screen
            .lines()
            .next()
            .is_some_and(|line| line.trim_end().len() > 110)
    });
    session.send("\x14");
    session.wait_for("the texts swapped", |screen| {
        screen
            .find("at midday. Typed")
            .zip(screen.find("The ferry"))
            .is_some_and(|(boat, ferry)| boat < ferry)
    });
    session.send("\x1b");
    session.wait_for("the matrix", |screen| screen.contains(" c candidate"));
    session.send("\x1b[C\x1b[B\x1b[B");
    session.send("\x0c");
    session.wait_for("everything drawn anew", |screen| {
        screen.contains(" c candidate") && screen.contains("F1  .")
    });
    session.send("?");
    session.wait_for("the help", |screen| screen.contains(" Help "));
    session.send("\x1b");
    session.wait_for("no help", |screen| !screen.contains(" Help "));
    session.quit();

    let kept = saved_session(folder.path());
    assert!(kept.contains("Typed two lines\\u001b[31m red"), "{kept}");
    let mut again = Session::start(folder.path(), &[]);
    again.wait_for("the last session", |screen| {
        screen.contains("Typed two lines") && screen.contains("IDF general English")
    });
    again.quit();

    let mut fresh = Session::start(folder.path(), &["--no-session"]);
    fresh.wait_for("the example", |screen| {
        screen.contains(SCORED) && screen.contains("IDF off")
    });
    assert!(!fresh.screen().contains("Typed"));
    fresh.quit();
    assert_eq!(saved_session(folder.path()), kept);
}

#[test]
fn a_request_to_end_keeps_the_texts_and_restores_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::scored(folder.path(), &["-r", "A", "-c", "B"]);
    session.send(" last words");
    session.wait_for("what was typed", |screen| screen.contains("B last words"));
    session.signal("TERM");
    session.assert_left(0);
    let kept = saved_session(folder.path());
    assert!(kept.contains("B last words"), "{kept}");
}

#[test]
fn suspending_gives_the_terminal_to_the_shell_and_coming_back_draws_everything_again() {
    let folder = tempfile::tempdir().unwrap();
    let script = format!(
        "set -m; {PROGRAM} --no-session; echo '[the shell]'; read line; fg; echo \"[left $?]\""
    );
    let mut session = Session::run(folder.path(), "sh", &["-c", &script]);
    session.wait_for("a score", |screen| screen.contains(SCORED));
    session.send("\x1a");
    session.wait_for("the shell", |screen| {
        screen.contains("[the shell]") && !screen.contains(SCORED)
    });
    assert!(!session.alternate_screen());
    session.send("\r");
    session.wait_for("the inspector again", |screen| screen.contains(SCORED));
    assert!(session.alternate_screen());
    session.send(" Back\x03");
    session.wait_for("the end", |screen| screen.contains("[left 0]"));
    session.assert_left(0);
}

#[test]
fn bad_input_is_one_sentence_and_the_terminal_is_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.tsv");
    std::fs::write(&broken, "LAYER,P,R,F\n0,zero\n").unwrap();
    let broken = broken.to_str().unwrap();
    for (arguments, sentence) in [
        (
            vec!["--model", "./nowhere"],
            "there is no model folder \"./nowhere\"",
        ),
        (vec!["--layer", "99"], "has no layer 99"),
        (vec!["--baseline", broken], "line 2"),
        (vec!["--idf", "no such file"], "cannot read no such file"),
    ] {
        let mut session = Session::start(folder.path(), &arguments);
        session.assert_left(2);
        let screen = session.screen();
        // The pseudo terminal wraps the sentence at its width.
        let joined = screen.replace('\n', "");
        assert!(
            joined.contains("bertscope: ") && joined.contains(sentence),
            "{arguments:?}:\n{screen}"
        );
    }
}

#[test]
fn without_a_terminal_it_says_what_to_use_instead() {
    let output = Command::new(PROGRAM).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.stdout.is_empty() && said.lines().count() == 1 && said.contains("bertscope score"),
        "{said}"
    );
}

#[test]
fn a_terminal_with_the_kitty_keyboard_protocol_tells_keys_apart_until_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(folder.path(), &["--no-session"]);
    session.wait_until("the questions", |session| {
        session.raw().contains("\x1b]11;?\x07\x1b[?u\x1b[c")
    });
    session.send("\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?0u\x1b[?62c");
    session.wait_for("a score", |screen| screen.contains(SCORED));
    // Ctrl-d, Esc and Ctrl-c, as that protocol writes them.
    session.send("\x1b[100;5u");
    session.wait_for("the palette", |screen| screen.contains("Commands"));
    session.send("\x1b[27u");
    session.wait_for("the inspector", |screen| !screen.contains("Commands"));
    session.send("\x1b[99;5u");
    session.assert_left(0);
    let raw = session.raw();
    let (on, off) = (
        raw.rfind("\x1b[>5u").expect("it is turned on"),
        raw.rfind("\x1b[<1u").expect("and off"),
    );
    assert!(
        on < off && off < raw.rfind("\x1b[?1049l").unwrap(),
        "on the screen on which it was turned on"
    );
}

/// The number beside F1.
fn f1(screen: &str) -> Option<String> {
    screen
        .split("F1 ")
        .nth(1)?
        .split_whitespace()
        .next()
        .map(str::to_owned)
}

#[test]
fn models_are_switched_while_typing_and_the_last_one_is_restored_the_next_time() {
    let folder = tempfile::tempdir().unwrap();
    let model = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/bert");
    let mut session = Session::on_a_pair(folder.path(), &[]);
    session.send(" One");
    session.wait_for("what was typed", |screen| {
        screen.contains("midday. One") && screen.contains("8 tokens")
    });
    // The score of the last letter, not of the one before.
    let bundled = loop {
        let seen = session.screen();
        std::thread::sleep(std::time::Duration::from_millis(500));
        if session.screen() == seen {
            break f1(&seen);
        }
    };

    session.send("\x0f");
    session.wait_for("the list", |screen| {
        screen.contains("Models") && screen.contains("● MiniLM-L6")
    });
    session.send(model);
    session.wait_for("the folder", |screen| screen.contains("open “"));
    // All at once: the choice, and letters that must not be lost to it.
    session.send("\r two");
    session.wait_for("the folder's model", |screen| {
        screen
            .lines()
            .next()
            .is_some_and(|line| line.contains("bert ") && line.contains("layer 4/4"))
            && screen.contains("midday. One two")
            && f1(screen).is_some_and(|f1| f1.starts_with('.') && Some(f1) != bundled)
    });
    session.send("\x7f\x7f\x7f\x7f");
    session.wait_for("the text of before", |screen| {
        screen.contains("midday. One ")
    });

    session.send("\x0fminilm\r");
    session.wait_for("the bundled model and its score", |screen| {
        screen.contains("MiniLM-L6 (bundled)  layer 6/6") && f1(screen) == bundled
    });
    session.send("\x0fnobody/nothing-here\r");
    session.wait_for("a sentence", |screen| {
        screen.contains("nobody/nothing-here was not opened: ") && f1(screen) == bundled
    });
    session.send("\x0ffixtures");
    session.wait_for("the folder among those on this disk", |screen| {
        screen.contains("On this disk")
    });
    session.send("\r");
    session.wait_for("the folder's model", |screen| screen.contains("layer 4/4"));
    session.quit();

    let mut again = Session::start(folder.path(), &[]);
    again.wait_for("the last model", |screen| {
        screen.contains("midday. One") && screen.contains("layer 4/4")
    });
    again.quit();
}

#[test]
fn scores_go_to_the_terminals_clipboard_and_names_that_cannot_be_written_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::on_a_pair(folder.path(), &["--no-session"]);
    session.send("\x19");
    session.wait_for("the choice", |screen| screen.contains("Copy:  s scores"));
    session.send("s");
    session.wait_for("that it was sent", |screen| {
        screen.contains("Sent to the terminal’s clipboard: scores")
    });
    let copied = session.clipboard();
    assert!(
        copied.len() == 1 && copied[0].starts_with("P 0.") && copied[0].contains("_L6_no-idf_"),
        "{copied:?}"
    );

    session.send("\x13");
    session.wait_for("the line for a name", |screen| {
        screen.contains("Export to › bertscope.svg")
    });
    session.send("nowhere/a.txt\r");
    session.wait_for("what is wrong", |screen| {
        screen.contains("there is no folder")
    });
    session.send("\x1b[Z\r");
    session.wait_for("still the same", |screen| {
        screen.contains("nowhere/a.ansi") && screen.contains("no folder")
    });
    session.send("\x1b");
    session.wait_for("the text", |screen| screen.contains("Esc matrix"));
    session.send(" Typed");
    session.wait_for("what was typed", |screen| {
        screen.contains("at midday. Typed")
    });
    session.quit();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_is_exported_and_what_is_copied_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::on_a_pair(folder.path(), &["--no-session"]);
    // All at once: the name, and letters that must not be lost to it.
    session.send("\x13out.json\r!");
    session.wait_for("what was typed, and the file", |screen| {
        screen.contains("at midday.!")
            && screen.contains("Written: ")
            && screen.contains("out.json, ")
    });
    session.send("\x7f\x13\r");
    session.wait_for("the question", |screen| {
        screen.contains("out.json already exists: Enter again replaces it")
    });
    session.send("\r");
    session.wait_for("the file", |screen| screen.contains("out.json, "));
    session.send("\x19j");
    session.wait_for("that it was sent", |screen| {
        screen.contains("clipboard: JSON")
    });
    session.quit();
    let written = std::fs::read_to_string(folder.path().join("out.json")).unwrap();
    assert_eq!(session.clipboard(), [written]);
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        1,
        "no half file is left behind"
    );
}

#[test]
fn a_pair_is_typed_from_nothing_with_plain_keys_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::scored(folder.path(), &[]);
    session.wait_for("what to do", |screen| {
        screen.contains("Type a reference, press Tab")
    });
    session.send("On Tuesday the gate was shut.\tOn Monday the gate was open.\t");
    session.wait_for("both texts and the matrix", |screen| {
        screen.contains("│ On Tuesday the gate was shut. ")
            && screen.contains("│ On Monday the gate was open. ")
            && screen.contains("┃ Monday")
            && !screen.contains("press Tab")
    });
    session.send("\x1b[200~At night\x1b[201~");
    session.wait_for("where it would go", |screen| {
        screen.contains("Enter inserts it into the candidate")
    });
    session.send("\r");
    session.wait_for("the pasted text", |screen| {
        screen.contains("┃ On Monday the gate was open.At night ")
    });
    session.send("\x1b");
    session.wait_for("the matrix", |screen| screen.contains(" c candidate"));
    session.send(":undo\r");
    session.wait_for("the text before the paste", |screen| {
        screen.contains("│ On Monday the gate was open. ")
    });
    session.send(":harmonic\r");
    session.wait_for("the term in the help", |screen| {
        screen.contains(" Help ") && screen.contains("▸ F1")
    });
    session.send("\rr !");
    session.wait_for("the reference", |screen| {
        screen.contains("┃ On Tuesday the gate was shut. ! ")
    });
    session.send("\x1b");
    session.wait_for("the matrix again", |screen| screen.contains(" c candidate"));
    session.send("q");
    session.assert_left(0);
}

#[test]
fn two_texts_without_options_are_inspected() {
    let folder = tempfile::tempdir().unwrap();
    let texts = ["The ferry leaves at noon.", "--no-session"];
    let mut session = Session::scored(folder.path(), &[texts[0], "The boat.", texts[1]]);
    assert!(
        session.screen().contains("The ferry leaves at noon.")
            && session.screen().contains("┃ The boat. ")
    );
    session.quit();
}

/// Copies the scores in a tmux whose `set-clipboard` has this value, and returns the line at the bottom of the screen, what
/// the terminal was sent, and what tmux has in its buffer.
fn copied_in_tmux(setting: &str) -> (String, Vec<String>, String) {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let [tmux, buffer] = ["tmux", "buffer"].map(|name| folder.path().join(name));
    let script = format!(
        "#!/bin/sh\ncase $1 in\nshow-options) echo {setting} ;;\nload-buffer) cat > {} ;;\nesac\n",
        buffer.display()
    );
    std::fs::write(&tmux, script).unwrap();
    std::fs::set_permissions(&tmux, PermissionsExt::from_mode(0o755)).unwrap();
    let path = std::env::var("PATH").unwrap();
    let path = format!("PATH={}:{path}", folder.path().display());
    let arguments = ["TMUX=socket", &path, PROGRAM, "--no-session"];
    let pair = ["-r", "The ferry leaves at noon.", "-c", "The boat departs."];
    let mut session = Session::run(folder.path(), "env", &[&arguments[..], &pair].concat());
    session.wait_for_start();
    session.send("\x19");
    session.wait_for("the choice", |screen| screen.contains("Copy:  s scores"));
    session.send("s");
    session.wait_for("the message", |screen| {
        screen.contains("Sent to") || screen.contains("Not copied")
    });
    let screen = session.screen();
    let message = screen.lines().last().unwrap_or_default().trim().to_owned();
    let sent = session.clipboard();
    session.quit();
    let buffer = std::fs::read_to_string(buffer).unwrap_or_default();
    (message, sent, buffer)
}

#[test]
fn tmux_gets_a_copied_text_as_its_setting_allows_or_the_message_says_what_to_set() {
    let (message, sent, buffer) = copied_in_tmux("on");
    assert!(message.starts_with("Sent to the terminal’s clipboard: scores"));
    assert!(sent.len() == 1 && buffer.is_empty(), "{sent:?} {buffer}");

    let (message, sent, buffer) = copied_in_tmux("external");
    assert!(message.starts_with("Sent to the terminal’s clipboard: scores"));
    assert!(sent.is_empty() && buffer.starts_with("P 0."), "{buffer}");

    let (message, sent, buffer) = copied_in_tmux("off");
    assert!(message.starts_with("Not copied: run tmux set -s set-clipboard on; "));
    assert!(message.ends_with("y v shows the text"), "{message}");
    assert!(sent.is_empty() && buffer.starts_with("P 0."), "{buffer}");
}
