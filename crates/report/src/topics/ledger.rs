//! The sheet of “Why not 1.0?”: what each word costs.

use super::names::{side_title, token_name};
use super::{derivation, matched};
use crate::number::{exact, pluralized, without_zero};
use crate::topics::SheetSettings;
use bertscope_analysis::{Analysis, Idf};
use bertscope_explain::ledger::{Ledger, SideLedger, TokenEntry, WordEntry};
use bertscope_metric::BaselineRow;
use bertscope_sheet::{Cell, Chart, Column, Derivation, Row, Sheet, Step, Subject, Table};

/// A smaller cost is 0 with four decimals.
pub const MIN_COST: f64 = 0.000_05;

pub const NO_COST: &str = "No word costs .0001 or more.";

/// For each side a heading and its words, highest cost first; an open word is followed by its tokens. The side with the
/// costliest word comes first.
pub fn sheet(ledger: &Ledger, analysis: &Analysis, choices: &SheetSettings) -> Sheet {
    let mut parts: Vec<CostsOfSide<'_>> = Vec::new();
    for &side in &choices.sides {
        let ledger = ledger.side(side);
        if !ledger.entries.is_empty() {
            parts.push(CostsOfSide {
                ledger,
                analysis,
                choices,
            });
        }
    }
    let mut sheet = Sheet::new(if parts.is_empty() {
        "With an empty text, raw scores are 0 by convention: there is no token to blame."
    } else if parts.iter().any(|part| part.ledger.score.is_none()) {
        "What each word costs, highest cost first: weight × (1 − best similarity) ÷ Σ weights. The costs of a side with weight \
         sum to 1 − its score."
    } else {
        "What each word costs, highest cost first: weight × (1 − best similarity) ÷ Σ weights. The costs of each side sum to \
         1 − its score."
    });
    parts.sort_by(|a, b| b.highest_cost().total_cmp(&a.highest_cost()));
    for part in parts {
        part.add_to(&mut sheet);
    }
    sheet
}

#[derive(Clone, Copy)]
struct CostsOfSide<'a> {
    ledger: &'a SideLedger,
    analysis: &'a Analysis,
    choices: &'a SheetSettings,
}

