//! Alignments of real pairs, and what their page says.

use bertscope_metric::Pair;
use std::sync::Arc;

use bertscope_analysis::Side;
use bertscope_explain::{Alignments, Explanation};
use bertscope_metric::Score;
use bertscope_metric::alignment::AlignmentKind;
use bertscope_report::explanation::{PageSettings, Target, page};

use super::support::{analyzer, pairs, settings};
use super::written::assert_written;

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

#[test]
fn the_page_of_matches_has_whole_rows_at_every_width_and_works_every_number_out() {
    for (reference, candidate) in pairs() {
        for settings in settings() {
            let analysis = Arc::new(
                analyzer()
                    .analyze(
                        Pair {
                            reference: &reference,
                            candidate: &candidate,
                        },
                        settings,
                    )
                    .unwrap(),
            );
            let explanation = Explanation::Matches(Alignments::compute(&analysis).unwrap());
            for alignment in AlignmentKind::ALL {
                let choices = PageSettings {
                    alignment,
                    ..PageSettings::default()
                };
                assert_written(&page(&explanation, &analysis, &choices));
            }
        }
    }
}

#[test]
fn a_word_that_many_chose_is_a_hub_and_one_to_one_leaves_it_to_one() {
    let settings = bertscope_analysis::Settings::plain(bertscope_encoder::Layer(6));
    let analysis = analyzer()
        .analyze(
            Pair {
                reference: "the ferry",
                candidate: "the ferry the ferry the ferry",
            },
            settings,
        )
        .unwrap();
    let found = Alignments::compute(&analysis).unwrap();
    let ferry = found
        .hubs(Side::Reference)
        .iter()
        .find(|hub| hub.token == 2)
        .unwrap();
    assert_eq!(ferry.chosen_by, [2, 4, 6]);
    let one = &found.get(AlignmentKind::OneToOne).unwrap().alignment;
    assert_eq!(
        (2..=6)
            .step_by(2)
            .filter(|&c| one.candidate[c].is_some_and(|p| p.token == 2))
            .count(),
        1
    );
    let explanation = Explanation::Matches(found);
    let choices = PageSettings::default();
    let page = page(&explanation, &analysis, &choices);
    let hub = (0..page.len())
        .find(|&i| {
            page.derivation(i)
                .iter()
                .any(|line| line.contains("“ferry” is the best match of 3"))
        })
        .unwrap();
    assert_eq!(
        page.derivation(hub)[0],
        "“ferry” is the best match of 3 candidate tokens"
    );
    assert!(matches!(
        page.target(hub),
        Some(Target::Cell { reference: 2, .. })
    ));
}
