//! The pairs of a file in the inspector: the list, its order and filter, marks and notes, scores in the background.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use super::parts::Part;
use super::support::{Inspector, assert_decent, model};
use bertscope::analysis::{Analyzer, Idf};
use bertscope::explain::Topic;
use bertscope::metric::Score;
use bertscope::pairs::marks::Mark;
use bertscope::pairs::{Columns, Input, Source, TableFormat};
use bertscope::testing::{
    AnalysisJob, BatchScores, DriverSums, Effect, FileIdf, FilePair, KnownScore, MarksFile,
    Message, OpenPairsOptions, OpenedPairs, PairThreads, PairsEffect, PairsList, PairsMessage,
    ScoreTriple, Session, Sort, TerminalEvent, Worker, key, save_draft,
};
use proptest::prelude::*;

/// Pairs of our own: id, references, candidate.
const PAIRS: [(&str, &[&str], &str); 6] = [
    (
        "ferry",
        &["The ferry leaves at noon."],
        "The boat departs at midday.",
    ),
    (
        "lamp",
        &[
            "A lamp burns in the window.",
            "There is light behind the glass.",
        ],
        "The window is lit by a lamp.",
    ),
    (
        "bridge",
        &["The old bridge was closed for repairs."],
        "Nobody bought the blue umbrella.",
    ),
    (
        "same",
        &["He waters the garden every evening."],
        "He waters the garden every evening.",
    ),
    (
        "short",
        &["She sold her bicycle and took the night train home."],
        "She took the train.",
    ),
    (
        "steer",
        &["The \u{1b}[31mgate is open."],
        "The gate is shut.",
    ),
];

fn pair(
    id: &str,
    references: &[&str],
    candidate: &str,
    scores: Option<ScoreTriple>,
) -> Arc<FilePair> {
    let references = references.iter().map(|text| (*text).to_owned()).collect();
    Arc::new(FilePair {
        id: id.into(),
        candidate: candidate.into(),
        references,
        scores,
        looks_quoted: false,
        other_candidates: Vec::new(),
    })
}

fn rows() -> Message {
    let mut rows: Vec<_> = PAIRS
        .iter()
        .map(|(id, r, c)| Ok(pair(id, r, c, None)))
        .collect();
    rows.insert(2, Err("line 4: 1 column where the first line has 3".into()));
    Message::Pairs(PairsMessage::Rows(rows))
}

/// An inspector with the file, before its rows have come.
fn before_rows(marks: Vec<Mark>) -> Inspector {
    let mut inspector = Inspector::with_texts("My own reference.", "My own candidate.");
    inspector
        .state
        .open_pairs(PairsList::new("/home/user/pairs.tsv".into(), marks, false));
    inspector
}

fn opened() -> Inspector {
    let mut inspector = before_rows(Vec::new());
    inspector.send(rows());
    inspector.send(Message::Pairs(PairsMessage::Read(Ok(()))));
    inspector
}

fn list(inspector: &Inspector) -> &PairsList {
    inspector.state.pairs.as_ref().unwrap()
}

/// The ids of the listed pairs; a bad row as `!`.
fn ids(list: &PairsList) -> Vec<&str> {
    list.order
        .iter()
        .map(|index| list.items[*index].row.as_ref().map_or("!", |pair| &pair.id))
        .collect()
}

fn saved(inspector: &Inspector) -> Vec<Vec<Mark>> {
    let marks = |effect: &Effect| match effect {
        Effect::Pairs(PairsEffect::Save(marks)) => Some(marks.clone()),
        _ => None,
    };
    inspector.effects.iter().filter_map(marks).collect()
}

