//! Human scores of the pairs.

use super::{Column, PairsList, Sort};
use bertscope_pairs::parse_human_score;
use bertscope_printable::printable;

/// Maximum number of decimals that the list shows.
const MAX_DECIMAL_PLACES: usize = 3;

/// The human scores of a file.
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
        Self { scores: vec![Vec::new(); columns.len()], columns, places: 0 }
    }

    /// Adds the scores of the next rows, \[rows × systems\].
    fn add(&mut self, scores: Vec<Option<f64>>) {
        let systems = self.columns.len();
        let places = |number: &f64| {
            (0..MAX_DECIMAL_PLACES).find(|places| is_rounded(*number, *places)).unwrap_or(MAX_DECIMAL_PLACES)
        };
        let most = scores.iter().flatten().map(places).max().unwrap_or(0);
        self.places = self.places.max(most);
        scores.into_iter().enumerate().for_each(|(at, score)| self.scores[at % systems].push(score));
    }
}

/// Whether a number has at most so many decimals.
fn is_rounded(number: f64, places: usize) -> bool {
    let scaled = number * 10f64.powi(places as i32);
    (scaled - scaled.round()).abs() < 1e-9 * scaled.abs().max(1.0)
}

impl PairsList {
    /// Adds the human scores of the next rows, \[rows × systems\].
    pub fn add_human_scores(&mut self, scores: Vec<Option<f64>>) {
        if let Some(known) = &mut self.human_scores {
            known.add(scores);
            self.ranks_stale = true;
        }
    }

    /// The human score of a system's candidate.
    pub fn human_score(&self, index: usize, system: usize) -> Option<f64> {
        self.human_scores.as_ref()?.scores.get(system)?.get(index).copied().flatten()
    }

    /// The columns of human scores, one per system, empty for a system without one; none without human scores.
    pub fn human_columns(&self) -> &[String] {
        self.human_scores.as_ref().map_or(&[], |human| &human.columns)
    }

    /// The columns that can be human scores: those of numbers, `human` first.
    fn numeric_columns(&self) -> Vec<&Column> {
        let mut numeric: Vec<&Column> = self.columns.iter().filter(|column| column.is_numeric()).collect();
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
        let of = self.systems.get(self.system).map_or_else(String::new, |name| format!(" of {}", printable(name)));
        let current = self.human_columns().get(self.system).cloned().unwrap_or_default();
        let numeric = self.numeric_columns();
        let at = numeric.iter().position(|column| *column.name == *current);
        if self.reading || numeric.is_empty() || at.is_none() && !current.is_empty() {
            return "No other column of numbers has been read from this file.".to_owned();
        }
        let is_free = |column: &&&Column| !self.human_columns().iter().any(|used| **used == *column.name);
        let next = numeric.iter().skip(at.map_or(0, |at| at + 1)).find(is_free);
        let name = next.map_or_else(String::new, |column| column.name.to_string());
        let score = |row: usize| parse_human_score(next?.value(row)?).ok().flatten();
        let chosen: Vec<Option<f64>> = (0..self.items.len()).map(score).collect();
        let (system, systems) = (self.system, self.systems.len().max(1));
        let mut columns = self.human_columns().to_vec();
        columns.resize(systems, String::new());
        name.clone_into(&mut columns[system]);
        let value = |row: usize, at: usize| if at == system { chosen[row] } else { self.human_score(row, at) };
        let all = (0..chosen.len()).flat_map(|row| (0..systems).map(move |at| (row, at)));
        let all = all.map(|(row, at)| value(row, at)).collect();
        let mut human = HumanScores::new(columns);
        human.add(all);
        self.human_scores = Some(human).filter(|human| human.columns.iter().any(|column| !column.is_empty()));
        self.sort = if self.can_sort_by(self.sort) { self.sort } else { Sort::File };
        self.scores_changed();
        self.refresh();
        match &*name {
            "" => format!("No human scores{of}."),
            name => format!("The human scores{of} are those of the column {}.", printable(name)),
        }
    }

    /// Decimals of human scores on screen: as many as they have, three at most.
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
            human.add(scores.iter().copied().map(Some).collect());
            human.places
        };
        assert_eq!([places(&[1.0, 87.0]), places(&[4.5, 3.0]), places(&[0.25]), places(&[0.492_422_8])], [0, 1, 2, 3]);
    }
}
