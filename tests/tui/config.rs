//! The user's configuration: what the inspector starts with, and which keys it has and names.

use std::sync::Arc;

use proptest::prelude::*;

use super::support::{Inspector, info, text};
use bertscope::analysis::Idf;
use bertscope::report::export::link::PairView;
use bertscope::testing::{
    ColorDepth, Command, Config, InspectorOptions, Key, Message, Scope, Session, Theme, config,
    state_with_config,
};

/// The configuration of a text without faults.
fn configuration(text: &str) -> Arc<Config> {
    let parsed = config::parse(text);
    assert_eq!(parsed.faults, Vec::new());
    Arc::new(parsed.config)
}

/// The inspector with a pair, as a configuration, a command line and a session start it.
fn started(config: &str, options: InspectorOptions, session: &Session) -> Inspector {
    let options = InspectorOptions {
        reference: vec!["The ferry leaves at noon.".into()],
        candidate: Some("The boat departs at midday.".into()),
        ..options
    };
    let theme = Theme::new(false, ColorDepth::True);
    let mut inspector = Inspector::pair();
    inspector.state = state_with_config(&options, &configuration(config), session, theme);
    inspector.state.terminal.size = (110, 34);
    inspector.send(Message::Opened(1, info()));
    inspector
}

fn header(inspector: &mut Inspector) -> String {
    let screen = text(&inspector.cells(110, 34));
    screen.lines().next().unwrap().to_owned()
}

const START: &str = "[start]\nlayer = 4\nidf = \"table\"\nrescale = true\npanel = \"ledger\"\n";

#[test]
fn the_command_line_counts_more_than_the_start_and_the_start_more_than_the_last_session() {
    let mut session = Session::default();
    session.view.settings.idf = Some(Idf::Off);
    session.view.settings.rescale = Some(false);
    session.view.settings.layer = Some(2);
    let inspector = started(START, InspectorOptions::default(), &session);
    let own = &inspector.state.own;
    assert_eq!(
        (
            own.layer,
            own.idf,
            own.display.rescale,
            own.panel.topic.name()
        ),
        (Some(4), Idf::Table, true, "ledger")
    );
    let mut options = InspectorOptions::default();
    options.request.settings.layer = Some(5);
    options.request.settings.idf = Some(Idf::Off);
    let inspector = started(START, options, &session);
    let own = &inspector.state.own;
    assert_eq!(
        (own.layer, own.idf, own.display.rescale),
        (Some(5), Idf::Off, true)
    );
    let options = InspectorOptions {
        link: Some(PairView::default()),
        ..InspectorOptions::default()
    };
    let own = &started(START, options, &session).state.own;
    assert_eq!(
        (own.idf, own.display.rescale),
        (Idf::Off, false),
        "a link says all of it"
    );
}

#[test]
fn the_default_settings_are_those_of_the_start_and_the_header_marks_what_differs() {
    let mut inspector = started(START, InspectorOptions::default(), &Session::default());
    let at_start = header(&mut inspector);
    assert!(
        at_start.contains("layer 4/6") && at_start.contains("rescaled"),
        "{at_start}"
    );
    let accent = inspector.state.look.theme.accent().fg;
    let marked = |inspector: &mut Inspector, word: &str| {
        let buffer = inspector.cells(110, 34);
        let line: String = (0..110).map(|x| buffer[(x, 0)].symbol()).collect();
        let at = line
            .find(word)
            .unwrap_or_else(|| panic!("{word} in {line}"));
        Some(buffer[(at as u16, 0)].fg) == accent
    };
    assert!(!marked(&mut inspector, "rescaled") && !marked(&mut inspector, "layer 4"));
    inspector.press("Esc b ]");
    assert!(marked(&mut inspector, "raw") && marked(&mut inspector, "layer 5"));
    inspector.press("!");
    assert_eq!(header(&mut inspector), at_start);
}

