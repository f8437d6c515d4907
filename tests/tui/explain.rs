//! The panel of explanations: which question, what is chosen in it, and how numbers were computed.

use std::sync::Arc;

use super::parts::Part::{Cells, Detail, Panel, Score, Texts};
use super::support::{Inspector, answers, assert_decent, text, text_of, words};
use bertscope::analysis::Side;
use bertscope::explain::Topic;
use bertscope::testing::{
    ColorDepth, Effect, Focus, Hit, InspectorOptions, Message, Screen, Session, TerminalEvent,
    Theme, hit, initial_state, inside, key,
};
use bertscope_sheet::columns;
use ratatui::layout::Rect;

const REFERENCE: &str = "The ferry leaves at noon.";
const CANDIDATE: &str = "The boat departs at midday.";

fn inspector() -> Inspector {
    Inspector::with_texts(REFERENCE, CANDIDATE)
}

#[test]
fn the_same_keys_ask_the_same_questions_while_typing_and_in_the_matrix() {
    let mut inspector = inspector();
    let keys =
        "Alt-1 Alt-2 Alt-3 Alt-4 Alt-5 Alt-6 Alt-7 Alt-8 Alt-9 Alt-0 Alt-x Alt-s Alt-t".split(' ');
    for (key, &topic) in keys.zip(Topic::ALL) {
        inspector.press(key);
        assert_eq!(
            (inspector.state.panel().topic, inspector.state.focus),
            (topic, Focus::Text(Side::Candidate))
        );
    }
    inspector.press("Ctrl-n");
    assert_eq!(
        inspector.state.panel().topic,
        Topic::ALL[0],
        "round and round"
    );
    inspector.press("Ctrl-b");
    assert_eq!(inspector.state.panel().topic, Topic::ALL[12]);
    inspector.press("Esc 2 n");
    assert_eq!(inspector.state.panel().topic, Topic::ALL[2]);
    assert_eq!(
        inspector.state.inspection().candidate.text(),
        CANDIDATE,
        "nothing was typed"
    );
}

#[test]
fn a_question_asks_the_worker_once_and_the_same_question_again_not_at_all() {
    let mut inspector = inspector();
    inspector.effects.clear();
    inspector.press("Alt-2 Alt-2");
    let jobs: Vec<_> = inspector
        .effects
        .iter()
        .filter(|e| matches!(e, Effect::Analyze(_)))
        .collect();
    assert_eq!(jobs.len(), 1);
}

#[test]
fn an_answer_about_an_older_pair_never_replaces_a_newer_one() {
    let mut inspector = inspector();
    inspector.press("Alt-2");
    let newest = inspector.state.panel().answer.clone().unwrap();
    let mut older = (*newest).clone();
    older.job -= 1;
    inspector.only(Message::Explained(Arc::new(older)));
    assert_eq!(
        inspector.state.panel().answer.as_ref().unwrap().job,
        newest.job
    );
}

#[test]
fn an_answer_to_another_question_is_not_shown_under_this_one() {
    let mut inspector = inspector();
    inspector.press("Alt-2");
    let Some(Effect::Analyze(job)) = inspector
        .only(Message::Terminal(TerminalEvent::Key(key("Alt-7").unwrap())))
        .pop()
    else {
        panic!("a question was asked")
    };
    assert_eq!(inspector.state.panel().answered_question(), None);
    let mut late = job.clone();
    late.question.topic = Topic::Ledger;
    for message in answers(&late) {
        inspector.only(message);
    }
    assert_eq!(inspector.state.panel().answered_question(), None);
}

#[test]
fn the_crosshair_follows_the_chosen_word() {
    let mut inspector = inspector();
    inspector.press("Alt-2 Esc Tab");
    assert_eq!(inspector.state.focus, Focus::Panel);
    inspector.press("Down");
    let cell = inspector.state.display().cell;
    // The word with the second-highest cost of the candidate is “boat”, whose best partner is “ferry”.
    let token = |side: Side, i: usize| {
        inspector
            .state
            .results
            .analysis
            .as_ref()
            .unwrap()
            .side(side)
            .tokenized
            .tokens[i]
            .text
            .clone()
    };
    assert_eq!(
        [
            token(Side::Candidate, cell.candidate),
            token(Side::Reference, cell.reference)
        ],
        ["boat", "ferry"]
    );
}

#[test]
fn a_word_in_pieces_opens_and_closes() {
    let mut inspector = inspector();
    inspector.press("Alt-2 Esc Tab");
    let before = inspector.part(Panel, 110, 34);
    inspector.press("Enter");
    let open = inspector.part(Panel, 110, 34);
    assert!(open.contains(" depart ") && open.contains("·s"), "{open}");
    inspector.press("Enter");
    assert_eq!(inspector.part(Panel, 110, 34), before);
}

