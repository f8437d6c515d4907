//! What the recording and the screenshots of the docs show is what the program shows today.

use super::PROGRAM;
use super::scripts::{demo_steps, doc_screens, open_demo};

#[test]
fn the_demo_shows_what_its_script_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = open_demo(PROGRAM, folder.path());
    for step in demo_steps() {
        for key in &step.keys {
            session.send(key);
            if key == "\x1b" {
                // Esc and a letter that follow at once are Alt and the letter.
                session.wait_for("the matrix", |screen| screen.contains(" c candidate"));
            }
        }
        session.wait_for(&step.caption, |screen| screen.contains(&step.shown));
    }
    session.quit();
}

#[test]
fn the_recording_was_made_from_this_script_and_asks_nobody_for_anything() {
    let svg = include_str!("../../assets/demo/bertscope.svg");
    for step in demo_steps() {
        assert!(
            svg.contains(&format!(">{}<", step.caption)),
            "not in the recording, run assets/demo/make.sh: {}",
            step.caption
        );
    }
    assert!(
        svg.len() < 300_000,
        "GitHub shows it at once only while it is small: {} bytes",
        svg.len()
    );
    let without_namespace = svg.replace("http://www.w3.org/2000/svg", "");
    for request in ["<script", "http://", "https://", "@import", "url("] {
        assert!(!without_namespace.contains(request), "{request}");
    }
}

#[test]
fn each_screen_of_the_docs_shows_what_its_row_says() {
    for screen in doc_screens() {
        let folder = tempfile::tempdir().unwrap();
        screen.open(PROGRAM, folder.path()).quit();
    }
}
