//! The page of IDF weights: the score with each source of weights, and the weight of each token.

use super::page::{Page, Span, Target, Tone};
use crate::label::{align_left, align_right, fit, token};
use crate::number::{five_places, short, with_thousands_separators};
use bertscope_analysis::{Analysis, Idf, Side};
use bertscope_explain::idf::{IdfWeights, WeightSource, WeightedToken};
use bertscope_metric::BaselineRow;

/// Width from which numbers have five decimals, and width from which there is room for shares.
const MIN_PRECISE_WIDTH: u16 = 44;
const MIN_SHARES_WIDTH: u16 = 72;

/// The sources of weights, and then every distinct token.
pub struct IdfPage<'a> {
    idf: &'a IdfWeights,
    analysis: &'a Analysis,
    rows: Vec<Row>,
}

#[derive(Clone, Copy)]
enum Row {
    Blank,
    Scores,
    WeightSource(usize),
    Weights,
    Token(usize),
}

impl<'a> IdfPage<'a> {
    /// All of it.
    pub fn new(idf: &'a IdfWeights, analysis: &'a Analysis) -> Self {
        let mut rows = vec![Row::Scores];
        rows.extend((0..idf.choices.len()).map(Row::WeightSource));
        if idf.source.is_some() && !idf.tokens.is_empty() {
            rows.extend([Row::Blank, Row::Weights]);
            rows.extend((0..idf.tokens.len()).map(Row::Token));
        }
        Self { idf, analysis, rows }
    }

    fn name(&self, weighed: &WeightedToken) -> String {
        let (side, i) = token_position(weighed);
        token(&self.analysis.side(side).tokenized.tokens[i])
    }

    /// Columns of a token's text, and of its df.
    fn columns(&self, width: u16) -> (u16, u16) {
        let most =
            self.idf.tokens.iter().map(|token| with_thousands_separators(token.frequency).len()).max().unwrap_or(0);
        let df = (most.max("unseen".len()) + 1) as u16;
        let bar = if width >= MIN_PRECISE_WIDTH { 8 } else { 0 };
        (width.saturating_sub(12 + df + bar).min(20), df)
    }

    fn choice(&self, choice: &WeightSource, width: u16) -> Vec<Span> {
        let number = if width >= MIN_PRECISE_WIDTH { 9 } else { 5 };
        let names = width.saturating_sub(2 + 3 * number).min(40);
        let chosen = self.idf.is_chosen(choice);
        let name = match (choice.idf, &choice.source) {
            (Idf::Off, _) => "off".to_owned(),
            (_, Some(source)) => source.clone(),
            (_, None) => "no table".to_owned(),
        };
        let tone = if chosen { Tone::Strong } else { Tone::Plain };
        let mut text = align_left(&format!("{} {name}", if chosen { '▶' } else { ' ' }), names + 2);
        let numbers = choice.score.map_or([None; 3], |s| [s.precision, s.recall, Some(s.f1)]);
        for x in numbers {
            let wide = number > 5;
            let number_text = if wide { five_places(x) } else { x.map_or_else(|| "—".into(), |x| short(x as f32)) };
            text += &align_right(&number_text, number);
        }
        vec![Span::new(text, tone)]
    }

    fn token(&self, weighed: &WeightedToken, width: u16) -> Vec<Span> {
        let (names, df_width) = self.columns(width);
        let times = |places: &[usize]| {
            let text = if places.is_empty() { "·".to_owned() } else { places.len().to_string() };
            align_right(&text, 3)
        };
        let unseen = weighed.frequency == 0;
        let df = if unseen { "unseen".to_owned() } else { with_thousands_separators(weighed.frequency) };
        let quiet = if weighed.weight <= 0.0 { Tone::Quiet } else { Tone::Plain };
        let mut spans = vec![
            Span::new(align_left(&self.name(weighed), names), quiet),
            Span::new(times(&weighed.candidate) + &times(&weighed.reference), Tone::Quiet),
            Span::new(align_right(&df, df_width), if unseen { Tone::Warning } else { quiet }),
            Span::new(
                align_right(&format!("{:.2}", weighed.weight), 6),
                if unseen { Tone::Warning } else { Tone::Strong },
            ),
        ];
        let heaviest = self.idf.tokens.first().map_or(0.0, |first| first.weight);
        if width >= MIN_PRECISE_WIDTH && heaviest > 0.0 {
            let bar = (weighed.weight / heaviest * 6.0).round().clamp(0.0, 6.0) as usize;
            spans.push(Span::new(format!("  {}", "━".repeat(bar)), Tone::Bar));
            spans.push(Span::new(" ".repeat(6 - bar), Tone::Rest));
        }
        if width >= MIN_SHARES_WIDTH {
            for (name, side, places) in [("P", 0, &weighed.candidate), ("R", 1, &weighed.reference)] {
                let share = self.share(weighed, places, side).filter(|_| !places.is_empty());
                let text = share.map_or_else(|| "—".to_owned(), |share| format!("{:.1}% of {name}", share * 100.0));
                spans.push(Span::new(align_right(&text, 13), Tone::Quiet));
            }
        }
        spans
    }

