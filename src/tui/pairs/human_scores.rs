//! Human scores of the pairs.

use super::PairsList;

/// Maximum number of decimals that the list shows.
const MAX_DECIMAL_PLACES: usize = 3;

/// The human scores of a file.
#[derive(Debug, Clone)]
pub struct HumanScores {
    /// The columns, one per system.
    pub columns: Vec<String>,
    /// \[rows × systems\]; `None` if a score is missing.
    scores: Vec<Option<f64>>,
    /// Decimals needed to tell the scores apart, three at most.
    places: usize,
}

impl HumanScores {
    /// No scores yet, for columns with these names, one per system.
    pub fn new(columns: Vec<String>) -> Self {
        Self { columns, scores: Vec::new(), places: 0 }
    }

    fn add(&mut self, scores: Vec<Option<f64>>) {
        let places = |number: &f64| {
            (0..MAX_DECIMAL_PLACES).find(|places| is_rounded(*number, *places)).unwrap_or(MAX_DECIMAL_PLACES)
        };
        let most = scores.iter().flatten().map(places).max().unwrap_or(0);
        self.places = self.places.max(most);
        self.scores.extend(scores);
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
        let HumanScores { columns, scores, .. } = self.human_scores.as_ref()?;
        (system < columns.len()).then(|| scores.get(index * columns.len() + system).copied().flatten()).flatten()
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
