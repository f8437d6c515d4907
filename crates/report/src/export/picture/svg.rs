//! A layout as SVG: as a separate file, and as part of an HTML page.

use maud::{Markup, html};

use super::description::description;
use super::geometry::{Anchor, Area, Layout, PicturePart, Role, Text};
use super::ink::{self, Ink};
use super::layout::layout;
use super::pen::{Pen, Px};
use super::typeface::{self, Faces};
use super::{cells, label};
use crate::escaping::clean;
use crate::export::{ExportOptions, Palette};
use bertscope_analysis::{Analysis, Side};

/// Common fonts that the viewer may have, for all scripts.
pub const FONTS: &str = "Inter, 'Noto Sans', 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', 'Noto Sans CJK SC', \
                         'Noto Sans Arabic', sans-serif";

/// The picture as an SVG file. The same analysis and options give the same bytes.
pub fn svg(analysis: &Analysis, options: &ExportOptions) -> String {
    draw(analysis, options, None)
}

/// The picture, with fonts chosen here or by the viewer.
pub fn draw(analysis: &Analysis, options: &ExportOptions, faces: Option<Faces<'_>>) -> String {
    let pen = Pen {
        faces,
        ..Pen::new(analysis, options, paper(options))
    };
    let layout = layout(analysis, options, PicturePart::All);
    file(&layout, &pen, &label::title(options), None)
}

/// The matrix alone, for an HTML page with its own scores and legend. `what` is its title; a description says what it
/// shows.
pub fn matrix_svg(analysis: &Analysis, options: &ExportOptions, what: &str) -> String {
    let pen = Pen::new(analysis, options, paper(options));
    let layout = layout(analysis, options, PicturePart::Matrix);
    let seen = description(analysis, options);
    file(&layout, &pen, &clean(what), Some(&seen))
}

fn paper(options: &ExportOptions) -> Ink {
    if options.dark { Ink::DARK } else { Ink::LIGHT }
}

/// Most cells of a small picture.
const MAX_SMALL_CELLS: usize = 160 * 160;

/// The matrix alone, as a part of an HTML page with many and in its colours; `None` if it has no cells or too many.
pub fn on_page(analysis: &Analysis, options: &ExportOptions, part: PicturePart) -> Option<String> {
    let pen = Pen::new(analysis, options, Ink::PAGE);
    let layout = layout(analysis, options, part);
    let grid = layout.grid.as_ref()?;
    if grid.rows.len() * grid.columns.len() > MAX_SMALL_CELLS {
        return None;
    }
    let picture = html! {
        svg width=(Px(layout.width)) height=(Px(layout.height)) viewBox=(view_box(&layout)) role="img" aria-label="Heatmap" {
            (content(&layout, &pen))
        }
    };
    Some(picture.into_string())
}

pub fn view_box(layout: &Layout) -> String {
    format!("0 0 {} {}", Px(layout.width), Px(layout.height))
}

fn file(layout: &Layout, pen: &Pen<'_>, title: &str, seen: Option<&str>) -> String {
    let width = Px(layout.width);
    let height = Px(layout.height);
    let family = if pen.faces.is_some() {
        typeface::BUNDLED
    } else {
        FONTS
    };
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(height) viewBox=(view_box(layout)) role="img" font-family=(family) {
            title { (title) }
            @if let Some(seen) = seen { desc { (seen) } }
            @if let Some(paper) = pen.ink.paper { rect width=(width) height=(height) fill=(paper) {} }
            (content(layout, pen))
        }
    };
    format!("{}\n", picture.into_string())
}