#[test]
fn the_list_and_a_pair_of_it_look_so() {
    let mut inspector = opened();
    inspector.assert_shows(
        Part::Overlay,
        (36, 12),
        &[
            "pairs.tsv",
            "▸ 0.716 The boat departs…",
            "line 4: 1 column where the",
        ],
    );
    inspector.assert_shows(
        Part::Overlay,
        (120, 36),
        &[
            "7 · 1 line cannot be scored · file order",
            "id P R F1 reference candidate",
            "▸ ferry 0.716 0.717 0.716 The ferry leaves at noon. The boat departs at midday.",
            "line 4: 1 column where the first line has 3",
            "same 1.000 1.000 1.000",
            "The ␛[31mgate is open.",
        ],
    );
    inspector
        .press("Tab Alt-m Alt-n")
        .type_text("not a word shared");
    inspector.assert_shows(Part::Pair, (80, 24), &["not a word shared"]);
    inspector.press("Enter Down");
    inspector.assert_shows(
        Part::Overlay,
        (80, 24),
        &["●¶ bridge", "by F1, worst first", "▸ steer"],
    );
    inspector.press("/").type_text("lamp").press("Enter Alt-5");
    inspector.assert_shows(
        Part::Panel,
        (120, 36),
        &[
            "Reference 1 is the one used here, the other is compared with it. Both use the same candidate.",
            "1 here .770#▴ .742#▴ .756#▴",
            "2 − 1 by word F1 P R",
        ],
    );
    inspector.assert_shows(
        Part::Pair,
        (80, 24),
        &[
            "Row 2 lamp 1 of 1 “lamp” by F1 reference 1 of 2, best F1 .757",
            "O list",
        ],
    );
    for (width, height) in [(36, 12), (40, 14), (60, 17), (200, 60)] {
        assert_decent(&inspector.cells(width, height));
        inspector.press("Alt-o");
        assert_decent(&inspector.cells(width, height));
        inspector.press("Alt-n");
        assert_decent(&inspector.cells(width, height));
        inspector.press("Esc Alt-o");
    }
}

#[test]
fn after_a_file_that_was_opened_first_the_next_start_has_the_examples_again() {
    let mut inspector = Inspector::example().ready();
    inspector.state.open_pairs(PairsList::new(
        "/home/user/pairs.tsv".into(),
        Vec::new(),
        false,
    ));
    inspector.send(rows());
    assert_eq!(inspector.state.inspection().candidate.text(), PAIRS[0].2);
    let saved = Session::from_state(&inspector.state);
    assert_eq!(
        (&*saved.view.reference, &*saved.view.candidate),
        ("", ""),
        "typing replaces an example, and no text"
    );
}

#[test]
fn the_first_pair_comes_on_the_screen_and_a_chosen_one_after_it_and_what_was_there_before_is_kept()
{
    let mut inspector = opened();
    assert_eq!(inspector.state.inspection().candidate.text(), PAIRS[0].2);
    inspector.press("Down Enter");
    assert!(!inspector.state.is_list_open());
    assert_eq!(inspector.state.inspection().reference.text(), PAIRS[1].1[0]);
    let references = &inspector.state.panel().references;
    assert_eq!(
        references[..],
        [PAIRS[1].1[1].into()],
        "the other reference is kept beside it"
    );
    inspector.press("Alt-5");
    assert_eq!(inspector.state.panel().topic, Topic::Compare);
    let session = Session::from_state(&inspector.state);
    assert_eq!(
        (
            &*session.view.reference,
            session.view.other_references.len()
        ),
        ("My own reference.", 0)
    );

    inspector.press("e").type_text(" Really.");
    let session = Session::from_state(&inspector.state);
    assert!(
        session.view.candidate.ends_with(" Really."),
        "an edit of a pair is not lost"
    );
    let Ok(pair) = &list(&inspector).items[1].row else {
        panic!()
    };
    assert_eq!(
        pair.candidate, PAIRS[1].2,
        "the file's own pair is as it was"
    );

    inspector.press("Alt-Down");
    assert_eq!(
        inspector.state.inspection().candidate.text(),
        PAIRS[2].2,
        "the bad row between is passed over"
    );
    assert!(inspector.state.panel().references.is_empty());
    inspector.press("Alt-Up Alt-Up Alt-Up");
    assert_eq!(inspector.state.inspection().candidate.text(), PAIRS[0].2);
    inspector.press("Alt-o");
    assert_eq!(
        (inspector.state.is_list_open(), list(&inspector).selected),
        (true, 0)
    );
}

#[test]
fn what_was_written_into_a_pair_comes_back_with_it_and_undo_leads_to_the_files_text_and_no_further()
{
    let mut inspector = opened();
    inspector
        .press("Esc e")
        .type_text(" Really.")
        .press("Alt-Down")
        .type_text(" Too.");
    assert_eq!(
        (0..3)
            .filter(|row| inspector.state.drafts.has(*row))
            .collect::<Vec<_>>(),
        [0]
    );
    inspector.press("Alt-o Home");
    let screen = inspector.screen(120, 36);
    assert!(
        screen.contains("Row 1 ferry (edited)")
            && screen.contains("edited here; the scores are for the texts in the file"),
        "{screen}"
    );
    inspector.press("Enter e");
    assert_eq!(
        inspector.state.inspection().candidate.text(),
        format!("{} Really.", PAIRS[0].2)
    );
    assert!(inspector.screen(100, 30).contains("Row 1 ferry (edited)"));
    inspector.press("Alt-u Alt-u Alt-u Alt-u Alt-u");
    assert_eq!(inspector.state.inspection().candidate.text(), PAIRS[0].2);
    assert!(!inspector.screen(100, 30).contains("(edited)"));

    // A lesson between keeps it as well.
    inspector.press("Alt-Down Alt-l 1 Alt-o Home Enter Alt-Down");
    assert_eq!(
        inspector.state.inspection().candidate.text(),
        format!("{} Too.", PAIRS[1].2)
    );
    // Enter on the pair that is there changes nothing, and what was cut in one pair can be put into another.
    inspector.press("Alt-o Enter e Ctrl-a Ctrl-x Ctrl-v Alt-Down Ctrl-v");
    assert_eq!(
        inspector.state.inspection().candidate.text(),
        format!("{}{} Too.", PAIRS[2].2, PAIRS[1].2)
    );
}

