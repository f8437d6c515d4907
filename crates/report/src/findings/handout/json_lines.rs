//! A handout as JSON Lines, one object per pair. For one system, it is a row as `score --json --texts` writes it; for
//! several, it has a field for each column of the file, under its name. `bertscope open` reads both, and `compare` and
//! `report` read the second with the options of the file.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::{Handout, HandoutOutput, HandoutPair};
use crate::distinct;
use crate::export::PairOrigin;
use crate::export::origin::object;
use crate::findings::rows::json::{HumanScore, RowJson, ScoresJson, Texts};
use crate::json_parts::line;
use bertscope_pairs::Field;

pub fn lines(handout: &Handout) -> String {
    let columns = other_columns(handout);
    let mut lines = String::new();
    for pair in &handout.pairs {
        lines += &match &*pair.outputs {
            [only] if !handout.has_several_systems() => pair_line(pair, only),
            _ => line(&systems_pair(handout, &columns, pair)),
        };
    }
    lines
}

fn pair_line(pair: &HandoutPair, output: &HandoutOutput) -> String {
    let id = Field::text(&id(pair));
    let columns = pair.origin.columns.iter();
    let columns: BTreeMap<&str, Field> = columns
        .map(|(name, value)| (name.as_str(), Field::text(value)))
        .collect();
    let columns = columns.iter();
    let mut row = RowJson::new(Some(id.as_json()));
    row.input.texts = Some(Texts {
        candidate: Some(&output.candidate),
        references: &pair.references,
    });
    row.input.human = output.human.map(|human| HumanScore(Some(human)));
    row.input.columns = columns
        .map(|(name, value)| (*name, value.as_json()))
        .collect();
    row.origin = Some(origin(pair));
    match &output.scored {
        Ok(scored) => row.set_scores(scored),
        Err(error) => row.error = Some(error),
    }
    line(&row)
}

fn id(pair: &HandoutPair) -> String {
    pair.origin
        .id
        .clone()
        .unwrap_or_else(|| pair.origin.row.to_string())
}

/// The origin without its id, human score and columns, which are separate fields.
fn origin(pair: &HandoutPair) -> PairOrigin {
    PairOrigin {
        id: None,
        human: None,
        columns: Vec::new(),
        ..pair.origin.clone()
    }
}

/// The columns of the pairs, in the order in which they first occur. Every line has all of them, so that `--human` and `--by` find
/// theirs.
fn other_columns(handout: &Handout) -> Vec<&str> {
    let columns = handout.pairs.iter().flat_map(|pair| &pair.origin.columns);
    distinct(columns.map(|(name, _)| name.as_str()))
}

/// An object whose fields have their order, and names of the file.
#[derive(Default, Serialize)]
#[serde(transparent)]
struct JsonObject<'a> {
    #[serde(serialize_with = "object")]
    fields: Vec<(&'a str, Box<RawValue>)>,
}

impl<'a> JsonObject<'a> {
    /// Adds a field, unless there is one of its name.
    fn add(&mut self, name: &'a str, value: &(impl Serialize + ?Sized)) {
        if self.fields.iter().all(|(known, _)| *known != name) {
            let value = to_raw_value(value).expect("texts and numbers are JSON");
            self.fields.push((name, value));
        }
    }
}

fn systems_pair<'a>(
    handout: &'a Handout,
    columns: &[&'a str],
    pair: &'a HandoutPair,
) -> JsonObject<'a> {
    let mut line = JsonObject::default();
    line.add("id", &id(pair));
    line.add("reference", &pair.references);
    for (system, output) in handout.systems.iter().zip(&pair.outputs) {
        line.add(&system.name, &output.candidate);
        if let Some(human) = &system.human {
            line.add(human, &output.human);
        }
    }
    for &column in columns {
        let value = pair.origin.columns.iter().find(|(name, _)| name == column);
        line.add(column, value.map_or("", |(_, value)| value));
    }
    // Last: a column of the file takes precedence over a field of the same name.
    line.add("scores", &system_scores(handout, pair));
    if let Some(signature) = pair.outputs.iter().find_map(HandoutOutput::signature) {
        line.add("signature", signature);
    }
    line.add("origin", &origin(pair));
    line
}

#[derive(Serialize)]
#[serde(untagged)]
enum SystemScores<'a> {
    Scored(ScoresJson),
    Refused { error: &'a str },
}

/// The scores of a pair, an object with a field for each system.
fn system_scores<'a>(handout: &'a Handout, pair: &HandoutPair) -> JsonObject<'a> {
    let mut scores = JsonObject::default();
    for (system, output) in handout.systems.iter().zip(&pair.outputs) {
        let of_system = match &output.scored {
            Ok(scored) => SystemScores::Scored(scored.into()),
            Err(error) => SystemScores::Refused { error },
        };
        scores.add(&system.name, &of_system);
    }
    scores
}
