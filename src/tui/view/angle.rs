//! Draws the angle between two vectors.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::symbols::Marker;
use ratatui::text::Line as Words;
use ratatui::widgets::canvas::{Canvas, Context, Line, Points};

use super::super::state::State;
use bertscope_report::explanation::walkthrough;
use bertscope_report::number;
use bertscope_sheet::Angle;

/// Length of a vector; the radius of the arc is a fraction of it.
const LENGTH: f64 = 1.0;
const ARC: f64 = 0.45;

/// Margin around the vectors, for their names.
const MARGIN: f64 = 0.12;

/// Draws both vectors from one point, and the angle between them.
pub fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let (Some(walk), Some(analysis)) = (state.walkthrough(), &state.results.analysis) else {
        return;
    };
    let angle = walkthrough::angle(analysis, walk.step().cell);
    let Some(Angle {
        degrees,
        names: [first, second],
    }) = angle
    else {
        return;
    };
    let (x, y) = bounds(area, degrees);
    let theme = state.look.theme;
    let at = |degrees: f64, length: f64| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        (length * cos, length * sin)
    };
    let paint = |context: &mut Context<'_>| {
        let colour = |style: ratatui::style::Style| style.fg.unwrap_or_default();
        let arc: Vec<(f64, f64)> = (0..=200)
            .map(|step| at(degrees * f64::from(step) / 200.0, ARC * LENGTH))
            .collect();
        context.draw(&Points {
            coords: &arc,
            color: colour(theme.accent()),
        });
        for end in [at(0.0, LENGTH), at(degrees, LENGTH)] {
            context.draw(&Line {
                x1: 0.0,
                y1: 0.0,
                x2: end.0,
                y2: end.1,
                color: colour(theme.strong()),
            });
        }
        let middle = at(degrees / 2.0, ARC * 1.25);
        context.print(
            middle.0,
            middle.1,
            Words::styled(number::degrees(degrees), theme.accent()),
        );
        // A name ends where the area does.
        let width = (x[1] - x[0]) / f64::from(area.width.max(1));
        for (name, end, below) in [
            (&second, at(0.0, LENGTH), true),
            (&first, at(degrees, LENGTH), false),
        ] {
            let columns = unicode_width::UnicodeWidthStr::width(name.as_str()) as f64 * width;
            let left = (end.0 - columns / 2.0).clamp(x[0], (x[1] - columns).max(x[0]));
            let top = if below {
                y[0]
            } else {
                (end.1 + MARGIN).min(y[1])
            };
            context.print(left, top, Words::styled(name.clone(), theme.text()));
        }
    };
    let canvas = Canvas::default()
        .marker(Marker::Braille)
        .x_bounds(x)
        .y_bounds(y)
        .paint(paint);
    frame.render_widget(canvas, area);
}

/// The visible part of the plane, with equal scale in both directions: a character is two dots wide and four high.
fn bounds(area: Rect, degrees: f64) -> ([f64; 2], [f64; 2]) {
    let reach = degrees.to_radians().cos().min(0.0);
    let (width, height) = (LENGTH - reach + 2.0 * MARGIN, LENGTH + 3.0 * MARGIN);
    let (across, up) = (
        f64::from(area.width.max(1)) * 2.0,
        f64::from(area.height.max(1)) * 4.0,
    );
    let unit = (width / across).max(height / up);
    let left = reach - MARGIN - (across * unit - width) / 2.0;
    let bottom = -2.0 * MARGIN - (up * unit - height) / 2.0;
    ([left, left + across * unit], [bottom, bottom + up * unit])
}
