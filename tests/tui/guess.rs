//! What a teacher does beside lessons: hide the scores of any pair, ask on a projector, keep marks.

use std::sync::Arc;

use super::parts::Part::{Panel, Score};
use super::support::{Inspector, assert_decent, light_lines, text};
use bertscope::analysis::Side;
use bertscope::explain::Topic;
use bertscope::explain::kept::text_name;
use bertscope::lessons::parse;
use bertscope::pairs::marks::Mark;
use bertscope::testing::{
    Appearance, ColorDepth, Effect, FilePair, Focus, InspectorOptions, MarksFile, Message,
    PairsEffect, PairsList, PairsMessage, Session, StackLayer, TerminalEvent, Theme, initial_state,
    key,
};

const SIZES: [(u16, u16); 4] = [(36, 12), (80, 24), (100, 30), (120, 36)];

/// An inspector with a file of three pairs on the screen.
fn with_pairs() -> Inspector {
    let mut inspector = Inspector::with_texts("My own reference.", "My own candidate.");
    inspector
        .state
        .open_pairs(PairsList::new("pairs.tsv".into(), Vec::new(), false));
    let pair = |id: &str, reference: &str, candidate: &str| {
        let (id, candidate, references) = (id.into(), candidate.into(), vec![reference.to_owned()]);
        Ok(Arc::new(FilePair {
            id,
            candidate,
            references,
            scores: None,
            looks_quoted: false,
            other_candidates: Vec::new(),
        }))
    };
    let rows = vec![
        pair(
            "ferry",
            "The ferry leaves at noon.",
            "The boat departs at midday.",
        ),
        pair("gate", "The gate is open.", "The gate is shut."),
        pair("lamp", "A lamp burns.", "A light is on."),
    ];
    inspector.send(Message::Pairs(PairsMessage::Rows(rows)));
    inspector.send(Message::Pairs(PairsMessage::Read(Ok(()))));
    inspector
}

fn saved(inspector: &Inspector) -> Vec<Mark> {
    let mut saves = inspector.effects.iter().filter_map(|effect| match effect {
        Effect::Pairs(PairsEffect::Save(marks)) => Some(marks.clone()),
        _ => None,
    });
    saves.next_back().unwrap_or_default()
}

#[test]
fn the_scores_of_any_pair_are_hidden_until_they_are_shown_whatever_is_typed_meanwhile() {
    let mut inspector = Inspector::with_texts("The gate is open.", "The gate is shut.");
    inspector.press("Alt-h").type_text(" Again.");
    for (width, height) in SIZES {
        let screen = inspector.screen(width, height);
        assert!(
            screen.contains("Which words") && screen.contains("Esc Space reveals the matrix"),
            "{screen}"
        );
        assert!(
            !screen.contains('◆') && !screen.contains("P   "),
            "{screen}"
        );
        assert_decent(&inspector.cells(width, height));
    }
    inspector.press("Alt-w");
    assert!(inspector.state.staged.is_none(), "a walk would say it all");
    inspector.press("Alt-Enter");
    let screen = inspector.screen(100, 30);
    assert!(
        screen.contains('◆') && !screen.contains("Matches") && !screen.contains("F1  "),
        "{screen}"
    );
    inspector.press("Alt-Enter");
    let screen = inspector.screen(100, 30);
    assert!(
        screen.contains('◆') && screen.contains("Matches"),
        "{screen}"
    );
    inspector.press("Esc H");
    assert!(inspector.state.hides_scores());
    inspector.press("Alt-h Alt-h");
    assert!(
        !inspector.state.hides_scores(),
        "the same key shows them too"
    );
}

