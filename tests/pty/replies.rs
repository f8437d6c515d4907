//! Replies of the terminal, early, late and unasked: none is typed, and none keeps later keys from being read.

use std::time::Duration;

use super::support::{Session, saved_session};

/// Of colours, the clipboard, devices, versions, modes, the keyboard and images; and NUL.
const REPLIES: [&str; 12] = [
    "\x1b]10;rgb:ffff/ffff/ffff\x1b\\",
    "\x1b]11;rgb:1e1e/1e1e/2e2e\x07",
    "\x1b]11;rgba:1e1e/1e1e/2e2e/ffff\x1b\\",
    "\x1b]52;c;VGV4dA==\x1b\\",
    "\x1b[?62;22c",
    "\x1b[>41;390;0c",
    "\x1b[?2026;2$y",
    "\x1b[?0u",
    "\x1bP!|00000000\x1b\\",
    "\x1bP>|XTerm(390)\x1b\\",
    "\x1b_Gi=1;OK\x1b\\",
    "\0",
];

#[test]
fn no_reply_at_any_moment_of_the_start_is_typed_into_a_text_or_swallows_a_key() {
    for delay in [0, 60, 160, 400, 1200] {
        let folder = tempfile::tempdir().unwrap();
        let mut session = Session::start(folder.path(), &["-r", "One.", "-c", "Two."]);
        // Before that, the terminal itself would print it.
        session.wait_until("raw mode", |session| session.raw().contains("\x1b[?2004h"));
        std::thread::sleep(Duration::from_millis(delay));
        for (reply, letter) in REPLIES.iter().zip('a'..) {
            session.send(&format!("{reply}{letter}"));
        }
        session.wait_for("what was typed", |screen| {
            screen.contains("Two.abcdefghijkl")
        });
        session.quit();
        let kept = saved_session(folder.path());
        assert!(
            kept.contains("\"Two.abcdefghijkl\""),
            "after {delay} ms: {kept}"
        );
    }
}

#[test]
fn a_reply_in_pieces_and_a_paste_without_an_end_give_the_keys_back_after_a_second() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::scored(folder.path(), &["-r", "One.", "-c", "Two."]);
    for piece in [
        "a\x1b]11;rgb:ff",
        "ff/ffff/ff",
        "ff\x1b",
        "\\b\x1b[?20",
        "26;2$y",
    ] {
        session.send(piece);
        std::thread::sleep(Duration::from_millis(60));
    }
    session.send("c\x1b]11;rgb:1e");
    std::thread::sleep(Duration::from_millis(1300));
    session.send("d\x1b[200~ pasted");
    session.wait_for("what came of the paste", |screen| {
        screen.contains("Two.abcd pasted")
    });
    session.send("e");
    session.wait_for("the next key", |screen| screen.contains("Two.abcd pastede"));
    session.quit();
    assert!(saved_session(folder.path()).contains("\"Two.abcd pastede\""));
}

#[test]
fn a_terminal_that_answers_late_gets_the_colours_of_its_background() {
    let folder = tempfile::tempdir().unwrap();
    let dark = "38;5;246";
    let mut session = Session::scored(
        folder.path(),
        &["--colors", "256", "-r", "One.", "-c", "Two."],
    );
    assert!(
        session.raw().contains(dark),
        "grey on a dark background, until the terminal says otherwise"
    );
    let before = session.raw().len();
    session.send("\x1b]11;rgb:ffff/ffff/ffff\x1b\\");
    session.wait_until("the same grey no more", |session| {
        session.raw().len() > before + 500
    });
    assert!(!session.raw()[before..].contains(dark));
    session.quit();
}

#[test]
fn doctor_measures_widths_on_a_terminal_and_says_which_variable_gives_its_colours() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(folder.path(), &["doctor"]);
    session.wait_until("the questions", |session| session.raw().contains("\x1b[c"));
    let widths = [1, 1, 2, 1, 2, 2].map(|width| format!("\x1b[1;{}R", width + 1));
    session.send(&(widths.concat() + "\x1b]11;rgb:ffff/ffff/ffff\x07\x1b[?1u\x1b[?62c"));
    let printed = session.printed();
    for line in [
        "256, by TERM",
        "100 × 30",
        "light",
        "kitty",
        "width of Chinese                        2",
        "width of heart with variation selector  1, drawn as if it were 2",
    ] {
        assert!(printed.contains(line), "{line} in {printed}");
    }
}
