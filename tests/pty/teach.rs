//! Teaching with the real program in a real (pseudo) terminal: a lesson, the walk, the pairs of a file.

use std::path::Path;

use super::support::{Session, saved_session};

const ON: &str = ".";

#[test]
fn a_lesson_is_given_guessed_and_ended_and_the_texts_from_before_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(
        folder.path(),
        &[
            "lesson",
            "gallery",
            "-r",
            "The ferry leaves at noon.",
            "-c",
            "The boat departs at midday.",
        ],
    );
    session.wait_for("the first step and its score", |screen| {
        screen.contains("1/18 A paraphrase")
            && screen.contains("The doctor told him")
            && screen.contains("F1  .8")
    });
    session.send(ON);
    session.wait_for("the second", |screen| {
        screen.contains("2/18 Dog and man") && screen.contains("The man was")
    });
    session.send(ON);
    session.wait_for("a question", |screen| {
        screen.contains("3/18")
            && screen.contains("Space reveals the matrix")
            && screen.contains("Which of the two")
    });
    let hidden = session.screen();
    assert!(
        !hidden.contains("F1  .")
            && !hidden.contains("B, which says")
            && hidden.contains("not safe"),
        "{hidden}"
    );
    session.send("E12 : 5\r ");
    session.wait_for("the matrix, and no score", |screen| {
        screen.contains("Space reveals the scores")
            && screen.contains("guess 12 : 5")
            && !screen.contains(".8546")
    });
    session.send(" ");
    session.wait_for("the answer, with both scores", |screen| {
        screen.contains("B, which says the opposite")
            && screen.contains("A          .5913")
            && screen.contains(".8546▴")
    });
    session.send("e");
    session.send(" Typed");
    session.wait_for("what was typed", |screen| {
        screen.contains("not safe to cross. Typed")
    });
    session.send("\x1b,");
    session.wait_for("the step before", |screen| {
        screen.contains("2/18") && screen.contains("The man was")
    });
    session.send("\x1bl\r");
    session.wait_for("the user's own texts", |screen| {
        screen.contains("The boat departs at midday.")
            && screen.contains("F1  .7")
            && !screen.contains("2/18")
    });
    session.quit();
    let kept = saved_session(folder.path());
    assert!(
        kept.contains("The boat departs at midday.")
            && !kept.contains("doctor")
            && !kept.contains("Typed"),
        "{kept}"
    );
}

#[test]
fn a_lesson_of_an_hour_is_given_to_its_end_with_the_teachers_notes() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::start(
        folder.path(),
        &["lesson", "hour", "--notes", "--no-session"],
    );
    let lesson = bertscope::lessons::bundled::find("hour").unwrap();
    let (steps, minutes) = (lesson.steps.len(), lesson.minutes().unwrap());
    for (i, step) in lesson.steps.iter().enumerate() {
        let place = format!("{}/{steps} {}", i + 1, step.title);
        let so_far = format!("({} of {minutes})", lesson.minutes_up_to(i + 1).unwrap());
        session.wait_for(&place, |screen| screen.contains(&place));
        let note: String = step
            .note
            .split_whitespace()
            .take(3)
            .collect::<Vec<_>>()
            .join(" ");
        if step.question.is_some() {
            for shown in ["Space reveals the matrix", "Space reveals the scores"] {
                session.wait_for(shown, |screen| screen.contains(shown));
                assert!(!session.screen().contains(&note), "{}", session.screen());
                session.send(" ");
            }
        }
        session.wait_for("the note", |screen| screen.contains(&note));
        // The strip scrolls to the notes of a step that has more to say than there is room.
        for _ in 0..4 {
            if session.screen().contains(&so_far) {
                break;
            }
            session.send("\x1b[6;3~");
            session.wait_for("more of it", |_| true);
        }
        session.wait_for("the teacher's note and the time", |screen| {
            screen.contains("Teacher,") && screen.contains(&so_far)
        });
        session.send(ON);
    }
    session.wait_for("that it was the last", |screen| {
        screen.contains("This was the last step")
    });
    session.send("\x1bl\r");
    session.wait_for("the inspector", |screen| {
        screen.contains("W walk") && !screen.contains("Teacher,")
    });
    session.quit();
}

