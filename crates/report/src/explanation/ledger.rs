//! The ledger's page, “Why not 1.0?”.

use super::columns::fit_spans;
use super::page::{Page, Span, Target, Tone};
use super::page_settings::PageSettings;
use crate::label::{align_left, align_right, fit, token};
use crate::number::{five_places, short};
use bertscope_analysis::{Analysis, Side};
use bertscope_explain::ledger::{Ledger, SideLedger, TokenEntry, WordEntry};
use bertscope_explain::words::word_text;
use bertscope_metric::Match;

/// Rows of a ledger: for each side a heading and its words, highest cost first; an open word is followed by its tokens.
pub struct LedgerPage<'a> {
    ledger: &'a Ledger,
    analysis: &'a Analysis,
    rows: Vec<Row>,
}

enum Row {
    Blank,
    Heading(Side),
    /// Index among the words of the ledger.
    Word(Side, usize),
    /// Index of the token.
    Piece(Side, usize),
    /// Words without weight, which cost nothing.
    Weightless(usize),
}

impl<'a> LedgerPage<'a> {
    /// The rows that were chosen.
    pub fn new(ledger: &'a Ledger, analysis: &'a Analysis, choices: &PageSettings) -> Self {
        let mut rows = Vec::new();
        for &side in &choices.sides {
            let part = ledger.side(side);
            if part.entries.is_empty() {
                continue;
            }
            if !rows.is_empty() {
                rows.push(Row::Blank);
            }
            rows.push(Row::Heading(side));
            let mut weightless = 0;
            for (i, word) in part.words.iter().enumerate() {
                if word.weight <= 0.0 {
                    weightless += 1;
                    continue;
                }
                rows.push(Row::Word(side, i));
                let open = choices.all_open || choices.open.contains(&(side, word.tokens.start));
                if word.tokens.len() > 1 && open {
                    rows.extend(word.tokens.clone().map(|token| Row::Piece(side, token)));
                }
            }
            if weightless > 0 {
                rows.push(Row::Weightless(weightless));
            }
        }
        Self { ledger, analysis, rows }
    }

    fn part(&self, side: Side) -> &SideLedger {
        self.ledger.side(side)
    }

    fn name(&self, side: Side, word: &WordEntry) -> String {
        word_text(&self.analysis.side(side).tokenized.tokens[word.tokens.clone()])
    }

    /// `boat  −.0686 ━━━━━   .52 → ferry  ×7.9  2nd .44`, as much of it as there is room for.
    fn line(&self, side: Side, name: &str, entry: Option<&TokenEntry>, loss: f64, width: u16) -> Vec<Span> {
        let most = self.part(side).words.first().map_or(0.0, |word| word.cost);
        let names =
            if width < MIN_MATCH_WIDTH { width.saturating_sub(NUMBERS_WIDTH).max(4) } else { (width / 4).min(18) };
        let bar = if most > 0.0 { (loss / most * 6.0).round().clamp(0.0, 6.0) as usize } else { 0 };
        let cost = five_places(Some(loss));
        let cost: String = cost.chars().take(cost.len().saturating_sub(1)).collect();
        let mut spans = vec![
            Span::new(align_left(name, names), Tone::Plain),
            Span::new(align_right(&format!("−{cost}"), 7), Tone::Strong),
            Span::new(format!(" {}", "━".repeat(bar)), Tone::Bar),
            Span::new(" ".repeat(6 - bar), Tone::Rest),
        ];
        let Some(entry) = entry else {
            spans.push(Span::new(if width < MIN_MATCH_WIDTH { "   ⋯" } else { "   ⋯ in pieces" }, Tone::Quiet));
            return fit_spans(spans, width);
        };
        let partner = &self.analysis.side(side.other()).tokenized.tokens[entry.best_match.token];
        spans.push(Span::new(
            align_right(&short(self.analysis.scaled_similarity(entry.best_match.similarity)), 5),
            Tone::Plain,
        ));
        if width >= MIN_MATCH_WIDTH {
            let mark = if entry.matched_to_special { " !" } else { "" };
            let tone = if entry.matched_to_special { Tone::Warning } else { Tone::Quiet };
            spans.push(Span::new(format!(" → {}", align_left(&format!("{}{mark}", token(partner)), names)), tone));
        } else if entry.matched_to_special {
            spans.push(Span::new("!", Tone::Warning));
        }
        if (entry.weight - 1.0).abs() > 1e-9 {
            spans.push(Span::new(format!(" ×{:.1}", entry.weight), Tone::Quiet));
        }
        if let Some(second) = entry.best_match.runner_up {
            let similarity = self.analysis.scaled_similarity(second.similarity);
            spans.push(Span::new(format!("  2nd {}", short(similarity)), Tone::Quiet));
        }
        fit_spans(spans, width)
    }
}

/// Width from which the best match is named.
const MIN_MATCH_WIDTH: u16 = 38;

/// Columns of cost, bar and similarity.
const NUMBERS_WIDTH: u16 = 7 + 7 + 5;

