//! The first picture of the page: the words of both texts, an arrow from each word to its best match, and what a word
//! costs.

use std::collections::BTreeMap;
use std::iter::repeat_n;

use bertscope_analysis::{Analysis, Side};
use bertscope_explain::ledger::WordEntry;
use bertscope_explain::words::{word_ranges, word_text};
use bertscope_metric::Score;
use bertscope_printable::printable;
use bertscope_report::explanation::{costliest_token, costliest_word};
use bertscope_report::export::pair::best_matches;
use bertscope_report::export::palette::Palette;
pub use bertscope_report::export::picture::{hex as css_colour, token_name as key};
use bertscope_report::number::{five_places, narrow_score};
use bertscope_sheet::html as sheet_html;
use maud::{Markup, html};
use serde::Serialize;
use serde_json::{Value, json};

/// The lower end of a palette cannot be seen on its background, so arrows begin at this part of it.
const FIRST_COLOUR: f32 = 0.3;

/// The words of both texts, their arrows, and a sentence on the word that costs most.
pub fn answer(analysis: &Analysis, palette: Palette) -> Value {
    let arrows = arrows(analysis, palette);
    json!({
        "reference": words(analysis, Side::Reference, &arrows),
        "candidate": words(analysis, Side::Candidate, &arrows),
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

/// The words of a text that the picture shows.
fn words(analysis: &Analysis, side: Side, arrows: &[Arrow]) -> Vec<Value> {
    let text = &analysis.side(side).tokenized;
    let mut words = Vec::new();
    for range in word_ranges(text) {
        let key = key(side, range.start);
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
    colour: String,
}

/// An arrow from each word with weight to each word that its tokens match; its similarity is their mean.
fn arrows(analysis: &Analysis, palette: Palette) -> Vec<Arrow> {
    let found = similarities_of_matches(analysis);
    let mut arrows = Vec::new();
    for ((from, to), similarities) in &found {
        let both = found.contains_key(&(to.clone(), from.clone()));
        // An arrow with two heads is drawn once, from the candidate.
        if both && !from.starts_with('c') {
            continue;
        }
        let mean = similarities.iter().sum::<f32>() / similarities.len() as f32;
        let part = mean.clamp(0.0, 1.0);
        arrows.push(Arrow {
            from: from.clone(),
            to: to.clone(),
            both,
            part,
            colour: css_colour(palette.rgb(FIRST_COLOUR + (1.0 - FIRST_COLOUR) * part)),
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

/// What a word costs, with a row for each of its pieces. `without` is the score of the pair without it.
pub fn word(analysis: &Analysis, side: Side, word: &WordEntry, without: Option<Score>) -> Markup {
    let tokens: Vec<usize> = word.tokens.clone().collect();
    html! {
        p {
            "It costs " b { (narrow_score(Some(word.cost))) } " of " (side.mean_name()) " as the text stands."
            @if let Some(without) = without {
                " Without it, the model reads another text, and F1 is " b { (five_places(Some(without.f1))) }
                " instead of " (five_places(Some(analysis.score().f1))) "."
            }
        }
        (sheet_html::blocks(&[best_matches(analysis, side, &tokens).into()]))
    }
}
