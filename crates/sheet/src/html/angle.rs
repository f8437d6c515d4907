//! The angle between two vectors as SVG.

use maud::{Markup, html};

use crate::Angle;
use crate::escaping::clean;
use crate::number;

/// The point at a distance from the corner of the angle, at (120, 120), counter-clockwise from the right.
fn point(degrees: f64, distance: f64) -> [f64; 2] {
    let (sin, cos) = degrees.to_radians().sin_cos();
    // In SVG, y grows downwards.
    [120.0 + distance * cos, 120.0 - distance * sin]
}

/// Two vectors from one point, of equal length: the second to the right, the first at the angle to it.
pub fn svg(angle: &Angle) -> Markup {
    let [first, second] = angle.names.each_ref().map(|name| clean(name));
    let [tip_x, tip_y] = point(angle.degrees, 100.0);
    let [arc_x, arc_y] = point(angle.degrees, 40.0);
    let [number_x, number_y] = point(angle.degrees / 2.0, 55.0);
    let number = number::degrees(angle.degrees);
    html! {
        svg .angle viewBox="0 0 260 140" role="img" aria-label={ (first) " and " (second) ": " (number) " apart" } {
            path d={ "M220 120H120L" (tip_x) " " (tip_y) } {}
            path d={ "M160 120A40 40 0 0 0 " (arc_x) " " (arc_y) } {}
            text x=(number_x) y=(number_y) { (number) }
            text x="258" y="136" text-anchor="end" { (second) }
            // Above its end, and inside the picture.
            text x=(tip_x.clamp(85.0, 175.0)) y=(tip_y - 6.0) text-anchor="middle" { (first) }
        }
    }
}
