//! Draws the angle between two vectors.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::symbols::Marker;
use ratatui::text::Line as Words;
use ratatui::widgets::canvas::{Canvas, Context, Line, Points};
use unicode_width::UnicodeWidthStr;

use crate::tui::commands::Focus;
use crate::tui::context::inside;
use crate::tui::parts::border::{Pane, is_focused, panel};
use crate::tui::state::State;
use crate::tui::terminal::theme::Theme;
use bertscope_report::explanation::walkthrough;
use bertscope_report::number;
use bertscope_sheet::Angle;

/// The radius of the arc; the length of a vector is 1.
const ARC: f64 = 0.45;

/// Margin around the vectors, for their names.
const MARGIN: f64 = 0.12;

/// Both vectors from one point, and the angle between them, in place of the matrix.
pub fn pane(state: &State) -> Pane {
    let border = panel(state, " Angle ", is_focused(state, Focus::Matrix));
    Pane { border, draw }
}

fn draw(frame: &mut Frame<'_>, area: Rect, state: &State) {
    let area = inside(area);
    let (Some(staged), Some(analysis)) = (&state.staged, &state.results.analysis) else {
        return;
    };
    if let Some(angle) = walkthrough::angle(analysis, staged.step().cell) {
        let [x, y] = bounds(area, angle.degrees);
        let canvas = Canvas::default()
            .marker(Marker::Braille)
            .x_bounds(x)
            .y_bounds(y)
            .paint(|context| paint(context, &angle, &state.look.theme, area.width, [x, y]));
        frame.render_widget(canvas, area);
    }
}

/// The point at a distance from the corner of the angle.
fn point(degrees: f64, distance: f64) -> (f64, f64) {
    let (sin, cos) = degrees.to_radians().sin_cos();
    (distance * cos, distance * sin)
}

/// Draws on a part of the plane that is `columns` characters wide.
fn paint(
    context: &mut Context<'_>,
    angle: &Angle,
    theme: &Theme,
    columns: u16,
    [x, y]: [[f64; 2]; 2],
) {
    let degrees = angle.degrees;
    let steps = (0..=200).map(|step| degrees * f64::from(step) / 200.0);
    let arc: Vec<(f64, f64)> = steps.map(|degrees| point(degrees, ARC)).collect();
    context.draw(&Points {
        coords: &arc,
        color: theme.accent().fg.unwrap_or_default(),
    });
    let ends = [point(degrees, 1.0), point(0.0, 1.0)];
    for (end_x, end_y) in ends {
        let colour = theme.strong().fg.unwrap_or_default();
        context.draw(&Line::new(0.0, 0.0, end_x, end_y, colour));
    }
    let (middle_x, middle_y) = point(degrees / 2.0, ARC * 1.25);
    let number = number::degrees(degrees);
    context.print(middle_x, middle_y, Words::styled(number, theme.accent()));
    let tops = [(ends[0].1 + MARGIN).min(y[1]), y[0]];
    for ((name, (end, _)), top) in angle.names.iter().zip(ends).zip(tops) {
        // A name ends where the area does.
        let width = name.width() as f64 * (x[1] - x[0]) / f64::from(columns.max(1));
        let left = (end - width / 2.0).clamp(x[0], (x[1] - width).max(x[0]));
        context.print(left, top, Words::styled(name.clone(), theme.text()));
    }
}

/// The visible part of the plane across and up, with equal scale in both: a character is two dots wide and four high.
fn bounds(area: Rect, degrees: f64) -> [[f64; 2]; 2] {
    let reach = degrees.to_radians().cos().min(0.0);
    let width = 1.0 - reach + 2.0 * MARGIN;
    let height = 1.0 + 3.0 * MARGIN;
    let across = f64::from(area.width.max(1)) * 2.0;
    let up = f64::from(area.height.max(1)) * 4.0;
    let unit = (width / across).max(height / up);
    let left = reach - MARGIN - (across * unit - width) / 2.0;
    let bottom = -2.0 * MARGIN - (up * unit - height) / 2.0;
    [[left, left + across * unit], [bottom, bottom + up * unit]]
}
