//! What an edit did, in parts.

use std::sync::Arc;

use bertscope_analysis::{Analysis, Idf, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::edit::{Cause, ChangedSetting, TextChange};
use bertscope_explain::{EditEffect, Explanation, Question, Topic};
use bertscope_metric::{DocumentFrequencies, TokenWeights};
use bertscope_models::FrequencyTable;
use proptest::collection::vec;
use proptest::prelude::*;

use super::{ROUNDING, TestPair, analyzer, collect_partial_results, plain};

/// Sums up the parts and compares them with the change of the score.
fn add_up(change: &TextChange, after: &Analysis) -> Result<(), TestCaseError> {
    let (before, after) = (change.before.score(), after.score());
    let told = |side: Side| {
        change
            .token_changes
            .iter()
            .filter(move |s| s.side == side)
            .map(|s| s.mean)
            .sum::<f64>()
    };
    for (side, before, after, convention) in [
        (
            Side::Candidate,
            before.precision,
            after.precision,
            change.by_convention.precision,
        ),
        (
            Side::Reference,
            before.recall,
            after.recall,
            change.by_convention.recall,
        ),
    ] {
        match before.zip(after) {
            Some((before, after)) => {
                let sum = told(side) + convention.unwrap();
                prop_assert!(
                    (sum - (after - before)).abs() < ROUNDING,
                    "{side:?} {sum} {before} {after}"
                );
            }
            None => prop_assert_eq!(convention, None),
        }
    }
    let f1 = change.token_changes.iter().map(|s| s.f1).sum::<f64>() + change.by_convention.f1;
    prop_assert!(
        (f1 - (after.f1 - before.f1)).abs() < ROUNDING,
        "{f1} {before:?} {after:?}"
    );
    let causes: f64 = Cause::ALL
        .iter()
        .map(|cause| change.delta_by_cause(*cause).f1)
        .sum();
    prop_assert!((causes - f1).abs() < ROUNDING);
    Ok(())
}

/// Positive cosines, as those of models are; so no harmonic mean is near its pole.
fn pair() -> impl Strategy<Value = TestPair> {
    (
        vec(0u32..6, 1..9),
        vec(0u32..6, 1..9),
        vec(0.05f32..1.0, 64),
    )
        .prop_map(|(candidate, reference, cells)| TestPair {
            candidate,
            reference,
            cells,
        })
}

proptest! {
    #[test]
    fn the_parts_sum_to_the_change_of_precision_recall_and_f1(
        before in pair(), after in pair(), weighed: bool, rescaled: bool,
    ) {
        let (before, after) = (before.analysis(weighed, rescaled), after.analysis(weighed, rescaled));
        let EditEffect::Texts(change) = EditEffect::compute(Some(&before), &after) else { panic!("like settings") };
        add_up(&change, &after)?;
        if change.slopes.is_some() {
            prop_assert_eq!(change.by_convention.f1, 0.0);
        }
    }

    #[test]
    fn where_no_token_was_added_or_removed_all_of_the_change_is_drift(
        before in pair(), cells in vec(0.05f32..1.0, 64), weighed: bool,
    ) {
        let after = TestPair { cells, ..before.clone() };
        let (before, after) = (before.analysis(weighed, false), after.analysis(weighed, false));
        let EditEffect::Texts(change) = EditEffect::compute(Some(&before), &after) else { panic!("like settings") };
        prop_assert!(change.is_none());
        for shift in &change.token_changes {
            let partner = |analysis: &Analysis| analysis.matches_of(shift.side)[shift.new.unwrap()].token;
            let flipped = partner(&before) != partner(&after);
            prop_assert_eq!(shift.cause, if flipped { Cause::MovedMatch } else { Cause::Drift });
        }
        add_up(&change, &after)?;
    }

    #[test]
    fn an_edit_that_is_undone_has_the_opposite_parts(before in pair(), after in pair()) {
        let (before, after) = (before.analysis(true, true), after.analysis(true, true));
        let (there, back) = (TextChange::compute(&before, &after), TextChange::compute(&after, &before));
        let sum = |change: &TextChange, kind: fn(Cause) -> bool| change.f1_delta_where(kind);
        // Which of equal alignments is taken may differ; where it is the same, so are all parts.
        let mirrored = there.tokens.candidate.after == back.tokens.candidate.before
            && there.tokens.reference.after == back.tokens.reference.before;
        if mirrored {
            prop_assert!((sum(&there, Cause::is_drift) + sum(&back, Cause::is_drift)).abs() < ROUNDING);
            prop_assert!((sum(&there, Cause::is_text_change) + sum(&back, Cause::is_text_change)).abs() < ROUNDING);
        }
    }
}

fn edit(before: Option<Arc<Analysis>>, after: &Arc<Analysis>) -> EditEffect {
    let question = Question {
        before,
        ..Question::new(Topic::Edit)
    };
    match collect_partial_results(&mut analyzer(), after, &question, |_| true).pop() {
        Some(Explanation::Edit(edit)) => edit,
        other => panic!("{other:?}"),
    }
}

fn analysis(reference: &str, candidate: &str, settings: Settings) -> Arc<Analysis> {
    Arc::new(
        analyzer()
            .analyze(
                bertscope_metric::Pair {
                    reference,
                    candidate,
                },
                settings,
            )
            .unwrap(),
    )
}

#[test]
fn one_word_for_another_is_a_removed_an_added_and_otherwise_kept_words() {
    let reference = "the ferry leaves at noon";
    for rescale in [false, true] {
        let settings = Settings { rescale, ..plain() };
        let before = analysis(reference, "the boat leaves at noon", settings);
        let after = analysis(reference, "the ship leaves at noon", settings);
        let EditEffect::Texts(change) = edit(Some(Arc::clone(&before)), &after) else {
            panic!()
        };
        assert!(change.tokens.reference.is_same() && !change.tokens.candidate.is_same());
        let of = |cause| {
            change
                .token_changes
                .iter()
                .filter(move |s| s.cause == cause)
        };
        assert_eq!(
            of(Cause::Removed)
                .map(|s| (s.side, s.old, s.new))
                .collect::<Vec<_>>(),
            [(Side::Candidate, Some(2), None)]
        );
        assert_eq!(
            of(Cause::Added)
                .map(|s| (s.side, s.old, s.new))
                .collect::<Vec<_>>(),
            [(Side::Candidate, None, Some(2))]
        );
        assert_eq!(of(Cause::Share).count(), 0);
        // "ferry" matched "boat" and now matches "ship".
        let partner = of(Cause::NewMatch)
            .find(|s| s.side == Side::Reference && s.new == Some(2))
            .unwrap();
        assert_eq!(before.matches_of(Side::Reference)[2].token, 2);
        assert_eq!(
            (partner.old, after.matches_of(Side::Reference)[2].token),
            (Some(2), 2)
        );
        assert!(of(Cause::Drift).count() >= 6);
        add_up(&change, &after).unwrap();
    }
}

#[test]
fn no_edit_other_settings_and_one_more_blank_are_distinguished() {
    let after = analysis("the ferry leaves", "the boat left", plain());
    assert_eq!(edit(None, &after), EditEffect::None);
    let settings = Settings {
        layer: Layer(3),
        rescale: true,
        ..plain()
    };
    let other = analysis("the ferry leaves", "the boat left", settings);
    let EditEffect::OtherSettings { changed, .. } = edit(Some(other), &after) else {
        panic!()
    };
    assert_eq!(changed, [ChangedSetting::Layer, ChangedSetting::Rescaling]);
    let blank = analysis("the ferry leaves", "the  boat left ", plain());
    let EditEffect::Texts(change) = edit(Some(blank), &after) else {
        panic!()
    };
    assert!(change.is_none() && change.token_changes.is_empty() && change.total.f1 == 0.0);
}

#[test]
fn another_table_with_the_same_name_and_n_is_another_setting_but_an_edited_reference_is_not() {
    let settings = |idf| Settings { idf, ..plain() };
    let with_table = |frequency| {
        let counts = DocumentFrequencies::from_counts(9, [(1996, frequency)]);
        let table = FrequencyTable {
            source: "corpus.txt".to_owned(),
            tokenizer: None,
            weights: TokenWeights::Counted(counts),
        };
        let texts = bertscope_metric::Pair {
            reference: "the ferry leaves",
            candidate: "the boat left",
        };
        let analysis = analyzer()
            .with_frequencies(table)
            .analyze(texts, settings(Idf::Table));
        Arc::new(analysis.unwrap())
    };
    let after = with_table(8);
    let EditEffect::OtherSettings { changed, .. } = edit(Some(with_table(4)), &after) else {
        panic!()
    };
    assert_eq!(changed, [ChangedSetting::Idf]);
    assert!(matches!(
        edit(Some(with_table(8)), &after),
        EditEffect::Texts(_)
    ));
    let of_reference = |reference| analysis(reference, "the boat left", settings(Idf::References));
    let after = of_reference("the boat leaves");
    assert!(matches!(
        edit(Some(of_reference("the ferry leaves")), &after),
        EditEffect::Texts(_)
    ));
}

#[test]
fn from_and_to_an_empty_text_the_change_is_one_of_convention() {
    let (empty, full) = (
        analysis("the ferry leaves", "", plain()),
        analysis("the ferry leaves", "the boat left", plain()),
    );
    for (before, after) in [(&empty, &full), (&full, &empty)] {
        let EditEffect::Texts(change) = edit(Some(Arc::clone(before)), after) else {
            panic!()
        };
        assert!(change.token_changes.is_empty() && change.slopes.is_none());
        assert_eq!(change.by_convention, change.total);
        assert!((change.total.f1.abs() - full.raw.f1).abs() < ROUNDING);
    }
}