    /// The share of a side's weight that a token has at all its positions.
    fn share(&self, weighed: &WeightedToken, places: &[usize], side: usize) -> Option<f64> {
        let all = self.idf.sums[side];
        (all > 0.0).then(|| weighed.weight * places.len() as f64 / all)
    }

    fn source_derivation(&self, choice: &WeightSource) -> Vec<String> {
        let Some(raw) = choice.raw else {
            return vec!["no IDF table for this model: pass a corpus with --idf FILE".to_owned()];
        };
        let mut steps = vec![match (choice.idf, choice.document_count) {
            (Idf::Off, _) => "every token has weight 1, and special tokens have weight 0".to_owned(),
            (_, Some(1)) => {
                "counted over one text, each of its tokens has weight ln((1 + 1) ÷ (1 + 1)) = 0, and every other \
                             ln((1 + 1) ÷ (0 + 1)) = 0.69315"
                    .to_owned()
            }
            (_, n) => format!(
                "each token has weight ln((N + 1) ÷ (df + 1)) with N = {}",
                with_thousands_separators(n.unwrap_or(0))
            ),
        }];
        if self.analysis.has_empty_side() {
            steps.push("a text without words scores 0 by convention, whatever the weights".to_owned());
            return steps;
        }
        let baseline = self.analysis.rescaling().map(|r| r.baseline);
        let mean = |name: &str, (sum, all): (f64, f64), raw: Option<f64>, b: Option<f64>| {
            let Some(x) = raw else {
                return format!("{name} = {sum:.5} ÷ {all:.5} is undefined: no token of its side has weight");
            };
            let plain = format!("{name} = Σ weight × best cosine ÷ Σ weights = {sum:.5} ÷ {all:.5} = {x:.5}");
            match b {
                Some(b) => {
                    format!("{plain}; rescaled ({x:.5} − {b:.5}) ÷ (1 − {b:.5}) = {:.5}", BaselineRow::rescale(x, b))
                }
                None => plain,
            }
        };
        steps.push(mean("P", choice.sums[0], raw.precision, baseline.map(|b| b.precision)));
        steps.push(mean("R", choice.sums[1], raw.recall, baseline.map(|b| b.recall)));
        if let (Some(p), Some(r)) = (raw.precision, raw.recall) {
            let mut f1 = format!("F1 = 2 × P × R ÷ (P + R) = 2 × {p:.5} × {r:.5} ÷ ({p:.5} + {r:.5}) = {:.5}", raw.f1);
            if let Some(b) = baseline.map(|b| b.f1) {
                let rescaled = BaselineRow::rescale(raw.f1, b);
                f1 = format!("{f1}; rescaled ({:.5} − {b:.5}) ÷ (1 − {b:.5}) = {rescaled:.5}", raw.f1);
            }
            steps.push(f1);
        }
        steps
    }

