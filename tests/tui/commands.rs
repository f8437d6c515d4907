//! The command palette: what it lists, how it searches, and what running an entry does.

use std::collections::BTreeSet;

use super::parts::Part::Whole;
use super::support::{Inspector, other_info, text};
use bertscope::Program;
use bertscope::lessons::bundled::BUNDLED;
use bertscope::testing::{
    Binding, COMMANDS, Command, EntryAction, KeyMap, Message, Scope, Session, StackLayer,
    TerminalEvent, palette_entries,
};
use bertscope_explain::Topic;

const CANDIDATE: &str = "The boat departs at midday.";

fn inspector() -> Inspector {
    Inspector::with_texts("The ferry leaves at noon.", CANDIDATE)
}

/// Opens the palette, types and runs what is found first.
fn run<'a>(inspector: &'a mut Inspector, words: &str) -> &'a mut Inspector {
    inspector.press("Ctrl-d").type_text(words).press("Enter")
}

#[test]
fn one_key_one_word_and_enter_reach_what_a_newcomer_wants_in_the_first_minute() {
    let mut inspector = inspector();
    run(&mut inspector, "layer 3");
    assert_eq!(inspector.state.inspection().layer, Some(3));
    run(&mut inspector, "rescale");
    assert!(inspector.state.display().rescale);
    run(&mut inspector, "png");
    assert_eq!(
        inspector.state.stack.export_prompt().unwrap().typed(),
        "bertscope.png"
    );
    inspector.press("Esc");
    run(&mut inspector, "screenshot");
    assert!(inspector.state.stack.export_prompt().is_some());
    inspector.press("Esc");
    run(&mut inspector, "compare");
    assert_eq!(inspector.state.panel().topic, Topic::Compare);
    run(&mut inspector, "hide special");
    assert!(!inspector.state.display().show_special);
    run(&mut inspector, "[CLS]");
    assert!(inspector.state.display().show_special);
    run(&mut inspector, "new candidate empty");
    assert_eq!(inspector.state.own.candidate.text(), "");
    run(&mut inspector, "undo");
    assert_eq!(inspector.state.own.candidate.text(), CANDIDATE);
    run(&mut inspector, "gallery");
    assert!(inspector.state.stack.lesson().is_some());
    run(&mut inspector, "roberta-large");
    assert_eq!(
        inspector
            .state
            .models
            .opening
            .as_ref()
            .unwrap()
            .request
            .name,
        "roberta-large"
    );
    assert!(inspector.state.stack.on(StackLayer::Prompt).is_none());
}

#[test]
fn a_program_is_chosen_in_the_palette_and_named_in_the_header_and_takes_its_default_layer() {
    let mut inspector = inspector();
    inspector.state.models.current = Some(other_info("roberta-large"));
    inspector.state.own.layer = Some(17);
    run(&mut inspector, "program torchmetrics");
    let own = &inspector.state.own;
    assert_eq!(
        (own.conventions, own.layer),
        (Program::TorchMetrics.into(), Some(24))
    );
    assert!(
        inspector
            .state
            .results
            .analysis
            .as_ref()
            .unwrap()
            .signature
            .contains(",torchmetrics=1.9.0)")
    );
    assert!(
        inspector
            .screen(100, 30)
            .lines()
            .next()
            .unwrap()
            .contains("layer 24/24  as torchmetrics")
    );
    assert_eq!(
        Session::from_state(&inspector.state)
            .view
            .settings
            .conventions,
        Some(Program::TorchMetrics.into())
    );
    run(&mut inspector, "layer 3");
    run(&mut inspector, "program bert_score");
    assert_eq!(
        (inspector.state.own.conventions, inspector.state.own.layer),
        (Program::BertScore.into(), Some(3)),
        "chosen by the user"
    );
    assert!(
        !inspector
            .screen(100, 30)
            .lines()
            .next()
            .unwrap()
            .contains(" as ")
    );
}

#[test]
fn every_command_of_the_screen_has_a_name_and_a_key() {
    let moves = |command: &Command| {
        matches!(
            command,
            Command::MoveCursor(_)
                | Command::LineUp
                | Command::LineDown
                | Command::Select(_)
                | Command::SelectAll
                | Command::Edit(_)
                | Command::Cell(_)
                | Command::Rows(_)
                | Command::Accept
                | Command::DropKept
        )
    };
    let here = |b: &&Binding| {
        matches!(
            b.scope,
            Scope::Everywhere | Scope::Text | Scope::Matrix | Scope::Panel
        )
    };
    let map = KeyMap::default();
    for binding in map.bindings.iter().filter(here) {
        for command in binding.commands.iter().filter(|command| !moves(command)) {
            assert!(
                command.name().is_some(),
                "{command:?} ({}) has no name",
                binding.names().join(" ")
            );
        }
    }
    for row in COMMANDS.iter() {
        let mut bindings = map.bindings.iter();
        let has_key = bindings.any(|b| b.commands.contains(&row.command));
        assert!(has_key, "{} has no key", row.name);
    }
    let names: BTreeSet<&str> = COMMANDS.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), COMMANDS.len(), "names are unique");
}