#[test]
fn while_a_lesson_is_given_keys_of_pairs_say_so_and_the_line_of_the_row_is_away() {
    let mut inspector = opened();
    inspector.press("Esc Alt-l 1");
    for key in ["Alt-m", "Alt-n", "Alt-Down", "Alt-Up", "Alt-j", "Alt-i"] {
        inspector.press(key);
        let screen = inspector.screen(100, 30);
        let refusal = "The file’s pairs are not available during a lesson: Q ends it.";
        assert!(
            screen.contains(refusal) && !screen.contains("Row 1"),
            "{key}: {screen}"
        );
    }
    assert!(
        saved(&inspector).is_empty()
            && inspector.state.stack.note().is_none()
            && inspector.state.stack.lesson().is_some()
    );
    // In the list it can be seen which row is marked, and Enter leaves the lesson.
    inspector.press("Alt-o Down Alt-m");
    assert!(inspector.screen(100, 30).contains("● Row 2 lamp"));
    assert_eq!(saved(&inspector)[0][0].id, "lamp");
    inspector.press("Enter Alt-m");
    assert!(inspector.state.stack.lesson().is_none() && saved(&inspector)[1].is_empty());
}

#[test]
fn the_line_names_the_pair_that_the_keys_speak_of_and_where_it_stands_in_a_filter() {
    let mut inspector = opened();
    inspector.press("Down");
    assert!(
        inspector
            .screen(100, 30)
            .contains(" Row 2 lamp  2 references")
    );
    inspector.press("Alt-n");
    assert!(inspector.screen(100, 30).contains(" Note on row 2 lamp › "));
    inspector.press("Esc Down");
    assert!(
        inspector
            .screen(100, 30)
            .contains("Row 3 (cannot be scored)")
    );
    inspector.press("Esc");
    let screen = inspector.screen(100, 30);
    assert!(
        screen.contains("Row 1 ferry  ") && !screen.contains(" of 6") && !screen.contains(" of 7"),
        "{screen}"
    );
    inspector
        .press("Alt-o /")
        .type_text("the window")
        .press("Tab Enter");
    let screen = inspector.screen(120, 36);
    assert!(
        screen.contains(
            "Row 2 lamp  1 of 1 “the window” by F1  reference 1 of 2; the best F1 is .757; "
        ),
        "{screen}"
    );
    inspector.press("Alt-h");
    assert!(
        !inspector.screen(120, 36).contains("best F1"),
        "what the room has to guess is not said here either"
    );
    inspector.press("Alt-o / Ctrl-u Esc Esc").type_text("!");
    inspector
        .press("Alt-o /")
        .type_text("umbrella")
        .press("Esc O");
    assert!(
        inspector
            .screen(120, 36)
            .contains("not one of 1 “umbrella”")
    );
}

#[test]
fn esc_clears_the_filter_before_it_closes_the_list_and_help_begins_with_the_keys_of_the_list() {
    let mut inspector = opened();
    inspector.press("/").type_text("lamp").press("Esc");
    assert!(
        inspector
            .screen(100, 30)
            .lines()
            .last()
            .unwrap()
            .contains("Esc clear filter")
    );
    inspector.press("Esc");
    assert!(inspector.state.is_list_open() && list(&inspector).filter.is_empty());
    assert_eq!(list(&inspector).order.len(), list(&inspector).items.len());
    assert!(
        inspector
            .screen(100, 30)
            .contains("The filter is cleared: Esc again goes back to the pair.")
    );
    inspector.press("Esc");
    assert!(!inspector.state.is_list_open());
    inspector.press("O ?").type_text("move by rows");
    let help = inspector.screen(100, 30);
    let at = |scope: &str| help.find(&format!("{scope}: move by rows")).expect(scope);
    assert!(at("in the list of pairs") < at("in the panel"), "{help}");
}