impl CostsOfSide<'_> {
    fn add_to(self, sheet: &mut Sheet) {
        let words = &self.ledger.words;
        let weighted = words.iter().filter(|word| word.weight > 0.0).count();
        let weightless = words.len() - weighted;
        sheet.heading(self.heading());
        if weighted > 0 {
            // The costliest word comes first.
            if self.highest_cost() < MIN_COST {
                sheet.text(NO_COST);
                return;
            }
            sheet.push(self.table());
        }
        if weightless > 0 {
            let tokens = pluralized(weightless, "token");
            let cost = if weightless == 1 { "costs" } else { "cost" };
            sheet.note(format!("{tokens} with zero weight {cost} nothing"));
        }
    }

    fn heading(self) -> String {
        let name = self.ledger.side.mean_symbol();
        match self.ledger.score {
            Some(score) => {
                let [score, cost] = [score, self.total_cost()].map(|x| without_zero(x, 5));
                format!("{name} {score} = 1 − {cost}")
            }
            None => format!(
                "{name} is undefined: no word of the {} has weight",
                self.ledger.side.name()
            ),
        }
    }

    /// The cost of the costliest word.
    fn highest_cost(self) -> f64 {
        self.ledger.words.first().map_or(0.0, |word| word.cost)
    }

    fn total_cost(self) -> f64 {
        self.ledger.entries.iter().map(|entry| entry.cost).sum()
    }

    fn has_weights(self) -> bool {
        self.analysis.settings.idf != Idf::Off
    }

    fn columns(self) -> Vec<Column> {
        let mut columns = vec![
            Column::new(side_title(self.ledger.side)).short(self.ledger.side.pick("Ref.", "Cand.")),
            Column::new("cost"),
            Column::bars(self.highest_cost()).ranked(1),
            matched::similarity_column(),
            Column::new("best match").short("match"),
        ];
        if self.has_weights() {
            columns.push(Column::new("weight").ranked(2));
        }
        columns.extend(matched::second_best_columns(3));
        columns
    }

    /// The words with weight and their tokens, then their sum.
    fn table(self) -> Table {
        let side = self.ledger.side;
        let mut table = Table::new(self.columns());
        for word in &self.ledger.words {
            let first = word.tokens.start;
            if word.weight == 0.0 {
                continue;
            }
            if word.tokens.len() == 1 {
                table.push(self.token_row(&word.word, first));
                continue;
            }
            table.push(self.word_row(word));
            if self.choices.opens(side, first) {
                for i in word.tokens.clone() {
                    let name = token_name(self.analysis, side, i);
                    table.push(self.token_row(&name, i).indented(1));
                }
            }
        }
        let mut cells = vec![Cell::named("all"), Cell::cost(self.total_cost())];
        cells.resize(table.columns.len(), Cell::Empty);
        table.push(Row::new(cells).about(Subject::Row, self.mean_derivation()));
        table
    }

    fn word_row(self, word: &WordEntry) -> Row {
        let cells = [
            Cell::word(&word.word),
            Cell::cost(word.cost),
            Chart::Bar(word.cost).into(),
            Cell::Empty,
            Cell::named(format!("in pieces: {}", word.matches.join(", "))),
        ];
        let mut costs = Vec::new();
        for entry in &self.ledger.entries[word.tokens.clone()] {
            costs.push(exact(entry.cost));
        }
        let step = Step::computed(
            format!("cost of “{}”", word.word),
            costs.join(" + "),
            exact(word.cost),
        );
        Row::new(cells).about(Subject::Word(self.ledger.side, word.tokens.start), [step])
    }

    fn token_row(self, name: &str, i: usize) -> Row {
        let Self {
            ledger, analysis, ..
        } = self;
        let entry = &ledger.entries[i];
        let matched_token = entry.best_match.token;
        let other = ledger.side.other();
        let emphasis = matched::emphasis(analysis, other, Some(matched_token), entry.weight);
        let mut cells = vec![
            Cell::word(name),
            Cell::cost(entry.cost),
            Chart::Bar(entry.cost).into(),
            matched::similarity(analysis, entry.best_match.similarity),
            matched::match_name(analysis, other, matched_token, emphasis),
        ];
        if self.has_weights() {
            cells.push(matched::weight(analysis, entry.weight));
        }
        cells.extend(matched::second_best(analysis, ledger.side, i));
        Row::new(cells)
            .about(
                Subject::Token(ledger.side, i),
                self.token_derivation(i, entry),
            )
            .emphasised(emphasis)
    }

    fn mean_derivation(self) -> Derivation {
        let SideLedger {
            side,
            weight_sum: all,
            baseline,
            ..
        } = *self.ledger;
        let mut steps = vec![derivation::mean(self.analysis, side)];
        if let Some(baseline) = baseline {
            let raw = self.analysis.weighted_sum(side) / all;
            steps.push(derivation::rescaling(side.mean_symbol(), raw, baseline));
        }
        steps
    }

    /// With rescaling, weights apply to rescaled cosines: shares still sum to the score, and costs to 1 − score.
    fn token_derivation(self, i: usize, entry: &TokenEntry) -> Derivation {
        let mut steps = derivation::best_match(self.analysis, self.ledger.side, i);
        let mut cosine = f64::from(entry.best_match.similarity);
        if let Some(baseline) = self.ledger.baseline {
            steps.push(derivation::rescaling("cosine", cosine, baseline));
            cosine = BaselineRow::rescale(cosine, baseline);
        }
        let [weight, all] = [entry.weight, self.ledger.weight_sum].map(exact);
        steps.push(Step::computed(
            "share = weight × cosine ÷ Σ weights",
            format!("{weight} × {} ÷ {all}", exact(cosine)),
            exact(entry.share),
        ));
        steps.push(Step::computed(
            "cost = weight × (1 − cosine) ÷ Σ weights",
            format!("{weight} × {} ÷ {all}", exact(1.0 - cosine)),
            exact(entry.cost),
        ));
        steps
    }
}
