//! The page of the sentence vectors: their cosine, and what each word and pair adds to it, beside BERTScore's maxima.

use super::columns::{COLUMN_WIDTH, cell, change, left};
use super::names::quote_token;
use super::page::{Page, Row, RowForm, Span, Target, Tone};
use super::page_settings::PageSettings;
use crate::number::{exact, exact_change, narrow_score, percent};
use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::Layer;
use bertscope_explain::pooled::WordContribution;
use bertscope_explain::{Ledger, SentenceVectors};
use bertscope_models::Pooling;
use unicode_width::UnicodeWidthStr;

/// The cosine and its parts, the words of each side, and the pairs of tokens that add most.
pub(super) fn page<'a>(
    vectors: &'a SentenceVectors,
    analysis: &'a Analysis,
    choices: &PageSettings,
) -> Page<'a> {
    let (pooling, cosine) = match (&vectors.pooling.pooling, vectors.cosine) {
        (Err(why), _) => return Page::new(why, Vec::new()),
        (_, None) => {
            return Page::new(
                "A sentence vector is zero, so the cosine is undefined.",
                Vec::new(),
            );
        }
        (Ok(pooling), Some(cosine)) => (*pooling, cosine),
    };
    let is_same = vectors.has_tokens_of(analysis);
    let rescaled = if analysis.rescaling().is_some() {
        "rescaled, "
    } else {
        ""
    };
    let mut rows = vec![
        number_row("cosine", cosine, ["of the sentence vectors".to_owned(), String::new()]).about(
            Target::Row,
            move || {
                vec![
                    format!(
                        "u·v ÷ (|u| |v|) = {}, for the vectors u and v of the two texts",
                        exact(cosine)
                    ),
                    "hidden states keep their length here, so long ones count more; BERTScore scales each to length 1"
                        .into(),
                ]
            },
        ),
        number_row(
            "BERTScore F1",
            analysis.score().f1,
            [format!("{rescaled}of the best matches"), rescaled.trim_end_matches(", ").to_owned()],
        ),
    ];
    if let Some(sum) = &vectors.contributions {
        // A part of a negative number is no percentage.
        let share = if cosine > 0.0 {
            percent(sum.special / cosine, 0)
        } else {
            String::new()
        };
        let special = format!("{share} from pairs with special tokens")
            .trim_start()
            .to_owned();
        rows.insert(1, number_row("  special", sum.special, [special, share]));
        let ledger = Ledger::compute(analysis);
        for &side in &choices.sides {
            rows.push(Row::blank());
            rows.push(Row::new(move |width| {
                let names =
                    ["adds", "if out", side.mean_symbol()].map(|name| cell(name, Tone::Quiet));
                std::iter::once(left(side.name(), word_width(width), Tone::Accent))
                    .chain(names)
                    .collect()
            }));
            rows.extend(sum.words.side(side).iter().map(|word| {
                let shares = &ledger.side(side).words;
                let share = shares
                    .iter()
                    .find(|share| is_same && share.tokens == word.tokens)
                    .map(|share| share.share);
                let change_without = word.without.map(|without| without - cosine);
                let target = if is_same {
                    Target::Token(side, word.tokens.start)
                } else {
                    Target::Row
                };
                Row::new(move |width| {
                    let name = left(&word.word, word_width(width), Tone::Plain);
                    let added = cell(&narrow_score(Some(word.contribution)), Tone::Strong);
                    vec![
                        name,
                        added,
                        change(change_without),
                        cell(&narrow_score(share), Tone::Quiet),
                    ]
                })
                .about(target, move || word_derivation(word, side, cosine, share))
            }));
        }
        rows.extend([
            Row::blank(),
            Row::heading("pairs that add most").with_form(RowForm::Heading(&["pair", "adds"])),
        ]);
        rows.extend(sum.largest.iter().map(|&(candidate, reference)| {
            let [c, r] = [
                &vectors.texts.candidate.tokens[candidate],
                &vectors.texts.reference.tokens[reference],
            ];
            let name = format!("{} × {}", quote_token(c), quote_token(r));
            let added = sum.pair(candidate, reference);
            let target = if is_same {
                Target::Cell {
                    candidate,
                    reference,
                }
            } else {
                Target::Row
            };
            let derivation = format!(
                "{name}: x·y ÷ (|u| |v|) = {}, as in the heatmap; ÷ {} pairs = {}",
                exact(sum.cells.get(candidate, reference)),
                sum.pair_count(),
                exact(added)
            );
            Row::new(move |width| {
                let names = width.saturating_sub(COLUMN_WIDTH).min(40);
                vec![
                    left(&name, names, Tone::Plain),
                    cell(&narrow_score(Some(added)), Tone::Strong),
                ]
            })
            .about(target, move || vec![derivation.clone()])
        }));
    }
    let longest = vectors
        .texts
        .candidate
        .tokens
        .len()
        .max(vectors.texts.reference.tokens.len());
    let limit = vectors.pooling.max_tokens.filter(|&limit| limit < longest);
    let remarks = [
        limit.map(|limit| {
            format!("! sentence-transformers truncates texts to {limit} tokens, so it gives another cosine.")
        }),
        (!vectors.pooling.is_stated).then(|| "The model has no modules.json, so the vector is the mean.".to_owned()),
        analysis.idf.as_ref().map(|_| "IDF weights do not enter a sentence vector.".to_owned()),
        (!is_same).then(|| "The tokens are those of the fast tokenizer, not those of the score.".to_owned()),
    ];
    for remark in remarks.into_iter().flatten() {
        rows.push(Row::blank());
        rows.extend(Row::paragraph(&remark, Tone::Quiet));
    }
    Page::new(lead(vectors.layer, pooling, cosine, limit), rows).with_columns(&[
        "",
        "number",
        "what it is",
    ])
}

