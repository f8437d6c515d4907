//! How often each score occurs, a row for each system on one axis.

use super::{
    Axis, Figure, LEFT_MARGIN, PLOT_WIDTH, RIGHT_MARGIN, SMALL_FONT_SIZE, Shape, Tone, WIDTH,
};
use crate::export::picture::geometry::{Anchor, Area};
use crate::findings::cells::number_cell;
use crate::number::with_thousands_separators;
use bertscope_sheet::Histogram;

/// Name and mean above the bars.
const HEAD: f32 = 42.0;
/// Height of the bars of the only row, and of one of several.
const PLOT_HEIGHT: f32 = 150.0;
const ROW_PLOT_HEIGHT: f32 = 84.0;
/// Space between two rows.
const ROW_GAP: f32 = 12.0;

#[derive(Debug, Clone)]
pub struct Series {
    pub name: String,
    /// The count in each bin.
    pub counts: Vec<usize>,
    /// Its mean, perhaps over more than is counted.
    pub mean: Option<f64>,
}

/// The figure: a row of bars for each series, in the bins of `all`, with a line at its mean. `unit` is the word for what
/// is counted.
pub fn histogram(name: &str, all: &Histogram, unit: &str, series: &[Series]) -> Option<Figure> {
    let counts = series.iter().flat_map(|row| &row.counts).copied();
    let plot = Plot {
        all,
        axis: Axis::spanning([all.edge(0), all.edge(all.counts.len())], 5)?,
        tallest: counts.max().unwrap_or(0).max(1),
        height: if series.len() == 1 {
            PLOT_HEIGHT
        } else {
            ROW_PLOT_HEIGHT
        },
    };
    let mut figure = Figure::new(name, &format!("Histogram of {}", all.title));
    let mut foot = 0.0;
    for (i, row) in series.iter().enumerate() {
        let gap = if i == 0 { 0.0 } else { ROW_GAP };
        foot = plot.add_row(&mut figure, row, foot + gap);
    }
    figure.draw_x_axis(
        &plot.axis,
        foot,
        foot + 4.0,
        &format!("{}, {unit}s in steps of {}", all.title, all.step_text()),
    );
    Some(figure)
}

/// What the rows of a figure share.
struct Plot<'a> {
    all: &'a Histogram,
    axis: Axis,
    /// The count of the highest bar.
    tallest: usize,
    /// The height of that bar.
    height: f32,
}

impl Plot<'_> {
    /// Draws a row below `y`; returns where its bars stand.
    fn add_row(&self, figure: &mut Figure, row: &Series, y: f32) -> f32 {
        let top = y + HEAD;
        let foot = top + self.height;
        figure.heading((LEFT_MARGIN, y + 14.0), PLOT_WIDTH, &row.name);
        figure.shapes.push(Shape::Areas {
            areas: self.bars(row, foot),
            tone: Tone::Bar,
            percent: 100,
        });
        figure.line(
            (LEFT_MARGIN, foot),
            (WIDTH - RIGHT_MARGIN, foot),
            1.0,
            Tone::Quiet,
        );
        figure.note(
            (LEFT_MARGIN - 5.0, top + 4.0),
            Anchor::End,
            with_thousands_separators(self.tallest as u64),
        );
        figure.note((LEFT_MARGIN - 5.0, foot + 3.0), Anchor::End, "0");
        if let Some(mean) = row.mean {
            self.add_mean(figure, mean, top, foot);
        }
        foot
    }

    fn bars(&self, row: &Series, foot: f32) -> Vec<Area> {
        let unit = self.height / self.tallest as f32;
        let mut bars = Vec::new();
        for (bin, &count) in row.counts.iter().enumerate() {
            if count == 0 {
                continue;
            }
            let start = self.x(self.all.edge(bin));
            let end = self.x(self.all.edge(bin + 1));
            let height = count as f32 * unit;
            bars.push(Area {
                x: start + 0.5,
                y: foot - height,
                width: (end - start - 1.0).max(0.5),
                height,
            });
        }
        bars
    }

    fn add_mean(&self, figure: &mut Figure, mean: f64, top: f32, foot: f32) {
        let x = self.x(mean);
        figure.line((x, top - 4.0), (x, foot), 1.5, Tone::Accent);
        // Beside the line if it would cross an edge.
        let anchor = match x - LEFT_MARGIN {
            left if left < 40.0 => Anchor::Start,
            left if left > PLOT_WIDTH - 40.0 => Anchor::End,
            _ => Anchor::Middle,
        };
        let mean = format!(
            "mean {}",
            number_cell(Some(mean), 5, self.all.is_signed).text()
        );
        figure.text((x, top - 8.0), SMALL_FONT_SIZE, anchor, Tone::Text, mean);
    }

    fn x(&self, value: f64) -> f32 {
        LEFT_MARGIN + self.axis.position(value) * PLOT_WIDTH
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::cells;
    use bertscope_systems::Histogram;

    fn figure(series: &[(&[f64], Option<f64>)], bins: usize) -> Figure {
        let values = series.iter().flat_map(|(values, _)| values.iter().copied());
        let histogram = Histogram::from_scores(values, bins).unwrap();
        let row = |(values, mean): &(&[f64], Option<f64>)| Series {
            name: "A".to_owned(),
            counts: histogram.count(values.iter().copied()),
            mean: *mean,
        };
        let rows: Vec<Series> = series.iter().map(row).collect();
        let all = cells::histogram("F1", &histogram, false);
        super::histogram("f1", &all, "pair", &rows).unwrap()
    }

    fn areas(figure: &Figure) -> Vec<&Vec<Area>> {
        let areas = figure.shapes.iter().filter_map(|mark| {
            if let Shape::Areas { areas, .. } = mark {
                Some(areas)
            } else {
                None
            }
        });
        areas.collect()
    }

    #[test]
    fn every_value_is_in_a_bar_and_bars_stand_where_the_axis_says() {
        let values: Vec<f64> = (0..100).map(|i| f64::from(i) / 100.0).collect();
        let figure = figure(&[(&values, Some(0.495))], 50);
        // Bins of 0.02 over 0 to 1, two values in each, so that all bars are as high as the figure allows.
        let bars = areas(&figure)[0];
        assert_eq!(bars.len(), 50);
        for (i, bar) in bars.iter().enumerate() {
            let x = LEFT_MARGIN + PLOT_WIDTH * (i as f32 / 50.0) + 0.5;
            assert!(
                (bar.x - x).abs() < 0.01 && (bar.width - (PLOT_WIDTH / 50.0 - 1.0)).abs() < 0.01,
                "{bar:?}"
            );
            assert_eq!((bar.y, bar.height), (HEAD, PLOT_HEIGHT));
        }
        let text = |wanted: &str| {
            figure
                .shapes
                .iter()
                .any(|m| matches!(m, Shape::Text { text, .. } if text == wanted))
        };
        assert!(text("mean 0.49500") && text("F1, pairs in steps of 0.02"));
    }

    #[test]
    fn rows_share_axis_and_height_so_that_they_can_be_compared() {
        let figure = figure(&[(&[0.1, 0.1, 0.5], None), (&[0.5], None)], 50);
        let rows = areas(&figure);
        assert!((rows[0][1].x - rows[1][0].x).abs() < 1e-9);
        assert_eq!(
            (rows[0][0].height, rows[0][1].height, rows[1][0].height),
            (
                ROW_PLOT_HEIGHT,
                ROW_PLOT_HEIGHT / 2.0,
                ROW_PLOT_HEIGHT / 2.0
            )
        );
    }
}