#[test]
fn kept_candidates_compete_and_the_winner_is_shown_with_its_reason() {
    let mut inspector = Inspector::with_texts("The gate is open.", "The gate is shut.");
    inspector
        .press("Ctrl-p Ctrl-u")
        .type_text("The door stands open.")
        .press("Alt-1 Alt-h");
    let hidden = inspector.screen(100, 30);
    for shown in [
        "A",
        "The door stands open.",
        "B",
        "The gate is shut.",
        "Which of them has the higher F1?",
    ] {
        assert!(hidden.contains(shown), "{shown}: {hidden}");
    }
    inspector.press("Alt-Enter Alt-Enter");
    assert_eq!(inspector.state.panel().topic, Topic::Compare);
    assert!(
        inspector.screen(100, 30).contains('▴'),
        "who wins is marked"
    );
}

#[test]
fn the_audiences_guess_is_typed_by_key_or_command_and_stands_beside_the_truth() {
    for open in ["Alt-e", "Esc E", "Ctrl-d a u d i e n c e ’ s Enter"] {
        let mut inspector = Inspector::with_texts("The gate is open.", "The gate is shut.");
        inspector
            .press("Alt-h")
            .press(open)
            .type_text("seventy")
            .press("Enter");
        assert!(
            inspector
                .screen(100, 30)
                .contains("is not a guess: type F1, such as .72"),
            "{open}"
        );
        inspector.press("Ctrl-u").type_text(".7").press("Enter");
        let hidden = inspector.screen(100, 30);
        assert!(
            hidden.contains("The audience’s guess .7") && hidden.contains("changes it"),
            "{hidden}"
        );
        inspector.press("Alt-Enter");
        assert!(
            !inspector.screen(100, 30).contains("too "),
            "the matrix comes first"
        );
        inspector.press("Alt-Enter");
        let f1 = inspector
            .state
            .results
            .analysis
            .as_ref()
            .unwrap()
            .score()
            .f1;
        let expected = format!("F1 is {f1:.3}: {:.3} too low", f1 - 0.7).replace(" 0.", " .");
        let screen = text(&inspector.cells(100, 30));
        assert!(screen.contains(&expected), "{expected}: {screen}");
        inspector.press("Esc e").type_text(" Again");
        assert!(
            !text(&inspector.cells(100, 30)).contains(&expected),
            "an edit moves the truth"
        );
        inspector.press("Alt-h");
        assert!(
            !inspector.screen(100, 30).contains("guess .7"),
            "a new question has no guess yet"
        );
    }
}

#[test]
fn with_several_references_a_guess_is_judged_against_the_highest_f1() {
    let mut inspector =
        Inspector::with_texts("The boat departs at midday.", "The ferry leaves at noon.");
    inspector
        .state
        .own
        .panel
        .references
        .add([Arc::from("The ferry leaves at noon.")]);
    inspector
        .press("Alt-h Alt-e")
        .type_text("98")
        .press("Enter Alt-Enter Alt-Enter");
    let screen = text(&inspector.cells(120, 36));
    assert!(
        screen
            .contains("best F1 is 1.000: .020 too low (with 2 references, the best score counts)"),
        "{screen}"
    );
}

#[test]
fn candidates_that_compete_are_judged_by_their_best_over_all_references_and_the_room_is_told_so() {
    let mut inspector =
        Inspector::with_texts("The boat departs at midday.", "The ferry leaves at noon.");
    inspector
        .state
        .own
        .panel
        .candidates
        .add([Arc::from("The boat leaves at midday.")]);
    inspector
        .state
        .own
        .panel
        .references
        .add([Arc::from("The ferry leaves at noon.")]);
    inspector.press("Alt-h");
    for (width, height) in [(80, 24), (100, 30)] {
        let asked = inspector.screen(width, height);
        for shown in [
            "Reference 1",
            "Reference 2",
            "Candidate A",
            "With 2 references, the best score counts.",
        ] {
            assert!(asked.contains(shown), "{shown}: {asked}");
        }
    }
    inspector
        .press("Alt-e")
        .type_text("3 : 9")
        .press("Enter Alt-Enter Alt-Enter");
    let screen = text(&inspector.cells(120, 36));
    // On the reference on screen B is the nearer one, but A is the second reference, word for word.
    assert!(
        screen.contains("3 of 12 chose A: best F1 is A 1.000, B ."),
        "{screen}"
    );
    assert!(
        screen.contains(" (with 2 references, the best score counts)"),
        "{screen}"
    );
    assert!(
        inspector.screen(80, 24).contains("3 of 12 chose A"),
        "the verdict has room on a small screen"
    );
    let f1 = inspector.state.actual_scores().unwrap().f1;
    inspector.press("Alt-v Alt-v");
    assert_eq!(
        inspector.state.actual_scores().unwrap().f1,
        f1,
        "whichever is on the screen"
    );
}