impl Page for LedgerPage<'_> {
    fn lead(&self) -> String {
        if self.rows.is_empty() {
            return "A text without words scores 0 by convention: there is no token to blame.".to_owned();
        }
        "What each word costs, highest cost first: weight × (1 − best similarity) ÷ Σ weights. The costs of each side sum to \
         1 − its score."
            .to_owned()
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn row(&self, index: usize, width: u16) -> Vec<Span> {
        match self.rows[index] {
            Row::Blank => Vec::new(),
            Row::Heading(side) => {
                let name = side.mean_symbol();
                let part = self.part(side);
                let lost: f64 = part.entries.iter().map(|e| e.cost).sum();
                let text = match part.score {
                    Some(score) => format!("{name} {} = 1 − {}", five_places(Some(score)), five_places(Some(lost))),
                    None => format!("{name} is undefined: no word of the {} has weight", side.name()),
                };
                fit_spans(vec![Span::new(fit(&text, width), Tone::Accent)], width)
            }
            Row::Word(side, i) => {
                let word = &self.part(side).words[i];
                let entry = (word.tokens.len() == 1).then(|| &self.part(side).entries[word.tokens.start]);
                self.line(side, &self.name(side, word), entry, word.cost, width)
            }
            Row::Piece(side, i) => {
                let entry = &self.part(side).entries[i];
                let name = token(&self.analysis.side(side).tokenized.tokens[i]);
                self.line(side, &format!(" {name}"), Some(entry), entry.cost, width)
            }
            Row::Weightless(n) => {
                let text = match n {
                    1 => "1 token with zero weight costs nothing".to_owned(),
                    n => format!("{n} tokens with zero weight cost nothing"),
                };
                vec![Span::new(fit(&text, width), Tone::Quiet)]
            }
        }
    }

    fn target(&self, index: usize) -> Option<Target> {
        match self.rows[index] {
            Row::Blank | Row::Weightless(..) => None,
            Row::Heading(_) => Some(Target::Row),
            Row::Word(side, i) => {
                let tokens = &self.part(side).words[i].tokens;
                Some(if tokens.len() == 1 {
                    Target::Token(side, tokens.start)
                } else {
                    Target::Word(side, tokens.start)
                })
            }
            Row::Piece(side, i) => Some(Target::Token(side, i)),
        }
    }

    fn derivation(&self, index: usize) -> Vec<String> {
        match self.rows[index] {
            Row::Blank | Row::Weightless(..) => Vec::new(),
            Row::Heading(side) => {
                let part = self.part(side);
                let (name, mean) = if side == Side::Candidate { ("P", "precision") } else { ("R", "recall") };
                let sum: f64 = part.entries.iter().map(|e| e.weight * f64::from(e.best_match.similarity)).sum();
                let raw = if part.weight_sum > 0.0 { sum / part.weight_sum } else { 0.0 };
                let mut steps = vec![format!(
                    "{name} ({mean}) = Σ weight × best similarity ÷ Σ weights = {sum:.5} ÷ {:.5} = {raw:.5}",
                    part.weight_sum
                )];
                if let (Some(b), Some(score)) = (part.baseline, part.score) {
                    steps.push(format!(
                        "rescaled = (x − b) ÷ (1 − b) = ({raw:.5} − {b:.5}) ÷ (1 − {b:.5}) = {score:.5}"
                    ));
                }
                steps
            }
            Row::Word(side, i) => {
                let word = &self.part(side).words[i];
                if word.tokens.len() == 1 {
                    return self.token_derivation(side, word.tokens.start);
                }
                let parts: Vec<String> =
                    word.tokens.clone().map(|t| format!("{:.5}", self.part(side).entries[t].cost)).collect();
                vec![format!("“{}” costs {} = {:.5}", self.name(side, word), parts.join(" + "), word.cost)]
            }
            Row::Piece(side, i) => self.token_derivation(side, i),
        }
    }
}

impl LedgerPage<'_> {
    fn token_derivation(&self, side: Side, i: usize) -> Vec<String> {
        let part = self.part(side);
        let TokenEntry { weight, best_match: found, share, cost: loss, .. } = part.entries[i];
        let Match { token: partner, similarity: s, runner_up } = found;
        let name = |side: Side, i: usize| token(&self.analysis.side(side).tokenized.tokens[i]);
        let other = side.other();
        let mut steps = vec![format!(
            "“{}” matches “{}” in the {}: cosine {s:.5}",
            name(side, i),
            name(other, partner),
            other.name()
        )];
        if let Some(second) = runner_up {
            let margin = s - second.similarity;
            steps.push(format!(
                "runner-up “{}”: {:.5}, {margin:.5} lower",
                name(other, second.token),
                second.similarity
            ));
        }
        let all = part.weight_sum;
        match part.baseline {
            None => {
                steps.push(format!(
                    "share = weight × cosine ÷ Σ weights = {weight:.5} × {s:.5} ÷ {all:.5} = {share:.5}"
                ));
                steps.push(format!(
                    "cost = weight × (1 − cosine) ÷ Σ weights = {weight:.5} × {:.5} ÷ {all:.5} = {loss:.5}",
                    1.0 - s
                ));
            }
            Some(b) => {
                steps.push(format!(
                    "share = weight × (cosine − b) ÷ (1 − b) ÷ Σ weights = {weight:.5} × ({s:.5} − {b:.5}) ÷ (1 − {b:.5}) ÷ {all:.5} = {share:.5}"
                ));
                steps.push(format!(
                    "cost = weight × (1 − cosine) ÷ (1 − b) ÷ Σ weights = {weight:.5} × {:.5} ÷ (1 − {b:.5}) ÷ {all:.5} = {loss:.5}",
                    1.0 - s
                ));
            }
        }
        steps
    }
}
