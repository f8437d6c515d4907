//! The page of the sentence vectors: their cosine, what each word and pair adds to it, and BERTScore's maxima beside its mean.

use super::columns::{COLUMN_WIDTH, bar, cell, change, exact, five_places, heads, left, value};
use super::names::quote_token;
use super::page::{Page, Row, Span, Target, Tone};
use super::page_settings::PageSettings;
use crate::label::fit;
use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::Token;
use bertscope_explain::SentenceVectors;
use bertscope_explain::ledger::{Ledger, WordEntry};
use bertscope_explain::pooled::{Contributions, WordContribution};
use bertscope_models::Pooling;

/// Widths from which a word has a bar, and its share of BERTScore's mean.
const MIN_SHARE_WIDTH: u16 = 34;
const MIN_BAR_WIDTH: u16 = MIN_SHARE_WIDTH + BAR_WIDTH + 2;
const BAR_WIDTH: u16 = 6;

/// The cosine and its parts, the words of each side, and the pairs of tokens.
pub(super) fn page<'a>(vectors: &'a SentenceVectors, analysis: &'a Analysis, choices: &PageSettings) -> Page<'a> {
    let page = PooledPage { vectors, analysis, has_same_tokens: vectors.has_tokens_of(analysis) };
    let mut rows = Vec::new();
    if let Some(cosine) = page.cosine() {
        let line = |name: &'static str, x: f64, note: String| {
            Row::new(move |width| {
                let note = fit(&format!("  {note}"), width.saturating_sub(NAME_WIDTH + COLUMN_WIDTH));
                vec![
                    left(name, NAME_WIDTH, Tone::Plain),
                    cell(&value(Some(x)), Tone::Strong),
                    Span::new(note, Tone::Quiet),
                ]
            })
        };
        let total = line("cosine", cosine, "of the two sentence vectors".to_owned());
        rows.push(total.about(Target::Row, move || page.derivation(cosine)));
        if let Some(sum) = vectors.contributions() {
            let share = |x: f64| if cosine > 0.0 { format!("{:.0}% ", 100.0 * x / cosine) } else { String::new() };
            let text = cosine - sum.special;
            rows.push(line("  text", text, format!("{}from pairs of two tokens of the texts", share(text))));
            let special = format!("{}from pairs with {}", share(sum.special), page.special_tokens());
            rows.push(line("  special", sum.special, special));
        }
        let rescaled = if analysis.rescaling().is_some() { "rescaled, " } else { "" };
        let note = format!("{rescaled}from each token’s best match alone");
        rows.push(line("BERTScore F1", analysis.score().f1, note));
        rows.push(Row::blank());
    }
    if let Some(sum) = vectors.contributions() {
        let ledger = Ledger::compute(analysis);
        for &side in &choices.sides {
            let shares = if page.has_same_tokens { ledger.side(side).words.clone() } else { Vec::new() };
            rows.push(page.heading(side, !shares.is_empty()));
            let words = sum.words.side(side).iter().filter(|word| word.contribution != 0.0);
            rows.extend(words.map(|word| page.word_row(side, word, &shares)));
            rows.push(Row::blank());
        }
        rows.push(Row::heading("pairs that add most"));
        rows.extend(sum.largest.iter().map(|&pair| page.pair_row(sum, pair)));
        rows.push(Row::blank());
    }
    for remark in page.remarks() {
        rows.extend(Row::paragraph(&remark, Tone::Quiet));
    }
    Page::new(page.lead(), rows)
}

/// Columns of the name of a number.
const NAME_WIDTH: u16 = 13;

#[derive(Clone, Copy)]
struct PooledPage<'a> {
    vectors: &'a SentenceVectors,
    analysis: &'a Analysis,
    has_same_tokens: bool,
}

impl<'a> PooledPage<'a> {
    fn cosine(self) -> Option<f64> {
        self.vectors.vectors.as_ref()?.cosine
    }

