//! The sheet of the sentence vectors: their cosine, and what each word and pair adds to it, beside BERTScore's maxima.

use super::derivation as score_derivation;
use super::names::quote_token;
use crate::number::{exact, exact_change, percent, printed_difference};
use crate::topics::{Controls, SheetSettings};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::ledger::SideLedger;
use bertscope_explain::pooled::{Contributions, WordContribution};
use bertscope_explain::{Ledger, SentenceVectors};
use bertscope_models::Pooling;
use bertscope_sheet::{Cell, Column, Derivation, Row, Sheet, Step, Subject, Table};

/// The cosine and its parts, the words of each side, and the pairs of tokens that add most.
pub fn sheet(vectors: &SentenceVectors, analysis: &Analysis, choices: &SheetSettings) -> Sheet {
    let pooling = match &vectors.pooling.pooling {
        Ok(pooling) => *pooling,
        Err(reason) => return Sheet::new(reason),
    };
    let Some(cosine) = vectors.cosine else {
        return Sheet::new("A sentence vector is zero, so the cosine is undefined.");
    };
    let mut sheet = Sheet::new(lead(vectors, pooling, cosine));
    sheet.push(numbers(vectors, analysis, cosine));
    // Otherwise the rows cannot point to tokens of the score, which has others.
    let has_tokens_of_score = vectors.has_tokens_of(analysis);
    if let Some(sum) = &vectors.contributions {
        let ledger = has_tokens_of_score.then(|| Ledger::compute(analysis));
        for &side in &choices.sides {
            let ledger = ledger.as_ref().map(|ledger| ledger.side(side));
            sheet.push(words(sum.words.side(side), side, cosine, ledger));
        }
        sheet.push(pairs(vectors, sum, has_tokens_of_score));
    }
    sheet.notes(remarks(vectors, analysis, has_tokens_of_score));
    if choices.controls == Controls::Buttons {
        // The inspector draws the parts instead.
        sheet.note(
            "The heatmap still shows the cosines of BERTScore, not the parts of this cosine.",
        );
    }
    sheet
}

fn lead(vectors: &SentenceVectors, pooling: Pooling, cosine: f64) -> String {
    let gives = if exceeded_limit(vectors).is_some() {
        "The cosine of the sentence vectors is"
    } else {
        "sentence-transformers gives"
    };
    let (vector, sum) = match pooling {
        Pooling::Mean => (
            "mean hidden state",
            "all pairs of tokens count, in BERTScore only each token’s best match",
        ),
        Pooling::Cls => ("first hidden state", "one pair of tokens makes the cosine"),
        Pooling::Max => (
            "greatest number in each dimension",
            "the cosine is not a sum over pairs of tokens",
        ),
    };
    format!(
        "{gives} {}. A vector is the {vector} of the last layer, {}: {sum}.",
        exact(cosine),
        vectors.layer
    )
}

/// The cosine, its part of special tokens, and F1.
fn numbers(vectors: &SentenceVectors, analysis: &Analysis, cosine: f64) -> Table {
    let mut table = Table::new(["", "", ""]);
    let derivation = [
        Step::result(
            "cosine = u·v ÷ (|u| |v|), for the vectors u and v of the two texts",
            exact(cosine),
        ),
        Step::sentence(
            "hidden states keep their length here, so long ones count more; BERTScore scales each to length 1",
        ),
    ];
    table.push(
        number_row("cosine", cosine, "of the sentence vectors").about(Subject::Row, derivation),
    );
    if let Some(sum) = &vectors.contributions {
        let special = "from pairs with special tokens";
        // A part of a negative number is no percentage.
        let remark = if cosine > 0.0 {
            format!("{} {special}", percent(sum.special / cosine, 0))
        } else {
            special.to_owned()
        };
        table.push(number_row("special", sum.special, &remark).indented(1));
    }
    let remark = if analysis.rescaling().is_some() {
        "rescaled, of the best matches"
    } else {
        "of the best matches"
    };
    table.push(
        number_row("BERTScore F1", analysis.score().f1, remark)
            .about(Subject::Row, score_derivation::score(analysis)),
    );
    table
}

fn number_row(name: &str, x: f64, remark: &str) -> Row {
    Row::new([
        Cell::named(name),
        Cell::rounded_score(x),
        Cell::remark(remark),
    ])
}

