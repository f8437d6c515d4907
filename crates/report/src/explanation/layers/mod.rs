//! The page of every layer: a chart of F1, one cell of the matrix from static vectors to the last layer, and the layer
//! at which each token settles on its match.

mod pair;

use super::columns::{heads, numbers, right};
use super::derivation::{cosine_mean, f1_of_means};
use super::names::token_name;
use super::page::{Page, Row, RowForm, Span, Target, Tone};
use super::page_settings::PageSettings;
use crate::label::{align_left, align_right, fit};
use crate::number::{decimals, exact};
use bertscope_analysis::{Analysis, Side};
use bertscope_encoder::Layer;
use bertscope_explain::layers::{LayerRow, Layers, PathStep, SettledToken};
use bertscope_metric::Score;

/// Widths from which P and R are shown beside F1, numbers have five decimals, and there is room for both raw and rescaled
/// scores.
const MIN_SCORES_WIDTH: u16 = 24;
const MIN_PRECISE_WIDTH: u16 = 44;
const WIDE: u16 = 84;

/// A chart with a row for each layer, the same for one cell, then tokens with the layer that they settle at.
pub(super) fn page<'a>(
    layers: &'a Layers,
    analysis: &'a Analysis,
    choices: &PageSettings,
) -> Page<'a> {
    let page = LayersPage::new(layers, analysis);
    let mut rows = vec![Row::new(move |width| page.head(width))];
    rows.extend(layers.rows.iter().map(|row| {
        let line = Row::new(move |width| page.layer(row, width));
        line.about(Target::Layer(row.layer), move || page.layer_derivation(row))
    }));
    if !analysis.has_empty_side() {
        if let Some(pair) = pair::rows(layers, analysis, choices.cell) {
            rows.push(Row::blank());
            rows.extend(pair);
        }
        for &side in &choices.sides {
            let mut settled = layers
                .settled
                .iter()
                .filter(|one| one.side == side)
                .peekable();
            if settled.peek().is_some() {
                let heading = Row::new(move |width| settled_heading(side, width));
                rows.extend([
                    Row::blank(),
                    heading.with_form(RowForm::Heading(&[
                        "layer",
                        "word",
                        "match",
                        "earlier matches",
                    ])),
                ]);
            }
            rows.extend(settled.map(|one| {
                let line = Row::new(move |width| page.settled(one, width));
                line.about(Target::Token(side, one.token), move || {
                    page.settled_derivation(one)
                })
            }));
        }
    }
    Page::new(page.lead(), rows)
}

fn settled_heading(side: Side, width: u16) -> Vec<Span> {
    let long = format!(
        "layer at which each word of the {} settles on its match",
        side.name()
    );
    let text = if width >= 64 {
        long
    } else {
        format!("{} settles at layer", side.name())
    };
    vec![Span::new(fit(&text, width), Tone::Accent)]
}

#[derive(Clone, Copy)]
struct LayersPage<'a> {
    layers: &'a Layers,
    analysis: &'a Analysis,
    /// Ends of the chart's axis.
    axis: (f64, f64),
}