#[test]
fn a_question_that_is_answered_in_words_offers_the_reveal_and_no_guess() {
    let mut inspector = Inspector::with_texts("A.", "B.");
    inspector.press("Alt-l 6");
    assert!(
        inspector
            .screen(100, 30)
            .contains("enters the audience’s guess"),
        "who is better is voted for"
    );
    inspector.press("Alt-. Alt-. Alt-e");
    let screen = inspector.screen(100, 30);
    assert!(
        inspector.state.stack.on(StackLayer::Prompt).is_none()
            && !screen.contains("enters the audience’s guess"),
        "{screen}"
    );
    assert!(
        screen.contains("This question is answered in words; Space reveals the matrix."),
        "{screen}"
    );
}

#[test]
fn votes_for_a_lessons_candidates_are_counted_and_the_letters_stay_with_their_sentences() {
    let mut inspector = Inspector::with_texts("A.", "B.");
    inspector
        .press("Alt-l 1 Alt-. Alt-. E")
        .type_text("12 : 5")
        .press("Enter");
    let named = |inspector: &Inspector| -> Vec<(String, String)> {
        let rivals = inspector
            .state
            .competing_texts(Side::Candidate)
            .into_iter()
            .enumerate();
        rivals
            .map(|(i, text)| (text_name(Side::Candidate, i), text.to_owned()))
            .collect()
    };
    let before = named(&inspector);
    assert_eq!(before.len(), 2);
    let shown = |inspector: &mut Inspector| {
        let letter = inspector.state.name_on_screen(Side::Candidate).unwrap();
        let text = inspector.state.inspection().candidate.text().to_owned();
        assert!(
            inspector
                .screen(100, 30)
                .contains(&format!(" Candidate {letter} "))
        );
        (letter, text)
    };
    for keys in [
        "",
        "Alt-Enter",
        "Alt-Enter",
        "Alt-v",
        "Alt-v",
        "Alt-h",
        "Alt-Enter",
        "Alt-v",
        "Alt-Enter",
    ] {
        inspector.press(keys);
        assert_eq!(named(&inspector), before, "after {keys}");
        assert!(before.contains(&shown(&mut inspector)), "after {keys}");
    }
    inspector
        .press("Alt-, Alt-. Alt-h E")
        .type_text("12 : 5")
        .press("Enter Space Space");
    let screen = inspector.screen(100, 30);
    assert!(
        screen.contains("The audience’s guess 12 : 5") && screen.contains("5 of 17 chose B"),
        "{screen}"
    );
    inspector.press("Alt-.");
    assert!(
        !inspector.screen(100, 30).contains("guess 12 : 5"),
        "the next step has another question"
    );
}

#[test]
fn a_guess_hides_what_it_is_about_and_its_line_closes_without_a_trace() {
    let mut inspector = Inspector::with_texts("The gate is open.", "The gate is shut.");
    inspector.press("Esc Space");
    assert!(inspector.screen(100, 30).contains("Nothing is hidden"));
    inspector.press("e Alt-e").type_text(".9").press("Esc");
    assert!(
        inspector.state.stack.on(StackLayer::Prompt).is_none() && inspector.state.hides_scores(),
        "the prompt hides them"
    );
    assert!(inspector.state.inspection().guess.is_none());
    inspector
        .press("Alt-e")
        .type_text(".9")
        .press("Enter Alt-e Ctrl-u Enter");
    assert!(
        inspector.state.inspection().guess.is_none(),
        "an empty line removes the guess"
    );
    inspector.press("Alt-e");
    for (width, height) in SIZES {
        assert_decent(&inspector.cells(width, height));
        assert!(
            inspector
                .screen(width, height)
                .contains("The audience’s guess › ")
        );
    }
    inspector.send(Message::Terminal(TerminalEvent::Paste(".5\n".into())));
    inspector.press("Alt-. Ctrl-s Alt-h Enter");
    assert_eq!(
        inspector.state.inspection().guess.as_ref().unwrap().typed(),
        ".5",
        "no other key leaves the line"
    );
}