    fn tokens(self, side: Side) -> &'a [Token] {
        &self.vectors.texts.side(side).tokens
    }

    fn special_tokens(self) -> String {
        let both = [Side::Candidate, Side::Reference].into_iter().flat_map(|side| self.tokens(side));
        let mut names: Vec<&str> = both.filter(|token| token.special).map(|token| &*token.piece).collect();
        names.sort_unstable();
        names.dedup();
        names.join(" or ")
    }

    fn lead(self) -> String {
        let layer = self.vectors.layer;
        let made = match &self.vectors.pooling.pooling {
            Err(why) => return why.clone(),
            Ok(Pooling::Mean) => "the mean of its hidden states",
            Ok(Pooling::WeightedMean) => "the mean of its hidden states, weighted by position,",
            Ok(Pooling::Cls) => "its first hidden state",
            Ok(Pooling::LastToken) => "its last hidden state",
            Ok(Pooling::Max) => "the maximum of its hidden states in each dimension",
        };
        let made = format!("A text’s vector is {made} at layer {layer}, the last.");
        let Some(cosine) = self.cosine() else {
            return format!("{made} One vector is zero, so the cosine is undefined.");
        };
        let sum = match (self.vectors.contributions(), &self.vectors.pooling.pooling) {
            (None, _) => "That is not a sum over pairs of tokens, so no pair has a contribution.".to_owned(),
            (Some(_), Ok(Pooling::Cls | Pooling::LastToken)) => "A single pair of tokens makes the cosine.".to_owned(),
            (Some(sum), _) => format!(
                "The cosine averages all {} pairs of tokens; BERTScore keeps each token’s best match.",
                sum.pair_count()
            ),
        };
        format!("sentence-transformers gives {cosine:.5}. {made} {sum}")
    }

    /// The words of a side: what each adds, the change without it, and its share of BERTScore's mean.
    fn heading(self, side: Side, has_shares: bool) -> Row<'a> {
        Row::new(move |width| {
            let names: &[&str] = if has_shares && width >= MIN_SHARE_WIDTH {
                &["adds", "if out", side.mean_symbol()]
            } else {
                &["adds", "if out"]
            };
            let names = heads(names, COLUMN_WIDTH);
            vec![left(side.name(), word_width(width), Tone::Accent), Span::new(names, Tone::Quiet)]
        })
    }

    fn word_row(self, side: Side, word: &'a WordContribution, shares: &[WordEntry]) -> Row<'a> {
        let share = shares.iter().find(|share| share.tokens == word.tokens).map(|share| share.share);
        let without = word.without.zip(self.cosine()).map(|(without, cosine)| without - cosine);
        let most = self.vectors.contributions().map_or(0.0, |sum| sum.words.side(side)[0].contribution);
        let line = Row::new(move |width| {
            let mut spans = vec![
                left(&fit(&word.word, word_width(width) - 1), word_width(width), Tone::Plain),
                cell(&value(Some(word.contribution)), Tone::Strong),
                change(without),
            ];
            if width >= MIN_SHARE_WIDTH && self.has_same_tokens {
                spans.push(cell(&value(share), Tone::Quiet));
            }
            if width >= MIN_BAR_WIDTH && most > 0.0 {
                spans.extend(bar("  ", word.contribution / most, BAR_WIDTH, " "));
            }
            spans
        });
        let target = if self.has_same_tokens { Target::Token(side, word.tokens.start) } else { Target::Row };
        line.about(target, move || self.word_derivation(side, word, share))
    }

    fn word_derivation(self, side: Side, word: &WordContribution, share: Option<f64>) -> Vec<String> {
        let (pairs, other) = (word.tokens.len() * self.tokens(side.other()).len(), side.other().name());
        let mut steps = vec![format!(
            "“{}” adds {}: the sum of its {pairs} pairs with all tokens of the {other}",
            word.word,
            five_places(Some(word.contribution))
        )];
        steps.push(match (word.without, self.cosine()) {
            (Some(without), Some(cosine)) => format!(
                "without it in the {}’s vector, all other hidden states unchanged, the cosine is {without:.5}: {}",
                side.name(),
                exact(Some(without - cosine))
            ),
            _ => format!("without it, nothing is left of the {}’s vector", side.name()),
        });
        steps.extend(share.map(|share| {
            format!("its share of {}, from its best matches alone: {}", side.mean_symbol(), five_places(Some(share)))
        }));
        steps
    }

    fn pair_row(self, sum: &'a Contributions, (candidate, reference): (usize, usize)) -> Row<'a> {
        let [c, r] =
            [(Side::Candidate, candidate), (Side::Reference, reference)].map(|(side, i)| &self.tokens(side)[i]);
        let added = sum.pair(candidate, reference);
        let line = Row::new(move |width| {
            let names = fit(&format!("{} × {}", quote_token(c), quote_token(r)), pair_width(width) - 1);
            vec![left(&names, pair_width(width), Tone::Plain), cell(&value(Some(added)), Tone::Strong)]
        });
        let target = if self.has_same_tokens { Target::Cell { candidate, reference } } else { Target::Row };
        line.about(target, move || {
            let shown = sum.cells.get(candidate, reference);
            let count = sum.pair_count();
            let mut steps = vec![format!(
                "{} × {}: x·y ÷ (|u| |v|) = {shown:.5} in the heatmap; ÷ {count} pairs = {added:.5} of the cosine",
                quote_token(c),
                quote_token(r)
            )];
            if self.has_same_tokens {
                let similarity = self.analysis.similarity.get(candidate, reference);
                steps.push(format!("in BERTScore: cosine {similarity:.5} at layer {}", self.analysis.layer));
            }
            steps
        })
    }

    fn derivation(self, cosine: f64) -> Vec<String> {
        let Some(vectors) = &self.vectors.vectors else { return Vec::new() };
        let (u, v) = (vectors.norms.candidate, vectors.norms.reference);
        let mut steps = vec![format!(
            "cosine of the candidate’s vector u and the reference’s v = u·v ÷ (|u| |v|) = {:.5} ÷ ({u:.5} × {v:.5}) = {cosine:.5}",
            cosine * u * v
        )];
        if vectors.contributions.is_some() {
            let [m, n] = [Side::Candidate, Side::Reference].map(|side| self.tokens(side).len());
            steps.push(match self.vectors.pooling.pooling {
                Ok(Pooling::Mean) => format!("= Σ x·y ÷ ({m} × {n} × |u| |v|), over all pairs of tokens"),
                _ => "= Σ a·b·(x·y) ÷ (|u| |v|) over all pairs of tokens, with their weights a and b".to_owned(),
            });
            steps.push(
                "hidden states keep their length here, so long ones count more; BERTScore scales each to length 1"
                    .to_owned(),
            );
        }
        steps
    }

    /// What else distinguishes the cosine from the score, and from what sentence-transformers prints.
    fn remarks(self) -> Vec<String> {
        let SentenceVectors { pooling, layer, texts, .. } = self.vectors;
        if pooling.pooling.is_err() {
            return Vec::new();
        }
        let mut remarks = Vec::new();
        for side in [Side::Reference, Side::Candidate] {
            let own = texts.side(side);
            let total = own.truncated.map_or(own.tokens.len(), |cut| cut.total);
            remarks.extend(pooling.max_tokens.filter(|&limit| limit < own.tokens.len()).map(|limit| {
                format!(
                    "! sentence-transformers truncates the {} to {limit} of its {total} tokens, so it gives another cosine.",
                    side.name()
                )
            }));
        }
        if !pooling.is_stated {
            remarks.push("The model has no modules.json. sentence-transformers then uses mean pooling.".to_owned());
        }
        if *layer != self.analysis.layer {
            remarks
                .push(format!("BERTScore compares layer {}, the sentence vector layer {layer}.", self.analysis.layer));
        }
        if self.analysis.idf.is_some() || self.analysis.rescaling().is_some() {
            remarks.push("IDF weights and rescaling do not change a sentence vector.".to_owned());
        }
        if !self.has_same_tokens {
            remarks
                .push("The tokens are those of the fast tokenizer, which differ from those of the score.".to_owned());
        }
        remarks
    }
}

/// Columns of a word.
fn word_width(width: u16) -> u16 {
    let share = if width >= MIN_SHARE_WIDTH { COLUMN_WIDTH } else { 0 };
    let bar = if width >= MIN_BAR_WIDTH { BAR_WIDTH + 2 } else { 0 };
    width.saturating_sub(2 * COLUMN_WIDTH + share + bar).clamp(8, 18)
}

/// Columns of a pair of tokens, up to the first number.
fn pair_width(width: u16) -> u16 {
    width.saturating_sub(COLUMN_WIDTH).clamp(16, 40)
}
