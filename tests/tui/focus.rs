//! Where keys go: a fresh start, the way to each part of the screen, and how the part with the focus is seen.

use super::parts::Part::{Footer, Notice, Texts};
use super::support::{Inspector, info, words};
use bertscope::report::export::link::PairView;
use bertscope::testing::{
    ColorDepth, ColorScale, Effect, Focus, InspectorOptions, Message, Screen, Session,
    TerminalEvent, Theme, initial_state,
};
use bertscope_analysis::{SettingsRequest, Side};
use bertscope_explain::Topic;
use ratatui::style::Modifier;

const REFERENCE: Focus = Focus::Text(Side::Reference);
const CANDIDATE: Focus = Focus::Text(Side::Candidate);

fn texts(inspector: &Inspector) -> [&str; 2] {
    [Side::Reference, Side::Candidate].map(|side| inspector.state.editor(side).text())
}

fn started(args: &InspectorOptions, session: &Session) -> Inspector {
    let state = initial_state(args, session, Theme::new(false, ColorDepth::True));
    let mut inspector = Inspector {
        state,
        ..Inspector::with(args)
    };
    inspector.send(Message::Opened(1, info()));
    inspector
}

#[test]
fn a_fresh_start_begins_in_the_reference_and_typing_replaces_both_examples() {
    let mut inspector = Inspector::example().ready();
    assert_eq!(inspector.state.focus, REFERENCE);
    let hint = inspector.part(Notice, 80, 24);
    assert!(
        hint.contains("Type a reference, press Tab, type a candidate.")
            && hint.lines().count() == 1,
        "{hint}"
    );
    inspector.type_text("On Tuesday").press("Tab");
    let hint = inspector.part(Notice, 80, 24);
    assert!(
        hint.contains("Now type a candidate."),
        "it says what is next: {hint}"
    );
    inspector.type_text("On Monday").press("Tab");
    assert_eq!(
        inspector.part(Notice, 80, 24),
        "(not there)\n",
        "gone after the second text"
    );
    assert_eq!(texts(&inspector), ["On Tuesday", "On Monday"]);
    assert_eq!(inspector.state.focus, Focus::Matrix);
    inspector.press("u u");
    assert_eq!(
        texts(&inspector)[1],
        "The boat departs at midday.",
        "undo restores the example"
    );
}

#[test]
fn an_example_is_no_selection_to_copy_and_is_not_saved_as_a_text() {
    let mut inspector = Inspector::example().ready();
    inspector.press("Ctrl-c");
    assert_eq!(inspector.effects.last(), Some(&Effect::Quit(None)));
    let saved = Session::from_state(&inspector.state);
    assert_eq!(
        (&*saved.view.reference, &*saved.view.candidate),
        ("", ""),
        "the next start is as fresh"
    );
    inspector.press("Ctrl-a Ctrl-c");
    assert_eq!(
        inspector.effects.last(),
        Some(&Effect::Copy("The ferry leaves at noon.".into()))
    );
    inspector.type_text("x");
    assert_eq!(Session::from_state(&inspector.state).view.reference, "x");
}

#[test]
fn given_texts_and_those_of_the_last_session_start_in_the_candidate_without_a_hint() {
    let given = InspectorOptions {
        candidate: Some("B".into()),
        ..InspectorOptions::default()
    };
    let view = PairView {
        reference: "A".into(),
        ..PairView::default()
    };
    let kept = Session {
        view,
        ..Session::default()
    };
    for (args, session, expected) in [
        (given, Session::default(), ["", "B!"]),
        (InspectorOptions::default(), kept, ["A", "!"]),
    ] {
        let mut inspector = started(&args, &session);
        assert_eq!(inspector.state.focus, CANDIDATE);
        assert_eq!(inspector.part(Notice, 80, 24), "(not there)\n");
        inspector.type_text("!");
        assert_eq!(texts(&inspector), expected);
    }
}

#[test]
fn tab_goes_through_the_parts_in_order_and_letters_lead_to_each_text_from_outside() {
    let mut inspector = Inspector::with_texts("One two.", "One three.");
    inspector.press("Esc r");
    let mut seen = vec![inspector.state.focus];
    for _ in 0..4 {
        inspector.press("Tab");
        seen.push(inspector.state.focus);
    }
    assert_eq!(
        seen,
        [REFERENCE, CANDIDATE, Focus::Matrix, Focus::Panel, REFERENCE]
    );
    for outside in ["Esc", "Esc Tab"] {
        for (letter, focus) in [
            ("r", REFERENCE),
            ("c", CANDIDATE),
            ("r", REFERENCE),
            ("e", REFERENCE),
        ] {
            inspector.press(outside).press(letter);
            assert_eq!(inspector.state.focus, focus, "{letter} after {outside}");
        }
    }
}

