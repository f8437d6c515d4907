//! The first picture of the page: the words of both texts, an arrow from each word to its best match, and what a word
//! costs.

use std::collections::BTreeMap;
use std::iter::repeat_n;

use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Ledger;
use bertscope_explain::ledger::WordEntry;
use bertscope_explain::words::{word_ranges, word_text};
use bertscope_metric::Score;
use bertscope_printable::printable;
use bertscope_report::export::palette::Palette;
use bertscope_report::export::picture::html::match_table;
use bertscope_report::label::list_names;
use bertscope_report::number::{five_places, percent, three_places};
use maud::{Markup, html};
use serde_json::{Value, json};

/// The lower end of a palette cannot be seen on its background, so arrows begin at this part of it.
const FIRST_COLOUR: f32 = 0.3;

/// A smaller cost is .000 in three places, so the sentence would say that a word costs nothing.
const MIN_COST: f64 = 0.0005;

/// Number of matches that the sentence names.
const MAX_MATCHES: usize = 3;

/// The words of both texts, their arrows, and a sentence on the word that costs most.
pub fn answer(analysis: &Analysis, palette: Palette) -> Value {
    let ledger = Ledger::compute(analysis);
    let costliest = costliest_word(&ledger);
    let sentence = match costliest {
        Some((side, word)) => sentence(&ledger, side, word),
        None if ledger.candidate.entries.is_empty() => String::new(),
        None => "Every word has an exact match, so no word costs anything.".to_owned(),
    };
    let arrows = arrows(analysis);
    json!({
        "reference": words(analysis, Side::Reference, &arrows),
        "candidate": words(analysis, Side::Candidate, &arrows),
        "arrows": arrows.iter().map(|arrow| arrow.to_json(palette)).collect::<Vec<_>>(),
        "worst": costliest.map(|(side, word)| key(side, word.tokens.start)),
        "sentence": sentence,
    })
}

/// The word of either text that costs most; `None` if no word costs anything that can be shown.
fn costliest_word(ledger: &Ledger) -> Option<(Side, &WordEntry)> {
    let mut costliest: Option<(Side, &WordEntry)> = None;
    for side in [Side::Candidate, Side::Reference] {
        // A ledger lists the word that costs most first.
        let Some(word) = ledger.side(side).words.first() else {
            continue;
        };
        if costliest.is_none_or(|(_, other)| word.cost > other.cost) {
            costliest = Some((side, word));
        }
    }
    costliest.filter(|(_, word)| word.cost >= MIN_COST)
}

/// The name of a word or token for the script, as in the heatmap: `c3` is the candidate's token 3.
pub fn key(side: Side, token: usize) -> String {
    let letter = match side {
        Side::Candidate => 'c',
        Side::Reference => 'r',
    };
    format!("{letter}{token}")
}

pub fn css_colour((red, green, blue): (u8, u8, u8)) -> String {
    format!("rgb({red} {green} {blue})")
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
        if special && !arrows.iter().any(|arrow| arrow.ends.to == key) {
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

/// The keys of the words that an arrow connects.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Ends {
    from: String,
    to: String,
}

impl Ends {
    fn reversed(&self) -> Self {
        Self {
            from: self.to.clone(),
            to: self.from.clone(),
        }
    }
}

struct Arrow {
    ends: Ends,
    similarity: f32,
    /// Whether each word is the match of the other.
    both: bool,
}

impl Arrow {
    fn to_json(&self, palette: Palette) -> Value {
        let part = self.similarity.clamp(0.0, 1.0);
        let colour = palette.rgb(FIRST_COLOUR + (1.0 - FIRST_COLOUR) * part);
        json!({
            "from": self.ends.from,
            "to": self.ends.to,
            "both": self.both,
            "part": part,
            "colour": css_colour(colour),
        })
    }
}

/// An arrow from each word with weight to each word that its tokens match; its similarity is their mean.
fn arrows(analysis: &Analysis) -> Vec<Arrow> {
    let found = similarities_of_matches(analysis);
    let mut arrows = Vec::new();
    for (ends, similarities) in &found {
        let both = found.contains_key(&ends.reversed());
        // An arrow with two heads is drawn once, from the candidate.
        if both && !ends.from.starts_with('c') {
            continue;
        }
        arrows.push(Arrow {
            ends: ends.clone(),
            similarity: similarities.iter().sum::<f32>() / similarities.len() as f32,
            both,
        });
    }
    arrows
}

/// The similarities of all matches from tokens of one word to tokens of another.
fn similarities_of_matches(analysis: &Analysis) -> BTreeMap<Ends, Vec<f32>> {
    let mut found: BTreeMap<Ends, Vec<f32>> = BTreeMap::new();
    for side in [Side::Candidate, Side::Reference] {
        let starts = word_starts(analysis, side);
        let other_starts = word_starts(analysis, side.other());
        let weights = analysis.side(side).weights.as_slice();
        for (token, best) in analysis.matches_of(side).iter().enumerate() {
            // A token without weight does not count in the score, so its match is not drawn.
            if weights[token] <= 0.0 {
                continue;
            }
            let ends = Ends {
                from: key(side, starts[token]),
                to: key(side.other(), other_starts[best.token]),
            };
            found
                .entry(ends)
                .or_default()
                .push(analysis.scaled_similarity(best.similarity));
        }
    }
    found
}

fn sentence(ledger: &Ledger, side: Side, word: &WordEntry) -> String {
    let matches: Vec<String> = word.matches.iter().map(|word| quoted(word)).collect();
    // A word's share is w·s / Σw; the sentence has its similarity s, the mean over its tokens.
    let weight_sum = ledger.side(side).weight_sum;
    let similarity = three_places(word.share * weight_sum / word.weight);
    let found = list_names(&matches, MAX_MATCHES);
    let other = side.other().name();
    let matched = match word.tokens.len() {
        1 => format!("its best match in the {other} is {found}, with a similarity of {similarity}"),
        pieces => format!(
            "its {pieces} pieces match {found} in the {other}, with a mean similarity of {similarity}"
        ),
    };
    format!(
        "{} costs the most: {matched}, and with {} of the weight that takes {} off {}.",
        quoted(&word.word),
        percent(word.weight / weight_sum, 0),
        three_places(word.cost),
        side.mean_name(),
    )
}

fn quoted(word: &str) -> String {
    format!("“{}”", printable(word))
}

/// What a word costs, with a row for each of its pieces. `without` is the score of the pair without it.
pub fn word(analysis: &Analysis, side: Side, word: &WordEntry, without: Option<Score>) -> Markup {
    html! {
        p {
            "It costs " b { (three_places(word.cost)) } " of " (side.mean_name()) " as the text stands."
            @if let Some(without) = without {
                " In a text without it, the other words have other vectors, and F1 is " b { (five_places(Some(without.f1))) }
                " instead of " (five_places(Some(analysis.score().f1))) "."
            }
        }
        (match_table(analysis, side, &word.tokens.clone().collect::<Vec<_>>()))
    }
}