/// Everything inside the `svg` element.
pub fn content(layout: &Layout, pen: &Pen<'_>) -> Markup {
    html! {
        "\n"
        @if let Some(ramp) = layout.ramp { (scale(ramp, pen.palette)) }
        g fill=(pen.ink.bar) { @for bar in &layout.bars { (area(*bar)) } }
        "\n"
        g fill=(pen.ink.line) { @for bracket in &layout.brackets { (area(*bracket)) } }
        "\n"
        @if let Some(grid) = &layout.grid { (cells::draw(grid, pen)) }
        g fill=(pen.ink.text) {
            @for &(x, y, r, sign) in &layout.symbols { path d=(cells::shape(sign, x, y, r)) {} }
        }
        "\n"
        @for text in &layout.texts { (text_markup(text, pen)) "\n" }
    }
}

fn area(a: Area) -> Markup {
    html! { rect x=(Px(a.x)) y=(Px(a.y)) width=(Px(a.width)) height=(Px(a.height)) {} }
}

/// The colour scale.
pub fn scale(ramp: Area, palette: Palette) -> Markup {
    let stops = (0..=16u8).map(|i| f32::from(i) / 16.0);
    let id = format!("bertscope-{}", palette.name());
    html! {
        defs {
            linearGradient id=(id) {
                @for at in stops { stop offset=(at) stop-color=(ink::hex(palette.rgb(at))) {} }
            }
        }
        rect x=(Px(ramp.x)) y=(Px(ramp.y)) width=(Px(ramp.width)) height=(Px(ramp.height)) rx="2" fill=(format!("url(#{id})")) {}
        "\n"
    }
}

pub fn text_markup(text: &Text, pen: &Pen<'_>) -> Markup {
    let fill = match text.role {
        Role::Title | Role::Number | Role::Text => pen.ink.text,
        Role::Quiet => pen.ink.quiet,
        Role::Warning => pen.ink.warning,
    };
    let bold = matches!(text.role, Role::Title | Role::Number);
    let anchor = match text.anchor {
        Anchor::Start => None,
        Anchor::Middle => Some("middle"),
        Anchor::End => Some("end"),
    };
    let turn = if text.rotation == 0.0 {
        None
    } else {
        let x = Px(text.x);
        let y = Px(text.y);
        Some(format!("rotate({} {x} {y})", text.rotation))
    };
    let name = match text.token {
        Some((side, token)) if pen.is_scripted => Some(token_name(side, token)),
        _ => None,
    };
    let (x, inside) = match pen.faces {
        Some(faces) => shaped_markup(text, bold, faces),
        None => (text.x, html! { (text.text) }),
    };
    html! {
        text x=(Px(x)) y=(Px(text.y)) font-size=(Px(text.size)) fill=(fill) font-weight=[bold.then_some("600")]
            text-anchor=[anchor] transform=[turn] data-token=[name] {
            @if let Some(whole) = &text.full_text { title { (whole) } }
            (inside)
        }
    }
}

/// The name by which a script finds a token: `c0` is the first of the candidate.
pub fn token_name(side: Side, token: usize) -> String {
    format!("{}{token}", side.pick('r', 'c'))
}

/// A text whose fonts are chosen here. Each part has its own position, so that it is shaped by itself.
fn shaped_markup(text: &Text, bold: bool, faces: Faces<'_>) -> (f32, Markup) {
    let pieces = faces(&text.text, bold);
    if let [piece] = &pieces[..] {
        let family = (piece.family != typeface::BUNDLED).then_some(&piece.family);
        let inside = html! {
            @if let Some(family) = family { tspan font-family=(family) { (piece.text) } } @else { (piece.text) }
        };
        return (text.x, inside);
    }
    let width: f32 = pieces.iter().map(|piece| piece.width * text.size).sum();
    let start = match text.anchor {
        Anchor::Start => text.x,
        Anchor::Middle => text.x - width / 2.0,
        Anchor::End => text.x - width,
    };
    let mut next = start;
    let mut spans = Vec::new();
    for piece in &pieces {
        spans.push(html! {
            tspan x=(Px(next)) text-anchor="start" font-family=(piece.family) { (piece.text) }
        });
        next += piece.width * text.size;
    }
    (start, html! { @for span in spans { (span) } })
}