#[test]
fn the_arithmetic_of_a_number_is_one_key_away() {
    let mut inspector = inspector();
    inspector.press("Ctrl-f");
    let score = text(&inspector.cells(110, 34));
    assert!(score.contains("F1 = 2PR ÷ (P + R) = 2 × 0.71"), "{score}");
    inspector.press("Esc");
    let cell = text(&inspector.cells(110, 34));
    assert!(
        cell.contains("“departs” → “leaves” and “at” costs the most"),
        "{cell}"
    );
    assert!(
        cell.contains("“depart” × “leaves” = a·b ÷ (|a| |b|), over the 384 dimensions at layer 6"),
        "{cell}"
    );
    inspector.press("Right");
    let moved = text(&inspector.cells(110, 34));
    assert!(
        moved.contains("“depart” × “at” = a·b ÷ (|a| |b|)"),
        "the cell under the crosshair, worked out: {moved}"
    );
    inspector.press("Tab Alt-2");
    let row = text(&inspector.cells(110, 34));
    assert!(
        row.contains("cost of “departs” = 0.0") && row.contains(" = 0.08"),
        "{row}"
    );
    inspector.press("Ctrl-f");
    assert!(!text(&inspector.cells(110, 34)).contains("cost of “departs”"));
}

#[test]
fn kept_texts_and_the_question_are_there_again_in_the_next_session() {
    let mut inspector = inspector();
    inspector.press("Ctrl-p");
    inspector
        .type_text(" Today")
        .press("Shift-Tab Ctrl-p Alt-6");
    let session = Session::from_state(&inspector.state);
    assert_eq!(
        (&session.view.others[..], session.view.panel),
        (&[CANDIDATE.into()][..], Topic::Layers)
    );
    let again = initial_state(
        &InspectorOptions::default(),
        &session,
        Theme::new(false, ColorDepth::True),
    );
    assert!(
        again.own.panel.keeps_nothing(),
        "texts of an earlier session compete only when that is asked for"
    );
    assert_eq!(
        Session::from_state(&again).view.others[..],
        [CANDIDATE.into()],
        "and are not lost"
    );
    let mut inspector = Inspector {
        state: again.clone(),
        ..Inspector::example()
    }
    .ready();
    inspector.press("Alt-5");
    assert!(
        inspector
            .screen(100, 30)
            .contains("2 texts were kept in the last session: Esc R restores them.")
    );
    inspector.press("Esc R");
    assert_eq!(
        inspector.state.panel().candidates[..],
        [Arc::from(CANDIDATE)]
    );
    assert_eq!(
        inspector.state.panel().references[..],
        [Arc::from(REFERENCE)]
    );
    assert_eq!(again.own.panel.topic, Topic::Layers);
}

#[test]
fn every_panel_says_something_decent_about_every_pair_at_every_size() {
    let long = words(600);
    for (reference, candidate) in [
        (REFERENCE, CANDIDATE),
        (REFERENCE, REFERENCE),
        ("", CANDIDATE),
        (REFERENCE, ""),
        ("", ""),
        ("ferry", "boat"),
        ("a\u{1b}[31m b\u{7}", "我喜欢坐船 🚢"),
        (&long, CANDIDATE),
    ] {
        let mut inspector = Inspector::with_texts(reference, candidate);
        for settings in ["", "F2 F3"] {
            inspector.press(settings).press("Alt-1");
            for &topic in Topic::ALL {
                for trace in [false, true] {
                    for (width, height) in [(36, 12), (80, 24), (160, 50)] {
                        let cells = inspector.cells(width, height);
                        assert_decent(&cells);
                        assert!(
                            width < 80 || text(&cells).contains(topic.title()),
                            "{topic:?}"
                        );
                    }
                    inspector.press(if trace { "Ctrl-f Ctrl-n" } else { "Ctrl-f" });
                }
            }
        }
    }
}

const SIZES: [(u16, u16); 3] = [(80, 24), (110, 34), (160, 50)];

