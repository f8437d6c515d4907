//! Random keys, pastes, clicks and sizes: nothing panics, and no screen ever shows what it must not.

#[path = "tui_support/mod.rs"]
mod tui_support;

use bertscope::tui::keymap::{BINDINGS, key};
use bertscope::tui::message::Message;
use bertscope::tui::theme::{ColorDepth, Theme};
use bertscope::tui::update::Effect;
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use proptest::prelude::*;
use tui_support::{Inspector, assert_decent};

#[derive(Debug, Clone)]
enum Step {
    Key(String),
    Paste(String),
    Mouse(MouseEventKind, u16, u16),
    Size(u16, u16),
    Colours(ColorDepth),
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-zA-Z ,.]{1,30}",
        ".{0,12}",
        Just("\u{1b}[2J\u{7}\r\n\t\u{9b}31m".to_owned()),
        Just("👩‍👩‍👧 e\u{301} \u{202e}x 我喜欢 \u{301}\u{200d}".to_owned()),
        "[ab ]{60,90}",
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let bound: Vec<String> = BINDINGS.iter().flat_map(|b| b.keys.split(' ')).map(str::to_owned).collect();
    let mouse = prop_oneof![
        Just(MouseEventKind::Down(MouseButton::Left)),
        Just(MouseEventKind::Drag(MouseButton::Left)),
        Just(MouseEventKind::ScrollDown),
        Just(MouseEventKind::ScrollLeft),
    ];
    let depth = prop_oneof![
        Just(ColorDepth::None),
        Just(ColorDepth::Ansi16),
        Just(ColorDepth::Ansi256),
        Just(ColorDepth::True)
    ];
    prop_oneof![
        8 => proptest::sample::select(bound).prop_map(Step::Key),
        2 => text().prop_map(Step::Paste),
        2 => (mouse, 0u16..170, 0u16..60).prop_map(|(kind, x, y)| Step::Mouse(kind, x, y)),
        1 => (0u16..170, 0u16..60).prop_map(|(w, h)| Step::Size(w, h)),
        1 => depth.prop_map(Step::Colours),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_pressed_pasted_and_resized_the_screen_stays_decent(
        reference in text(),
        candidate in text(),
        steps in proptest::collection::vec(step(), 1..25),
    ) {
        let mut inspector = Inspector::on(&reference, &candidate);
        for step in steps {
            match step {
                Step::Key(name) => inspector.send(Message::Key(key(&name).unwrap())),
                Step::Paste(text) => inspector.send(Message::Paste(text)),
                Step::Mouse(kind, column, row) => {
                    inspector.send(Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
                }
                Step::Size(width, height) => inspector.send(Message::Resize(width, height)),
                Step::Colours(depth) => inspector.state.theme = Theme::new(inspector.state.theme.light, depth),
            }
            let (width, height) = inspector.state.size;
            assert_decent(&inspector.cells(width, height));
            for editor in [&inspector.state.reference, &inspector.state.candidate] {
                prop_assert!(editor.text().is_char_boundary(editor.cursor()));
                prop_assert!(!editor.text().contains(['\n', '\r']));
            }
            prop_assert!(inspector.effects.iter().all(|e| !matches!(e, Effect::Quit(Some(_)))));
        }
    }
}
