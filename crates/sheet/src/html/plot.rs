//! Plots as SVG. All have the same width, which fits a phone and a column in print.

use std::fmt::Write;

use maud::{Markup, PreEscaped, html};

use super::chart::px;
use crate::escaping::clean;
use crate::label::fit;
use crate::number::with_thousands_separators;
use crate::{Axis, Histogram, Plot, PlotNumbers, PlotRow};

/// The style of a plot; a page defines the colours that it names, and a file replaces them.
pub const PLOT_STYLE: &str = include_str!("plot.css");

const WIDTH: f64 = 360.0;
/// Where the axis begins, and its length.
const LEFT: f64 = 36.0;
const LENGTH: f64 = 312.0;
/// Below a row.
const GAP: f64 = 12.0;
/// Below the last row, for the numbers and the name of the axis.
const FOOT: f64 = 38.0;
/// Columns of characters that surely fit the length of the axis, as a name and as a note.
const NAME_COLUMNS: u16 = 46;
const NOTE_COLUMNS: u16 = 54;

/// Most dots; more would overlap, and shades are clearer.
const MAX_DOTS: usize = 4_000;
/// From here on dots are smaller and more transparent.
const MANY_DOTS: usize = 400;
/// Cells of shades across and up.
const ACROSS: usize = 50;
const UP: usize = 40;

/// Where the numbers of a row are drawn.
struct Frame<'a> {
    axis: &'a Axis,
    /// Above its name.
    start: f64,
    top: f64,
    foot: f64,
}

impl Frame<'_> {
    fn x(&self, number: f64) -> f64 {
        LEFT + self.axis.position(number) * LENGTH
    }

    /// The height of a share, 0 at the foot and 1 at the top.
    fn y(&self, share: f64) -> f64 {
        self.foot - share * (self.foot - self.top)
    }

    /// A line from the top to the foot, as a part of a path.
    fn line_at(&self, number: f64) -> String {
        let Self { top, foot, .. } = self;
        let x = self.x(number);
        format!("M{x:.1} {top:.1}V{foot:.1}")
    }
}

/// The plot as an `svg` element: with a style it is a file of its own.
pub fn plot(plot: &Plot, style: Option<&str>) -> Markup {
    let frames = frames(plot);
    let foot = frames.last().map_or(0.0, |frame| frame.foot);
    let height = foot + FOOT;
    let namespace = style.map(|_| "http://www.w3.org/2000/svg");
    html! {
        svg xmlns=[namespace] class="plot" width=(WIDTH) height=(height) viewBox=(format!("0 0 {WIDTH} {height}")) role="img" aria-label=(clean(&plot.title)) {
            @if let Some(style) = style {
                style { (PreEscaped(style)) }
                rect .paper width=(WIDTH) height=(height) {}
            }
            @for (row, frame) in plot.rows.iter().zip(&frames) {
                (row_markup(row, frame))
            }
            @for tick in &plot.axis.ticks {
                (text("middle", LEFT + plot.axis.position(tick.at) * LENGTH, foot + 15.0, &tick.label))
            }
            (text("end", LEFT + LENGTH, foot + 31.0, &fit(&plot.measures, NOTE_COLUMNS)))
        }
    }
}

fn text(class: &str, x: f64, y: f64, text: &str) -> Markup {
    html! { text class=(class) x=(px(x)) y=(px(y)) { (clean(text)) } }
}

/// The places of the rows, one below the other.
fn frames(plot: &Plot) -> Vec<Frame<'_>> {
    let mut frames = Vec::new();
    let mut y = 0.0;
    for row in &plot.rows {
        let (head, height) = match row.numbers {
            PlotNumbers::Counts { .. } if plot.rows.len() == 1 => (42.0, 150.0),
            PlotNumbers::Counts { .. } => (42.0, 84.0),
            PlotNumbers::Interval { .. } => (38.0, 12.0),
            PlotNumbers::Points { .. } => (56.0, 250.0),
        };
        let top = y + head;
        let foot = top + height;
        frames.push(Frame {
            axis: &plot.axis,
            start: y,
            top,
            foot,
        });
        y = foot + GAP;
    }
    frames
}

