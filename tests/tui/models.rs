//! Changing the model, as a function of state and messages.

use std::time::Duration;

use super::parts::Part;
use super::support::{Inspector, analyzed, info, other_info};
use bertscope::analysis::SettingsRequest;
use bertscope::encoder::Layer;
use bertscope::models::{ModelError, Progress, Recognition, bundled, known};
use bertscope::report::export::link::PairView;
use bertscope::testing::{
    AnalysisOutcome, ColorDepth, Config, Effect, InspectorOptions, Message, ModelInfo,
    ModelRequest, Session, State, TerminalEvent, Theme, initial_model, initial_state, key,
};
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

const LARGE: &str = "roberta-large";

fn inspector() -> Inspector {
    Inspector::with_texts("The ferry leaves at noon.", "The boat departs at midday.")
}

/// One that is opening another model, whose request is number 2.
fn opening() -> Inspector {
    let mut inspector = inspector();
    inspector.press("Ctrl-o").type_text("large").press("Enter");
    assert_eq!(inspector.effects.last(), Some(&wish(2, LARGE)));
    inspector
}

fn wish(number: u64, name: &str) -> Effect {
    Effect::OpenModel(ModelRequest {
        number,
        name: name.into(),
    })
}

fn in_use(state: &State) -> &ModelInfo {
    match &state.models.current {
        Some(info) => info,
        None => panic!("there is no model"),
    }
}

fn bytes(done: u64) -> Progress {
    Progress::Downloading {
        file: "model.safetensors".into(),
        number: 2,
        files: 3,
        done,
        total: 1_426_000_000,
    }
}

#[test]
fn the_old_model_works_until_the_new_one_takes_over_and_nothing_typed_is_lost() {
    let mut inspector = opening();
    inspector.type_text(" Typed meanwhile");
    inspector.press("F2 F3");
    let scored = inspector.state.results.analysis.clone().unwrap();
    assert!(scored.candidate.tokenized.text.ends_with("meanwhile") && scored.idf.is_some());
    assert_eq!(in_use(&inspector.state).reopen, bundled::NAME);

    let cursor = inspector.state.inspection().candidate.cursor();
    let effects = inspector.only(Message::Opened(2, other_info(LARGE)));
    let [Effect::UseModel(2), Effect::Analyze(job)] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert_eq!(
        (job.settings.layer, &*job.candidate),
        (Layer(17), inspector.state.inspection().candidate.text())
    );
    assert!(job.settings.rescale);
    assert_eq!(
        (
            &*in_use(&inspector.state).name,
            inspector.state.inspection().candidate.cursor()
        ),
        (LARGE, cursor)
    );
    assert!(
        inspector.state.results.is_late(inspector.now),
        "the old picture is not passed off as the new model's"
    );
    assert_eq!(
        inspector.state.results.change(),
        None,
        "scores of two models have no difference"
    );
    inspector.send(analyzed(job));
    assert!(!inspector.state.results.is_late(inspector.now));
    inspector.press("Alt-u");
    assert!(
        inspector
            .state
            .inspection()
            .candidate
            .text()
            .ends_with("Typed ")
    );
}

#[test]
fn what_the_old_model_finds_after_it_was_replaced_is_dropped() {
    let mut inspector = opening();
    let Some(Effect::Analyze(old)) = inspector
        .only(Message::Terminal(TerminalEvent::Paste("!".into())))
        .pop()
    else {
        panic!()
    };
    inspector.only(Message::Opened(2, other_info(LARGE)));
    let before = inspector.state.results.analysis.clone().unwrap();
    inspector.only(analyzed(&old));
    inspector.only(Message::Analyzed(AnalysisOutcome {
        job: old.number,
        result: Err("late".into()),
        cosine: None,
        elapsed: Some(Duration::ZERO),
    }));
    assert!(std::sync::Arc::ptr_eq(
        &before,
        inspector.state.results.analysis.as_ref().unwrap()
    ));
    assert_eq!(inspector.state.results.error, None);
    assert!(inspector.state.results.is_late(inspector.now));
}

#[test]
fn a_second_choice_replaces_the_first_whose_messages_then_mean_nothing() {
    let mut inspector = opening();
    inspector.press("Ctrl-o").type_text("./mine").press("Enter");
    assert_eq!(inspector.effects.last(), Some(&wish(3, "./mine")));
    let late = [
        Message::Opening(2, bytes(1)),
        Message::OpenFailed(2, "no network".into()),
        Message::Opened(2, other_info(LARGE)),
    ];
    for message in late {
        assert_eq!(inspector.only(message), []);
    }
    let opening = inspector.state.models.opening.as_ref().unwrap();
    assert_eq!(
        (opening.request.number, opening.progress.newest()),
        (3, None)
    );
    assert_eq!(
        (
            &*in_use(&inspector.state).reopen,
            &inspector.state.messages.notice
        ),
        (bundled::NAME, &None)
    );
}

