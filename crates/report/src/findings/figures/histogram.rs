//! How often each score occurs, a row for each system on one axis.

use super::axis::{SLACK, extent, is_distinguishable, round_step};
use super::{Axis, Figure, LEFT_MARGIN, PLOT_WIDTH, RIGHT_MARGIN, SMALL_FONT_SIZE, Shape, Tone, WIDTH};
use crate::export::picture::geometry::{Anchor, Area};
use crate::number::{five_places, with_thousands_separators};

/// Approximate number of bins over the range of the values.
const BINS: f64 = 50.0;
/// Name and mean above the bars.
const HEAD: f32 = 42.0;
/// Height of the bars of the only row, and of one of several.
const PLOT_HEIGHT: f32 = 150.0;
const ROW_PLOT_HEIGHT: f32 = 84.0;

/// The values of a row.
#[derive(Debug, Clone, Copy)]
pub struct Series<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its values; those that are not finite are left out.
    pub values: &'a [f64],
    /// Their mean, perhaps over more than is drawn.
    pub mean: Option<f64>,
}

/// Counts of values in bins of one width, `counts[i]` of those from `(first + i) × width` on.
#[derive(Debug, PartialEq)]
struct Bins {
    first: i64,
    counts: Vec<usize>,
}

impl Bins {
    /// Bins from `first` to `last`, both included.
    fn count(values: &[f64], width: f64, first: i64, last: i64) -> Self {
        let mut counts = vec![0; (last - first + 1) as usize];
        for value in values.iter().filter(|x| x.is_finite()) {
            let place = bin(*value, width).clamp(first, last) - first;
            counts[place as usize] += 1;
        }
        Self { first, counts }
    }
}

/// The bin of a value.
fn bin(value: f64, width: f64) -> i64 {
    (value / width + SLACK).floor() as i64
}

/// The bin that contains a value or ends at it.
fn last_bin(value: f64, width: f64) -> i64 {
    (value / width - SLACK).ceil() as i64 - 1
}

/// The figure: a row of bars for each series, with a line at its mean. `None` without values.
pub fn histogram(name: &str, measures: &str, series: &[Series<'_>]) -> Option<Figure> {
    let (least, most) = extent(series.iter().flat_map(|series| series.values).copied())?;
    let width = round_step(if is_distinguishable(least, most) { (most - least) / BINS } else { 0.01 });
    // The last bin includes both its edges; otherwise the best score would be in a bin of its own.
    let (first, last) = (bin(least, width), last_bin(most, width).max(bin(least, width)));
    let axis = Axis::spanning([first as f64 * width, (last + 1) as f64 * width], 5)?;
    let rows: Vec<Bins> = series.iter().map(|series| Bins::count(series.values, width, first, last)).collect();
    let tallest = rows.iter().flat_map(|row| &row.counts).copied().max().unwrap_or(0).max(1);
    let high = if series.len() == 1 { PLOT_HEIGHT } else { ROW_PLOT_HEIGHT };
    let mut figure = Figure::new(name, &format!("Histogram of {measures}"));
    let mut y = 0.0;
    for (row, series) in rows.iter().zip(series) {
        figure.heading((LEFT_MARGIN, y + 14.0), PLOT_WIDTH, series.name);
        let (top, foot) = (y + HEAD, y + HEAD + high);
        let unit = high / tallest as f32;
        let place = |i: i64| LEFT_MARGIN + axis.position(i as f64 * width) * PLOT_WIDTH;
        let bars = row.counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(i, &count)| {
            let (x, end) = (place(row.first + i as i64), place(row.first + i as i64 + 1));
            let height = count as f32 * unit;
            Area { x: x + 0.5, y: foot - height, width: (end - x - 1.0).max(0.5), height }
        });
        figure.shapes.push(Shape::Areas { areas: bars.collect(), tone: Tone::Bar, percent: 100 });
        figure.line((LEFT_MARGIN, foot), (WIDTH - RIGHT_MARGIN, foot), 1.0, Tone::Quiet);
        figure.note((LEFT_MARGIN - 5.0, top + 4.0), Anchor::End, with_thousands_separators(tallest as u64));
        figure.note((LEFT_MARGIN - 5.0, foot + 3.0), Anchor::End, "0");
        if let Some(mean) = series.mean {
            let x = LEFT_MARGIN + axis.position(mean) * PLOT_WIDTH;
            figure.line((x, top - 4.0), (x, foot), 1.5, Tone::Accent);
            // Beside the line if it would cross an edge.
            let anchor = match x - LEFT_MARGIN {
                left if left < 40.0 => Anchor::Start,
                left if left > PLOT_WIDTH - 40.0 => Anchor::End,
                _ => Anchor::Middle,
            };
            let mean = format!("mean {}", five_places(Some(mean)));
            figure.text((x, top - 8.0), SMALL_FONT_SIZE, anchor, Tone::Text, mean);
        }
        y = foot + 12.0;
    }
    let foot = y - 12.0;
    figure.draw_x_axis(&axis, foot, foot + 4.0, &format!("{measures}, pairs in steps of {}", axis_step(width)));
    Some(figure)
}

