//! Expected values computed by hand, and those of the paper and of `bert_score`'s example picture.

use bertscope_metric::Pair;
use bertscope_metric::{
    BaselineRow, GreedyMatches, MetricError, Score, Similarity, Vectors, Weights,
};

fn assert_score(score: Score, [p, r, f]: [f64; 3], tolerance: f64) {
    let ours = [score.precision.unwrap(), score.recall.unwrap(), score.f1];
    for (ours, theirs) in ours.into_iter().zip([p, r, f]) {
        assert!(
            (ours - theirs).abs() <= tolerance,
            "{ours} instead of {theirs}"
        );
    }
}

fn uniform(similarity: &Similarity) -> Score {
    let ones = Weights::uniform;
    Score::from_similarity(
        similarity,
        Pair {
            reference: &ones(similarity.reference_tokens()),
            candidate: &ones(similarity.candidate_tokens()),
        },
    )
    .unwrap()
}

#[test]
fn dot_products_of_two_and_two_vectors() {
    let candidate = Vectors::from_rows(&[[0.1, 0.2, 0.3], [0.4, 0.5, 0.6]]).unwrap();
    let reference = Vectors::from_rows(&[[0.1, 0.2, 0.3], [0.7, 0.8, 0.9]]).unwrap();
    assert_score(
        uniform(&Similarity::dot(&candidate, &reference).unwrap()),
        [0.86, 0.77, 0.8125],
        5e-5,
    );
}

#[test]
fn a_matrix_of_seven_candidate_and_six_reference_words() {
    let similarity = Similarity::from_rows(&[
        [0.1, 0.2, 0.1, 0.3, 0.1, 0.1], // A
        [0.1, 1.0, 0.2, 0.4, 0.1, 0.2], // cat
        [0.2, 0.3, 0.2, 0.2, 0.2, 0.1], // is
        [0.3, 0.4, 0.9, 0.5, 0.3, 0.4], // sitting
        [0.3, 0.4, 0.3, 1.0, 0.3, 0.3], // on
        [0.2, 0.3, 0.2, 0.2, 0.2, 0.1], // a
        [0.2, 0.3, 0.2, 0.2, 0.2, 1.0], // mat
    ]);
    assert_score(uniform(&similarity.unwrap()), [0.686, 0.75, 0.716], 5e-4);
}

/// Figure 1 of Zhang et al. 2020. The figure has the reference's words as rows: the, weather, is, cold, today; and the
/// candidate's as columns: it, is, freezing, today.
const FIGURE_1: [[f32; 4]; 5] = [
    [0.713, 0.597, 0.428, 0.408],
    [0.462, 0.393, 0.515, 0.326],
    [0.635, 0.858, 0.441, 0.441],
    [0.479, 0.454, 0.796, 0.343],
    [0.347, 0.361, 0.307, 0.913],
];

#[test]
fn figure_1_of_the_paper_with_and_without_idf() {
    let similarity = Similarity::from_rows(&FIGURE_1).unwrap().transposed();
    assert_eq!(
        (similarity.candidate_tokens(), similarity.reference_tokens()),
        (4, 5)
    );
    assert_score(uniform(&similarity), [0.82, 0.759, 0.7883], 5e-5);

    let idf = Weights::new(vec![1.27, 7.94, 1.82, 7.90, 8.88]).unwrap();
    let recall = Score::from_similarity(
        &similarity,
        Pair {
            reference: &idf,
            candidate: &Weights::uniform(4),
        },
    )
    .unwrap()
    .recall
    .unwrap();
    assert!(
        (recall - 0.753).abs() < 5e-4,
        "the paper has .753, not {recall}"
    );
}

#[test]
fn figure_1_matches_as_it_is_drawn() {
    let matches =
        GreedyMatches::from_similarity(&Similarity::from_rows(&FIGURE_1).unwrap().transposed());
    let partners =
        |side: &[bertscope_metric::Match]| side.iter().map(|m| m.token).collect::<Vec<_>>();
    assert_eq!(
        partners(&matches.reference),
        [0, 2, 1, 2, 3],
        "each reference word's best candidate word"
    );
    assert_eq!(
        partners(&matches.candidate),
        [0, 2, 3, 4],
        "each candidate word's best reference word"
    );
    assert!(
        matches.is_mutual(2, 3),
        "freezing and cold choose each other"
    );
    assert!(
        !matches.is_mutual(2, 1),
        "weather chooses freezing, which prefers cold"
    );
}