#[test]
fn choosing_the_same_again_does_nothing_and_choosing_the_one_in_use_stops_the_other() {
    let mut inspector = opening();
    inspector.effects.clear();
    inspector.press("Ctrl-o").type_text("large").press("Enter");
    assert!(
        inspector
            .effects
            .iter()
            .all(|effect| matches!(effect, Effect::ListModels(_)))
    );
    inspector.press("Ctrl-o Home Enter");
    assert_eq!(inspector.effects.last(), Some(&Effect::CancelOpening));
    assert!(inspector.state.models.opening.is_none());
    inspector.effects.clear();
    inspector.press("Ctrl-o Home Enter");
    assert!(
        inspector
            .effects
            .iter()
            .all(|effect| matches!(effect, Effect::ListModels(_)))
    );
}

#[test]
fn one_key_stops_an_opening_wherever_the_focus_is() {
    for keys in ["Ctrl-g", "Esc Ctrl-g", "Ctrl-o Ctrl-g"] {
        let mut inspector = opening();
        inspector.press(keys);
        assert_eq!(
            inspector.effects.last(),
            Some(&Effect::CancelOpening),
            "{keys}"
        );
        assert_eq!(inspector.only(Message::Opened(2, other_info(LARGE))), []);
        assert_eq!(in_use(&inspector.state).reopen, bundled::NAME);
    }
}

#[test]
fn a_model_that_cannot_be_opened_leaves_the_old_one_and_a_sentence() {
    let mut inspector = opening();
    assert_eq!(
        inspector.only(Message::OpenFailed(2, "the hub says 401".into())),
        []
    );
    let state = &inspector.state;
    assert_eq!(
        state.messages.notice.as_deref(),
        Some("roberta-large was not opened: the hub says 401. Ctrl-o chooses another.")
    );
    assert!(
        state.models.opening.is_none()
            && state.results.analysis.is_some()
            && !state.results.is_late(inspector.now)
    );
    inspector.type_text("x");
    assert!(
        inspector.state.messages.notice.is_some(),
        "it is not typed away"
    );
    inspector.press("Ctrl-g");
    assert_eq!(inspector.state.messages.notice, None);
}

#[test]
fn a_layer_belongs_to_the_model_that_it_was_chosen_for() {
    let mut inspector = inspector();
    inspector.press("F4 F4");
    let switch = |inspector: &mut Inspector, name: &str, info: ModelInfo| {
        inspector.press("Ctrl-o").type_text(name).press("Enter");
        let number = inspector.state.models.requests;
        inspector.send(Message::Opened(number, info));
        inspector.state.inspection().layer
    };
    assert_eq!(switch(&mut inspector, LARGE, other_info(LARGE)), Some(17));
    inspector.press("F5");
    assert_eq!(switch(&mut inspector, bundled::NAME, info()), Some(4));
    assert_eq!(switch(&mut inspector, LARGE, other_info(LARGE)), Some(18));
    assert_eq!(
        switch(&mut inspector, "other", other_info("other")),
        Some(17)
    );
}

#[test]
fn the_command_lines_model_ends_the_inspector_when_it_fails_and_the_last_sessions_does_not() {
    let first = |model: Option<&str>, session: &Session| {
        let mut args = InspectorOptions::default();
        args.request.model = model.map(str::to_owned);
        initial_state(&args, session, Theme::new(false, ColorDepth::True))
    };
    let fails = |state: State| {
        let mut inspector = inspector();
        inspector.state = state;
        let effects = inspector.only(Message::OpenFailed(1, "it is broken".into()));
        (effects, inspector.state)
    };
    let (effects, _) = fails(first(Some("nowhere"), &Session::default()));
    assert_eq!(effects, [Effect::Quit(Some("it is broken".into()))]);
    let (effects, _) = fails(first(None, &Session::default()));
    assert_eq!(
        effects,
        [Effect::Quit(Some("it is broken".into()))],
        "without the bundled model there is none"
    );

    let folder = tempfile::tempdir().unwrap();
    let session = Session {
        model: Some(folder.path().to_str().unwrap().into()),
        ..Session::default()
    };
    let (effects, state) = fails(first(None, &session));
    assert_eq!(effects, [wish(2, bundled::NAME)]);
    assert!(
        state
            .context
            .messages
            .notice
            .unwrap()
            .contains("was not opened: it is broken.")
    );
}