#[test]
fn every_entry_runs_from_every_scene_and_closes_the_palette() {
    let scenes = ["", "Alt-l 1", "Alt-l 3", "Alt-w", "Alt-p", "Alt-h", "Esc"];
    let count = palette_entries(&inspector().state, true).len();
    assert!(count > 150, "{count} entries");
    for scene in scenes {
        let mut start = inspector();
        start.press(scene);
        for (index, entry) in palette_entries(&start.state, false).into_iter().enumerate() {
            // Models would be downloaded, steps are many; one of each will do.
            if matches!(entry.run, EntryAction::Model(_) | EntryAction::Step(..)) && index % 7 != 0
            {
                continue;
            }
            let mut inspector = inspector();
            inspector
                .press(scene)
                .press("Ctrl-d")
                .type_text(&entry.name);
            let palette = inspector
                .state
                .stack
                .palette()
                .expect("the palette is open");
            let found = palette.search_results(&inspector.state);
            let at = found
                .iter()
                .position(|found| *found == entry)
                .unwrap_or_else(|| panic!("{} is not found", entry.name));
            for _ in 0..at {
                inspector.press("Down");
            }
            inspector.press("Enter");
            let closed = inspector.state.stack.palette().is_none();
            let lists = [Command::Help, Command::Lessons].map(EntryAction::Command);
            let reads = entry.run == EntryAction::Nothing || lists.contains(&entry.run);
            assert!(
                closed || reads,
                "{} leaves the palette open in {scene:?}",
                entry.name
            );
            text(&inspector.cells(80, 24));
        }
    }
}

#[test]
fn what_was_run_last_comes_first_and_a_word_is_explained() {
    let mut inspector = inspector();
    run(&mut inspector, "projector");
    run(&mut inspector, "palette");
    inspector.press("Ctrl-d");
    let first: Vec<String> = inspector
        .state
        .stack
        .palette()
        .unwrap()
        .search_results(&inspector.state)
        .into_iter()
        .take(2)
        .map(|e| e.name)
        .collect();
    assert_eq!(first, ["Colours", "Projector"]);
    inspector.type_text("harmonic");
    assert!(
        inspector.screen(100, 30).contains("2PR"),
        "{}",
        inspector.screen(100, 30)
    );
}

#[test]
fn the_palette_keeps_what_is_below_it_and_swallows_keys_and_clicks() {
    let mut inspector = inspector();
    inspector
        .press("Ctrl-s")
        .type_text("mine")
        .press("F1 x Esc");
    assert_eq!(
        inspector.state.stack.export_prompt().unwrap().typed(),
        "mine"
    );
    inspector
        .press("Esc Ctrl-o")
        .type_text("large")
        .press("F1 Esc");
    assert_eq!(
        inspector.state.stack.picker().unwrap().filter.text(),
        "large"
    );
    inspector.press("Esc Ctrl-d").type_text("x");
    assert_eq!(
        inspector.state.inspection().candidate.text(),
        CANDIDATE,
        "letters search"
    );
    inspector.send(Message::Terminal(TerminalEvent::Paste("yz".into())));
    assert_eq!(
        inspector.state.stack.palette().unwrap().search.text(),
        "xyz"
    );
    inspector.press("Esc");
    assert!(inspector.state.stack.on(StackLayer::Prompt).is_none());
}

#[test]
fn hidden_scores_stay_hidden_from_commands() {
    let mut inspector = inspector();
    inspector.press("Alt-h");
    for words in ["png", "copy the scores", "why not", "computed"] {
        run(&mut inspector, words);
        assert!(
            inspector.state.stack.on(StackLayer::Prompt).is_none()
                && inspector.state.hides_scores(),
            "{words}"
        );
    }
}

#[test]
fn commands_at_their_sizes() {
    let mut inspector = inspector();
    inspector.press("Ctrl-d");
    inspector.assert_shows(Whole, (80, 24), &["type what you want to do", "Alt-"]);
    inspector.type_text("save");
    inspector.assert_shows(Whole, (100, 30), &["Ctrl-s"]);
}

/// The names that a search in the palette finds, best first.
fn found(inspector: &mut Inspector, words: &str) -> Vec<String> {
    inspector.press("Ctrl-d").type_text(words);
    let palette = inspector
        .state
        .stack
        .palette()
        .cloned()
        .expect("the palette is open");
    inspector.press("Esc");
    palette
        .search_results(&inspector.state)
        .into_iter()
        .map(|entry| entry.name)
        .collect()
}