#[test]
fn the_walk_goes_through_all_its_steps_on_a_text_that_is_edited_on_the_way() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::on_a_pair(folder.path(), &["--no-session"]);
    session.send("\x1bw");
    for step in 1..=17 {
        let place = format!("Step {step}/17");
        session.wait_for(&place, |screen| screen.contains(&place));
        if step == 6 {
            session.wait_for("the rows, which appear by themselves", |screen| {
                screen.contains("Row 9 of 9")
            });
            session.send("\x1b,");
            session.wait_for("the row before", |screen| screen.contains("Row 8 of 9"));
            session.send(ON);
            session.wait_for("the last row", |screen| screen.contains("Row 9 of 9"));
        }
        if step == 9 {
            session.wait_for("precision of the example", |screen| {
                screen.contains("5.00926 ÷ 7")
            });
            session.send("e");
            session.send(" Today");
            session.wait_for("precision of what was typed", |screen| {
                screen.contains("at midday. Today")
                    && screen.contains(&place)
                    && !screen.contains("5.00926 ÷ 7")
            });
            session.send("\x1b,");
            session.wait_for("the step before", |screen| screen.contains("Step 8/17"));
            session.send("\x1b.");
            session.wait_for("the same again", |screen| screen.contains(&place));
            session.send("\x1b");
            session.wait_for("the matrix", |screen| screen.contains("c candidate"));
        }
        session.send(ON);
    }
    session.wait_for("that it was the last", |screen| {
        screen.contains("This was the last step")
    });
    session.send("\x1bw");
    session.wait_for("the inspector", |screen| {
        screen.contains("W walk") && screen.contains("at midday. Today")
    });
    session.quit();
}

#[test]
fn the_plain_keys_that_a_reader_tries_first_go_through_the_walk_and_a_lesson() {
    let folder = tempfile::tempdir().unwrap();
    let [right, left, page_down, page_up] = ["\x1b[C", "\x1b[D", "\x1b[6~", "\x1b[5~"];
    let mut session = Session::scored(
        folder.path(),
        &[
            "--no-session",
            "-r",
            "The gate is open.",
            "-c",
            "It is shut.",
        ],
    );
    session.send("\x1b");
    session.wait_for("the matrix", |screen| screen.contains("r reference"));
    session.send("W");
    for (step, key) in (1..).zip([" ", "\r", right, page_down, page_down]) {
        session.wait_for("a step", |screen| {
            screen.contains(&format!("Step {step}/17"))
        });
        session.send(key);
    }
    session.wait_for("the rows, which appear by themselves", |screen| {
        screen.contains("Row 6 of 6")
    });
    for (key, step) in [("\r", 7), (right, 8), (page_up, 7), (left, 6), (" ", 7)] {
        session.send(key);
        session.wait_for("a step", |screen| {
            screen.contains(&format!("Step {step}/17"))
        });
    }
    session.send("W");
    session.wait_for("the inspector", |screen| screen.contains("W walk"));
    session.send("L1");
    for (key, shown) in [
        (" ", "1/18"),
        ("\r", "Space reveals the matrix"),
        (page_down, "Space reveals the scores"),
        (" ", "next  , back"),
        (page_up, "3/18"),
    ] {
        session.wait_for(shown, |screen| screen.contains(shown));
        session.send(key);
    }
    session.wait_for("the step before", |screen| screen.contains("2/18"));
    session.quit();
}

const ROWS: &str = "id\treference\tcandidate
ferry\tThe ferry leaves at noon.\tThe boat departs at midday.
bridge\tThe old bridge was closed for repairs.\tNobody bought the blue umbrella.
same\tHe waters the garden every evening.\tHe waters the garden every evening.
lamp\tA lamp burns in the window.\tThe window is lit by a lamp.
broken row
";

/// The file of pairs in the inspector, all of them scored.
fn open(folder: &Path) -> Session {
    let mut session = Session::start(folder, &["open", "pairs.tsv", "--no-session"]);
    session.wait_for("the list and its scores", |screen| {
        screen.contains("pairs.tsv")
            && screen.contains("1.000")
            && screen.contains("line 6")
            && !screen.contains("   ·")
    });
    session
}

fn marks(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("pairs.tsv.marks.json")).unwrap()
}