fn lead(layer: Layer, pooling: Pooling, cosine: f64, limit: Option<usize>) -> String {
    let given = if limit.is_some() {
        "The cosine of the sentence vectors is"
    } else {
        "sentence-transformers gives"
    };
    let (made, sum) = match pooling {
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
    let cosine = exact(cosine);
    format!("{given} {cosine}. A vector is the {made} of the last layer, {layer}: {sum}.")
}

/// `cosine         .7217  of the sentence vectors`, with the longest note that fits.
fn number_row<'a>(name: &'static str, x: f64, notes: [String; 2]) -> Row<'a> {
    Row::new(move |width| {
        let room = usize::from(width.saturating_sub(13 + COLUMN_WIDTH + 2));
        let note = notes
            .iter()
            .find(|note| note.width() <= room)
            .map_or("", |note| note);
        let note = Span::new(format!("  {note}"), Tone::Quiet);
        vec![
            left(name, 13, Tone::Plain),
            cell(&narrow_score(Some(x)), Tone::Strong),
            note,
        ]
    })
}

fn word_derivation(
    word: &WordContribution,
    side: Side,
    cosine: f64,
    share: Option<f64>,
) -> Vec<String> {
    let mut steps = vec![format!(
        "“{}” adds {}: its pairs with all tokens of the {}",
        word.word,
        exact(word.contribution),
        side.other().name()
    )];
    if let Some(without) = word.without {
        let change = exact_change(without - cosine);
        let [without, cosine] = [without, cosine].map(exact);
        steps.push(format!(
            "without it, with all other hidden states unchanged: {without} − {cosine} = {change}"
        ));
    }
    if let Some(share) = share {
        steps.push(format!(
            "its share of {}, from its best matches: {}",
            side.mean_symbol(),
            exact(share)
        ));
    }
    steps
}

/// Columns of a word.
fn word_width(width: u16) -> u16 {
    width.saturating_sub(3 * COLUMN_WIDTH).clamp(6, 18)
}
