//! The last pair and settings, kept between runs so that nothing typed is lost.

pub mod file;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use etcetera::{BaseStrategy, choose_base_strategy};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::tui::common::Editor;
use crate::tui::config::Restore;
use crate::tui::context::{ColorScale, Inspection};
use crate::tui::parts::lesson::active::LessonPlace;
use crate::tui::state::State;
use bertscope_analysis::{SettingsRequest, Side};
use bertscope_explain::{KeptTexts, Topic};
use bertscope_pair_list::LeftList;
use bertscope_report::export::link::PairView;

/// The example pair for a new user.
const EXAMPLE_REFERENCE: &str = "The ferry leaves at noon.";
const EXAMPLE_CANDIDATE: &str = "The boat departs at midday.";

/// Number of files whose lists are kept.
const MAX_LISTS: usize = 16;

/// The saved session. Every field is optional, and one of a newer version is ignored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Default)]
#[serde(default)]
pub struct Session {
    /// The pair and its settings. Without texts, the next start shows the examples.
    #[serde(flatten)]
    pub view: PairView,
    /// The name that reopens the model; the layer belongs to it.
    pub model: Option<String>,
    /// Recently used model folders, newest first.
    pub folders: Vec<String>,
    pub scale: ColorScale,
    /// Whether projector mode is on.
    pub projector: bool,
    /// The topics whose introduction was shown.
    pub introduced: Vec<Topic>,
    /// The lists of files as they were left, newest first.
    pub lists: Vec<LeftList>,
    /// The steps at which lessons were left.
    pub lessons: Vec<LessonPlace>,
}

impl Session {
    /// The folder of the session files: in the user's state folder, or in the cache folder if the system has no state
    /// folder.
    pub fn folder() -> Option<PathBuf> {
        let folders = choose_base_strategy().ok()?;
        Some(
            folders
                .state_dir()
                .unwrap_or_else(|| folders.cache_dir())
                .join("bertscope"),
        )
    }

    /// The valid fields of a file, and the problems of the others. In a truncated file, the fields before the cut are
    /// valid.
    pub fn parse(bytes: &[u8]) -> (Self, Option<String>) {
        if bytes.is_empty() {
            return (Self::default(), None);
        }
        let text = String::from_utf8_lossy(bytes);
        let mut fields = BTreeMap::new();
        let mut json = serde_json::Deserializer::from_str(&text);
        let read = json
            .deserialize_map(FieldCollector(&mut fields))
            .and_then(|()| json.end());
        let mut bad = Vec::new();
        // Each is read alone, so that one that is bad takes no other with it.
        fields.retain(|name, value| {
            let is_good =
                Self::from_fields(&BTreeMap::from([(name.clone(), value.clone())])).is_some();
            if !is_good {
                bad.push(format!("`{name}`"));
            }
            is_good
        });
        let problem = match read {
            Err(error) => Some(format!("is damaged in line {}", error.line())),
            Ok(()) if !bad.is_empty() => Some(format!("has a bad {}", bad.join(", "))),
            Ok(()) if matches!(text, Cow::Owned(_)) => Some("is not UTF-8".to_owned()),
            Ok(()) => None,
        };
        (Self::from_fields(&fields).unwrap_or_default(), problem)
    }

    fn from_fields(fields: &BTreeMap<String, Box<RawValue>>) -> Option<Self> {
        serde_json::from_str(&serde_json::to_string(fields).ok()?).ok()
    }

    /// The file with this session.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Texts and numbers are always valid JSON.
        serde_json::to_vec_pretty(self).unwrap_or_default()
    }

    /// What the user wants of the last session: its texts, its settings, both or neither. What lessons and files left
    /// stays.
    pub fn restrict(&mut self, restore: Restore) {
        let view = std::mem::take(&mut self.view);
        if matches!(restore, Restore::All | Restore::Settings) {
            self.view = view.clone();
        } else {
            self.model = None;
            self.scale = ColorScale::default();
            self.projector = false;
        }
        let texts = if matches!(restore, Restore::All | Restore::Texts) {
            view
        } else {
            PairView::default()
        };
        self.view.reference = texts.reference;
        self.view.candidate = texts.candidate;
        self.view.others = texts.others;
        self.view.other_references = texts.other_references;
    }

    /// The inspection of this session, as [`Self::from_state`] saved it, with the settings that the start asks for; without
    /// texts, it has the examples. If texts are given on the command line, theirs are empty, and the view of them starts
    /// afresh.
    pub fn restore(&self, is_given: bool, asked: SettingsRequest) -> Inspection {
        let view = PairView {
            settings: asked.merge(self.view.settings),
            ..self.view.clone()
        };
        let mut own = Inspection::from_view(&view);
        if is_given {
            own.reference = Editor::default();
            own.candidate = Editor::default();
            own.display.show_special = true;
            return own;
        }
        own.display.scale = self.scale;
        if own.reference.text().is_empty() && own.candidate.text().is_empty() {
            own.reference = Editor::example(EXAMPLE_REFERENCE);
            own.candidate = Editor::example(EXAMPLE_CANDIDATE);
        }
        own
    }

    /// The session of a state.
    pub fn from_state(state: &State) -> Self {
        let own = &state.own;
        let mut view = PairView {
            palette: state.look.palette,
            // The next start asks no question.
            hidden: false,
            ..own.to_view(&own.display)
        };
        [view.reference, view.candidate] = own.own_texts();
        keep_earlier_texts(state, Side::Candidate, &mut view.others);
        keep_earlier_texts(state, Side::Reference, &mut view.other_references);
        let next = state.models.for_next_start(own.layer);
        view.settings.layer = next.layer;
        restore_before_file(state, &mut view);
        let topic = own.panel.topic;
        let mut introduced = state.progress.introduced.clone();
        introduced.retain(|other| *other != topic);
        introduced.push(topic);
        Self {
            view,
            model: next.name,
            folders: state.models.folders.clone(),
            scale: own.display.scale,
            projector: state.look.projector,
            introduced,
            lists: left_lists(state),
            lessons: state.progress.lessons.left_at.clone(),
        }
    }
}