#[test]
fn each_panel_as_a_whole() {
    let panels: [&[&str]; 10] = [
        &[
            "Matches",
            "Cand. (P) w best match cos",
            "boat 1 ferry .52 The .44",
            "midday 1 noon .84",
        ],
        &[
            "Why not 1.0?",
            "P .715## = 1 − .284##",
            "boat −.068# .52 ferry",
        ],
        &[
            "What if I drop it?",
            "fixed anew drift",
            "midday −.036# −.159# −.123#",
        ],
        &["What did my edit do?", "Nothing has been edited yet."],
        &["Side by side", "No text is kept to compare with."],
        &[
            "Every layer",
            "Layer 6 is scored (▶)",
            "a higher number is not a better layer",
        ],
        &[
            "IDF weights",
            "IDF is off: every token counts the same.",
            "22,365 texts",
        ],
        &["Ruler", "random", "below", "P .715##"],
        &["Lenses", "bert_score", "IDF, this ref"],
        &["What would BLEU say?", "BLEU 10.68 100", "ROUGE-L .400# 1"],
    ];
    for (i, expected) in panels.into_iter().enumerate() {
        let mut inspector = inspector();
        let rest =
            |inspector: &mut Inspector| inspector.show(&[Texts, Cells, Score, Detail], &SIZES);
        let before = rest(&mut inspector);
        inspector.press(&format!("Alt-{}", (i + 1) % 10));
        assert_eq!(
            rest(&mut inspector),
            before,
            "a question changes no letter but those of its panel"
        );
        for size in SIZES {
            inspector.assert_shows(Panel, size, &expected[..1]);
        }
        inspector.assert_shows(Panel, (160, 50), expected);
    }
}

#[test]
fn the_matrix_has_what_each_pair_adds_while_the_sentence_vector_is_explained() {
    let mut inspector = inspector();
    let before = inspector.show(&[Cells, Detail], &SIZES);
    inspector.press("Alt-t");
    inspector.assert_shows(
        Panel,
        (80, 24),
        &[
            "The sentence vector",
            "sentence-transformers gives 0.721##.",
            "cosine .721#",
        ],
    );
    inspector.assert_shows(
        Cells,
        (80, 24),
        &[
            "The mean of all 72 cells is the cosine.",
            "boat .78 .99◆2.0",
        ],
    );
    inspector.assert_shows(
        Detail,
        (80, 24),
        &["“The” × “The” .731## adds .011## to the cosine of the sentences"],
    );
    let screen = text(&inspector.cells(160, 50));
    assert!(
        screen.contains(" Contributions × 72 ") && screen.contains("adds .0"),
        "{screen}"
    );
    // The numbers of the cells, whose mean is the cosine of the panel.
    let (cosine, cells) = {
        let sum = inspector.state.contributions().unwrap();
        let cells = (0..9)
            .flat_map(|c| (0..8).map(move |r| (c, r)))
            .map(|(c, r)| sum.cells.get(c, r))
            .collect::<Vec<_>>();
        (cells.iter().sum::<f32>() / 72.0, cells)
    };
    assert!(
        screen.contains(&format!("{cosine:.4}")[1..]),
        "{cosine} {screen}"
    );
    assert!(
        cells
            .iter()
            .filter(|x| (0.1..0.995).contains(*x))
            .all(|x| screen.contains(&format!("{x:.2}")[1..]))
    );
    // Rescaling does not change them, and a walkthrough has its own picture.
    assert!(
        inspector
            .press("F3")
            .screen(160, 50)
            .contains(" Contributions × 72 ")
    );
    assert!(inspector.press("Alt-w").state.contributions().is_none());
    inspector.press("Alt-w F3 Alt-1");
    assert_eq!(inspector.show(&[Cells, Detail], &SIZES), before);
}

#[test]
fn candidates_on_references_as_a_whole() {
    let mut inspector = inspector();
    let [candidates, references] = [
        [
            "The boat leaves the harbour at midday.",
            "Nobody takes the ferry at noon.",
        ],
        [
            "At midday the boat departs.",
            "There is a ferry at twelve o’clock.",
        ],
    ];
    inspector
        .state
        .own
        .panel
        .candidates
        .add(candidates.map(Arc::from));
    inspector
        .state
        .own
        .panel
        .references
        .add(references.map(Arc::from));
    inspector.press("Alt-5");
    inspector.assert_shows(
        Panel,
        (80, 24),
        &[
            "Candidate A and reference 1 are the texts scored here. With 3 references, the best score counts.",
            "A here .966#▴",
            "C .658#",
        ],
    );
    // The second candidate on the third reference: both come on the screen, and each keeps its name.
    inspector.press("Esc Tab Ctrl-f");
    let reached = (0..60).any(|_| {
        inspector
            .press("Down")
            .screen(110, 34)
            .contains("B on reference 3: “")
    });
    assert!(reached, "{}", inspector.screen(110, 34));
    inspector.press("Enter");
    let shown = [Side::Candidate, Side::Reference]
        .map(|side| inspector.state.editor(side).text().to_owned());
    assert_eq!(shown, [candidates[0], references[1]]);
    let names = [Side::Candidate, Side::Reference]
        .map(|side| inspector.state.name_on_screen(side).unwrap());
    assert_eq!(names, ["B", "3"]);
    assert!(
        inspector.screen(110, 34).contains("B on reference 3: “"),
        "the same row is chosen once the grid is whole again"
    );
}

