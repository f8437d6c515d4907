//! The first picture of the page: the words of both texts, an arrow from each word to its best match, and what a word
//! costs.

use std::collections::BTreeMap;
use std::iter::repeat_n;

use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Ledger;
use bertscope_explain::ledger::{SideLedger, WordEntry};
use bertscope_explain::sentences::sentence_starts;
use bertscope_explain::words::{word_ranges, word_text};
use bertscope_metric::Score;
use bertscope_printable::printable;
use bertscope_report::explanation::{costliest_token, costliest_word};
use bertscope_report::export::pair::best_matches;
pub use bertscope_report::export::picture::{hex as css_colour, token_name as key};
use bertscope_report::number::{narrow_score, percent, three_places, trimmed, weight};
use bertscope_sheet::html as sheet_html;
use maud::{Markup, html};
use serde::Serialize;
use serde_json::{Value, json};

/// The words of both texts, their arrows, and a sentence on the word that costs most.
pub fn answer(analysis: &Analysis) -> Value {
    let arrows = arrows(analysis);
    let ledger = Ledger::compute(analysis);
    json!({
        "reference": words(analysis, &ledger, Side::Reference, &arrows),
        "candidate": words(analysis, &ledger, Side::Candidate, &arrows),
        "arrows": arrows,
        "worst": costliest_token(analysis, &Side::BOTH).map(|(side, token)| key(side, token)),
        "sentence": costliest_word(analysis, &Side::BOTH, u16::MAX).unwrap_or_default(),
    })
}

/// For each token of a side, the first token of its word.
pub fn word_starts(analysis: &Analysis, side: Side) -> Vec<usize> {
    let mut starts = Vec::new();
    for word in word_ranges(&analysis.side(side).tokenized) {
        starts.extend(repeat_n(word.start, word.len()));
    }
    starts
}

/// The words of a text that the picture can show, each with its sentence and its cost: of a long text it shows a part.
fn words(analysis: &Analysis, ledger: &Ledger, side: Side, arrows: &[Arrow]) -> Vec<Value> {
    let text = &analysis.side(side).tokenized;
    let sentences = sentence_starts(analysis, side);
    let entries = &ledger.side(side).entries;
    let mut words = Vec::new();
    for range in word_ranges(text) {
        let key = key(side, range.start);
        // A score that is 0 by convention has no entries.
        let costs = entries.get(range.clone()).unwrap_or_default();
        let cost: f64 = costs.iter().map(|entry| entry.cost).sum();
        let sentence = sentences.partition_point(|start| *start <= range.start);
        let tokens = &text.tokens[range];
        let special = tokens[0].special;
        // A special token is shown if a word is matched with it.
        if special && !arrows.iter().any(|arrow| arrow.to == key) {
            continue;
        }
        words.push(json!({
            "key": key,
            "text": printable(&word_text(tokens)),
            "special": special,
            "start": tokens[0].start,
            "end": tokens[tokens.len() - 1].end,
            "sentence": sentence,
            "cost": cost,
        }));
    }
    words
}

/// An arrow between the words with these keys.
#[derive(Serialize)]
struct Arrow {
    from: String,
    to: String,
    /// Whether each word is the match of the other.
    both: bool,
    /// Its similarity, from 0 to 1.
    part: f32,
    /// Its similarity as the picture shows it.
    text: String,
}

/// An arrow from each word with weight to each word that its tokens match; its similarity is their mean.
fn arrows(analysis: &Analysis) -> Vec<Arrow> {
    let found = similarities_of_matches(analysis);
    let mut arrows = Vec::new();
    for ((from, to), similarities) in &found {
        let both = found.contains_key(&(to.clone(), from.clone()));
        // An arrow with two heads is drawn once, from the candidate.
        if both && !from.starts_with('c') {
            continue;
        }
        let mean = similarities.iter().sum::<f32>() / similarities.len() as f32;
        arrows.push(Arrow {
            from: from.clone(),
            to: to.clone(),
            both,
            part: mean.clamp(0.0, 1.0),
            text: three_places(mean),
        });
    }
    arrows
}

/// The keys of two words, and the similarities of all matches from tokens of the first to tokens of the second.
fn similarities_of_matches(analysis: &Analysis) -> BTreeMap<(String, String), Vec<f32>> {
    let mut found: BTreeMap<_, Vec<f32>> = BTreeMap::new();
    for side in Side::BOTH {
        let starts = word_starts(analysis, side);
        let other_starts = word_starts(analysis, side.other());
        let weights = analysis.side(side).weights.as_slice();
        for (token, best) in analysis.matches_of(side).iter().enumerate() {
            // A token without weight does not count in the score, so its match is not drawn.
            if weights[token] <= 0.0 {
                continue;
            }
            let from = key(side, starts[token]);
            let to = key(side.other(), other_starts[best.token]);
            found
                .entry((from, to))
                .or_default()
                .push(analysis.scaled_similarity(best.similarity));
        }
    }
    found
}

/// What a word of a side costs, with a row for each of its pieces. `without` is the score of the pair without it.
pub fn word(
    analysis: &Analysis,
    own: &SideLedger,
    word: &WordEntry,
    without: Option<Score>,
) -> Markup {
    let tokens: Vec<usize> = word.tokens.clone().collect();
    let share = percent(word.weight / own.weight_sum, 0);
    html! {
        p {
            "It counts for " (share) " of " (own.side.mean_name()) ", a weight of " (weight_text(analysis, word.weight))
            " of " (weight_text(analysis, own.weight_sum)) ", and costs " b { (narrow_score(Some(word.cost))) } " of it."
            @if let Some(without) = without {
                " Without it, the model reads another text, and F1 is " b { (three_places(without.f1)) }
                " instead of " (three_places(analysis.score().f1)) "."
            }
        }
        (sheet_html::blocks(&[best_matches(analysis, own.side, &tokens).into()]))
    }
}

/// Without IDF every weight is 1, and a sum is a number of tokens.
fn weight_text(analysis: &Analysis, x: f64) -> String {
    match analysis.idf {
        Some(_) => weight(x),
        None => trimmed(x, 0),
    }
}
