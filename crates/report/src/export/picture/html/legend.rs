//! The legend of an HTML page: text beside small drawings of the signs it explains.

use maud::{Markup, html};

use crate::export::Palette;
use crate::export::picture::cells::shape;
use crate::export::picture::geometry::Area;
use crate::export::picture::geometry::Legend;
use crate::export::picture::svg::scale;

pub fn legend(legend: &Legend, palette: Palette) -> Markup {
    let ramp = Area {
        x: 0.0,
        y: 0.0,
        width: 168.0,
        height: 10.0,
    };
    html! {
        div .legend {
            div .ramp {
                svg width="168" height="10" viewBox="0 0 168 10" aria-hidden="true" { (scale(ramp, palette)) }
                div { @for end in legend.ends { span { (end) } } }
            }
            span { (legend.caption) }
            @for (sign, text) in &legend.symbols {
                span .sign {
                    svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true" { path d=(shape(*sign, 6.0, 6.0, 5.0)) {} }
                    (text)
                }
            }
            @if let Some(weight) = &legend.weight {
                span .sign {
                    svg .bar width="14" height="12" viewBox="0 0 14 12" aria-hidden="true" { rect y="3" width="14" height="6" {} }
                    (weight)
                }
            }
            @if let Some(labels) = &legend.labels { span { (labels) } }
        }
    }
}