impl<'a> LayersPage<'a> {
    fn new(layers: &'a Layers, analysis: &'a Analysis) -> Self {
        let shown = layers
            .rows
            .iter()
            .filter_map(|row| layers.scaled_score(row))
            .map(|score| score.f1);
        let random = layers
            .rows
            .iter()
            .filter(|_| !layers.rescaled)
            .filter_map(|row| Some(row.baseline?.f1));
        let (low, high) = shown
            .chain(random)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| {
                (l.min(x), h.max(x))
            });
        // Whole tenths, at least one apart.
        let low = if low.is_finite() {
            (low * 10.0).floor() / 10.0
        } else {
            0.0
        };
        let high = if high.is_finite() {
            (high * 10.0).ceil() / 10.0
        } else {
            1.0
        };
        Self {
            layers,
            analysis,
            axis: (low, high.max(low + 0.1)),
        }
    }

    fn lead(self) -> String {
        if self.analysis.has_empty_side() {
            return "A text without words scores 0 by convention, at every layer.".to_owned();
        }
        let Layers {
            scored_layer: scored,
            default_layer: default,
            is_default_tuned: tuned,
            ..
        } = *self.layers;
        let chosen = if tuned {
            "tuned on human judgements"
        } else {
            "the last layer"
        };
        let which = if scored == default {
            format!("Layer {scored} is scored (▶), this model’s default (*), {chosen}.")
        } else {
            format!("Layer {scored} is scored (▶); the default is {default} (*), {chosen}.")
        };
        let random =
            self.layers.rows.iter().any(|row| row.baseline.is_some()) && !self.layers.rescaled;
        let random = if random {
            " ┆ marks the mean of random pairs."
        } else {
            ""
        };
        format!(
            "{which} Each layer has its own scale: a higher number is not a better layer.{random}"
        )
    }

    /// The column of a number on an axis of `width` columns.
    fn axis_column(self, x: f64, width: usize) -> usize {
        let part = (x - self.axis.0) / (self.axis.1 - self.axis.0);
        (part * (width.saturating_sub(1)) as f64)
            .round()
            .clamp(0.0, width.saturating_sub(1) as f64) as usize
    }

    /// Columns of the chart, and of each number.
    fn columns(width: u16) -> (usize, u16) {
        let number = if width >= MIN_PRECISE_WIDTH { 9 } else { 5 };
        let numbers = match width {
            WIDE.. => 6,
            MIN_SCORES_WIDTH.. => 3,
            _ => 1,
        };
        (
            usize::from(width.saturating_sub(6 + numbers * number)).min(40),
            number,
        )
    }

    fn head(self, width: u16) -> Vec<Span> {
        let (chart, number) = Self::columns(width);
        let [low, high] = [self.axis.0, self.axis.1].map(|end| decimals(end, 1));
        let mut spans = vec![Span::new("layer ", Tone::Quiet)];
        if chart > low.chars().count() + high.chars().count() {
            let room = (chart - low.chars().count()) as u16;
            spans.push(Span::new(
                format!("{low}{}", align_right(&high, room)),
                Tone::Quiet,
            ));
        } else {
            spans.push(Span::new(" ".repeat(chart), Tone::Quiet));
        }
        let names = if width >= MIN_SCORES_WIDTH {
            &["P", "R", "F1"][..]
        } else {
            &["F1"]
        };
        spans.extend(heads(names, number, Tone::Quiet));
        if width >= WIDE {
            let kind = if self.layers.rescaled { "raw" } else { "resc." };
            spans.extend(
                ["P", "R", "F1"].map(|name| right(&format!("{kind} {name}"), number, Tone::Quiet)),
            );
        }
        spans
    }

    /// P, R and F1 on a page of `width` columns, or F1 alone.
    fn scores(score: Option<Score>, width: u16, tone: Tone) -> Vec<Span> {
        let (all, (_, number)) = (
            score.map_or([None; 3], Score::numbers),
            Self::columns(width),
        );
        numbers(
            if width >= MIN_SCORES_WIDTH {
                &all
            } else {
                &all[2..]
            },
            number,
            tone,
        )
        .collect()
    }

    fn layer(self, row: &LayerRow, width: u16) -> Vec<Span> {
        let (chart, _) = Self::columns(width);
        let (scored, default) = (
            row.layer == self.layers.scored_layer,
            row.layer == self.layers.default_layer,
        );
        let mark = if scored { '▶' } else { ' ' };
        let star = if default { '*' } else { ' ' };
        let strong = if scored { Tone::Strong } else { Tone::Plain };
        let mut spans = vec![Span::new(
            format!("{mark}{}{star} ", align_right(&row.layer.to_string(), 3)),
            strong,
        )];
        let shown = self.layers.scaled_score(row);
        let mut cells: Vec<char> = vec!['·'; chart];
        if let Some(b) = row.baseline.filter(|_| !self.layers.rescaled)
            && chart > 0
        {
            cells[self.axis_column(b.f1, chart)] = '┆';
        }
        let text = |cells: &[char]| cells.iter().collect::<String>();
        match shown.filter(|_| chart > 0) {
            Some(score) => {
                let at = self.axis_column(score.f1, chart);
                spans.push(Span::new(text(&cells[..at]), Tone::Rest));
                spans.push(Span::new("●", Tone::Bar));
                spans.push(Span::new(text(&cells[at + 1..]), Tone::Rest));
            }
            None => spans.push(Span::new(text(&cells), Tone::Rest)),
        }
        spans.extend(Self::scores(shown, width, strong));
        if width >= WIDE {
            let other = if self.layers.rescaled {
                Some(row.raw)
            } else {
                row.rescaled
            };
            spans.extend(Self::scores(other, width, Tone::Quiet));
        }
        spans
    }

    fn name(self, side: Side, i: usize) -> String {
        token_name(self.analysis, side, i)
    }

    fn settled(self, one: &SettledToken, width: u16) -> Vec<Span> {
        let names = (width.saturating_sub(9) / 2).clamp(4, 18);
        let other = one.side.other();
        let mut spans = vec![
            right(&one.layer.to_string(), 4, Tone::Strong),
            Span::new(
                format!("  {}", align_left(&self.name(one.side, one.token), names)),
                Tone::Plain,
            ),
            Span::new(
                format!(
                    " → {}",
                    fit(&self.name(other, one.best_match), names.saturating_sub(1))
                ),
                Tone::Plain,
            ),
        ];
        let before: Vec<String> = one
            .path
            .iter()
            .filter(|step| step.layer < one.layer)
            .map(|step| format!("{} {}", step.layer, self.name(other, step.best_match)))
            .collect();
        if !before.is_empty() {
            spans.push(Span::new(
                format!("  before: {}", before.join(", ")),
                Tone::Quiet,
            ));
        }
        spans
    }

    fn layer_derivation(self, row: &LayerRow) -> Vec<String> {
        if self.analysis.has_empty_side() {
            return vec!["a text without words scores 0 at every layer, by convention".to_owned()];
        }
        let (raw, [p, r], [candidate, reference]) = (row.raw, row.sums, self.layers.weight_sums);
        let mut steps = vec![
            format!(
                "layer {}: every cosine is between hidden states of this layer",
                row.layer
            ),
            cosine_mean("P", (p, candidate), raw.precision),
            cosine_mean("R", (r, reference), raw.recall),
        ];
        steps.extend(f1_of_means(raw));
        match (row.rescaled, row.baseline) {
            (Some(score), Some(baseline)) => {
                let [x, b, rescaled] = [raw.f1, baseline.f1, score.f1].map(exact);
                steps.push(format!(
                    "random pairs have mean F1 {b} at this layer; rescaled F1 = ({x} − {b}) ÷ (1 − {b}) = {rescaled}"
                ));
            }
            _ => steps.push("there is no baseline for this layer, so no rescaled score".to_owned()),
        }
        steps
    }

    fn settled_derivation(self, one: &SettledToken) -> Vec<String> {
        let (own, other) = (self.name(one.side, one.token), one.side.other());
        let mut steps = Vec::new();
        for (
            i,
            &PathStep {
                layer: from,
                best_match,
            },
        ) in one.path.iter().enumerate()
        {
            let last = match one.path.get(i + 1) {
                Some(next) => next.layer.0 - 1,
                None => self.layers.rows.len().saturating_sub(1),
            };
            let layers = if from.0 == last {
                format!("layer {last}")
            } else {
                format!("layers {from} to {last}")
            };
            let here = (from..=Layer(last)).contains(&self.layers.scored_layer);
            let mark = if here { ", the scored layer" } else { "" };
            steps.push(format!(
                "{layers}: “{own}” matches “{}”{mark}",
                self.name(other, best_match)
            ));
        }
        steps
    }
}
