//! The ruler's page: the distributions of random and judged pairs, and this pair among them.

use super::columns::{left, right};
use super::page::{Page, Row, Span, Target, Tone};
use crate::label::{align_left, align_right};
use crate::number::{
    bounded_percent, decimals, exact, five_places, or_missing, trimmed, with_thousands_separators,
};
use bertscope_analysis::{Analysis, Idf};
use bertscope_explain::ruler::{Ruler, RulerPopulation};
use bertscope_models::distribution::{Measure, Population};
use bertscope_printable::printable;

const F1: usize = Measure::F1 as usize;

/// Width of a share, such as ` 99.8%`.
const SHARE_WIDTH: u16 = 7;

/// A chart of F1 with a row for each population, then the shares of P, R and F1.
pub(super) fn page<'a>(ruler: &'a Ruler, analysis: &'a Analysis) -> Page<'a> {
    let page = RulerPage::new(ruler);
    let mut rows = Vec::new();
    if !ruler.populations.is_empty() {
        if ruler.raw[F1].is_some() {
            rows.push(Row::new(move |width| page.caret_row(width)));
        }
        rows.extend(ruler.populations.iter().map(|scale| {
            let line = Row::new(move |width| page.population_row(scale, width));
            line.about(Target::Row, move || {
                page.measure_derivation(scale, Measure::F1)
            })
        }));
        rows.push(Row::new(move |width| page.axis(width)));
        if ruler.raw.iter().any(Option::is_some) {
            rows.extend([Row::blank(), Row::new(move |width| page.heads(width))]);
            rows.extend(Measure::ALL.iter().map(|&measure| {
                let ranks = move || {
                    ruler
                        .populations
                        .iter()
                        .map(move |scale| page.rank_sentence(scale, measure))
                };
                Row::new(move |width| page.measure(measure, width)).about(Target::Row, move || {
                    ranks().chain(page.rescaled(measure)).collect()
                })
            }));
        }
    }
    Page::new(page.lead(analysis), rows)
}

#[derive(Clone, Copy)]
struct RulerPage<'a> {
    ruler: &'a Ruler,
    /// Columns of the populations' names.
    names_width: u16,
    /// Ends of the axis, as F1 is shown.
    axis: (f64, f64),
}