#[test]
fn an_edit_and_a_kept_candidate_as_a_whole() {
    let mut edited = inspector();
    edited.press("Alt-4");
    edited
        .wait(std::time::Duration::from_secs(2))
        .type_text(" today");
    let mut compared = inspector();
    compared
        .press("Ctrl-p Backspace")
        .type_text(" sharp")
        .press("Alt-5");
    edited.assert_shows(
        Panel,
        (80, 24),
        &[
            "F1 −0.026##: −0.013## from the edited words, −0.011## from drift of the others",
            "F1 .716## .690## −.026#",
            "added words −.013#",
        ],
    );
    compared.assert_shows(
        Panel,
        (80, 24),
        &[
            "B is the text scored here, the other is compared with it. Both use the same reference.",
            "A .715#▴ .717#▴ .716#▴",
            "B here .590# .659# .623#",
        ],
    );
    compared.assert_shows(Panel, (160, 50), &["7 of 7 layers holds"]);
    let mut aligned = inspector();
    aligned.press("Alt-a Alt-a");
    aligned.assert_shows(
        Panel,
        (110, 34),
        &[
            "Cand. (P) w one-to-one cos",
            "·s 1 [SEP] ! .61",
            "leaves 1 depart .68",
        ],
    );
    let cells = aligned.part(Cells, 110, 34);
    assert!(
        cells.contains("◆.61") && !cells.contains("▶.71"),
        "the matrix marks the alignment, not the greedy match of ·s: {cells}"
    );
}

#[test]
fn a_panel_that_was_asked_for_stays_while_the_texts_grow() {
    let mut inspector =
        Inspector::with_texts("The ferry leaves at noon.", "The boat departs at midday.");
    inspector
        .press("Esc K c")
        .type_text(" Tomorrow it departs again in the evening.");
    assert!(
        inspector.screen(80, 24).contains("Side by side"),
        "{}",
        inspector.screen(80, 24)
    );
}

#[test]
fn the_key_that_hides_a_panel_says_so_and_a_panel_that_continues_names_the_key_to_it() {
    let long = "The old ferry leaves the northern harbour at noon every day.";
    let mut inspector =
        Inspector::with_texts(long, "A boat departs from the port in the north at midday.");
    inspector.press("Esc");
    for topic in [Topic::Matches, Topic::Layers] {
        inspector.state.own.panel.topic = topic;
        let screen = inspector.screen(80, 24);
        assert!(
            screen.lines().last().unwrap().contains("n why"),
            "also if the last session ended with another: {screen}"
        );
    }
    inspector.press("2");
    let screen = inspector.screen(80, 24);
    assert!(
        screen.lines().last().unwrap().contains("n next") && screen.contains(" ↓ Tab "),
        "{screen}"
    );
    inspector.press("Tab");
    let screen = inspector.screen(80, 24);
    assert!(
        !screen.contains("↓ Tab") && screen.contains("↓┃"),
        "arrows move in it now: {screen}"
    );
    inspector.press("Esc K 5");
    let screen = inspector.screen(80, 24);
    assert!(
        !screen.contains("Side by side") && screen.contains("The panel is hidden"),
        "{screen}"
    );
    assert!(screen.contains("5 shows it."), "{screen}");
    inspector.press("5");
    assert!(inspector.screen(80, 24).contains("Side by side"));
}

#[test]
fn a_derivation_is_of_the_cell_that_the_user_has_chosen_or_of_the_word_in_the_headline() {
    let mut inspector = inspector();
    inspector.press("Esc Right Left =");
    let chosen = text(&inspector.cells(110, 34));
    assert!(
        chosen.contains("“The” × “The” = a·b ÷ (|a| |b|)"),
        "{chosen}"
    );
}

#[test]
fn where_the_panel_is_hidden_the_first_question_is_why() {
    let long = "The old ferry leaves the northern harbour at noon every day.";
    let mut inspector =
        Inspector::with_texts(long, "A boat departs from the port in the north at midday.");
    inspector.press("Esc");
    assert!(!inspector.screen(80, 24).contains("/12 "));
    inspector.press("n");
    assert!(
        inspector.screen(80, 24).contains("Why not 1.0?"),
        "{}",
        inspector.screen(80, 24)
    );
}

