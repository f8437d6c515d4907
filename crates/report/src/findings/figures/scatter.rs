//! Scores against human scores: a dot for each pair, or, for many pairs, a shade for each cell.

use super::{Axis, Figure, LEFT_MARGIN, PLOT_WIDTH, Shape, Tone};
use crate::export::picture::geometry::{Anchor, Area};
use crate::number::{pluralized, with_thousands_separators};

/// Height of the field.
const PLOT_HEIGHT: f32 = 250.0;
/// Most dots; more would overlap, and shades are clearer.
pub const MAX_DOTS: usize = 4_000;
/// Cells across and down.
const GRID_SIZE: (usize, usize) = (50, 40);
/// Shades of a cell.
const SHADE_COUNT: usize = 8;

/// The points of a figure.
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
    let is_finite = |(x, y): &(f64, f64)| x.is_finite() && y.is_finite();
    let finite: Vec<(f64, f64)> = points.points.iter().copied().filter(is_finite).collect();
    if finite.is_empty() {
        return None;
    }
    let all = || {
        finite
            .iter()
            .chain(points.other_points.iter().filter(|point| is_finite(point)))
    };
    let across = Axis::spanning(all().map(|point| point.0), 5)?;
    let up = Axis::spanning(all().map(|point| point.1), 5)?;
    let (top, foot) = (56.0, 56.0 + PLOT_HEIGHT);
    let (x, y) = points.measures;
    let mut figure = Figure::new(
        name,
        &format!(
            "{y} against {x}, {}. {}",
            pluralized(finite.len() as u64, "pair"),
            points.note
        ),
    );
    figure.heading((LEFT_MARGIN, 14.0), PLOT_WIDTH, points.name);
    figure.note((LEFT_MARGIN, 31.0), Anchor::Start, points.note);
    figure.note((LEFT_MARGIN - 5.0, top - 9.0), Anchor::End, y);
    for tick in up.ticks() {
        let y = foot - up.position(tick) * PLOT_HEIGHT;
        figure.line(
            (LEFT_MARGIN, y),
            (LEFT_MARGIN + PLOT_WIDTH, y),
            1.0,
            Tone::Grid,
        );
        figure.note((LEFT_MARGIN - 5.0, y + 4.0), Anchor::End, up.label(tick));
    }
    figure.draw_x_axis(&across, top, foot, x);
    let at = finite
        .iter()
        .map(|&(x, y)| (across.position(x), up.position(y)));
    if finite.len() <= MAX_DOTS {
        let at = at
            .map(|(x, y)| (LEFT_MARGIN + x * PLOT_WIDTH, foot - y * PLOT_HEIGHT))
            .collect();
        let (radius, percent) = if finite.len() > 400 {
            (1.6, 55)
        } else {
            (2.4, 75)
        };
        figure.shapes.push(Shape::Dots {
            at,
            radius,
            percent,
        });
    } else {
        let counts = counts(at);
        let most = counts.iter().copied().max().unwrap_or(1);
        figure.shapes.extend(shades(&counts, most, foot));
        let note = format!(
            "a cell holds up to {} pairs; darker is more",
            with_thousands_separators(most as u64)
        );
        figure.note((LEFT_MARGIN, top - 9.0), Anchor::Start, note);
    }
    Some(figure)
}

/// Pairs in each cell, row after row from the lowest.
fn counts(at: impl Iterator<Item = (f32, f32)>) -> Vec<usize> {
    let (columns, rows) = GRID_SIZE;
    let mut counts = vec![0; columns * rows];
    let cell = |position: f32, cells: usize| ((position * cells as f32) as usize).min(cells - 1);
    for (x, y) in at {
        counts[cell(y, rows) * columns + cell(x, columns)] += 1;
    }
    counts
}

/// The cells of each shade. Shades are even on a logarithmic scale, because most cells hold few pairs.
fn shades(counts: &[usize], most: usize, foot: f32) -> Vec<Shape> {
    let (columns, rows) = GRID_SIZE;
    let (width, height) = (PLOT_WIDTH / columns as f32, PLOT_HEIGHT / rows as f32);
    let shade = |count: usize| {
        let full = (most as f32).ln().max(f32::MIN_POSITIVE);
        1 + ((count as f32).ln() / full * (SHADE_COUNT - 1) as f32).round() as usize
    };
    let cells = |wanted: usize| {
        let cells = counts
            .iter()
            .enumerate()
            .filter(move |(_, count)| **count > 0 && shade(**count) == wanted);
        cells.map(move |(i, _)| {
            let (column, row) = ((i % columns) as f32, (i / columns) as f32);
            Area {
                x: LEFT_MARGIN + column * width,
                y: foot - (row + 1.0) * height,
                width,
                height,
            }
        })
    };
    let mark = |wanted: usize| {
        let areas: Vec<Area> = cells(wanted).collect();
        let percent = (10 + 90 * wanted / SHADE_COUNT) as u8;
        (!areas.is_empty()).then_some(Shape::Areas {
            areas,
            tone: Tone::Accent,
            percent,
        })
    };
    (1..=SHADE_COUNT).filter_map(mark).collect()
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
        let counts = counts(
            many.iter()
                .map(|&(x, y)| (x as f32 / 100.0, y as f32 / 100.0)),
        );
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
            GRID_SIZE.0 * GRID_SIZE.1
        );
        assert_eq!(shades.map(|(_, percent)| percent).max(), Some(100));
    }

    #[test]
    fn without_a_point_there_is_no_figure() {
        assert_eq!(figure(&[(f64::NAN, 1.0)]), None);
    }
}
