//! A handout as JSON Lines, one object per pair. For one system, it is a row as `score --json --texts` writes it; for
//! several, it has a field for each column of the file, under its name. `bertscope open` reads both, and `compare` and
//! `report` read the second with the options of the file.

use std::collections::BTreeMap;
use std::io;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::{Handout, HandoutOutput, HandoutPair};
use crate::distinct;
use crate::export::PairOrigin;
use crate::findings::rows::json::{HumanScore, RowJson, Texts};
use crate::json_parts::write_line;
use bertscope_metric::Score;
use bertscope_pairs::Field;

pub fn lines(handout: &Handout) -> String {
    let mut out = Vec::new();
    let columns = HandoutColumns::collect(handout);
    for pair in &handout.pairs {
        // Writing numbers and texts to a vector cannot fail.
        let _ = match &*pair.outputs {
            [only] if !handout.has_several_systems() => write_pair(&mut out, pair, only),
            _ => write_line(
                &mut out,
                &SystemsPairJson {
                    handout,
                    columns: &columns,
                    pair,
                },
            ),
        };
    }
    String::from_utf8(out).unwrap_or_default()
}

fn write_pair(out: &mut Vec<u8>, pair: &HandoutPair, output: &HandoutOutput) -> io::Result<()> {
    let id = Field::text(&id(pair));
    let columns = pair.origin.columns.iter();
    let columns: BTreeMap<&str, Field> = columns
        .map(|(name, value)| (name.as_str(), Field::text(value)))
        .collect();
    let columns = columns.iter();
    let mut line = RowJson::new(Some(id.as_json()));
    line.input.texts = Some(Texts {
        candidate: Some(&output.candidate),
        references: &pair.references,
    });
    line.input.human = output.human.map(|human| HumanScore(Some(human)));
    line.input.columns = columns
        .map(|(name, value)| (*name, value.as_json()))
        .collect();
    line.origin = Some(origin(pair));
    match &output.scored {
        Ok(scored) => line.set_scores(scored),
        Err(error) => line.error = Some(error),
    }
    write_line(out, &line)
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

/// Fields that every pair has, whatever the columns of the file are called.
const TEXT_FIELDS: [&str; 2] = ["id", "reference"];

/// The columns of the file, which every line has, so that `--human` and `--by` find theirs.
struct HandoutColumns<'a> {
    /// Of candidates and human scores.
    system_columns: Vec<&'a str>,
    /// The others, in the order in which they first occur.
    other_columns: Vec<&'a str>,
}

impl<'a> HandoutColumns<'a> {
    fn collect(handout: &'a Handout) -> Self {
        let mut system_columns = Vec::new();
        for system in &handout.systems {
            system_columns.push(system.name.as_str());
            system_columns.extend(system.human.as_deref());
        }
        let columns = handout.pairs.iter().flat_map(|pair| &pair.origin.columns);
        let others = columns
            .map(|(name, _)| name.as_str())
            .filter(|name| !system_columns.contains(name) && !TEXT_FIELDS.contains(name));
        let other_columns = distinct(others);
        Self {
            system_columns,
            other_columns,
        }
    }

    fn has(&self, name: &str) -> bool {
        self.system_columns.contains(&name) || self.other_columns.contains(&name)
    }
}

struct SystemsPairJson<'a> {
    handout: &'a Handout,
    columns: &'a HandoutColumns<'a>,
    pair: &'a HandoutPair,
}

impl Serialize for SystemsPairJson<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self {
            handout,
            columns,
            pair,
        } = self;
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("id", &id(pair))?;
        map.serialize_entry("reference", &pair.references)?;
        for (system, output) in handout.systems.iter().zip(&pair.outputs) {
            map.serialize_entry(&system.name, &output.candidate)?;
            if let Some(human) = &system.human {
                map.serialize_entry(human, &output.human)?;
            }
        }
        for &column in &columns.other_columns {
            let value = pair.origin.columns.iter().find(|(name, _)| name == column);
            map.serialize_entry(column, value.map_or("", |(_, value)| value))?;
        }
        // A column of the file takes precedence over a field of the same name.
        if !columns.has("scores") {
            map.serialize_entry("scores", &SystemScoresMap { handout, pair })?;
        }
        if let Some(signature) = pair.outputs.iter().find_map(HandoutOutput::signature)
            && !columns.has("signature")
        {
            map.serialize_entry("signature", signature)?;
        }
        if !columns.has("origin") {
            map.serialize_entry("origin", &origin(pair))?;
        }
        map.end()
    }
}

/// The scores of a pair, an object with a field for each system.
struct SystemScoresMap<'a> {
    handout: &'a Handout,
    pair: &'a HandoutPair,
}

#[derive(Serialize)]
#[serde(untagged)]
enum SystemScores<'a> {
    Scored {
        precision: Option<f64>,
        recall: Option<f64>,
        f1: Option<f64>,
        raw: Score,
    },
    Refused {
        error: &'a str,
    },
}

impl Serialize for SystemScoresMap<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let systems = self.handout.systems.iter().zip(&self.pair.outputs);
        to.collect_map(systems.map(|(system, output)| {
            let [precision, recall, f1] = output.numbers();
            let scores = match &output.scored {
                Ok(scored) => SystemScores::Scored {
                    precision,
                    recall,
                    f1,
                    raw: scored.raw,
                },
                Err(error) => SystemScores::Refused { error },
            };
            (&system.name, scores)
        }))
    }
}
