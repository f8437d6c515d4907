//! Word overlap beside BERTScore. Its numbers are tested against sacrebleu and rouge-score in `bertscope-overlap`.

use std::sync::Arc;

use bertscope_analysis::{Analysis, Conventions, Idf, LongTexts, Program, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::overlap::{MatchTarget, OverlapReason};
use bertscope_explain::{Explanation, KeptTexts, WordOverlap};
use bertscope_metric::Pair;
use bertscope_overlap::{Metric, Overlap};
use bertscope_report::explanation::{COLUMNS, PageSettings, Section, page};
use proptest::prelude::*;
use unicode_width::UnicodeWidthStr;

use super::support::{analyzer, pairs, settings};
use super::written::assert_written;

const PLAIN: Settings = Settings {
    layer: Layer(6),
    idf: Idf::Off,
    rescale: false,
    conventions: Conventions {
        program: Program::BertScore,
        long: LongTexts::Cut,
    },
};

fn analysis(reference: &str, candidate: &str, settings: Settings) -> Arc<Analysis> {
    Arc::new(
        analyzer()
            .analyze(
                Pair {
                    reference,
                    candidate,
                },
                settings,
            )
            .unwrap(),
    )
}

fn lead(reference: &str, candidate: &str) -> String {
    let analysis = analysis(reference, candidate, PLAIN);
    let explanation = Explanation::Overlap(Box::new(WordOverlap::compute(
        &analysis,
        &KeptTexts::default(),
    )));
    page(&explanation, &analysis, &PageSettings::default()).lead()
}

/// What is the case for every pair.
fn assert_true(analysis: &Analysis) {
    let overlap = WordOverlap::compute(analysis, &KeptTexts::default());
    let text = |side: Side| &*analysis.side(side).tokenized.text;
    assert_eq!(
        overlap.scores,
        Overlap::score(text(Side::Candidate), &[text(Side::Reference)])
    );
    for side in [Side::Candidate, Side::Reference] {
        let words = overlap.words(side);
        let counted = words.iter().filter(|word| word.counted.is_some()).count() as u64;
        // A word may be counted in a pair and not alone, because each order is counted for itself.
        assert!(counted >= overlap.counts.bleu.matches[0] && words.len() as u64 >= counted);
        for word in words {
            for token in &analysis.side(side).tokenized.tokens[word.tokens.clone()] {
                assert!(
                    token.start < word.characters.end && token.end > word.characters.start,
                    "{token:?} {word:?}"
                );
            }
            if let Some(MatchTarget::Word(i)) = word.best.map(|best| best.target) {
                let tokens = &overlap.words(side.other())[i].tokens;
                assert!(
                    analysis.matches_of(side)[word.tokens.clone()]
                        .iter()
                        .all(|m| tokens.contains(&m.token))
                );
            }
        }
        for metric in Metric::ALL {
            let parts = overlap.matched_spans(metric).side(side);
            assert!(parts.iter().all(|part| {
                text(side)
                    .get(part.clone())
                    .is_some_and(|part| !part.is_empty())
            }));
            assert!(parts.is_sorted_by(|a, b| a.end <= b.start));
        }
    }
    let explanation = Explanation::Overlap(Box::new(overlap));
    for text_columns in [None, Some(28), Some(100)] {
        let choices = PageSettings {
            text_columns,
            ..PageSettings::default()
        };
        let page = page(&explanation, analysis, &choices);
        if text_columns.is_none_or(|columns| columns == 28) {
            assert_written(&page);
        }
    }
    let section = Section::new(&explanation, analysis);
    for row in &section.rows {
        assert!(row.text.width() <= usize::from(COLUMNS), "{:?}", row.text);
    }
}

#[test]
fn the_page_of_overlap_has_whole_rows_at_every_width_and_works_every_number_out() {
    for (reference, candidate) in pairs() {
        for settings in settings() {
            assert_true(&analysis(&reference, &candidate, settings));
        }
    }
}

#[test]
fn the_sentence_says_why_the_metrics_differ_here() {
    let said = lead("The ferry leaves at noon.", "The boat departs at midday.");
    assert_eq!(
        said,
        "BLEU counts 3 of the candidate’s 6 words, those that are also in the reference. BERTScore also gives “midday” .84 for \
         “noon” and “boat” .52 for “ferry”."
    );
    let said = lead("The ferry leaves at noon.", "Boats depart by midday");
    assert!(
        said.starts_with("BLEU counts none of the candidate’s words"),
        "{said}"
    );
    let said = lead("the ferry leaves at noon", "at noon the ferry leaves");
    assert!(
        said.contains("every word of the candidate, but only 3 of its 4 pairs of adjacent words"),
        "{said}"
    );
    let said = lead(
        "The ferry leaves at noon tomorrow.",
        "The ferry leaves at noon",
    );
    assert!(
        said.contains("the reference is 2 words longer") && said.contains("“tomorrow”"),
        "{said}"
    );
    let said = lead("The ferry leaves at noon.", "The ferry leaves at noon .");
    assert!(
        said.starts_with("Both texts have the same words in the same order"),
        "{said}"
    );
    let said = lead("The ferry leaves at Noon.", "The ferry leaves at noon.");
    assert!(
        said.ends_with("“noon” 1.00 for “Noon” (same tokens)."),
        "{said}"
    );
    let said = lead("The ferry leaves at noon.", "");
    assert_eq!(
        said,
        "BLEU finds no word in the candidate, so nothing can match. BERTScore is 0 by convention, before rescaling."
    );
    let said = lead("<skipped>", "ferry");
    assert!(
        said.starts_with("BLEU finds no word in the reference"),
        "{said}"
    );
}

#[test]
fn the_page_names_the_tokenizer_of_chinese_and_says_what_is_undefined() {
    for (reference, candidate, row, note) in [
        (
            "渡轮中午出发。",
            "渡轮在中午出发。",
            "BLEU tok:zh ",
            " BLEU divides Chinese into characters",
        ),
        (
            "船は正午に出ます。",
            "船は出た。",
            "BLEU              — of 100",
            " BLEU is undefined, because",
        ),
    ] {
        let analysis = analysis(reference, candidate, PLAIN);
        let overlap = WordOverlap::compute(&analysis, &KeptTexts::default());
        let explanation = Explanation::Overlap(Box::new(overlap));
        let page = page(&explanation, &analysis, &PageSettings::default());
        let text = bertscope_report::explanation::text(&page, 60);
        assert!(text.iter().any(|line| line.starts_with(row)), "{text:?}");
        let said = lead(reference, candidate);
        assert!(
            said.contains(note) && said.contains(" ROUGE is undefined, because"),
            "{said}"
        );
    }
}

#[test]
fn a_word_that_is_there_too_often_is_told_from_one_that_is_not_there() {
    let analysis = analysis("no, never", "no no yes", PLAIN);
    let overlap = WordOverlap::compute(&analysis, &KeptTexts::default());
    assert!(matches!(&overlap.reason, OverlapReason::OtherWords { .. }));
    let explanation = Explanation::Overlap(Box::new(overlap));
    let choices = PageSettings::default();
    let page = page(&explanation, &analysis, &choices);
    let how: Vec<String> = (0..page.len()).flat_map(|i| page.derivation(i)).collect();
    assert!(
        how.iter().any(|line| line == "BLEU does not count “no” here: it is in the reference fewer times"),
        "{how:?}"
    );
    assert!(
        how.iter().any(|line| line
            .starts_with("BLEU does not count “yes”: the reference does not contain this word")),
        "{how:?}"
    );
}

#[test]
fn a_chosen_row_marks_what_it_counts() {
    let (reference, candidate) = ("the ferry left, the boat stays", "The ferry stays");
    let analysis = analysis(reference, candidate, PLAIN);
    let explanation = Explanation::Overlap(Box::new(WordOverlap::compute(
        &analysis,
        &KeptTexts::default(),
    )));
    let choices = PageSettings::default();
    let page = page(&explanation, &analysis, &choices);
    let marked = |row: usize, side: Side, text: &'static str| -> Vec<&'static str> {
        page.highlights(row, side)
            .into_iter()
            .map(|part| &text[part])
            .collect()
    };
    assert_eq!(
        marked(usize::MAX, Side::Candidate, candidate),
        ["ferry", "stays"]
    );
    assert_eq!(marked(0, Side::Reference, reference), ["ferry", "stays"]);
    assert_eq!(
        marked(1, Side::Candidate, candidate),
        ["he ferry"],
        "chrF: the longest n-grams"
    );
    assert_eq!(
        marked(2, Side::Candidate, candidate),
        ["The", "ferry", "stays"],
        "ROUGE-1 ignores case"
    );
    assert_eq!(marked(3, Side::Candidate, candidate), ["The ferry"]);
    assert_eq!(
        marked(4, Side::Reference, reference),
        ["the", "ferry", "stays"]
    );
}

#[test]
fn kept_references_count_together_as_in_the_packages() {
    let analysis = analysis(
        "The ferry leaves at noon.",
        "The ferry left at noon.",
        PLAIN,
    );
    let further = KeptTexts::with_shown_position(0, ["The boat left at midday.".into()]);
    let explanation = Explanation::Overlap(Box::new(WordOverlap::compute(&analysis, &further)));
    let choices = PageSettings::default();
    let text = bertscope_report::explanation::text(&page(&explanation, &analysis, &choices), 60);
    let heading = text
        .iter()
        .position(|line| line == "With all 2 references")
        .unwrap();
    // sacrebleu 2.6.0: sentence_bleu with both references.
    assert!(
        text[heading + 1].starts_with("BLEU          42.73 of 100"),
        "{text:?}"
    );
    assert_written(&page(&explanation, &analysis, &choices));
}

#[test]
fn overlap_is_written_so() {
    let analysis = analysis(
        "The ferry leaves at noon.",
        "The little boat leaves at midday, not at noon.",
        PLAIN,
    );
    let explanation = Explanation::Overlap(Box::new(WordOverlap::compute(
        &analysis,
        &KeptTexts::default(),
    )));
    let mut shown = Vec::new();
    for width in [28, 48, 100] {
        let choices = PageSettings {
            text_columns: (width != 48).then_some(width),
            ..PageSettings::default()
        };
        shown.push(
            bertscope_report::explanation::text(&page(&explanation, &analysis, &choices), width)
                .join("\n"),
        );
    }
    let choices = PageSettings::default();
    let page = page(&explanation, &analysis, &choices);
    shown.extend(
        (0..page.len())
            .map(|i| page.derivation(i).join("\n"))
            .filter(|how| !how.is_empty()),
    );
    insta::with_settings!({ snapshot_path => "snapshots", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("explain_overlap", shown.join("\n\n"));
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_page_holds_for_any_texts(
        reference in "([a-cA-C]{1,3}|[ .,!&;<>-]|skipped|quot|\\PC|\\s){0,30}",
        candidate in "([a-cA-C]{1,3}|[ .,!&;<>-]|skipped|quot|\\PC|\\s){0,30}",
    ) {
        assert_true(&analysis(&reference, &candidate, PLAIN));
    }
}