fn row_markup(row: &PlotRow, frame: &Frame<'_>) -> Markup {
    let ticks = frame.axis.ticks.iter();
    let grid: String = ticks.map(|tick| frame.line_at(tick.at)).collect();
    html! {
        (text("name", LEFT, frame.start + 14.0, &fit(&row.name, NAME_COLUMNS)))
        (text("about", LEFT, frame.start + 30.0, &fit(&row.note, NOTE_COLUMNS)))
        path .grid d=(grid) {}
        @if let Some(mark) = frame.axis.mark { path .mark d=(frame.line_at(mark)) {} }
        @match &row.numbers {
            PlotNumbers::Counts { histogram, most, mean } => (bars(frame, histogram, *most, *mean)),
            PlotNumbers::Interval { value, ends } => (interval(frame, *value, *ends)),
            PlotNumbers::Points { points, up, measures } => {
                (up_axis(frame, up, measures))
                @if points.len() > MAX_DOTS { (shades(frame, up, points)) } @else { (dots(frame, up, points)) }
            }
        }
    }
}

fn bars(frame: &Frame<'_>, bins: &Histogram, most: usize, mean: Option<f64>) -> Markup {
    let mut path = String::new();
    for (bin, count) in bins.counts.iter().enumerate() {
        if *count > 0 {
            let [start, end] = [bin, bin + 1].map(|bin| frame.x(bins.edge(bin)));
            let top = frame.y(*count as f64 / most as f64);
            let width = (end - start - 1.0).max(0.5);
            path += &rectangle(start + 0.5, top, width, frame.foot - top);
        }
    }
    html! {
        path .bars d=(path) {}
        path .mark d=(level(frame.foot)) {}
        (text("end", LEFT - 5.0, frame.top + 4.0, &with_thousands_separators(most)))
        (text("end", LEFT - 5.0, frame.foot + 3.0, "0"))
        @if let Some(mean) = mean { path .subject d=(frame.line_at(mean)) {} }
    }
}

/// A rectangle as a part of a path.
fn rectangle(x: f64, y: f64, width: f64, height: f64) -> String {
    format!("M{x:.1} {y:.1}h{width:.1}v{height:.1}h-{width:.1}z")
}

/// A line along the axis, as a part of a path.
fn level(y: f64) -> String {
    format!("M{LEFT} {y:.1}h{LENGTH}")
}

fn interval(frame: &Frame<'_>, value: f64, ends: [f64; 2]) -> Markup {
    let middle = frame.y(0.5);
    let [low, high] = ends.map(|end| frame.x(end));
    let [at_low, at_high] = ends.map(|end| frame.line_at(end));
    html! {
        path .subject d=(format!("M{low:.1} {middle:.1}H{high:.1}{at_low}{at_high}")) {}
        circle .subject cx=(px(frame.x(value))) cy=(px(middle)) r="3" {}
    }
}

fn up_axis(frame: &Frame<'_>, up: &Axis, measures: &str) -> Markup {
    html! {
        (text("end", LEFT - 5.0, frame.top - 9.0, measures))
        @for tick in &up.ticks {
            @let y = frame.y(up.position(tick.at));
            path .grid d=(level(y)) {}
            (text("end", LEFT - 5.0, y + 4.0, &tick.label))
        }
    }
}

/// Each dot is a line of no length with round ends, in fewer bytes than an element.
fn dots(frame: &Frame<'_>, up: &Axis, points: &[[f64; 2]]) -> Markup {
    let mut path = String::new();
    for [across, height] in points {
        let x = frame.x(*across);
        let y = frame.y(up.position(*height));
        // Writing to a string cannot fail.
        let _ = write!(path, "M{x:.1} {y:.1}h0");
    }
    let many = points.len() > MANY_DOTS;
    html! { path .dots .many[many] d=(path) {} }
}

