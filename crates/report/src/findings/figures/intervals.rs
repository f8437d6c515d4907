//! Numbers with their intervals, a row for each.

use super::{
    Axis, Figure, LEFT_MARGIN, PLOT_WIDTH, RIGHT_MARGIN, SMALL_FONT_SIZE, Shape, Tone, WIDTH,
};
use crate::export::picture::geometry::Anchor;
use crate::export::picture::measure;
use crate::findings::cells::{interval_cell, number_cell};
use bertscope_systems::Interval;

const ROW_HEIGHT: f32 = 42.0;

#[derive(Debug, Clone, Copy)]
pub struct IntervalRow<'a> {
    pub name: &'a str,
    pub value: f64,
    pub interval: Interval,
}

impl IntervalRow<'_> {
    fn numbers(&self) -> [f64; 3] {
        [self.value, self.interval.low, self.interval.high]
    }
}

/// The figure. Differences have a sign, and an axis that extends to 0 with a line there. `None` without rows.
pub fn intervals(
    name: &str,
    measures: &str,
    rows: &[IntervalRow<'_>],
    is_signed: bool,
) -> Option<Figure> {
    let rows: Vec<&IntervalRow<'_>> = rows
        .iter()
        .filter(|row| row.numbers().into_iter().all(f64::is_finite))
        .collect();
    if rows.is_empty() {
        return None;
    }
    let mut numbers: Vec<f64> = rows.iter().flat_map(|row| row.numbers()).collect();
    if is_signed {
        numbers.push(0.0);
    }
    let axis = Axis::spanning(numbers, 4)?;
    let mut figure = Figure::new(name, measures);
    let foot = rows.len() as f32 * ROW_HEIGHT + 4.0;
    figure.draw_x_axis(&axis, 4.0, foot, measures);
    if is_signed {
        let zero = x(&axis, 0.0);
        figure.line((zero, 4.0), (zero, foot), 1.5, Tone::Quiet);
    }
    for (i, row) in rows.iter().enumerate() {
        add_row(&mut figure, &axis, row, i as f32 * ROW_HEIGHT, is_signed);
    }
    Some(figure)
}

/// A name and its numbers, with the interval below them.
fn add_row(figure: &mut Figure, axis: &Axis, row: &IntervalRow<'_>, y: f32, is_signed: bool) {
    let value = number_cell(Some(row.value), 5, is_signed);
    let interval = interval_cell(Some(row.interval), 5, is_signed);
    let number = format!("{} {}", value.text(), interval.text());
    let room = WIDTH - RIGHT_MARGIN - 4.0 - measure::width(&number) * SMALL_FONT_SIZE - 10.0;
    figure.heading((4.0, y + 17.0), room, row.name);
    figure.note((WIDTH - RIGHT_MARGIN, y + 17.0), Anchor::End, number);
    let middle = y + 31.0;
    let ends = [row.interval.low, row.interval.high].map(|end| x(axis, end));
    figure.line((ends[0], middle), (ends[1], middle), 2.0, Tone::Accent);
    for end in ends {
        figure.line((end, middle - 4.0), (end, middle + 4.0), 2.0, Tone::Accent);
    }
    figure.shapes.push(Shape::Dots {
        at: vec![(x(axis, row.value), middle)],
        radius: 4.0,
        percent: 100,
    });
}

fn x(axis: &Axis, value: f64) -> f32 {
    LEFT_MARGIN + axis.position(value) * PLOT_WIDTH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_reaches_from_end_to_end_and_differences_have_a_line_at_0() {
        let row = IntervalRow {
            name: "B - A",
            value: 0.5,
            interval: Interval {
                low: 0.25,
                high: 1.0,
            },
        };
        let figure = intervals("differences", "difference of F1", &[row], true).unwrap();
        let lines = figure.shapes.iter().filter_map(|mark| match mark {
            Shape::Line {
                from,
                to,
                tone: Tone::Accent,
                ..
            } => Some((from.0, to.0)),
            _ => None,
        });
        let place = |x: f32| LEFT_MARGIN + x * PLOT_WIDTH;
        assert_eq!(lines.collect::<Vec<_>>()[0], (place(0.25), place(1.0)));
        let dots = figure.shapes.iter().find_map(|m| {
            if let Shape::Dots { at, .. } = m {
                Some(at[0])
            } else {
                None
            }
        });
        assert_eq!(dots, Some((place(0.5), 31.0)));
        let zero = Shape::Line {
            from: (LEFT_MARGIN, 4.0),
            to: (LEFT_MARGIN, ROW_HEIGHT + 4.0),
            width: 1.5,
            tone: Tone::Quiet,
        };
        assert!(figure.shapes.contains(&zero));
        let number = |shape: &Shape| matches!(shape, Shape::Text { text, .. } if text == "+0.50000 [+0.25000, +1.00000]");
        assert!(figure.shapes.iter().any(number), "{figure:?}");
    }

    #[test]
    fn a_number_that_does_not_exist_has_no_row() {
        let row = IntervalRow {
            name: "A",
            value: f64::NAN,
            interval: Interval {
                low: 0.0,
                high: 1.0,
            },
        };
        assert_eq!(intervals("systems", "F1", &[row], false), None);
    }
}
