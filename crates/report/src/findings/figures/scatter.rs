//! Scores against human scores: a dot for each pair, or, for many pairs, a shade for each cell.

use super::{Axis, Figure, LEFT_MARGIN, PLOT_WIDTH, Shape, Tone};
use crate::export::picture::geometry::{Anchor, Area};
use crate::number::{pluralized, with_thousands_separators};

/// Height of the field, and its upper and lower edge.
const PLOT_HEIGHT: f32 = 250.0;
const PLOT_TOP: f32 = 56.0;
const PLOT_FOOT: f32 = PLOT_TOP + PLOT_HEIGHT;
/// Most dots; more would overlap, and shades are clearer.
pub const MAX_DOTS: usize = 4_000;
/// Cells across and down.
const COLUMNS: usize = 50;
const ROWS: usize = 40;
const SHADE_COUNT: usize = 8;

#[derive(Debug, Clone, Copy)]
pub struct Points<'a> {
    /// Above the figure, such as the system.
    pub name: &'a str,
    /// A note about them, such as a correlation.
    pub note: &'a str,
    /// What each axis measures.
    pub measures: (&'a str, &'a str),
    /// Horizontal and vertical values; those that are not finite are left out.
    pub points: &'a [(f64, f64)],
    /// Further points for which the axes have room: those of the figures to compare with.
    pub other_points: &'a [(f64, f64)],
}

/// The figure. `None` without points.
pub fn scatter(name: &str, points: Points<'_>) -> Option<Figure> {
    let finite: Vec<(f64, f64)> = finite(points.points).collect();
    if finite.is_empty() {
        return None;
    }
    let all: Vec<(f64, f64)> = finite
        .iter()
        .copied()
        .chain(self::finite(points.other_points))
        .collect();
    let across = Axis::spanning(all.iter().map(|point| point.0), 5)?;
    let up = Axis::spanning(all.iter().map(|point| point.1), 5)?;
    let (x, y) = points.measures;
    let title = format!(
        "{y} against {x}, {}. {}",
        pluralized(finite.len() as u64, "pair"),
        points.note
    );
    let mut figure = Figure::new(name, &title);
    figure.heading((LEFT_MARGIN, 14.0), PLOT_WIDTH, points.name);
    figure.note((LEFT_MARGIN, 31.0), Anchor::Start, points.note);
    figure.note((LEFT_MARGIN - 5.0, PLOT_TOP - 9.0), Anchor::End, y);
    draw_y_axis(&mut figure, &up);
    figure.draw_x_axis(&across, PLOT_TOP, PLOT_FOOT, x);
    let positions: Vec<(f32, f32)> = finite
        .iter()
        .map(|&(x, y)| (across.position(x), up.position(y)))
        .collect();
    if positions.len() <= MAX_DOTS {
        figure.shapes.push(dots(&positions));
    } else {
        let counts = counts(&positions);
        let most = counts.iter().copied().max().unwrap_or(1);
        figure.shapes.extend(shades(&counts, most));
        let note = format!(
            "a cell holds up to {} pairs; darker is more",
            with_thousands_separators(most as u64)
        );
        figure.note((LEFT_MARGIN, PLOT_TOP - 9.0), Anchor::Start, note);
    }
    Some(figure)
}

fn finite(points: &[(f64, f64)]) -> impl Iterator<Item = (f64, f64)> {
    points
        .iter()
        .copied()
        .filter(|(x, y)| x.is_finite() && y.is_finite())
}

fn draw_y_axis(figure: &mut Figure, axis: &Axis) {
    for tick in axis.ticks() {
        let y = PLOT_FOOT - axis.position(tick) * PLOT_HEIGHT;
        figure.line(
            (LEFT_MARGIN, y),
            (LEFT_MARGIN + PLOT_WIDTH, y),
            1.0,
            Tone::Grid,
        );
        figure.note((LEFT_MARGIN - 5.0, y + 4.0), Anchor::End, axis.label(tick));
    }
}

/// A dot for each position, smaller and more transparent where they are many and overlap.
fn dots(positions: &[(f32, f32)]) -> Shape {
    let is_crowded = positions.len() > 400;
    let at = positions
        .iter()
        .map(|&(x, y)| (LEFT_MARGIN + x * PLOT_WIDTH, PLOT_FOOT - y * PLOT_HEIGHT));
    Shape::Dots {
        at: at.collect(),
        radius: if is_crowded { 1.6 } else { 2.4 },
        percent: if is_crowded { 55 } else { 75 },
    }
}

/// Pairs in each cell, row after row from the lowest.
fn counts(positions: &[(f32, f32)]) -> Vec<usize> {
    let mut counts = vec![0; COLUMNS * ROWS];
    for &(x, y) in positions {
        counts[cell_index(y, ROWS) * COLUMNS + cell_index(x, COLUMNS)] += 1;
    }
    counts
}