/// The words of a side, each with what it adds, the change without it, and its share of P or R. Without a ledger, they are
/// not the words of the score.
fn words(
    words: &[WordContribution],
    side: Side,
    cosine: f64,
    ledger: Option<&SideLedger>,
) -> Table {
    let mean = side.mean_symbol();
    let mut table = Table::new([
        Column::new(side.name()),
        Column::new("adds"),
        Column::new("without it").short("if out"),
        Column::new(format!("share of {mean}")).short(mean),
    ]);
    for word in words {
        let share = ledger.and_then(|ledger| share_of(word, ledger));
        let subject = match ledger {
            Some(_) => Subject::Token(side, word.tokens.start),
            None => Subject::Row,
        };
        let change = word.without.map(|without| without - cosine);
        let cells = [
            Cell::word(&word.word),
            Cell::rounded_score(word.contribution),
            Cell::difference(change),
            Cell::rounded_score(share),
        ];
        table.push(Row::new(cells).about(subject, word_derivation(word, side, cosine, share)));
    }
    table
}

/// What a word adds to P or R.
fn share_of(word: &WordContribution, ledger: &SideLedger) -> Option<f64> {
    let mut entries = ledger.words.iter();
    let entry = entries.find(|entry| entry.tokens == word.tokens)?;
    Some(entry.share)
}

fn word_derivation(
    word: &WordContribution,
    side: Side,
    cosine: f64,
    share: Option<f64>,
) -> Derivation {
    let mut steps = vec![Step::sentence(format!(
        "“{}” adds {}: its pairs with all tokens of the {}",
        word.word,
        exact(word.contribution),
        side.other().name()
    ))];
    if let Some(without) = word.without {
        steps.push(Step::computed(
            "without it, with all other hidden states unchanged: the change",
            format!("{} − {}", exact(without), exact(cosine)),
            exact_change(printed_difference(without, cosine)),
        ));
    }
    if let Some(share) = share {
        let name = format!("its share of {}, from its best matches", side.mean_symbol());
        steps.push(Step::result(name, exact(share)));
    }
    steps
}

fn pairs(vectors: &SentenceVectors, sum: &Contributions, has_tokens_of_score: bool) -> Table {
    let mut table = Table::new([Column::new("pairs that add most"), Column::new("adds")]);
    for &(candidate, reference) in &sum.largest {
        let own = &vectors.texts.candidate.tokens[candidate];
        let other = &vectors.texts.reference.tokens[reference];
        let name = format!("{} × {}", quote_token(own), quote_token(other));
        let subject = if has_tokens_of_score {
            Subject::Cell {
                candidate,
                reference,
            }
        } else {
            Subject::Row
        };
        let cell = exact(sum.cells.get(candidate, reference));
        let added = sum.pair(candidate, reference);
        let derivation = [
            Step::result(format!("{name}: x·y ÷ (|u| |v|), as in the heatmap"), &cell),
            Step::computed(
                "what it adds: that ÷ the number of pairs of tokens",
                format!("{cell} ÷ {}", sum.pair_count()),
                exact(added),
            ),
        ];
        let cells = [Cell::word(name), Cell::rounded_score(added)];
        table.push(Row::new(cells).about(subject, derivation));
    }
    table
}

/// The limit of sentence-transformers, if a text is longer.
fn exceeded_limit(vectors: &SentenceVectors) -> Option<usize> {
    let limit = vectors.pooling.max_tokens?;
    let texts = [&vectors.texts.candidate, &vectors.texts.reference];
    let is_exceeded = texts.iter().any(|text| text.tokens.len() > limit);
    is_exceeded.then_some(limit)
}

fn remarks(
    vectors: &SentenceVectors,
    analysis: &Analysis,
    has_tokens_of_score: bool,
) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Some(limit) = exceeded_limit(vectors) {
        remarks.push(format!(
            "! sentence-transformers truncates texts to {limit} tokens, so it gives another cosine."
        ));
    }
    if !vectors.pooling.is_stated {
        remarks.push("The model has no modules.json, so the vector is the mean.".to_owned());
    }
    if analysis.idf.is_some() {
        remarks.push("IDF weights do not enter a sentence vector.".to_owned());
    }
    if !has_tokens_of_score {
        remarks
            .push("The tokens are those of the fast tokenizer, not those of the score.".to_owned());
    }
    remarks
}