/// The lists of files as they are left, newest first.
fn left_lists(state: &State) -> Vec<LeftList> {
    let open = state.pairs.as_ref();
    let open = open.map(|list| list.leave(state.target_pair()));
    let others = state.progress.lists.iter().cloned();
    open.into_iter().chain(others).take(MAX_LISTS).collect()
}

/// Texts kept in the last session stay until others are kept.
fn keep_earlier_texts(state: &State, side: Side, kept: &mut KeptTexts) {
    if !kept.is_empty() {
        return;
    }
    let earlier = state.progress.earlier_texts.iter();
    kept.add(
        earlier
            .filter(|(of, _)| *of == side)
            .map(|(_, text)| Arc::clone(text)),
    );
}

/// Texts and settings loaded from a file of pairs are not saved unless they were edited; the earlier ones are kept.
fn restore_before_file(state: &State, view: &mut PairView) {
    let Some(list) = &state.pairs else { return };
    let Some(before) = &list.before else { return };
    if list.idf.table().is_some() {
        view.settings.idf = Some(before.idf);
    }
    let on_screen = [state.own.reference.text(), state.own.candidate.text()];
    if on_screen != list.shown.each_ref().map(String::as_str) {
        return;
    }
    view.reference.clone_from(&before.reference);
    view.candidate.clone_from(&before.candidate);
    view.other_references.clone_from(&before.references);
    if list.systems.len() > 1 {
        view.others.clone_from(&before.candidates);
    }
}

/// Collects the fields of an object, unparsed, up to the first incomplete one.
struct FieldCollector<'a>(&'a mut BTreeMap<String, Box<RawValue>>);