/// The cell of a position from 0 to 1; the end of the axis belongs to the last one.
fn cell_index(position: f32, cells: usize) -> usize {
    ((position * cells as f32) as usize).min(cells - 1)
}

/// The cells of each shade that occurs.
fn shades(counts: &[usize], most: usize) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for wanted in 1..=SHADE_COUNT {
        let cells = counts.iter().enumerate();
        let areas: Vec<Area> = cells
            .filter(|(_, count)| **count > 0 && shade(**count, most) == wanted)
            .map(|(index, _)| cell_area(index))
            .collect();
        if !areas.is_empty() {
            shapes.push(Shape::Areas {
                areas,
                tone: Tone::Accent,
                percent: (10 + 90 * wanted / SHADE_COUNT) as u8,
            });
        }
    }
    shapes
}

/// The shade of a count, from 1. Shades are even on a logarithmic scale, because most cells hold few pairs.
fn shade(count: usize, most: usize) -> usize {
    // If no cell holds more than one pair, the logarithm is 0.
    let full = (most as f32).ln().max(f32::MIN_POSITIVE);
    1 + ((count as f32).ln() / full * (SHADE_COUNT - 1) as f32).round() as usize
}

fn cell_area(index: usize) -> Area {
    let width = PLOT_WIDTH / COLUMNS as f32;
    let height = PLOT_HEIGHT / ROWS as f32;
    let column = (index % COLUMNS) as f32;
    let row = (index / COLUMNS) as f32;
    Area {
        x: LEFT_MARGIN + column * width,
        y: PLOT_FOOT - (row + 1.0) * height,
        width,
        height,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(at: &[(f64, f64)]) -> Option<Figure> {
        scatter(
            "human",
            Points {
                name: "A",
                note: "",
                measures: ("human score", "F1"),
                points: at,
                other_points: &[],
            },
        )
    }

    #[test]
    fn a_dot_is_where_the_axes_say() {
        let figure = figure(&[(0.0, 0.5), (10.0, 1.0), (5.0, f64::NAN)]).unwrap();
        let Some(Shape::Dots { at, .. }) = figure.shapes.last() else {
            panic!("{figure:?}")
        };
        assert_eq!(
            at,
            &[
                (LEFT_MARGIN, 56.0 + PLOT_HEIGHT),
                (LEFT_MARGIN + PLOT_WIDTH, 56.0)
            ]
        );
    }

    #[test]
    fn figures_that_are_looked_at_together_share_their_axes() {
        let (one, other) = ([(0.0, 0.5), (5.0, 0.75)], [(10.0, 1.0)]);
        let of = |at, beside| {
            let points = Points {
                name: "A",
                note: "",
                measures: ("human score", "F1"),
                points: at,
                other_points: beside,
            };
            let lines = |mark: &Shape| matches!(mark, Shape::Line { .. });
            let figure = scatter("human", points).unwrap();
            figure.shapes.into_iter().filter(lines).collect::<Vec<_>>()
        };
        assert_eq!(of(&one, &other), of(&other, &one));
        assert_ne!(of(&one, &[]), of(&other, &[]));
        assert!(
            scatter(
                "human",
                Points {
                    name: "A",
                    note: "",
                    measures: ("x", "y"),
                    points: &[],
                    other_points: &one
                }
            )
            .is_none()
        );
    }

    #[test]
    fn many_points_are_shades_and_every_one_is_counted() {
        let many: Vec<(f64, f64)> = (0..10_000)
            .map(|i| (f64::from(i % 100), f64::from(i / 100)))
            .collect();
        let positions: Vec<(f32, f32)> = many
            .iter()
            .map(|&(x, y)| (x as f32 / 100.0, y as f32 / 100.0))
            .collect();
        let counts = counts(&positions);
        assert_eq!(counts.iter().sum::<usize>(), 10_000);
        let figure = figure(&many).unwrap();
        assert!(
            !figure
                .shapes
                .iter()
                .any(|mark| matches!(mark, Shape::Dots { .. }))
        );
        let shades = figure.shapes.iter().filter_map(|mark| match mark {
            Shape::Areas { areas, percent, .. } => Some((areas.len(), *percent)),
            _ => None,
        });
        // Each cell holds four to nine pairs, so the fullest ones are opaque.
        assert_eq!(
            shades.clone().map(|(cells, _)| cells).sum::<usize>(),
            COLUMNS * ROWS
        );
        assert_eq!(shades.map(|(_, percent)| percent).max(), Some(100));
    }

    #[test]
    fn without_a_point_there_is_no_figure() {
        assert_eq!(figure(&[(f64::NAN, 1.0)]), None);
    }
}
