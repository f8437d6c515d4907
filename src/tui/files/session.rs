//! The last pair and settings, kept between runs so that nothing typed is lost.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use etcetera::{BaseStrategy, choose_base_strategy};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::tui::input::editor::Editor;
use crate::tui::state::explanation_panel::ExplanationPanel;
use crate::tui::state::inspection::{DisplaySettings, Inspection};
use crate::tui::state::{ColorScale, MatchDirection, State};
use bertscope_analysis::{Idf, Program, Side};
use bertscope_explain::Topic;
use bertscope_report::export::palette::Palette;

/// The example pair for a new user.
const EXAMPLE: (&str, &str) = ("The ferry leaves at noon.", "The boat departs at midday.");

/// The saved session. Every field is optional, so that older and newer versions can read each other's files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Default)]
#[serde(default)]
pub struct Session {
    pub reference: Option<String>,
    pub candidate: Option<String>,
    /// The name that reopens the model; the layer belongs to it.
    pub model: Option<String>,
    /// Recently used model folders, newest first.
    pub folders: Vec<String>,
    pub layer: Option<usize>,
    /// The source of IDF weights.
    pub idf: Idf,
    pub rescale: bool,
    /// The program whose score is computed.
    pub program: Program,
    pub direction: MatchDirection,
    /// Whether special tokens are hidden.
    pub hide_special: bool,
    /// Colours of the heatmap.
    pub palette: Option<Palette>,
    pub scale: ColorScale,
    /// Whether projector mode is on.
    pub projector: bool,
    pub topic: Topic,
    /// The topics whose introduction was shown.
    pub introduced: Vec<Topic>,
    pub kept_candidates: Vec<String>,
    pub kept_references: Vec<String>,
}

impl Session {
    /// The folder of the session files: in the user's state folder, or in the cache folder if the system has no state
    /// folder.
    pub fn folder() -> Option<PathBuf> {
        let folders = choose_base_strategy().ok()?;
        Some(folders.state_dir().unwrap_or_else(|| folders.cache_dir()).join("bertscope"))
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
        let read = json.deserialize_map(Fields(&mut fields)).and_then(|()| json.end());
        let mut bad = Vec::new();
        fields.retain(|name, value| {
            let good = Self::from_fields(&BTreeMap::from([(name.clone(), value.clone())])).is_some();
            if !good {
                bad.push(format!("`{name}`"));
            }
            good
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

    /// The inspection of this session, as [`Self::from_state`] saved it; without texts, it has the examples. If texts are
    /// given on the command line, theirs are empty, and the view of them starts afresh.
    pub fn restore(&self, is_given: bool) -> Inspection {
        let is_new = self.reference.is_none() && self.candidate.is_none();
        let text = |kept: &Option<String>, example: &str| match kept {
            _ if is_given => Editor::new(""),
            _ if is_new => Editor::example(example),
            kept => Editor::new(kept.as_deref().unwrap_or_default()),
        };
        let (reference, candidate) = EXAMPLE;
        Inspection {
            reference: text(&self.reference, reference),
            candidate: text(&self.candidate, candidate),
            idf: self.idf,
            program: self.program,
            display: DisplaySettings {
                rescale: self.rescale,
                direction: self.direction,
                show_special: is_given || !self.hide_special,
                scale: if is_given { ColorScale::Unit } else { self.scale },
                ..DisplaySettings::default()
            },
            panel: ExplanationPanel { topic: self.topic, ..ExplanationPanel::default() },
            ..Inspection::default()
        }
    }

    /// The session of a state. Before a model is ready, the one that is being opened counts.
    pub fn from_state(state: &State) -> Self {
        let (own, coming) = (&state.own, state.models.opening.as_ref());
        let (model, layer) = match &state.models.current {
            Some(info) => (Some(info.reopen.clone()), own.layer),
            None => (coming.map(|o| o.request.name.clone()), coming.and_then(|o| o.layer)),
        };
        // Texts kept in the last session stay until others are kept.
        let texts = |side: Side| {
            let earlier = state.progress.earlier_texts.iter().filter(|(of, _)| *of == side).map(|(_, text)| text);
            let kept = own.panel.kept(side);
            if kept.is_empty() {
                earlier.map(ToString::to_string).collect()
            } else {
                kept.iter().map(ToString::to_string).collect()
            }
        };
        // The next start shows the examples again.
        let texted = |editor: &Editor| (!own.is_untouched()).then(|| editor.text().to_owned());
        let (topic, others) = (own.panel.topic, state.progress.introduced.iter().copied());
        let introduced = others.filter(|other| *other != topic).chain([topic]);
        let kept = Self {
            reference: texted(&own.reference),
            candidate: texted(&own.candidate),
            model,
            folders: state.models.folders.clone(),
            layer,
            idf: own.idf,
            rescale: own.display.rescale,
            program: own.program,
            direction: own.display.direction,
            hide_special: !own.display.show_special,
            palette: state.look.palette,
            scale: own.display.scale,
            projector: state.look.projector,
            topic,
            introduced: introduced.collect(),
            kept_candidates: texts(Side::Candidate),
            kept_references: texts(Side::Reference),
        };
        kept.without_file(state)
    }

    /// Texts and settings loaded from a file of pairs are not saved unless they were edited; the earlier ones are kept.
    fn without_file(mut self, state: &State) -> Self {
        let Some((list, own)) = state.pairs.as_ref().and_then(|list| Some((list, list.before.as_ref()?))) else {
            return self;
        };
        if list.idf.table().is_some() {
            self.idf = own.idf;
        }
        if [state.own.reference.text(), state.own.candidate.text()] == list.shown.each_ref().map(String::as_str) {
            self.reference = Some(own.reference.clone());
            self.candidate = Some(own.candidate.clone());
            self.kept_references = own.references.iter().map(ToString::to_string).collect();
            if list.systems.len() > 1 {
                self.kept_candidates = own.candidates.iter().map(ToString::to_string).collect();
            }
        }
        self
    }
}

/// Collects the fields of an object, unparsed, up to the first incomplete one.
struct Fields<'a>(&'a mut BTreeMap<String, Box<RawValue>>);

impl<'de> Visitor<'de> for Fields<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a session")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some((name, value)) = map.next_entry()? {
            self.0.insert(name, value);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The fields of a session that keeps something in each of them.
    fn full() -> Session {
        Session {
            reference: Some("a \u{1b}[31m ref".into()),
            candidate: Some("爱 \"it\"\n".into()),
            model: Some("MiniLM-L6".into()),
            folders: vec!["/a".into()],
            layer: Some(4),
            idf: Idf::Table,
            rescale: true,
            program: Program::TorchMetrics,
            direction: MatchDirection::Recall,
            hide_special: true,
            palette: Some(Palette::Blues),
            scale: ColorScale::Data,
            projector: true,
            topic: Topic::Ledger,
            introduced: vec![Topic::Ledger],
            kept_candidates: vec!["k".into()],
            kept_references: vec!["l".into()],
        }
    }

    fn fields(session: &Session) -> serde_json::Map<String, serde_json::Value> {
        let serde_json::Value::Object(fields) = serde_json::to_value(session).unwrap() else { panic!("an object") };
        fields
    }

    #[test]
    fn what_was_written_is_read_again_and_no_file_is_an_empty_session() {
        assert_eq!(Session::parse(&full().to_bytes()), (full(), None));
        assert_eq!(Session::parse(b""), (Session::default(), None));
        assert_eq!(Session::parse(b"{\"of a newer version\": {}}"), (Session::default(), None));
        // As versions before this one wrote it.
        let earlier = Session::parse(b"{\"direction\": \"Recall\"}");
        assert_eq!((earlier.0.direction, earlier.1), (MatchDirection::Recall, None));
    }

    /// The file of [`full`] as version 0.1.0 writes it.
    const WRITTEN: &str = r#"{
  "reference": "a \u001b[31m ref",
  "candidate": "爱 \"it\"\n",
  "model": "MiniLM-L6",
  "folders": [
    "/a"
  ],
  "layer": 4,
  "idf": "table",
  "rescale": true,
  "program": "torchmetrics",
  "direction": "recall",
  "hide_special": true,
  "palette": "blues",
  "scale": "Data",
  "projector": true,
  "topic": "ledger",
  "introduced": [
    "ledger"
  ],
  "kept_candidates": [
    "k"
  ],
  "kept_references": [
    "l"
  ]
}"#;