#[test]
fn what_is_revealed_first_says_nothing_of_the_scores() {
    let mut inspector = Inspector::with_texts("The gate is open.", "The gate is shut.");
    inspector.press("F3 Alt-h Alt-Enter");
    let score = inspector.state.results.analysis.as_ref().unwrap().score();
    for keys in [
        "", "Alt-2", "Ctrl-n", "Ctrl-f", "Ctrl-y s", "Ctrl-s", "Alt-w", "Alt-p", "Alt-p",
    ] {
        inspector.effects.clear();
        inspector.press(keys);
        for (width, height) in SIZES {
            let screen = text(&inspector.cells(width, height));
            for number in [score.precision.unwrap(), score.recall.unwrap(), score.f1] {
                assert!(
                    !screen.contains(&format!("{number:.3}")[1..]),
                    "{keys}: {screen}"
                );
            }
        }
        assert!(
            inspector.state.stack.on(StackLayer::Prompt).is_none()
                && inspector.state.staged.is_none(),
            "{keys}"
        );
        assert!(
            !inspector
                .effects
                .iter()
                .any(|effect| matches!(effect, Effect::Copy(_) | Effect::Export(_))),
            "{keys}"
        );
    }
}

#[test]
fn a_lesson_has_its_own_questions_and_starts_with_nothing_hidden() {
    let mut inspector = Inspector::with_texts("A.", "B.");
    inspector.press("Alt-h Alt-l 4 Alt-. Alt-.");
    assert!(!inspector.state.hides_scores());
    inspector.press("Alt-h");
    assert!(
        inspector
            .screen(100, 30)
            .contains("Space reveals the matrix"),
        "a step without a question can be guessed too"
    );
    inspector.press("Alt-.");
    assert!(
        !inspector.state.hides_scores(),
        "the next step is as its file has it"
    );
    inspector.press("Alt-h Alt-l Enter");
    assert!(!inspector.state.hides_scores(), "and so is one's own pair");
}

#[test]
fn on_a_projector_a_question_brings_the_panel_and_the_same_one_takes_it_away() {
    let mut inspector = Inspector::with_texts("The gate is open.", "The gate is shut.");
    inspector.press("Alt-p");
    assert!(!inspector.screen(100, 30).contains("Matches"));
    inspector.press("Ctrl-n");
    inspector.assert_shows(Score, (100, 30), &["F1", "██████"]);
    inspector.assert_shows(
        Panel,
        (100, 30),
        &[
            "Why not 1.0?",
            "P .865## = 1 − .134##",
            "shut −.080#",
            ".60 open",
        ],
    );
    inspector.press("Esc Tab");
    assert_eq!(inspector.state.focus, Focus::Panel);
    inspector.press("Alt-2");
    assert_eq!(
        inspector.state.focus,
        Focus::Matrix,
        "nothing has the focus that is not drawn"
    );
    assert!(!inspector.screen(100, 30).contains("Why not 1.0?"));
    inspector.press("Alt-5");
    assert!(inspector.screen(100, 30).contains("Side by side"));
    inspector.state.terminal.size = (100, 20);
    inspector.press("Ctrl-f");
    assert!(
        inspector
            .screen(100, 20)
            .contains("The window is too short to show this")
    );
}