#[test]
fn a_first_model_that_is_cancelled_gives_way_to_the_bundled_one() {
    let mut args = InspectorOptions::default();
    args.request.model = Some(LARGE.into());
    args.request.settings.layer = Some(11);
    let mut inspector = inspector();
    inspector.state = initial_state(&args, &Session::default(), inspector.state.look.theme);
    inspector.only(Message::Opening(1, bytes(1)));
    inspector.type_text(" Typed early");
    assert_eq!(
        inspector.only(Message::Terminal(TerminalEvent::Key(
            key("Ctrl-g").unwrap()
        ))),
        [wish(2, bundled::NAME)]
    );
    assert_eq!(
        inspector.only(Message::Terminal(TerminalEvent::Key(
            key("Ctrl-g").unwrap()
        ))),
        []
    );
    inspector.send(Message::Opened(2, info()));
    assert_eq!(
        inspector.state.inspection().layer,
        Some(6),
        "the layer was meant for the other model"
    );
    assert!(
        inspector
            .state
            .results
            .analysis
            .as_ref()
            .unwrap()
            .reference
            .tokenized
            .text
            .ends_with("early")
    );
}

#[test]
fn the_last_model_is_opened_again_only_if_it_needs_no_download_and_nothing_else_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let folder = folder.to_str().unwrap();
    let view = PairView {
        settings: SettingsRequest {
            layer: Some(3),
            ..SettingsRequest::default()
        },
        ..PairView::default()
    };
    let last = |model: &str| Session {
        view: view.clone(),
        model: Some(model.into()),
        ..Session::default()
    };
    let args = InspectorOptions::default();

    let first = initial_model(&args, &Config::default(), &last(folder));
    assert_eq!(
        (
            &*first.opening.request.name,
            first.opening.layer,
            first.notice
        ),
        (folder, Some(3), None)
    );
    let first = initial_model(
        &args,
        &Config::default(),
        &last("somebody/some-model-that-is-not-here"),
    );
    assert_eq!(
        (&*first.opening.request.name, first.opening.layer),
        (bundled::NAME, None)
    );
    assert!(first.notice.unwrap().contains("is no longer on this disk"));
    let first = initial_model(&args, &Config::default(), &last(bundled::NAME));
    assert_eq!(
        (
            &*first.opening.request.name,
            first.opening.layer,
            first.notice
        ),
        (bundled::NAME, Some(3), None)
    );

    let mut asked = args.clone();
    asked.request.settings.layer = Some(2);
    let first = initial_model(&asked, &Config::default(), &last(folder));
    assert_eq!(
        (&*first.opening.request.name, first.opening.layer),
        (bundled::NAME, Some(2))
    );
    asked.request.model = Some(LARGE.into());
    let first = initial_model(&asked, &Config::default(), &last(folder));
    assert!(first.opening.request.name == LARGE && first.opening.named);
}

#[test]
fn the_session_remembers_the_model_its_layer_and_the_folders() {
    let folder = std::env::temp_dir()
        .join("model")
        .to_str()
        .unwrap()
        .to_owned();
    let mut inspector = inspector();
    inspector.press("Ctrl-o").type_text(&folder).press("Enter");
    assert_eq!(
        Session::from_state(&inspector.state).model.as_deref(),
        Some(bundled::NAME),
        "it is not there yet"
    );
    inspector.send(Message::Opened(2, other_info(&folder)));
    inspector.press("F4");
    let session = Session::from_state(&inspector.state);
    assert_eq!(
        (session.model, session.view.settings.layer, &session.folders),
        (Some(folder.clone()), Some(16), &vec![folder.clone()])
    );
    assert!(inspector.state.saving.unsaved);
    inspector.press("Ctrl-o");
    assert!(
        inspector
            .effects
            .contains(&Effect::ListModels(vec![folder]))
    );
}

#[test]
fn while_the_list_is_open_letters_filter_and_the_texts_stay_as_they_are() {
    let mut inspector = inspector();
    let before = (
        inspector.state.inspection().candidate.text().to_owned(),
        inspector.state.focus,
    );
    inspector.press("Ctrl-o").type_text("deb xl");
    inspector.press("Ctrl-w").type_text("arge");
    inspector.send(Message::Terminal(TerminalEvent::Paste(" mnli".into())));
    inspector.press("Tab Ctrl-t F2");
    let picker = inspector.state.stack.picker().unwrap();
    assert_eq!(
        picker.filter.text(),
        "microsoft/deberta-xlarge-mnli",
        "Tab took the name over"
    );
    assert_eq!(
        picker.row().unwrap().name(),
        "microsoft/deberta-xlarge-mnli"
    );
    inspector.type_text("@abc").press("Enter");
    assert_eq!(
        inspector.effects.last(),
        Some(&wish(2, "microsoft/deberta-xlarge-mnli@abc"))
    );
    assert_eq!(
        (
            inspector.state.inspection().candidate.text().to_owned(),
            inspector.state.focus
        ),
        before
    );
    assert!(inspector.state.stack.picker().is_none());
    inspector.press("Ctrl-o x Esc");
    assert!(inspector.state.stack.picker().is_none());
    assert_eq!(
        inspector.only(Message::Terminal(TerminalEvent::Key(
            key("Ctrl-c").unwrap()
        ))),
        [Effect::Quit(None)]
    );
}