#[test]
fn a_bad_row_stands_in_the_list_with_its_line_and_opens_nothing() {
    let mut inspector = opened();
    inspector.press("Down Down");
    assert!(inspector.screen(100, 30).contains("line 4: 1 column"));
    inspector.press("Enter Alt-m Alt-n");
    let list = list(&inspector);
    assert_eq!(
        (
            list.current,
            inspector.state.stack.note().is_none(),
            saved(&inspector).len()
        ),
        (Some(0), true, 0)
    );
}

#[test]
fn jumps_go_from_the_worst_to_the_next_worst_in_the_list_and_without_it() {
    let mut inspector = opened();
    let mut by_f1: Vec<(f64, usize)> = Vec::new();
    for index in 0..list(&inspector).items.len() {
        by_f1.extend(
            list(&inspector)
                .numbers(index)
                .and_then(|numbers| Some((Sort::F1.key(numbers)?, index))),
        );
    }
    by_f1.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert_eq!(
        (by_f1.len(), by_f1[0].1, by_f1[5].1),
        (6, 3, 4),
        "all are scored, the umbrella worst, the same text best"
    );
    inspector.press("Alt-j");
    assert_eq!(list(&inspector).selected_item(), Some(by_f1[0].1));
    inspector.press("Esc");
    for (_, index) in &by_f1 {
        inspector.press("Alt-j");
        assert_eq!(list(&inspector).current, Some(*index));
    }
    inspector.press("Alt-j Alt-j");
    assert_eq!(
        list(&inspector).current,
        Some(by_f1[0].1),
        "after the last one it begins anew"
    );
}

#[test]
fn every_word_in_the_filter_must_stand_in_text_id_or_note_and_letters_there_do_nothing_else() {
    let mut inspector = opened();
    inspector.press("/");
    inspector.type_text("THE train");
    assert_eq!(ids(list(&inspector)), ["short"]);
    inspector.press("Ctrl-w Ctrl-w").type_text("light");
    assert_eq!(
        ids(list(&inspector)),
        ["lamp"],
        "also in a second reference"
    );
    inspector.press("Ctrl-w").type_text("line 4");
    assert_eq!(ids(list(&inspector)), ["!"]);
    inspector
        .press("Ctrl-w Ctrl-w Esc Home Alt-n")
        .type_text("for Monday")
        .press("Enter /")
        .type_text("monday");
    assert_eq!(ids(list(&inspector)), ["ferry"]);
    inspector
        .type_text("zzz")
        .press("Enter Alt-m Alt-n Alt-j Down End");
    assert_eq!(
        (ids(list(&inspector)).len(), saved(&inspector).len()),
        (0, 1)
    );
}

#[test]
fn marks_and_notes_are_written_at_each_change_and_find_their_pairs_again() {
    let mut inspector = opened();
    inspector
        .press("Down Alt-m Enter Alt-n")
        .type_text("two \u{1b} ways")
        .press("Enter Alt-Down Alt-m Alt-m");
    inspector.press("Alt-n").type_text("left").press("Ctrl-c");
    assert_eq!(inspector.effects.last(), Some(&Effect::Quit(None)));
    let saved = saved(&inspector);
    assert_eq!(
        saved.iter().map(Vec::len).collect::<Vec<_>>(),
        [1, 1, 2, 1, 2],
        "a note that is being written is kept"
    );
    let marks = saved.last().unwrap().clone();
    assert_eq!(
        (
            marks[0].row,
            &*marks[0].id,
            marks[0].marked,
            &*marks[1].note
        ),
        (2, "lamp", true, "left")
    );

    // One row was taken out of the file, and one mark is of a pair that is not in it.
    let mut moved = marks.clone();
    moved[1].row = 1;
    let gone = Mark {
        row: 2,
        candidate: "Not there.".into(),
        marked: true,
        ..Mark::default()
    };
    moved.push(gone.clone());
    let mut inspector = before_rows(moved);
    inspector.send(rows());
    inspector.send(Message::Pairs(PairsMessage::Read(Ok(()))));
    let list = list(&inspector);
    assert_eq!(
        (
            list.tags[&1].marked,
            &*list.tags[&3].note,
            &list.unmatched_marks
        ),
        (true, "left", &vec![gone.clone()])
    );
    assert!(
        list.marks(None).contains(&gone),
        "it is written again with the others"
    );
}