/// `bert_score`'s example picture: candidate words as rows, reference words as columns, raw and rescaled with the F1
/// column of roberta-large's published baseline at layer 17. The cells are printed with three digits.
#[test]
fn the_published_picture_is_rescaled_cell_by_cell() {
    let baseline = BaselineRow::new(0.0, 0.0, 0.831_225_75).unwrap();
    let raw: [[f32; 5]; 4] = [
        [0.952, 0.829, 0.870, 0.836, 0.852],
        [0.881, 0.820, 0.954, 0.851, 0.844],
        [0.785, 0.769, 0.814, 0.903, 0.774],
        [0.838, 0.788, 0.859, 0.828, 0.989],
    ];
    let rescaled: [[f32; 5]; 4] = [
        [0.718, -0.013, 0.229, 0.031, 0.123],
        [0.296, -0.064, 0.730, 0.120, 0.077],
        [-0.274, -0.370, -0.100, 0.426, -0.341],
        [0.042, -0.255, 0.166, -0.019, 0.936],
    ];
    for (raw, published) in raw.as_flattened().iter().zip(rescaled.as_flattened()) {
        // Half a unit of the third digit, stretched by 1 / (1 - b), and once more for the printed result.
        let tolerance = 0.0005 / (1.0 - 0.831_225_75) + 0.0005;
        assert!(
            (baseline.rescale_cell(*raw) - published).abs() <= tolerance,
            "{raw} to {published}"
        );
    }
}

#[test]
fn an_empty_side_scores_zero_and_has_no_matches() {
    for (candidates, references) in [(0, 0), (0, 3), (3, 0)] {
        let similarity = Similarity::new(Vec::new(), candidates, references).unwrap();
        assert_eq!(
            uniform(&similarity),
            Score::ZERO,
            "{candidates} and {references} tokens"
        );
        let matches = GreedyMatches::from_similarity(&similarity);
        assert!(matches.candidate.is_empty() && matches.reference.is_empty());
    }
}

#[test]
fn a_side_without_weight_is_undefined_and_says_which() {
    let similarity = Similarity::from_rows(&[[0.5, 0.25]]).unwrap();
    let (one, two) = (
        |w| Weights::new(vec![w]).unwrap(),
        |w| Weights::new(vec![w, w]).unwrap(),
    );
    let undefined = |candidate, reference| {
        let weights = Pair {
            reference: &reference,
            candidate: &candidate,
        };
        let score = Score::from_similarity(&similarity, weights).unwrap();
        [score.precision.is_none(), score.recall.is_none()]
    };
    assert_eq!(undefined(one(1.0), two(1.0)), [false, false]);
    assert_eq!(undefined(one(0.0), two(1.0)), [true, false]);
    assert_eq!(undefined(one(1.0), two(0.0)), [false, true]);
    assert_eq!(undefined(one(0.0), two(0.0)), [true, true]);
}

#[test]
fn numbers_that_do_not_fit_together_are_refused_with_the_place() {
    let matrix = Similarity::from_rows(&[[1.0, 0.0], [0.0, 1.0]]).unwrap();
    let two = Weights::uniform(2);
    let plane = Vectors::from_rows(&[[1.0, 0.0]]).unwrap();
    let space = Vectors::from_rows(&[[1.0, 0.0, 0.0]]).unwrap();
    for (found, expected) in [
        (
            Similarity::new(vec![0.0; 5], 2, 3).err(),
            "2 rows of 3 numbers need 6 numbers, but got 5",
        ),
        (
            Similarity::from_rows(&[vec![0.0; 2], vec![0.0; 3]]).err(),
            "row 1 has 3 numbers, but the first row has 2",
        ),
        (
            Similarity::dot(&plane, &space).err(),
            "the candidate's vectors have 2 dimensions, the reference's 3",
        ),
        (
            Score::from_similarity(
                &matrix,
                Pair {
                    reference: &Weights::uniform(3),
                    candidate: &two,
                },
            )
            .err(),
            "expected one weight for each of the 2 tokens, but got 3",
        ),
        (
            Score::from_similarity(
                &matrix,
                Pair {
                    reference: &two,
                    candidate: &Weights::uniform(1),
                },
            )
            .err(),
            "expected one weight for each of the 2 tokens, but got 1",
        ),
        (
            Weights::new(vec![1.0, -0.5]).err(),
            "weight 1 is -0.5; weights must be finite and not negative",
        ),
        (
            Weights::new(vec![f64::NAN]).err(),
            "weight 0 is NaN; weights must be finite and not negative",
        ),
        (
            BaselineRow::new(0.5, 1.0, 0.5).err(),
            "cannot rescale with a baseline of 1: it must be finite and below 1",
        ),
    ] {
        let found: MetricError = found.expect(expected);
        assert_eq!(found.to_string(), expected);
    }
}
