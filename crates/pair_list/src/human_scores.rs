//! Human scores of the pairs.

use crate::other_columns::Column;
use crate::{PairsList, Sort};
use bertscope_pairs::parse_human_score;
use bertscope_printable::printable;

/// Maximum number of decimals that the list shows.
const MAX_DECIMAL_PLACES: usize = 3;

#[derive(Debug, Clone)]
pub struct HumanScores {
    /// The columns, one per system; empty for a system without one.
    pub columns: Vec<String>,
    /// \[systems × rows\]; `None` if a score is missing.
    scores: Vec<Vec<Option<f64>>>,
    /// Decimals needed to tell the scores apart, three at most.
    places: usize,
}

impl HumanScores {
    /// No scores yet, for columns with these names, one per system.
    pub fn new(columns: Vec<String>) -> Self {
        Self {
            scores: vec![Vec::new(); columns.len()],
            columns,
            places: 0,
        }
    }

    fn count_places(&mut self) {
        let numbers = self.scores.iter().flatten().flatten();
        let most = numbers.map(|number| decimal_places(*number)).max();
        self.places = most.unwrap_or(0).min(MAX_DECIMAL_PLACES);
    }
}

fn decimal_places(number: f64) -> usize {
    let text = number.to_string();
    text.split_once('.').map_or(0, |(_, digits)| digits.len())
}

impl PairsList {
    /// Adds the human scores of the next rows, \[rows × systems\].
    pub fn add_human_scores(&mut self, scores: Vec<Option<f64>>) {
        if let Some(known) = &mut self.human_scores {
            let systems = known.columns.len();
            for (at, score) in scores.into_iter().enumerate() {
                known.scores[at % systems].push(score);
            }
            known.count_places();
            self.ranks_stale = true;
        }
    }

    /// The human score of a system's candidate.
    pub fn human_score(&self, index: usize, system: usize) -> Option<f64> {
        self.human_scores
            .as_ref()?
            .scores
            .get(system)?
            .get(index)
            .copied()
            .flatten()
    }

    /// The columns of human scores, one per system, empty for a system without one; none without human scores.
    pub fn human_columns(&self) -> &[String] {
        self.human_scores
            .as_ref()
            .map_or(&[], |human| &human.columns)
    }

    /// Whether another column of the file is in use as human scores.
    pub fn is_human_column(&self, name: &str) -> bool {
        self.human_columns().iter().any(|used| used == name)
    }

    /// The columns that can be human scores: those of numbers, `human` first.
    fn numeric_columns(&self) -> Vec<&Column> {
        let mut numeric: Vec<&Column> = self
            .columns
            .iter()
            .filter(|column| column.is_numeric())
            .collect();
        numeric.sort_by_key(|column| !column.name.eq_ignore_ascii_case("human"));
        numeric
    }

    /// The column that is probably human scores, if none are in use: `human`, or the only column of numbers.
    pub fn likely_human_column(&self) -> Option<&str> {
        let numeric = self.numeric_columns();
        let first = numeric.first().filter(|_| self.human_scores.is_none())?;
        (numeric.len() == 1 || first.name.eq_ignore_ascii_case("human")).then_some(&first.name)
    }

    /// Uses the next column of numbers as human scores of the system that the list is sorted by, or none after the
    /// last. Returns what is in use now, as a sentence.
    pub fn use_next_human_column(&mut self) -> String {
        let current = self
            .human_columns()
            .get(self.system)
            .map_or("", String::as_str);
        let numeric = self.numeric_columns();
        let at = numeric.iter().position(|column| *column.name == *current);
        if self.reading || numeric.is_empty() || at.is_none() && !current.is_empty() {
            return "No other column of numbers has been read from this file.".to_owned();
        }
        let next = numeric[at.map_or(0, |at| at + 1)..]
            .iter()
            .find(|column| !self.is_human_column(&column.name));
        let name = next.map_or_else(String::new, |column| column.name.to_string());
        self.use_human_column(self.system, &name);
        if !self.can_sort_by(self.sort) {
            self.sort = Sort::File;
        }
        self.refresh();
        if name.is_empty() {
            "No human scores.".to_owned()
        } else {
            format!("Human scores: {}.", printable(&name))
        }
    }

    /// Uses a column of numbers as human scores of a system; none if the file has no such column.
    pub(crate) fn use_human_column(&mut self, system: usize, name: &str) {
        self.ranking = None;
        let columns = self.numeric_columns();
        let column = columns.into_iter().find(|column| *column.name == *name);
        let used = column.map_or_else(String::new, |column| column.name.to_string());
        let scores = (0..self.items.len())
            .map(|row| parse_human_score(column?.value(row)?).ok()?)
            .collect();
        let mut human = match &self.human_scores {
            Some(human) => human.clone(),
            None => HumanScores::new(vec![String::new(); self.systems.len().max(1)]),
        };
        if system >= human.columns.len() {
            return;
        }
        human.columns[system] = used;
        human.scores[system] = scores;
        human.count_places();
        self.human_scores =
            Some(human).filter(|human| human.columns.iter().any(|column| !column.is_empty()));
        self.scores_changed();
    }

    /// Decimals of human scores on screen.
    pub fn human_decimal_places(&self) -> usize {
        self.human_scores.as_ref().map_or(0, |human| human.places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_a_scale_have_no_more_digits_than_the_file_gives_them() {
        let places = |scores: &[f64]| {
            let mut human = HumanScores::new(vec!["rating".to_owned()]);
            human.scores = vec![scores.iter().copied().map(Some).collect()];
            human.count_places();
            human.places
        };
        assert_eq!(
            [
                places(&[1.0, 87.0]),
                places(&[4.5, 3.0]),
                places(&[0.25]),
                places(&[0.492_422_8])
            ],
            [0, 1, 2, 3]
        );
    }
}
