//! The pages: no row is wider than its panel, no number is cut, and every number has a derivation.

use bertscope_metric::Pair;
use std::collections::BTreeSet;
use std::sync::Arc;

use bertscope_analysis::{Analysis, Conventions, Idf, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::lens::LensAnswer;
use bertscope_explain::{Explanation, Question, Topic};
use bertscope_report::explanation::{Controls, Page, PageSettings, Target, page, text};
use unicode_width::UnicodeWidthStr;

use super::{analyzer, collect_partial_results, plain};

const REFERENCE: &str = "the ferry to the island leaves at noon";
const CANDIDATE: &str = "a boat departs for the islands, unhurriedly, at midday";

fn answer(
    reference: &str,
    candidate: &str,
    settings: Settings,
    question: &Question,
) -> (Explanation, Arc<Analysis>) {
    let mut analyzer = analyzer();
    let analysis = Arc::new(
        analyzer
            .analyze(
                Pair {
                    reference,
                    candidate,
                },
                settings,
            )
            .unwrap(),
    );
    (
        collect_partial_results(&mut analyzer, &analysis, question, |_| true)
            .pop()
            .unwrap(),
        analysis,
    )
}

fn questions(candidate: &str) -> Vec<Question> {
    let before = analyzer()
        .analyze(
            Pair {
                reference: REFERENCE,
                candidate: "a boat leaves for the island at midday",
            },
            plain(),
        )
        .unwrap();
    vec![
        Question::new(Topic::Matches),
        Question::new(Topic::Ledger),
        Question::new(Topic::Layers),
        Question::new(Topic::Idf),
        Question::new(Topic::Ruler),
        Question::new(Topic::Lenses),
        Question::new(Topic::Overlap),
        Question::new(Topic::Drop),
        Question::new(Topic::Edit),
        Question {
            before: Some(Arc::new(before)),
            ..Question::new(Topic::Edit)
        },
        Question::new(Topic::Compare),
        Question {
            candidates: ["nobody eats snow".into(), candidate.into(), "".into()]
                .into_iter()
                .collect(),
            references: ["a\u{1b}[31m boat".into()].into_iter().collect(),
            ..Question::new(Topic::Compare)
        },
        Question {
            references: (1..10).map(|n| format!("{n} boats").into()).collect(),
            ..Question::new(Topic::Compare)
        },
    ]
}

fn assert_decent(page: &Page<'_>) {
    assert!(!page.lead().contains("NaN"));
    for index in 0..page.len() {
        for width in [28, 36, 48, 100] {
            let row: String = page
                .row(index, width)
                .into_iter()
                .map(|span| span.text)
                .collect();
            assert!(row.width() <= usize::from(width), "{width}: {row}");
            assert!(
                !row.contains("NaN") && !row.chars().any(char::is_control),
                "{row:?}"
            );
        }
        let how = page.derivation(index);
        assert!(
            how.iter()
                .all(|line| !line.contains("NaN") && !line.contains("inf ")),
            "{how:?}"
        );
        let row: String = page
            .row(index, 100)
            .into_iter()
            .map(|span| span.text)
            .collect();
        for line in how.iter().chain([&row, &page.lead()]) {
            let is_sign = |at: &[u8]| {
                b" (".contains(&at[0]) && at[1] == b'-' && b".0123456789".contains(&at[2])
            };
            let hyphen = line.as_bytes().windows(3).any(is_sign);
            assert!(!hyphen, "a hyphen instead of a minus sign: {line}");
        }
        let speaks = page.target(index).is_some();
        assert_eq!(speaks, !how.is_empty(), "{:?}", page.row(index, 100));
    }
}

#[test]
fn every_row_fits_its_panel_and_every_row_that_can_be_chosen_has_a_derivation() {
    for settings in [
        plain(),
        Settings {
            layer: Layer(4),
            idf: Idf::Table,
            rescale: true,
            conventions: Conventions::default(),
        },
        Settings {
            idf: Idf::References,
            ..plain()
        },
    ] {
        for candidate in [
            CANDIDATE,
            "",
            "boat",
            REFERENCE,
            "我们后天早上九点出发。 quantum 42",
        ] {
            for question in questions(candidate) {
                let (explanation, analysis) = answer(REFERENCE, candidate, settings, &question);
                let choices = PageSettings {
                    all_open: true,
                    ..PageSettings::default()
                };
                assert_decent(&page(&explanation, &analysis, &choices));
            }
        }
    }
}

#[test]
fn what_is_said_of_an_order_is_where_it_holds_and_where_another_one_is() {
    let candidates = ["nobody eats snow".into()].into_iter().collect();
    let question = Question {
        candidates,
        ..Question::new(Topic::Compare)
    };
    let (mut explanation, analysis) = answer(REFERENCE, CANDIDATE, plain(), &question);
    let Explanation::Compare(comparison) = &mut explanation else {
        panic!("{explanation:?}")
    };
    let layers = comparison.candidates.orders_by_layer().count();
    for order in comparison
        .candidates
        .orders
        .iter_mut()
        .filter(|order| order.settings.layer == Layer(0))
    {
        (order.agrees, order.order) = (false, vec![1, 0]);
        order.f1 = vec![0.1, 0.2];
    }
    let choices = PageSettings::default();
    let page = page(&explanation, &analysis, &choices);
    let row = |i: usize| -> String { page.row(i, 28).into_iter().map(|span| span.text).collect() };
    let rows: Vec<String> = (0..page.len()).map(row).collect();
    let first = rows
        .iter()
        .position(|row| row == "A > B with other settings?")
        .unwrap();
    assert_eq!(
        rows[first + 1],
        format!("holds at {} of {layers} layers", layers - 1)
    );
    assert_eq!(rows[first + 2].trim_end(), "not at layer 0:  B > A");
    assert_eq!(rows[first + 3], "holds with the IDF table");
}

#[test]
fn words_in_pieces_open_and_point_to_their_tokens() {
    let (explanation, analysis) =
        answer(REFERENCE, CANDIDATE, plain(), &Question::new(Topic::Drop));
    let rows = |choices: &PageSettings| page(&explanation, &analysis, choices).len();
    let closed = PageSettings::default();
    let shown = page(&explanation, &analysis, &closed);
    let word = (0..shown.len()).find_map(|i| match shown.target(i) {
        Some(Target::Word(side, token)) => Some((side, token)),
        _ => None,
    });
    let (side, token) = word.expect("a word in pieces");
    assert_eq!(side, Side::Candidate);
    let open = PageSettings {
        open: BTreeSet::from([(side, token)]),
        ..PageSettings::default()
    };
    assert!(rows(&open) >= rows(&closed) + 2);
    let candidate = PageSettings {
        sides: vec![Side::Candidate],
        ..PageSettings::default()
    };
    assert!(rows(&candidate) < rows(&closed));
}

#[test]
fn what_is_not_embedded_yet_is_an_ellipsis() {
    let mut analyzer = analyzer();
    let analysis = Arc::new(
        analyzer
            .analyze(
                Pair {
                    reference: REFERENCE,
                    candidate: CANDIDATE,
                },
                plain(),
            )
            .unwrap(),
    );
    let first = collect_partial_results(
        &mut analyzer,
        &analysis,
        &Question::new(Topic::Drop),
        |_| false,
    )
    .pop()
    .unwrap();
    let written = text(&page(&first, &analysis, &PageSettings::default()), 48);
    assert!(written.iter().any(|line| line.contains('…')), "{written:?}");
}

#[test]
fn nothing_kept_and_nothing_edited_say_what_to_do() {
    let said = |topic, controls| {
        let (explanation, analysis) = answer(REFERENCE, CANDIDATE, plain(), &Question::new(topic));
        page(
            &explanation,
            &analysis,
            &PageSettings {
                controls,
                ..PageSettings::default()
            },
        )
        .lead()
    };
    assert!(said(Topic::Compare, Controls::Keys).contains("Ctrl-p"));
    assert!(said(Topic::Edit, Controls::Keys).contains("Nothing has been edited yet"));
    // On the command line there are flags, and neither keys nor a screen.
    assert!(said(Topic::Compare, Controls::Flags).contains("--against"));
    assert!(said(Topic::Edit, Controls::Flags).contains("--before"));
}

fn rows(page: &Page<'_>, width: u16) -> Vec<String> {
    let row = |i: usize| {
        page.row(i, width)
            .into_iter()
            .map(|span| span.text)
            .collect::<String>()
            .trim_end()
            .to_owned()
    };
    (0..page.height(width)).map(row).collect()
}

#[test]
fn identical_texts_lose_nothing_and_no_cost_is_minus_zero() {
    for rescale in [false, true] {
        let settings = Settings { rescale, ..plain() };
        let (explanation, analysis) = answer(
            REFERENCE,
            REFERENCE,
            settings,
            &Question::new(Topic::Ledger),
        );
        let rows = rows(&page(&explanation, &analysis, &PageSettings::default()), 28);
        let nothing = "Nothing lost: every match is 1.00.";
        assert_eq!(
            rows.iter()
                .filter(|row| nothing.starts_with(row.trim_end_matches('…')) && !row.is_empty())
                .count(),
            2,
            "{rows:?}"
        );
        // One word differs, and no other costs anything.
        let (explanation, analysis) =
            answer("noon", "noon noon", settings, &Question::new(Topic::Ledger));
        let shown = self::rows(&page(&explanation, &analysis, &PageSettings::default()), 48);
        assert!(!shown.iter().any(|row| row.contains("−.0000")), "{shown:?}");
    }
}

#[test]
fn a_cost_is_rounded_as_its_derivation_is() {
    let (explanation, analysis) =
        answer(REFERENCE, CANDIDATE, plain(), &Question::new(Topic::Ledger));
    let Explanation::Ledger(ledger) = &explanation else {
        panic!("{explanation:?}")
    };
    let shown = rows(&page(&explanation, &analysis, &PageSettings::default()), 48);
    for word in &ledger.candidate.words {
        let cost = format!("−{}", &format!("{:.4}", word.cost)[1..]);
        assert!(
            word.weight == 0.0 || shown.iter().any(|row| row.contains(&cost)),
            "{} {cost}: {shown:?}",
            word.word
        );
    }
}

#[test]
fn a_reason_without_a_score_is_whole_in_every_panel() {
    let (mut explanation, analysis) =
        answer(REFERENCE, CANDIDATE, plain(), &Question::new(Topic::Lenses));
    let Explanation::Lenses(lenses) = &mut explanation else {
        panic!("{explanation:?}")
    };
    let why = "torchmetrics does not truncate a text, and this one is longer than the model takes.";
    lenses.lenses[4].answer = LensAnswer::Unavailable(why.to_owned());
    let page = page(&explanation, &analysis, &PageSettings::default());
    for width in [28, 36, 48, 100] {
        let rows = rows(&page, width);
        assert!(
            rows.join(" ").contains(why) && !rows.last().unwrap().is_empty(),
            "{width}: {rows:?}"
        );
    }
}

#[test]
fn a_share_of_all_pairs_is_called_all() {
    let (explanation, analysis) =
        answer(REFERENCE, REFERENCE, plain(), &Question::new(Topic::Ruler));
    let lead = page(&explanation, &analysis, &PageSettings::default()).lead();
    assert!(
        lead.starts_with("F1 is higher than that of all 20,000 random pairs"),
        "{lead}"
    );
}
