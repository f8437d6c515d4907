//! The angle between two vectors as SVG.

use maud::{Markup, html};

use crate::Angle;
use crate::escaping::clean;
use crate::number;

/// Length of both vectors.
const LENGTH: f64 = 100.0;

/// A point of the drawing.
struct Point {
    x: f64,
    y: f64,
}

impl Point {
    /// The point at a distance from the corner of the angle, at (120, 120), counter-clockwise from the right.
    fn from_corner(degrees: f64, distance: f64) -> Self {
        let (sin, cos) = degrees.to_radians().sin_cos();
        Self {
            x: 120.0 + distance * cos,
            // In SVG, y grows downwards.
            y: 120.0 - distance * sin,
        }
    }
}

/// Two vectors from one point, of equal length: the second to the right, the first at the angle to it.
pub(super) fn svg(angle: &Angle) -> Markup {
    let degrees = angle.degrees;
    let [first, second] = angle.names.each_ref().map(|name| clean(name));
    let tip = Point::from_corner(degrees, LENGTH);
    let arc_end = Point::from_corner(degrees, LENGTH * 0.4);
    let number_position = Point::from_corner(degrees / 2.0, LENGTH * 0.55);
    // A label starts or ends near its line, and stays inside the picture.
    let (label_x, text_anchor) = if tip.x >= 130.0 {
        ((tip.x + 70.0).min(258.0), "end")
    } else {
        ((tip.x - 70.0).max(2.0), "start")
    };
    let number = number::degrees(degrees);
    html! {
        svg .angle viewBox="0 0 260 140" role="img" aria-label={ (first) " and " (second) ": " (number) " apart" } {
            path d={ "M220 120H120L" (tip.x) " " (tip.y) } {}
            path .arc d={ "M160 120A40 40 0 0 0 " (arc_end.x) " " (arc_end.y) } {}
            text x=(number_position.x) y=(number_position.y) { (number) }
            text x="258" y="136" text-anchor="end" { (second) }
            text x=(label_x) y=(tip.y - 6.0) text-anchor=(text_anchor) { (first) }
        }
    }
}
