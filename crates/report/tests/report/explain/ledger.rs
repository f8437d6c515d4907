//! The ledger adds up.

use bertscope_analysis::{Note, Side};
use bertscope_explain::Ledger;
use bertscope_metric::Pair;

use super::support::{analyzer, pairs, settings};

#[test]
fn shares_add_up_to_the_score_and_losses_to_what_it_lacks_of_1() {
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
            let ledger = Ledger::compute(&analysis);
            let empty = analysis
                .notes
                .iter()
                .any(|n| matches!(n, Note::Empty(_) | Note::TwoTokens(_)));
            for (side, score) in [
                (Side::Candidate, analysis.score().precision),
                (Side::Reference, analysis.score().recall),
            ] {
                let part = ledger.side(side);
                assert_eq!(part.score, score);
                if empty {
                    assert_eq!(part.entries.len(), 0);
                    continue;
                }
                let shares: f64 = part.entries.iter().map(|e| e.share).sum();
                let losses: f64 = part.entries.iter().map(|e| e.cost).sum();
                let Some(score) = score else {
                    assert!(
                        shares == 0.0 && losses == 0.0,
                        "nothing of what does not exist"
                    );
                    continue;
                };
                assert!(
                    (shares - score).abs() < 1e-12,
                    "{reference:?} {candidate:?} {settings:?}: {shares} {score}"
                );
                assert!(
                    (losses - (1.0 - score)).abs() < 1e-12,
                    "{reference:?} {candidate:?} {settings:?}"
                );
                let words = |number: fn(&bertscope_explain::ledger::WordEntry) -> f64| {
                    part.words.iter().map(number).sum::<f64>()
                };
                assert!(
                    (words(|w| w.share) - shares).abs() < 1e-12
                        && (words(|w| w.cost) - losses).abs() < 1e-12
                );
                assert!(
                    part.words.is_sorted_by(|a, b| a.cost >= b.cost),
                    "highest cost first"
                );
            }
        }
    }
}
