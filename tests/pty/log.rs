//! The log of a session, the report of a panic, and the text copied last on the screen of the shell.

use std::path::Path;

use super::PROGRAM;
use super::support::Session;

/// Everything that was typed, pasted or shown as a text.
const TEXTS: [&str; 12] = [
    "Zebras",
    "graze",
    "beside",
    "rivers",
    "Quaggas",
    "drank",
    "yesterday",
    "giraffe",
    "okapi",
    "gazelle",
    "impala",
    "kudu",
];

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

#[test]
fn the_log_of_a_long_session_says_what_the_user_did_and_has_no_text() {
    let folder = tempfile::tempdir().unwrap();
    let pairs = "reference\tcandidate\nZebras graze.\tQuaggas drank.\nZebras beside rivers.\tQuaggas yesterday.\n";
    std::fs::write(folder.path().join("pairs.tsv"), pairs).unwrap();
    let arguments = ["open", "pairs.tsv", "--log", "run.log"];
    let mut session = Session::start(folder.path(), &arguments);
    session.wait_for_start();
    session.press("Down s / g r a z e Enter Enter");
    session.press("c");
    for _ in 0..3 {
        session.send(" giraffe");
        session.settle();
    }
    session.send("\x1b[200~ okapi\x1b[201~");
    session.settle();
    session.press("Esc A");
    session.send("gazelle");
    session.press("Enter x");
    session.press(":");
    session.send("impala");
    session.press("Esc W W i [ y m Ctrl-s");
    session.send("\x15kudu.svg\r");
    session.wait_until("the file", |_| folder.path().join("kudu.svg").exists());
    session.settle();
    session.resize(40, 120);
    session.settle();
    session.quit();

    let log = read(&folder.path().join("run.log"));
    let mut rest = &*log;
    for event in [
        "runs bertscope open\n",
        "reads pairs.tsv\n",
        "opened the model ",
        "command filter (Filter the list), in the list of pairs",
        "types in the filter (the last of 5 such events)",
        "command accept, in the ",
        "command edit-candidate (Edit the candidate), in the matrix",
        "types into the candidate (the last of ",
        "analysed the pair in ",
        "pastes 6 bytes",
        "command leave-text (Go to the matrix), in a text",
        "command note (Note on the pair), in the matrix",
        "types in the note prompt (the last of 7 such events)",
        "writes 1 marks",
        "command swap (Swap reference and candidate), in the matrix",
        "command commands (Commands), in the matrix",
        "types in the command palette (the last of 6 such events)",
        "command walkthrough (Walkthrough), in ",
        "command copy:markdown (Copy as Markdown), in the matrix",
        "copies ",
        "command export (Export), in ",
        "command accept, in the export prompt",
        "wrote kudu.svg, ",
        "terminal: it has 120 columns and 40 lines",
        "command quit (Quit), in ",
        "ends\n",
    ] {
        let Some(at) = rest.find(event) else {
            panic!("{event} does not follow in {log}");
        };
        rest = &rest[at..];
    }
    let named = log.replace("kudu.svg", "");
    for text in TEXTS {
        assert!(!named.contains(text), "{text} in {log}");
    }
}

/// Lets the program have no further thread: its stack would need memory.
#[cfg(target_os = "linux")]
fn refuse_threads(session: &Session) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};

    let id = session.id();
    let status = read(Path::new(&format!("/proc/{id}/status")));
    let size = status.lines().find_map(|line| line.strip_prefix("VmSize:"));
    let kilobytes: u64 = size
        .unwrap()
        .trim()
        .trim_end_matches(" kB")
        .parse()
        .unwrap();
    let limit = Rlimit {
        current: Some(kilobytes * 1024 + 1_000_000),
        maximum: None,
    };
    let program = Pid::from_raw(id.cast_signed());
    prlimit(program, Resource::As, limit).unwrap();
}

/// A panic that needs no change of the program: a system that gives it no further thread.
#[cfg(target_os = "linux")]
#[test]
fn a_panic_restores_the_terminal_saves_what_was_typed_and_leaves_a_report_without_texts() {
    let folder = tempfile::tempdir().unwrap();
    // It takes connections and never answers, so that a thread waits.
    let hub = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let script = format!(
        "HF_HUB_OFFLINE=0 HF_ENDPOINT=http://{} exec {PROGRAM} -r 'Zebras graze.' -c 'Quaggas drank.'",
        hub.local_addr().unwrap()
    );
    let mut session = Session::run(folder.path(), "sh", &["-c", &script]);
    session.wait_for_start();
    session.send(" giraffe");
    session.settle();
    session.press("Esc o");
    session.send("okapi/gazelle\r");
    session.wait_for("the hub", |screen| screen.contains("contacting the hub"));
    session.settle();
    refuse_threads(&session);
    session.send("o");
    session.assert_left(1);
    let said = session.screen().replace('\n', "");
    assert!(
        said.contains("a bug ended the inspector; texts, settings and notes were saved"),
        "{said}"
    );

    let state = folder.path().join("bertscope");
    assert!(read(&state.join("session.json")).contains("Quaggas drank. giraffe"));
    let entries = std::fs::read_dir(&state).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let name = names
        .into_iter()
        .find(|name| name.starts_with("panic-"))
        .unwrap();
    assert!(said.replace(' ', "").contains(&name), "{said}");
    let report = read(&state.join(name));
    for part in [
        "Z  bertscope 0.1.0, commit ",
        "panicked at ",
        "failed to spawn thread",
        "types into the candidate (the last of 8 such events)",
        "command choose-model (Choose a model), in the matrix",
        "with bertscope::run at 0x",
    ] {
        assert!(report.contains(part), "{part} in {report}");
    }
    for text in TEXTS {
        assert!(!report.contains(text), "{text} in {report}");
    }
}

#[test]
fn the_text_copied_last_is_shown_where_the_mouse_selects_it_and_enter_goes_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::on_a_pair(folder.path(), &[]);
    session.press("Esc m y v");
    session.wait_for("that there is none", |screen| {
        screen.contains("Nothing was copied yet.")
    });
    session.press("y s");
    session.wait_for("how to show it", |screen| {
        screen.contains("; y v shows the text")
    });
    session.press("y v");
    session.wait_for("the text", |screen| {
        screen.contains("Enter goes back to the inspector.")
    });
    assert!(session.screen().contains("P 0.7") && !session.alternate_screen());
    assert_eq!(
        session.drawn().mouse_protocol_mode(),
        vt100::MouseProtocolMode::None
    );
    // Nothing that is typed there is a key of the inspector.
    session.send("q\r");
    session.wait_for("the inspector", |screen| screen.contains("r reference"));
    assert!(session.alternate_screen());
    assert_ne!(
        session.drawn().mouse_protocol_mode(),
        vt100::MouseProtocolMode::None,
        "as before"
    );
    session.quit();
}
