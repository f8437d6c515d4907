//! Greedy matching: every token is matched with the most similar token of the other side; several tokens may share a match.

use super::Similarity;

/// A token's second-best match: the one it would have without its best match.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct RunnerUp {
    /// Index of the second-best token on the other side.
    pub token: usize,
    /// Its similarity.
    pub similarity: f32,
}

/// A token's best match on the other side. It is serialised without the runner-up.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
pub struct Match {
    /// Index of the best token on the other side; on a tie the first, as in `torch.max`.
    #[serde(rename = "match")]
    pub token: usize,
    /// Its similarity.
    pub similarity: f32,
    /// The second-best match; `None` if the other side has one token.
    #[serde(skip)]
    pub runner_up: Option<RunnerUp>,
}

/// Both directions of greedy matching over one matrix.
///
/// Special tokens can be matched like any other token. Most have zero weight themselves, but a word may match one.
#[derive(Debug, Clone, PartialEq)]
pub struct GreedyMatches {
    /// For each candidate token its best reference token, over which precision averages. Empty if the reference is empty.
    pub candidate: Vec<Match>,
    /// For each reference token its best candidate token, over which recall averages. Empty if the candidate is empty.
    pub reference: Vec<Match>,
}

impl GreedyMatches {
    /// Matches every row and every column of `similarity`.
    pub fn from_similarity(similarity: &Similarity) -> Self {
        Self {
            candidate: (0..similarity.candidate_tokens())
                .filter_map(|c| best_match(similarity.row(c).iter().copied()))
                .collect(),
            reference: (0..similarity.reference_tokens())
                .filter_map(|r| best_match(similarity.column(r)))
                .collect(),
        }
    }

    /// The symbol of a cell: `▶` if it is the best of its row, `▼` if it is the best of its column, `◆` if it is
    /// both.
    pub fn symbol(&self, c: usize, r: usize) -> Option<char> {
        Self::symbol_of(self.best_of_row_and_column(c, r))
    }

    /// The symbol of a cell, for whether it is the best of its row and whether it is the best of its column.
    pub fn symbol_of(best_of_row_and_column: (bool, bool)) -> Option<char> {
        match best_of_row_and_column {
            (true, true) => Some('◆'),
            (true, false) => Some('▶'),
            (false, true) => Some('▼'),
            (false, false) => None,
        }
    }

    /// Whether candidate token `c` and reference token `r` are each other's best match.
    pub fn is_mutual(&self, c: usize, r: usize) -> bool {
        self.best_of_row_and_column(c, r) == (true, true)
    }

    /// Whether a cell is the best of its row, and whether it is the best of its column.
    pub fn best_of_row_and_column(&self, c: usize, r: usize) -> (bool, bool) {
        (
            is_match(&self.candidate, c, r),
            is_match(&self.reference, r, c),
        )
    }
}

fn is_match(side: &[Match], token: usize, other: usize) -> bool {
    side.get(token).is_some_and(|found| found.token == other)
}

/// The best match and the runner-up; of equal similarities the first. `None` without tokens.
fn best_match(similarities: impl Iterator<Item = f32>) -> Option<Match> {
    let mut similarities = similarities.enumerate();
    let (token, similarity) = similarities.next()?;
    let mut best = Match {
        token,
        similarity,
        runner_up: None,
    };
    for (token, similarity) in similarities {
        if similarity > best.similarity {
            best = Match {
                token,
                similarity,
                runner_up: Some(RunnerUp {
                    token: best.token,
                    similarity: best.similarity,
                }),
            };
        } else if best
            .runner_up
            .is_none_or(|second| similarity > second.similarity)
        {
            best.runner_up = Some(RunnerUp { token, similarity });
        }
    }
    Some(best)
}