#[test]
fn arrows_move_by_lines_in_a_text_and_stop_at_its_edges() {
    let mut inspector = Inspector::with_texts("One.", &words(40));
    inspector.state.terminal.size = (80, 24);
    let cursor = |inspector: &Inspector| inspector.state.editor(Side::Candidate).cursor();
    let end = cursor(&inspector);
    inspector.press("Down Up");
    let above = cursor(&inspector);
    assert!(above < end, "a line up");
    inspector.press("Down");
    assert_eq!(cursor(&inspector), end, "and down in the same column");
    for _ in 0..9 {
        inspector.press("Up");
    }
    let first = cursor(&inspector);
    assert!(first < 76, "the first line: {first}");
    inspector.press("Up Home Left Up");
    assert_eq!((cursor(&inspector), inspector.state.focus), (0, CANDIDATE));
}

#[test]
fn a_paste_outside_the_texts_says_where_it_would_go_and_only_enter_puts_it_there() {
    let mut inspector = Inspector::example().ready();
    for focus in ["Esc", "Esc Tab"] {
        inspector.press(focus);
        inspector.send(Message::Terminal(TerminalEvent::Paste(
            "A gate.\nIt is open.".into(),
        )));
        let footer = inspector.part(Footer, 80, 24);
        assert_eq!(
            footer,
            " Pasted outside the texts: Enter inserts it into the reference\n"
        );
        let before = inspector.state.clone();
        inspector.press("Left");
        assert_eq!(
            texts(&inspector)[0],
            "The ferry leaves at noon.",
            "another key drops it"
        );
        inspector.press("Enter");
        assert_eq!(texts(&inspector)[0], "The ferry leaves at noon.");
        inspector.state = before;
        inspector.press("Enter");
        assert_eq!(
            texts(&inspector)[0],
            "A gate. It is open.",
            "it replaces the example, as in the box"
        );
        assert_eq!(inspector.state.focus, REFERENCE);
        inspector = Inspector::example().ready();
    }
}

#[test]
fn the_part_with_the_focus_has_a_heavy_border_and_a_reversed_title_in_any_number_of_colours() {
    for depth in [
        ColorDepth::None,
        ColorDepth::Ansi16,
        ColorDepth::Ansi256,
        ColorDepth::True,
    ] {
        let mut inspector = Inspector::example().ready();
        inspector.state.look.theme = Theme::new(false, depth);
        for name in ["Reference", "Candidate", "Similarity", "Matches"] {
            let cells = inspector.cells(80, 24);
            let screen = Screen::compute(&inspector.state, cells.area).unwrap();
            let panels = [
                Some(screen.reference),
                Some(screen.candidate),
                screen.matrix,
                screen.panel,
            ];
            let names = ["Reference", "Candidate", "Similarity", "Matches"];
            for (area, title) in panels.into_iter().map(Option::unwrap).zip(names) {
                // Neighbours share their other side.
                let side = if title == "Matches" {
                    area.right() - 1
                } else {
                    area.x
                };
                let is_heavy = cells[(side, area.y + 1)].symbol() == "┃";
                let is_reversed = cells[(area.x + 2, area.y)]
                    .modifier
                    .contains(Modifier::REVERSED);
                assert_eq!(
                    (is_heavy, is_reversed),
                    (title == name, title == name),
                    "{title}, with {name}, {depth:?}"
                );
            }
            inspector.press("Tab");
        }
    }
}

#[test]
fn a_long_text_says_which_lines_are_seen_and_follows_the_cursor_and_then_the_crosshair() {
    let text = (1..=200)
        .map(|n| format!("w{n}"))
        .collect::<Vec<_>>()
        .join(" ");
    let mut inspector = Inspector::with_texts(&text, "A boat.");
    let mut shown = inspector.part(Texts, 80, 24);
    assert!(
        shown.contains(" lines 1–3 of 13 ") && shown.contains("w1 "),
        "{shown}"
    );
    inspector.press("Esc $");
    shown = inspector.part(Texts, 80, 24);
    assert!(
        shown.contains(" lines 11–13 of 13 ") && shown.contains("w200"),
        "{shown}"
    );
    inspector.press("r Home");
    shown = inspector.part(Texts, 80, 24);
    assert!(
        shown.contains(" lines 1–3 of 13 ") && shown.contains("w1 "),
        "{shown}"
    );
    insta::assert_snapshot!(
        "long_text",
        inspector.show(&[Texts], &[(50, 24), (80, 24), (100, 30), (160, 50)])
    );
}

