//! The sheet of differences in kind.

use bertscope_analysis::{Analysis, Settings, Side};
use bertscope_encoder::Layer;
use bertscope_explain::{Explanation, Kinds, Ledger};
use bertscope_metric::Pair;
use bertscope_report::explanation::PageSettings;
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
    topics::sheet(&explanation, analysis, &PageSettings::default())
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
    assert!(texts.contains(&"2019 → 2020".to_owned()), "{texts:?}");
    assert!(texts.contains(&"“not” was added".to_owned()), "{texts:?}");
    let ledger = Ledger::compute(&analysis);
    for row in rows {
        let tokens = match row.subject.unwrap() {
            Subject::Cell {
                candidate,
                reference,
            } => vec![(Side::Candidate, candidate), (Side::Reference, reference)],
            Subject::Token(side, token) => vec![(side, token)],
            other => panic!("{other:?}"),
        };
        // Each expression of this pair is one token.
        let costs = tokens
            .iter()
            .map(|(side, token)| ledger.side(*side).entries[*token].cost);
        let cost = row.cells[2].value().unwrap();
        assert!((costs.sum::<f64>() - cost).abs() < 1e-9, "{row:?}");
    }
    assert_complete(&sheet);
}

#[test]
fn that_nothing_was_found_says_little_where_the_word_list_does_not_fit() {
    let english = sheet(&analysis("The ferry leaves.", "The boat leaves."));
    assert!(english.lead.contains("as far as the word list goes"));
    let german = sheet(&analysis(
        "Ich weiß nicht, wann das Schiff ablegt.",
        "Ich weiß schon, wann das Schiff ablegt.",
    ));
    assert!(
        german.lead.starts_with("Nothing was found"),
        "{}",
        german.lead
    );
    assert!(english.blocks.is_empty() && german.blocks.is_empty());
}
