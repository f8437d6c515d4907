//! The page of the sentence vectors: their cosine, and what each word and pair adds to it, beside BERTScore's maxima.

use super::columns::{COLUMN_WIDTH, cell, change, left};
use super::names::quote_token;
use super::page::{Page, Row, RowForm, Span, Target, Tone};
use super::page_settings::PageSettings;
use crate::number::{exact, exact_change, narrow_score, percent, printed_difference};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::ledger::SideLedger;
use bertscope_explain::pooled::{Contributions, WordContribution};
use bertscope_explain::{Ledger, SentenceVectors};
use bertscope_models::Pooling;
use unicode_width::UnicodeWidthStr;

/// The cosine and its parts, the words of each side, and the pairs of tokens that add most.
pub(super) fn page<'a>(
    vectors: &'a SentenceVectors,
    analysis: &'a Analysis,
    choices: &PageSettings,
) -> Page<'a> {
    let pooling = match &vectors.pooling.pooling {
        Ok(pooling) => *pooling,
        Err(reason) => return Page::new(reason, Vec::new()),
    };
    let Some(cosine) = vectors.cosine else {
        let lead = "A sentence vector is zero, so the cosine is undefined.";
        return Page::new(lead, Vec::new());
    };
    let page = PooledPage {
        vectors,
        analysis,
        cosine,
        has_tokens_of_score: vectors.has_tokens_of(analysis),
    };
    let mut rows = vec![page.cosine_row()];
    if let Some(sum) = &vectors.contributions {
        rows.push(page.special_row(sum));
    }
    rows.push(page.bert_score_row());
    if let Some(sum) = &vectors.contributions {
        let ledger = Ledger::compute(analysis);
        for &side in &choices.sides {
            page.add_words(&mut rows, side, sum.words.side(side), ledger.side(side));
        }
        page.add_pairs(&mut rows, sum);
    }
    for remark in page.remarks() {
        rows.push(Row::blank());
        rows.extend(Row::paragraph(&remark, Tone::Quiet));
    }
    Page::new(page.lead(pooling), rows).with_columns(&["", "number", "what it is"])
}

#[derive(Clone, Copy)]
struct PooledPage<'a> {
    vectors: &'a SentenceVectors,
    analysis: &'a Analysis,
    cosine: f64,
    /// Whether the tokens are those of the score, so that rows can point to them.
    has_tokens_of_score: bool,
}

impl<'a> PooledPage<'a> {
    fn cosine_row(self) -> Row<'a> {
        let notes = ["of the sentence vectors".to_owned(), String::new()];
        number_row("cosine", self.cosine, notes).about(Target::Row, move || {
            vec![
                format!(
                    "u·v ÷ (|u| |v|) = {}, for the vectors u and v of the two texts",
                    exact(self.cosine)
                ),
                "hidden states keep their length here, so long ones count more; BERTScore scales each to length 1"
                    .into(),
            ]
        })
    }

    fn special_row(self, sum: &Contributions) -> Row<'a> {
        // A part of a negative number is no percentage.
        let share = if self.cosine > 0.0 {
            percent(sum.special / self.cosine, 0)
        } else {
            String::new()
        };
        let long = format!("{share} from pairs with special tokens");
        let notes = [long.trim_start().to_owned(), share];
        number_row("  special", sum.special, notes)
    }

    fn bert_score_row(self) -> Row<'a> {
        let notes = if self.analysis.rescaling().is_some() {
            ["rescaled, of the best matches", "rescaled"]
        } else {
            ["of the best matches", ""]
        };
        let f1 = self.analysis.score().f1;
        number_row("BERTScore F1", f1, notes.map(str::to_owned))
    }

    /// The words of a side, each with what it adds, the change without it, and its share of P or R.
    fn add_words(
        self,
        rows: &mut Vec<Row<'a>>,
        side: Side,
        words: &'a [WordContribution],
        ledger: &SideLedger,
    ) {
        rows.push(Row::blank());
        rows.push(Row::new(move |width| {
            let names = ["adds", "if out", side.mean_symbol()].map(|name| cell(name, Tone::Quiet));
            std::iter::once(left(side.name(), word_width(width), Tone::Accent))
                .chain(names)
                .collect()
        }));
        for word in words {
            let mut target = Target::Row;
            let mut share = None;
            if self.has_tokens_of_score {
                target = Target::Token(side, word.tokens.start);
                let entry = ledger
                    .words
                    .iter()
                    .find(|entry| entry.tokens == word.tokens);
                share = entry.map(|entry| entry.share);
            }
            let cosine = self.cosine;
            let line = Row::new(move |width| {
                vec![
                    left(&word.word, word_width(width), Tone::Plain),
                    cell(&narrow_score(Some(word.contribution)), Tone::Strong),
                    change(word.without.map(|without| without - cosine)),
                    cell(&narrow_score(share), Tone::Quiet),
                ]
            });
            rows.push(line.about(target, move || word_derivation(word, side, cosine, share)));
        }
    }

    fn add_pairs(self, rows: &mut Vec<Row<'a>>, sum: &Contributions) {
        rows.push(Row::blank());
        rows.push(
            Row::heading("pairs that add most").with_form(RowForm::Heading(&["pair", "adds"])),
        );
        for &(candidate, reference) in &sum.largest {
            let own = &self.vectors.texts.candidate.tokens[candidate];
            let other = &self.vectors.texts.reference.tokens[reference];
            let name = format!("{} × {}", quote_token(own), quote_token(other));
            let added = sum.pair(candidate, reference);
            let target = if self.has_tokens_of_score {
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
            let line = Row::new(move |width| {
                let names = width.saturating_sub(COLUMN_WIDTH).min(40);
                vec![
                    left(&name, names, Tone::Plain),
                    cell(&narrow_score(Some(added)), Tone::Strong),
                ]
            });
            rows.push(line.about(target, move || vec![derivation.clone()]));
        }
    }

    /// The limit of sentence-transformers, if a text is longer.
    fn exceeded_limit(self) -> Option<usize> {
        let texts = &self.vectors.texts;
        let longest = texts
            .candidate
            .tokens
            .len()
            .max(texts.reference.tokens.len());
        self.vectors
            .pooling
            .max_tokens
            .filter(|&limit| limit < longest)
    }

    fn remarks(self) -> Vec<String> {
        let mut remarks = Vec::new();
        if let Some(limit) = self.exceeded_limit() {
            remarks.push(format!(
                "! sentence-transformers truncates texts to {limit} tokens, so it gives another cosine."
            ));
        }
        if !self.vectors.pooling.is_stated {
            remarks.push("The model has no modules.json, so the vector is the mean.".to_owned());
        }
        if self.analysis.idf.is_some() {
            remarks.push("IDF weights do not enter a sentence vector.".to_owned());
        }
        if !self.has_tokens_of_score {
            remarks.push(
                "The tokens are those of the fast tokenizer, not those of the score.".to_owned(),
            );
        }
        remarks
    }

    fn lead(self, pooling: Pooling) -> String {
        let gives = if self.exceeded_limit().is_some() {
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
            exact(self.cosine),
            self.vectors.layer
        )
    }
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
        let change = exact_change(printed_difference(without, cosine));
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