    #[test]
    fn the_format_of_the_file_stays_and_null_is_no_text_and_no_choice() {
        assert_eq!(Session::parse(WRITTEN.as_bytes()), (full(), None));
        assert_eq!(String::from_utf8(full().to_bytes()).unwrap(), WRITTEN);
        for (name, value) in fields(&full()) {
            let alone = Session::parse(format!("{{\"{name}\": {value}}}").as_bytes());
            let changed = fields(&Session::default()).into_iter().filter(|(other, _)| *other != name);
            let changed = changed.chain([(name.clone(), value)]).collect::<serde_json::Map<_, _>>();
            assert_eq!((fields(&alone.0), alone.1), (changed, None), "{name}");
        }
        // As the examples, the bundled model and its own layer and colours are written.
        let fresh = br#"{"reference": null, "candidate": null, "model": null, "layer": null, "palette": null}"#;
        assert_eq!(Session::parse(fresh), (Session::default(), None));
    }

    #[test]
    fn of_a_damaged_file_the_good_fields_are_used_and_the_others_named() {
        for (text, reference, problem) in [
            (&b"{\"reference\": \"a\", \"layer\": -1, \"scale\": 3}"[..], Some("a"), "has a bad `layer`, `scale`"),
            (b"{\"reference\": \"a\", \"layer\": 1e999}", Some("a"), "has a bad `layer`"),
            (b"{\"reference\": \"a\", \"candidate\": \"\\ud800\"}", Some("a"), "has a bad `candidate`"),
            (b"{\"reference\": 1, \"reference\": \"a\", \"rescale\": null}", Some("a"), "has a bad `rescale`"),
            (b"{\"reference\": \"a\",\n \"candidate\": \"b", Some("a"), "is damaged in line 2"),
            (b"{\"reference\": \"a\"} {", Some("a"), "is damaged in line 1"),
            (b"{\"reference\": \"\xff\"}", Some("\u{fffd}"), "is not UTF-8"),
            (b"[]", None, "is damaged in line 1"),
            (b"\0\0\0", None, "is damaged in line 1"),
        ] {
            let (session, found) = Session::parse(text);
            assert_eq!((session.reference.as_deref(), found.as_deref()), (reference, Some(problem)));
        }
        let deep = format!("{{\"reference\": \"a\", \"folders\": {}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(Session::parse(deep.as_bytes()).0.reference.as_deref(), Some("a"));
    }

    proptest! {
        #[test]
        fn no_file_panics_and_a_field_that_is_broken_takes_no_other_with_it(
            broken in proptest::sample::subsequence((0..16).collect::<Vec<usize>>(), 0..16),
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
