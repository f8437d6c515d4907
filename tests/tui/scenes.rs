//! One scene at a time, at most one overlay: every key in each of them, and every order of opening and closing.

use super::support::{Inspector, assert_decent, text};
use bertscope::analysis::Settings;
use bertscope::encoder::Layer;
use bertscope::explain::Topic;
use bertscope::report::export::link::PairView;
use bertscope::testing::{
    Binding, ColorScale, Effect, KeyMap, Message, OpenPart, Session, StackLayer, State,
    TerminalEvent, draw_screen, key, update,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

/// Keys that lead from the list of a file's pairs to a scene.
const SCENES: [&str; 11] = [
    "",
    "/",
    "Enter",
    "Enter e",
    "Enter H",
    "Enter W . .",
    "Enter L 1",
    "Enter L 3",
    "Enter L 1 W",
    "Enter L 3 O",
    "Enter W O",
];

/// Keys that open an overlay, where the scene lets them.
const OVERLAYS: [&str; 7] = ["", "Ctrl-d", "F1", "Ctrl-o", "Ctrl-s", "Ctrl-y", "Alt-n"];

/// A file of pairs with its list in sight.
fn pairs() -> Inspector {
    let mut inspector = Inspector::with_pairs(5);
    inspector.state.terminal.size = (80, 24);
    inspector
}

/// What is saved of the user's own settings, without what all scenes share.
fn own(state: &State) -> Session {
    let session = Session::from_state(state);
    let view = PairView {
        panel: Topic::default(),
        palette: None,
        ..session.view
    };
    Session {
        view,
        lessons: Vec::new(),
        introduced: Vec::new(),
        lists: Vec::new(),
        scale: ColorScale::Unit,
        projector: false,
        ..session
    }
}

fn assert_jobs_are_of_the_scene(state: &State, effects: &[Effect], when: &str) {
    for effect in effects {
        match effect {
            Effect::Analyze(job) if job.number == state.results.newest_job => {
                let inspection = state.inspection();
                let texts = [inspection.reference.text(), inspection.candidate.text()];
                let (layer, idf) = (Layer(inspection.layer.unwrap()), inspection.idf);
                assert_eq!([&*job.reference, &*job.candidate], texts, "{when}");
                assert_eq!(
                    job.settings,
                    Settings {
                        layer,
                        idf,
                        rescale: state.display().rescale,
                        conventions: bertscope::Conventions::default()
                    },
                    "{when}"
                );
            }
            Effect::Export(_) | Effect::Copy(_) => {
                assert!(!state.hides_scores(), "{when} gives hidden scores away");
            }
            _ => {}
        }
    }
}

#[test]
fn every_key_in_every_scene_and_overlay_leaves_one_scene_and_the_users_own_settings() {
    let map = KeyMap::default();
    let mut keys: Vec<String> = map.bindings.iter().flat_map(Binding::names).collect();
    keys.sort_unstable();
    keys.dedup();
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    for scene in SCENES {
        for overlay in OVERLAYS {
            let mut inspector = pairs();
            inspector.press(scene).press(overlay);
            let (before, now) = (inspector.state, inspector.now);
            for name in &keys {
                let when = format!("{name} after {scene:?} and {overlay:?}");
                let mut after = before.clone();
                let effects = update(
                    &mut after,
                    Message::Terminal(TerminalEvent::Key(key(name).unwrap())),
                    now,
                );
                assert_jobs_are_of_the_scene(&after, &effects, &when);
                if before.stack.lesson().is_some() {
                    assert_eq!(
                        own(&after),
                        own(&before),
                        "{when}: a lesson is not the user's own"
                    );
                }
                if before.staged.is_some() {
                    let set =
                        |state: &State| (state.own.display.rescale, state.own.display.direction);
                    assert_eq!(
                        set(&after),
                        set(&before),
                        "{when}: a walkthrough changes no setting"
                    );
                }
                if after.hides_scores() {
                    let tells = matches!(
                        after.stack.on(StackLayer::Prompt),
                        Some(OpenPart::Export(_) | OpenPart::Copy)
                    );
                    assert!(
                        !tells && after.staged.is_none(),
                        "{when} gives hidden scores away"
                    );
                }
                terminal
                    .draw(|frame| draw_screen(frame, &after, now))
                    .unwrap();
                assert_decent(terminal.backend().buffer());
                assert!(!text(terminal.backend().buffer()).contains("-.0"), "{when}");
            }
        }
    }
}

#[test]
fn in_whatever_order_scenes_and_overlays_are_opened_and_closed_the_users_texts_and_settings_are_there_at_the_end()
 {
    const STEPS: [&str; 8] = ["L", "1", "W", "O", ".", "Ctrl-d", "Ctrl-s", "Esc"];
    const LENGTH: u32 = 4;
    let mut inspector = pairs();
    // Settings that no lesson and no stage of the walkthrough has.
    inspector.press("Enter b d s -");
    let (start, now) = (inspector.state, inspector.now);
    for order in 0..STEPS.len().pow(LENGTH) {
        let mut state = start.clone();
        let steps = (0..LENGTH).map(|i| STEPS[order / STEPS.len().pow(i) % STEPS.len()]);
        let names: Vec<&str> = steps.collect();
        let press = |state: &mut State, name: &str| {
            let effects = update(
                state,
                Message::Terminal(TerminalEvent::Key(key(name).unwrap())),
                now,
            );
            assert_jobs_are_of_the_scene(state, &effects, &format!("{names:?}, {name}"));
            assert_eq!(own(state), own(&start), "after {name} of {names:?}");
        };
        for name in &names {
            press(&mut state, name);
        }
        for _ in 0..8 {
            match state.stack.top() {
                None => break,
                Some(OpenPart::Walkthrough) => press(&mut state, "W"),
                Some(OpenPart::Lesson(_)) => {
                    press(&mut state, "L");
                    press(&mut state, "Enter");
                }
                Some(_) => press(&mut state, "Esc"),
            }
        }
        assert!(state.stack.top().is_none(), "{names:?} cannot be left");
        assert_eq!(
            (state.display().rescale, state.inspection().layer),
            (start.own.display.rescale, start.own.layer)
        );
    }
}