#[test]
fn the_last_session_is_restored_as_far_as_the_user_wants() {
    let mut session = Session::default();
    session.view.reference = "a".into();
    session.view.settings.rescale = Some(true);
    for (restore, reference, rescale) in [
        ("all", "a", Some(true)),
        ("texts", "a", None),
        ("settings", "", Some(true)),
        ("nothing", "", None),
    ] {
        let config = configuration(&format!("[start]\nrestore = {restore:?}"));
        let mut restored = session.clone();
        restored.restrict(config.start.restore.unwrap_or_default());
        assert_eq!(
            (&*restored.view.reference, restored.view.settings.rescale),
            (reference, rescale)
        );
    }
}

#[test]
fn the_bottom_line_the_palette_the_help_lessons_and_messages_name_the_users_keys() {
    let keys = "[keys]\nwalkthrough = [\"§\"]\nswap = [\"Ctrl-e\"]\nderivation = []\nundo-setting = [\"µ\"]\n\
                lessons = [\"£\"]\nedit-reference = [\"¤\"]\nrescale = []";
    let mut inspector = started(keys, InspectorOptions::default(), &Session::default());
    inspector.press("Esc");
    let screen = inspector.screen(110, 34);
    let footer = screen.lines().last().unwrap();
    for words in ["§ walk", "¤ reference", "£ lessons"] {
        assert!(footer.contains(words), "{words}: {footer}");
    }
    assert!(!footer.contains("how"), "it has no key: {footer}");
    inspector.press("W");
    assert!(!inspector.state.is_staged(), "W is no key now");
    inspector.press("[ !");
    let screen = inspector.screen(110, 34);
    assert!(screen.contains("µ undoes it"), "{screen}");
    assert_eq!(
        inspector.state.with_keys("Press {toggle-rescaling}."),
        "Press : “Rescaling”."
    );
    assert_eq!(
        inspector.state.with_keys("Press {walkthrough}."),
        "Press key §."
    );
    inspector.press("?").type_text("walkthrough");
    let screen = inspector.screen(110, 34);
    let row = screen
        .lines()
        .find(|line| line.contains("Walkthrough"))
        .unwrap();
    assert!(row.contains('§') && !row.contains("Alt-w"), "{row}");
    inspector.press("Esc Esc").press("¤ Ctrl-e");
    assert_eq!(
        inspector.state.own.reference.text(),
        "The boat departs at midday."
    );
}

#[test]
fn a_character_never_acts_inside_a_text_and_the_palette_always_opens() {
    let mut inspector = started(
        "[keys]\nswap = [\"z\"]\nchoose-model = [\"Ctrl-w\"]\n[keys.pairs]\nswap = [\"x\"]",
        InspectorOptions::default(),
        &Session::default(),
    );
    inspector.press("z");
    assert!(inspector.state.own.candidate.text().ends_with('z'));
    let keys = &inspector.state.config.keys;
    assert_eq!(keys.keys_for(Command::Swap, Scope::Text), []);
    assert!(keys.first_key(Command::Commands, Scope::Text).is_some());
    let faulty = config::parse("[keys]\ncommands = []\nquit = []\nleave-text = []");
    let keys = faulty.config.keys;
    for (command, name) in [
        (Command::Commands, "Ctrl-d"),
        (Command::Quit, "Ctrl-c"),
        (Command::LeaveText, "Esc"),
    ] {
        assert_eq!(
            keys.first_key(command, Scope::Text).unwrap().to_string(),
            name
        );
    }
}

#[test]
fn the_keys_of_the_example_for_a_french_keyboard_work_and_are_named() {
    let keys = include_str!("../../examples/azerty.toml");
    let parsed = config::parse(keys);
    assert_eq!((parsed.faults, parsed.warnings), (Vec::new(), Vec::new()));
    let mut inspector = started(keys, InspectorOptions::default(), &Session::default());
    inspector.press("Esc é");
    assert_eq!(inspector.state.panel().topic.name(), "ledger");
    inspector.press("ù ù *");
    assert_eq!(inspector.state.own.layer, Some(5));
    assert!(
        inspector.screen(160, 50).contains("ù/* layer"),
        "the bottom line has them"
    );
}