#[test]
fn a_note_is_saved_while_it_is_written_and_taken_back_when_it_is_closed_without_enter() {
    let mut inspector = opened();
    let due = |inspector: &mut Inspector| -> Vec<Vec<Mark>> {
        let effects = save_draft(&mut inspector.state);
        assert!(effects.len() <= 1);
        inspector.effects = effects;
        let saved = saved(inspector);
        inspector.effects.clear();
        saved
    };
    inspector.press("Alt-n").type_text("half");
    assert!(inspector.state.saving.unsaved);
    assert_eq!(due(&mut inspector)[0][0].note, "half");
    assert!(due(&mut inspector).is_empty(), "nothing is written twice");
    inspector.send(Message::Terminal(TerminalEvent::Paste(" a note ".into())));
    assert_eq!(due(&mut inspector)[0][0].note, "half a note");
    inspector.press("Esc");
    assert_eq!(saved(&inspector), [vec![]], "there was no note before");

    inspector.effects.clear();
    inspector
        .press("Alt-n")
        .type_text("one")
        .press("Enter Alt-n")
        .type_text(" two");
    assert_eq!(due(&mut inspector)[0][0].note, "one two");
    inspector.press("Esc");
    assert_eq!(saved(&inspector)[0][0].note, "one");
    inspector.effects.clear();
    inspector.press("Alt-n").type_text(" three").press("Esc");
    assert!(saved(&inspector).is_empty(), "the file has nothing of it");
    assert_eq!(list(&inspector).tags[&0].note, "one");
}

#[test]
fn a_mark_whose_pair_is_gone_is_said_once_and_stays_in_the_list_with_its_note() {
    let gone = Mark {
        row: 2,
        candidate: "Not there.".into(),
        note: "ask Ada".into(),
        ..Mark::default()
    };
    let mut inspector = before_rows(vec![
        gone.clone(),
        Mark {
            marked: true,
            note: String::new(),
            ..gone.clone()
        },
    ]);
    inspector.send(rows());
    inspector.send(Message::Pairs(PairsMessage::Read(Ok(()))));
    let screen = inspector.screen(120, 36);
    assert!(
        screen.contains("2 marks belong to pairs that are no longer in pairs.tsv; they are kept"),
        "{screen}"
    );
    inspector.press("Alt-k");
    let screen = inspector.screen(120, 36);
    assert!(
        screen.contains("no longer in the file: ¶ ask Ada “Not there.”"),
        "{screen}"
    );
    assert!(
        !screen.contains("they are kept")
            && screen.contains("2 of 7 · 1 line cannot be scored · marked"),
        "{screen}"
    );
    inspector.press("Alt-k /").type_text("ada");
    assert_eq!(ids(list(&inspector)), ["!"]);
    inspector.press("Alt-m Alt-n Enter");
    assert!(
        inspector
            .screen(120, 36)
            .contains("A mark whose pair is gone")
            && saved(&inspector).is_empty()
    );
    inspector.press("Ctrl-u F3");
    assert_eq!(
        (list(&inspector).rows(), list(&inspector).done),
        (7, 9),
        "another setting changes nothing about it"
    );
    inspector.press("Esc Home Alt-m");
    assert_eq!(saved(&inspector)[0].len(), 3);

    // What ended too early may have the pair further down.
    let mut inspector = before_rows(vec![gone]);
    inspector.send(rows());
    inspector.send(Message::Pairs(PairsMessage::Read(Err(
        "the disk has gone".into()
    ))));
    assert_eq!(
        (
            list(&inspector).orphaned_marks,
            list(&inspector).marks(None).len()
        ),
        (0, 1)
    );
}

#[test]
fn a_marks_file_comes_back_as_it_was_and_one_that_others_wrote_is_never_touched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pairs.tsv.marks.json");
    let mark = Mark {
        row: 1,
        id: "a".into(),
        note: "n\u{1b}".into(),
        marked: true,
        ..Mark::default()
    };
    let mut file = MarksFile::read(path.clone()).unwrap();
    file.write(vec![mark.clone()]).unwrap();
    assert_eq!(
        MarksFile::read(path.clone()).unwrap().marks,
        std::slice::from_ref(&mark)
    );
    file.write(vec![mark.clone(), mark.clone()]).unwrap();
    assert_eq!(MarksFile::read(path.clone()).unwrap().marks.len(), 2);

    std::fs::write(&path, "another's").unwrap();
    let why = file.write(vec![mark]).unwrap_err();
    assert!(why.contains("was changed by another program"), "{why}");
    let why = MarksFile::read(path.clone()).unwrap_err().to_string();
    assert!(
        why.contains("pairs.tsv.marks.json") && why.contains("rename it"),
        "{why}"
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "another's");
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        1,
        "and no half file stays"
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_the_marks_is_refused_instead_of_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pairs.tsv.marks.json");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&path)
            .status()
            .unwrap()
            .success()
    );
    let why = MarksFile::read(path).unwrap_err().to_string();
    assert!(why.contains("it is not a regular file"), "{why}");
}

