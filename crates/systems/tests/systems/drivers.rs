//! What drives a score, on real sentences and the bundled model.

use std::sync::{Arc, LazyLock, Mutex};

use bertscope_analysis::{Analysis, Analyzer, Settings};
use bertscope_metric::Pair;
use bertscope_systems::drivers::word_kind::words;
use bertscope_systems::drivers::{Feature, WordCost, WordKind};
use bertscope_systems::{Drivers, DriversBuilder, PairDrivers};

static ANALYZER: LazyLock<Mutex<Analyzer>> = LazyLock::new(|| {
    Mutex::new(Analyzer::new(Arc::new(
        bertscope_models::bundled::model().unwrap(),
    )))
});

fn analysis(reference: &str, candidate: &str) -> Analysis {
    let mut analyzer = ANALYZER.lock().unwrap();
    let settings = Settings::plain(analyzer.model().default_layer);
    analyzer
        .analyze(
            Pair {
                reference,
                candidate,
            },
            settings,
        )
        .unwrap()
}

const REFERENCES: [&str; 3] = [
    "The ferry leaves at noon.",
    "Rain fell on the harbour all night.",
    "Nobody on Naxos sold 30 lanterns.",
];
const SYSTEMS: [[&str; 3]; 2] = [
    [
        "The boat departs at midday.",
        "It rained all night.",
        "Naxos sold no lanterns.",
    ],
    [
        "The ferry leaves at noon.",
        "",
        "Nobody sold thirty lanterns on Naxos, nobody at all.",
    ],
];

fn drivers(systems: &[[&str; 3]]) -> Drivers {
    let mut drivers = DriversBuilder::new(
        (0..systems.len())
            .map(|system| format!("{system}"))
            .collect(),
    );
    for (row, reference) in REFERENCES.iter().enumerate() {
        let of = |system: &[&str; 3]| {
            (
                PairDrivers::compute(&analysis(reference, system[row])),
                None,
            )
        };
        drivers.add(
            &format!("row {row}"),
            &systems.iter().map(of).collect::<Vec<_>>(),
        );
    }
    drivers.finish()
}

#[test]
fn every_word_has_one_kind() {
    let text = "The ferry from Naxos, with 30 lanterns, unloads zygomorphic orchids. \"Don't wait,\" I said.";
    let words = words(&analysis(text, "A.").reference.tokenized);
    let kind = |word: &str| {
        words
            .iter()
            .find(|known| known.text == word)
            .map(|word| word.kind)
    };
    for (word, expected) in [
        ("[CLS]", WordKind::Special),
        ("the", WordKind::Function),
        ("ferry", WordKind::Content),
        ("naxos", WordKind::Name),
        (",", WordKind::Punctuation),
        ("30", WordKind::Number),
        ("zygomorphic", WordKind::Pieces),
        // After a full stop and a quote.
        ("don", WordKind::Function),
        ("i", WordKind::Function),
    ] {
        assert_eq!(kind(word), Some(expected), "{word}");
    }
}

#[test]
fn the_costs_of_all_kinds_sum_to_what_the_means_lack_of_1() {
    let found = drivers(&SYSTEMS);
    assert_eq!((found.segments, &*found.empty), (3, &[0, 1][..]));
    assert_eq!(found.segments_with_texts, 2);
    let counted = found.to_special.iter().chain(&found.hubs);
    let mut behind = counted.flat_map(|word| &word.segments);
    assert!(
        behind.all(|segment| segment.id != "row 1"),
        "beside an empty text, a match says nothing of a system"
    );
    for (system, candidates) in SYSTEMS.iter().enumerate() {
        // The empty candidate counts: its P and R are 0.
        let scores: Vec<_> = REFERENCES
            .iter()
            .zip(candidates)
            .map(|(reference, candidate)| analysis(reference, candidate).raw)
            .collect();
        let lack = |of: fn(&bertscope_metric::Score) -> Option<f64>| {
            scores
                .iter()
                .map(|score| 1.0 - of(score).unwrap())
                .sum::<f64>()
                / 3.0
        };
        for (costs, expected) in [
            (&found.precision, lack(|s| s.precision)),
            (&found.recall, lack(|s| s.recall)),
        ] {
            let sum: f64 = costs.kinds.iter().map(|kind| kind.amounts[system]).sum();
            assert!((sum - expected).abs() < 1e-9, "{sum} {expected}");
            let empty: f64 = costs
                .kinds
                .iter()
                .filter(|kind| kind.kind == WordKind::EmptyText)
                .map(|kind| kind.amounts[system])
                .sum();
            let words: f64 = costs.words.iter().map(|word| word.amounts[system]).sum();
            let words = words + empty;
            assert!((words - sum).abs() < 1e-9, "so few words are all listed");
        }
    }
}