    fn token_derivation(&self, weighed: &WeightedToken) -> Vec<String> {
        let (n, df, weight, name) = (self.idf.document_count, weighed.frequency, weighed.weight, self.name(weighed));
        let seen = match df {
            0 => format!("“{name}” is in none of the {} texts", with_thousands_separators(n)),
            _ => format!("“{name}” is in {} of {} texts", with_thousands_separators(df), with_thousands_separators(n)),
        };
        let mut steps = vec![
            seen,
            format!(
                "weight = ln((N + 1) ÷ (df + 1)) = ln({} ÷ {}) = {weight:.5}",
                with_thousands_separators(n + 1),
                with_thousands_separators(df + 1)
            ),
        ];
        let sides = [("candidate", "P", &weighed.candidate), ("reference", "R", &weighed.reference)];
        for (i, (side, mean, places)) in sides.into_iter().enumerate() {
            if let Some(share) = self.share(weighed, places, i).filter(|_| !places.is_empty()) {
                let (times, all) = (places.len(), self.idf.sums[i]);
                let percent = share * 100.0;
                steps.push(format!(
                    "in the {side} {times} × {weight:.5} ÷ {all:.5} = {percent:.1}% of the weight in {mean}"
                ));
            }
        }
        steps
    }
}

/// The first position of a token, in the candidate if it occurs there.
fn token_position(weighed: &WeightedToken) -> (Side, usize) {
    match weighed.candidate.first() {
        Some(i) => (Side::Candidate, *i),
        None => (Side::Reference, weighed.reference.first().copied().unwrap_or(0)),
    }
}

impl Page for IdfPage<'_> {
    fn lead(&self) -> String {
        let IdfWeights { chosen, document_count: documents, source, .. } = self.idf;
        let name = source.as_deref().unwrap_or_default();
        match (chosen, source) {
            (Idf::Table, _) if self.analysis.idf.is_none() => {
                "No IDF table for this model, so every token counts the same: pass a corpus with --idf FILE.".to_owned()
            }
            (Idf::Off, Some(_)) => format!(
                "IDF is off: every token counts the same. Below are the weights from {} texts of {name}.",
                with_thousands_separators(*documents)
            ),
            (_, Some(_)) if *documents == 1 => {
                "Counted over a single reference, each of its words has weight ln(2 ÷ 2) = 0, so R is \
                                                0 ÷ 0 and undefined: count over many texts."
                    .to_owned()
            }
            (_, Some(_)) => format!(
                "Rare tokens count more: weight = ln((N + 1) ÷ (df + 1)), where df of the N = {} texts of {name} contain the token.",
                with_thousands_separators(*documents)
            ),
            (_, None) => "IDF is off, and there is no table for this model.".to_owned(),
        }
    }

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn row(&self, index: usize, width: u16) -> Vec<Span> {
        match self.rows[index] {
            Row::Blank => Vec::new(),
            Row::Scores => {
                let number = if width >= MIN_PRECISE_WIDTH { 9 } else { 5 };
                let names = width.saturating_sub(2 + 3 * number).min(40) + 2;
                let text = align_left(if width >= MIN_PRECISE_WIDTH { "weights from" } else { "from" }, names);
                vec![Span::new(
                    ["P", "R", "F1"].iter().fold(text, |row, n| row + &align_right(n, number)),
                    Tone::Accent,
                )]
            }
            Row::WeightSource(i) => self.choice(&self.idf.choices[i], width),
            Row::Weights => {
                let (names, df) = self.columns(width);
                let text =
                    format!("{}  c  r{}{}", align_left("token", names), align_right("df", df), align_right("w", 6));
                vec![Span::new(fit(&text, width), Tone::Accent)]
            }
            Row::Token(i) => self.token(&self.idf.tokens[i], width),
        }
    }

    fn target(&self, index: usize) -> Option<Target> {
        match self.rows[index] {
            Row::Blank | Row::Scores | Row::Weights => None,
            Row::WeightSource(i) => {
                let choice = &self.idf.choices[i];
                Some(if choice.score.is_some() { Target::Idf(choice.idf) } else { Target::Row })
            }
            Row::Token(i) => {
                let (side, token) = token_position(&self.idf.tokens[i]);
                Some(Target::Token(side, token))
            }
        }
    }

    fn derivation(&self, index: usize) -> Vec<String> {
        match self.rows[index] {
            Row::Blank | Row::Scores | Row::Weights => Vec::new(),
            Row::WeightSource(i) => self.source_derivation(&self.idf.choices[i]),
            Row::Token(i) => self.token_derivation(&self.idf.tokens[i]),
        }
    }
}
