//! The page of IDF weights: the score with each source of weights, and the weight of each token.

use super::columns::{bar, heads, left, numbers, right};
use super::derivation::{cosine_mean, f1_of_means};
use super::names::token_name;
use super::page::{Page, Row, Span, Target, Tone};
use crate::number::{exact, or_missing, percent, weight as weight_text, with_thousands_separators};
use bertscope_analysis::{Analysis, Idf, Side};
use bertscope_explain::idf::{IdfWeights, WeightSource, WeightedToken};
use bertscope_metric::{BaselineRow, Score};

/// Width from which numbers have five decimals, and width from which there is room for shares.
const MIN_PRECISE_WIDTH: u16 = 44;
const MIN_SHARES_WIDTH: u16 = 72;

/// The sources of weights, and then every distinct token.
pub(super) fn page<'a>(idf: &'a IdfWeights, analysis: &'a Analysis) -> Page<'a> {
    let digits = idf
        .tokens
        .iter()
        .map(|token| frequency(token).len())
        .max()
        .unwrap_or(0);
    let page = IdfPage {
        idf,
        analysis,
        df_width: (digits.max("unseen".len()) + 1) as u16,
    };
    let mut rows = vec![Row::new(|width| {
        let (names, number) = source_columns(width);
        let text = if width >= MIN_PRECISE_WIDTH {
            "weights from"
        } else {
            "from"
        };
        let numbers = heads(&["P", "R", "F1"], number, Tone::Accent);
        std::iter::once(left(text, names, Tone::Accent))
            .chain(numbers)
            .collect()
    })];
    rows.extend(idf.choices.iter().map(|choice| {
        let target = if choice.score.is_some() {
            Target::Idf(choice.idf)
        } else {
            Target::Row
        };
        Row::new(move |width| page.source(choice, width))
            .about(target, move || page.source_derivation(choice))
    }));
    if idf.source.is_some() && !idf.tokens.is_empty() {
        rows.extend([
            Row::blank(),
            Row::new(move |width| page.tokens_heading(width)),
        ]);
        rows.extend(idf.tokens.iter().map(|token| {
            let (side, i) = token_position(token);
            let line = Row::new(move |width| page.token(token, width));
            line.about(Target::Token(side, i), move || page.token_derivation(token))
        }));
    }
    Page::new(lead(idf, analysis), rows)
}

fn lead(idf: &IdfWeights, analysis: &Analysis) -> String {
    let (count, name) = (idf.document_count, idf.source.as_deref());
    let texts = with_thousands_separators(count.unwrap_or(0));
    match (idf.chosen, name) {
        (Idf::Off, Some(name)) if count.is_none() => {
            format!("IDF is off: every token counts the same. Below are the weights given in {name}.")
        }
        (_, Some(name)) if count.is_none() => format!("Each token has the weight that {name} gives it."),
        (Idf::Table, _) if analysis.idf.is_none() => {
            "No IDF table for this model, so every token counts the same: pass a corpus with --idf FILE.".to_owned()
        }
        (Idf::Off, Some(name)) => {
            format!("IDF is off: every token counts the same. Below are the weights from {texts} texts of {name}.")
        }
        (_, Some(_)) if count == Some(1) => {
            "Counted over a single reference, each of its words has weight ln(2 ÷ 2) = 0, so R is 0 ÷ 0 and undefined: \
             count over many texts."
                .to_owned()
        }
        (_, Some(name)) => format!(
            "Rare tokens count more: weight = ln((N + 1) ÷ (df + 1)), where df of the N = {texts} texts of {name} contain the token."
        ),
        (_, None) => "IDF is off, and there is no table for this model.".to_owned(),
    }
}

fn frequency(weighed: &WeightedToken) -> String {
    let counted = |df| {
        if df == 0 {
            "unseen".to_owned()
        } else {
            with_thousands_separators(df)
        }
    };
    weighed
        .frequency
        .map_or_else(|| "given".to_owned(), counted)
}