fn mark() -> impl Strategy<Value = Mark> {
    (
        any::<usize>(),
        ".{0,9}",
        ".{0,20}",
        ".{0,20}",
        any::<bool>(),
        ".{0,9}",
    )
        .prop_map(|(row, id, reference, candidate, marked, note)| Mark {
            row,
            id,
            reference,
            candidate,
            marked,
            note,
        })
}

proptest! {
    #[test]
    fn marks_come_back_and_of_a_damaged_file_nothing_is_taken_for_something_else_or_written_over(
        marks in proptest::collection::vec(mark(), 0..4),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<bool>(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pairs.tsv.marks.json");
        MarksFile::read(path.clone()).unwrap().write(marks.clone()).unwrap();
        prop_assert_eq!(&MarksFile::read(path.clone()).unwrap().marks, &marks);
        let mut bytes = std::fs::read(&path).unwrap();
        let at = at.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] = byte }
        std::fs::write(&path, &bytes).unwrap();
        match MarksFile::read(path.clone()) {
            Ok(read) => prop_assert_eq!(read.marks.len(), marks.len()),
            Err(why) => prop_assert!(why.to_string().contains("rename it")),
        }
        prop_assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn scoring_waits_for_the_pair_on_screen_starts_with_visible_pairs_and_restarts_after_another_setting()
 {
    let mut inspector = before_rows(Vec::new());
    let many = (0..500)
        .map(|i| {
            Ok(pair(
                &i.to_string(),
                &["A house."],
                &format!("Home number {i}."),
                None,
            ))
        })
        .collect();
    let effects = inspector.only(Message::Pairs(PairsMessage::Rows(many)));
    let [Effect::Analyze(job)] = &effects[..] else {
        panic!("{effects:?}")
    };
    inspector.only(Message::Terminal(TerminalEvent::Key(key("End").unwrap())));
    let effects = inspector.only(super::support::analyzed(job));
    let [Effect::Pairs(PairsEffect::Score(first))] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert!(
        first.pairs.iter().all(|(index, _)| *index > 450),
        "what is in sight comes first"
    );

    let effects = inspector.only(Message::Terminal(TerminalEvent::Key(key("F4").unwrap())));
    assert!(
        matches!(&effects[..], [Effect::Analyze(_)]),
        "nothing more is asked for meanwhile"
    );
    inspector.only(super::support::scored(first, &mut DriverSums::default()));
    assert_eq!(
        list(&inspector).done,
        0,
        "scores of the settings before are dropped"
    );
    let [Effect::Analyze(job)] = &effects[..] else {
        panic!()
    };
    let effects = inspector.only(super::support::analyzed(job));
    let [Effect::Pairs(PairsEffect::Score(second))] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert!(second.settings.layer < first.settings.layer && second.generation > first.generation);
}

#[test]
fn scores_of_the_file_are_shown_as_they_are_until_another_setting_is_chosen() {
    let mut inspector = before_rows(Vec::new());
    let scores = [Some(0.5), None, Some(0.25)];
    let rows = vec![
        Ok(pair("a", &["A house."], "A home.", Some(scores))),
        Ok(pair("b", &["A house."], "A barn.", None)),
    ];
    inspector.send(Message::Pairs(PairsMessage::Rows(rows)));
    inspector.send(Message::Pairs(PairsMessage::Read(Ok(()))));
    let known = |inspector: &Inspector| {
        (0..2)
            .map(|index| list(inspector).known_score(index))
            .collect::<Vec<_>>()
    };
    assert_eq!(known(&inspector)[0], KnownScore::File(scores));
    assert!(
        matches!(known(&inspector)[1], KnownScore::Scored(_))
            && inspector.screen(100, 30).contains("~0.250")
    );
    inspector.press("F3");
    assert!(
        known(&inspector)
            .iter()
            .all(|known| matches!(known, KnownScore::Scored(_)))
    );
    inspector.press("F3");
    assert_eq!(known(&inspector)[0], KnownScore::File(scores));
}

#[test]
fn quotes_of_a_table_are_said_for_the_file_and_for_the_pair() {
    let mut inspector = before_rows(Vec::new());
    let mut quoted = (*pair("a", &["A \"house\"."], "\"A \"\"home\"\".\"", None)).clone();
    quoted.looks_quoted = true;
    let rows = vec![
        Ok(Arc::new(quoted)),
        Ok(pair("b", &["A house."], "A barn.", None)),
    ];
    inspector.send(Message::Pairs(PairsMessage::Rows(rows)));
    inspector.send(Message::Pairs(PairsMessage::Read(Ok(()))));
    assert!(
        inspector
            .screen(160, 50)
            .contains("1 pair: a text looks quoted")
    );
    inspector.press("Esc");
    let note = "A text is in quotes, as pandas";
    assert!(inspector.screen(160, 50).contains(note));
    inspector.press("Alt-Down");
    assert!(!inspector.screen(160, 50).contains(note));
}

#[test]
fn a_field_takes_a_thousand_characters_of_a_paste_and_says_so() {
    let paste = || Message::Terminal(TerminalEvent::Paste("the ferry \n".repeat(2000)));
    for keys in ["Ctrl-d", "F1", "Ctrl-s", "Ctrl-o", "/"] {
        let mut inspector = opened();
        inspector.press(keys).send(paste());
        let screen = inspector.screen(100, 30);
        assert!(
            screen.contains(" 1,000 characters at most"),
            "{keys}: {screen}"
        );
    }
    let mut inspector = opened();
    for _ in 0..2 {
        inspector.send(paste());
    }
    assert_eq!(list(&inspector).filter.chars().count(), 1000);
}

#[test]
fn idf_over_the_files_references_is_counted_over_all_of_them_and_weighs_everywhere() {
    let mut inspector = opened();
    inspector.press("Alt-i");
    let table = list(&inspector).idf.table().expect("they are counted");
    assert_eq!(
        (
            table.weights.counted().unwrap().document_count(),
            &*table.source
        ),
        (7, "the references of pairs.tsv")
    );
    assert_eq!(inspector.state.inspection().idf, Idf::Table);
    let last_job = |inspector: &Inspector| {
        let job = |effect: &Effect| {
            if let Effect::Analyze(job) = effect {
                Some(job.clone())
            } else {
                None
            }
        };
        inspector.effects.iter().rev().find_map(job).unwrap()
    };
    let job = last_job(&inspector);
    assert_eq!(
        (job.settings.idf, job.table.as_ref()),
        (Idf::Table, Some(table))
    );
    inspector.press("Alt-i");
    assert_eq!(
        (
            list(&inspector).idf.clone(),
            inspector.state.inspection().idf
        ),
        (FileIdf::Off, Idf::Off)
    );
    assert_eq!(last_job(&inspector).table, None);
}

#[test]
fn the_threads_read_score_and_count_a_real_file_and_the_list_agrees_with_the_inspector() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pairs.tsv");
    let lines: Vec<String> = PAIRS
        .iter()
        .map(|(id, r, c)| format!("{id}\t{}\t{c}\n", r[0]))
        .collect();
    std::fs::write(
        &path,
        format!("id\treference\tcandidate\n{}broken\n", lines.concat()),
    )
    .unwrap();
    let input = Input::Table {
        source: Source::File(path.clone()),
        format: TableFormat::Tsv,
        columns: Columns::default(),
        quotes: false,
        header: true,
    };
    let opened = OpenedPairs::open(
        &input,
        path,
        OpenPairsOptions {
            file_idf: true,
            ..OpenPairsOptions::default()
        },
    )
    .unwrap();
    let (sender, messages) = channel();
    let mut inspector = Inspector::with_texts("One.", "Two.");
    inspector.state.open_pairs(opened.list());
    let mut threads = PairThreads::start(opened, sender.clone());
    let worker = Worker::start(sender);
    threads.replace(&Analyzer::new(model()));
    worker.replace(Analyzer::new(model()));
    while list(&inspector).reading || list(&inspector).done < 7 {
        let message = messages.recv_timeout(Duration::from_secs(60)).unwrap();
        for effect in inspector.only(message) {
            match effect {
                Effect::Pairs(effect) => threads.run_effect(effect).unwrap(),
                Effect::Analyze(job) => worker.start_job(job),
                _ => {}
            }
        }
    }
    let bad = list(&inspector).items[6].row.as_ref().unwrap_err();
    assert!(bad.contains("line 8"), "{bad}");
    let analysis = loop {
        match inspector
            .state
            .results
            .analysis
            .clone()
            .filter(|a| a.settings.idf == Idf::Table)
        {
            Some(analysis) => break analysis,
            None => drop(inspector.only(messages.recv_timeout(Duration::from_secs(60)).unwrap())),
        }
    };
    let idf = analysis.idf.as_ref().unwrap();
    assert_eq!(
        (&*idf.name, idf.document_count()),
        ("the references of pairs.tsv", Some(6))
    );
    let f1 = Sort::F1.key(list(&inspector).numbers(0).unwrap()).unwrap();
    assert!((f1 - analysis.score().f1).abs() < 1e-6, "{f1}");
}

