//! Random keys, pastes, clicks and sizes: nothing panics, and no screen ever shows what it must not. Seeds that failed are
//! kept in proptest-regressions/ and tried first.

use super::support::{Inspector, assert_decent, other_info};
use bertscope::models::Progress;
use bertscope::testing::{
    Binding, ColorDepth, Effect, ExportOutcome, KeyMap, Message, TerminalEvent, Theme, key,
};
use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use proptest::prelude::*;

#[derive(Debug, Clone)]
enum Step {
    Key(String),
    Paste(String),
    Mouse(MouseEventKind, u16, u16),
    Size(u16, u16),
    Colours(ColorDepth),
    Picker(String),
    Opening(Progress),
    Opened,
    OpenFailed(String),
    Prompt(String),
    Late(String),
    Exported(ExportOutcome),
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
    let map = KeyMap::default();
    let bound: Vec<String> = map.bindings.iter().flat_map(Binding::names).collect();
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
    let progress = prop_oneof![
        Just(Progress::Connecting),
        (any::<u64>(), any::<u64>()).prop_map(|(done, total)| Progress::Reading { done, total }),
        (0usize..3, any::<u64>(), any::<u64>()).prop_map(|(number, done, total)| {
            Progress::Downloading {
                file: "a\u{1b}".into(),
                number,
                files: 2,
                done,
                total,
            }
        }),
    ];
    let exported = prop_oneof![
        (text(), any::<u64>(), 0usize..9).prop_map(|(path, bytes, missing)| ExportOutcome::File {
            path: path.into(),
            bytes,
            missing
        }),
        text().prop_map(ExportOutcome::Text),
        Just(ExportOutcome::Exists),
        text().prop_map(ExportOutcome::Failed),
    ];
    prop_oneof![
        8 => proptest::sample::select(bound).prop_map(Step::Key),
        2 => text().prop_map(Step::Paste),
        2 => (mouse, 0u16..170, 0u16..60).prop_map(|(kind, x, y)| Step::Mouse(kind, x, y)),
        1 => (0u16..170, 0u16..60).prop_map(|(w, h)| Step::Size(w, h)),
        1 => depth.prop_map(Step::Colours),
        2 => text().prop_map(Step::Picker),
        1 => progress.prop_map(Step::Opening),
        1 => Just(Step::Opened),
        1 => text().prop_map(Step::OpenFailed),
        2 => text().prop_map(Step::Prompt),
        1 => text().prop_map(Step::Late),
        2 => exported.prop_map(Step::Exported),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn whatever_is_pressed_pasted_and_resized_the_screen_stays_decent(
        reference in text(),
        candidate in text(),
        steps in proptest::collection::vec(step(), 1..25),
    ) {
        let mut inspector = Inspector::with_texts(&reference, &candidate);
        for step in steps {
            match step {
                Step::Key(name) => inspector.send(Message::Terminal(TerminalEvent::Key(key(&name).unwrap()))),
                Step::Paste(text) => inspector.send(Message::Terminal(TerminalEvent::Paste(text))),
                Step::Mouse(kind, column, row) => {
                    inspector.send(Message::Terminal(TerminalEvent::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })));
                }
                Step::Size(width, height) => inspector.send(Message::Terminal(TerminalEvent::Resize(width, height))),
                Step::Picker(text) => {
                    inspector.press("Ctrl-o");
                    inspector.send(Message::Terminal(TerminalEvent::Paste(text)));
                }
                // The inspector of these tests writes no file, whatever its name is.
                Step::Prompt(text) => {
                    inspector.press("Ctrl-s");
                    inspector.send(Message::Terminal(TerminalEvent::Paste(text)));
                    inspector.press("Tab Enter");
                }
                // An analysis that never comes, and a file that waits for it.
                Step::Late(text) => {
                    for message in [Message::Terminal(TerminalEvent::Paste(text)), Message::Terminal(TerminalEvent::Key(key("Ctrl-s").unwrap()))] {
                        inspector.only(message);
                    }
                    inspector.only(Message::Terminal(TerminalEvent::Key(key("Enter").unwrap())));
                }
                Step::Exported(exported) => {
                    let number = inspector.state.exports.pending.first().map_or(0, |pending| pending.number);
                    inspector.send(Message::Exported(number, exported));
                }
                Step::Opening(progress) => inspector.send(Message::Opening(inspector.state.models.requests, progress)),
                Step::Opened => {
                    let name = inspector.state.models.opening.as_ref().map_or(String::new(), |o| o.request.name.clone());
                    inspector.send(Message::Opened(inspector.state.models.requests, other_info(&name)));
                }
                Step::OpenFailed(why) => inspector.send(Message::OpenFailed(inspector.state.models.requests, why)),
                Step::Colours(depth) => inspector.state.look.theme = Theme::new(inspector.state.look.theme.light, depth),
            }
            let (width, height) = inspector.state.terminal.size;
            assert_decent(&inspector.cells(width, height));
            let filter = inspector.state.stack.picker().map(|picker| &picker.filter);
            let name = inspector.state.stack.export_prompt().map(|prompt| &prompt.name);
            let texts = [&inspector.state.inspection().reference, &inspector.state.inspection().candidate];
            for editor in texts.into_iter().chain(filter).chain(name) {
                prop_assert!(editor.text().is_char_boundary(editor.cursor()));
                prop_assert!(!editor.text().contains(['\n', '\r']));
            }
            prop_assert!(inspector.effects.iter().all(|e| !matches!(e, Effect::Quit(Some(_)))));
        }
    }
}
