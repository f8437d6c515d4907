//! The ledger's page, “Why not 1.0?”.

use unicode_width::UnicodeWidthStr;

use super::columns::{bar, cell, left, right};
use super::derivation;
use super::names::token_name;
use super::page::{Page, Row, RowForm, Span, Target, Tone};
use super::page_settings::PageSettings;
use crate::label::{align_left, fit};
use crate::number::{decimals, exact, narrow_change, short, without_zero};
use bertscope_analysis::{Analysis, Idf, Side};
use bertscope_explain::ledger::{Ledger, SideLedger, TokenEntry, WordEntry};
use bertscope_printable::printable;

/// For each side a heading and its words, highest cost first; an open word is followed by its tokens. The side with the
/// costliest word comes first.
pub(super) fn page<'a>(
    ledger: &'a Ledger,
    analysis: &'a Analysis,
    choices: &PageSettings,
) -> Page<'a> {
    let mut rows = Vec::new();
    let sides = choices.sides.iter().map(|&side| SidePage {
        ledger: ledger.side(side),
        analysis,
    });
    let mut parts: Vec<SidePage<'_>> = sides
        .filter(|part| !part.ledger.entries.is_empty())
        .collect();
    parts.sort_by(|a, b| b.highest_cost().total_cmp(&a.highest_cost()));
    for part in parts {
        if !rows.is_empty() {
            rows.push(Row::blank());
        }
        part.add_rows(&mut rows, choices);
    }
    let lead = if rows.is_empty() {
        "A text without words scores 0 by convention: there is no token to blame."
    } else {
        "What each word costs, highest cost first: weight × (1 − best similarity) ÷ Σ weights. The costs of each side sum to \
         1 − its score."
    };
    Page::new(lead, rows)
}

/// The side and the first token of the word that [`costliest_word`] names.
pub fn costliest_token(analysis: &Analysis, sides: &[Side]) -> Option<(Side, usize)> {
    let ledger = Ledger::compute(analysis);
    costliest(&ledger, sides).map(|(own, word)| (own.side, word.tokens.start))
}

fn costliest<'a>(ledger: &'a Ledger, sides: &[Side]) -> Option<(&'a SideLedger, &'a WordEntry)> {
    let sides = sides.iter().map(|side| ledger.side(*side));
    let first = sides.filter_map(|of| Some((of, of.words.first()?)));
    first.max_by(|(_, a), (_, b)| a.cost.total_cmp(&b.cost))
}

/// The word that costs the most and its match, in a sentence of at most `width` columns; `None` if there is no such word
/// or no room.
pub fn costliest_word(analysis: &Analysis, sides: &[Side], width: u16) -> Option<String> {
    let ledger = Ledger::compute(analysis);
    let (own, word) = costliest(&ledger, sides)?;
    let sentences = if word.cost < MIN_COST {
        vec![NOTHING_LOST.to_owned()]
    } else {
        cost_sentences(own, word)
    };
    sentences
        .into_iter()
        .find(|sentence| sentence.width() <= width.into())
}

/// What a word costs, from the longest sentence to the shortest.
fn cost_sentences(own: &SideLedger, word: &WordEntry) -> Vec<String> {
    let costly = quoted(&word.word);
    let change = narrow_change(Some(word.cost));
    let cost = change.trim_start_matches('+');
    let mean = own.side.mean_name();
    let symbol = own.side.mean_symbol();
    let matches: Vec<String> = word.matches.iter().map(|text| quoted(text)).collect();
    let found = matches.join(" and ");
    let similarity = short((word.share * own.weight_sum / word.weight) as f32);
    vec![
        format!("{costly} costs the most, {cost} of {mean}: it matches {found} ({similarity})."),
        format!("{costly} → {found} ({similarity}) costs the most, {cost} of {mean}."),
        format!("{costly} → {found} costs the most, {cost} of {symbol}."),
        format!("{costly} costs the most, {cost} of {mean}."),
        format!("{costly} costs the most, {cost} of {symbol}."),
    ]
}

fn quoted(text: &str) -> String {
    format!("“{}”", fit(&printable(text), 16))
}

/// Width from which there is room for a bar.
const MIN_BAR_WIDTH: u16 = 38;

/// A smaller cost is 0 with four decimals.
const MIN_COST: f64 = 0.000_05;