/// A list of pairs with these scores.
fn with_scores(scores: &[Option<(f64, f64, f64)>]) -> PairsList {
    let mut list = PairsList::new("f.tsv".into(), Vec::new(), false);
    list.add_rows(
        (0..scores.len())
            .map(|i| Ok(pair(&i.to_string(), &["r"], ["ab", "bc", "c"][i % 3], None)))
            .collect(),
    );
    let score = |(p, r, f1)| {
        Ok([Score {
            precision: Some(p),
            recall: Some(r),
            f1,
        }]
        .into())
    };
    let scores = scores
        .iter()
        .enumerate()
        .filter_map(|(i, numbers)| numbers.map(|numbers| (i, score(numbers))));
    list.on_batch_scored(
        BatchScores {
            generation: 0,
            scores: scores.collect(),
            baseline: None,
            elapsed: Duration::ZERO,
        },
        true,
    );
    list
}

#[test]
fn a_filter_by_score_lists_pairs_as_their_scores_arrive() {
    let mut list = with_scores(&[Some((0.9, 0.9, 0.9)), None, Some((0.2, 0.2, 0.2))]);
    list.filter.push_str("f1>0.5");
    list.refresh();
    assert_eq!(list.order, [0]);
    let scores = vec![(
        1,
        Ok([Score {
            precision: Some(0.7),
            recall: Some(0.7),
            f1: 0.7,
        }]
        .into()),
    )];
    list.on_batch_scored(
        BatchScores {
            generation: 0,
            scores,
            baseline: None,
            elapsed: Duration::ZERO,
        },
        true,
    );
    assert_eq!(list.order, [0, 1]);
}