#[test]
fn at_80_columns_13_and_16_tokens_keep_digits_and_the_headline_its_amount_beside_the_panel() {
    let mut inspector = Inspector::with_texts(
        "The museum on the hill was not open on Monday because of rain.",
        "On Monday the old museum up on the hill was closed all day due to rain.",
    );
    inspector.press("Esc 2");
    let screen = inspector.screen(80, 24);
    assert!(
        screen.contains("“not” → “was” costs the most, .044# of R."),
        "{screen}"
    );
    assert!(
        screen.contains("R .827## = 1 − .172##"),
        "the panel begins with the same side: {screen}"
    );
    assert!(screen.contains(" museum  38◆94 24 37"), "{screen}");
    inspector.press("X");
    assert!(
        inspector.screen(80, 24).contains("Words to look at"),
        "{}",
        inspector.screen(80, 24)
    );
}

#[test]
fn a_derivation_names_the_key_that_closes_it() {
    let mut inspector =
        Inspector::with_texts("The ferry leaves at noon.", "The boat departs at midday.");
    inspector.press("Esc =");
    assert!(inspector.screen(80, 24).contains(" Esc closes "));
    inspector.press("Tab Esc");
    assert!(
        inspector.state.panel().derivation.is_none()
            && !inspector.screen(80, 24).contains(" Esc closes ")
    );
    inspector.press("e Ctrl-f");
    assert!(inspector.screen(80, 24).contains(" Esc = closes "));
}

/// The line of the selected row, and the number of the row that a click on it selects.
struct SelectedLine {
    text: String,
    row: usize,
    clicked: Option<usize>,
}

/// The selected row as it is on the screen; `None` if the panel has no room or no row.
fn selected_line(inspector: &mut Inspector, (width, height): (u16, u16)) -> Option<SelectedLine> {
    let buffer = inspector.cells(width, height);
    let state = &inspector.state;
    let area = inside(Screen::compute(state, buffer.area).unwrap().panel?);
    let sheet = state.sheet()?;
    let row = state.panel().chosen_row(&sheet)?;
    let lines = columns::lines(&sheet.blocks, area.width);
    let line = lines.iter().find(|line| line.row == Some(row)).unwrap();
    let shown: Vec<u16> = (area.y..area.bottom())
        .filter(|&y| {
            text_of(
                &buffer,
                Rect {
                    y,
                    height: 1,
                    ..area
                },
            )
            .trim_end()
                == line.text()
        })
        .collect();
    let rows = shown.iter().filter_map(|&y| match hit(state, area.x, y) {
        Some(Hit::Panel(row)) => row,
        _ => None,
    });
    Some(SelectedLine {
        text: line.text(),
        row,
        clicked: rows.into_iter().find(|&clicked| clicked == row),
    })
}

#[test]
fn the_selected_row_is_on_the_screen_at_every_size_and_a_click_on_its_line_is_a_click_on_it() {
    let mut inspector = Inspector::with_texts(
        "The museum on the hill was not open on Monday because of rain.",
        "On Monday the old museum up on the hill was closed all day due to rain.",
    );
    inspector.press("Alt-1 Esc Tab");
    for &topic in Topic::ALL {
        inspector.press("Home");
        let mut before = None;
        for _ in 0..60 {
            for size in [(160, 50), (100, 30), (80, 24)] {
                inspector.screen(size.0, size.1);
                let Some(line) = selected_line(&mut inspector, size) else {
                    continue;
                };
                assert_eq!(
                    line.clicked,
                    Some(line.row),
                    "{topic:?} {size:?} {}\n{}",
                    line.text,
                    inspector.screen(size.0, size.1)
                );
            }
            inspector.press("Down");
            let row = inspector.state.panel().row;
            if before == Some(row) {
                break;
            }
            before = Some(row);
        }
        inspector.press("n");
    }
}

#[test]
fn a_sheet_is_built_once_for_an_answer_and_its_settings() {
    let mut inspector = inspector();
    inspector.press("Alt-2 Esc Tab");
    let sheet = inspector.state.sheet().unwrap();
    inspector.press("Down Up Shift-Tab Right Tab");
    inspector.screen(80, 24);
    assert!(Arc::ptr_eq(&sheet, &inspector.state.sheet().unwrap()));
    let rows = sheet.rows().count();
    inspector.press("Enter");
    let open = inspector.state.sheet().unwrap();
    assert_eq!(open.rows().count(), rows + 2, "“departs” in two tokens");
    // The layers have a chart of the cell under the crosshair.
    inspector.press("6 Esc");
    let chart = inspector.state.sheet().unwrap();
    inspector.press("Right");
    assert_ne!(chart, inspector.state.sheet().unwrap());
}