#[test]
fn given_texts_and_lessons_start_with_special_tokens_and_the_whole_range_whatever_was_left() {
    let left = Session {
        view: PairView {
            reference: "A".into(),
            special: false,
            settings: SettingsRequest {
                rescale: Some(true),
                ..SettingsRequest::default()
            },
            ..PairView::default()
        },
        scale: ColorScale::Data,
        ..Session::default()
    };
    let shown = |inspector: &Inspector| {
        let display = inspector.state.display();
        (display.show_special, display.scale, display.rescale)
    };
    let mut inspector = started(&InspectorOptions::default(), &left);
    assert_eq!(
        shown(&inspector),
        (false, ColorScale::Data, true),
        "the last session continues"
    );
    inspector.press("Esc L 1");
    assert_eq!(shown(&inspector), (true, ColorScale::Unit, false));
    inspector.press("s D . ,");
    assert_eq!(
        shown(&inspector),
        (true, ColorScale::Unit, false),
        "a step is as in its file"
    );
    inspector.press("L Enter");
    assert_eq!(
        shown(&inspector),
        (false, ColorScale::Data, true),
        "nothing of a lesson stays"
    );
    let given = InspectorOptions {
        reference: vec!["A".into()],
        ..InspectorOptions::default()
    };
    assert_eq!(
        shown(&started(&given, &left)),
        (true, ColorScale::Unit, true)
    );
}

#[test]
fn several_references_are_compared_as_in_score() {
    let references = ["The boat leaves.", "The ferry leaves.", "A ferry departs."]
        .map(String::from)
        .to_vec();
    let args = InspectorOptions {
        reference: references,
        candidate: Some("A boat.".into()),
        ..Default::default()
    };
    let inspector = started(&args, &Session::default());
    let own = inspector.state.inspection();
    assert_eq!(
        own.panel.references.with_shown(own.reference.text()),
        args.reference
    );
    assert_eq!(own.panel.topic, Topic::Compare);
    let many = InspectorOptions {
        reference: (0..12).map(|n| n.to_string()).collect(),
        ..Default::default()
    };
    let mut inspector = started(&many, &Session::default());
    assert!(
        inspector
            .part(Notice, 80, 24)
            .contains("Only 10 references are compared")
    );
}

#[test]
fn undo_is_found_and_works_outside_the_texts() {
    let mut inspector = Inspector::with_texts("One.", "Two.");
    inspector.type_text("!").press("Esc");
    let mut run = |words: &str| {
        inspector.press("Ctrl-d").type_text(words).press("Enter");
        texts(&inspector)[1].to_owned()
    };
    assert_eq!(["undo", "redo"].map(&mut run), ["Two.", "Two.!"]);
    inspector.press("u");
    assert_eq!(texts(&inspector)[1], "Two.");
    inspector.press("Tab U");
    assert_eq!(texts(&inspector)[1], "Two.!");
}

#[test]
fn enter_on_a_term_shows_it_in_full_in_the_help_and_again_closes_it() {
    let mut inspector = Inspector::with_texts("One.", "Two.");
    inspector
        .press("Ctrl-d")
        .type_text("harmonic")
        .press("Enter");
    let palette = inspector.state.stack.palette().unwrap();
    assert!(palette.explains());
    let shown = inspector.screen(80, 24);
    assert!(
        shown.contains("▸ F1 ") && shown.contains("baseline and need not lie between P and R."),
        "{shown}"
    );
    inspector.press("Enter");
    assert!(inspector.state.stack.palette().is_none());
}

#[test]
fn a_guess_is_typed_where_nothing_was_hidden_too_so_that_its_digits_are_no_keys() {
    let mut inspector = Inspector::with_texts("One.", "Two.");
    inspector.press("Esc L 1 E").type_text(".72").press("Enter");
    assert!(inspector.state.inspection().guess.is_some() && inspector.state.hides_scores());
}

#[test]
fn a_text_names_escape_and_letters_and_the_panel_no_control_keys() {
    let mut inspector = Inspector::with_texts("One.", "Two.");
    let text = inspector.part(Footer, 200, 24);
    assert!(
        text.contains("Esc matrix, then:  W walk")
            && !text.contains("Alt-")
            && !text.contains(" F2"),
        "{text}"
    );
    inspector.press("Esc Tab");
    let panel = inspector.part(Footer, 200, 24);
    assert!(
        !panel.contains("Ctrl-") && panel.contains("q quit"),
        "{panel}"
    );
    inspector.press("e Alt-.");
    assert_eq!(
        inspector.part(Footer, 100, 24),
        " No lesson or walkthrough is running: Esc L and Esc W start one.\n"
    );
}