proptest! {
    #[test]
    fn sorting_and_filtering_lose_nothing_and_keep_the_selected_pair(
        scores in prop::collection::vec(prop::option::of((0.0..1.0f64, 0.0..1.0f64, 0.0..1.0f64)), 1..40),
        sorts in 0usize..5, reversed: bool, selected in 0usize..40, typed in "[a-c ]{0,3}",
    ) {
        let mut list = with_scores(&scores);
        list.selected = selected % scores.len();
        let before = list.selected_item().unwrap();
        for _ in 0..sorts { list.sort = list.sort.next(); }
        list.reversed = reversed;
        list.filter.push_str(&typed);
        list.refresh();
        let fits = |i: &usize| typed.split_whitespace().all(|word| ["ab", "bc", "c"][i % 3].contains(word));
        let mut listed = list.order.clone();
        listed.sort_unstable();
        prop_assert_eq!(&listed, &(0..scores.len()).filter(fits).collect::<Vec<_>>());
        if fits(&before) { prop_assert_eq!(list.selected_item(), Some(before)); }
        if list.sort != Sort::File {
            let numbers: Vec<_> = list.order.iter().map(|i| list.sort.key(list.numbers(*i)?)).collect();
            let known = numbers.iter().take_while(|n| n.is_some()).count();
            prop_assert!(numbers[known..].iter().all(Option::is_none), "what is not known comes last");
            let rises = numbers[..known].is_sorted();
            let falls = numbers[..known].iter().rev().is_sorted();
            let down = reversed != (list.sort == Sort::Gap);
            prop_assert!(down && falls || !down && rises);
        }
    }
}

#[test]
fn the_worker_says_which_answers_needed_the_model() {
    let (sender, messages) = channel();
    let worker = Worker::start(sender);
    worker.replace(Analyzer::new(model()));
    let inspector = Inspector::with_texts("The ferry leaves.", "The boat departs.");
    let mut needed = Vec::new();
    for number in [1, 2] {
        let jobs = inspector.effects.iter().filter_map(|effect| match effect {
            Effect::Analyze(job) => Some(job.clone()),
            _ => None,
        });
        let job = jobs.last().unwrap();
        worker.start_job(AnalysisJob { number, ..job });
        loop {
            let message = messages.recv_timeout(Duration::from_secs(60)).unwrap();
            if let Message::Analyzed(outcome) = message {
                needed.push(outcome.elapsed.is_some());
                break;
            }
        }
    }
    assert_eq!(needed, [true, false]);
}
