//! Figures as SVG: as separate files, and inside an HTML page.

use bertscope_sheet::Block;
use maud::{Markup, html};

use super::{Figure, Shape, Tone, WIDTH};
use crate::export::picture::geometry::{Anchor, Area};
use crate::export::picture::ink::Ink;
use crate::export::picture::pen::Px;
use crate::export::picture::svg::FONTS;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// Dark on white.
    Light,
    /// Light on dark.
    Dark,
}

pub fn file(figure: &Figure, theme: Theme) -> String {
    let ink = match theme {
        Theme::Light => Ink::LIGHT,
        Theme::Dark => Ink::DARK,
    };
    let width = Px(WIDTH);
    let height = Px(figure.height);
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height) viewBox=(view(figure)) role="img" font-family=(FONTS) {
            title { (figure.title) }
            @if let Some(paper) = ink.paper { rect width=(width) height=(height) fill=(paper) {} }
            (content(figure, ink))
        }
    };
    format!("{}\n", picture.into_string())
}

/// The figure for an HTML page, in the page's colours and as wide as the page allows.
pub fn block(figure: &Figure) -> Block {
    let svg = html! {
        svg .figure viewBox=(view(figure)) role="img" aria-label=(figure.title) { (content(figure, Ink::PAGE)) }
    };
    Block::Figure(bertscope_sheet::Figure {
        svg: svg.into_string(),
        label: None,
        scale: None,
    })
}

fn view(figure: &Figure) -> String {
    format!("0 0 {} {}", Px(WIDTH).text(), Px(figure.height).text())
}

fn content(figure: &Figure, ink: Ink) -> Markup {
    html! {
        "\n"
        @for mark in &figure.shapes { (shape_markup(mark, ink)) "\n" }
    }
}

fn shape_markup(mark: &Shape, ink: Ink) -> Markup {
    match mark {
        Shape::Text {
            at,
            size,
            anchor,
            tone,
            text,
        } => {
            let anchor = match anchor {
                Anchor::Start => None,
                Anchor::Middle => Some("middle"),
                Anchor::End => Some("end"),
            };
            // An outline in the paper's colour, in case a text lies on a line.
            html! {
                text x=(Px(at.0)) y=(Px(at.1)) font-size=(Px(*size)) fill=(colour(ink, *tone)) text-anchor=[anchor]
                    stroke=(ink.paper.unwrap_or("var(--paper)")) stroke-width="3" paint-order="stroke" { (text) }
            }
        }
        Shape::Line {
            from,
            to,
            width,
            tone,
        } => html! {
            line x1=(Px(from.0)) y1=(Px(from.1)) x2=(Px(to.0)) y2=(Px(to.1)) stroke=(colour(ink, *tone)) stroke-width=(Px(*width)) {}
        },
        Shape::Areas {
            areas,
            tone,
            percent,
        } => {
            let path: String = areas.iter().map(rectangle).collect();
            html! { path fill=(colour(ink, *tone)) fill-opacity=[opacity(*percent)] d=(path) {} }
        }
        // A line of no length with round ends is a dot, in fewer bytes than an element.
        Shape::Dots {
            at,
            radius,
            percent,
        } => {
            let path: String = at.iter().map(dot).collect();
            html! {
                path fill="none" stroke=(ink.accent) stroke-width=(Px(2.0 * radius)) stroke-linecap="round"
                    stroke-opacity=[opacity(*percent)] d=(path) {}
            }
        }
    }
}

fn colour(ink: Ink, tone: Tone) -> &'static str {
    match tone {
        Tone::Text => ink.text,
        Tone::Quiet => ink.quiet,
        Tone::Grid => ink.line,
        Tone::Bar => ink.bar,
        Tone::Accent => ink.accent,
    }
}

/// The attribute, which is left out where it would change nothing.
fn opacity(percent: u8) -> Option<f32> {
    if percent < 100 {
        Some(f32::from(percent) / 100.0)
    } else {
        None
    }
}

/// An area as a part of a path.
fn rectangle(area: &Area) -> String {
    let [x, y, w, h] = [area.x, area.y, area.width, area.height].map(|pixels| Px(pixels).text());
    format!("M{x} {y}h{w}v{h}h-{w}z")
}

/// A line of no length, as a part of a path.
fn dot((x, y): &(f32, f32)) -> String {
    format!("M{} {}h0", Px(*x).text(), Px(*y).text())
}
