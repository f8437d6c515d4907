//! Charts as SVG.

use maud::{Markup, html};

use crate::chart::heights;
use crate::escaping::clean;
use crate::{Axis, Chart, ChartSize};

/// Slots of a distribution.
const SLOTS: usize = 60;

fn width(axis: &Axis) -> usize {
    match axis.size {
        ChartSize::Small => 48,
        ChartSize::Large => 240,
        ChartSize::Numbers(count) => count * 10,
    }
}

/// A coordinate with one decimal.
pub fn px(x: f64) -> String {
    format!("{x:.1}")
}

/// A chart, for those who see it: its numbers are beside it.
pub fn svg(chart: &Chart, axis: &Axis) -> Markup {
    let width = width(axis) as f64;
    let height = match chart {
        Chart::Bar(_) | Chart::Point { .. } => 10.0,
        Chart::Distribution { .. } => 24.0,
        Chart::Numbers(_) => 40.0,
    };
    let x = |number: f64| px(axis.position(number) * width);
    html! {
        svg .chart width=(width) height=(height) viewBox=(format!("0 0 {width} {height}")) preserveAspectRatio="none" aria-hidden="true" {
            @match chart {
                Chart::Bar(number) => {
                    @if axis.is_whole { rect .rest width=(width) height=(height) rx="2" {} }
                    rect .bar width=(x(*number)) height=(height) rx="2" {}
                }
                Chart::Point { value, other } => {
                    line .rest x2=(width) y1="5" y2="5" {}
                    @if let Some(other) = other { line .other x1=(x(*other)) x2=(x(*other)) y2=(height) {} }
                    @if let Some(value) = value { rect .bar x=(px((axis.position(*value) * width - 4.0).max(0.0))) y="1" width="8" height="8" rx="4" {} }
                }
                Chart::Distribution { low, step, counts } => {
                    @for (slot, part) in heights(axis, *low, *step, counts, SLOTS).into_iter().enumerate() {
                        @if part > 0.0 {
                            rect .bar x=(px(slot as f64 * width / SLOTS as f64)) y=(px(height * (1.0 - part))) width=(px(width / SLOTS as f64)) height=(px(height * part)) {}
                        }
                    }
                }
                Chart::Numbers(numbers) => {
                    @for (slot, number) in numbers.iter().enumerate() {
                        // The lowest can still be seen.
                        @let high = 2.0 + 38.0 * axis.position(*number);
                        rect .bar x=(slot * 10 + 1) y=(px(height - high)) width="8" height=(px(high)) rx="1.5" {}
                    }
                }
            }
            @if let Some(mark) = axis.mark { line .mark x1=(x(mark)) x2=(x(mark)) y2=(height) {} }
        }
    }
}

/// The name of a column of charts, and the ends of its axis above them.
pub fn header(axis: &Axis, name: &str) -> Markup {
    let [low, high] = axis.ends().unwrap_or_default();
    html! {
        (clean(name))
        // A page whose policy allows no style in an element has the width in its style sheet.
        span .axis .large[axis.size == ChartSize::Large] { span { (low) } span { (high) } }
    }
}