const NOTHING_LOST: &str = "Nothing lost: every match is 1.00.";

/// What the spans of a word are.
const WORD_COLUMNS: [&str; 6] = [
    "word",
    "cost",
    "",
    "similarity",
    "best match",
    "second best",
];
const WEIGHED_COLUMNS: [&str; 7] = [
    "word",
    "cost",
    "",
    "similarity",
    "best match",
    "weight",
    "second best",
];

/// Columns of cost and similarity, and of the arrow between two names.
const NUMBERS_WIDTH: u16 = 7 + 5 + 3;

#[derive(Clone, Copy)]
struct SidePage<'a> {
    ledger: &'a SideLedger,
    analysis: &'a Analysis,
}

impl<'a> SidePage<'a> {
    fn add_rows(self, rows: &mut Vec<Row<'a>>, choices: &PageSettings) {
        let side = self.ledger.side;
        let columns = if self.analysis.settings.idf == Idf::Off {
            &WORD_COLUMNS[..]
        } else {
            &WEIGHED_COLUMNS
        };
        rows.push(
            Row::heading(self.heading())
                .with_form(RowForm::Heading(columns))
                .about(Target::Row, move || self.mean_derivation()),
        );
        let (words, weightless): (Vec<&WordEntry>, Vec<&WordEntry>) =
            self.ledger.words.iter().partition(|word| word.weight > 0.0);
        if !words.is_empty() && words.iter().all(|word| word.cost < MIN_COST) {
            return rows.push(Row::text(NOTHING_LOST, Tone::Plain));
        }
        for word in words {
            let name = &word.word;
            let first = word.tokens.start;
            if word.tokens.len() == 1 {
                rows.push(self.token_row(name.clone(), first));
                continue;
            }
            let line = Row::new(move |width| self.line(name, Err(word), word.cost, width));
            let target = Target::Word(side, first);
            rows.push(line.about(target, move || self.word_derivation(word)));
            if choices.all_open || choices.open.contains(&(side, first)) {
                for i in word.tokens.clone() {
                    let name = format!(" {}", token_name(self.analysis, side, i));
                    rows.push(self.token_row(name, i));
                }
            }
        }
        match weightless.len() {
            0 => {}
            1 => rows.push(Row::text(
                "1 token with zero weight costs nothing",
                Tone::Quiet,
            )),
            n => rows.push(Row::text(
                format!("{n} tokens with zero weight cost nothing"),
                Tone::Quiet,
            )),
        }
    }