#[test]
fn on_a_projector_the_winner_of_a_lessons_two_candidates_is_shown() {
    let mut inspector = Inspector::with_texts("A.", "B.");
    inspector.press("Alt-p Alt-l 1 Alt-. Alt-. Alt-Enter Alt-Enter");
    inspector.assert_shows(
        Panel,
        (100, 30),
        &["Side by side", "B here .819#▴ .892#▴ .854#▴"],
    );
    inspector.press("Alt-.");
    assert!(!inspector.screen(100, 30).contains("Side by side"));
}

#[test]
fn projector_mode_is_an_option_and_is_kept() {
    let theme = Theme::new(true, ColorDepth::True);
    let asked = InspectorOptions {
        appearance: Appearance {
            projector: true,
            ..Appearance::default()
        },
        ..InspectorOptions::default()
    };
    let state = initial_state(&asked, &Session::default(), theme);
    assert!(state.look.projector && state.look.theme.strong);
    let again = initial_state(
        &InspectorOptions::default(),
        &Session::from_state(&state),
        theme,
    );
    assert!(again.look.projector && again.look.theme.strong);
    assert!(
        !initial_state(&InspectorOptions::default(), &Session::default(), theme)
            .look
            .projector
    );
}

#[test]
fn only_marked_pairs_are_listed_when_that_is_asked_for() {
    let mut inspector = with_pairs();
    inspector.press("Alt-k");
    assert!(
        inspector
            .screen(100, 30)
            .contains("No pair has a mark or a note: v lists all")
    );
    inspector
        .press("Alt-k Down Alt-m Down Alt-n")
        .type_text("dim")
        .press("Enter Alt-k");
    let order = |inspector: &Inspector| inspector.state.pairs.as_ref().unwrap().order.clone();
    assert_eq!(order(&inspector), [1, 2]);
    let screen = inspector.screen(100, 30);
    assert!(screen.contains("2 of 3 · marked · file order"), "{screen}");
    inspector.press("/").type_text("DIM");
    assert_eq!(order(&inspector), [2], "the filter holds as well");
    inspector.press("Ctrl-u Alt-n Ctrl-u Enter");
    assert_eq!(order(&inspector), [1], "what has lost its mark goes");
    inspector.press("Esc v");
    assert_eq!(order(&inspector), [0, 1, 2]);
}

#[test]
fn a_note_that_is_being_written_is_kept_when_the_program_is_ended_from_outside() {
    let mut inspector = with_pairs();
    inspector.press("Alt-n").type_text("half a thou");
    inspector.send(Message::Terminal(TerminalEvent::Terminate));
    assert_eq!(inspector.effects.last(), Some(&Effect::Quit(None)));
    assert_eq!(saved(&inspector)[0].note, "half a thou");
}

#[test]
fn marks_that_cannot_be_written_are_tried_again_and_then_put_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pairs.tsv.marks.json");
    let mark = Mark {
        row: 1,
        note: "mine".into(),
        ..Mark::default()
    };
    let mut file = MarksFile::read(path.clone()).unwrap();
    assert_eq!(file.rescue(None), None, "there is nothing to rescue");

    std::fs::write(&path, "another's").unwrap();
    assert!(file.write(vec![mark.clone()]).is_err());
    let said = file.rescue(None).unwrap();
    let rescued = folder.path().join("pairs.tsv.marks.json.rescued-1");
    assert!(
        said.contains("was changed by another program") && said.contains("rescued-1"),
        "{said}"
    );
    assert_eq!(
        MarksFile::read(rescued).unwrap().marks,
        std::slice::from_ref(&mark)
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "another's");

    assert!(file.write(vec![mark.clone()]).is_err());
    std::fs::remove_file(&path).unwrap();
    assert_eq!(file.rescue(None), None, "the place is free again");
    assert_eq!(MarksFile::read(path).unwrap().marks, [mark]);
}