proptest! {
    #[test]
    fn no_file_panics_and_the_palette_and_the_way_out_keep_their_keys(
        lines in proptest::collection::vec(prop_oneof![
            "[a-z.\\[\\]=\" ]{0,12}",
            "\\[(start|look|keys|colours|keys.matrix|keys.text)\\]",
            "(commands|quit|leave-text|swap|layer|quiet) = (\\[\"(Esc|Ctrl-d|Ctrl-c|x|Enter|é)\"\\]|\\[\\]|3|\"#123456\")",
        ], 0..12),
    ) {
        let keys = config::parse(&lines.join("\n")).config.keys;
        let pressed = |name| keys.command(Key::parse(name).unwrap(), Scope::Text);
        prop_assert!(keys.first_key(Command::Commands, Scope::Text).is_some());
        prop_assert_eq!(pressed("Ctrl-c"), Some(Command::Quit));
        prop_assert_eq!(pressed("Esc"), Some(Command::LeaveText));
    }
}

#[test]
fn a_colour_of_the_user_is_drawn_and_a_painted_background_too() {
    let colours =
        configuration("[colours.dark]\naccent = \"#ffcc00\"\nbackground = \"#000000\"").colours;
    let theme = Theme {
        both_themes: colours,
        ..Theme::new(false, ColorDepth::True)
    };
    assert_eq!(
        theme.accent().fg,
        Some(ratatui::style::Color::Rgb(255, 204, 0))
    );
    assert!(theme.paint().is_some() && Theme::new(false, ColorDepth::True).paint().is_none());
    let refused = config::parse("[colours]\nbackground = \"white\"");
    assert_eq!(refused.config.colours.light.background.hex(), "#ffffff");
    assert_eq!(refused.faults.len(), 1, "{:?}", refused.faults);
}

#[test]
fn the_key_that_opens_a_list_or_a_prompt_closes_it_whichever_the_user_gave_it() {
    let keys = "[keys]\nchoose-model = [\"Alt-z\"]\nexport = [\"Alt-q\"]\nnote = [\"Alt-c\"]\nguess = [\"Alt-g\"]\n\
                lessons = [\"Alt-y\"]\nhelp = [\"Alt-k\"]\nsummary = [\"x\"]\nrank-settings = [\"z\"]\n";
    let mut inspector = Inspector::with_pairs(7);
    inspector.state.config = configuration(keys);
    for (before, key, opened, after) in [
        ("", "x", Scope::Summary, Scope::Pairs),
        ("x", "z", Scope::Ranking, Scope::Summary),
        ("Esc Enter", "Alt-z", Scope::Picker, Scope::Matrix),
        ("", "Alt-q", Scope::Export, Scope::Matrix),
        ("", "Alt-c", Scope::Note, Scope::Matrix),
        ("", "Alt-g", Scope::Guess, Scope::StepText),
        ("", "Alt-y", Scope::Lessons, Scope::StepText),
        ("", "Alt-k", Scope::Commands, Scope::StepText),
    ] {
        inspector.press(before);
        inspector.press(key);
        assert_eq!(inspector.state.scope(), opened, "{key}");
        inspector.press(key);
        assert_eq!(inspector.state.scope(), after, "{key} again");
    }
    inspector.press("Ctrl-o");
    assert_eq!(
        inspector.state.scope(),
        Scope::StepText,
        "the key that was taken from it"
    );
}

#[test]
fn the_frame_of_the_palette_names_the_users_keys() {
    let keys = "[keys.commands]\n\"rows:up\" = [\"Ctrl-k\"]\n\"rows:down\" = [\"Ctrl-j\"]\n";
    let mut inspector = started("", InspectorOptions::default(), &Session::default());
    inspector.press("Ctrl-d");
    let frame = |inspector: &mut Inspector| {
        let screen = text(&inspector.cells(110, 34));
        let mut lines = screen.lines().rev();
        lines.find(|line| line.contains('╯')).unwrap().to_owned()
    };
    let usual = frame(&mut inspector);
    assert!(
        usual.contains(" Enter run  ↑↓ choose  Esc close "),
        "{usual}"
    );
    inspector.state.config = configuration(keys);
    let changed = frame(&mut inspector);
    assert!(
        changed.contains(" Enter run  Ctrl-k choose  Esc close "),
        "{changed}"
    );
}
