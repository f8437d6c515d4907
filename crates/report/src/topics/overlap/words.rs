//! BLEU's words, each with its match.

use super::super::matched;
use crate::number::{MISSING, exact, with_thousands_separators};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::WordOverlap;
use bertscope_explain::overlap::{BestMatch, ComparedWord, MatchTarget};
use bertscope_overlap::Metric;
use bertscope_printable::printable;
use bertscope_sheet::{Block, Cell, Column, Derivation, MarkedText, Row, Step, Subject, Table};

pub fn heading(overlap: &WordOverlap, side: Side) -> String {
    let counted = with_thousands_separators(overlap.counts.bleu.matches[0]);
    let words = with_thousands_separators(overlap.words(side).len());
    format!("Words of the {}: {counted} of {words} count", side.name())
}

/// The text with the parts that BLEU counts.
pub fn marked_text(overlap: &WordOverlap, analysis: &Analysis, side: Side) -> Block {
    let spans = overlap.matched_spans(Metric::Bleu);
    Block::MarkedText(MarkedText {
        text: analysis.side(side).tokenized.text.to_string(),
        marks: spans.side(side).clone(),
    })
}

pub fn table(overlap: &WordOverlap, analysis: &Analysis, side: Side) -> Table {
    let mut table = Table::new([
        Column::new("word"),
        Column::new("BLEU"),
        matched::similarity_column(),
        Column::new("best match"),
    ]);
    let others = overlap.words(side.other());
    for word in overlap.words(side) {
        let subject = Subject::first_of(side, &word.tokens);
        let derivation = derivation(word, others, side.other(), analysis);
        table.push(Row::new(cells(word, others, analysis)).about(subject, derivation));
    }
    table
}

fn cells(word: &ComparedWord, others: &[ComparedWord], analysis: &Analysis) -> Vec<Cell> {
    let counted = match word.counted {
        Some(order) => format!("{order}-gram"),
        None => MISSING.to_owned(),
    };
    let mut cells = vec![Cell::word(&word.text), Cell::named(counted)];
    match word.best {
        Some(best) => {
            cells.push(matched::mean_similarity(analysis, Some(best.similarity)));
            cells.push(match best.target {
                MatchTarget::Word(i) => Cell::word(&others[i].text),
                MatchTarget::Special => Cell::remark("special token"),
                MatchTarget::Several => Cell::remark("several words"),
            });
        }
        None => cells.push(Cell::remark("no token")),
    }
    cells
}

fn derivation(
    word: &ComparedWord,
    others: &[ComparedWord],
    other: Side,
    analysis: &Analysis,
) -> Derivation {
    let mut steps = vec![counting(word, others, other)];
    let Some(best) = word.best else {
        steps.push(Step::sentence(
            "the model has no token for it: the tokenizer drops it, or the text was truncated",
        ));
        return steps;
    };
    steps.push(matching(word, best, others, other));
    if let Some(row) = analysis.baseline() {
        let rescaled = row.rescale_cell(best.similarity as f32);
        steps.push(Step::result(
            "rescaled with the F1 baseline, as in the matrix",
            exact(rescaled),
        ));
    }
    if best.same_tokens {
        steps.push(Step::sentence(
            "to the model both are the same tokens; only their context differs",
        ));
    }
    steps
}

/// Whether BLEU counts a word.
fn counting(word: &ComparedWord, others: &[ComparedWord], other: Side) -> Step {
    let name = printable(&word.text);
    let other = other.name();
    let is_known = others.iter().any(|other| other.text == word.text);
    Step::sentence(match word.counted {
        Some(1) => {
            format!("BLEU counts “{name}”, but no n-gram of two or more words that contains it")
        }
        Some(order) => {
            format!("BLEU counts “{name}”, and an n-gram of {order} words that contains it")
        }
        None if is_known => {
            format!("BLEU does not count “{name}” here: it is in the {other} fewer times")
        }
        None => format!("BLEU does not count “{name}”: the {other} does not contain it as written"),
    })
}

/// What BERTScore matches a word with.
fn matching(word: &ComparedWord, best: BestMatch, others: &[ComparedWord], other: Side) -> Step {
    let partner = match best.target {
        MatchTarget::Word(i) => format!("“{}”", printable(&others[i].text)),
        MatchTarget::Special => "a special token".to_owned(),
        MatchTarget::Several => "several words".to_owned(),
    };
    let what = match word.tokens.len() {
        1 => "the cosine of its best match".to_owned(),
        n => format!("the mean of the best cosines of its {n} tokens"),
    };
    Step::sentence(format!(
        "BERTScore matches it with {partner} in the {}: {} is {what}",
        other.name(),
        exact(best.similarity)
    ))
}