/// Cells that are darker where more points lie. Shades are even on a logarithmic scale, because most cells have few.
fn shades(frame: &Frame<'_>, up: &Axis, points: &[[f64; 2]]) -> Markup {
    let mut counts = vec![0_usize; ACROSS * UP];
    for [x, y] in points {
        let row = cell_index(up.position(*y), UP);
        counts[row * ACROSS + cell_index(frame.axis.position(*x), ACROSS)] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(1);
    // If no cell has more than one point, the logarithm is 0.
    let full = (most as f64).ln().max(f64::MIN_POSITIVE);
    let most = with_thousands_separators(most);
    let note = format!("a cell holds up to {most} pairs; darker is more");
    let width = LENGTH / ACROSS as f64;
    html! {
        (text("about", LEFT, frame.top - 9.0, &note))
        @for (cell, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            @let opacity = 0.15 + 0.85 * (*count as f64).ln() / full;
            @let x = LEFT + (cell % ACROSS) as f64 * width;
            @let top = frame.y((cell / ACROSS + 1) as f64 / UP as f64);
            @let area = rectangle(x, top, width, (frame.foot - frame.top) / UP as f64);
            path .cells fill-opacity=(format!("{opacity:.2}")) d=(area) {}
        }
    }
}

/// The cell of a position from 0 to 1; the end of the axis belongs to the last one.
fn cell_index(position: f64, cells: usize) -> usize {
    ((position * cells as f64) as usize).min(cells - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ChartSize;

    fn drawn(numbers: Vec<PlotNumbers>) -> String {
        let rows = numbers.into_iter().map(|numbers| PlotRow {
            name: "A".to_owned(),
            note: String::new(),
            numbers,
        });
        let of = Plot {
            name: "plot".to_owned(),
            title: "Numbers".to_owned(),
            measures: "number".to_owned(),
            axis: Axis::new(0.0, 1.0, ChartSize::Large),
            rows: rows.collect(),
        };
        plot(&of, None).into_string()
    }

    fn counts(counts: &[usize], most: usize) -> PlotNumbers {
        PlotNumbers::Counts {
            histogram: Histogram {
                title: String::new(),
                low: 0.0,
                step: 0.5,
                counts: counts.to_vec(),
                is_signed: false,
            },
            most,
            mean: Some(0.25),
        }
    }

    #[test]
    fn bars_stand_where_the_axis_says_and_rows_share_its_scale_and_their_height() {
        let svg = drawn(vec![counts(&[4, 1], 4), counts(&[0, 2], 4)]);
        // 84 pixels are four; the second row begins below the first.
        for bar in [
            "M36.5 42.0h155.0v84.0",
            "M192.5 105.0h155.0v21.0",
            "M192.5 222.0h155.0v42.0",
        ] {
            assert!(svg.contains(bar), "{bar}: {svg}");
        }
        assert!(svg.contains("M114.0 42.0V126.0"), "the mean: {svg}");
    }

    #[test]
    fn an_interval_reaches_from_end_to_end() {
        let svg = drawn(vec![PlotNumbers::Interval {
            value: 0.5,
            ends: [0.25, 1.0],
        }]);
        assert!(
            svg.contains("M114.0 44.0H348.0") && svg.contains("cx=\"192.0\""),
            "{svg}"
        );
    }

    #[test]
    fn points_are_dots_until_they_are_many_and_then_shades_that_lose_none() {
        let of = |points: Vec<[f64; 2]>| {
            drawn(vec![PlotNumbers::Points {
                points,
                up: Axis::new(0.0, 1.0, ChartSize::Large),
                measures: "F1".to_owned(),
            }])
        };
        let few = of(vec![[0.0, 0.0], [1.0, 1.0]]);
        assert!(few.contains("M36.0 306.0h0M348.0 56.0h0"), "{few}");
        let mut points = vec![[0.5, 0.5]; MAX_DOTS];
        points.push([1.0, 1.0]);
        let many = of(points);
        assert_eq!(many.matches("class=\"cells\"").count(), 2, "{many}");
        assert!(
            many.contains("up to 4,000 pairs") && !many.contains("h0M"),
            "{many}"
        );
    }
}