impl<'a> RulerPage<'a> {
    fn new(ruler: &'a Ruler) -> Self {
        let shown = |x: f64| ruler.scaled(x, Measure::F1);
        // If P and R are close to 0, F1 can have any value, so the outermost thousandth at each end does not extend the
        // axis.
        let ends = ruler.populations.iter().map(|scale| &scale.quantiles[F1]);
        let all = ends
            .flat_map(|quantiles| [quantiles.value_at(0.001), quantiles.value_at(0.999)])
            .chain(ruler.raw[F1])
            .map(shown);
        let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| {
            (l.min(x), h.max(x))
        });
        let tenth = |x: f64, whole: fn(f64) -> f64| {
            if x.is_finite() {
                whole(x * 10.0) / 10.0
            } else {
                0.0
            }
        };
        // The axis ends at 1, even if rounding puts an identical pair slightly above it.
        let high = if high < 1.001 { high.min(1.0) } else { high };
        let axis = (tenth(low, f64::floor), tenth(high, f64::ceil));
        let widest = ruler
            .populations
            .iter()
            .map(|scale| name(scale.population).chars().count())
            .max()
            .unwrap_or(0);
        Self {
            ruler,
            names_width: (widest as u16 + 1).min(12),
            axis: (axis.0, axis.1.max(axis.0 + 0.1)),
        }
    }

    fn lead(self, analysis: &Analysis) -> String {
        let Ruler {
            model,
            raw,
            populations: scales,
            ..
        } = self.ruler;
        let Some(random) = scales.first() else {
            return format!(
                "The distribution of the scores of {} at layer {} is not known: compute it with `bertscope baseline CORPUS --model \
                 NAME -o FILE`, and use it with --baseline FILE.",
                printable(model),
                self.ruler.layer
            );
        };
        let made = self.provenance_sentence();
        let (Some(_), Some(below)) = (raw[F1], random.share_below[F1]) else {
            let why = analysis
                .notes
                .first()
                .map(ToString::to_string)
                .unwrap_or_default();
            return format!("{why} So it cannot be ranked among other pairs. {made}");
        };
        let describe = |scale: &RulerPopulation, below: f64| {
            let pairs = with_thousands_separators(scale.pairs);
            let share = if below >= 1.0 {
                "all".to_owned()
            } else {
                format!("{} of", bounded_percent(below))
            };
            format!("{share} {pairs} {}", population(scale.population))
        };
        let mut lead = format!("F1 is higher than that of {}", describe(random, below));
        if let Some(best) = scales
            .last()
            .filter(|best| best.population != Population::Random)
            && let Some(below) = best.share_below[F1]
        {
            lead = format!("{lead}, and of {}", describe(best, below));
            if let Some(judged) = &self.ruler.judged {
                lead = format!("{lead} ({})", printable(judged));
            }
        }
        format!("{lead}. {made}")
    }

    /// Columns of the chart on a page of `width`.
    fn chart_width(self, width: u16) -> usize {
        usize::from(width.saturating_sub(self.names_width + SHARE_WIDTH)).min(60)
    }

    /// The position of F1 on a chart of `columns`.
    fn caret(self, columns: usize) -> Option<usize> {
        let x = self.ruler.scaled(self.ruler.raw[F1]?, Measure::F1);
        let part = (x - self.axis.0) / (self.axis.1 - self.axis.0);
        Some(((part * columns as f64).floor().max(0.0) as usize).min(columns.checked_sub(1)?))
    }

    /// A population as blocks, scaled to the height of its row.
    fn blocks(self, scale: &RulerPopulation, columns: usize) -> Vec<char> {
        const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
        let quantiles = &scale.quantiles[F1];
        // From the shown scale back to raw scores, which the quantiles use.
        let b = self.ruler.baseline.map_or(0.0, |row| row.f1);
        let raw = |x: f64| {
            if self.ruler.baseline.is_some() {
                b + x * (1.0 - b)
            } else {
                x
            }
        };
        let edge = |i: usize| match i {
            // A score of 1 is not below any bound.
            i if i == columns => 1.0,
            i => quantiles.share_below(raw(
                self.axis.0 + (self.axis.1 - self.axis.0) * i as f64 / columns as f64
            )),
        };
        let shares: Vec<f64> = (0..columns).map(|i| edge(i + 1) - edge(i)).collect();
        let most = shares.iter().copied().fold(0.0, f64::max);
        let block = |share: &f64| match share {
            share if *share * 2000.0 < 1.0 || most <= 0.0 => ' ',
            share => BLOCKS[((share / most * 8.0).ceil() as usize).clamp(1, 8) - 1],
        };
        shares.iter().map(block).collect()
    }

    fn population_row(self, scale: &RulerPopulation, width: u16) -> Vec<Span> {
        let columns = self.chart_width(width);
        let blocks = self.blocks(scale, columns);
        let text = |blocks: &[char]| blocks.iter().collect::<String>();
        let mut spans = vec![left(&name(scale.population), self.names_width, Tone::Plain)];
        match self.caret(columns) {
            Some(at) => {
                let here = if blocks[at] == ' ' { '│' } else { blocks[at] };
                spans.push(Span::new(text(&blocks[..at]), Tone::Bar));
                spans.push(Span::new(here.to_string(), Tone::Warning));
                spans.push(Span::new(text(&blocks[at + 1..]), Tone::Bar));
            }
            None => spans.push(Span::new(text(&blocks), Tone::Bar)),
        }
        let below = scale.share_below[F1].map_or_else(String::new, bounded_percent);
        spans.push(right(&below, SHARE_WIDTH, Tone::Strong));
        spans
    }

    fn caret_row(self, width: u16) -> Vec<Span> {
        let columns = self.chart_width(width);
        let (Some(at), Some(raw)) = (self.caret(columns), self.ruler.raw[F1]) else {
            return Vec::new();
        };
        let number = five_places(Some(self.ruler.scaled(raw, Measure::F1)));
        let (at, before) = (at + usize::from(self.names_width), format!("F1 {number} "));
        let text = if before.chars().count() <= at {
            format!("{}▼", align_right(&before, at as u16))
        } else {
            format!("{}▼ F1 {number}", " ".repeat(at))
        };
        // On a narrow page the number may begin above the names.
        let (names, chart) = text.split_at(
            text.char_indices()
                .nth(self.names_width.into())
                .map_or(text.len(), |(at, _)| at),
        );
        let [names, chart] = [
            left(names, self.names_width, Tone::Strong),
            left(chart, columns as u16, Tone::Strong),
        ];
        vec![names, chart, right("below", SHARE_WIDTH, Tone::Strong)]
    }

    fn axis(self, width: u16) -> Vec<Span> {
        let columns = self.chart_width(width);
        let [low, high] = [self.axis.0, self.axis.1].map(|end| decimals(end, 1));
        let ends = low.chars().count() + high.chars().count();
        if ends >= columns {
            return Vec::new();
        }
        let line = "─".repeat(columns - ends);
        vec![
            left("", self.names_width, Tone::Quiet),
            Span::new(format!("{low}{line}{high}"), Tone::Rest),
        ]
    }

    /// The populations for which there is room, as columns: random pairs, the highest judgements, then the others from
    /// high to low. They keep their order.
    fn shown_populations(self, width: u16) -> Vec<usize> {
        let room = usize::from(width.saturating_sub(11) / (SHARE_WIDTH + 1)).max(1);
        let last = self.ruler.populations.len().saturating_sub(1);
        let mut shown: Vec<usize> = [0].into_iter().chain((1..=last).rev()).take(room).collect();
        shown.sort_unstable();
        shown
    }

    /// The names of the populations above the shares.
    fn heads(self, width: u16) -> Vec<Span> {
        let names = self
            .shown_populations(width)
            .into_iter()
            .map(|i| name(self.ruler.populations[i].population));
        let names = names.map(|name| right(&name, SHARE_WIDTH + 1, Tone::Accent));
        std::iter::once(left("below", 11, Tone::Accent))
            .chain(names)
            .collect()
    }

    fn measure(self, measure: Measure, width: u16) -> Vec<Span> {
        let raw = self.ruler.raw[measure as usize];
        let number = five_places(raw.map(|x| self.ruler.scaled(x, measure)));
        let name = format!(
            "{} {}",
            align_left(measure.name(), 2),
            align_left(&number, 8)
        );
        let shares = self.shown_populations(width).into_iter().map(|i| {
            let below = self.ruler.populations[i].share_below[measure as usize];
            right(
                &or_missing(below, bounded_percent),
                SHARE_WIDTH + 1,
                Tone::Plain,
            )
        });
        std::iter::once(Span::new(name, Tone::Strong))
            .chain(shares)
            .collect()
    }

    fn measure_derivation(self, scale: &RulerPopulation, measure: Measure) -> Vec<String> {
        let quantiles = &scale.quantiles[measure as usize];
        let (pairs, who, what) = (
            with_thousands_separators(scale.pairs),
            population(scale.population),
            measure.name(),
        );
        let mut steps = vec![format!(
            "{pairs} {who}: median {what} {}; one in ten is above {}, one in a hundred above {}",
            quantile(quantiles.value_at(0.5)),
            quantile(quantiles.value_at(0.9)),
            quantile(quantiles.value_at(0.99))
        )];
        steps.push(self.rank_sentence(scale, measure));
        steps.extend(self.rescaled(measure));
        steps
    }

    /// The rank of this pair in a population.
    fn rank_sentence(self, scale: &RulerPopulation, measure: Measure) -> String {
        let quantiles = &scale.quantiles[measure as usize];
        let (who, what) = (population(scale.population), measure.name());
        let (Some(x), Some(below)) = (
            self.ruler.raw[measure as usize],
            scale.share_below[measure as usize],
        ) else {
            return format!("this pair has no {what} to compare with the {who}");
        };
        let (lowest, highest) = quantiles.range();
        let number = quantile(x);
        match quantiles.bracketing(x) {
            Some([(a, low), (b, high)]) => format!(
                "{what} {number} is between {} (above {} of the {who}) and {} (above {}); \
                 interpolated: {}",
                quantile(low),
                bounded_percent(a),
                quantile(high),
                bounded_percent(b),
                bounded_percent(below)
            ),
            None if x <= lowest + 0.5e-4 => format!(
                "{what} {number} is not above the lowest of the {who}, {}",
                quantile(lowest)
            ),
            None => format!(
                "{what} {number} is above the highest of the {who}, {}",
                quantile(highest)
            ),
        }
    }

    /// Why shares do not change with rescaling, if the score is rescaled.
    fn rescaled(self, measure: Measure) -> Option<String> {
        let raw = self.ruler.raw[measure as usize].filter(|_| self.ruler.baseline.is_some())?;
        Some(format!(
            "these are raw scores; rescaling turns {} {} into {} and moves all pairs alike, so the \
             percentages stay the same",
            measure.name(),
            exact(raw),
            exact(self.ruler.scaled(raw, measure))
        ))
    }

    /// The settings with which the populations were scored.
    fn provenance_sentence(self) -> String {
        let Ruler { layer, .. } = self.ruler;
        let by = match &self.ruler.weighting_table {
            Some(table) => format!("with IDF from {}", printable(table)),
            None => "without IDF".to_owned(),
        };
        let made = format!("All at layer {layer}, {by}.");
        match (self.ruler.comparable, self.ruler.idf) {
            (true, _) => made,
            (false, Idf::References) => {
                format!(
                    "{made} This pair uses its own reference for IDF, so it is not directly comparable."
                )
            }
            (false, _) => format!(
                "{made} This pair uses another IDF table, so it is not directly comparable."
            ),
        }
    }
}

/// `random`, or the range of the judgements.
fn name(population: Population) -> String {
    match population {
        Population::Random => "random".to_owned(),
        Population::Judged { low, high } => format!("{}–{}", judgement(low), judgement(high)),
    }
}

/// The population in words.
fn population(population: Population) -> String {
    match population {
        Population::Random => "random pairs".to_owned(),
        Population::Judged { low, high } => {
            format!(
                "pairs that people rated {} to {}",
                judgement(low),
                judgement(high)
            )
        }
    }
}

fn judgement(score: f64) -> String {
    trimmed(score, 2)
}

/// A quantile has four decimals, because scores are counted in steps of a ten-thousandth.
fn quantile(score: f64) -> String {
    decimals(score, 4)
}
