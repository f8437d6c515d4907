//! The sheet of word overlap.

use std::sync::Arc;

use bertscope_analysis::{Analysis, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::{Explanation, KeptTexts, WordOverlap};
use bertscope_metric::Pair;
use bertscope_report::explanation::SheetSettings;
use bertscope_report::number::exact;
use bertscope_report::topics;
use bertscope_sheet::{Block, Sheet};
use proptest::prelude::*;

use super::support::{assert_complete, tables};
use crate::explain::support::{analyzer, pairs, settings};

fn analysis(reference: &str, candidate: &str, settings: Settings) -> Arc<Analysis> {
    let pair = Pair {
        reference,
        candidate,
    };
    Arc::new(analyzer().analyze(pair, settings).unwrap())
}

fn plain_analysis(reference: &str, candidate: &str) -> Arc<Analysis> {
    analysis(reference, candidate, Settings::plain(Layer(6)))
}

fn sheet_with(analysis: &Analysis, further: &KeptTexts) -> Sheet {
    let overlap = WordOverlap::compute(analysis, further);
    let choices = SheetSettings {
        has_texts: true,
        ..SheetSettings::default()
    };
    topics::sheet(&Explanation::Overlap(Box::new(overlap)), analysis, &choices)
}

fn sheet(reference: &str, candidate: &str) -> Sheet {
    let analysis = plain_analysis(reference, candidate);
    sheet_with(&analysis, &KeptTexts::default())
}

#[test]
fn every_pair_has_a_whole_sheet_under_every_setting() {
    for (reference, candidate) in pairs() {
        for settings in settings() {
            let analysis = analysis(&reference, &candidate, settings);
            assert_complete(&sheet_with(&analysis, &KeptTexts::default()));
        }
    }
}

#[test]
fn the_lead_says_why_the_metrics_differ_for_this_pair() {
    const FERRY: &str = "The ferry leaves at noon.";
    let cases = [
        (
            FERRY,
            "The boat departs at midday.",
            "BLEU counts 3 of the candidate’s 6 words, those that are also in the reference. BERTScore also gives “midday” \
             .84 for “noon” and “boat” .52 for “ferry”.",
        ),
        (
            FERRY,
            "Boats depart by midday",
            "BLEU counts none of the candidate’s words",
        ),
        (
            "the ferry leaves at noon",
            "at noon the ferry leaves",
            "every word of the candidate, but only 3 of its 4 pairs of adjacent words: the reference lacks the others, or has \
             them less often.",
        ),
        // The same neighbours, and one pair of them twice.
        (
            "he said that said he",
            "he said he said",
            "only 2 of its 3 pairs of adjacent words: the reference lacks the others, or has them less often.",
        ),
        (
            "The ferry leaves at noon tomorrow.",
            "The ferry leaves at noon",
            "the reference is 2 words longer",
        ),
        (
            FERRY,
            "The ferry leaves at noon .",
            "Both texts have the same words in the same order",
        ),
        (
            "The ferry leaves at Noon.",
            FERRY,
            "“noon” 1.00 for “Noon” (same tokens).",
        ),
        (
            FERRY,
            "",
            "BLEU finds no word in the candidate, so nothing can match. BERTScore is 0 by convention, before rescaling.",
        ),
        ("<skipped>", "ferry", "BLEU finds no word in the reference"),
        (
            "渡轮中午出发。",
            "渡轮在中午出发。",
            " BLEU divides Chinese into characters (sacrebleu’s tok:zh). ROUGE is undefined, because",
        ),
        (
            "船は正午に出ます。",
            "船は出た。",
            " BLEU is undefined, because",
        ),
    ];
    for (reference, candidate, part) in cases {
        let lead = sheet(reference, candidate).lead;
        assert!(lead.contains(part), "{lead}");
    }
}

#[test]
fn bleu_is_named_with_its_tokenizer_and_undefined_without_words() {
    let first_cells = |reference: &str, candidate: &str| {
        let sheet = sheet(reference, candidate);
        let cells = &tables(&sheet)[0].rows[0].cells;
        [0, 1, 2].map(|column| cells[column].text())
    };
    let chinese = first_cells("渡轮中午出发。", "渡轮在中午出发。");
    assert_eq!(chinese[0], "BLEU tok:zh");
    let japanese = first_cells("船は正午に出ます。", "船は出た。");
    assert_eq!(japanese, ["BLEU", "—", "100"]);
}

#[test]
fn a_word_that_the_reference_has_less_often_is_not_called_missing() {
    let sheet = sheet("no, never", "no no yes");
    let steps: Vec<String> = sheet
        .rows()
        .flat_map(|row| row.derivation.iter().map(ToString::to_string))
        .collect();
    for step in [
        "BLEU does not count “no” here: it is in the reference fewer times",
        "BLEU does not count “yes”: the reference does not contain it as written",
    ] {
        assert!(steps.iter().any(|other| other == step), "{steps:?}");
    }
}

#[test]
fn a_word_in_another_case_is_not_said_to_be_missing() {
    let sheet = sheet("Ferry", "ferry");
    assert!(
        sheet.lead.starts_with("BLEU counts none of the candidate’s words: the reference contains none of them as written."),
        "{}",
        sheet.lead
    );
}

#[test]
fn the_step_of_each_order_ends_in_the_precision_of_the_score_smoothed_or_not() {
    for candidate in [
        "one two three four five six",
        "one two three x four five",
        "one x two x three x",
        "x x x x one",
        "x y z x y z",
    ] {
        let analysis = plain_analysis("one two three four five six", candidate);
        let overlap = WordOverlap::compute(&analysis, &KeptTexts::default());
        let bleu = overlap.counts.bleu.sentence();
        let sheet = sheet_with(&analysis, &KeptTexts::default());
        let rows = &tables(&sheet)[1].rows;
        assert_eq!(rows.len(), bleu.orders);
        for (row, precision) in rows.iter().zip(bleu.precisions) {
            assert_eq!(row.derivation[0].result, Some(exact(precision)), "{row:?}");
        }
    }
}

#[test]
fn of_many_ngrams_the_first_are_named() {
    let named = |words: usize| {
        let text = "word ".repeat(words);
        let sheet = sheet(&text, &text);
        tables(&sheet)[1].rows[0].cells[3].text()
    };
    assert_eq!(named(40), ["“word”"; 40].join(" "));
    assert_eq!(named(41), ["“word”"; 40].join(" ") + " …");
}

#[test]
fn a_row_highlights_what_it_counts() {
    let reference = "the ferry left, the boat stays";
    let candidate = "The ferry stays";
    let sheet = sheet(reference, candidate);
    let rows: Vec<_> = sheet.rows().collect();
    let marked = |row: usize, side: Side| -> Vec<&str> {
        let text = side.pick(reference, candidate);
        let all = rows[row].highlights.iter().flatten();
        let own = all.filter(|mark| mark.side == side);
        own.map(|mark| &text[mark.range.clone()]).collect()
    };
    assert_eq!(marked(0, Side::Reference), ["ferry", "stays"]);
    assert_eq!(
        marked(1, Side::Candidate),
        ["he ferry"],
        "chrF: the longest n-grams"
    );
    assert_eq!(
        marked(2, Side::Candidate),
        ["The", "ferry", "stays"],
        "ROUGE-1 ignores case"
    );
    assert_eq!(marked(3, Side::Candidate), ["The ferry"]);
    assert_eq!(marked(4, Side::Reference), ["the", "ferry", "stays"]);
    assert_eq!(marked(8, Side::Candidate), ["ferry", "stays"], "1 word");
}

#[test]
fn kept_references_count_together_as_in_the_packages() {
    let analysis = plain_analysis("The ferry leaves at noon.", "The ferry left at noon.");
    let further = KeptTexts::with_shown_position(0, ["The boat left at midday.".into()]);
    let sheet = sheet_with(&analysis, &further);
    let table = tables(&sheet)[0];
    assert_eq!(table.columns[2].name, "with all 2 references");
    // sacrebleu 2.6.0: sentence_bleu with both references.
    assert_eq!(table.rows[0].cells[2].text(), "42.73");
    assert_complete(&sheet);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_texts_have_a_whole_sheet_whose_marked_texts_are_those_of_the_pair(
        reference in "([a-cA-C]{1,3}|[ .,!&;<>-]|skipped|quot|\\PC|\\s){0,30}",
        candidate in "([a-cA-C]{1,3}|[ .,!&;<>-]|skipped|quot|\\PC|\\s){0,30}",
    ) {
        let analysis = plain_analysis(&reference, &candidate);
        let sheet = sheet_with(&analysis, &KeptTexts::default());
        assert_complete(&sheet);
        for block in &sheet.blocks {
            if let Block::MarkedText(text) = block {
                let joined: String = text.parts().iter().map(|part| part.text).collect();
                let texts = [&analysis.candidate, &analysis.reference];
                assert!(texts.iter().any(|side| *side.tokenized.text == joined));
            }
        }
    }
}