impl<'de> Visitor<'de> for FieldCollector<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a session")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some((name, value)) = map.next_entry::<String, Box<RawValue>>()? {
            self.0.insert(name, value);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use bertscope_analysis::{Idf, Program};
    use bertscope_pair_list::Sort;
    use bertscope_report::MatchDirection;
    use bertscope_report::export::palette::Palette;
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    use super::*;

    /// The fields of a session that keeps something in each of them.
    fn full() -> Session {
        Session {
            view: PairView {
                reference: "a \u{1b}[31m ref".into(),
                candidate: "爱 \"it\"\n".into(),
                others: ["k".into()].into_iter().collect(),
                other_references: ["l".into()].into_iter().collect(),
                settings: SettingsRequest {
                    layer: Some(4),
                    idf: Some(Idf::Table),
                    rescale: Some(true),
                    conventions: Some(Program::TorchMetrics.into()),
                },
                special: false,
                direction: MatchDirection::Recall,
                panel: Topic::Ledger,
                cell: None,
                palette: Some(Palette::Blues),
                hidden: true,
            },
            model: Some("MiniLM-L6".into()),
            folders: vec!["/a".into()],
            scale: ColorScale::Data,
            projector: true,
            introduced: vec![Topic::Ledger],
            lists: vec![LeftList {
                file: "/a/pairs.tsv".into(),
                sort: Sort::RankDifference,
                filter: "boat".into(),
                human: vec!["rating".into()],
                row: Some(3),
                ..LeftList::default()
            }],
            lessons: vec![LessonPlace {
                title: "Negation".into(),
                step: 2,
            }],
        }
    }

    fn fields(session: &Session) -> Map<String, Value> {
        let Value::Object(fields) = serde_json::to_value(session).unwrap() else {
            panic!("an object")
        };
        fields
    }

    #[test]
    fn what_was_written_is_read_again_and_no_file_is_an_empty_session() {
        assert_eq!(Session::parse(&full().to_bytes()), (full(), None));
        assert_eq!(Session::parse(b""), (Session::default(), None));
        assert_eq!(
            Session::parse(b"{\"of a newer version\": {}}"),
            (Session::default(), None)
        );
    }

    #[test]
    fn a_damaged_field_takes_no_other_with_it() {
        let none = fields(&Session::default());
        let whole = fields(&full());
        for name in whole.keys() {
            let mut damaged = whole.clone();
            damaged[name] = json!({ "a": 1 });
            let (session, problem) = Session::parse(&serde_json::to_vec(&damaged).unwrap());
            let mut rest = whole.clone();
            rest[name] = none[name].clone();
            assert_eq!(fields(&session), rest);
            assert_eq!(problem, Some(format!("has a bad `{name}`")));
        }
    }

    #[test]
    fn the_format_of_the_file_stays() {
        let written = r#"{"reference":"a \u001b[31m ref","candidate":"爱 \"it\"\n","others":{"texts":["k"],"at":0},"#
            .to_owned()
            + r#""other_references":{"texts":["l"],"at":0},"layer":4,"idf":"table","rescale":true,"as":"torchmetrics","#
            + r#""special":false,"direction":"recall","panel":"ledger","palette":"blues","hidden":true,"#
            + r#""model":"MiniLM-L6","folders":["/a"],"scale":"pair","projector":true,"introduced":["ledger"],"lists":[{"file":"/a/pairs.tsv","#
            + r#""sort":"rank-difference","reversed":false,"filter":"boat","only_marked":false,"human":["rating"],"row":3}],"#
            + r#""lessons":[{"title":"Negation","step":2}]}"#;
        assert_eq!(serde_json::to_string(&full()).unwrap(), written);
    }

    #[test]
    fn of_a_damaged_file_the_good_fields_are_used_and_the_others_named() {
        for (text, reference, problem) in [
            (
                &b"{\"reference\": \"a\", \"layer\": -1, \"scale\": 3}"[..],
                Some("a"),
                "has a bad `layer`, `scale`",
            ),
            (
                b"{\"reference\": \"a\", \"layer\": 1e999}",
                Some("a"),
                "has a bad `layer`",
            ),
            (
                b"{\"reference\": \"a\", \"candidate\": \"\\ud800\"}",
                Some("a"),
                "has a bad `candidate`",
            ),
            (
                b"{\"reference\": 1, \"reference\": \"a\", \"rescale\": null}",
                Some("a"),
                "has a bad `rescale`",
            ),
            (
                b"{\"reference\": \"a\",\n \"candidate\": \"b",
                Some("a"),
                "is damaged in line 2",
            ),
            (
                b"{\"reference\": \"a\"} {",
                Some("a"),
                "is damaged in line 1",
            ),
            (
                b"{\"reference\": \"\xff\"}",
                Some("\u{fffd}"),
                "is not UTF-8",
            ),
            (b"[]", None, "is damaged in line 1"),
            (b"\0\0\0", None, "is damaged in line 1"),
        ] {
            let (session, found) = Session::parse(text);
            assert_eq!(
                (&*session.view.reference, found.as_deref()),
                (reference.unwrap_or_default(), Some(problem))
            );
        }
        let deep = format!(
            "{{\"reference\": \"a\", \"folders\": {}{}}}",
            "[".repeat(100_000),
            "]".repeat(100_000)
        );
        assert_eq!(Session::parse(deep.as_bytes()).0.view.reference, "a");
    }

    proptest! {
        #[test]
        fn no_file_panics_and_a_field_that_is_broken_takes_no_other_with_it(
            broken in proptest::sample::subsequence((0..20).collect::<Vec<usize>>(), 0..20),
            value in prop_oneof![Just("{}"), Just("-0.5"), Just("[[1]]"), Just("\"x\""), Just("{\"a\":1}")],
            cut in any::<prop::sample::Index>(),
            noise in any::<u8>(),
        ) {
            let names: Vec<String> = fields(&full()).keys().cloned().collect();
            let mut all = fields(&full());
            for at in &broken {
                all.insert(names[*at].clone(), serde_json::from_str(value).unwrap());
            }
            let mut bytes = serde_json::to_vec(&all).unwrap();
            let (session, problem) = Session::parse(&bytes);
            let (kept, whole) = (fields(&session), fields(&full()));
            for (at, name) in names.iter().enumerate() {
                prop_assert!(broken.contains(&at) || kept[name] == whole[name], "{name} is lost");
            }
            // A text may be any text.
            prop_assert!(broken.is_empty() == problem.is_none() || value.starts_with('"'));
            let cut = cut.index(bytes.len());
            let _ = Session::parse(&bytes[..cut]);
            bytes[cut] = noise;
            let _ = Session::parse(&bytes);
        }

        #[test]
        fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Session::parse(&bytes);
        }
    }
}
