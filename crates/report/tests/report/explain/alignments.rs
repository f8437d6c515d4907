//! Alignments of real pairs, and what their page says.

use bertscope_metric::Pair;

use bertscope_explain::Alignments;
use bertscope_metric::Score;
use bertscope_metric::alignment::AlignmentKind;

use super::support::{analyzer, pairs, settings};

fn sum(score: Score) -> f64 {
    score.precision.unwrap_or(0.0) + score.recall.unwrap_or(0.0)
}

#[test]
fn the_greedy_alignment_scores_what_is_on_screen_and_no_other_scores_more() {
    for (reference, candidate) in pairs() {
        for settings in settings() {
            let analysis = analyzer()
                .analyze(
                    Pair {
                        reference: &reference,
                        candidate: &candidate,
                    },
                    settings,
                )
                .unwrap();
            let found = Alignments::compute(&analysis).unwrap();
            let [greedy, mutual, one] = AlignmentKind::ALL.map(|kind| found.get(kind).unwrap());
            assert_eq!(
                (greedy.raw, greedy.scaled),
                (analysis.raw, analysis.score())
            );
            for stricter in [mutual, one] {
                assert!(
                    sum(stricter.raw) <= sum(greedy.raw) + 1e-9,
                    "{reference:?} {candidate:?} {settings:?}"
                );
            }
            // Where a word is less than unlike its best, nothing is more than leaving it alone; so only without such ones.
            if analysis
                .matches
                .candidate
                .iter()
                .chain(&analysis.matches.reference)
                .all(|m| m.similarity >= 0.0)
            {
                assert!(
                    sum(one.raw) >= sum(mutual.raw) - 1e-9,
                    "{reference:?} {candidate:?} {settings:?}"
                );
            }
        }
    }
}