#[test]
fn a_word_names_the_segments_in_which_the_systems_differ_most() {
    let found = drivers(&SYSTEMS);
    let ferry = found
        .recall
        .words
        .iter()
        .find(|word| word.word == "ferry")
        .unwrap();
    assert_eq!(
        (&*ferry.filter, ferry.segments[0].id.as_str()),
        ("reference~ferry", "row 0")
    );
    assert!(
        ferry.gain(1) > 0.0 && ferry.amounts[1] < 1e-6,
        "the second system wrote it as it is"
    );
}

#[test]
fn of_three_systems_a_gain_names_only_segments_in_which_its_own_two_differ() {
    let pair = |candidate: &str| {
        (
            PairDrivers::compute(&analysis("The ferry leaves at noon.", candidate)),
            None,
        )
    };
    let mut drivers = DriversBuilder::new(["A", "B", "C"].map(str::to_owned).to_vec());
    let [own, boat] = ["The ferry leaves at noon.", "The boat leaves at noon."];
    // B differs from A only in the first segment, C only in the second, where the difference is as large.
    drivers.add("of B", &[pair(own), pair(boat), pair(own)]);
    drivers.add("of C", &[pair(own), pair(own), pair(boat)]);
    let found = drivers.finish();
    for (system, segment) in [(1, "of B"), (2, "of C")] {
        let ferry = found
            .recall
            .words
            .iter()
            .find(|word| word.word == "ferry")
            .unwrap();
        assert!(ferry.gain(system) < 0.0);
        assert_eq!(
            (ferry.examples(Some(system)), ferry.segments.len()),
            (vec![segment], 2)
        );
    }
}

#[test]
fn what_disagreements_share_is_found_in_pairs_that_were_made_so() {
    let mut drivers = DriversBuilder::new(vec!["A".to_owned()]);
    let [short, long] = [
        "The ferry leaves at noon.",
        "The ferry leaves the harbour at noon every day, rain or not.",
    ]
    .map(|candidate| PairDrivers::compute(&analysis("The ferry leaves at noon.", candidate)));
    for row in 0..100 {
        // People like what is long, F1 does not.
        let (pair, human) = if row % 4 == 0 {
            (&long, 0.9)
        } else {
            (&short, 0.1)
        };
        let noise = f64::from(row) / 1000.0;
        let mut pair = pair.clone();
        pair.scores[2] = pair.scores[2].map(|f1| f1 - noise);
        drivers.add(&row.to_string(), &[(pair, Some(human + noise))]);
    }
    let found = drivers.finish();
    let disagreement = &found.disagreements[0];
    assert_eq!((disagreement.judged, disagreement.tenth), (100, 10));
    let length = disagreement
        .shared
        .iter()
        .find(|shared| shared.feature == Feature::LengthRatio)
        .unwrap();
    assert!(length.underrated_mean > length.overrated_mean, "{length:?}");
    assert!(
        disagreement
            .underrated
            .iter()
            .all(|pair| pair.rank_by_f1 < pair.rank_by_human)
    );
}