    fn token_row(self, name: String, i: usize) -> Row<'a> {
        let entry = &self.ledger.entries[i];
        let line = Row::new(move |width| self.line(&name, Ok(entry), entry.cost, width));
        line.about(Target::Token(self.ledger.side, i), move || {
            self.token_derivation(i)
        })
    }

    /// The cost of the costliest word.
    fn highest_cost(self) -> f64 {
        self.ledger.words.first().map_or(0.0, |word| word.cost)
    }

    fn heading(self) -> String {
        let name = self.ledger.side.mean_symbol();
        match self.ledger.score {
            Some(score) => {
                let cost: f64 = self.ledger.entries.iter().map(|entry| entry.cost).sum();
                let [score, cost] = [score, cost].map(|x| without_zero(x, 5));
                format!("{name} {score} = 1 − {cost}")
            }
            None => format!(
                "{name} is undefined: no word of the {} has weight",
                self.ledger.side.name()
            ),
        }
    }

    /// `boat  −.0686 ━━━━━   .52 → ferry  ×7.9  2nd .44`.
    fn line(
        self,
        name: &str,
        entry: Result<&TokenEntry, &WordEntry>,
        cost: f64,
        width: u16,
    ) -> Vec<Span> {
        let is_wide = width >= MIN_BAR_WIDTH;
        let room = width.saturating_sub(NUMBERS_WIDTH);
        let [names, partners] = if is_wide {
            [(width / 4).min(18); 2]
        } else {
            [room.div_ceil(2), (room / 2).max(4)]
        };
        let most = self.highest_cost();
        let mut spans = vec![
            left(name, names, Tone::Plain),
            cell(&narrow_change(Some(-cost)), Tone::Strong),
        ];
        if is_wide {
            spans.extend(bar(" ", if most > 0.0 { cost / most } else { 0.0 }, 6, " "));
        }
        let entry = match entry {
            Ok(entry) => entry,
            Err(word) => {
                let pieces = if is_wide {
                    "in pieces".to_owned()
                } else {
                    let found = printable(&word.matches.join(" "));
                    format!(" → {}", fit(&found, partners))
                };
                spans.push(Span::new(format!("   ⋯ {pieces}"), Tone::Quiet));
                return spans;
            }
        };
        spans.push(right(
            &self.similarity(entry.best_match.similarity),
            5,
            Tone::Plain,
        ));
        let flagged = entry.matched_to_special;
        let partner = token_name(
            self.analysis,
            self.ledger.side.other(),
            entry.best_match.token,
        );
        let partner = align_left(
            &format!("{partner}{}", if flagged { " !" } else { "" }),
            partners,
        );
        spans.push(Span::new(
            format!(" → {partner}"),
            if flagged { Tone::Warning } else { Tone::Quiet },
        ));
        if (entry.weight - 1.0).abs() > 1e-9 {
            spans.push(Span::new(
                format!(" ×{}", decimals(entry.weight, 1)),
                Tone::Quiet,
            ));
        }
        if let Some(second) = entry.best_match.runner_up {
            spans.push(Span::new(
                format!("  2nd {}", self.similarity(second.similarity)),
                Tone::Quiet,
            ));
        }
        spans
    }

    fn mean_derivation(self) -> Vec<String> {
        let SideLedger {
            side,
            weight_sum: all,
            baseline,
            score,
            ..
        } = *self.ledger;
        let name = side.mean_symbol();
        let mean = side.mean_name();
        let sum: f64 = self
            .ledger
            .entries
            .iter()
            .map(|e| e.weight * f64::from(e.best_match.similarity))
            .sum();
        let raw = if all > 0.0 { sum / all } else { 0.0 };
        let [sum, all, raw] = [sum, all, raw].map(exact);
        let mut steps = vec![format!(
            "{name} ({mean}) = Σ weight × best similarity ÷ Σ weights = {sum} ÷ {all} = {raw}"
        )];
        if let (Some(b), Some(score)) = (baseline, score) {
            let [b, score] = [b, score].map(exact);
            steps.push(format!(
                "rescaled = (x − b) ÷ (1 − b) = ({raw} − {b}) ÷ (1 − {b}) = {score}"
            ));
        }
        steps
    }

    fn similarity(self, raw: f32) -> String {
        short(self.analysis.scaled_similarity(raw))
    }

    fn word_derivation(self, word: &WordEntry) -> Vec<String> {
        let costs: Vec<String> = self.ledger.entries[word.tokens.clone()]
            .iter()
            .map(|entry| exact(entry.cost))
            .collect();
        vec![format!(
            "“{}” costs {} = {}",
            word.word,
            costs.join(" + "),
            exact(word.cost)
        )]
    }

    fn token_derivation(self, i: usize) -> Vec<String> {
        let SideLedger {
            side,
            weight_sum: all,
            baseline,
            ..
        } = *self.ledger;
        let TokenEntry {
            weight,
            best_match,
            share,
            cost,
            ..
        } = self.ledger.entries[i];
        let mut steps = derivation::best_match(self.analysis, side, i);
        let [s, missing] = [best_match.similarity, 1.0 - best_match.similarity].map(exact);
        let [weight, all, share, cost] = [weight, all, share, cost].map(exact);
        steps.extend(match baseline.map(exact) {
            None => [
                format!("share = weight × cosine ÷ Σ weights = {weight} × {s} ÷ {all} = {share}"),
                format!(
                    "cost = weight × (1 − cosine) ÷ Σ weights = {weight} × {missing} ÷ {all} = {cost}"
                ),
            ],
            Some(b) => [
                format!(
                    "share = weight × (cosine − b) ÷ (1 − b) ÷ Σ weights = {weight} × ({s} − {b}) ÷ (1 − {b}) ÷ {all} = {share}"
                ),
                format!(
                    "cost = weight × (1 − cosine) ÷ (1 − b) ÷ Σ weights = {weight} × {missing} ÷ (1 − {b}) ÷ {all} = {cost}"
                ),
            ],
        });
        steps
    }
}