/// The mean of the values that are finite.
pub fn mean(values: &[f64]) -> Option<f64> {
    let (sum, n) = values.iter().filter(|x| x.is_finite()).fold((0.0, 0u64), |(sum, n), x| (sum + x, n + 1));
    (n > 0).then(|| sum / n as f64)
}

fn axis_step(width: f64) -> String {
    let places = (-width.log10()).ceil().clamp(0.0, 9.0) as usize;
    crate::number::without_zero(&format!("{width:.places$}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn areas(figure: &Figure) -> Vec<&Vec<Area>> {
        let areas = figure
            .shapes
            .iter()
            .filter_map(|mark| if let Shape::Areas { areas, .. } = mark { Some(areas) } else { None });
        areas.collect()
    }

    #[test]
    fn a_value_at_the_edge_of_a_bin_belongs_to_the_bin_that_it_begins() {
        let bins = Bins::count(&[0.1, 0.29, 0.3, 0.3, 0.4, f64::NAN], 0.1, 1, 3);
        assert_eq!(bins, Bins { first: 1, counts: vec![1, 1, 3] }, "but the last one has its upper edge, too");
        assert_eq!([last_bin(0.4, 0.1), last_bin(0.41, 0.1)], [3, 4]);
    }

    #[test]
    fn every_value_is_in_a_bar_and_bars_stand_where_the_axis_says() {
        let values: Vec<f64> = (0..100).map(|i| f64::from(i) / 100.0).collect();
        let figure = histogram("f1", "F1", &[Series { name: "all", values: &values, mean: mean(&values) }]).unwrap();
        // Bins of .02 over 0 to 1, two values in each, so that all bars are as high as the figure allows.
        let bars = areas(&figure)[0];
        assert_eq!(bars.len(), 50);
        for (i, bar) in bars.iter().enumerate() {
            let x = LEFT_MARGIN + PLOT_WIDTH * (i as f32 / 50.0) + 0.5;
            assert!((bar.x - x).abs() < 0.01 && (bar.width - (PLOT_WIDTH / 50.0 - 1.0)).abs() < 0.01, "{bar:?}");
            assert_eq!((bar.y, bar.height), (HEAD, PLOT_HEIGHT));
        }
        let text = |wanted: &str| figure.shapes.iter().any(|m| matches!(m, Shape::Text { text, .. } if text == wanted));
        assert!(text("mean .49500") && text("F1, pairs in steps of .02"));
    }

    #[test]
    fn rows_share_axis_and_height_so_that_they_can_be_compared() {
        let series = [
            Series { name: "A", values: &[0.1, 0.1, 0.5], mean: None },
            Series { name: "B", values: &[0.5], mean: None },
        ];
        let figure = histogram("f1", "F1", &series).unwrap();
        let rows = areas(&figure);
        assert!((rows[0][1].x - rows[1][0].x).abs() < 1e-9);
        assert_eq!(
            (rows[0][0].height, rows[0][1].height, rows[1][0].height),
            (ROW_PLOT_HEIGHT, ROW_PLOT_HEIGHT / 2.0, ROW_PLOT_HEIGHT / 2.0)
        );
    }

    #[test]
    fn one_value_is_a_figure_and_none_is_not() {
        assert!(histogram("f1", "F1", &[Series { name: "A", values: &[0.5], mean: None }]).is_some());
        assert!(histogram("f1", "F1", &[Series { name: "A", values: &[f64::NAN], mean: None }]).is_none());
    }
}