/// Columns of the name of a source, and of each number.
fn source_columns(width: u16) -> (u16, u16) {
    let number = if width >= MIN_PRECISE_WIDTH { 9 } else { 5 };
    (width.saturating_sub(2 + 3 * number).min(40) + 2, number)
}

/// The first position of a token, in the candidate if it occurs there.
fn token_position(weighed: &WeightedToken) -> (Side, usize) {
    match weighed.candidate.first() {
        Some(i) => (Side::Candidate, *i),
        None => (
            Side::Reference,
            weighed.reference.first().copied().unwrap_or(0),
        ),
    }
}

#[derive(Clone, Copy)]
struct IdfPage<'a> {
    idf: &'a IdfWeights,
    analysis: &'a Analysis,
    df_width: u16,
}

impl IdfPage<'_> {
    fn name(self, weighed: &WeightedToken) -> String {
        let (side, i) = token_position(weighed);
        token_name(self.analysis, side, i)
    }

    fn source(self, choice: &WeightSource, width: u16) -> Vec<Span> {
        let (names, number) = source_columns(width);
        let name = match (choice.idf, &choice.source) {
            (Idf::Off, _) => "off",
            (_, Some(source)) => source,
            (_, None) => "no table",
        };
        let (mark, tone) = if choice.idf == self.idf.chosen {
            ('▶', Tone::Strong)
        } else {
            (' ', Tone::Plain)
        };
        let scores = choice.score.map_or([None; 3], Score::numbers);
        std::iter::once(left(&format!("{mark} {name}"), names, tone))
            .chain(numbers(&scores, number, tone))
            .collect()
    }

    /// Columns of a token's text.
    fn names_width(self, width: u16) -> u16 {
        width
            .saturating_sub(12 + self.df_width + if width >= MIN_PRECISE_WIDTH { 8 } else { 0 })
            .min(20)
    }

    fn tokens_heading(self, width: u16) -> Vec<Span> {
        let columns = [("c", 3), ("r", 3), ("df", self.df_width), ("w", 6)];
        let columns = columns.map(|(name, width)| right(name, width, Tone::Accent));
        std::iter::once(left("token", self.names_width(width), Tone::Accent))
            .chain(columns)
            .collect()
    }

    fn token(self, weighed: &WeightedToken, width: u16) -> Vec<Span> {
        let WeightedToken {
            weight,
            ref candidate,
            ref reference,
            ..
        } = *weighed;
        let times = |places: &[usize]| {
            if places.is_empty() {
                "·".to_owned()
            } else {
                places.len().to_string()
            }
        };
        let quiet = if weight <= 0.0 {
            Tone::Quiet
        } else {
            Tone::Plain
        };
        let (df_tone, weight_tone) = if weighed.frequency == Some(0) {
            (Tone::Warning, Tone::Warning)
        } else {
            (quiet, Tone::Strong)
        };
        let mut spans = vec![
            left(&self.name(weighed), self.names_width(width), quiet),
            right(&times(candidate), 3, Tone::Quiet),
            right(&times(reference), 3, Tone::Quiet),
            right(&frequency(weighed), self.df_width, df_tone),
            right(&weight_text(weight), 6, weight_tone),
        ];
        let heaviest = self.idf.tokens.first().map_or(0.0, |first| first.weight);
        if width >= MIN_PRECISE_WIDTH && heaviest > 0.0 {
            spans.extend(bar("  ", weight / heaviest, 6, " "));
        }
        if width >= MIN_SHARES_WIDTH {
            for (name, side, places) in [("P", 0, candidate), ("R", 1, reference)] {
                let share = self.share(weighed, places, side);
                let text = or_missing(share, |share| format!("{} of {name}", percent(share, 1)));
                spans.push(right(&text, 13, Tone::Quiet));
            }
        }
        spans
    }

    /// The share of a side's weight that a token has at all its positions.
    fn share(self, weighed: &WeightedToken, places: &[usize], side: usize) -> Option<f64> {
        let all = self.idf.sums[side];
        (all > 0.0 && !places.is_empty()).then(|| weighed.weight * places.len() as f64 / all)
    }

    fn source_derivation(self, choice: &WeightSource) -> Vec<String> {
        let Some(raw) = choice.raw else {
            return vec!["no IDF table for this model: pass a corpus with --idf FILE".to_owned()];
        };
        let mut steps = vec![match (choice.idf, choice.document_count) {
            (Idf::Off, _) => "every token has weight 1, and special tokens have weight 0".to_owned(),
            (_, Some(1)) => {
                "counted over one text, each of its tokens has weight ln((1 + 1) ÷ (1 + 1)) = 0, and every \
                             other ln((1 + 1) ÷ (0 + 1)) = 0.69315"
                    .to_owned()
            }
            (_, Some(n)) => {
                format!("each token has weight ln((N + 1) ÷ (df + 1)) with N = {}", with_thousands_separators(n))
            }
            (_, None) => "each token has the weight that it was given".to_owned(),
        }];
        if self.analysis.has_empty_side() {
            steps.push(
                "a text without words scores 0 by convention, whatever the weights".to_owned(),
            );
            return steps;
        }
        let baseline = self.analysis.rescaling().map(|rescaled| rescaled.baseline);
        let [p, r] = choice.sums;
        for (line, raw, baseline) in [
            (
                Some(cosine_mean("P", p, raw.precision)),
                raw.precision,
                baseline.map(|row| row.precision),
            ),
            (
                Some(cosine_mean("R", r, raw.recall)),
                raw.recall,
                baseline.map(|row| row.recall),
            ),
            (f1_of_means(raw), Some(raw.f1), baseline.map(|row| row.f1)),
        ] {
            if let Some(line) = line {
                steps.push(line + &rescaled_end(raw, baseline));
            }
        }
        steps
    }

    fn token_derivation(self, weighed: &WeightedToken) -> Vec<String> {
        let weight = exact(weighed.weight);
        let name = self.name(weighed);
        let mut steps = match self.idf.document_count.zip(weighed.frequency) {
            None => vec![format!("weight of “{name}” = {weight}, as given")],
            Some((n, df)) => {
                let texts = with_thousands_separators(n);
                let seen = match df {
                    0 => format!("“{name}” is in none of the {texts} texts"),
                    _ => format!(
                        "“{name}” is in {} of {texts} texts",
                        with_thousands_separators(df)
                    ),
                };
                let [n, df] = [n + 1, df + 1].map(with_thousands_separators);
                vec![
                    seen,
                    format!("weight = ln((N + 1) ÷ (df + 1)) = ln({n} ÷ {df}) = {weight}"),
                ]
            }
        };
        let sides = [
            (Side::Candidate, &weighed.candidate),
            (Side::Reference, &weighed.reference),
        ];
        for ((side, places), (i, all)) in
            sides.into_iter().zip(self.idf.sums.into_iter().enumerate())
        {
            if let Some(share) = self.share(weighed, places, i) {
                steps.push(format!(
                    "in the {} {} × {weight} ÷ {} = {} of the weight in {}",
                    side.name(),
                    places.len(),
                    exact(all),
                    percent(share, 1),
                    side.mean_symbol()
                ));
            }
        }
        steps
    }
}

/// The rescaling after the derivation of a raw score; empty if the score is undefined or not rescaled.
fn rescaled_end(raw: Option<f64>, baseline: Option<f64>) -> String {
    let (Some(raw), Some(baseline)) = (raw, baseline) else {
        return String::new();
    };
    let rescaled = BaselineRow::rescale(raw, baseline);
    let [x, b, rescaled] = [raw, baseline, rescaled].map(exact);
    format!("; rescaled ({x} − {b}) ÷ (1 − {b}) = {rescaled}")
}
