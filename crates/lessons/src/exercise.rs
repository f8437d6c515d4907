//! An exercise that checks itself: what a candidate of the reader's own has to achieve.

use bertscope_report::number::three_places;
use bertscope_systems::drivers::has_word;
use serde::{Deserialize, Serialize};

/// What solves the exercise of a step. All of it is optional in a file; a lesson is refused if nothing is there.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an exercise in { }, such as { below = 0.7, words = [[\"noon\", \"midday\"]] }"
)]
pub struct Exercise {
    /// F1 has to be above this number.
    pub above: Option<f64>,
    /// F1 has to be below this number.
    pub below: Option<f64>,
    /// The words that the teacher accepts: the candidate has to have one of each list, as a whole word in any case. The first
    /// word of a list names it.
    #[serde(default)]
    pub words: Vec<Vec<String>>,
}

/// A part of an exercise, and whether a candidate achieves it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Condition {
    pub text: String,
    pub is_met: bool,
}

impl Exercise {
    /// The conditions for a candidate with this F1.
    pub fn conditions(&self, candidate: &str, f1: f64) -> Vec<Condition> {
        let mut conditions = Vec::new();
        let now = three_places(f1);
        if let Some(limit) = self.below {
            conditions.push(Condition {
                text: format!("F1 is below {}: it is {now}", three_places(limit)),
                is_met: f1 < limit,
            });
        }
        if let Some(limit) = self.above {
            conditions.push(Condition {
                text: format!("F1 is above {}: it is {now}", three_places(limit)),
                is_met: f1 > limit,
            });
        }
        let candidate = candidate.to_lowercase();
        for accepted in &self.words {
            conditions.push(word_condition(accepted, &candidate));
        }
        conditions
    }
}

/// Names the first accepted word alone, until another is found: the others would give the exercise away.
fn word_condition(accepted: &[String], candidate: &str) -> Condition {
    for word in accepted {
        if has_word(candidate, &word.to_lowercase()) {
            return Condition {
                text: format!("The candidate says “{word}”"),
                is_met: true,
            };
        }
    }
    let first = accepted.first().map_or("", String::as_str);
    Condition {
        text: format!("The candidate says “{first}”, or another word for it"),
        is_met: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which conditions a candidate with this F1 meets.
    fn met(exercise: &Exercise, candidate: &str, f1: f64) -> Vec<bool> {
        let conditions = exercise.conditions(candidate, f1).into_iter();
        conditions.map(|condition| condition.is_met).collect()
    }

    #[test]
    fn an_exercise_is_solved_by_f1_and_one_word_of_each_list() {
        let words = [vec!["ferry", "boat"], vec!["noon", "12 o’clock"]];
        let exercise = Exercise {
            above: None,
            below: Some(0.7),
            words: words
                .map(|list| list.into_iter().map(str::to_owned).collect())
                .into(),
        };
        assert_eq!(
            met(&exercise, "The Boat sails at 12 o’clock.", 0.69),
            [true; 3]
        );
        assert_eq!(
            met(&exercise, "The boat sails at 12 o’clock.", 0.7),
            [false, true, true]
        );
        assert_eq!(
            met(&exercise, "A ferryman naps in the afternoon.", 0.2),
            [true, false, false],
            "part of a word is not the word"
        );
        let texts: Vec<String> = exercise
            .conditions("", 0.716)
            .into_iter()
            .map(|condition| condition.text)
            .collect();
        assert_eq!(
            texts,
            [
                "F1 is below .700: it is .716",
                "The candidate says “ferry”, or another word for it",
                "The candidate says “noon”, or another word for it",
            ]
        );
    }
}