#[test]
fn who_types_faster_than_the_list_comes_gets_what_the_list_says() {
    let mut inspector = inspector();
    let press = |inspector: &mut Inspector, name: &str| {
        inspector.only(Message::Terminal(TerminalEvent::Key(key(name).unwrap())))
    };
    press(&mut inspector, "Ctrl-o");
    for letter in ["l", "a", "r", "g", "e"] {
        press(&mut inspector, letter);
    }
    assert_eq!(press(&mut inspector, "Enter"), []);
    assert!(
        matches!(press(&mut inspector, "x")[..], [Effect::Analyze(_)]),
        "what follows is typed in the text"
    );
    assert_eq!(
        inspector.only(Message::ModelsListed(super::support::choices())),
        [wish(2, LARGE)]
    );
    assert_eq!(
        inspector.only(Message::ModelsListed(super::support::choices())),
        []
    );
    for name in ["Ctrl-o", "m", "Enter", "Ctrl-g"] {
        press(&mut inspector, name);
    }
    assert_eq!(
        inspector.only(Message::ModelsListed(super::support::choices())),
        [],
        "it can be stopped as early"
    );
}

#[test]
fn a_click_selects_a_second_one_opens_and_one_beside_the_list_closes() {
    let mouse = |kind, column, row| {
        Message::Terminal(TerminalEvent::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }))
    };
    let click = |column, row| mouse(MouseEventKind::Down(MouseButton::Left), column, row);
    for size in [(80, 24), (160, 50), (40, 14)] {
        let mut inspector = inspector();
        inspector.press("Ctrl-o");
        inspector.send(mouse(MouseEventKind::ScrollDown, 1, 1));
        assert_eq!(inspector.state.stack.picker().unwrap().selected, 3);
        inspector.press("Up");
        let screen = inspector.screen(size.0, size.1);
        let (y, line) = screen
            .lines()
            .enumerate()
            .find(|(_, line)| line.contains("▸"))
            .unwrap();
        let x = line.chars().position(|c| c == '▸').unwrap() as u16;
        inspector.press("Up");
        inspector.screen(size.0, size.1);
        inspector.press("Down");
        inspector.send(click(x + 3, y as u16));
        assert_eq!(
            inspector.effects.last(),
            Some(&wish(2, LARGE)),
            "{size:?}\n{screen}"
        );
        inspector.press("Ctrl-o");
        inspector.send(click(x + 3, 0));
        assert!(inspector.state.stack.picker().is_none(), "{size:?}");
    }
}

#[test]
fn a_folder_that_is_taken_for_a_known_model_says_so_until_it_is_closed_and_beside_its_name() {
    let mut inspector = opening();
    let known = known::find("roberta-large");
    let mut copy = other_info("models/copy");
    copy.origin.clone_from(&copy.name);
    copy.recognition = Recognition {
        known,
        remark: Some("is taken for roberta-large: by default layer 17".into()),
    };
    inspector.send(Message::Opened(2, copy));
    let screen = inspector.screen(160, 50);
    assert!(
        screen.contains("The folder copy is taken for roberta-large: by default layer 17."),
        "{screen}"
    );
    assert!(screen.contains("copy (copy of roberta-large)"), "{screen}");
    inspector.press("Ctrl-g");
    let screen = inspector.screen(80, 24);
    assert!(!screen.contains("is taken for"), "{screen}");
}

#[test]
fn why_a_model_was_not_opened_names_keys_and_no_options_and_stands_apart_from_the_hint() {
    let mut inspector = Inspector::example().ready();
    let why = ModelError::Unknown("./nowhere".into()).to_string();
    assert!(why.contains("--model"), "on the command line: {why}");
    inspector
        .press("Ctrl-o")
        .type_text("./nowhere")
        .press("Enter");
    inspector.send(Message::OpenFailed(2, why));
    let notice = inspector.part(Part::Notice, 80, 24);
    let words = notice.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("or use the bundled model. Ctrl-o chooses another."),
        "{notice}"
    );
    assert!(!notice.contains("--"), "{notice}");
    let hint = notice
        .lines()
        .find(|line| line.contains("Type a reference"));
    assert!(
        hint.is_some_and(|line| !line.contains("another")),
        "{notice}"
    );
}
