//! The first picture of the page: the words of both texts, an arrow from each word to its best match, and what a word
//! costs.

use std::collections::BTreeMap;

use bertscope_analysis::{Analysis, Side};
use bertscope_explain::Ledger;
use bertscope_explain::ledger::WordEntry;
use bertscope_explain::words::{word_ranges, word_text};
use bertscope_metric::Score;
use bertscope_printable::printable;
use bertscope_report::export::palette::Palette;
use bertscope_report::export::picture::html::match_table;
use bertscope_report::number::{five_places, three_places};
use maud::{Markup, html};
use serde_json::{Value, json};

/// The lower end of a palette cannot be seen on its background, so arrows begin at this part of it.
const FIRST_COLOUR: f32 = 0.3;

/// The words of both texts, their arrows, and a sentence on the word that costs most.
pub fn answer(analysis: &Analysis, palette: Palette) -> Value {
    let ledger = Ledger::compute(analysis);
    let first = [Side::Candidate, Side::Reference]
        .map(|side| ledger.side(side).words.first().map(|word| (side, word)));
    let worst = first
        .into_iter()
        .flatten()
        .reduce(|a, b| if b.1.cost > a.1.cost { b } else { a });
    let worst = worst.filter(|(_, word)| word.cost >= 0.0005);
    let arrows = arrows(analysis);
    json!({
        "reference": words(analysis, Side::Reference, &arrows),
        "candidate": words(analysis, Side::Candidate, &arrows),
        "arrows": arrows.iter().map(|((from, to), (similarity, both))| {
            let part = similarity.clamp(0.0, 1.0);
            let (r, g, b) = palette.rgb(FIRST_COLOUR + (1.0 - FIRST_COLOUR) * part);
            json!({ "from": from, "to": to, "both": both, "part": part, "colour": format!("rgb({r} {g} {b})") })
        }).collect::<Vec<_>>(),
        "worst": worst.map(|(side, word)| key(side, word.tokens.start)),
        "sentence": match worst {
            Some((side, word)) => sentence(&ledger, side, word),
            None if ledger.candidate.entries.is_empty() => String::new(),
            None => "Every word has an exact match, so no word costs anything.".to_owned(),
        },
    })
}

/// The name of a word or token for the script, as in the heatmap: `c3` is the candidate's token 3.
pub fn key(side: Side, token: usize) -> String {
    format!("{}{token}", if side == Side::Candidate { 'c' } else { 'r' })
}

/// For each token of a side, the first token of its word.
pub fn words_of_tokens(analysis: &Analysis, side: Side) -> Vec<usize> {
    let ranges = word_ranges(&analysis.side(side).tokenized);
    ranges
        .into_iter()
        .flat_map(|word| word.clone().map(move |_| word.start))
        .collect()
}

fn words(analysis: &Analysis, side: Side, arrows: &Arrows) -> Vec<Value> {
    let own = &analysis.side(side).tokenized;
    let words = word_ranges(own).into_iter().filter_map(|word| {
        let (tokens, key) = (&own.tokens[word.clone()], key(side, word.start));
        // A special token is shown if a word is matched with it.
        (!tokens[0].special || arrows.keys().any(|(_, to)| *to == key)).then(|| {
            let (start, end) = (tokens[0].start, tokens[tokens.len() - 1].end);
            json!({ "key": key, "text": printable(&word_text(tokens)), "special": tokens[0].special, "start": start, "end": end })
        })
    });
    words.collect()
}

/// The words that arrows connect; the similarity, and whether each is the match of the other.
type Arrows = BTreeMap<(String, String), (f32, bool)>;

/// An arrow from each word with weight to each word that its tokens match; its similarity is their mean.
fn arrows(analysis: &Analysis) -> Arrows {
    let mut found: BTreeMap<(String, String), Vec<f32>> = BTreeMap::new();
    for side in [Side::Candidate, Side::Reference] {
        let (own, others) = (
            words_of_tokens(analysis, side),
            words_of_tokens(analysis, side.other()),
        );
        let weights = analysis.side(side).weights.as_slice();
        for (token, best) in analysis
            .matches_of(side)
            .iter()
            .enumerate()
            .filter(|(token, _)| weights[*token] > 0.0)
        {
            let ends = (key(side, own[token]), key(side.other(), others[best.token]));
            found
                .entry(ends)
                .or_default()
                .push(analysis.scaled_similarity(best.similarity));
        }
    }
    let back = |(from, to): &(String, String)| found.contains_key(&(to.clone(), from.clone()));
    // Candidates come before references, so an arrow with two heads starts at the candidate.
    let drawn = found
        .iter()
        .filter(|(ends, _)| ends.0.starts_with('c') || !back(ends));
    let arrow = |(ends, all): (&(String, String), &Vec<f32>)| {
        let similarity = all.iter().sum::<f32>() / all.len() as f32;
        (ends.clone(), (similarity, back(ends)))
    };
    drawn.map(arrow).collect()
}

fn sentence(ledger: &Ledger, side: Side, word: &WordEntry) -> String {
    let name = |word: &String| format!("“{}”", printable(word));
    let matches: Vec<String> = word.matches.iter().map(name).collect();
    let similarity = word.share * ledger.side(side).weight_sum / word.weight;
    format!(
        "{} costs the most: its best match in the {} is {}, with a similarity of {}, which takes {} off {}.",
        name(&word.word),
        side.other().name(),
        matches.join(" and "),
        three_places(similarity),
        three_places(word.cost),
        side.mean_name(),
    )
}

/// What a word costs, with a row for each of its pieces. `without` is the score of the pair without it.
pub fn word(analysis: &Analysis, side: Side, word: &WordEntry, without: Option<Score>) -> Markup {
    html! {
        p {
            "It costs " b { (three_places(word.cost)) } " of " (side.mean_name()) "."
            @if let Some(without) = without {
                " Without it, F1 is " b { (five_places(Some(without.f1))) }
                " instead of " (five_places(Some(analysis.score().f1))) "."
            }
        }
        (match_table(analysis, side, &word.tokens.clone().collect::<Vec<_>>()))
    }
}