#[test]
fn pairs_are_sorted_opened_marked_and_noted_and_what_was_marked_outlives_the_program() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pairs.tsv"), ROWS).unwrap();
    let mut session = open(folder.path());
    session.send("\t");
    session.wait_for("the worst first", |screen| {
        let place = |id: &str| screen.find(&format!("   {id}   "));
        screen.contains("by F1, worst first")
            && place("bridge") < place("ferry")
            && place("ferry") < place("same")
    });
    session.send("/lamp");
    session.wait_for("one pair", |screen| {
        screen.contains("1 of 5") && screen.contains("lit by a lamp")
    });
    session.send("\r");
    session.wait_for("the pair", |screen| {
        screen.contains("Row 4 lamp") && screen.contains(" c candidate")
    });
    session.send("\x1bm");
    session.wait_for("the mark", |screen| screen.contains("● Row 4 lamp"));
    session.send("\x1bn");
    session.wait_for("the line for a note", |screen| {
        screen.contains("Note on row 4 lamp › ")
    });
    session.send("half of it\r");
    session.wait_for("the note", |screen| screen.contains("¶ half of it"));
    session.send("\x1bo/\x17");
    session.wait_for("the whole list", |screen| {
        screen.contains(" 5 · 1 line cannot be scored · by F1")
    });
    session.send("\x1b");
    session.wait_for("the list's own keys", |screen| screen.contains("/ filter"));
    session.send("O");
    session.wait_for("the pair again", |screen| screen.contains("O list"));
    session.send("\x1bj");
    session.wait_for("the worst pair", |screen| {
        screen.contains("Row 2 bridge") && screen.contains("blue umbrella")
    });
    session.send("\x1bj");
    session.wait_for("the next worst", |screen| {
        screen.contains("Row 1 ferry") || screen.contains("Row 4 lamp")
    });
    session.quit();
    let kept = marks(folder.path());
    assert!(
        kept.contains("half of it") && kept.contains("\"marked\": true")
            || kept.contains("\"marked\":true"),
        "{kept}"
    );

    for (signal, id) in [("TERM", "ferry"), ("HUP", "bridge")] {
        let mut session = open(folder.path());
        session.wait_for("what was marked before", |screen| screen.contains("●¶"));
        session.send(&format!("/{id}"));
        session.wait_for("one pair", |screen| screen.contains("1 of 5"));
        session.send("\x1b");
        session.wait_for("the list's own keys", |screen| screen.contains("M mark"));
        session.send("M");
        session.wait_for("the mark", |screen| {
            screen
                .lines()
                .any(|line| line.contains('●') && line.contains(&format!(" {id} ")))
        });
        session.signal(signal);
        session.assert_left(0);
        let kept = marks(folder.path());
        assert!(
            kept.contains(id) && kept.contains("half of it"),
            "after SIG{signal}: {kept}"
        );
    }
    let left: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    assert_eq!(left.len(), 2, "no half file stays: {left:?}");
}

#[test]
fn letters_arrows_enter_and_esc_lead_through_every_scene_and_out_again() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pairs.tsv"), ROWS).unwrap();
    let mut session = open(folder.path());
    // Keys, and the words that are on the screen then, or (!) no longer.
    let steps: [(&str, &[&str]); 23] = [
        ("\x1b[B\r", &["Row 2 bridge", "blue umbrella"]),
        ("}", &["Row 3 same"]),
        ("W", &["Step 1/17"]),
        (".", &["Step 2/17"]),
        ("W", &["W walk"]),
        ("L3", &["Space reveals the matrix"]),
        ("  ", &["Side by side"]),
        ("L\r", &["Row 3 same"]),
        ("H", &["Which words"]),
        ("E.7\r", &["guess .7"]),
        (" ", &["Similarity"]),
        (" ", &["F1 is 1.000: .300 too low"]),
        ("2", &["Why not 1.0?"]),
        ("=", &["F1 = 2PR"]),
        ("b", &["rescaled"]),
        ("o", &["Models"]),
        ("\x1b", &["O list", "!Models"]),
        (":mark\r", &["● Row 3 same"]),
        ("Agood\r", &["¶ good"]),
        ("w", &["Export"]),
        ("\x1b", &["O list", "!Export"]),
        ("O", &["/ filter"]),
        ("/lamp\r", &["Row 4 lamp", "lit by a lamp"]),
    ];
    for (keys, expected) in steps {
        session.send(keys);
        session.wait_for(keys, |screen| {
            expected.iter().all(|words| {
                words
                    .strip_prefix('!')
                    .map_or(screen.contains(words), |gone| !screen.contains(gone))
            })
        });
    }
    session.send("q");
    session.assert_left(0);
    assert!(marks(folder.path()).contains("good"));
}
