//! The sheet of words to look at.

use bertscope_analysis::{Analysis, Settings};
use bertscope_encoder::Layer;
use bertscope_explain::{Explanation, Kinds, Ledger};
use bertscope_metric::Pair;
use bertscope_report::explanation::SheetSettings;
use bertscope_report::topics;
use bertscope_sheet::{Sheet, Subject};

use super::support::assert_complete;
use crate::explain::support::analyzer;

fn analysis(reference: &str, candidate: &str) -> Analysis {
    let pair = Pair {
        reference,
        candidate,
    };
    analyzer().analyze(pair, Settings::plain(Layer(6))).unwrap()
}

fn sheet(analysis: &Analysis) -> Sheet {
    let explanation = Explanation::Kinds(Kinds::compute(analysis));
    topics::sheet(&explanation, analysis, &SheetSettings::default())
}

#[test]
fn a_difference_costs_what_its_tokens_cost_in_the_ledger() {
    let analysis = analysis(
        "Revenue rose by 12% in 2019.",
        "Revenue did not rise by 12% in 2020.",
    );
    let sheet = sheet(&analysis);
    let rows: Vec<_> = sheet.rows().collect();
    let texts: Vec<_> = rows.iter().map(|row| row.cells[1].text()).collect();
    for expected in ["2019", "2020", "not"] {
        assert!(texts.contains(&expected.to_owned()), "{texts:?}");
    }
    let ledger = Ledger::compute(&analysis);
    for row in rows {
        let Some(Subject::Token(side, token)) = row.subject else {
            panic!("{row:?}")
        };
        // Each expression of this pair is one token.
        let cost = ledger.side(side).entries[token].cost;
        assert!(
            (cost - row.cells[3].value().unwrap()).abs() < 1e-9,
            "{row:?}"
        );
    }
    assert_complete(&sheet);
}

#[test]
fn it_says_what_was_looked_for_and_never_that_nothing_differs() {
    for texts in [
        ["The ferry leaves.", "The boat leaves."],
        ["Revenue rose sharply.", "Revenue fell sharply."],
        [
            "Ich weiß nicht, wann das Schiff ablegt.",
            "Ich weiß schon, wann das Schiff ablegt.",
        ],
    ] {
        let sheet = sheet(&analysis(texts[0], texts[1]));
        assert_eq!(
            sheet.lead,
            "Looked for: numbers, dates, units, names, and words such as not, never, must and may; English only. The texts may \
             differ in other words."
        );
        assert!(sheet.blocks.is_empty());
    }
}

#[test]
fn what_the_other_text_has_less_often_is_said_to_be_there_again() {
    let analysis = analysis(
        "The ferry leaves at noon.",
        "Noon: the ferry leaves at noon.",
    );
    let sheet = sheet(&analysis);
    let lead = "Only one text has these, or has them more often (again); read whether they matter.";
    assert!(sheet.lead.ends_with(lead), "{}", sheet.lead);
    let text = sheet.rows().next().unwrap().cells[1].text();
    assert!(text.eq_ignore_ascii_case("noon (again)"), "{text}");
}