#[test]
fn what_a_newcomer_asks_for_is_found_before_a_model_and_opening_a_file_is_explained() {
    let mut inspector = inspector();
    assert_eq!(
        found(&mut inspector, "open")[..2],
        ["Open a file of pairs", "Choose a model"]
    );
    run(&mut inspector, "open");
    assert!(
        inspector
            .screen(100, 30)
            .contains("quit with Ctrl-c, then run `bertscope open FILE`.")
    );
    assert_eq!(found(&mut inspector, "costliest")[0], "Why not 1.0?");
    assert_eq!(found(&mut inspector, "why")[0], "Why not 1.0?");
    assert_eq!(
        found(&mut inspector, "roberta-large")[0],
        "Model: roberta-large"
    );
    let mut pairs = Inspector::with_pairs(3);
    pairs.press("Enter");
    assert_eq!(
        found(&mut pairs, "disagree")[0],
        "Sort by disagreement with human scores",
        "also beside the list"
    );
    run(&mut pairs, "reverse the list");
    assert!(pairs.state.is_list_open() && pairs.state.pairs.as_ref().unwrap().reversed);
    run(&mut pairs, "filter the list");
    assert_eq!(
        pairs.state.scope(),
        Scope::Filter,
        "a command of the list opens it"
    );
}

#[test]
fn a_lesson_is_found_by_the_digit_that_starts_it_in_the_list_of_lessons() {
    for number in 1..=BUNDLED.len() {
        let mut by_words = inspector();
        run(&mut by_words, &format!("lesson {number}"));
        let mut by_digit = inspector();
        by_digit.press(&format!("Alt-l {number}"));
        let title = |inspector: &Inspector| {
            let active = inspector.state.stack.lesson().unwrap();
            active.lesson.title.clone()
        };
        assert_eq!(title(&by_words), title(&by_digit), "lesson {number}");
    }
}

#[test]
fn what_people_call_a_thing_finds_its_command_and_a_layer_that_is_not_there_is_said() {
    let mut inspector = inspector();
    assert_eq!(found(&mut inspector, "dark mode")[0], "Light background");
    assert_eq!(
        found(&mut inspector, "which words cost most")[0],
        "Why not 1.0?"
    );
    assert_eq!(found(&mut inspector, "defaults")[0], "Default settings");
    assert_eq!(found(&mut inspector, "layer 9")[0], "Layer 9");
    inspector.press("Ctrl-d").type_text("layer 9");
    let screen = inspector.screen(100, 30);
    assert!(
        screen.contains("this model has 7 layers, 0 to 6"),
        "{screen}"
    );
    inspector.press("Enter Esc");
    assert!(
        inspector.state.stack.lesson().is_none(),
        "no lesson is started"
    );
}

#[test]
fn the_help_opens_on_what_a_newcomer_needs() {
    let mut inspector = inspector();
    inspector.press("Esc ?");
    let screen = inspector.screen(100, 30);
    let places: Vec<usize> = [
        "How to read the matrix",
        "Walkthrough",
        "Next explanation",
        "IDF",
    ]
    .iter()
    .map(|name| {
        screen
            .find(name)
            .unwrap_or_else(|| panic!("{name}:\n{screen}"))
    })
    .collect();
    assert!(places.is_sorted(), "{screen}");
    assert!(!screen.contains("one character"), "{screen}");
}

#[test]
fn settings_go_back_one_by_one_and_all_at_once_to_those_at_first() {
    let mut inspector = inspector();
    inspector.press("Esc [ [ i b s p");
    let chosen = inspector.state.chosen_settings();
    inspector.press("!");
    assert!(inspector.screen(160, 50).contains(
        "Back to the defaults: layer, IDF, rescaling, special tokens, colours. Z undoes it."
    ));
    let inspection = inspector.state.inspection();
    assert_eq!(inspection.layer, Some(6));
    assert!(!inspection.display.rescale && inspection.display.show_special);
    inspector.press("!");
    assert!(
        inspector
            .screen(160, 50)
            .contains("All settings are the default ones.")
    );
    inspector.press("Z");
    assert_eq!(inspector.state.chosen_settings(), chosen);
    inspector.press("Z Z Z Z");
    assert!(inspector.screen(160, 50).contains("Undone: IDF."));
    inspector.press("Z");
    assert_eq!(inspector.state.inspection().layer, Some(5));
    inspector.press("Z Z");
    assert!(
        inspector
            .screen(160, 50)
            .contains("No change of a setting is left to undo.")
    );
}

#[test]
fn a_layer_beyond_the_last_is_said_to_be_there_no_more() {
    let mut inspector = inspector();
    inspector.press("Esc ] ]");
    assert!(
        inspector
            .screen(100, 30)
            .contains("Layer 6 is the last one of this model.")
    );
    assert_eq!(inspector.state.inspection().layer, Some(6));
}
