//! Signals from outside: the terminal is given back before the program stops or ends, and taken again when it continues.

use std::path::Path;
use std::process::Command;

use super::PROGRAM;
use super::support::{Session, saved_session};

/// A shell whose first job is the inspector; each line that is sent to the shell continues it.
fn with_shell(folder: &Path) -> Session {
    // First the modes: after a stop that the program did not learn of, a line end sent before them would end no line.
    let resume = "stty sane; echo '[the shell]'; read line; fg";
    let script = format!(
        "set -m; sh -c 'echo $$ >pid; exec {PROGRAM} --no-session -r A. -c midday.'; {resume}; {resume}; echo \"[left $?]\""
    );
    Session::run(folder, "sh", &["-c", &script])
}

fn signal(folder: &Path, name: &str) {
    let pid = std::fs::read_to_string(folder.join("pid")).unwrap();
    assert!(
        Command::new("kill")
            .args([&format!("-{name}"), pid.trim()])
            .status()
            .unwrap()
            .success()
    );
}

#[test]
fn a_stop_from_outside_restores_the_terminal_and_continuing_takes_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = with_shell(folder.path());
    session.wait_for("a score", |screen| screen.contains("F1  ."));
    session.send(" Before");
    session.wait_for("what was typed", |screen| screen.contains("midday. Before"));
    signal(folder.path(), "TSTP");
    session.wait_for("the shell", |screen| {
        screen.contains("[the shell]") && !screen.contains("midday.")
    });
    assert!(!session.alternate_screen());
    session.send("\r");
    session.wait_for("the inspector", |screen| {
        screen.contains("midday. Before") && screen.contains("Reference")
    });
    assert!(session.alternate_screen());
    // Keys arrive one by one.
    session.send(" and after\x1bOQ");
    session.wait_for("keys", |screen| {
        screen.contains("midday. Before and after") && screen.contains("IDF general English")
    });

    // No program learns of this one before it continues, and the shell has changed the terminal's modes meanwhile.
    signal(folder.path(), "STOP");
    session.wait_for("the shell", |screen| screen.contains("[the shell]"));
    session.send("\r");
    session.wait_for("the inspector", |screen| {
        screen.contains("Reference") && !screen.contains("[the shell]")
    });
    session.send("\x1bOQ");
    session.wait_for("keys", |screen| screen.contains("IDF off"));
    session.send("\x03");
    session.wait_for("the end", |screen| screen.contains("[left 0]"));
    session.assert_left(0);
}

#[test]
fn without_a_shell_to_return_to_nothing_stops() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::on_a_pair(folder.path(), &["--no-session"]);
    session.send("\x1a");
    session.signal("TSTP");
    session.signal("CONT");
    session.send(" Typed");
    session.wait_for("what was typed", |screen| screen.contains("midday. Typed"));
    session.quit();
}

#[test]
fn every_signal_to_end_saves_the_texts_and_restores_the_terminal() {
    for name in ["QUIT", "INT", "HUP", "TERM", "USR1", "ALRM"] {
        let folder = tempfile::tempdir().unwrap();
        let mut session = Session::on_a_pair(folder.path(), &[]);
        session.send(" last words");
        session.wait_for("what was typed", |screen| {
            screen.contains("midday. last words")
        });
        session.signal(name);
        session.assert_left(0);
        let kept = saved_session(folder.path());
        assert!(kept.contains("midday. last words"), "{name}: {kept}");
    }
}