#[test]
fn a_lesson_is_weighed_by_the_models_own_table_and_the_file_by_its_own_again() {
    let mut inspector = with_pairs();
    inspector.press("Alt-i Enter");
    let weighed = |inspector: &Inspector| -> Vec<bool> {
        let jobs = inspector.effects.iter().filter_map(|effect| match effect {
            Effect::Analyze(job) => Some(job.table.is_some()),
            _ => None,
        });
        let mut weighed: Vec<bool> = jobs.collect();
        weighed.dedup();
        weighed
    };
    assert_eq!(weighed(&inspector), [false, true]);
    inspector.press("Alt-l 4");
    assert_eq!(weighed(&inspector), [false, true, false]);
    inspector.press("Alt-. Alt-l Enter");
    assert_eq!(weighed(&inspector), [false, true, false, true]);
}

#[test]
fn a_line_end_with_text_behind_it_belongs_to_a_text_box_and_is_enter_everywhere_else() {
    let enter = || Message::Terminal(TerminalEvent::LineEnd(key("Enter").unwrap()));
    let mut inspector = Inspector::with_texts("One line", "Two");
    inspector.send(enter());
    inspector.type_text("lines");
    assert_eq!(
        (
            inspector.state.inspection().candidate.text(),
            inspector.state.focus
        ),
        ("Two lines", Focus::Text(Side::Candidate))
    );
    let mut inspector = with_pairs();
    inspector.press("Down");
    inspector.send(enter());
    assert_eq!(
        inspector.state.inspection().candidate.text(),
        "The gate is shut.",
        "in the list it opens the pair"
    );
}

#[test]
fn the_lowest_screen_still_asks_and_says_how_to_see_the_answer() {
    let mut inspector = Inspector::with_texts("A.", "B.");
    inspector.screen(36, 12);
    inspector.press("Alt-l 1 Alt-. Alt-.");
    let screen = light_lines(&inspector.screen(36, 12));
    assert!(
        screen.contains("Which of the two") && screen.contains("Space reveals the"),
        "{screen}"
    );
    assert!(
        !screen.contains("Similarity") && screen.contains("├ Guess ─"),
        "no frame is drawn over another: {screen}"
    );
}

#[test]
fn the_list_of_a_file_does_not_answer_an_open_guess() {
    let mut inspector = with_pairs();
    assert!(inspector.screen(100, 30).contains("0.716"));
    inspector.press("Enter Alt-h Alt-o");
    let screen = inspector.screen(100, 30);
    assert!(
        screen.contains("The boat departs") && !screen.contains("0.716"),
        "{screen}"
    );
    inspector.press("Alt-o Alt-Enter Alt-Enter Alt-o");
    assert!(inspector.screen(100, 30).contains("0.716"));
}

#[test]
fn a_guess_and_what_was_revealed_stay_when_a_lesson_goes_on_and_back() {
    let question = "[[step]]\nquestion = \"How much?\"\nreference = \"The gate is open.\"\ncandidate = \"The gate is shut.\"\n";
    let lesson = parse(
        &format!("title = \"Gates\"\n{question}{question}"),
        "gates.toml",
    )
    .unwrap();
    let mut inspector = Inspector::with_texts("a", "b");
    inspector.open_lesson(Arc::new(lesson));
    inspector.press("E").type_text(".5").press("Enter Alt-.");
    let other = inspector.screen(100, 30);
    assert!(!other.contains("guess .5"), "another question: {other}");
    inspector.press("Alt-,");
    let back = inspector.screen(100, 30);
    assert!(
        back.contains("The audience’s guess .5") && back.contains("changes it"),
        "{back}"
    );
    inspector.press("Space Alt-. Alt-,");
    let matrix = inspector.screen(100, 30);
    assert!(
        matrix.contains('◆') && matrix.contains("The audience’s guess .5  E changes it"),
        "{matrix}"
    );
    inspector.press("Space Alt-. Alt-,");
    let scores = inspector.screen(100, 30);
    assert!(
        scores.contains("The audience’s guess .5 · F1 is "),
        "{scores}"
    );
}