/// A pair with only these costs of words of the reference.
fn pair_with(recall: &[(&str, WordKind, f64)]) -> PairDrivers {
    let cost = |&(word, kind, amount): &(&str, WordKind, f64)| WordCost {
        word: word.to_owned(),
        kind,
        amount,
    };
    PairDrivers {
        recall: recall.iter().map(cost).collect(),
        precision: Vec::new(),
        to_special: Vec::new(),
        hubs: Vec::new(),
        kinds: Vec::new(),
        is_empty: false,
        candidate_tokens: 5,
        reference_tokens: 5,
        scores: [Some(0.5); 3],
    }
}

#[test]
fn a_cost_that_is_rounding_has_no_shares_and_those_of_other_pairs_are_parts_of_1() {
    let mut drivers = DriversBuilder::new(vec!["A".to_owned()]);
    for row in 0..40 {
        // F1 ranks the pairs without a cost higher than people do.
        let is_equal = row % 2 == 0;
        let [name, content] = if is_equal {
            [-9e-8, 1.2e-7]
        } else {
            [f64::from(row / 30), 1.0]
        };
        let pair = pair_with(&[
            ("leeds", WordKind::Name, name),
            ("train", WordKind::Content, content),
        ]);
        let [f1, human] = if is_equal { [1.0, 0.0] } else { [0.5, 1.0] };
        drivers.add(
            &row.to_string(),
            &[(
                PairDrivers {
                    scores: [Some(f1); 3],
                    ..pair
                },
                Some(human),
            )],
        );
    }
    let shared = drivers.finish().disagreements.remove(0).shared;
    let means: Vec<_> = shared
        .iter()
        .map(|shared| {
            (
                shared.feature,
                [shared.overrated_mean, shared.underrated_mean],
            )
        })
        .collect();
    let half = [None, Some(0.5)];
    assert_eq!(
        means,
        [WordKind::Content, WordKind::Name].map(|kind| (Feature::Cost(kind), half))
    );
}

#[test]
fn a_word_is_one_entry_with_one_gain_and_the_kind_that_it_most_often_has() {
    let mut drivers = DriversBuilder::new(["A", "B"].map(str::to_owned).to_vec());
    let [function, name] =
        [WordKind::Function, WordKind::Name].map(|kind| pair_with(&[("the", kind, 0.25)]));
    drivers.add("1", &[(function.clone(), None), (name, None)]);
    drivers.add("2", &[(function.clone(), None), (function, None)]);
    let found = drivers.finish().recall;
    let words: Vec<_> = found
        .words
        .iter()
        .map(|word| (&*word.word, word.kind, word.gain(1), &*word.times))
        .collect();
    assert_eq!(words, [("the", WordKind::Function, 0.0, &[2, 2][..])]);
    let kinds: Vec<_> = found
        .kinds
        .iter()
        .map(|kind| (kind.kind, &*kind.times))
        .collect();
    assert_eq!(
        kinds,
        [
            (WordKind::Name, &[0, 1][..]),
            (WordKind::Function, &[2, 1][..])
        ]
    );
}

#[test]
fn the_first_segment_of_a_word_is_where_all_systems_together_have_most_of_it() {
    let mut drivers = DriversBuilder::new(["A", "B"].map(str::to_owned).to_vec());
    let hubs = |matches: f64| {
        let hubs = vec![WordCost {
            word: "on".to_owned(),
            kind: WordKind::Function,
            amount: matches,
        }];
        (
            PairDrivers {
                hubs,
                ..pair_with(&[])
            },
            None,
        )
    };
    drivers.add("differs most", &[hubs(6.0), hubs(3.0)]);
    drivers.add("most", &[hubs(6.0), hubs(6.0)]);
    let segments: Vec<String> = drivers.finish().hubs[0]
        .segments
        .iter()
        .map(|segment| segment.id.clone())
        .collect();
    assert_eq!(segments, ["most", "differs most"]);
}
